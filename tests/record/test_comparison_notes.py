"""Notes of a comparison: too few clusters for any claim, and pictures that a mean leaves out."""

from pathlib import Path

import pytest

from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.record.blocks import Curve
from mindsight.record.compared import blocks
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.subjects.spec import SubjectSpec
from record import trial

NOTHING_DONE = SubjectSpec("baseline", "identity")


def compared(kit: Path, folder: Path, *subjects: str) -> Comparison:
    """Compare each subject with doing nothing."""
    runs = [
        RunFolder(trial.sealed_run(kit, folder / str(number), SubjectSpec(*subject.split(":", 1))))
        for number, subject in enumerate(("baseline:identity", *subjects))
    ]
    return compare_runs(runs, seed=7)


def warning(found: Comparison, beginning: str) -> list[str]:
    return [str(sentence) for sentence in found.warnings if beginning in str(sentence)]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "subjects", "needed"), [(5, 1, 7), (6, 1, 7), (7, 1, 0), (7, 2, 8), (8, 2, 0)])
def test_too_few_clusters_for_so_many_tests(tmp_path: Path, count: int, subjects: int, needed: int) -> None:
    # Three measures are tested for each product. By hand: 3 · 2/2^6 = .094, 3 · 2/2^7 = .047; 6 · 2/2^7 = .094, 6 · 2/2^8 = .047.
    kit = trial.make_kit(tmp_path / "kit", count)
    found = compared(kit, tmp_path, *["baseline:nlmeans", "baseline:bilateral"][:subjects])
    assert {difference.clusters for difference in found.differences} == {count}
    said = warning(found, "Too few clusters")
    assert bool(said) == bool(needed)
    if said:
        assert f"{count} clusters and {3 * subjects} tests" in said[0]
        assert f"{needed} clusters or more" in said[0]
        assert all((difference.p or 1) >= 0.05 for difference in found.differences)
        assert any(block.id.startswith("warning") for block in found.blocks)


def test_a_curve_of_many_items_has_the_worst_the_best_and_few_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = trial.make_kit(tmp_path / "kit", 7)
    whole = compared(kit, tmp_path / "whole", "baseline:nlmeans")
    monkeypatch.setattr(blocks, "MOST_POINTS", 3)
    few = compared(kit, tmp_path / "few", "baseline:nlmeans")
    (of_whole,), (of_few,) = (
        [block for block in found.blocks if isinstance(block, Curve) and block.measure == "album.psnr"]
        for found in (whole, few)
    )
    for long, short in zip(of_whole.series, of_few.series, strict=True):
        assert len(long.y) == 7
        assert short.y == (long.y[0], long.y[3], long.y[6])
        assert short.x == (long.x[0], long.x[3], long.x[6])


def test_one_cluster_is_not_estimable_and_no_claim_is_denied(tmp_path: Path) -> None:
    found = compared(trial.make_kit(tmp_path / "kit", 1), tmp_path, "baseline:nlmeans")
    assert [difference.p for difference in found.differences] == [None] * 3
    assert warning(found, "Too few clusters") == []


def test_pictures_that_are_exact_are_counted_for_each_product(tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit", 4)
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for place, (item, _) in enumerate(EnhancementKit(kit).items()):
        source = item.reference if place < 2 else item.input
        (outputs / f"{item.id}.png").write_bytes((kit / source.path).read_bytes())
    found = compared(kit, tmp_path, f"folder:{outputs}")
    (said,) = warning(found, "equal their reference")
    assert said.startswith("product (2): 2 outputs")
    assert "infinite in PSNR" in said


def test_nothing_is_said_where_no_picture_is_exact(tmp_path: Path) -> None:
    found = compared(trial.make_kit(tmp_path / "kit", 3), tmp_path, "baseline:nlmeans")
    assert warning(found, "equal their reference") == []


def test_settings_of_subjects_are_reported_in_words_and_programs_by_their_names(tmp_path: Path) -> None:
    kit, runs = trial.make_kit(tmp_path / "kit", 1), []
    for number, (server, tools, numpy) in enumerate((("http://a", True, "1"), ("http://b", False, "2"))):
        run = RunFolder(trial.sealed_run(kit, tmp_path / str(number), NOTHING_DONE))
        set_so = {"subject.server": server, "subject.tools": tools, "subject.own": number}
        page = trial.read_page(run.path, MANIFEST)
        page["identity"] |= set_so
        page["software"]["numpy"] = numpy
        trial.write_page(run.path, MANIFEST, page)
        runs.append(run)
    said = {str(sentence).partition(" and product ")[2] for sentence in compare_runs(runs, seed=7).warnings}
    assert {
        "do not have the same server of the model: http://a, http://b",
        "do not have the same tools offered to the model: yes, no",
        "do not have the same subject.own: 0, 1",
        "were measured with different numpy: 1, 2",
    } <= said
