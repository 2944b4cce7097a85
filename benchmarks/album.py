"""Speed of image enhancement scoring against its own decoder, the usual code and one worker.

Every figure is a ratio of two things measured in turn in the same process, in CPU seconds where nothing waits, so that
a busy machine slows both. The photographs are the ones that scikit-image carries, enlarged to the sizes tested.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import Image
from skimage.metrics import peak_signal_noise_ratio, structural_similarity

from benchmarks.pictures import photographs
from benchmarks.rows import Row
from mindsight.album.enhancement.formulas import windowed_ssim
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementKit
from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.kits.kit import write_kit
from mindsight.album.kits.memory import keep_freed_memory
from mindsight.album.kits.pictures import decode, grey
from mindsight.album.plan import AlbumPlan
from mindsight.album.profile import load_profile
from mindsight.execution.parallel import Engine
from mindsight.pipeline import execute
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec

ROUNDS = 5
SIZES = (("512²", 512, 512, 400), ("1080p", 1920, 1080, 60), ("12 MP", 4000, 3000, 8))
cpu = time.process_time
NORMATIVE = AlbumPlan(normative_only=True, keep_outputs=False)


class Seconds(float):
    """What a way measured of itself."""


class Material(NamedTuple):
    """A kit of JPEG references and a folder of JPEG outputs."""

    kit: EnhancementKit
    outputs: Path


def measure() -> Iterator[Row]:
    """Yield the rows one by one as they are measured."""
    keep_freed_memory()
    cv2.setNumThreads(1)
    for name, width, height, count in SIZES:
        with material(width, height, count) as made:
            yield from _against_decoding(name, made)
            if name == "1080p":
                yield _against_usual_code(made)
                yield _two_workers(_many(made, 12))
    yield from _windowed()


@contextmanager
def material(width: int, height: int, count: int) -> Iterator[Material]:
    """Make JPEG photographs of a size, a kit of them and JPEG outputs, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        photos, outputs, kit = (Path(folder) / name for name in ("photos", "outputs", "kit"))
        photos.mkdir()
        outputs.mkdir()
        for number, pixels in zip(range(1, count + 1), photographs(width, height), strict=False):
            blurred = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.0), dtype=np.uint8)
            (photos / f"{number:05d}.jpg").write_bytes(simplejpeg.encode_jpeg(pixels, 90))
            (outputs / f"{number:04d}.jpg").write_bytes(simplejpeg.encode_jpeg(blurred, 90))
        make_enhancement_kit(photos, kit, Recipe(load_profile(), 7, None), trial=True)
        yield Material(EnhancementKit(kit), outputs)


def _against_decoding(name: str, made: Material) -> Iterator[Row]:
    pairs = _pairs(made)

    def to_rgb() -> None:
        for reference, output in pairs:
            decode(reference.read_bytes(), name="reference")
            decode(output.read_bytes(), name="output")

    def to_grey() -> None:
        for reference, output in pairs:
            grey(decode(reference.read_bytes(), name="reference").pixels)
            grey(decode(output.read_bytes(), name="output").pixels)

    ways: list[Callable[[], object]] = [
        to_rgb,
        to_grey,
        lambda: score(made, NORMATIVE, cpu),
        lambda: score(made, AlbumPlan(), cpu),
    ]
    rgb, greys, normative, default = in_turn(ways, cpu)
    ceiling = f"decoding alone does {len(pairs) / statistics.median(greys):.0f} pairs/s"
    yield at_least(f"{name}: --only normative / decoding to grey", ratio_of(greys, normative), 0.90, ceiling)
    yield Row(f"{name}: --only normative / decoding to RGB", ratio_of(rgb, normative), "×", "told", True, ceiling)
    yield at_least(f"{name}: default output / decoding to grey", ratio_of(greys, default), 0.30, ceiling)


def _against_usual_code(made: Material) -> Row:
    pairs = _pairs(made)[:12]

    def usual() -> None:
        for reference, output in pairs:
            x, y = (np.asarray(Image.open(path).convert("L")) for path in (reference, output))
            peak_signal_noise_ratio(x, y, data_range=int(x.max()))
            _whole_picture_ssim(x.astype(np.float64), y.astype(np.float64))
            structural_similarity(x, y)

    ours, theirs = in_turn([lambda: score(made, NORMATIVE, cpu), usual], cpu, rounds=3)
    ratio = ratio_of(theirs, ours) * made.kit.header.count / len(pairs)
    return at_least(
        "1080p: --only normative / Pillow + scikit-image + NumPy loop", ratio, 10, "both decode the same JPEG files"
    )


def _whole_picture_ssim(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Return formula (8) as most people would write it: scikit-image has no SSIM without windows."""
    covariance = float(((x - x.mean()) * (y - y.mean())).mean())
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    luminance = (2 * x.mean() * y.mean() + c1) / (x.mean() ** 2 + y.mean() ** 2 + c1)
    return float(luminance * (2 * covariance + c2) / (x.var() + y.var() + c2))


def _two_workers(made: Material) -> Row:
    ways: list[Callable[[], object]] = [
        lambda: score(made, NORMATIVE, time.perf_counter, engine="local", workers=1),
        lambda: score(made, NORMATIVE, time.perf_counter, engine="local", workers=2),
    ]
    one, two = in_turn(ways, time.perf_counter, rounds=2)
    limit = "2 on two idle cores; starting the processes is counted"
    return at_least("1080p: two workers / one", ratio_of(one, two), 1.7, limit)


def _windowed() -> Iterator[Row]:
    for name, width, height, _ in SIZES:
        pixels = next(photographs(width, height))
        x = grey(pixels)
        y = grey(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.0), dtype=np.uint8))

        def theirs(x: object = x, y: object = y) -> float:
            return float(
                structural_similarity(
                    x, y, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255
                )
            )

        ways: list[Callable[[], object]] = [
            theirs,
            lambda x=x, y=y: windowed_ssim(x, y),  # type: ignore[misc]
            lambda x=x, y=y: windowed_ssim(x, y, precision="single"),  # type: ignore[misc]
        ]
        slow, double, single = in_turn(ways, cpu)
        limit = f"difference {abs(windowed_ssim(x, y) - theirs()):.0e}; four float64 filters are the work"
        yield at_least(f"{name}: windowed SSIM / scikit-image, to 1e-9", ratio_of(slow, double), 4, limit)
        difference = abs(windowed_ssim(x, y, precision="single") - theirs())
        yield Row(
            f"{name}: windowed SSIM / scikit-image, to 3e-6",
            ratio_of(slow, single),
            "×",
            "told",
            difference < 3e-6,
            f"difference {difference:.0e}; float32 halves the memory traffic",
        )


def score(
    made: Material, options: AlbumPlan, clock: Callable[[], float], *, engine: Engine = "serial", workers: int = 1
) -> "Seconds":
    """Return the seconds of executing and scoring a folder of outputs: everything that is done per picture."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        spec = SubjectSpec("folder", str(made.outputs))
        test = EnhancementTest(made.kit, spec, Subject(spec=str(spec), name="benchmark"), options)
        run = RunFolder.create(Path(folder) / "run", test.manifest, data=test.data)
        started = clock()
        execute(test, run, engine=engine, workers=workers)
        return Seconds(clock() - started)


def _many(made: Material, times: int) -> Material:
    """Return a larger kit and folder of outputs that are hard links to the given ones, beside them."""
    folder = made.kit.path.parent
    kit, outputs = folder / "many-kit", folder / "many-outputs"
    for path in (kit / "inputs", kit / "truth", outputs):
        path.mkdir(parents=True)

    def items() -> Iterator[EnhancementEntry]:
        for number, (item, _) in enumerate((pair for _ in range(times) for pair in made.kit.items()), start=1):
            new = f"{number:05d}"
            pictures = {}
            for role, picture in (("reference", item.reference), ("input", item.input)):
                path = str(Path(picture.path).with_stem(new))
                os.link(made.kit.path / picture.path, kit / path)
                pictures[role] = picture.model_copy(update={"path": path})
            os.link(made.outputs / f"{item.id}.jpg", outputs / f"{new}.jpg")
            yield item.model_copy(update={"id": new, "cluster": new, **pictures})

    write_kit(kit, made.kit.header.model_copy(update={"count": made.kit.header.count * times}), items())
    return Material(EnhancementKit(kit), outputs)


def ratio_of(above: list[float], below: list[float]) -> float:
    """Return the median of the ratios round by round: a slow moment of the machine meets both."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def _pairs(made: Material) -> list[tuple[Path, Path]]:
    return [(made.kit.path / item.reference.path, made.outputs / f"{item.id}.jpg") for item, _ in made.kit.items()]


def in_turn(ways: list[Callable[[], object]], clock: Callable[[], float], *, rounds: int = ROUNDS) -> list[list[float]]:
    """Return the seconds of each way over several rounds; one round goes through all ways, the first is not counted.

    A way that returns seconds has measured itself, without what it had to prepare.
    """
    times: list[list[float]] = [[] for _ in ways]
    for number in range(rounds + 1):
        for way, taken in zip(ways, times, strict=True):
            started = clock()
            own = way()
            if number:
                taken.append(own if isinstance(own, Seconds) else clock() - started)
    return times


def at_least(name: str, value: float, target: float, limit: str) -> Row:
    return Row(name, value, "×", f"≥ {target:g}", value >= target, limit)
