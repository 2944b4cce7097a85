"""A home run from prepared tasks to T: trivial subjects, recomputation from the record, and the report."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.household import TASKS, TRIALS, baseline_run, cache_of, household, prepared
from mindsight import checker
from mindsight.errors import IdentityError, RecordError, SubjectError
from mindsight.execution.parallel import Engine
from mindsight.home import suite, totals
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.running import failed_draft
from mindsight.home.irrelevance import NARROW
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.rebuilding import manifest_again
from mindsight.home.reporting.comparison import compare
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow
from mindsight.home.scoring.measures import score_row
from mindsight.pipeline import rehearse, run_test
from mindsight.record.blocks import Note, Strip
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item, Signature
from mindsight.report import render_html
from mindsight.text import Text, say, translate
from record import trial

KEY = TASKS[0]


@pytest.fixture(scope="module", autouse=True)
def _one_preflight() -> Iterator[None]:
    """Check the environment once for all tests, because each check takes a second."""
    found: dict[str, Any] = {}

    def check(*arguments: Any) -> dict[str, Any]:
        return found or found.update(check_environment(*arguments)) or found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite, "check_environment", check)
        yield


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


TESTED = ("oracle", "refuse", "eager")


class Runs(dict[str, Path]):
    """A sealed run of each requested subject; the oracle's with pictures. Not to be changed."""

    def __init__(self, data: Path, folder: Path) -> None:
        self._data, self._folder = data, folder

    def __missing__(self, name: str) -> Path:
        return self.setdefault(
            name, baseline_run(self._data, self._folder / name, name, keep_pictures=name == "oracle")
        )


@pytest.fixture(scope="module")
def runs(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(data, tmp_path_factory.mktemp("runs"))


def values(run: Path) -> dict[str, float | None]:
    return {measure.name: measure.value for measure in RunFolder(run).results.measures}


# Subjects of known ability


def test_the_oracle_gets_everything(runs: dict[str, Path]) -> None:
    found = values(runs["oracle"])
    assert (found["home.T"], found["home.T_valid"], found[f"home.graded.{KEY}"]) == (1, 1, 1)
    assert found["home.T_gain"] == 0.5


@pytest.mark.parametrize("name", ["refuse", pytest.param("idle", marks=pytest.mark.slow)])
def test_doing_nothing_gets_the_irrelevant_share(runs: dict[str, Path], name: str) -> None:
    found = values(runs[name])
    assert found[f"home.f.{KEY}"] == found["home.T"] == 0.5
    assert (found["home.T_valid"], found["home.T_gain"], found["home.f_spread"]) == (0, 0, 0)
    manner = {"refuse": "declined", "idle": "idle"}[name]
    assert {(item.outcome, item.terms["manner"]) for item in RunFolder(runs[name]).items} == {
        ("FN", "declined" if name == "refuse" else "ran_out"),
        ("TN", manner),
    }


def test_always_claiming_success_ignores_nothing(runs: dict[str, Path]) -> None:
    outcomes = [item.outcome for item in RunFolder(runs["eager"]).items]
    assert "TN" not in outcomes
    assert values(runs["eager"])[f"home.f.{KEY}"] == outcomes.count("TP") / TRIALS


@pytest.mark.parametrize(("trials", "unfit"), [(2, 1), (4, 1), (10, 5), (10, 3), (50, 25), (7, 6)])
@pytest.mark.parametrize("classes", [1, 2, 8])
def test_refusing_gives_the_share_on_any_plan(trials: int, unfit: int, classes: int) -> None:
    for how in ("tn_declined", "tn_idle"):
        one = Outcomes(
            **{
                "tp": 0,
                "fp_valid": 0,
                "fn": trials - unfit,
                "fp_irrelevant": 0,
                "tn_declined": 0,
                "tn_idle": 0,
                how: unfit,
            }
        )
        row = ResultsRow("nobody", {f"class {number}": one for number in range(classes)})
        score = score_row(row, Signature(identity={}, environment={}))
        assert set(score.accuracies.values()) == {unfit / trials}
        assert score.index == pytest.approx(unfit / trials, abs=1e-12)
        assert score.gain == pytest.approx(0, abs=1e-12)


@pytest.mark.slow
def test_another_share_of_irrelevant_tasks(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    data = prepared(cache_of(tmp_path_factory), tmp_path, irrelevant=0.25)
    run = baseline_run(data, tmp_path / "run", "refuse", irrelevant=0.25)
    assert values(run)["home.T"] == 0.25
    assert "departure-share" in {note.id for note in RunFolder(run).manifest.departures}
    assert checker.check(str(run))[0] == []


# The record


def test_every_file_and_number_agrees(runs: dict[str, Path]) -> None:
    for run in map(runs.__getitem__, TESTED):
        assert [finding.say() for finding in checker.check(str(run))[0]] == []


def test_the_record_alone_gives_the_same_bytes(runs: dict[str, Path]) -> None:
    for path in map(runs.__getitem__, TESTED):
        run = RunFolder(path)
        table, results = totals.rescore(run)
        assert results == run.results
        assert trial.canonical.model_page(results) == (path / "results.json").read_bytes()
        assert suite.table_of(run).columns.keys() == table.columns.keys()


def test_results_hold_no_times(runs: dict[str, Path]) -> None:
    assert not re.search(rb"\d{4}-\d\d-\d\dT|time_s", (runs["oracle"] / "results.json").read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "workers"), [("serial", 1), ("local", 2)])
def test_the_number_of_workers_changes_nothing(
    data: Path, runs: dict[str, Path], tmp_path: Path, engine: Engine, workers: int
) -> None:
    run_test(household(data, "refuse"), tmp_path / "run", engine=engine, workers=workers)
    for name in ("results.json", "scores.csv"):
        assert (tmp_path / "run" / name).read_bytes() == (runs["refuse"] / name).read_bytes()


class Stumbling(suite.HomeTest):
    """A test in which the subject is gone after two tasks."""

    def drafts(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
        for number, draft in enumerate(super().drafts(*arguments, **options)):
            if number == 2:
                raise SubjectError("gone")
            yield draft


def stumbling(data: Path, baseline: str) -> Stumbling:
    plain = household(data, baseline)
    return Stumbling(plain._plan, data, plain._spec, plain.manifest.subject)


@pytest.fixture(scope="module")
def interrupted(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was interrupted after two tasks. Not to be changed."""
    run = tmp_path_factory.mktemp("interrupted") / "run"
    with pytest.raises(SubjectError):
        run_test(stumbling(data, "refuse"), run)
    return run


@pytest.mark.slow
def test_a_resume_keeps_finished_tasks_and_does_the_rest(
    data: Path, runs: dict[str, Path], interrupted: Path, tmp_path: Path
) -> None:
    run = RunFolder(Path(shutil.copytree(interrupted, tmp_path / "run")))
    before = (run.path / "items.jsonl").read_bytes()
    assert before.count(b"\n") == 2
    with run.locked(), pytest.raises(RecordError, match="another process is writing to this run"):
        run_test(household(data, "refuse"), run.path, resume=True)
    run_test(household(data, "refuse"), run.path, resume=True)
    assert (run.path / "items.jsonl").read_bytes().startswith(before)
    assert sorted(item.id for item in run.items) == [f"{KEY}-{n:04d}" for n in range(1, TRIALS + 1)]
    for name in ("results.json", "scores.csv"):
        assert (run.path / name).read_bytes() == (runs["refuse"] / name).read_bytes()


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"penalty": 0.5}, "identity"),
        ({"seed": 8}, "identity"),
        ({"interface": "menu"}, "identity"),
        ({"setting": suite.Setting(language="en")}, "identity"),
        ({"keep_pictures": True}, "plan"),
    ],
)
def test_resuming_something_else_is_refused(data: Path, interrupted: Path, chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(RecordError, match=f"was started with another {field}"):
        rehearse(household(data, "refuse", **chosen), interrupted, resume=True)


@pytest.mark.slow
def test_untested_tasks_are_outside_f_and_make_the_result_provisional(data: Path, tmp_path: Path) -> None:
    class Broken(suite.HomeTest):
        def drafts(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
            instances = {one.id: one for one in read_instances(data)}
            for number, draft in enumerate(super().drafts(*arguments, **options)):
                yield failed_draft(instances[draft.id], None, answer={}, took_s=1) if number == 0 else draft

    plain = household(data, "refuse")
    run = run_test(Broken(plain._plan, data, plain._spec, plain.manifest.subject), tmp_path / "run")
    assert values(run.path)[f"home.f.{KEY}"] == pytest.approx(2 / 3)
    warnings = {block.id for block in run.results.blocks if isinstance(block, Note)}
    assert {"warning-untested", "warning-provisional"} <= warnings


# What readers see


def texts(value: Any) -> Iterator[Text]:
    if isinstance(value, dict):
        if value.keys() == {"message", "args"}:
            yield Text.model_validate(value)
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def test_every_sentence_of_record_and_results_exists_in_chinese(runs: dict[str, Path]) -> None:
    for run in map(runs.__getitem__, TESTED):
        for name in ("results.json", "manifest.json"):
            for sentence in texts(json.loads((run / name).read_bytes())):
                words = re.sub(r"\{\w+\}", "", sentence.message)
                if re.search(r"[a-z]{2}", words):
                    assert translate(sentence.message, "zh") != sentence.message, sentence.message


def test_the_report_shows_every_block_in_both_languages(runs: dict[str, Path]) -> None:
    run = RunFolder(runs["oracle"])
    pages = {language: render_html(run, language=language) for language in ("zh", "en")}
    for page in pages.values():
        for block in run.results.blocks:
            assert block.item or f'id="{block.id}"' in page, block.id
    assert "理解按钮功能" in pages["en"]
    assert "Understand button functions" in pages["zh"]
    assert pages["en"].count("data:image/jpeg") >= 4


def test_table_a1_comes_first_and_its_numbers_are_measures(runs: dict[str, Path]) -> None:
    first = RunFolder(runs["oracle"]).results.blocks[0].model_dump(mode="json")
    assert first["id"] == "summary"
    targets = [cell["target"].removeprefix("measure-home.") for cell in first["rows"][0]]
    assert targets == [f"f.{KEY}", "f_mean", "f_spread", "T"]
    assert [cell["value"] for cell in first["rows"][0]] == [1.0, 1.0, 0.0, 1.0]


def test_every_part_that_a_report_of_t_needs_is_there(runs: dict[str, Path]) -> None:
    blocks = {block.id: block for block in RunFolder(runs["oracle"]).results.blocks}
    wanted = (
        "summary",
        "warning-indicative",
        "headline",
        "panel",
        "classes",
        "sweep",
        "trivial",
        "knowledge",
        "endings",
    )
    assert {*wanted, "reasons", f"confusion-{KEY}", "episodes"} <= blocks.keys()


def test_a_strip_states_task_actions_and_finding_in_the_readers_language(runs: dict[str, Path]) -> None:
    run = RunFolder(runs["oracle"])
    strips = [block for block in run.results.blocks if isinstance(block, Strip)]
    assert {strip.item for strip in strips} == {f"{KEY}-0001", f"{KEY}-0003"}
    pages = {language: render_html(run, language=language) for language in ("zh", "en")}
    for strip in strips:
        assert strip.above is not None
        assert strip.below is not None
        for sentence in (strip.above, strip.below, *(picture.caption for picture in strip.pictures)):
            zh, en = say(sentence, "zh"), say(sentence, "en")
            assert re.search(r"[\u4e00-\u9fff]", zh)
            assert not re.search(r"[\u4e00-\u9fff]", en), en
            assert "…" not in zh
        assert say(strip.below, "zh") in pages["en"]
    marks = [mark.label for strip in strips for picture in strip.pictures for mark in picture.marks]
    assert marks
    assert all(label.isdigit() for label in marks)


def test_departures_from_the_document_are_stated(data: Path) -> None:
    menu = household(data, "refuse", interface="menu", penalty=0.5, setting=suite.Setting(language="en"))
    notes = {note.id for note in menu.manifest.departures}
    assert {"departure-few", "departure-menu", "departure-penalty", "departure-review"} <= notes
    assert (menu.manifest.identity["lang"], menu.manifest.identity["interface"]) == ("en", "menu")
    plain = household(data, "refuse").manifest.identity
    assert menu.manifest.identity["prompts"] != plain["prompts"]
    assert {note.clause for note in menu.manifest.readings} == {"4.2", "6.4.1-d", "6.4.1-e"}


def test_known_and_unknown_classes_have_their_own_indices() -> None:
    terms = {"valid": True, "manner": "done", "reason": "", "steps": 1, "score": 1.0}
    items = [
        item(
            f"{key}-{n}",
            {**terms, "task": key, "valid": n < 2, "manner": "done" if n < 2 else "declined"},
            "TP" if n < 2 else "TN",
        )
        for key in ("one", "two")
        for n in range(4)
    ]
    counts = totals.outcomes_of(items, ["one", "two"])
    score = score_row(ResultsRow("x", dict(counts)), Signature(identity={}, environment={}), unknown=["two"])
    assert {"home.T_known", "home.T_unknown", "home.T_gap"} <= {measure.name for measure in score.measures}


def item(id_: str, terms: dict[str, Any], outcome: str) -> Item:
    return Item(id=id_, instance="0", cluster=id_, status="scored", outcome=outcome, terms=terms, previous="0")


# Several subjects


def test_a_comparison_begins_with_table_a1(runs: dict[str, Path]) -> None:
    found = compare([RunFolder(runs[name]) for name in ("oracle", "refuse", "eager")], seed=7)
    table = next(block for block in found.blocks if block.id == "home-summary")
    rows = table.model_dump(mode="json")["rows"]
    assert [row[0] for row in rows] == ["oracle", "refuse", "eager"]
    assert [row[-2:] for row in rows] == [[1.0, 1], [0.5, 2], [0.5, 2]]
    ids = [block.id for block in found.blocks]
    assert {"home-panel", "home-differences", "home-endings", "home-sweep"} <= set(ids)
    assert ids.index("home-summary") < ids.index("how")
    # The subjects had the same tasks, so no note mentions separate tests; one warning names all subjects without ability.
    said = [str(block.body) for block in found.blocks if isinstance(block, Note)]
    assert not any("separate tests" in body for body in said)
    assert [body for body in said if "no ability is shown" in body] == [
        "refuse, eager: T is not above that of a subject that refuses every task; no ability is shown."
    ]
    assert table.model_dump(mode="json")["columns"][1]["title"]["message"] == "Understand button functions"
    (difference,) = [one for one in found.differences if one.measure == f"home.f.{KEY}" and one.run == "refuse"]
    assert (difference.value, difference.n) == (-0.5, TRIALS)


def test_runs_of_other_kinds_of_irrelevance_are_not_compared_and_narrow_ones_are_as_before(
    runs: dict[str, Path], data: Path, tmp_path: Path
) -> None:
    narrow = RunFolder(baseline_run(data, tmp_path / "narrow", "refuse", reasons=NARROW))
    with pytest.raises(IdentityError, match=r"reasons is absent,blocked,.*hazardous in one and – in the other"):
        compare([RunFolder(runs["refuse"]), narrow], seed=7)
    assert not {"reasons", "kinds"} & set(narrow.manifest.plan)
    assert "reasons" not in narrow.manifest.identity
    assert not [name for name in values(narrow.path) if "narrow" in name or "ignored" in name]
    wide = RunFolder(runs["refuse"])
    assert wide.manifest.plan["kinds"] == {KEY: list(NARROW)}
    assert manifest_again(wide).plan == wide.manifest.plan
    assert manifest_again(narrow).identity == narrow.manifest.identity


def test_recall_of_each_kind_and_t_over_the_narrow_ones_stand_beside_t(runs: dict[str, Path]) -> None:
    found = values(runs["refuse"])
    assert found["home.T_narrow"] == found["home.T"]
    assert {name: value for name, value in found.items() if "ignored" in name} == {
        "home.ignored.absent": 1.0, "home.ignored.blocked": 1.0,
        "home.ignored.impossible": None, "home.ignored.not_home": None,
    }  # fmt: skip
    (table,) = (one for one in RunFolder(runs["refuse"]).results.blocks if one.id == "reasons")
    assert "95 % interval" in json.dumps(table.model_dump(mode="json"))
    compared = compare([RunFolder(runs[name]) for name in ("refuse", "eager")], seed=7)
    (kinds,) = (one for one in compared.blocks if one.id == "home-kinds")
    assert [row[:3] for row in kinds.model_dump(mode="json")["rows"]] == [["refuse", 0.5, 1.0], ["eager", 0.5, 0.0]]


@pytest.mark.slow
def test_runs_of_other_tasks_are_not_compared(
    runs: dict[str, Path], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = prepared(cache_of(tmp_path_factory), tmp_path, irrelevant=0.25)
    other = baseline_run(data, tmp_path / "run", "refuse", irrelevant=0.25)
    with pytest.raises(IdentityError, match="cannot be compared"):
        compare([RunFolder(runs["refuse"]), RunFolder(other)], seed=7)
