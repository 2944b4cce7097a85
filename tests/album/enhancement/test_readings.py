"""Every other reading gives the score that a run under that reading has: the table is compared with such runs."""

import math
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from album.making import encoded, make_photos, rough_picture
from mindsight import checker
from mindsight.album.enhancement.formulas import PairTerms, pair_terms, psnr_db, psnr_points, ssim_index, ssim_points
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import Recipe, degrade, make_enhancement_kit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.enhancement.readings import values_of
from mindsight.album.enhancement.scoring import greyed, set_points
from mindsight.album.kits.pictures import decode
from mindsight.album.plan import AlbumPlan
from mindsight.album.profile import load_profile
from mindsight.kinds import rescore
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Results, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec

SIZE = (40, 30)


def kit_of(folder: Path, **fields: Any) -> EnhancementKit:
    photos = folder / "photos"
    if not photos.exists():
        make_photos(photos, 6, SIZE)
    profile = load_profile().model_copy(update={"name": "own" if fields else "gdcsa022-2024/1", **fields})
    target = folder / "-".join(["kit", *map(str, fields.values())])
    make_enhancement_kit(photos, target, Recipe(profile, 7, None), trial=True)
    return EnhancementKit(target)


def outputs_of(kit: EnhancementKit, folder: Path) -> Path:
    """Write outputs: the input, the reference, one shifted, two of other sizes; the last is missing."""
    folder.mkdir()
    ids = [entry.id for entry, _ in kit.items()]
    references = [decode(kit.read(entry.reference), name=entry.id).pixels for entry, _ in kit.items()]
    shutil.copyfile(kit.path / "inputs" / "0001.png", folder / "0001.png")
    wide = np.pad(references[3], ((2, 3), (4, 1), (0, 0)), mode="edge")
    for number, pixels in ((1, references[1]), (2, np.roll(references[2], 1, axis=1)), (3, wide), (4, wide[:20, :30])):
        (folder / f"{ids[number]}.png").write_bytes(encoded(pixels, "PNG"))
    return folder


def results_of(kit: EnhancementKit, outputs: Path, folder: Path, **options: Any) -> Results:
    spec = SubjectSpec("folder", str(outputs))
    test = EnhancementTest(kit, spec, Subject(spec=str(spec), name="product"), AlbumPlan(**options))
    run = run_test(test, folder)
    write_report(run)
    findings, _ = checker.check(str(folder))
    assert [finding.say() for finding in findings] == []
    assert rescore(RunFolder.open(folder))[1] == run.results
    return run.results


def table_of(results: Results) -> dict[tuple[str, str], tuple[Any, Any]]:
    (block,) = (block for block in results.blocks if block.id == "sensitivity")
    return {(str(row[0]), str(row[1])): (row[2], row[4]) for row in block.rows}  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readings")


@pytest.fixture(scope="module")
def reported(folder: Path) -> list[tuple[Any, ...]]:
    kit = kit_of(folder)
    results = results_of(kit, outputs_of(kit, folder / "outputs"), folder / "run", sensitivity=True)
    (block,) = (block for block in results.blocks if block.id == "sensitivity")
    return list(block.rows)  # type: ignore[union-attr]


CHANGES = [
    (field, value)
    for field in ("peak", "aggregation", "other_size", "registration", "grey")
    for value in values_of(field)
    if value != getattr(load_profile(), field)
]


QUICK = dict(reversed(CHANGES))
"""The first other value of each field; each needs a kit and a run."""


@pytest.mark.parametrize(
    ("field", "value"),
    [one if QUICK[one[0]] == one[1] else pytest.param(*one, marks=pytest.mark.slow) for one in CHANGES],
)
def test_a_run_under_the_other_reading_has_the_score_of_the_table(
    field: str, value: str, reported: list[tuple[Any, ...]], folder: Path
) -> None:
    # The inputs depend on neither of these fields, so the outputs match this kit too.
    kit = kit_of(folder, **{field: value})
    results = results_of(kit, folder / "outputs", folder / f"run-{field}-{value}")
    row = reported[1 + CHANGES.index((field, value))]
    for place, name in ((2, "album.psnr"), (4, "album.ssim")):
        assert row[place] == pytest.approx(results.measure(name).value, abs=2e-6), (row[0], row[1])


def test_without_the_pixels_the_table_says_what_is_missing(folder: Path) -> None:
    kit = EnhancementKit(folder / "kit") if (folder / "kit").exists() else kit_of(folder)
    outputs = folder / "outputs" if (folder / "outputs").exists() else outputs_of(kit, folder / "outputs")
    rows = table_of(results_of(kit, outputs, folder / "plain"))
    said = {str(points) for (points, _) in rows.values() if not isinstance(points, float)}
    assert said == {"not recorded; run with --sensitivity", "needs a kit prepared under that reading"}


def test_a_shifted_output_is_named_in_record_and_report(folder: Path, reported: list[tuple[Any, ...]]) -> None:
    run = RunFolder.open(folder / "run")
    shifted = {item.id: item.parsed["shift"] for item in run.items if "shift" in item.parsed}
    assert shifted == {"0003": [1, 0]}
    assert any(block.id == "warning-shift" for block in run.results.blocks)


@pytest.mark.parametrize(
    ("weights", "parts"), [("bt601", (299, 587, 114)), ("bt709", (2126, 7152, 722)), ("mean", (1, 1, 1))]
)
def test_grey_is_the_weighted_mean_rounded(weights: str, parts: tuple[int, int, int]) -> None:
    pixels = rough_picture((40, 50, 3), seed=3)
    found = greyed(pixels, weights)
    for y, x in np.ndindex(40, 50):
        exact = sum(Fraction(int(value) * part, sum(parts)) for value, part in zip(pixels[y, x], parts, strict=True))
        # OpenCV's own weights of BT.601 are rounded to 14 bits: next to a half, it may round the other way.
        assert abs(found[y, x] - exact) <= Fraction(1, 2) + (Fraction(1, 40) if weights == "bt601" else 0)


def test_order_and_channels_of_the_noise() -> None:
    flat = np.full((64, 64, 3), 128, dtype=np.uint8)

    def deviation(**fields: Any) -> Any:
        profile = load_profile().model_copy(update=fields)
        return degrade(flat, profile, np.random.default_rng(1)).astype(float)

    usual, common, first = deviation(), deviation(noise="common"), deviation(degradation="noise_blur")
    assert usual.std() == pytest.approx(10, rel=0.05)
    assert np.array_equal(common[..., 0], common[..., 2])
    assert not np.array_equal(usual[..., 0], usual[..., 2])
    # Blur of σ 1.5 averages the noise away: by 2·σ·√π for a Gaussian.
    assert first.std() == pytest.approx(10 / (2 * 1.5 * math.sqrt(math.pi)), rel=0.1)


PAIRS = [pair_terms(rough_picture((6, 7), seed), rough_picture((6, 7), seed + 50)) for seed in range(6)]
CLOSE = [
    pair_terms(one, np.clip(one.astype(int) + step, 0, 255).astype(np.uint8))
    for step, one in enumerate((rough_picture((6, 7), seed) for seed in range(5)), start=1)
]


@given(st.lists(st.sampled_from([None, *PAIRS, *CLOSE]), min_size=1, max_size=8))
def test_the_ways_to_bring_pictures_together_agree_with_their_words(pairs: list[PairTerms | None]) -> None:
    found = [pair for pair in pairs if pair is not None]
    share = len(found) / len(pairs)
    ways = {
        way: set_points(pairs, load_profile().model_copy(update={"aggregation": way}))
        for way in values_of("aggregation")
    }
    assert all(0 <= points <= 100 + 1e-9 for both in ways.values() for points in both)  # type: ignore[operator]
    if len(found) == 1:
        one = (psnr_points(psnr_db(found[0])) * share, ssim_points(ssim_index(found[0])) * share)
        assert all(both == pytest.approx(one) for both in ways.values())
    if len(found) == len(pairs):
        mean = math.fsum(psnr_points(psnr_db(pair)) for pair in found) / len(found)
        assert ways["mean_of_scores"][0] == pytest.approx(mean)
        error = sum(pair.squared_error for pair in found) / sum(pair.pixels for pair in found)
        db = 20 * math.log10(max(pair.peak for pair in found) / math.sqrt(error)) if error else math.inf
        assert ways["pooled"][0] == pytest.approx(psnr_points(db))
