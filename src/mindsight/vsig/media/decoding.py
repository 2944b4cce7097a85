"""Decode the frames of a video file: in display order, upright, with their display times.

Everything is decoded forward to the end. Counts, rates and lengths in the file's header are not trusted: an edit list, a variable rate
or a reordered frame makes each of them wrong. Only PyAV decodes (its libraries come with it); on real recordings, other ways lost the
last frame, missed frames when seeking, or spoilt HDR.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError, MissingExtra
from mindsight.text import Text, text
from mindsight.vsig.media import hdr

if TYPE_CHECKING:
    import av
    from av.container import InputContainer

Image = NDArray[np.uint8]
"""RGB, shape (height, width, 3)."""

MOST_PIXELS = 40_000_000
"""Pixels of a frame, a little more than 8K."""
MOST_FRAMES = 20_000
LONGEST_S = 600

_FORMATS = "mov,matroska,avi,mpegts"
"""Accepted containers; formats that name other files, such as playlists, are not among them."""
_THREADS = 4
_JUMP = Fraction(1, 2)


class Turn(NamedTuple):
    """How a stored picture becomes upright: quarter turns clockwise, then mirrored left to right."""

    quarters: int
    mirrored: bool

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the upright size of a picture stored in this size."""
        return (height, width) if self.quarters % 2 else (width, height)


class Shown(NamedTuple):
    """A decoded frame as stored, its time in seconds of the container's clock, and its rotation."""

    time_s: Fraction
    frame: "av.VideoFrame"
    turn: Turn


@contextmanager
def opened(path: Path) -> Iterator["InputContainer"]:
    """Open a video file as a context; any error inside becomes one sentence about the file.

    Raises:
        InputError: There is no such file, or it is not a readable video.
        MissingExtra: PyAV is not installed.
    """
    av = library()
    try:
        with av.open(
            str(path.absolute()),
            container_options={"format_whitelist": _FORMATS, "protocol_whitelist": "file"},
            metadata_errors="replace",
        ) as container:
            yield container
    except FileNotFoundError as error:
        raise InputError("{file}: there is no such video", file=str(path)) from error
    except decoder_errors(OSError) as error:
        raise unreadable(path, _reason(error)) from error


def library() -> Any:
    """Return PyAV.

    Raises:
        MissingExtra: It is not installed.
    """
    try:
        import av
    except ImportError as error:
        raise MissingExtra("videos need PyAV, which is not installed; run: pip install 'mindsight[vsig]'") from error
    return av


def unreadable(path: Path, reason: Text) -> InputError:
    """Return the error of a video that cannot be used."""
    return InputError(
        "{file}: cannot be used as a video: {reason}; export it once more as MP4 (H.264)", file=str(path), reason=reason
    )


def video_of(container: "InputContainer", path: Path) -> "av.VideoStream":
    """Return the video stream, ready to be decoded.

    Raises:
        InputError: There is none, or its pictures are too large.
    """
    streams = [stream for stream in container.streams.video if _is_film(stream)]
    if not streams:
        raise unreadable(path, text("it holds no pictures"))
    stream = streams[0]
    _check_size(path, stream.codec_context.width, stream.codec_context.height)
    stream.thread_type = "AUTO"
    stream.codec_context.thread_count = _THREADS
    return stream


def shown(container: "InputContainer", path: Path) -> Iterator[Shown]:
    """Yield the frames in display order, leaving out those with the same time as the one before.

    Raises:
        InputError: The file is truncated or damaged, or exceeds the limits on frames, length or size.
    """
    stream = video_of(container, path)
    first = last = turn = None
    count = 0
    for frame in _decoded(container, stream, path):
        if frame.pts is None or frame.time_base is None:
            raise unreadable(path, text("a frame does not state when it is shown"))
        time = frame.pts * Fraction(frame.time_base)
        if last is not None and time <= last:
            continue
        first, last, count = (time if first is None else first), time, count + 1
        _check_size(path, frame.width, frame.height)
        _check_length(path, count, time - first)
        # A recording is turned as a whole, so its first frame decides.
        turn = turn_of(frame) if turn is None else turn
        yield Shown(time, frame, turn)
    if last is None:
        raise unreadable(path, text("it shows no picture"))
    _check_end(path, container, stream, last)


def upright(one: Shown, *, longest: int | None = None) -> Image:
    """Return a frame as an upright RGB picture; PQ is mapped to the tones of a screen."""
    frame, turn = one.frame, one.turn
    width, height = (frame.width, frame.height) if longest is None else fitted(frame.width, frame.height, longest)
    if is_pq(frame):
        pixels: NDArray[Any] = hdr.from_pq(frame.reformat(width, height, "rgb48le", interpolation="AREA"))
    else:
        pixels = frame.reformat(width, height, "rgb24", interpolation="AREA").to_ndarray()
    if turn.quarters:
        pixels = np.rot90(pixels, -turn.quarters)
    if turn.mirrored:
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(pixels)


def fitted(width: int, height: int, longest: int) -> tuple[int, int]:
    """Return the size of a picture reduced to at most ``longest``, never enlarged."""
    share = min(1.0, longest / max(width, height))
    return max(1, round(width * share)), max(1, round(height * share))


def turn_of(frame: "av.VideoFrame") -> Turn:
    """Return the rotation of a frame, rounded to quarter turns."""
    # Reading side data keeps a frame alive until the garbage collector runs, with all of its pixels; so it is read from a copy of a few
    # pixels.
    matrix: Any = frame.reformat(2, 2).side_data.get("DISPLAYMATRIX")
    if matrix is None:
        return Turn(0, mirrored=False)
    # The upper left of a 3 × 3 matrix: the directions on the screen of a step to the right (a, b) and down (c, d).
    a, b, _, c, d = np.frombuffer(bytes(matrix), np.int32)[:5].astype(float)
    mirrored = bool(a * d - b * c < 0)
    return Turn(round(float(np.degrees(np.arctan2(b, -a if mirrored else a))) / 90) % 4, mirrored)


def is_pq(frame: "av.VideoFrame") -> bool:
    """Return whether brightness is stored by SMPTE ST 2084, which looks grey and flat on a screen without conversion."""
    return frame.color_trc == hdr.PQ


def _decoded(container: "InputContainer", stream: "av.VideoStream", path: Path) -> Iterator["av.VideoFrame"]:
    for packet in container.demux(stream):
        if packet.is_corrupt:
            raise broken(path)
        for frame in packet.decode():
            if frame.is_corrupt:
                raise broken(path)
            yield frame


def broken(path: Path) -> InputError:
    """Return the error of a truncated or damaged file."""
    return unreadable(path, text("it is truncated or damaged"))


def _is_film(stream: "av.VideoStream") -> bool:
    # Cover art is a single picture beside the film; a stream of an unknown codec has no context.
    return known(stream) and "attached_pic" not in str(stream.disposition).lower()


def known(stream: "av.VideoStream | av.AudioStream") -> bool:
    """Return whether there is a decoder for a stream."""
    return getattr(stream, "codec_context", None) is not None


def _check_size(path: Path, width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise InputError(
            "{file}: its frames have {width} × {height} pixels, more than {most} million; export it smaller",
            file=str(path),
            width=width,
            height=height,
            most=MOST_PIXELS // 1_000_000,
        )


def _check_length(path: Path, count: int, length: Fraction) -> None:
    if count > MOST_FRAMES or length > LONGEST_S:
        raise InputError(
            "{file}: is longer than {frames} frames or {seconds} s; a sample is a clip of seconds, so cut it",
            file=str(path),
            frames=MOST_FRAMES,
            seconds=LONGEST_S,
        )


def _check_end(path: Path, container: "InputContainer", stream: "av.VideoStream", last: Fraction) -> None:
    """Raise an error if the file was cut off while being copied.

    Its index points beyond its end; without an index, its pictures end well before the announced time.
    """
    end = path.stat().st_size
    if any(entry.pos + entry.size > end for one in container.streams for entry in one.index_entries):
        raise broken(path)
    if stream.duration is None or stream.time_base is None or stream.average_rate is None:
        return
    announced = (stream.duration + (stream.start_time or 0)) * Fraction(stream.time_base)
    if last + 3 / Fraction(stream.average_rate) + _JUMP < announced:
        raise broken(path)


def _reason(error: BaseException) -> Text:
    if isinstance(error, MemoryError):
        return text("it needs more memory than there is")
    if isinstance(error, library().InvalidDataError):
        return text("it is not a video, or only a part of one")
    # Only the reason: the path that the library adds is in the message already.
    return text("{reason}", reason=getattr(error, "strerror", None) or str(error) or type(error).__name__)
