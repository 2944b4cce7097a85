"""What a record says around its numbers: ranges and units, the summary, warnings, groups, and who could not be tested."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import test_home as plain
from mindsight import checker
from mindsight.checker.items import error_doubts
from mindsight.home.classes import CLASSES, groups_of
from mindsight.home.reporting import run_report
from mindsight.home.scoring.generalisation import Outcomes
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS, RunFolder
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


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("home.T", "low", 0.0),
        ("home.T", "high", 2.0),
        ("home.T", "clause", "4.2"),
        ("home.T_at.2", "low", -0.2),
        ("home.T_gain", "low", -1.0),
        ("home.T_gap", "high", 1.0),
        ("home.f_gap", "better", "higher"),
        ("home.f_spread", "high", 1.0),
        ("home.f_spread", "better", "higher"),
        ("home.f.desk", "better", "lower"),
        ("home.f.desk", "unit", "points"),
        ("home.graded.desk", "unit", "index"),
        ("home.graded.desk", "high", None),
        ("home.domain.social", "clause", "4.2"),
    ],
)
def test_what_a_measure_says_of_itself_is_held_against_what_it_is(run: Path, name: str, field: str, value: Any) -> None:
    (sentence,) = forged(run, lambda page: measure_of(page, name).update({field: value}))
    assert sentence.startswith(f"results.json: {name}.{field} is ")


@pytest.mark.parametrize("field", ["low", "high", "better"])
@pytest.mark.parametrize("name", ["album.psnr", "album.psnr_db", "album.ssim_index", "album.ssim_gain"])
def test_so_are_range_and_direction_in_other_suites(sealed: Path, tmp_path: Path, name: str, field: str) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    other = {"low": -3.0, "high": 101.0, "better": "lower"}[field]
    (sentence,) = forged(run, lambda page: measure_of(page, name).update({field: other}))
    assert sentence.startswith(f"results.json: {name}.{field} is ")


@pytest.mark.parametrize(
    "forge",
    [
        lambda page: page.update(blocks=[]),
        lambda page: page.update(blocks=page["blocks"][1:]),
        lambda page: page["blocks"][0].update(rows=[]),
        lambda page: page["blocks"][0].update(rows=[["home.T", None, None]]),
    ],
    ids=["no blocks", "no summary", "no rows", "no links"],
)
def test_a_page_that_shows_nothing_is_named(run: Path, forge: Callable[[Page], object]) -> None:
    assert "results.json: the table summary is missing" in forged(run, forge)


@pytest.mark.parametrize("note", ["warning-untested", "warning-provisional"])
def test_a_warning_that_was_taken_away_is_named(run: Path, note: str) -> None:
    def without(page: Page) -> None:
        assert note in {block["id"] for block in page["blocks"]}
        page["blocks"] = [block for block in page["blocks"] if block["id"] != note]

    assert forged(run, without) == [f"results.json: the note {note} is missing"]


@pytest.mark.parametrize("task", plain.TASKS)
def test_counts_of_outcomes_are_held_against_the_items(run: Path, task: str) -> None:
    block = run_report._confusion(task, list(RunFolder(run).items)).model_dump(mode="json")
    assert forged(run, lambda page: page["blocks"].append(block)) == []
    block["counts"][0][0] += 1
    (sentence,) = forged(run, lambda page: page["blocks"].__setitem__(-1, block))
    assert sentence.startswith(f"results.json: confusion-{task}.counts is [[")


def test_nothing_is_warned_of_where_every_task_was_tested(tmp_path: Path) -> None:
    whole = {"desk": Outcomes(tp=2, fp_valid=0, fn=1, tn_declined=3, tn_idle=0, fp_irrelevant=0)}
    assert plain.sentences(plain.sealed_run(tmp_path / "run", whole)) == []


def test_classes_in_another_dimension_are_named(run: Path) -> None:
    manifest = trial.read_page(run, MANIFEST)
    manifest["plan"]["groups"]["dimension"] = {"object": ["buttons", "suitcase"], "commonsense": ["desk"]}
    trial.write_page(run, MANIFEST, manifest)
    plain.recompute(run)  # the numbers follow from it
    assert plain.found(run) == {("disagrees", "plan.groups")}


def test_both_know_the_groups_of_every_class() -> None:
    for chosen in (list(CLASSES), list(CLASSES)[::-2], ["gift"], ["a class of tomorrow", "desk"]):
        assert checker._groups(chosen) == groups_of(chosen)


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


def test_dials_that_no_condition_turns_are_named() -> None:
    conditions = [{"key": "good-eyes", "facts": {}}, {"key": "slow=1", "facts": {"dial": "slow", "strength": 1}}]

    def doubts(*dials: str) -> set[Any]:
        plan = {"conditions": conditions, "needs": {}, "reasons": [], "dials": {key: {} for key in dials}}
        return {doubt.get("field") for doubt in checker.PLAN_DOUBTS["home.validity"]({"plan": plan}, {})}

    assert "plan.dials" not in doubts("slow")
    for dials in ((), ("jitter",), ("jitter", "slow")):
        assert "plan.dials" in doubts(*dials), canonical.line({"dials": list(dials)})
