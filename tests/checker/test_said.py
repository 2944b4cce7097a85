"""What a record says around its numbers: ranges and units, the summary, warnings, groups, and who could not be tested."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import test_home as plain
from mindsight.checker.items import error_doubts
from mindsight.home.scoring.generalisation import Outcomes
from mindsight.record.folder import RESULTS
from mindsight.text import text
from record import trial

Page = dict[str, Any]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed home run of which two tasks could not be tested. Not to be changed."""
    return plain.sealed_run(tmp_path_factory.mktemp("home") / "run", plain.COUNTS, unknown=["desk"])


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home, tmp_path / "run"))


def forged(run: Path, forge: Callable[[Page], object], name: str = RESULTS) -> list[str]:
    """Return what is found once a page was changed and the folder sealed again."""
    page = trial.read_page(run, name)
    forge(page)
    trial.write_page(run, name, page)
    trial.reseal(run)
    return plain.sentences(run)


def measure_of(page: Page, name: str) -> Page:
    found: Page = next(one for one in page["measures"] if one["name"] == name)
    return found


@pytest.mark.parametrize("field", ["low", "high"])
@pytest.mark.parametrize("name", ["album.psnr", "album.ssim"])
def test_the_range_of_a_column_is_held_against_what_it_is(sealed: Path, tmp_path: Path, name: str, field: str) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    other = {"low": -3.0, "high": 101.0}[field]
    (sentence,) = forged(run, lambda page: measure_of(page, name).update({field: other}))
    assert sentence.startswith(f"results.json: {name}.{field} is ")


def test_nothing_is_warned_of_where_every_task_was_tested(tmp_path: Path) -> None:
    whole = {"desk": Outcomes(tp=2, fp_valid=0, fn=1, tn_declined=3, tn_idle=0, fp_irrelevant=0)}
    assert plain.sentences(plain.sealed_run(tmp_path / "run", whole)) == []


@pytest.mark.parametrize("which", ["fn", "fp_irrelevant"])
def test_a_task_that_was_played_is_not_taken_back(run: Path, which: str) -> None:
    """Who calls an episode that ended wrongly a failure of the environment leaves what was done, or loses it."""
    items = trial.read_lines(run)
    manner, valid = plain._ENDS[which][1], plain._ENDS[which][0]
    one = next(i for i in items if i["terms"].get("manner") == manner and i["terms"]["valid"] is valid)
    error = text("The engine stopped.").model_dump(mode="json")
    one.update(status="failed", outcome="infrastructure_error", error=error, media={})
    del one["terms"]["manner"]
    trial.rechain(run, items)
    plain.recompute(run)
    (sentence,) = plain.sentences(run)
    assert sentence.endswith(f"item {one['id']} could not be tested, it says, but holds an answer")
    # Nor one of a subject from outside, whose harness says how it ended.
    one["answer"] = {"turns": [], "error": ""}
    trial.rechain(run, items)
    plain.recompute(run)
    assert {key for key, _ in plain.found(run)} == {"fate"}
    one["answer"] = {}
    trial.rechain(run, items)
    plain.recompute(run)
    assert plain.sentences(run) == []  # what no checker can tell


@pytest.mark.parametrize("text_left", ["", "no JSON", '{"marks": []}'])
def test_a_reply_that_is_there_was_given(text_left: str) -> None:
    item = {"status": "failed", "outcome": "infrastructure_error", "error": {}, "answer": {"text": text_left}}
    assert ("answered" in set(error_doubts(item))) is bool(text_left)
