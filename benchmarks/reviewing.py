"""Reviewing photographs beside a loop that only reads, hashes and decodes them: by processor time and by the clock, and memory.

``python -m benchmarks.reviewing COUNT WIDTH WORKERS FOLDER`` measures one size; ``measure`` finds
what ten thousand take from two smaller reviews.
"""

import hashlib
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from PIL.ExifTags import IFD, Base

from benchmarks.pictures import photographs
from benchmarks.rows import Row

MEGAPIXELS_WIDTH = {3: 2016, 12: 4032}
"""Width of photographs of so many megapixels, in the shape 4 : 3."""
_FEW, _MANY, _WHOLE = 500, 1_500, 10_000
"""Contact sheets show fewer than the first of these, so that more pictures cost no more but to be examined."""
_ALLOWED, _ALLOWED_MIB = 1.3, 60
_KINDS = 12
_QUALITY = 88


class Took(NamedTuple):
    """Seconds of the processor and of the clock."""

    processor_s: float
    clock_s: float


def measure() -> Iterator[Row]:
    """Yield how much longer a review of ten thousand photographs takes than reading, hashing and decoding, and how its memory grows."""
    for megapixels, width in MEGAPIXELS_WIDTH.items():
        with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as place:
            ratio, bare_ms, peaks = of_ten_thousand(Path(place), width)
        yield Row(
            f"review of {_WHOLE:,} photographs of {megapixels} megapixels, relative to decoding and hashing",
            ratio,
            "×",
            f"at most {_ALLOWED}",
            ratio <= _ALLOWED,
            f"by reviews of {_FEW:,} and {_MANY:,}; {bare_ms:.1f} ms a photograph to decode and hash",
        )
        yield Row(
            f"memory of a review: {_MANY:,} photographs less {_FEW:,}",
            peaks[1] - peaks[0],
            "MiB",
            f"at most {_ALLOWED_MIB}",
            peaks[1] - peaks[0] <= _ALLOWED_MIB,
            f"largest processes {peaks[0]:.0f} and {peaks[1]:.0f} MiB, libraries included",
        )


def of_ten_thousand(place: Path, width: int) -> tuple[float, float, list[float]]:
    """Return the ratio for ten thousand photographs by two smaller reviews, what decoding takes for each, and the peaks of memory."""
    if not (place / "all").is_dir():
        write_photographs(place / "all", _MANY, width)
    bare_s = decode_and_hash(place / "all").processor_s / _MANY
    spent, peaks = [], []
    for count in (_FEW, _MANY):
        photos = place / str(count) / "photos"
        photos.mkdir(parents=True)
        for file in sorted((place / "all").iterdir())[:count]:
            (photos / file.name).hardlink_to(file)
        spent.append(reviewed(photos, place / str(count) / "review", workers=1).processor_s)
        peaks.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
    each_s = (spent[1] - spent[0]) / (_MANY - _FEW)
    whole_s = spent[0] + each_s * (_WHOLE - _FEW)
    return whole_s / (_WHOLE * bare_s), 1000 * bare_s, peaks


def write_photographs(folder: Path, count: int, width: int) -> None:
    """Write photographs that all show something else: parts of a few made-up scenes laid over each other, with the grain of a camera."""
    folder.mkdir(parents=True)
    height, rng = width * 3 // 4, np.random.default_rng(7)
    margin = width // 2
    scenes = []
    for _, scene in zip(range(_KINDS), photographs(width + margin, height + margin), strict=False):
        grain = rng.normal(0, 6, scene.shape).astype(np.int16)
        scenes.append(Image.fromarray(np.clip(scene + grain, 0, 255).astype(np.uint8)))
    exif = Image.Exif()
    exif[Base.Make], exif[Base.Model], exif[Base.Orientation] = "MindSight", "Bench 1", 1
    exif.get_ifd(IFD.Exif)[Base.DateTimeOriginal] = "2026:05:01 12:00:00"
    for number in range(count):
        one, other = (_part(scenes[int(place)], rng, width, height) for place in rng.choice(_KINDS, 2, replace=False))
        photo = Image.blend(one, other, float(rng.uniform(0.2, 0.8)))
        photo.save(folder / f"{number:06d}.jpg", quality=_QUALITY, exif=exif)


def _part(scene: Image.Image, rng: np.random.Generator, width: int, height: int) -> Image.Image:
    """Return a part of a scene that is half as large again as a photograph."""
    left, top = (int(rng.integers(side)) for side in (scene.width - width, scene.height - height))
    return scene.crop((left, top, left + width, top + height))


def decode_and_hash(folder: Path) -> Took:
    """Read, hash and decode every file of a folder, and return what that took."""
    processor, clock = time.process_time(), time.perf_counter()
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        hashlib.sha256(data).digest()
        with Image.open(io.BytesIO(data)) as image:
            image.load()
    return Took(time.process_time() - processor, time.perf_counter() - clock)


def reviewed(photos: Path, out: Path, *, workers: int) -> Took:
    """Return what a review with so many workers takes, all processes together."""
    words = ("review", str(photos), "--out", str(out), "--workers", str(workers))
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "mindsight", *words], stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"the review ended with status {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(spent, time.perf_counter() - clock)


def main(words: list[str]) -> None:
    """Measure one size and print both figures; photographs that are there already are used again."""
    count, width, workers, place = int(words[0]), int(words[1]), int(words[2]), Path(words[3])
    if not (place / "photos").is_dir():
        write_photographs(place / "photos", count, width)
    bare = decode_and_hash(place / "photos")
    whole = reviewed(place / "photos", place / "review", workers=workers)
    print(f"{count} photographs, {width} wide, seconds of the processor and of the clock")
    print(f"decoding and hashing: {bare.processor_s:.1f}, {bare.clock_s:.1f}")
    print(f"review, {workers} workers: {whole.processor_s:.1f}, {whole.clock_s:.1f}")
    print(f"ratio: {whole.processor_s / bare.processor_s:.3f}, {whole.clock_s / bare.clock_s:.3f}")
    print(f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main(sys.argv[1:])
