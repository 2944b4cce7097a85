"""A run that names a review does not say that there was none; one that says both, as earlier versions wrote it, is verified as it is."""

from pathlib import Path

import pytest

from mindsight.record.folder import RunFolder
from mindsight.record.model import NOT_REVIEWED, DataReview, Manifest, as_reviewed, resting_on
from mindsight.verification.manifests import manifest_again

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
REVIEW = DataReview(name="rooms", on="2026-11-20", sha256="0" * 64, checks=1, failed=0, warnings=0, waiting=0)
RUNS = sorted(one.parent.name for one in GOLDEN.glob("home-*/manifest.json") if NOT_REVIEWED in one.read_text("utf-8"))


def notes(manifest: Manifest) -> list[str]:
    return [one.id for one in manifest.departures]


@pytest.mark.parametrize("name", RUNS)
def test_the_note_falls_with_a_review_and_nothing_else_does(name: str) -> None:
    manifest = RunFolder.open(GOLDEN / name).manifest
    assert manifest.review is None
    rested = resting_on(manifest, REVIEW)
    assert rested.review == REVIEW
    assert notes(rested) == [one for one in notes(manifest) if one != NOT_REVIEWED]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("says", ["both", "only the review"])
def test_both_ways_of_saying_it_are_verified(name: str, says: str) -> None:
    manifest = RunFolder.open(GOLDEN / name).manifest
    before = manifest.model_copy(update={"review": REVIEW}) if says == "both" else resting_on(manifest, REVIEW)
    assert notes(as_reviewed(manifest, before)) == notes(before)


@pytest.mark.parametrize("name", RUNS)
def test_without_a_review_the_note_must_be_there(name: str) -> None:
    run = RunFolder.open(GOLDEN / name)
    assert NOT_REVIEWED in notes(manifest_again(run))
    silent = run.manifest.model_copy(
        update={"departures": tuple(one for one in run.manifest.departures if one.id != NOT_REVIEWED)}
    )
    assert NOT_REVIEWED in notes(as_reviewed(manifest_again(run), silent))
