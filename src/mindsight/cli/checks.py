"""What ``mindsight doctor`` looks at: for each suite, what it needs and the one command that brings it."""

import importlib.util
import shutil
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

from mindsight.text import Text, text


class Check(NamedTuple):
    """One thing that is there, is not there, or (None) cannot be had yet; ``remedy`` is a command to type."""

    name: Text
    fine: bool | None
    finding: Text
    remedy: str


_EXTRAS: tuple[tuple[Text, str, tuple[str, ...]], ...] = (
    (text("album: pictures and scores"), "album", ("cv2", "PIL", "simplejpeg", "ijson", "pillow_heif")),
    (text("reports"), "report", ("jinja2", "matplotlib")),
    (text("cluster: more than one machine"), "cluster", ("ray",)),
)


def checks() -> Iterator[Check]:
    """Yield the checks in the order in which they are shown."""
    for name, extra, modules in _EXTRAS:
        missing = [module for module in modules if importlib.util.find_spec(module) is None]
        finding = text("ready") if not missing else text("missing: {modules}", modules=", ".join(missing))
        yield Check(name, not missing, finding, f"pip install 'mindsight[{extra}]'")
    photographs = [module for module in ("skimage", "sklearn") if importlib.util.find_spec(module) is None]
    finding = text("ready") if not photographs else text("missing: {modules}", modules=", ".join(photographs))
    yield Check(text("demo: bundled photographs"), not photographs, finding, "pip install scikit-image scikit-learn")
    ffmpeg = shutil.which("ffmpeg") is not None
    yield Check(
        text("ffmpeg, an example product"),
        ffmpeg,
        text("ready") if ffmpeg else text("not found"),
        "sudo apt-get install ffmpeg",
    )
    fonts = _has_chinese_font()
    yield Check(
        text("a Chinese font for printed figures"),
        fonts,
        text("ready") if fonts else text("not found"),
        "sudo apt-get install fonts-noto-cjk",
    )
    for suite in (text("home suite"), text("vsig suite")):
        yield Check(suite, fine=None, finding=text("not built yet in this version"), remedy="")


def _has_chinese_font() -> bool:
    if shutil.which("fc-list") is None:
        return False
    # Fixed arguments; the answer is only tested for being empty.
    found = subprocess.run(["fc-list", ":lang=zh-cn"], capture_output=True, check=False, timeout=20)  # noqa: S607
    return bool(found.stdout.strip())
