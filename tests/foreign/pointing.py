"""A subject of the vsig suite that finds the fingertip in the pixels and knows nothing else: ``python:foreign.pointing:Pointer``.

The hand comes from MediaPipe Hands, where and when it rests from the track of its tip. Each target gets the place a little ahead of the
finger at one rest, in their order; it names nothing.
"""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foreign.lines import PRODUCTS, Product
from foreign.places import python_place

MEDIAPIPE = (
    "mediapipe==0.10.21", "numpy==1.26.4", "opencv-python-headless==4.11.0.86", "protobuf==4.25.9", "absl-py==2.5.1",
    "attrs==26.1.0", "flatbuffers==25.12.19", "matplotlib==3.11.2", "contourpy==1.3.3", "cycler==0.12.1", "fonttools==4.68.0",
    "kiwisolver==1.5.1", "packaging==26.3", "pillow==13.0.0", "pyparsing==3.3.3", "python-dateutil==4.0.0", "six==1.17.0",
)  # fmt: skip
"""The last release with its models inside, and the part of its dependencies that hands need."""
AHEAD = 1.0
"""How far ahead of the tip the target is looked for, in lengths of the last joint."""
STILL, LEAST_MS = 0.02, 250.0
"""A rest: the tip stays within this share of the picture's width for this long."""

Track = NDArray[np.float64]


class Rest(NamedTuple):
    """A place where the finger rested: the point ahead of it in pixels, the middle of the time, and how long, ms."""

    point: tuple[float, float]
    time_ms: float
    long_ms: float


def follower(folder: Path) -> Product:
    """Start the product."""
    return Product([str(python_place("hands", *MEDIAPIPE)), str(PRODUCTS / "find_fingertips.py")], log=folder / "log")


def track_of(answer: list[list[float] | None]) -> Track:
    """Return a row for each frame: tip and joint in pixels, not a number where no hand was found."""
    return np.array([row or [np.nan] * 4 for row in answer], dtype=np.float64).reshape(-1, 4)


def rests(track: Track, step_ms: float, width: float) -> list[Rest]:
    """Return where the finger rested, in the order of time."""
    found: list[Rest] = []
    begin = None
    for frame in range(len(track) + 1):
        seen = frame < len(track) and not np.isnan(track[frame, 0])
        if begin is not None and not (seen and np.hypot(*(track[frame, :2] - track[begin, :2])) < STILL * width):
            if (frame - begin) * step_ms >= LEAST_MS:
                found.append(_rest(track[begin:frame], begin, step_ms))
            begin = None
        if begin is None and seen:
            begin = frame
    return found


def _rest(rows: Track, begin: int, step_ms: float) -> Rest:
    x, y, joint_x, joint_y = np.median(rows, axis=0)
    point = (float(x + AHEAD * (x - joint_x)), float(y + AHEAD * (y - joint_y)))
    return Rest(point, (begin + len(rows) / 2) * step_ms, len(rows) * step_ms)


class Pointer:
    """Answers each sample with the places at which the finger rested longest."""

    def __init__(self) -> None:
        self._product = follower(Path(tempfile.mkdtemp()))

    def __call__(self, sample: dict[str, Any]) -> dict[str, Any]:
        """Return the answer for a sample."""
        track = track_of(self._product.ask(sample["video"]))
        width, height = sample["size"]
        found = rests(track, sample["length_ms"] / max(1, len(track)), width)
        count = len(sample["targets"])
        kept = sorted(sorted(found, key=lambda rest: -rest.long_ms)[:count], key=lambda rest: rest.time_ms)
        # A rest that was not seen is taken for the one before it.
        kept += kept[-1:] * (count - len(kept))
        points = [
            {"type": kind, "description": "", "point": [1000 * x / width, 1000 * y / height], "timestamp": round(time)}
            for kind, ((x, y), time, _) in zip(sample["targets"], kept, strict=False)
        ]
        return {"explicit_command": "", "point_list": points}
