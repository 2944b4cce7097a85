"""Short films: pictures of equal size in, an MP4 that every browser plays out."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindsight.errors import MissingExtra

FRAMES_PER_S = 10


def write_clip(file: Path, frames: Iterable[NDArray[np.uint8]], *, frames_per_s: int = FRAMES_PER_S) -> int:
    """Write RGB frames of one even width and height as H.264, 4:2:0, and return their number; whole or not at all.

    Raises:
        MissingExtra: PyAV is not installed.
    """
    try:
        import av
    except ImportError as error:
        raise MissingExtra("a clip needs PyAV, which is not installed; run: pip install 'mindsight[home]'") from error
    count = 0
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f".{file.name}.part")
    try:
        with av.open(str(partial), "w", format="mp4", options={"movflags": "faststart"}) as container:
            # Few steady pictures and small writing: quality matters, size does not. One thread gives the same bytes twice.
            stream = container.add_stream("libx264", rate=frames_per_s, options={"crf": "20", "threads": "1"})
            stream.pix_fmt = "yuv420p"
            for frame in frames:
                if not count:
                    stream.height, stream.width = frame.shape[:2]
                container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
                count += 1
            container.mux(stream.encode())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return count
