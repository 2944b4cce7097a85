"""The same tasks under several conditions: the record, its numbers, and their recomputation."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.household import TASKS, TRIALS, cache_of, prepared
from home.made_up import Refuser
from mindsight import checker
from mindsight.checker.basics import Row
from mindsight.checker.checking import KINDS
from mindsight.errors import InputError, RecordError, SubjectError
from mindsight.home.plan import Plan
from mindsight.home.setting import Setting
from mindsight.home.studies import conditions as conditions_file
from mindsight.home.studies.conditions import Condition, ConditionsTest, Kind
from mindsight.home.studies.conditions_changes import Pair, change_of, changes_of_all
from mindsight.home.studies.conditions_totals import measures_of, rescore
from mindsight.pipeline import finish, run_test
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text

KEY = TASKS[0]
BASE = Condition(key="base", title=text("undisturbed"), setting=Setting())
ENGLISH = Condition(key="en", title=text("English"), setting=Setting(language="en"))


@pytest.fixture(scope="module", autouse=True)
def _no_episodes() -> Iterator[None]:
    """Skip the environment's check and the episodes, which other tests cover; each takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conditions_file, "check_environment", lambda *_: {"starts": "egl"})
        patch.setattr(conditions_file, "BaselineRunner", Refuser)
        yield


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


def of(data: Path, baseline: str, kind: Kind = "robustness", *conditions: Condition) -> ConditionsTest:
    plan = Plan(tasks=TASKS, trials=TRIALS, keep_pictures=False, setting=Setting())
    spec, subject = SubjectSpec("baseline", baseline), Subject(spec=f"baseline:{baseline}", name=baseline)
    return ConditionsTest(kind, plan, conditions or (BASE, ENGLISH), data, spec, subject)


@pytest.fixture(scope="module")
def run(data: Path, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A sealed run of a subject that does nothing. Not to be changed."""
    found = run_test(of(data, "refuse"), tmp_path_factory.mktemp("runs") / "run")
    write_report(found, language="en")
    return found


def test_every_task_is_run_once_under_every_condition(run: RunFolder) -> None:
    ids = [item.id for item in run.items]
    tasks = [f"{KEY}-{number:04d}" for number in range(1, TRIALS + 1)]
    assert ids == [f"{task}@{key}" for key in ("base", "en") for task in tasks]
    assert run.manifest.data.instances == len(ids)
    assert {item.terms["condition"] for item in run.items} == {"base", "en"}


def test_the_record_agrees_with_itself_and_gives_its_numbers_again(run: RunFolder) -> None:
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    assert canonical.model_page(rescore(run)[1]) == (run.path / "results.json").read_bytes()


def test_a_subject_that_no_condition_touches_does_not_change(run: RunFolder) -> None:
    found = {one.name: one for one in run.results.measures}
    assert found["home.T@base"].value == found["home.T@en"].value == 0.5
    assert found[f"home.f_irrelevant.{KEY}@en"].value == 1
    change = found["home.change.f_mean@en"]
    assert change.value == 0
    assert change.interval is not None
    assert change.interval.low < 0 < change.interval.high


def test_each_kind_of_irrelevance_has_its_recall_under_each_condition(data: Path, run: RunFolder) -> None:
    found = {one.name: one for one in run.results.measures}
    cycle = run.manifest.plan["kinds"][KEY]
    asked = [item.terms["reason"] for item in run.items if item.terms["condition"] == "en" and item.terms["reason"]]
    for kind in cycle:
        one = found[f"home.ignored.{kind}@en"]
        assert (one.n, one.value) == (asked.count(kind), 1.0 if kind in asked else None)
        assert (one.interval is None) == (kind not in asked)
    # One task of one: Wilson's limits are 1 / (1 + z²) and 1.
    alone = found[f"home.ignored.{asked[0]}@base"].interval
    assert alone is not None
    assert (alone.low, alone.high) == (pytest.approx(1 / 4.841458821), 1.0)
    (table,) = [block for block in run.results.blocks if block.id == "kinds"]
    assert len(table.rows) == 2 * (1 + len(cycle))  # type: ignore[union-attr]


@pytest.mark.parametrize("changed", [{"kind": "validity"}, {"plan": "narrow"}])
def test_ablations_and_runs_of_the_narrow_kinds_have_no_recall_by_kind(run: RunFolder, changed: dict[str, Any]) -> None:
    if changed.get("plan"):
        changed = {
            "plan": {name: value for name, value in run.manifest.plan.items() if name not in {"kinds", "reasons"}}
        }
    signature = run.results.measures[0].signature
    found = list(measures_of(run.manifest.model_copy(update=changed), list(run.items), signature))
    assert any(one.name == "home.T@en" for one in found)
    assert not [one.name for one in found if one.name.startswith(("home.ignored.", "home.T_narrow"))]


def test_every_condition_is_part_of_the_identity(data: Path, run: RunFolder) -> None:
    other = of(data, "refuse", "robustness", BASE, ENGLISH.model_copy(update={"setting": Setting(profile="fine")}))
    assert other.manifest.identity["conditions"] == run.manifest.identity["conditions"] == "base,en"
    assert other.manifest.identity["conditions_hash"] != run.manifest.identity["conditions_hash"]
    assert "prompts.en" in run.manifest.identity


class Stumbling(ConditionsTest):
    """A test in which the subject is gone after three items."""

    def drafts(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
        for number, draft in enumerate(super().drafts(*arguments, **options)):
            if number == 3:
                raise SubjectError("gone")
            yield draft


def test_what_was_finished_is_not_repeated(data: Path, run: RunFolder, tmp_path: Path) -> None:
    plain = of(data, "refuse")
    stumbling = Stumbling("robustness", plain._plan, plain._conditions, data, plain._spec, plain.manifest.subject)
    with pytest.raises(SubjectError):
        run_test(stumbling, tmp_path / "run")
    before = (tmp_path / "run" / "items.jsonl").read_bytes()
    assert before.count(b"\n") == 3
    with pytest.raises(RecordError, match="was started with another identity"):
        run_test(
            of(data, "refuse", "robustness", BASE, BASE.model_copy(update={"key": "again"})),
            tmp_path / "run",
            resume=True,
        )
    done = run_test(of(data, "refuse"), tmp_path / "run", resume=True)
    assert (done.path / "items.jsonl").read_bytes().startswith(before)
    assert (done.path / "results.json").read_bytes() == (run.path / "results.json").read_bytes()


def test_conditions_that_cannot_be_distinguished_are_refused(data: Path) -> None:
    with pytest.raises(InputError, match="at least two"):
        of(data, "refuse", "robustness", BASE)
    with pytest.raises(InputError, match="each once"):
        of(data, "refuse", "robustness", BASE, BASE)
    with pytest.raises(InputError, match="undisturbed"):
        of(data, "refuse", "robustness", ENGLISH, BASE)


def test_a_suffix_makes_another_subject(data: Path) -> None:
    damaged = Condition(key="damaged", title=text("damaged"), setting=Setting(), suffix="+jitter=20")
    test = of(data, "oracle", "validity", BASE, damaged)
    runner = conditions_file.ConditionsRunner("oracle", 7, None)
    names = [runner._runner(put).name for put in test.instances()]
    assert names == ["oracle"] * TRIALS + ["oracle+jitter=20"] * TRIALS
    assert test.manifest.kind == test.manifest.identity["kind"] == "validity"


# Numbers of changes, and the checker's own


def forged(run: RunFolder, folder: Path, seed: int) -> RunFolder:
    """Return a copy of a run in which many tasks ended at random."""
    import numpy as np

    rng = np.random.default_rng(seed)
    found = RunFolder(Path(shutil.copytree(run.path, folder)))
    items = list(found.items)
    (found.path / "items.jsonl").unlink()
    with found.log() as log:
        for item in items:
            right = bool(rng.random() < 0.6)
            terms = {**item.terms, "goal_true": item.terms["valid"] and right}
            ends = {(True, True): ("TP", "done"), (True, False): ("FN", "declined")}
            ends |= {(False, True): ("TN", "declined"), (False, False): ("FP", "acted")}
            outcome, manner = ends[item.terms["valid"], right]
            terms |= {"manner": manner, "disturbed": int(manner == "acted"), "score": float(right)}
            if manner == "acted" and rng.random() < 0.5:
                outcome = "NR"
                terms |= {"manner": "unreadable", "disturbed": 0, "ending": "silence", "well_formed": 0}
            page = {**item.model_dump(), "terms": terms, "outcome": outcome}
            log.append(Draft(**{name: value for name, value in page.items() if name != "previous"}))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_computes_the_same_numbers_by_other_means(run: RunFolder, tmp_path: Path, seed: int) -> None:
    found = forged(run, tmp_path / "run", seed)
    _, results = rescore(found)
    items = {item.id: item.model_dump(mode="json") for item in found.items}
    manifest = json.loads((found.path / "manifest.json").read_bytes())
    scored: list[Row] = [(item, {}) for item in items.values()]
    expected = KINDS["home.robustness"].measures(scored, manifest)
    checked = ("home.f.", "home.T@", "home.T_read@", "home.NR@", "home.T_narrow@", "home.ignored.")
    own = {one.name: one for one in results.measures if one.name.startswith(checked)}
    assert own.keys() == expected.keys()
    for name, one in own.items():
        assert (one.status, one.n) == (expected[name]["status"], expected[name]["n"]), name
        assert one.value == pytest.approx(expected[name]["value"], abs=1e-12), name
        bounds = expected[name]["interval"]
        assert (one.interval is None) == (bounds is None), name
        if one.interval is not None:
            assert (one.interval.low, one.interval.high) == pytest.approx((bounds["low"], bounds["high"]), abs=1e-10)


def test_a_number_that_was_changed_is_found(run: RunFolder, tmp_path: Path) -> None:
    page = json.loads((run.path / "results.json").read_bytes())
    for measure in page["measures"]:
        if measure["name"] == "home.T@en":
            measure["value"] = 0.25
    copied = Path(shutil.copytree(run.path, tmp_path / "run"))
    (copied / "results.json").write_bytes(canonical.page(page))
    assert any("home.T@en" in finding.say() for finding in checker.check(str(copied))[0])


def pairs(task: str, kind: bool, both: int, lost: int, gained: int, neither: int) -> list[Pair]:
    counts = {(True, True): both, (True, False): lost, (False, True): gained, (False, False): neither}
    return [Pair(task, kind, *ends) for ends, count in counts.items() for _ in range(count)]


def test_the_change_of_a_class_has_tangos_interval() -> None:
    # Bentur et al. 2009 as in Fagerland, Lydersen and Laake 2014, Statistics in Medicine 33:2850, table V.
    change = change_of(pairs("a", True, 1, 7, 1, 12))
    assert change.value == pytest.approx(-6 / 21)
    assert change.limits is not None
    assert (round(change.limits.low, 3), round(change.limits.high, 3)) == (-0.517, -0.026)


def test_no_change_is_not_certainty() -> None:
    # Even with a kind of task always right and another always wrong: z² / (n + z²).
    same = [*pairs("a", True, 12, 0, 0, 13), *pairs("a", False, 13, 0, 0, 12)]
    found = changes_of_all(same, ["a"], penalty=1)
    for change in (found["f_mean"], found["T_corrected"]):
        assert change.value == 0
        assert change.limits is not None
        assert change.limits.high == -change.limits.low >= 3.8414588 / 53.8414588 - 1e-7


def test_unequal_numbers_of_tasks_widen_the_interval() -> None:
    few, many = pairs("a", True, 3, 1, 0, 0), pairs("b", True, 30, 10, 0, 0)
    alike = change_of([*pairs("a", True, 18, 4, 0, 0), *pairs("b", True, 17, 5, 0, 0)])
    unlike = change_of([*few, *many])
    assert unlike.value == pytest.approx(-0.25)
    assert unlike.limits is not None
    assert alike.limits is not None
    assert unlike.limits.high - unlike.limits.low > 1.5 * (alike.limits.high - alike.limits.low)


def test_a_class_that_lacks_a_kind_of_task_leaves_the_mean_open() -> None:
    lone = pairs("a", True, 3, 1, 0, 0)
    found = changes_of_all(
        [*lone, *pairs("b", True, 2, 0, 0, 0), *pairs("b", False, 2, 0, 0, 0)], ["a", "b"], penalty=1
    )
    assert {one.value for one in found.values()} == {None}
    assert change_of(lone).value == -0.25
    assert change_of([]).value is None


def test_resealing_gives_the_same_bytes(data: Path, run: RunFolder, tmp_path: Path) -> None:
    copied = RunFolder(Path(shutil.copytree(run.path, tmp_path / "run")))
    finish(of(data, "refuse"), copied)
    assert (copied.path / "results.json").read_bytes() == (run.path / "results.json").read_bytes()
