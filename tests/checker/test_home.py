"""The checker counts the tasks of a home run and computes T again by itself; what was changed is named."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.checker.checking import KINDS
from mindsight.checker.home import episodes
from mindsight.checker.home.episodes import judged
from mindsight.checker.home.sealing import SEEDS_OF_A_PAIR
from mindsight.checker.home.tasks import SEEDS_OF_A_PLAN
from mindsight.home.classes import groups_of
from mindsight.home.irrelevance import NARROW, REASONS
from mindsight.home.plan import Plan
from mindsight.home.preparation import drawing
from mindsight.home.reporting import run_report
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow
from mindsight.home.scoring.measures import score_row
from mindsight.home.scoring.outcomes import Ending, judge
from mindsight.home.suite import home_manifest
from mindsight.record import canonical
from mindsight.record.blocks import Cell, Column, Link, Table
from mindsight.record.folder import MANIFEST, REPORT, RESULTS, SCORES, RunFolder
from mindsight.record.model import Draft, Interval, Item, Manifest, Measure, Results, Signature, Subject
from mindsight.record.scores import MeasureKind, ScoreTable, measure, tabulate, to_csv
from mindsight.text import text
from record import trial

KIND = "home.generalisation"
TASKS = ("suitcase", "buttons", "desk")
SEED = 7
Terms = dict[str, Any]
Ends = dict[str, Outcomes]

# A run without the engine: episodes by how they ended, put through the record as a suite does it.

_ENDS: dict[str, tuple[bool, str, Ending, bool, int, int]] = {
    # figure: valid, ending, goal true, disturbed, well-formed turns
    "tp": (True, "done", "budget", True, 3, 9),
    "fp_valid": (True, "claimed", "finish", False, 2, 5),
    "fn": (True, "ran_out", "time", False, 1, 7),
    "tn_declined": (False, "declined", "decline", False, 0, 2),
    "tn_idle": (False, "idle", "budget", False, 0, 9),
    "fp_irrelevant": (False, "acted", "silence", True, 1, 6),
}
FAILED = ("failed", "infrastructure_error")


def terms_of(task: str, figure: str) -> Terms:
    """Return the terms of an episode that counts under a figure."""
    valid, manner, ending, goal_true, disturbed, well_formed = _ENDS[figure]
    return {
        "task": task,
        "valid": valid,
        "reason": "" if valid else "absent",
        "manner": manner,
        "ending": ending,
        "goal_true": goal_true,
        "held_first": 1 if goal_true else None,
        "disturbed": disturbed,
        "well_formed": well_formed,
        "score": 1.0 if figure in {"tp", "tn_declined", "tn_idle"} else 0.5 if valid else 0.0,
        "steps": well_formed + 1,
    }


def episodes_of(classes: Ends, failed: int = 0) -> list[Terms | None]:
    """Return the terms of all episodes, None for those in which the environment failed, in an order of no meaning."""
    episodes: list[Terms | None] = [
        terms_of(task, figure) for task, one in classes.items() for figure in _ENDS for _ in range(getattr(one, figure))
    ]
    episodes += [None] * failed
    Random(1).shuffle(episodes)
    return episodes


def tasks_of(task: str, one: Outcomes, valid: int, irrelevant: int) -> list[tuple[dict[str, Any], Terms | None]]:
    """Return so many tasks of a class as the data lists them, with their terms; what lacks of the outcomes has failed."""
    ends: list[Terms | None] = []
    for kind, wanted in ((True, valid), (False, irrelevant)):
        own = [figure for figure, (fits, *_) in _ENDS.items() if fits is kind for _ in range(getattr(one, figure))]
        Random(1).shuffle(own)
        ends += [*(terms_of(task, figure) for figure in own), *[None] * (wanted - len(own))]
    found = []
    for slot, terms in zip(slots_of([task], valid, irrelevant), ends, strict=True):
        goal = ["all", ["inside", "shirt_1", "suitcase_1/inside"], ["lid_closes", "suitcase_1/lid"]]
        proved = {"seed": slot.seed + slot.number % 3, "task_version": 2, "rule": 1, "oracle_steps": 0, "goal": goal}
        entry = {"id": slot.id, "task": task, "reason": slot.reason, **proved}
        found.append((entry, terms and {**terms, "reason": slot.reason}))
    return found


def slots_of(tasks: Sequence[str], valid: int, irrelevant: int) -> list[drawing.Slot]:
    """Return the places of a plan, whatever its classes are called."""
    trials = valid + irrelevant
    found = drawing.slots(["buttons"], trials=trials, irrelevant=irrelevant / trials, seed=SEED)
    return [replace(slot, task=task) for task in tasks for slot in found]


def draft_of(terms: Terms | None, entry: dict[str, Any], pictures: Sequence[str] = ()) -> Draft:
    """Return an item as a suite hands it over; pictures are that of all steps and the one after them."""
    cluster = f"{entry['task']}-{entry['seed']}"
    head = {"id": entry["id"], "instance": canonical.digest(entry), "cluster": cluster}
    if terms is None:
        failed = {"task": entry["task"], "valid": not entry["reason"], "reason": entry["reason"]}
        return Draft(**head, status="failed", outcome=FAILED[1], terms=failed, error=text("The engine stopped."))
    return Draft(
        **head,
        status="scored",
        outcome=verdict(terms)[0],
        terms=terms,
        answer={"steps": steps_of(terms, pictures[0].partition(".")[0] if pictures else "0" * 64)},
        parsed={"disturbed": [f"thing_{number}" for number in range(terms["disturbed"])]},
        media={f"{number:03}": name for number, name in enumerate(pictures)},
    )


def steps_of(terms: Terms, picture: str) -> list[dict[str, Any]]:
    """Return the steps of an episode with these terms: first one that cannot be read, last what was said."""
    said = {"finish": "finished", "decline": "declined"}.get(terms["ending"], "waited")
    codes = ["unreadable", *["waited"] * (terms["well_formed"] - 1), said]
    return [{"code": code, "picture": picture, "holds": terms["goal_true"]} for code in codes]


def verdict(terms: Terms) -> tuple[str, str]:
    """Return outcome and manner by the suite's rules."""
    names = ("valid", "ending", "goal_true", "well_formed")
    return judge(disturbed=terms["disturbed"] > 0, **{name: terms[name] for name in names})


def outcomes_of(items: Sequence[Item], tasks: Sequence[str]) -> Ends:
    """Count as the suite is asked to: from outcome, manner and valid."""
    figures = {task: dict.fromkeys(_ENDS, 0) for task in tasks}
    for item in items:
        if item.status == "scored":
            valid, outcome, manner = item.terms["valid"], item.outcome, item.terms["manner"]
            figure = {"TP": "tp", "FN": "fn", "TN": f"tn_{manner}"}.get(outcome)
            figures[item.terms["task"]][figure or ("fp_valid" if valid else "fp_irrelevant")] += 1
    return {task: Outcomes(**counts) for task, counts in figures.items()}


def table_of(run: RunFolder) -> ScoreTable:
    """Return the columns of a home run: the graded scores of valid tasks, class by class."""

    def graded(item: Item) -> Mapping[str, float | None]:
        terms = item.terms
        return {f"home.graded.{terms['task']}": terms["score"]} if item.status == "scored" and terms["valid"] else {}

    return tabulate(run.items, [f"home.graded.{task}" for task in run.manifest.plan["tasks"]], graded)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return the measures of a home run and the tables that show them."""
    manifest = run.manifest
    plan, signature = manifest.plan, Signature(identity=manifest.identity, environment={})
    kinds = [MeasureKind(name, "6.3-c", "share", 0.0, 1.0) for name in table.columns]
    measures = [measure(kind, table, signature) for kind in kinds]
    ends = outcomes_of(list(run.items), plan["tasks"])
    row = ResultsRow(manifest.subject.name, dict(ends))
    score = score_row(
        row, signature, penalty=plan["penalty"], unknown=plan["unknown"], groups=plan.get("groups", {}), gaps=True
    )
    measures = [*score.measures, *measures]
    notes = run_report._warnings(score, list(run.items))
    return Results(measures=tuple(measures), blocks=(block("summary", measures), block("trust", measures), *notes))


def block(name: str, measures: Sequence[Measure]) -> Table:
    """Return a table with value and interval of each measure, as links."""
    heads = (text("Measure"), text("Value"), text("95 % interval"))
    rows = tuple((one.name, *map(_link(one), (_value(one), _bounds(one)))) for one in measures)
    return Table(id=name, title=text("Result"), columns=tuple(Column(title=head) for head in heads), rows=rows)


def _link(one: Measure) -> Callable[[Any], Cell]:
    return lambda value: None if value is None else Link(value=value, target=f"measure-{one.name}")


def _value(one: Measure) -> Any:
    return text(one.status) if one.value is None else round(one.value, 6)


def _bounds(one: Measure) -> Any:
    if one.interval is None:
        return None if one.value is None else text("not_estimable")
    low, high = (f"{bound:.3f}".replace("-", "−") for bound in (one.interval.low, one.interval.high))
    return text("{low} … {high}", low=low, high=high)


def sealed_run(folder: Path, classes: Ends, *, unknown: Sequence[str] = (), penalty: float = 1.0) -> Path:
    """Make a home run from its counts to its seal; where a class has fewer tasks than another, the rest has failed."""
    valid, irrelevant = (max(getattr(one, kind) for one in classes.values()) for kind in ("valid", "irrelevant"))
    tests = [test for task, one in classes.items() for test in tasks_of(task, one, valid, irrelevant)]
    data = folder.with_name(folder.name + "-instances.json")
    data.write_bytes(canonical.page({"items": [entry for entry, _ in tests]}))
    run = RunFolder.create(folder, manifest_of(list(classes), valid, irrelevant, data, unknown, penalty), data=data)
    data.unlink()  # it lies in the run now
    with run.log() as log:
        for number, (entry, terms) in enumerate(tests):
            pictures = [run.put_media(b"%s %d" % (when, number % 3), ".jpg") for when in (b"before", b"after")]
            log.append(draft_of(terms, entry, pictures))
        items = log.seal()
    table = table_of(run)
    run.write(SCORES, to_csv(table))
    run.write_model(RESULTS, results_of(run, table))
    run.write_model(MANIFEST, run.manifest.model_copy(update={"state": "complete", "items": items}))
    run.write(REPORT, b"a page")
    run.seal()
    return folder


def manifest_of(
    tasks: list[str], valid: int, irrelevant: int, data: Path, unknown: Sequence[str], penalty: float
) -> Manifest:
    """Return the manifest of such a run: that of a real one, for classes that need not exist."""
    trials = valid + irrelevant
    plan = Plan(
        tasks=("buttons",),
        trials=trials,
        irrelevant=irrelevant / trials,
        seed=SEED,
        reasons=NARROW,
        penalty=penalty,
        unknown=tuple(unknown),
    )
    made = home_manifest(plan, data, trials * len(tasks), Subject(spec="builtin:random", name="random"))
    return made.model_copy(
        update={
            "plan": {**made.plan, "tasks": tasks, "groups": groups_of(tasks)},
            "identity": {**made.identity, "tasks": ",".join(f"{task}/2" for task in tasks)},
        }
    )


COUNTS = {
    "suitcase": Outcomes(tp=6, fp_valid=2, fn=2, tn_declined=4, tn_idle=3, fp_irrelevant=3),
    "buttons": Outcomes(tp=1, fp_valid=5, fn=4, tn_declined=2, tn_idle=1, fp_irrelevant=7),
    "desk": Outcomes(tp=0, fp_valid=0, fn=9, tn_declined=9, tn_idle=0, fp_irrelevant=0),
}
"""Ten tasks of either kind; of the desk's one of either kind failed."""


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed home run: three classes, one of them unknown, two episodes failed. Not to be changed."""
    return sealed_run(tmp_path_factory.mktemp("home") / "run", COUNTS, unknown=["desk"])


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home, tmp_path / "run"))


def sentences(run: Path) -> list[str]:
    return [finding.say() for finding in checker.check(str(run))[0]]


def found(run: Path) -> set[tuple[str, Any]]:
    """Return keys of findings, each with the field or the measure that it names."""
    return {(f.key, f.values.get("field", f.values.get("found"))) for f in checker.check(str(run))[0]}


def recompute(run: Path) -> None:
    """Give a forged record the numbers that mindsight itself would give it, and seal it."""
    folder = RunFolder(run)
    table = table_of(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results_of(folder, table))
    trial.reseal(run)


def change_item(run: Path, item: Mapping[str, Any], terms: Mapping[str, Any], *, which: str = "tp") -> None:
    """Change the first item that ended as a figure says, and chain and seal the record anew."""
    items = trial.read_lines(run)
    manner, valid = _ENDS[which][1], _ENDS[which][0]
    one = next(i for i in items if i["terms"].get("manner") == manner and i["terms"]["valid"] is valid)
    one.update(item)
    one["terms"].update(terms)
    trial.rechain(run, items)
    trial.reseal(run)


def _short(value: object) -> str:
    return str(value)[:40]


# The same numbers


@st.composite
def outcomes(draw: st.DrawFn) -> Outcomes:
    """Return counts of one class with both kinds of task."""
    most = draw(st.sampled_from((1, 2, 5, 40)))
    counts = st.tuples(*[st.integers(0, most)] * 3)
    valid, irrelevant = (draw(counts.filter(any)) for _ in range(2))
    return Outcomes(*valid, *irrelevant)


names = st.lists(
    st.sampled_from(("suitcase", "buttons", "desk", "gift", "a.b", "T")), min_size=1, max_size=6, unique=True
)


@st.composite
def class_counts(draw: st.DrawFn) -> tuple[Ends, list[str]]:
    """Return counts by class and the classes that are unknown."""
    classes = draw(names)
    unknown = draw(st.lists(st.sampled_from(classes), unique=True))
    kinds = draw(st.lists(outcomes(), min_size=1, max_size=len(classes)))
    return {task: kinds[number % len(kinds)] for number, task in enumerate(classes)}, unknown


def measured(classes: Ends, unknown: Sequence[str], penalty: float, failed: int = 0) -> dict[str, dict[str, Any]]:
    """Return what the checker computes from the items of a test."""
    table = []
    for number, terms in enumerate(episodes_of(classes, failed)):
        entry = {"id": str(number), "task": next(iter(classes)), "reason": "", "seed": number}
        table.append((draft_of(terms, entry).model_dump(mode="json"), {}))
    plan = {"tasks": list(classes), "penalty": penalty, "unknown": list(unknown)}
    return KINDS[KIND].measures(table, {"plan": plan})


def assert_same(ours: Sequence[Measure], theirs: Mapping[str, Mapping[str, Any]]) -> None:
    normative = [one for one in ours if one.name in ("home.T", "home.T_valid") or one.name.startswith("home.f.")]
    assert {one.name for one in normative} == theirs.keys()
    for one in normative:
        other = theirs[one.name]
        assert (one.status, one.n) == (other["status"], other["n"]), one.name
        assert (one.value is None, one.interval is None) == (other["value"] is None, other["interval"] is None)
        if one.value is not None:
            assert other["value"] == pytest.approx(one.value, rel=1e-9, abs=1e-9), one.name
        if isinstance(one.interval, Interval):
            bounds = one.interval.model_dump(exclude={"method"})
            assert other["interval"] == pytest.approx(bounds, rel=1e-9, abs=1e-9), one.name


@settings(max_examples=300, deadline=None)
@given(class_counts(), st.sampled_from((0.0, 0.5, 1.0, 2.0, 7.25)), st.integers(0, 3))
@example((COUNTS, ["desk"]), 1.0, 2)
def test_every_normative_measure_agrees_with_the_suite(
    test: tuple[Ends, list[str]], penalty: float, failed: int
) -> None:
    classes, unknown = test
    row = ResultsRow("subject", dict(classes))
    ours = score_row(row, Signature(identity={}, environment={}), penalty=penalty, unknown=unknown).measures
    assert_same(ours, measured(classes, unknown, penalty, failed))


NONE_OF = {
    "valid": {"tp": 0, "fp_valid": 0, "fn": 0},
    "irrelevant": {"tn_declined": 0, "tn_idle": 0, "fp_irrelevant": 0},
}
NONE_OF["either kind"] = NONE_OF["valid"] | NONE_OF["irrelevant"]


@settings(max_examples=100, deadline=None)
@given(class_counts(), st.sampled_from(sorted(NONE_OF)), st.data())
def test_both_know_what_is_not_estimable(test: tuple[Ends, list[str]], kind: str, data: st.DataObject) -> None:
    classes, unknown = test
    lacking = data.draw(st.sets(st.sampled_from(sorted(classes)), min_size=1))
    classes = {name: replace(one, **NONE_OF[kind]) if name in lacking else one for name, one in classes.items()}
    row = ResultsRow("subject", dict(classes))
    ours = score_row(row, Signature(identity={}, environment={}), unknown=unknown, gaps=True).measures
    assert_same(ours, measured(classes, unknown, 1.0))


@pytest.mark.parametrize("valid", [True, False])
@pytest.mark.parametrize("ending", get_args(Ending))
@pytest.mark.parametrize("goal_true", [True, False])
@pytest.mark.parametrize("disturbed", [0, 1, 4])
@pytest.mark.parametrize("well_formed", [0, 1, 9])
def test_both_judge_alike(valid: bool, ending: Ending, goal_true: bool, disturbed: int, well_formed: int) -> None:
    terms = {"valid": valid, "ending": ending, "goal_true": goal_true, "disturbed": disturbed}
    assert judged({**terms, "well_formed": well_formed}, 2) == verdict({**terms, "well_formed": well_formed})


def test_both_know_the_same_words() -> None:
    assert set(episodes.ENDINGS) == set(get_args(Ending))
    assert set(episodes.REASONS) == {"", *REASONS}


# A whole run


def test_an_honest_run_agrees(home: Path) -> None:
    findings, counts = checker.check(str(home))
    assert [finding.say() for finding in findings] == []
    names = [one["name"] for one in trial.read_page(home, RESULTS)["measures"]]
    assert (counts["items"], counts["measures"]) == (60, 7)
    assert {"home.T", "home.T_gap", "home.f.desk", "home.graded.desk", "home.T_at.0.5"} <= set(names)


def test_the_copy_in_the_run_agrees_alone(home: Path) -> None:
    command = [sys.executable, "-I", "-S", str(home / "check_run.py"), "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "every file, line and normative score agrees (60 items, " in done.stdout


def test_a_number_that_is_not_estimable_may_be_shown_as_that(tmp_path: Path) -> None:
    silent = {**COUNTS, "desk": Outcomes(tp=0, fp_valid=0, fn=3, tn_declined=3, tn_idle=0, fp_irrelevant=0)}
    run = sealed_run(tmp_path / "run", silent)
    shown = [row[1]["value"] for row in trial.read_page(run, RESULTS)["blocks"][0]["rows"]]
    assert {"message": "not_estimable", "args": {}} in shown
    assert sentences(run) == []


def test_a_class_in_which_one_kind_of_task_failed_gives_no_index(tmp_path: Path) -> None:
    lost = {**COUNTS, "desk": Outcomes(tp=1, fp_valid=2, fn=3, tn_declined=0, tn_idle=0, fp_irrelevant=0)}
    run = sealed_run(tmp_path / "run", lost)
    assert sentences(run) == []
    results = trial.read_page(run, RESULTS)
    values = {one["name"]: (one["value"], one["status"]) for one in results["measures"]}
    for name in ("T", "T_corrected", "T_valid", "f_mean", "T_trivial.refuse", "f.desk", "f_valid.desk"):
        assert values[f"home.{name}"] == (None, "not_estimable")
    assert values["home.f.suitcase"] == (13 / 20, "scored")
    one = next(one for one in results["measures"] if one["name"] == "home.T")
    one.update(value=0.9, status="scored")
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert {("measure", "home.T.value"), ("measure", "home.T.status")} <= found(run)


# Tampering


@pytest.mark.parametrize("field", ["value", "n", "status", "low", "high", "level"])
@pytest.mark.parametrize("name", ["home.T", "home.T_valid", "home.f.desk"])
def test_each_changed_number_of_a_measure_is_named(run: Path, name: str, field: str) -> None:
    results = trial.read_page(run, RESULTS)
    one = next(one for one in results["measures"] if one["name"] == name)
    bound = field in ("low", "high", "level")
    if bound and one["interval"] is None:
        one["interval"] = {"low": 0.1, "high": 0.2, "level": 0.95, "method": "Wilson"}
    elif field == "status":
        one["status"] = "exact"
    else:
        (one["interval"] if bound else one)[field] += 1 if field == "n" else 1e-6
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    (sentence,) = sentences(run)
    assert sentence.startswith(f"results.json: {name}.{'interval' if bound else field} is ")


@pytest.mark.parametrize("name", ["home.T", "home.f.desk", "home.T_valid"])
def test_a_measure_left_out_is_named(run: Path, name: str) -> None:
    results = trial.read_page(run, RESULTS)
    results["measures"] = [one for one in results["measures"] if one["name"] != name]
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert f"results.json: {name} is missing, the items' terms give it" in sentences(run)


def test_a_flipped_outcome_is_named(run: Path) -> None:
    change_item(run, {"outcome": "FN"}, {})
    assert {key for key, _ in found(run)} == {"fate", "scores"}
    # Also where T was computed from the flipped outcome: what counts are the terms.
    recompute(run)
    assert ("measure", "home.T.value") in found(run)
    assert {"fate", "measure"} == {key for key, _ in found(run)}


@pytest.mark.parametrize(
    ("which", "outcome", "terms"),
    [
        ("tp", "FP", {"manner": "claimed"}),
        ("tp", "TP", {"manner": "claimed"}),
        ("fn", "TP", {"manner": "done"}),
        ("fn", "FP", {"manner": "claimed"}),
        ("fn", "FN", {"manner": "unreadable"}),
        ("tn_idle", "TN", {"manner": "declined"}),
        ("tn_idle", "FP", {"manner": "acted"}),
        ("fp_irrelevant", "TN", {"manner": "idle"}),
        ("tp", "infrastructure_error", {}),
    ],
)
def test_an_outcome_that_does_not_follow_is_named(run: Path, which: str, outcome: str, terms: Terms) -> None:
    change_item(run, {"outcome": outcome}, terms, which=which)
    assert "fate" in {key for key, _ in found(run)}


@pytest.mark.parametrize(
    "item",
    [
        {"status": "failed", "outcome": "FN"},
        {"status": "failed", "outcome": FAILED[1]},
        {"status": "failed"},
        {"status": "skipped"},
        {"status": "skipped", "outcome": FAILED[1]},
    ],
    ids=_short,
)
def test_an_episode_that_was_judged_did_not_fail(run: Path, item: dict[str, Any]) -> None:
    change_item(run, item, {}, which="fn")
    assert "fate" in {key for key, _ in found(run)}


@pytest.mark.parametrize(
    ("item", "terms", "named"),
    [({"outcome": "FN"}, {}, ("fate", None)), ({}, {"task": "gift"}, ("term", "task"))],
    ids=_short,
)
def test_a_failed_episode_has_its_outcome_and_a_class_of_the_test(
    run: Path, item: dict[str, Any], terms: Terms, named: tuple[str, str | None]
) -> None:
    items = trial.read_lines(run)
    failed = next(one for one in items if one["status"] == "failed")
    failed.update(item)
    failed["terms"].update(terms)
    trial.rechain(run, items)
    trial.reseal(run)
    assert named in {(f.key, f.values.get("field")) for f in checker.check(str(run))[0]}


def test_flipped_terms_disagree_with_the_measures(run: Path) -> None:
    change_item(run, {"outcome": "TP"}, {"goal_true": True, "score": 1.0, "manner": "done"}, which="fn")
    named = found(run)
    assert {("measure", "home.T.value"), ("measure", "home.T_valid.value")} <= named
    items = trial.read_lines(run)
    one = next(i for i in items if i["outcome"] == "TP" and not i["answer"]["steps"][-1]["holds"])
    one["answer"]["steps"][-1]["holds"] = True
    one["terms"]["held_first"] = len(one["answer"]["steps"])
    trial.rechain(run, items)
    recompute(run)
    assert sentences(run) == []  # what no checker can tell


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("task", value) for value in ("gift", None, 3, [])),
        *(("reason", value) for value in ("lazy", None, True, {})),
        *(("valid", value) for value in (False, 1, "true", None)),
        *(("ending", value) for value in ("gave up", None, [])),
        *(("goal_true", value) for value in (1, None, "yes")),
        *(("score", value) for value in (1.5, -0.5, True, 10**400)),
        *(("disturbed", value) for value in (-1, 0.5, True, None, "1")),
        *(("well_formed", value) for value in (-1, 2.0, None)),
        *(("steps", value) for value in (-1, 3, True, None, [])),
    ],
    ids=_short,
)
def test_a_term_that_no_episode_has_is_named(run: Path, field: str, value: Any) -> None:
    change_item(run, {}, {field: value})
    assert ("term", field) in found(run) or ("terms" in {key for key, _ in found(run)} and field == "score")
    assert all(sentence.isprintable() for sentence in sentences(run))


@pytest.mark.parametrize("field", [name for name in terms_of("desk", "tp") if name not in {"steps", "held_first"}])
def test_a_term_that_is_missing_is_named(run: Path, field: str) -> None:
    items = trial.read_lines(run)
    item = next(item for item in items if item["outcome"] == "TP")
    del item["terms"][field]
    trial.rechain(run, items)
    trial.reseal(run)
    assert "terms" in {key for key, _ in found(run)}


def test_a_goal_reached_scores_1(run: Path) -> None:
    change_item(run, {}, {"score": 0.75})
    recompute(run)
    assert found(run) == {("term", "score")}
    (sentence,) = sentences(run)
    assert sentence.startswith("items.jsonl: byte ")
    assert sentence.endswith(" cannot be 0.75")


@pytest.mark.parametrize(("field", "value"), [("task", "desk"), ("reason", "blocked")])
def test_another_task_than_the_one_that_was_put_is_named(run: Path, field: str, value: str) -> None:
    items = trial.read_lines(run)
    one = next(i for i in items if i["outcome"] == "TN" and i["terms"]["task"] == "suitcase")
    one["terms"][field] = value
    trial.rechain(run, items)
    recompute(run)
    assert found(run) == {("given", field)}


def test_another_instance_or_picture_is_named(run: Path) -> None:
    items = trial.read_lines(run)
    items[0]["instance"] = items[1]["instance"]
    items[2]["media"]["001"] = "0" * 64 + ".jpg"
    trial.rechain(run, items)
    recompute(run)
    assert {key for key, _ in found(run)} == {"instance", "media_missing"}


def tampered(run: Path, change: Callable[[dict[str, Any]], object], which: str = "TP") -> set[tuple[str, Any]]:
    """Change the first item with an outcome, give the record the numbers that follow, and return what is found."""
    items = trial.read_lines(run)
    change(next(item for item in items if item["outcome"] == which))
    trial.rechain(run, items)
    recompute(run)
    return found(run)


def last_step(item: dict[str, Any]) -> Any:
    return item["answer"]["steps"][-1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda item: item["answer"]["steps"].pop(0), "terms.steps"),
        (lambda item: item["answer"]["steps"][0].update(code="waited"), "terms.well_formed"),
        (lambda item: item["answer"].clear(), "terms.steps"),
        (lambda item: item["parsed"]["disturbed"].append("vase_1"), "terms.disturbed"),
        (lambda item: last_step(item).update(holds=False), "terms.goal_true"),
        (lambda item: item["terms"].update(held_first=None), "terms.held_first"),
        (lambda item: item["terms"].update(held_first=2), "terms.held_first"),
        (lambda item: item["terms"].update(held_first=True), "terms.held_first"),
        (lambda item: item["answer"]["steps"][0].update(holds=False), "terms.held_first"),
        (lambda item: item["terms"].update(ending="time"), "terms.ending"),
        (lambda item: last_step(item).update(code="declined"), "terms.ending"),
        (lambda item: last_step(item).update(code="finished"), "terms.ending"),
    ],
)
def test_steps_that_contradict_the_terms_are_named(
    run: Path, change: Callable[[dict[str, Any]], object], field: str
) -> None:
    assert ("item_disagrees", field) in tampered(run, change)
    assert all("items.jsonl: byte" in sentence for sentence in sentences(run))


def test_an_older_record_need_not_say_when_a_goal_first_held(run: Path) -> None:
    assert tampered(run, lambda item: item["terms"].pop("held_first")) == set()


def test_steps_beyond_the_budget_are_named(run: Path) -> None:
    def go_on(item: dict[str, Any]) -> None:
        item["answer"]["steps"].insert(0, item["answer"]["steps"][0])
        item["terms"]["steps"] += 1

    assert tampered(run, go_on) == {("item_disagrees", "answer.steps")}


def test_pictures_of_a_task_that_failed_are_named(run: Path) -> None:
    kept = trial.read_lines(run)[0]["media"]
    assert ("item_disagrees", "media") in tampered(run, lambda item: item.update(media=kept), FAILED[1])


@pytest.mark.parametrize("status", ["TP", FAILED[1]])
@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda item: item.update(cluster="suitcase-1"), "cluster"),
        (lambda item: item["terms"].update(valid=not item["terms"]["valid"]), "valid"),
    ],
)
def test_an_item_of_another_task_is_named(
    run: Path, change: Callable[[dict[str, Any]], object], field: str, status: str
) -> None:
    assert ("given", field) in tampered(run, change, status)


def replanned(run: Path, part: str, field: str, value: Any) -> set[tuple[str, Any]]:
    """Change a field of the manifest as if the run had been made so, and return what is found."""
    manifest = trial.read_page(run, "manifest.json")
    manifest[part][field] = value
    trial.write_page(run, "manifest.json", manifest)
    recompute(run)
    return found(run)


@pytest.mark.parametrize(
    ("part", "field", "value", "named"),
    [
        ("plan", "seed", 8, {("disagrees", "suitcase-0001.seed")}),
        ("plan", "irrelevant", 0.4, {("disagrees", "suitcase-0011.reason")}),
        ("plan", "trials", 21, {("disagrees", "plan.trials")}),
        ("plan", "tasks", ["suitcase", "desk", "buttons"], {("disagrees", "desk-0001.task")}),
        ("plan", "seed", 10**18, {("disagrees", "plan.trials")}),
        ("plan", "irrelevant", 1.0, {("disagrees", "plan.trials")}),
    ],
)
def test_a_plan_that_is_not_the_records_is_named(
    run: Path, part: str, field: str, value: Any, named: set[tuple[str, Any]]
) -> None:
    assert named <= replanned(run, part, field, value)


def forged(run: Path, number: int, change: Mapping[str, Any], *, terms: Mapping[str, Any]) -> set[tuple[str, Any]]:
    """Put another task in the place of one, in the data, the record and every hash, and return what is found."""
    data, items = trial.read_page(run, "instances.json"), trial.read_lines(run)
    entry, item = data["items"][number], items[number]
    entry.update(change)
    item["terms"].update(terms)
    item.update(instance=canonical.digest(entry), cluster=f"{entry['task']}-{entry['seed']}", id=entry["id"])
    trial.rechain(run, items)
    return relisted(run, data)


def relisted(run: Path, data: dict[str, Any]) -> set[tuple[str, Any]]:
    """Give a run another data list and return what is found."""
    trial.write_page(run, "instances.json", data)
    sha256 = canonical.sha256_of_file(run / "instances.json")
    manifest = trial.read_page(run, "manifest.json")
    manifest["data"].update(sha256=sha256, instances=len(data["items"]))
    manifest["identity"]["data"] = f"sha256-{sha256}"
    trial.write_page(run, "manifest.json", manifest)
    recompute(run)
    return found(run)


@pytest.mark.parametrize(
    ("number", "change", "terms", "field"),
    [
        (0, {"seed": 1}, {}, "suitcase-0001.seed"),
        (0, {"seed": SEED * 1_000_000 + 100}, {}, "suitcase-0001.seed"),
        (10, {"reason": "impossible"}, {"reason": "impossible"}, "suitcase-0011.reason"),
        (20, {"task": "suitcase"}, {"task": "suitcase"}, "buttons-0001.task"),
        (59, {"id": "desk-0021"}, {}, "desk-0020.id"),
    ],
)
def test_a_task_that_is_not_of_the_plan_is_named(
    run: Path, number: int, change: dict[str, Any], terms: dict[str, Any], field: str
) -> None:
    assert forged(run, number, change, terms=terms) == {("disagrees", field)}
    (sentence,) = sentences(run)
    assert sentence.startswith(f"instances.json: {field} is ")


def test_a_task_left_out_of_list_and_record_is_named(run: Path) -> None:
    """Whoever drops a failure takes the task out everywhere; the plan still asks for it."""
    data, items = trial.read_page(run, "instances.json"), trial.read_lines(run)
    data["items"].pop(0)
    trial.rechain(run, items[1:])
    assert ("disagrees", "plan.trials") in relisted(run, data)


def test_both_set_seeds_aside_alike() -> None:
    assert (SEEDS_OF_A_PLAN, SEEDS_OF_A_PAIR) == (drawing._SLOTS, drawing.SEEDS_PER_SLOT)
    assert episodes.REASONS[1:] == REASONS


@pytest.mark.parametrize("field", ["penalty", "trials", "tasks"])
@pytest.mark.parametrize("value", [None, "much", 3, 10**400, [[]], [{}], {"a": []}, ["suitcase"], -1e308], ids=_short)
def test_another_plan_is_named_and_no_plan_makes_the_checker_trip(run: Path, field: str, value: Any) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"][field] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert sentences(run)
    assert all(sentence.isprintable() for sentence in sentences(run))
    del manifest["plan"][field]
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert {"no_field", "terms", "disagrees"} & {key for key, _ in found(run)}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**400), 10**400) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("abid", max_size=2), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("place", ["item", "terms", "answer", "step", "media", "entry", "manifest", "plan", "identity"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_nothing_that_is_planted_makes_the_checker_trip(run: Path, place: str, data: st.DataObject) -> None:
    before = trial.contents(run)
    new = data.draw(json_values)
    pages = {"entry": "instances.json", **dict.fromkeys(("manifest", "plan", "identity"), "manifest.json")}
    name = pages.get(place, "items.jsonl")
    value: Any = trial.read_lines(run)[:4] if name == "items.jsonl" else trial.read_page(run, name)
    number = data.draw(st.integers(0, 3))
    target = {
        "item": lambda: value[number],
        "terms": lambda: value[number]["terms"],
        "answer": lambda: value[number]["answer"],
        "step": lambda: value[number]["answer"]["steps"][number],
        "media": lambda: value[number]["media"],
        "entry": lambda: value["items"][number],
        "manifest": lambda: value,
        "plan": lambda: value["plan"],
        "identity": lambda: value["identity"],
    }[place]()
    target[data.draw(st.sampled_from(sorted(target)))] = new
    if name == "items.jsonl":
        trial.rechain(run, value)
    else:
        trial.write_page(run, name, value)
    trial.reseal(run)
    for sentence in sentences(run):
        assert sentence.isprintable()
    for file, content in before.items():
        (run / file).write_bytes(content)
