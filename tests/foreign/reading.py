"""A subject of the home suite that reads labels and knows nothing else: ``python:foreign.reading:Reader``.

It walks to the appliance that the instruction names, reads the panel with RapidOCR, presses the buttons whose Chinese label occurs in the
instruction, and says that it is done; if no label occurs, it declines. It watches no lamp and knows no
appliance. It needs ``--prompt-lang zh``.
"""

import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foreign.lines import PRODUCTS, Product
from foreign.places import python_place

RAPIDOCR = (
    "rapidocr-onnxruntime==1.4.4", "onnxruntime==1.32.0", "opencv-python-headless==4.11.0.86", "numpy==1.26.4", "pyclipper==1.4.0",
    "shapely==2.2.0", "PyYAML==6.0.4", "pillow==13.0.0", "six==1.17.0", "tqdm==4.70.1", "flatbuffers==25.12.19", "protobuf==7.36.2",
    "packaging==26.3",
)  # fmt: skip
WIDTH, HEIGHT = 640, 480
FIRST, LAST = ("电源", "开关"), ("启动",)
ZOOMS = (1.0, 2.2, 1.5)

Read = list[tuple[str, tuple[float, float]]]
Steps = Iterator[dict[str, Any]]


def reader(folder: Path) -> Product:
    """Start the product."""
    return Product([str(python_place("rapidocr", *RAPIDOCR)), str(PRODUCTS / "read_text.py")], log=folder / "log")


class Reader:
    """Presses what it reads and was told."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp())
        self._product = reader(self._folder)
        self._steps: Steps = iter(())
        self._seen: dict[str, Any] = {}

    def start(self, instruction: str, observation: dict[str, Any]) -> None:
        """Begin an episode."""
        self._steps = self._work(instruction, list(observation["places"]))

    def act(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Return the next action."""
        self._seen = observation
        return next(self._steps, {"action": "finish"})

    def close(self) -> None:
        """Let the product end."""
        self._product.close()

    def _work(self, instruction: str, places: list[str]) -> Steps:
        """Yield the actions of an episode."""
        named = [place for place in places if place.removesuffix("前") in instruction]
        if not named:
            yield {"action": "decline", "text": "没有这个电器"}
            return
        yield {"action": "look", "to": named[0]}
        read: Read = []
        for zoom in ZOOMS:
            # Bring the middle of what can be read closer, until more of it can no longer be read.
            x, y = _middle(read)
            yield {"action": "look", "x": x, "y": y, "zoom": zoom}
            now = self._read()
            if len(now) < len(read):
                yield {"action": "look", "zoom": 1 / zoom}
                now = self._read()
            read = now
            if not read:
                break
        wanted = [(words, point) for words, point in read if len(words) > 1 and words in instruction]
        if not wanted:
            yield {"action": "decline", "text": "面板上没有这个功能"}
            return
        power = [one for one in read if one[0] in FIRST]
        for _, (x, y) in (*power[:1], *sorted(wanted, key=lambda one: one[0] in LAST)):
            yield {"action": "press", "x": x, "y": y}
        yield {"action": "finish"}

    def _read(self) -> Read:
        """Return the Chinese words on the present picture, with their places, 0–1000."""
        file = self._folder / "now.jpg"
        picture = self._seen["picture"]
        file.write_bytes(picture if isinstance(picture, bytes) else base64.b64decode(picture))
        found = self._product.ask(str(file))
        return [
            (
                "".join(letter for letter in words if "\u4e00" <= letter <= "\u9fff"),
                (1000 * x / WIDTH, 1000 * y / HEIGHT),
            )
            for words, (x, y) in found
        ]


def _middle(read: Read) -> tuple[float, float]:
    if not read:
        return 500.0, 500.0
    xs, ys = zip(*(point for _, point in read), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
