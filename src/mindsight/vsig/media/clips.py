"""Read a clip: facts, frames with their times, and sound; and convert them for models.

Times are ms from the first frame. The last frame is the last one shown, never a sampled one near the end: points refer to it, and a
third of a second earlier the scene of a hand-held camera is shifted by tens of pixels.
"""

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict

from mindsight.errors import InputError
from mindsight.vsig.media import hdr
from mindsight.vsig.media.decoding import Image, Shown, fitted, opened, shown, upright, video_of
from mindsight.vsig.media.native import clip
from mindsight.vsig.media.sound import hear, sound

__all__ = ["ClipFacts", "Frame", "clip", "jpeg", "last_frame", "pictures", "probe", "sampled", "sha256", "sound"]

Transfer = Literal["sdr", "hlg", "pq"]
_EVEN_MS = 2.0
"""Frame intervals that differ by less are of one rate: some cameras store times in whole ms."""


class ClipFacts(BaseModel):
    """Facts about a clip, from decoding all of it.

    ``size`` is the upright (width, height); ``length_ms`` the end of the last frame; ``rotation`` the degrees by which stored pictures
    are turned clockwise; ``sound_begins_ms`` None if there is no sound; ``sha256`` the file's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: tuple[int, int]
    frames: int
    last_ms: float
    length_ms: float
    rotation: int
    transfer: Transfer
    has_sound: bool
    sound_begins_ms: float | None
    codec: str
    variable_rate: bool
    sha256: str


class Frame(NamedTuple):
    """An upright frame and its time."""

    ms: float
    image: Image


def probe(path: Path) -> ClipFacts:
    """Return the facts about a clip, decoding all of it.

    Raises:
        InputError: The file cannot be used as a video.
        MissingExtra: PyAV is not installed.
    """
    times: list[Fraction] = []
    last = turn = None
    with opened(path) as container:
        codec = video_of(container, path).codec_context.name
        for one in shown(container, path):
            times.append(one.time_s)
            last, turn = one.frame, one.turn
    if last is None or turn is None:  # unreachable: shown() raises if there is no frame
        raise AssertionError(path)
    gaps = [later - sooner for sooner, later in pairwise(times)]
    begins = hear(path, times[0]).begins_ms
    return ClipFacts(
        size=turn.size(last.width, last.height),
        frames=len(times),
        last_ms=_ms(times[-1] - times[0]),
        length_ms=_ms(times[-1] - times[0] + _last_gap(last.duration, last.time_base, gaps)),
        rotation=90 * turn.quarters,
        transfer={hdr.HLG: "hlg", hdr.PQ: "pq"}.get(int(last.color_trc), "sdr"),
        has_sound=begins is not None,
        sound_begins_ms=begins,
        codec=codec,
        variable_rate=bool(gaps) and _ms(max(gaps) - min(gaps)) > _EVEN_MS,
        sha256=sha256(path),
    )


def last_frame(path: Path) -> Frame:
    """Return the last frame that is shown.

    Raises:
        InputError: The file cannot be used as a video.
    """
    return sampled(path, count=1)[0]


def pictures(path: Path) -> Iterator[Frame]:
    """Yield every frame.

    Raises:
        InputError: The file cannot be used as a video.
    """
    with opened(path) as container:
        first = None
        for one in shown(container, path):
            first = one.time_s if first is None else first
            yield Frame(_ms(one.time_s - first), upright(one))


def sampled(path: Path, *, fps: float | None = None, count: int | None = None) -> list[Frame]:
    """Return the frames shown at even times, and always the exact last frame at the end.

    With ``fps`` the times are 0, 1/fps, 2/fps …; with ``count`` so many frames are spread from the first to the last (1 is the last
    alone). A frame that is shown at several of the times is returned once, so slow clips may give fewer.

    Raises:
        InputError: The file cannot be used as a video, or not exactly one positive ``fps`` or ``count`` is given.
    """
    if (fps is None) == (count is None) or not 0 < (fps or count or 0) <= 10_000:
        raise InputError("frames are chosen either by a rate or by a number, above 0")
    if count == 1:
        wanted: Sequence[float] = ()
    elif count is not None:
        wanted = [float(ms) for ms in np.linspace(0, _end_ms(path), count)[:-1]]
    else:
        wanted = [number * 1000 / (fps or 1) for number in range(1 + int(_end_ms(path) * (fps or 1) / 1000))]
    with opened(path) as container:
        return _chosen(shown(container, path), wanted)


def jpeg(image: Image, longest: int = 640, quality: int = 85) -> bytes:
    """Return a picture as JPEG, reduced if its longer side exceeds ``longest`` pixels."""
    import cv2
    import simplejpeg

    height, width = image.shape[:2]
    size = fitted(width, height, longest)
    if size != (width, height):
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    data: bytes = simplejpeg.encode_jpeg(np.ascontiguousarray(image), quality, colorsubsampling="420")
    return data


def sha256(path: Path) -> str:
    """Return the hash of a file.

    Raises:
        InputError: It cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=error.strerror or "") from error


def _chosen(frames: Iterator[Shown], wanted: Sequence[float]) -> list[Frame]:
    """Return the frames shown at the wanted ascending times, and the last one."""
    chosen: list[Frame] = []
    before: Shown | None = None
    first = None
    place = 0

    def take(one: Shown, first: Fraction) -> None:
        ms = _ms(one.time_s - first)
        if not chosen or chosen[-1].ms < ms:
            chosen.append(Frame(ms, upright(one)))

    for one in frames:
        first = one.time_s if first is None else first
        now = _ms(one.time_s - first)
        while before is not None and place < len(wanted) and wanted[place] < now - 1e-6:
            take(before, first)
            place += 1
        before = one
    if before is not None and first is not None:
        take(before, first)
    return chosen


def _end_ms(path: Path) -> float:
    """Return the approximate time of the last frame from the file's time stamps, without decoding."""
    with opened(path) as container:
        stream = video_of(container, path)
        base = Fraction(stream.time_base or 1)
        times = [
            packet.pts * base for packet in container.demux(stream) if packet.pts is not None and not packet.is_discard
        ]
    return _ms(max(times) - min(times)) if times else 0.0


def _last_gap(duration: int | None, base: Fraction | None, gaps: list[Fraction]) -> Fraction:
    """Return the duration of the last frame: its own, or the usual one of the frames before it."""
    if duration and base:
        return duration * Fraction(base)
    return sorted(gaps)[len(gaps) // 2] if gaps else Fraction(0)


def _ms(seconds: Fraction) -> float:
    return float(seconds * 1000)
