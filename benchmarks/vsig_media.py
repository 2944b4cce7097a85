"""Clips of the vsig suite: decoding beside a bare PyAV loop, memory over few and many clips, what a second run finds made.

The bare loop opens the same file with the same number of threads, decodes every frame and turns the same ones into RGB;
ours also tells when each is shown, turns it upright, and sees whether the file is whole. CPU seconds of all threads.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pictures import photographs
from benchmarks.rows import Row

ROUNDS = 5
FEW, MANY = 12, 96
_SIZE, _SECONDS, _FPS = (1920, 1080), 2, 30
_SHARE, _ALLOWED_MIB, _AGAIN = 0.9, 50, 0.2
_CODECS = (("libx264", "yuv420p"), ("libx265", "yuv420p10le"))


def measure() -> Iterator[Row]:
    """Yield the rows."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as place:
        folder = Path(place)
        clips = {codec: clip_at(folder / f"{codec}.mp4", codec, pixels) for codec, pixels in _CODECS}
        for codec, clip in clips.items():
            yield _decoding(codec, clip)
        yield _sampling(clips["libx265"])
        yield _memory(folder, clip_at(folder / "small.mp4", "libx264", "yuv420p", size=(640, 360), seconds=1))
        yield from _again(folder, clips["libx264"])


def _decoding(codec: str, clip: Path) -> Row:
    from mindsight.vsig.media import clips as media

    ours, bare = _side_by_side(
        lambda: [frame.image.shape for frame in media.pictures(clip)], lambda: _bare(clip, every=1)
    )
    ratio = statistics.median(b / a for a, b in zip(ours, bare, strict=True))
    rate = _SECONDS * _FPS / statistics.median(bare)
    limit = f"PyAV alone: {rate:.0f} frames of 1080p into RGB in a CPU second"
    return Row(f"vsig: decoding {codec}, of a bare PyAV loop", ratio, "×", f"≥ {_SHARE}", ratio >= _SHARE, limit)


def _sampling(clip: Path) -> Row:
    """Return the row of what a run does: decode all, turn two frames a second into pictures, and the last one."""
    from mindsight.vsig.media import clips as media

    ours, bare = _side_by_side(lambda: media.sampled(clip, fps=2), lambda: _bare(clip, every=_FPS // 2))
    ratio = statistics.median(b / a for a, b in zip(ours, bare, strict=True))
    limit = "most of it is decoding, which has to go through every frame to the last"
    return Row("vsig: two frames a second, of a bare PyAV loop", ratio, "×", f"≥ {_SHARE}", ratio >= _SHARE, limit)


def _memory(folder: Path, clip: Path) -> Row:
    few, many = (_peak_mib(folder / f"kept-{count}", clip, count) for count in (FEW, MANY))
    return Row(
        f"vsig: memory, media of {MANY} clips less {FEW}",
        many - few,
        "MiB",
        f"within ±{_ALLOWED_MIB}",
        abs(many - few) <= _ALLOWED_MIB,
        f"peaks {few:.0f} and {many:.0f} MiB, libraries included",
    )


def _again(folder: Path, clip: Path) -> Iterator[Row]:
    """Yield what a second run costs, and how much room copies of one clip take."""
    from mindsight.vsig.media.cache import MediaCache
    from mindsight.vsig.media.clips import sha256

    digest = sha256(clip)
    first = _timed(lambda: _all_media(MediaCache(folder / "again"), clip, digest))
    one = _bytes_in(folder / "again")
    second = statistics.median(
        _timed(lambda: _all_media(MediaCache(folder / "again"), clip, digest)) for _ in range(ROUNDS)
    )
    yield Row(
        "vsig: media made a second time / the first",
        second / first,
        "×",
        f"≤ {_AGAIN}",
        second / first <= _AGAIN,
        f"reading and checking {one / 1e6:.1f} MB takes {1000 * second:.0f} CPU ms",
    )
    for number in range(5):
        twin = folder / f"twin-{number}.mp4"
        os.link(clip, twin)
        _all_media(MediaCache(folder / "again"), twin, digest)
    room = _bytes_in(folder / "again") / one
    yield Row("vsig: room for six clips of one content / for one", room, "×", "= 1", room == 1, "the key is a hash")


def _all_media(cache: object, clip: Path, digest: str) -> None:
    from mindsight.vsig.media.cache import MediaCache

    assert isinstance(cache, MediaCache)
    cache.frames(clip, digest, fps=2)
    cache.sound(clip, digest)
    cache.clip(clip, digest)


def _side_by_side(ours: Callable[[], object], bare: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Return the seconds of both ways, in turn; the first round, which fills caches, does not count."""
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(ROUNDS + 1):
        # The way that begins changes, so that neither is always the one after a pause.
        for way in (0, 1) if number % 2 else (1, 0):
            seconds = _timed((ours, bare)[way])
            if number:
                found[way].append(seconds)
    return found


def _bare(clip: Path, *, every: int) -> list[tuple[int, ...]]:
    import av

    shapes = []
    with av.open(str(clip)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        stream.codec_context.thread_count = 4
        for number, frame in enumerate(container.decode(stream)):
            if number % every == 0 or number == _SECONDS * _FPS - 1:
                shapes.append(frame.to_ndarray(format="rgb24").shape)
    return shapes


def clip_at(path: Path, codec: str, pixels: str, *, size: tuple[int, int] = _SIZE, seconds: int = _SECONDS) -> Path:
    """Write a clip of photographs over which the camera walks, with a tone."""
    import av

    width, height = size
    wide = next(islice(photographs(width + 400, height), 1, None))
    quiet = {"x265-params": "log-level=none", "preset": "ultrafast"} if codec == "libx265" else {"preset": "veryfast"}
    with av.open(str(path), "w") as container:
        video: Any = container.add_stream(codec, rate=_FPS, options=quiet)
        video.width, video.height, video.pix_fmt = width, height, pixels
        voice: Any = container.add_stream("aac", rate=16_000, layout="mono")
        for number in range(seconds * _FPS):
            left = number * 3 % 400
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(wide[:, left : left + width]), format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, _FPS)
            container.mux(video.encode(frame))
        container.mux(video.encode())
        tone = np.asarray(8000 * np.sin(np.arange(seconds * 16_000) / 6), np.int16)
        for place in range(0, len(tone), 1024):
            piece = av.AudioFrame.from_ndarray(tone[None, place : place + 1024], format="s16", layout="mono")
            piece.sample_rate, piece.time_base, piece.pts = 16_000, Fraction(1, 16_000), place
            container.mux(voice.encode(piece))
        container.mux(voice.encode())
    return path


def _peak_mib(kept: Path, clip: Path, count: int) -> float:
    """Make the media of so many clips in a process of its own and return its peak memory."""
    command = [sys.executable, "-m", "benchmarks.vsig_media", str(kept), str(clip), str(count)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def _many(kept: Path, clip: Path, count: int) -> float:
    from mindsight.vsig.media.cache import MediaCache
    from mindsight.vsig.media.clips import sha256

    cache = MediaCache(kept)
    data = clip.read_bytes()
    for number in range(count):
        other = kept.with_name(f"{kept.name}-{number}.mp4")
        # A few bytes behind the end change the content and nothing that is shown.
        other.write_bytes(data + b"\0\0\0\x0cfree" + number.to_bytes(4, "big"))
        _all_media(cache, other, sha256(other))
        other.unlink()
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell how much memory a process has used")


def _bytes_in(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _timed(way: Callable[[], object]) -> float:
    started = time.process_time()
    way()
    return time.process_time() - started


if __name__ == "__main__":
    print(_many(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
