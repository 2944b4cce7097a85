"""``mindsight doctor``: print what each suite needs and the command that installs it.

For environment variables it states whether they are set, never their values.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mindsight.cli.shared.console import localized, out
from mindsight.errors import MissingExtra
from mindsight.text import Text, text


def doctor() -> int:
    """Print what works on this machine and what does not."""
    console = out()
    lacking = 0
    for check in checks():
        sign = {True: "✓", False: "✗", None: "·"}[check.fine]
        line = text("{name}: {finding}", name=check.name, finding=check.finding)
        console.print(f"{sign} {localized(line)}", markup=False)
        lacking += check.fine is False
        if check.fine is False:
            console.print("    " + localized(text("to fix this: {command}", command=check.remedy)), markup=False)
        elif check.fine is None and check.remedy:
            console.print("    " + localized(text("set it with: {command}", command=check.remedy)), markup=False)
    console.print(
        localized(text("Everything is there.") if not lacking else text("{count} things are missing.", count=lacking))
    )
    return 1 if lacking else 0


class Check(NamedTuple):
    """One requirement: present, missing, or (None) optional; ``remedy`` is a command to type."""

    name: Text
    fine: bool | None
    finding: Text
    remedy: str


_ALBUM = ("cv2", "PIL", "simplejpeg", "ijson", "pillow_heif", "openpyxl", "pycocotools", "httpx")
_EXTRAS: tuple[tuple[Text, str, tuple[str, ...]], ...] = (
    (text("album: pictures and scores"), "album", _ALBUM),
    (text("reports"), "report", ("jinja2", "matplotlib")),
    (text("cluster: more than one machine"), "cluster", ("ray",)),
    (text("review: data sets"), "review", ("PIL", "jinja2", "packaging", "av", "pillow_heif")),
    (text("sign: signatures over records"), "sign", ("cryptography", "rfc3161_client")),
    (text("storage: buckets and HTTP"), "storage", ("fsspec", "s3fs")),
)
_ENGINE = ("mujoco", "OpenGL", "PIL")
_CLIPS = ("av", "cv2", "PIL", "simplejpeg")
_CHECKOUT = Path(__file__).resolve().parents[3]


def checks() -> Iterator[Check]:
    """Yield the checks in display order."""
    for name, extra, modules in _EXTRAS:
        missing = _missing(*modules)
        finding = text("ready") if not missing else text("missing: {modules}", modules=", ".join(missing))
        yield Check(name, not missing, finding, _install(extra))
    photographs = _missing("skimage", "sklearn")
    finding = text("ready") if not photographs else text("missing: {modules}", modules=", ".join(photographs))
    yield Check(text("demo: bundled photographs"), not photographs, finding, _install("demo"))
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
    yield from _home()
    yield from _models()
    yield from _vsig()


def _home() -> Iterator[Check]:
    missing = _missing(*_ENGINE)
    finding = text("missing: {modules}", modules=", ".join(missing)) if missing else text("ready")
    yield Check(text("home: the test engine"), not missing, finding, _install("home"))
    if missing:
        return
    drawing = _drawing()
    finding = text("ready ({name})", name=drawing) if drawing else text("neither EGL nor OSMesa works")
    remedy = "sudo apt-get install libegl1 libgl1-mesa-dri libosmesa6"
    yield Check(text("home: drawing without a screen"), bool(drawing), finding, remedy)
    from mindsight.engine.drawing.prints.fonts import font_file

    try:
        finding, lettered = text("ready ({name})", name=f"{font_file(bold=False).name}, {font_file().name}"), True
    except MissingExtra:
        finding, lettered = text("not found"), False
    remedy = "sudo apt-get install fonts-noto-cjk"
    yield Check(text("home: the typeface on things"), lettered, finding, remedy)
    missing = _missing("av")
    without = text(
        "missing: {modules}; tasks run, but home replay cannot record videos of them", modules=", ".join(missing)
    )
    yield Check(text("home: videos of tasks"), not missing, without if missing else text("ready"), _install("home"))


def _vsig() -> Iterator[Check]:
    missing = _missing(*_CLIPS)
    finding = text("missing: {modules}", modules=", ".join(missing)) if missing else text("ready")
    yield Check(text("vsig: reading clips"), not missing, finding, _install("vsig"))
    voice = shutil.which("espeak-ng") is not None
    without = text(
        "not found: clips made by vsig synth are silent; add it with: {command}",
        command="sudo apt-get install espeak-ng",
    )
    yield Check(
        text("vsig: a voice for generated clips"), voice or None, text("ready") if voice else without, remedy=""
    )


def _models() -> Iterator[Check]:
    missing = _missing("inspect_ai", "openai")
    without = text(
        "missing: {modules}; built-in subjects and agents can be tested, models cannot", modules=", ".join(missing)
    )
    finding = without if missing else text("ready")
    yield Check(text("models: inspect-ai and openai"), not missing, finding, _install("home"))
    own, key = (bool(os.environ.get(name)) for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"))
    finding = text("set") if own else text("not set: models are asked at OpenAI")
    remedy = "export OPENAI_BASE_URL=http://127.0.0.1:8000/v1"
    yield Check(text("models: {variable}", variable="OPENAI_BASE_URL"), own or None, finding, remedy)
    without = text("not set: many servers of one's own ask for none") if own else text("not set: OpenAI asks for one")
    remedy = "read -rs OPENAI_API_KEY && export OPENAI_API_KEY"
    yield Check(
        text("models: {variable}", variable="OPENAI_API_KEY"), key or None, text("set") if key else without, remedy
    )


def _install(extra: str) -> str:
    """Return the command that installs an extra; it differs between a checkout and an installed package."""
    if not ((_CHECKOUT / "Makefile").is_file() and (_CHECKOUT / "src" / "mindsight").is_dir()):
        return f"pip install 'mindsight[{extra}]'"
    go = "" if Path.cwd() == _CHECKOUT else f"cd {shlex.quote(str(_CHECKOUT))} && "
    environment = _CHECKOUT / ".venv"
    # A checkout's environment starts with what the demonstration needs; this installs the rest, pinned.
    if Path(sys.prefix).resolve() == environment.resolve() and not (environment / ".ready").exists():
        return f"{go}make .venv/.ready"
    return f"{go}{shlex.quote(sys.executable)} -m pip install -e '.[{extra}]'"


def _missing(*modules: str) -> list[str]:
    return [module for module in modules if importlib.util.find_spec(module) is None]


def _drawing() -> str:
    """Return the backend and driver that draw without a screen; probed in a separate process, because a broken driver may crash it."""
    source = (
        "from mindsight.engine.drawing.graphics import backend, driver; print(backend().upper(), driver(), sep=', ')"
    )
    try:
        done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _has_chinese_font() -> bool:
    if shutil.which("fc-list") is None:
        return False
    # Fixed arguments; the output is only tested for being empty.
    found = subprocess.run(["fc-list", ":lang=zh-cn"], capture_output=True, check=False, timeout=20)  # noqa: S607
    return bool(found.stdout.strip())
