"""FFmpeg's own programs, to compare the decoding with: another build of the libraries, called independently."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

needs_ffmpeg = pytest.mark.skipif(
    not (shutil.which("ffmpeg") and shutil.which("ffprobe")), reason="the ffmpeg program is not installed"
)


def ffmpeg(*arguments: str | Path) -> bytes:
    """Run ffmpeg and return its output."""
    command = ["ffmpeg", "-v", "error", "-y", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=True).stdout


def decoded(path: Path, size: tuple[int, int], *, scale: str = "") -> NDArray[np.uint8]:
    """Return every frame that ffmpeg shows of a clip, as RGB of the size."""
    filters = ("-vf", scale) if scale else ()
    raw = ffmpeg("-i", path, *filters, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
    return np.frombuffer(raw, np.uint8).reshape(-1, size[1], size[0], 3)


def shown_times(path: Path) -> list[float]:
    """Return the time of each frame by ffprobe, in ms from the first."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "json"]
    found: dict[str, Any] = json.loads(subprocess.run([*command, str(path)], capture_output=True, check=True).stdout)
    times = [1000 * float(frame["pts_time"]) for frame in found["frames"]]
    return [time - times[0] for time in times]


def heard(path: Path) -> NDArray[np.int16]:
    """Return the sound as ffmpeg aligns it with time 0: 16 kHz, mono."""
    lined_up = "aresample=16000:async=1:first_pts=0"
    raw = ffmpeg("-i", path, "-vn", "-af", lined_up, "-ac", "1", "-ar", "16000", "-f", "s16le", "-")
    return np.frombuffer(raw, np.int16)
