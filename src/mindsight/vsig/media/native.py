"""Encode a clip for models that accept video: MP4, H.264 with AAC, no larger than they process.

It is always encoded anew. That takes a second or two and ensures that every model sees the same: upright pictures from time 0 and
synchronous sound, nothing else. Metadata about place and device is not sent.
"""

import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mindsight.vsig.media.decoding import Image, library, opened, shown, upright
from mindsight.vsig.media.sound import RATE, hear

if TYPE_CHECKING:
    import av
    from av.container import OutputContainer

LONGEST = 1280
"""Pixels of the longer side."""
_CLOCK = 90_000
_BT709 = 1
_LIMITED = 1
_PIECE = 1024


def clip(path: Path, *, longest: int = LONGEST) -> bytes:
    """Return the clip as MP4 with its sound and without metadata.

    Raises:
        InputError: The file cannot be used as a video.
        MissingExtra: PyAV is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        target = Path(folder) / "clip.mp4"
        # Bit-exact: leaves out the writer's name. Fast start: a reader can begin before it has the whole file.
        options = {"movflags": "faststart", "fflags": "bitexact"}
        with library().open(str(target), "w", format="mp4", container_options=options) as container:
            _write(container, path, longest)
        return target.read_bytes()


def _write(container: "OutputContainer", path: Path, longest: int) -> None:
    av = library()
    stream: Any = None
    start = Fraction(0)
    samples = None
    with opened(path) as source:
        rate = source.streams.video[0].average_rate if source.streams.video else None
        for one in shown(source, path):
            image = upright(one, longest=longest)
            if stream is None:
                start = one.time_s
                heard = hear(path, start)
                samples = None if heard.begins_ms is None else heard.samples
                stream = _video(container, image, rate)
                voice = None if samples is None else container.add_stream("aac", rate=RATE, layout="mono")
            frame = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(
                width=stream.width,
                height=stream.height,
                format="yuv420p",
                dst_colorspace="itu709",
                interpolation="AREA",
            )
            frame.pts, frame.time_base = round((one.time_s - start) * _CLOCK), Fraction(1, _CLOCK)
            container.mux(stream.encode(frame))
    container.mux(stream.encode())
    if voice is not None and samples is not None:
        for frame in _sound_frames(samples):
            container.mux(voice.encode(frame))
        container.mux(voice.encode())


def _video(container: "OutputContainer", image: Image, rate: Fraction | None) -> Any:
    options = {"preset": "veryfast", "crf": "20", "threads": "2"}
    stream: Any = container.add_stream("libx264", rate=rate or 30, options=options)
    # 4:2:0 shares colours among four pixels, so sides must be even.
    stream.width, stream.height = (max(2, side // 2 * 2) for side in (image.shape[1], image.shape[0]))
    stream.pix_fmt = "yuv420p"
    stream.time_base = stream.codec_context.time_base = Fraction(1, _CLOCK)
    coder = stream.codec_context
    coder.colorspace = coder.color_primaries = coder.color_trc = _BT709
    coder.color_range = _LIMITED
    return stream


def _sound_frames(samples: NDArray[np.int16]) -> Iterator["av.AudioFrame"]:
    av = library()
    for place in range(0, len(samples), _PIECE):
        frame = av.AudioFrame.from_ndarray(samples[None, place : place + _PIECE], format="s16", layout="mono")
        frame.sample_rate, frame.time_base, frame.pts = RATE, Fraction(1, RATE), place
        yield frame
