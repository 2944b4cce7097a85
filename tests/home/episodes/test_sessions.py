"""Several tasks with one budget: how sessions are formed, what is left for each task, and tasks that are not reached."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home.household import TASKS, TRIALS, baseline_run, cache_of, household, prepared
from mindsight import checker
from mindsight.checker.home.tasks import session_doubts
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.errors import IdentityError, InputError, SubjectError
from mindsight.execution.parallel import Engine
from mindsight.home import suite, totals
from mindsight.home.adapters.environment import HomeEnvironment
from mindsight.home.adapters.outside import item_of
from mindsight.home.episodes.interface import prompts_hash
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.replay import Replay
from mindsight.home.episodes.running import failed_draft
from mindsight.home.episodes.sessions import Session, Share, in_turn, read_sessions, sessions, share
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.reporting.comparison import compare
from mindsight.home.running.checking import check_plan
from mindsight.home.running.tasks import anchored
from mindsight.home.scoring.outcomes import judge
from mindsight.home.setting import Setting
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item
from mindsight.report import render_html, write_report
from record import trial

KEY = TASKS[0]
SCENE = ScenePlan(room="study", seed=0, size=(3, 3, 3), time_of_day="noon", fixtures=(), viewpoints=())


def instance(task: str, number: int, *, valid: bool, steps: int = 5) -> Instance:
    return Instance(
        id=f"{task}-{number:04d}",
        task=task,
        task_version=1,
        seed=number,
        reason="" if valid else "absent",
        difficulty={},
        instruction={"zh": "做", "en": "do"},
        scene=SCENE,
        goal=["all"],
        needed=(),
        oracle_steps=steps,
    )


def plan_of(task: str, valid: int, irrelevant: int) -> list[Instance]:
    return [instance(task, number + 1, valid=number < valid) for number in range(valid + irrelevant)]


plans = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=3).map(
    lambda kinds: [one for index, kind in enumerate(kinds) for one in plan_of(f"class{index}", *kind)]
)


# How sessions are formed


@given(plans, st.integers(2, 6))
@settings(deadline=None, max_examples=60)
def test_every_task_is_in_one_session_of_its_class_and_never_with_its_pair(tasks: list[Instance], size: int) -> None:
    found, by_id = sessions(tasks, size), {one.id: one for one in tasks}
    all_sessions = [id_ for one in found for id_ in one.tasks]
    assert sorted(all_sessions) == sorted(by_id)
    assert len({one.name for one in found}) == len(found)
    for one in found:
        own = [by_id[id_] for id_ in one.tasks]
        assert 1 <= len(own) <= size
        assert len({task.task for task in own}) == 1
        assert not [pair for pair in pairs_of(tasks) if pair <= set(one.tasks)]


@given(plans, st.integers(2, 6))
@settings(deadline=None, max_examples=60)
def test_a_round_has_as_many_whole_pairs_as_a_session_has_tasks(tasks: list[Instance], size: int) -> None:
    rounds: dict[str, set[str]] = {}
    for one in sessions(tasks, size):
        rounds.setdefault(one.round, set()).update(one.tasks)
    for members in rounds.values():
        assert all(pair <= members or not pair & members for pair in pairs_of(tasks))
        assert 1 <= sum(pair <= members for pair in pairs_of(tasks)) + len(alone_of(tasks) & members) <= size


def pairs_of(tasks: list[Instance]) -> list[set[str]]:
    """Return the ids of the pairs: by construction the n-th valid and the n-th irrelevant task of a class."""
    found = []
    for key in {one.task for one in tasks}:
        valid, rest = ([one.id for one in tasks if one.task == key and one.valid is kind] for kind in (True, False))
        found += [set(pair) for pair in zip(valid, rest, strict=False)]
    return found


def alone_of(tasks: list[Instance]) -> set[str]:
    return {one.id for one in tasks} - {id_ for pair in pairs_of(tasks) for id_ in pair}


def test_the_same_tasks_give_the_same_sessions_and_others_do_not() -> None:
    tasks = plan_of("suitcase", 12, 12)
    assert sessions(tasks, 3) == sessions(list(tasks), 3)
    others = [one.model_copy(update={"seed": one.seed + 1}) for one in tasks]
    assert sessions(tasks, 3) != sessions(others, 3)


def test_the_number_of_valid_tasks_in_a_session_varies() -> None:
    tasks = plan_of("suitcase", 40, 40)
    valid = {one.id for one in tasks if one.valid}
    assert {sum(id_ in valid for id_ in one.tasks) for one in sessions(tasks, 2)} == {0, 1, 2}


# What is left


def item(id_: str, steps: int, status: str = "scored") -> Item:
    terms = {"steps": steps} if status == "scored" else {}
    return Item.model_construct(id=id_, status=status, terms=terms)


def test_the_budget_is_the_sum_less_the_steps_of_earlier_tasks() -> None:
    tasks = {one.id: one for one in plan_of("desk", 3, 0)}
    assert {one.budget for one in tasks.values()} == {20}
    session = Session("s", "r", tuple(tasks))
    first, second, third = tasks
    assert share(session, 0, tasks, {}) == Share("s", "r", 1, 3, 60)
    ended = {first: item(first, 41)}
    assert share(session, 1, tasks, ended).left == 19
    ended[second] = item(second, 19)
    assert share(session, 2, tasks, ended) == Share("s", "r", 3, 3, 0)
    assert third in tasks


def test_an_untested_task_uses_up_its_own_part_at_most() -> None:
    tasks = {one.id: one for one in plan_of("desk", 3, 0)}
    first, second, _ = tasks
    session = Session("s", "r", tuple(tasks))
    assert share(session, 1, tasks, {first: item(first, 0, "failed")}).left == 40
    ended = {first: item(first, 50), second: item(second, 0, "failed")}
    assert share(session, 2, tasks, ended).left == 0


def test_all_first_tasks_are_run_before_the_second_ones() -> None:
    tasks = {one.id: one for one in plan_of("desk", 2, 2)}
    all_sessions, log, put = sessions(list(tasks.values()), 2), [], []

    def run_tasks(now: Any, shares: Any) -> Iterator[Draft]:
        put.append([(one.id, shares[one.id].place, shares[one.id].left) for one in now])
        for one in now:
            log.append(item(one.id, 7))
            yield log[-1]

    ended = list(in_turn(all_sessions, tasks, frozenset(tasks), lambda: log, run_tasks))
    assert len(ended) == 4
    assert put == [[(one.tasks[0], 1, 40) for one in all_sessions], [(one.tasks[1], 2, 33) for one in all_sessions]]


# What the subject is sent and how a task ends


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_subject_is_sent_its_share(language: Any) -> None:
    announcement = Share("s", "r", 2, 3, 17).announcement(language)
    assert all(number in announcement for number in ("2", "3", "17"))
    assert "{" not in announcement
    assert Share("s", "r", 1, 1, 20).announcement(language) == ""


def test_the_announcement_is_part_of_the_identity() -> None:
    assert prompts_hash("zh", "points", "neutral", several=True) != prompts_hash("zh", "points", "neutral")


def test_an_unreached_task_was_neither_done_nor_ignored() -> None:
    never: dict[str, Any] = {"ending": "unreached", "goal_true": False, "disturbed": False, "well_formed": 0}
    assert judge(valid=True, **never) == ("FN", "unreached")
    assert judge(valid=False, **never) == ("NR", "unreached")


@pytest.mark.parametrize(("size", "fits"), [(1, True), (4, True), (5, False)])
def test_a_session_has_no_more_tasks_than_a_class_has_pairs(size: int, fits: bool) -> None:
    plan = Plan(tasks=TASKS, trials=6, irrelevant=0.3, tasks_per_scene=size)
    if fits:
        check_plan(plan)
        return
    with pytest.raises(InputError, match="use at most 4"):
        check_plan(plan)


def test_tasks_that_share_a_budget_are_run_once() -> None:
    with pytest.raises(InputError, match="are run once"):
        check_plan(Plan(tasks=TASKS, trials=6, tasks_per_scene=2, epochs=2))


def test_anchors_are_run_one_by_one() -> None:
    assert anchored(Plan(tasks=TASKS, tasks_per_scene=3)).tasks_per_scene == 1


# A run


@pytest.fixture(scope="module", autouse=True)
def _one_preflight() -> Iterator[None]:
    """Check the environment once for all tests, because each check takes a second."""
    found: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            suite, "check_environment", lambda *given: found or found.update(check_environment(*given)) or found
        )
        yield


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"), tasks_per_scene=2)


@pytest.fixture(scope="module")
def runs(data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A sealed run of each of two subjects. Not to be changed."""
    folder = tmp_path_factory.mktemp("runs")
    return {name: baseline_run(data, folder / name, name, tasks_per_scene=2) for name in ("refuse", "idle")}


def values(run: Path) -> dict[str, float | None]:
    return {measure.name: measure.value for measure in RunFolder(run).results.measures}


@pytest.mark.slow
def test_every_file_and_number_agrees(runs: dict[str, Path]) -> None:
    for run in runs.values():
        assert [finding.say() for finding in checker.check(str(run))[0]] == []


def test_wasting_the_budget_leaves_the_second_task_unreached(data: Path, runs: dict[str, Path]) -> None:
    items = {one.id: one for one in RunFolder(runs["idle"]).items}
    (all_sessions,) = {tuple(len(one.tasks) for one in read_sessions(data))}
    assert all_sessions == (2, 2)
    for one in read_sessions(data):
        first, second = (items[id_] for id_ in one.tasks)
        assert first.terms["steps"] == first.terms["left"]
        assert (second.terms["left"], second.terms["steps"], second.media) == (0, 0, {})
        assert (second.outcome, second.terms["manner"]) == ("FN" if second.terms["valid"] else "NR", "unreached")
        assert first.cluster == second.cluster == one.round
    assert values(runs["idle"])["home.T_valid"] == 0


def test_declining_at_once_leaves_the_budget_to_later_tasks(data: Path, runs: dict[str, Path]) -> None:
    budgets = {one.id: one.budget for one in read_instances(data)}
    items = {one.id: one for one in RunFolder(runs["refuse"]).items}
    for one in read_sessions(data):
        whole = sum(budgets[id_] for id_ in one.tasks)
        assert [items[id_].terms["left"] for id_ in one.tasks] == [whole, whole - 1]
    assert values(runs["refuse"])["home.T"] == 0.5


def test_the_report_states_sessions_and_unreached_tasks(runs: dict[str, Path]) -> None:
    for name, run in runs.items():
        folder = RunFolder(run)
        assert "reading-sittings" in {note.id for note in folder.manifest.readings}
        ends = next(block for block in folder.results.blocks if block.id == "endings")
        titles = [column.title.message for column in ends.columns]
        assert any("not reached" in title for title in titles) == (name == "idle")
        assert render_html(folder, language="en")


def test_one_round_gives_no_interval(runs: dict[str, Path]) -> None:
    measures = {one.name: one for one in RunFolder(runs["refuse"]).results.measures}
    assert len({one.cluster for one in RunFolder(runs["refuse"]).items}) == 1
    assert measures[f"home.f.{KEY}"].interval is None
    assert measures["home.T_corrected"].status == "not_estimable"
    kinds = [one for name, one in measures.items() if name.startswith("home.ignored.") and one.n]
    assert kinds
    assert {one.interval for one in kinds} == {None}
    assert "information-kinds" in {block.id for block in RunFolder(runs["refuse"]).results.blocks}


def test_the_record_alone_gives_the_same_bytes(runs: dict[str, Path]) -> None:
    for path in runs.values():
        _, results = totals.rescore(RunFolder(path))
        assert trial.canonical.model_page(results) == (path / "results.json").read_bytes()


def test_without_sessions_no_file_mentions_them(tmp_path: Path, tmp_path_factory: Any) -> None:
    alone = prepared(cache_of(tmp_path_factory), tmp_path)
    assert "sittings" not in json.loads(alone.read_bytes())
    manifest = household(alone, "refuse").manifest
    assert "tasks_per_scene" not in {**manifest.plan, **manifest.identity}
    assert "reading-sittings" not in {note.id for note in manifest.readings}
    opened = item_of(read_instances(alone)[0], Setting(), "points")
    assert "budget" not in opened.opening
    assert opened.instruction == read_instances(alone)[0].instruction["zh"]


@pytest.mark.slow
def test_runs_with_and_without_sessions_are_not_compared(
    runs: dict[str, Path], tmp_path: Path, tmp_path_factory: Any
) -> None:
    alone = baseline_run(prepared(cache_of(tmp_path_factory), tmp_path / "d"), tmp_path / "run", "refuse")
    with pytest.raises(IdentityError):
        compare([RunFolder(runs["refuse"]), RunFolder(alone)], seed=1)
    assert compare([RunFolder(run) for run in runs.values()], seed=1).differences


# Killed and resumed


class Stumbling(suite.HomeTest):
    """A test in which the subject is gone in the middle of its sessions."""

    def drafts(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
        for number, draft in enumerate(super().drafts(*arguments, **options)):
            if number == 3:
                raise SubjectError("gone")
            yield draft


@pytest.mark.parametrize(("engine", "workers"), [("serial", 1), pytest.param("local", 2, marks=pytest.mark.slow)])
def test_a_run_that_was_killed_in_a_session_continues_at_its_next_task(
    data: Path, runs: dict[str, Path], tmp_path: Path, engine: Engine, workers: int
) -> None:
    whole = household(data, "refuse", tasks_per_scene=2)
    broken = Stumbling(whole._plan, data, whole._spec, whole.manifest.subject)
    with pytest.raises(SubjectError):
        run_test(broken, tmp_path / "run")
    before = (tmp_path / "run" / "items.jsonl").read_bytes()
    assert [one["terms"]["place"] for one in map(json.loads, before.splitlines())] == [1, 1, 2]
    run = run_test(
        household(data, "refuse", tasks_per_scene=2), tmp_path / "run", resume=True, engine=engine, workers=workers
    )
    assert (run.path / "items.jsonl").read_bytes().startswith(before)
    assert sorted(one.id for one in run.items) == [f"{KEY}-{n:04d}" for n in range(1, TRIALS + 1)]
    for name in ("results.json", "scores.csv"):
        assert (run.path / name).read_bytes() == (runs["refuse"] / name).read_bytes()


@pytest.mark.slow
def test_an_untested_task_ends_no_session(data: Path, tmp_path: Path) -> None:
    class Broken(suite.HomeTest):
        def _run_tasks(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
            for draft in super()._run_tasks(*arguments, **options):
                share_of = arguments[2][draft.id]
                one = next(task for task in self.instances() if task.id == draft.id)
                lost = share_of.place == 1 and share_of.session.endswith("1")
                yield failed_draft(one, None, answer={}, took_s=0.0, share=share_of) if lost else draft

    plain = household(data, "refuse", tasks_per_scene=2)
    run = run_test(Broken(plain._plan, data, plain._spec, plain.manifest.subject), tmp_path / "run")
    write_report(run)
    budgets = {one.id: one.budget for one in read_instances(data)}
    items = {one.id: one for one in run.items}
    first, second = read_sessions(data)[0].tasks
    assert (items[first].status, items[first].cluster) == ("failed", read_sessions(data)[0].round)
    assert items[second].terms["left"] == budgets[second]
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []


# The checker finds what was changed


Pages = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


@pytest.fixture
def pages(runs: dict[str, Path]) -> Pages:
    folder = runs["refuse"]
    items = {one["id"]: one for one in map(json.loads, (folder / "items.jsonl").read_bytes().splitlines())}
    manifest, listed = (json.loads((folder / name).read_bytes()) for name in ("manifest.json", "instances.json"))
    return items, manifest, listed


def found(pages: Pages) -> set[str]:
    return {doubt.values["field"] for doubt in session_doubts(*pages)}


def test_valid_sessions_raise_no_doubt(pages: Pages) -> None:
    assert found(pages) == set()


@pytest.mark.parametrize(
    ("field", "value"), [("left", 3), ("place", 9), ("sitting", "elsewhere"), ("left", None), ("left", True)]
)
def test_a_changed_share_is_named(pages: Pages, field: str, value: Any) -> None:
    next(iter(pages[0].values()))["terms"][field] = value
    assert field in found(pages)


def test_a_cluster_that_is_not_the_round_is_named(pages: Pages) -> None:
    next(iter(pages[0].values()))["cluster"] = "own"
    assert found(pages) == {"cluster"}


def test_concealed_steps_show_in_the_share_of_the_next_task(pages: Pages) -> None:
    items, _, listed = pages
    items[listed["sittings"][0]["tasks"][0]]["answer"]["steps"] *= 2
    assert found(pages) == {"left"}


@pytest.mark.parametrize("change", ["none", "twice", "large", "plan", "odd"])
def test_sessions_that_differ_from_the_plan_are_named(pages: Pages, change: str) -> None:
    _, manifest, listed = pages
    if change == "none":
        del listed["sittings"]
    elif change == "twice":
        listed["sittings"].append(listed["sittings"][0])
    elif change == "large":
        one, other = listed["sittings"]
        listed["sittings"] = [{**one, "tasks": one["tasks"] + other["tasks"]}]
    elif change == "plan":
        del manifest["plan"]["tasks_per_scene"]
    else:
        manifest["plan"]["tasks_per_scene"] = "two"
    assert found(pages) == {"sittings"}


# Environments, replay


@pytest.mark.slow
def test_an_environment_ends_when_the_share_is_used_up(data: Path) -> None:
    one = read_instances(data)[0]
    place = HomeEnvironment()
    try:
        shown = place.open(**item_of(one, Setting(), "points", Share("s", "r", 2, 2, 2)).opening)
        assert (shown["left"], shown["done"]) == (2, False)
        assert place.act({"verb": "wait"})["left"] == 1
        assert place.act({"verb": "wait"})["done"]
        assert place.end("silence")["result"]["ending"] == "budget"
    finally:
        place.close()


@pytest.mark.slow
def test_a_task_that_took_more_than_its_own_part_is_replayed_faithfully(data: Path, runs: dict[str, Path]) -> None:
    tasks = {one.id: one for one in read_instances(data)}
    long = next(one for one in RunFolder(runs["idle"]).items if one.terms["steps"] > tasks[one.id].budget)
    again = Replay(long, tasks[long.id], Setting(width=64, height=48))
    for _ in again.frames():
        pass
    assert again.faithful
    assert len(long.answer["steps"]) == long.terms["left"]


@pytest.mark.slow
def test_an_unreached_task_is_filmed_in_its_first_state(data: Path, runs: dict[str, Path]) -> None:
    tasks = {one.id: one for one in read_instances(data)}
    never = next(one for one in RunFolder(runs["idle"]).items if one.terms["manner"] == "unreached")
    assert list(Replay(never, tasks[never.id], Setting(width=64, height=48)).frames())
