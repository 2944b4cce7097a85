"""Speed of image segmentation scoring against its own decoders, and of its counts against the usual code.

Every figure is a ratio of two things measured in turn in the same process, in CPU seconds, so that a busy machine slows
both. The photographs are the ones that scikit-image carries; their masks are soft at the edges, as alpha channels are.
"""

import math
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
from sklearn.metrics import jaccard_score

from benchmarks.album import SIZES, Seconds, at_least, in_turn, ratio_of
from benchmarks.pictures import photographs
from benchmarks.rows import Row
from mindsight.album.kits.memory import keep_freed_memory
from mindsight.album.kits.pictures import Pixels, decode_rgba, encode_png
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.cutouts import Export, cut_out
from mindsight.album.segmentation.formulas import THRESHOLDS, output_terms
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.masks import stored_mask
from mindsight.album.segmentation.preparation import MaskRecipe, make_segmentation_kit, material
from mindsight.album.segmentation.procedure import SegmentationTest
from mindsight.pipeline import execute
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec

cpu = time.process_time
_COUNTS = {"512²": 200, "1080p": 40, "12 MP": 6}


class Cut(NamedTuple):
    """A kit, and a folder of outputs of one convention."""

    kit: SegmentationKit
    outputs: Path
    conventions: Conventions


def measure() -> Iterator[Row]:
    """Yield the rows one by one as they are measured."""
    keep_freed_memory()
    cv2.setNumThreads(1)
    for name, width, height, _ in SIZES:
        with _made(width, height, _COUNTS[name]) as cuts:
            for way, cut in cuts.items():
                yield from _against_decoding(f"{name}: {way}", cut, small=width < 1000)
        yield _against_usual_code(name, width, height)


@contextmanager
def _made(width: int, height: int, count: int) -> Iterator[dict[str, Cut]]:
    """Make a kit and outputs of each convention in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        base = Path(folder)
        for name in ("photos", "masks", "mask", "alpha", "jpeg"):
            (base / name).mkdir()
        for number, pixels in zip(range(1, count + 1), photographs(width, height), strict=False):
            mask = _mask(width, height, number)
            output = np.roll(mask, 9, axis=1)
            (base / "photos" / f"{number:05d}.jpg").write_bytes(simplejpeg.encode_jpeg(pixels, 90))
            (base / "masks" / f"{number:05d}.png").write_bytes(encode_png(mask))
            (base / "mask" / f"{number:04d}.png").write_bytes(encode_png(output))
            (base / "alpha" / f"{number:04d}.png").write_bytes(_rgba(pixels, output))
            on_white = np.where(output[:, :, None] >= 128, pixels, 255).astype(np.uint8)
            (base / "jpeg" / f"{number:04d}.jpg").write_bytes(simplejpeg.encode_jpeg(on_white, 90))
        recipe = MaskRecipe(load_profile(kind="segmentation"))
        make_segmentation_kit(material(base / "photos", base / "masks"), base / "kit", recipe, trial=True)
        kit = SegmentationKit(base / "kit")
        yield {
            "masks in PNG": Cut(kit, base / "mask", Conventions(mask_from="mask")),
            "cut-outs in PNG": Cut(kit, base / "alpha", Conventions()),
            "JPEG on white": Cut(kit, base / "jpeg", Conventions(mask_from="colour")),
        }


def _mask(width: int, height: int, number: int) -> Pixels:
    mask = np.zeros((height, width), np.uint8)
    place = (width // 2 + 7 * (number % 9), height // 2)
    cv2.ellipse(mask, place, (width // 4, height // 3), 20 * number, 0, 360, 255, cv2.FILLED)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 2), dtype=np.uint8)


def _rgba(pixels: Pixels, alpha: Pixels) -> bytes:
    stored = np.dstack([pixels[:, :, ::-1], alpha])
    return cv2.imencode(".png", stored, [cv2.IMWRITE_PNG_COMPRESSION, 3])[1].tobytes()


def _against_decoding(name: str, cut: Cut, *, small: bool) -> Iterator[Row]:
    pairs = [
        (entry, cut.kit.path / entry.mask.path, next(cut.outputs.glob(f"{entry.id}.*"))) for entry, _ in cut.kit.items()
    ]

    def decoding() -> None:
        for entry, mask, output in pairs:
            stored_mask(mask.read_bytes(), name="mask", width=entry.mask.width, height=entry.mask.height)
            decode_rgba(output.read_bytes(), name="output")

    def to_masks() -> None:
        for entry, mask, output in pairs:
            width, height = entry.mask.width, entry.mask.height
            stored_mask(mask.read_bytes(), name="mask", width=width, height=height)
            export = Export("output", width, height, _no_original, resize=False, megapixels=math.inf)
            cut_out(output.read_bytes(), cut.conventions, export)

    options = AlbumPlan(keep_outputs=False, conventions=cut.conventions)
    plain, masks, scored = in_turn([decoding, to_masks, lambda: _score(cut, options)], cpu)
    ceiling = f"decoding alone does {len(pairs) / statistics.median(plain):.0f} pairs/s"
    share = ratio_of(masks, scored)
    if small:
        # What is recorded of an item costs as much as a third of the decoding of so small an image.
        yield Row(f"{name}: segmentation / decoding to masks", share, "×", "told", True, ceiling)
    else:
        yield at_least(f"{name}: segmentation / decoding to masks", share, 0.85, ceiling)
    yield Row(f"{name}: segmentation / decoding alone", ratio_of(plain, scored), "×", "told", True, ceiling)


def _no_original() -> Pixels:
    raise AssertionError("none of these conventions needs the original")


def _against_usual_code(name: str, width: int, height: int) -> Row:
    truth = _mask(width, height, 1)
    output = np.roll(truth, 9, axis=1)

    def usual() -> float:
        mine, its = truth >= 128, output >= 128
        return float(np.logical_and(mine, its).sum() / np.logical_or(mine, its).sum())

    ways: list[Callable[[], object]] = [usual, lambda: output_terms(truth, output, THRESHOLDS)]
    theirs, ours = in_turn(ways, cpu)
    counts = output_terms(truth, output, THRESHOLDS).counts[128]
    expected = jaccard_score((truth[::4, ::4] >= 128).ravel(), (output[::4, ::4] >= 128).ravel())
    close = abs(counts.tp / (counts.tp + counts.fp + counts.fn) - expected) < 0.01
    limit = "ours counts at five thresholds and sums grey values; NumPy at one"
    return Row(f"{name}: counts / NumPy's IoU", ratio_of(theirs, ours), "×", "told", close, limit)


def _score(cut: Cut, options: AlbumPlan) -> Seconds:
    """Return the seconds of executing and scoring a folder of outputs: everything that is done per image."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        spec = SubjectSpec("folder", str(cut.outputs))
        test = SegmentationTest(cut.kit, spec, Subject(spec=str(spec), name="benchmark"), options)
        run = RunFolder.create(Path(folder) / "run", test.manifest, data=test.data)
        started = cpu()
        execute(test, run, engine="serial", workers=1)
        return Seconds(cpu() - started)
