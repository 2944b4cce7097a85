"""The contract of every task of the pool: drawn from a seed alone, solvable by looking, not solved at the start.

The quick tests try a few seeds; the slow ones try more of them and every reason for which a task is irrelevant.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from home.household import cache_of
from mindsight.engine.drawing.sight import exposure
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.goals import check
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.home import tasks
from mindsight.home.classes import CLASSES
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.irrelevance import REASONS, Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import LEAST_EXPOSED, LEAST_SIDE_PX, prove
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected, Task
from mindsight.text import say

POOL = tasks.load()
SMALL = Setting(width=320, height=240)
FEW, MANY = 1, 12
QUICK = ("buttons",)
"""Classes in the quick tests too; proving a task takes seconds."""
PUT = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in POOL]
_KEPT: list[Path] = []


@pytest.fixture(scope="session", autouse=True)
def _proofs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Prove once for all processes of a session."""
    _KEPT[:] = [cache_of(tmp_path_factory) / "contract"]


@lru_cache(maxsize=64)
def proved(key: str, number: int, reason: Reason | str = "") -> Instance:
    """Return the instance of the first seed from ``40 × number`` on that is accepted."""
    for seed in range(40 * number, 40 * number + 20):
        if reason and not POOL[key].fits(seed, reason):  # type: ignore[arg-type]
            continue
        try:
            return prove(POOL[key], seed, reason, cache=_KEPT[0])  # type: ignore[arg-type]
        except Rejected:
            continue
    raise AssertionError(f"{key}: twenty seeds from {40 * number} on give no instance ({reason or 'valid'})")


def result_of(instance: Instance, baseline: str, *, draw: bool = False) -> Result:
    """Run a built-in subject on a task and return the result."""
    with Episode(instance, Setting(), draw=draw) as episode:
        run_episode(episode, BASELINES[baseline](episode, 0))
        return episode.end()


def first_picture(instance: Instance) -> str:
    """Return the hash of the first picture sent."""
    with Episode(instance, SMALL) as episode:
        return episode.start.sha256


@pytest.fixture(params=PUT)
def task(request: pytest.FixtureRequest) -> Task:
    """Each task of the pool."""
    return POOL[request.param]


def test_a_task_says_what_it_is(task: Task) -> None:
    assert task.key == task.key.lower()
    title = CLASSES[task.key].title
    assert any("\u4e00" <= letter <= "\u9fff" for letter in say(title, "zh"))
    assert say(title, "en").isascii()
    assert task.version >= 1
    assert task.axes
    assert all(values for values in task.axes.values())


@pytest.mark.slow
def test_equal_seeds_give_equal_instances_and_pictures_and_others_do_not(task: Task) -> None:
    one, other = proved(task.key, 0), proved(task.key, 1)
    again = task.draw(one.seed, "")
    assert again.model_copy(update={"oracle_steps": one.oracle_steps}).sha256 == one.sha256
    assert one.sha256 != other.sha256
    assert first_picture(one) == first_picture(one)
    assert first_picture(one) != first_picture(other)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FEW))
def test_an_instance_is_complete(task: Task, number: int) -> None:
    instance = proved(task.key, number)
    check(instance.goal)
    assert instance.task == task.key
    assert instance.task_version == task.version
    assert instance.budget == 2 * instance.oracle_steps + 10
    assert instance.oracle_steps > 0
    assert any("\u4e00" <= letter <= "\u9fff" for letter in instance.instruction["zh"])
    assert not any("\u4e00" <= letter <= "\u9fff" for letter in instance.instruction["en"])
    assert Instance.model_validate_json(instance.model_dump_json()).sha256 == instance.sha256
    for axis, value in instance.difficulty.items():
        assert value in task.axes[axis], (axis, value)


def test_the_oracle_succeeds_within_its_steps_and_not_by_chance(task: Task) -> None:
    instance = proved(task.key, 0)
    result = result_of(instance, "oracle")
    assert (result.outcome, result.manner, result.ending) == ("TP", "done", "finish")
    assert len(result.steps) == instance.oracle_steps
    assert result.score == 1
    assert result_of(instance, "oracle").fingerprint == result.fingerprint


@pytest.mark.slow
def test_doing_nothing_does_not_solve_it(task: Task) -> None:
    instance = proved(task.key, 0)
    with Episode(instance, SMALL, draw=False) as episode:
        assert not episode.verdict.holds
    idle, refuse = (result_of(instance, baseline) for baseline in ("idle", "refuse"))
    assert (idle.outcome, idle.ending) == ("FN", "budget")
    assert (refuse.outcome, refuse.ending) == ("FN", "decline")


def _check_irrelevant(task: Task, number: int, reason: Reason) -> None:
    instance = proved(task.key, number, reason)
    assert instance.reason == reason
    assert not instance.valid
    valid = task.draw(instance.seed, "")
    assert instance.budget == prove(task, instance.seed, "", cache=_KEPT[0]).budget, "a budget gives away what is asked"
    assert valid.sha256 != instance.sha256
    for baseline in ("refuse", "idle"):
        result = result_of(instance, baseline)
        assert (result.outcome, result.disturbed) == ("TN", ()), baseline
    assert result_of(instance, "oracle").outcome == "TN"
    assert result_of(instance, "eager").outcome == "FP"


@pytest.mark.slow
def test_an_irrelevant_task_is_to_be_ignored(task: Task) -> None:
    _check_irrelevant(task, 0, "absent")


@pytest.mark.slow
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("number", range(3))
def test_more_irrelevant_tasks_are_to_be_ignored(task: Task, number: int, reason: Reason) -> None:
    if reason not in task.reasons:
        pytest.skip("the class has no such tasks")
    _check_irrelevant(task, number, reason)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FEW, MANY))
def test_more_instances_are_complete_and_solved(task: Task, number: int) -> None:
    test_an_instance_is_complete(task, number)
    assert result_of(proved(task.key, number), "oracle").outcome == "TP"


@pytest.mark.parametrize("number", range(FEW))
def test_everything_has_a_name_in_both_languages(task: Task, number: int) -> None:
    with Episode(proved(task.key, number), SMALL, draw=False) as episode:
        scene = episode.world.scene
    named = [*scene.things.values(), *scene.register.parts.values(), *scene.plan.viewpoints, *FIXTURES.values()]
    for one in named:
        assert any("\u4e00" <= letter <= "\u9fff" for letter in one.zh), one
        assert one.en, one
        assert not any("\u4e00" <= letter <= "\u9fff" for letter in one.en), one


@pytest.mark.parametrize("number", range(FEW))
def test_what_is_needed_can_be_seen(task: Task, number: int) -> None:
    instance = proved(task.key, number)
    assert instance.needed
    with Episode(instance, Setting(), draw=False) as episode:
        for name in instance.needed:
            assert _well_seen(episode, name), name


def _well_seen(episode: Episode, name: str) -> bool:
    """Return whether walking, turning and zooming bring it into view, large and unobstructed enough."""
    world = episode.world
    for viewpoint in world.scene.plan.viewpoints:
        towards = View.at(viewpoint).facing_position(world.middle(name))
        shares, sides = [], []
        for zoom in (1.0, 2.0, 8.0):
            world.look(towards.zoomed(zoom))
            share, side = exposure(episode.camera, name)
            shares.append(share)
            sides.append(side)
        if max(shares) >= LEAST_EXPOSED and max(sides) >= LEAST_SIDE_PX:
            return True
    return False


@pytest.mark.slow
def test_an_episode_is_the_same_with_and_without_pictures(task: Task) -> None:
    instance = proved(task.key, 1)
    drawn, blind = (result_of(instance, "oracle", draw=draw) for draw in (True, False))
    assert [step.action for step in drawn.steps] == [step.action for step in blind.steps]
    assert drawn.fingerprint == blind.fingerprint
    assert len(set(drawn.pictures)) > 1
    assert np.isfinite([step.margin for step in drawn.steps]).all()
