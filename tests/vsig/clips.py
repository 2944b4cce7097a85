"""Encode clips from pictures and sound, with each peculiarity of real recordings."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from vsig.speaking import RATE

Image = NDArray[np.uint8]


def write_clip(
    path: Path,
    frames: Iterable[Image],
    *,
    fps: int = 30,
    times_ms: Sequence[float] | None = None,
    sound: NDArray[np.int16] | None = None,
    sound_begins_ms: float = 0.0,
    rate: int = RATE,
    codec: str = "libx264",
    pix_fmt: str = "yuv420p",
    options: dict[str, str] | None = None,
    colours: dict[str, int] | None = None,
    metadata: dict[str, str] | None = None,
) -> Path:
    """Write RGB frames and mono sound; the file's suffix selects the container.

    Args:
        path: The file.
        frames: RGB pictures of one even size.
        fps: Frames per second.
        times_ms: When each frame is shown, instead of ``fps``.
        sound: 16-bit samples; None for a clip without sound.
        sound_begins_ms: When the first sample is heard.
        rate: Samples of sound per second.
        codec: The video codec.
        pix_fmt: How pixels are stored.
        options: Options of the codec.
        colours: Colour fields of the stream, such as ``{"color_trc": 18}``.
        metadata: Metadata of the container.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    settings = {"preset": "ultrafast", "crf": "18", "threads": "1"} if codec == "libx264" else {}
    with av.open(str(path), "w", options={"movflags": "use_metadata_tags"} if metadata else {}) as container:
        container.metadata.update(metadata or {})
        video = container.add_stream(codec, rate=fps, options=settings | (options or {}))
        video.pix_fmt = pix_fmt
        video.time_base = video.codec_context.time_base = Fraction(1, 1000 if times_ms is not None else fps)
        for name, value in (colours or {}).items():
            setattr(video.codec_context, name, value)
        heard = None
        if sound is not None:
            heard = container.add_stream("libopus" if path.suffix == ".webm" else "aac", rate=rate, layout="mono")
        for number, pixels in enumerate(frames):
            if not number:
                video.height, video.width = pixels.shape[:2]
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts = number if times_ms is None else round(times_ms[number])
            frame.time_base = video.codec_context.time_base
            container.mux(video.encode(frame))
        container.mux(video.encode())
        if heard is not None and sound is not None:
            _hear(container, heard, sound, rate, round(sound_begins_ms * rate / 1000))
    return path


def _hear(
    container: av.container.OutputContainer,
    stream: av.AudioStream,
    sound: NDArray[np.int16],
    rate: int,
    begin: int,
) -> None:
    size = 960
    for place in range(0, len(sound), size):
        frame = av.AudioFrame.from_ndarray(sound[None, place : place + size], format="s16", layout="mono")
        frame.sample_rate, frame.time_base, frame.pts = rate, Fraction(1, rate), begin + place
        container.mux(stream.encode(frame))
    container.mux(stream.encode())
