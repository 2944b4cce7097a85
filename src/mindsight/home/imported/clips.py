"""Frames of a clip at equal distances: chosen from the times of its frames, then decoded."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from mindsight.decoding import decoder_errors
from mindsight.errors import MissingExtra, PictureError
from mindsight.home.imported.pictures import coded
from mindsight.text import storable

SUFFIXES = frozenset({".mp4", ".webm", ".mov", ".mkv", ".avi", ".m4v", ".gif"})
_MOST_PIXELS = 36_000_000
_MOST_FRAMES = 400_000


def frames_of(
    source: Path | bytes, name: str, count: int, begin: float | None, end: float | None
) -> list[tuple[bytes, float]]:
    """Return so many frames as JPEG, each with its second: the middles of equal parts of the clip, or of what lies between two times.

    Raises:
        PictureError: The clip cannot be decoded, is too large, or has no frame between the times.
        MissingExtra: PyAV is not installed.
    """
    try:
        import av
    except ImportError as error:
        raise MissingExtra("clips need av; run: pip install 'mindsight[home]'") from error
    try:
        times = _times(av, source, begin, end)
        if not times:
            raise PictureError("{file}: has no frames between the times given", file=_shown(name))
        wanted = sorted({times[min(int((part + 0.5) * len(times) / count), len(times) - 1)] for part in range(count)})
        return list(_decoded(av, source, wanted))
    except decoder_errors(OSError) as error:
        raise PictureError("{file}: cannot be decoded as a clip", file=_shown(name)) from error


def places(length: int, count: int) -> list[int]:
    """Return the middles of so many equal parts of a row of frames, each once."""
    return sorted({min(int((part + 0.5) * length / count), length - 1) for part in range(count)}) if length else []


def _opened(source: Path | bytes) -> str | IO[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else str(source)


def _times(av: "object", source: Path | bytes, begin: float | None, end: float | None) -> list[int]:
    """Return the times of the frames in the units of the stream, without decoding them."""
    found = []
    with av.open(_opened(source), options={"protocol_whitelist": "file"}) as container:  # type: ignore[attr-defined]
        stream = container.streams.video[0]
        if stream.width * stream.height > _MOST_PIXELS:
            raise ValueError("too large")
        for packet in container.demux(stream):
            if packet.pts is None:
                continue
            second = float(packet.pts * packet.time_base)
            if (begin is None or second >= begin) and (end is None or second <= end):
                found.append(packet.pts)
            if len(found) > _MOST_FRAMES:
                raise ValueError("too long")
    return sorted(found)


def _decoded(av: "object", source: Path | bytes, wanted: list[int]) -> Iterator[tuple[bytes, float]]:
    with av.open(_opened(source), options={"protocol_whitelist": "file"}) as container:  # type: ignore[attr-defined]
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        container.seek(max(wanted[0], 0), stream=stream)
        left = list(wanted)
        for number, frame in enumerate(container.decode(stream)):
            if frame.width * frame.height > _MOST_PIXELS or number > _MOST_FRAMES:
                raise ValueError("too large")
            if frame.pts is not None and frame.pts >= left[0]:
                # A telephone stores upright clips lying, with the turn beside the pictures.
                turn = round(frame.rotation / 90) % 4 * 90
                image = frame.to_image()
                yield coded(image.rotate(turn, expand=True) if turn else image), float(frame.pts * stream.time_base)
                left = [one for one in left if one > frame.pts]
                if not left:
                    return


def _shown(name: str) -> str:
    return storable(name[:200])
