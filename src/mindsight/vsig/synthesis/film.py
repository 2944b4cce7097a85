"""Write a clip as a file: H.264 and AAC in MP4, the same bytes from the same pictures."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindsight.vsig.synthesis.speech.sound import Samples

Picture = NDArray[np.uint8]

SOUND_RATE = 48_000
# One thread makes the bytes reproducible.
_QUALITY = {"crf": "18", "preset": "veryfast", "bf": "0", "threads": "1"}
_COLOURS = {"colorprim": "bt709", "transfer": "bt709", "colormatrix": "bt709"}
_BLOCK = 1024


def write_film(
    path: Path, frames: Iterable[Picture], fps: int, size: tuple[int, int], sound: tuple[Samples, int] | None
) -> None:
    """Write a clip; ``sound`` is (samples, samples per second) from the first frame on, or None for a silent clip."""
    import av

    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        video = container.add_stream("libx264", rate=fps, options={**_QUALITY, **_COLOURS})
        video.width, video.height = size
        video.pix_fmt = "yuv420p"
        heard = container.add_stream("aac", rate=SOUND_RATE, layout="mono") if sound is not None else None
        for number, pixels in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, fps)
            container.mux(video.encode(frame))
        container.mux(video.encode())
        if heard is not None and sound is not None:
            _write_sound(container, heard, *sound)


def _write_sound(container: "object", stream: "object", samples: Samples, rate: int) -> None:
    import av

    resampler = av.AudioResampler(format="fltp", layout="mono", rate=SOUND_RATE)
    for place in range(0, len(samples), _BLOCK):
        block = av.AudioFrame.from_ndarray(samples[None, place : place + _BLOCK], format="fltp", layout="mono")
        block.sample_rate, block.pts, block.time_base = rate, place, Fraction(1, rate)
        for ready in resampler.resample(block):
            container.mux(stream.encode(ready))  # type: ignore[attr-defined]
    for ready in resampler.resample(None):
        container.mux(stream.encode(ready))  # type: ignore[attr-defined]
    container.mux(stream.encode())  # type: ignore[attr-defined]
