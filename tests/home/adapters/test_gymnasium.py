"""The task pool as Gymnasium environments: Gymnasium's own checker, and what a subject may and may not know."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from home.household import cache_of
from mindsight.engine.physics.actions import Action
from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.adapters.gymnasium import HouseholdEnv, _action_of, action
from mindsight.home.episodes.baselines import BASELINES
from mindsight.home.setting import Setting

NAMES = sorted(name for name in gymnasium.registry if name.startswith("mindsight/"))
SMALL = Setting(width=160, height=120)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of proofs for all tests of this file."""
    return cache_of(tmp_path_factory) / "environments"


def made(name: str, cache: Path, **options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name, cache=cache, setting=SMALL, disable_env_checker=True, **options)


def test_every_task_of_the_pool_is_registered_with_its_version() -> None:
    kept = {gymnasium.spec(name).kwargs["task"]: name for name in NAMES}
    assert {key: task.version for key, task in tasks.load().items()} == {
        key: int(name.rpartition("-v")[2]) for key, name in kept.items()
    }
    assert "mindsight/Suitcase-v2" in NAMES


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.filterwarnings("ignore:.*normalized space")
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_nothing_wrong(name: str, cache: Path) -> None:
    """Except a recommendation: points keep the 0–1000 scale that every other subject uses."""
    environment = made(name, cache, render_mode="rgb_array").unwrapped
    check_env(environment)
    environment.close()


@pytest.mark.parametrize("reason", ["", pytest.param("absent", marks=pytest.mark.slow)])
def test_the_oracle_is_rewarded_and_refusal_only_on_irrelevant_tasks(reason: str, cache: Path) -> None:
    environment = made("mindsight/Buttons-v2", cache)
    shown, info = environment.reset(seed=3, options={"reason": reason})
    assert environment.observation_space.contains(shown)
    assert "outcome" not in info
    held: HouseholdEnv = environment.unwrapped  # type: ignore[assignment]
    oracle = BASELINES["oracle"](held.episode, 0)
    ended, reward = False, 0.0
    while not ended:
        turn = oracle.act(held.episode.last)
        assert isinstance(turn, Action)
        wish = action(turn.verb, **turn.model_dump(exclude={"verb"}, exclude_defaults=True))
        assert environment.action_space.contains(wish)
        shown, reward, ended, cut, info = environment.step(wish)
        assert environment.observation_space.contains(shown)
        assert not cut
        assert ("outcome" in info) == ended
    assert reward == 1.0
    assert info["outcome"] == ("TN" if reason else "TP")
    environment.reset(seed=3, options={"reason": reason})
    *_, info = environment.step(action("decline"))
    assert info["outcome"] == ("TN" if reason else "FN")
    environment.close()


@pytest.mark.slow
def test_equal_seeds_give_equal_tasks_and_a_budget_that_runs_out_cuts_them_off(cache: Path) -> None:
    environment = made("mindsight/Buttons-v2", cache, irrelevant=0.0)
    first, info = environment.reset(seed=5)
    again, same = environment.reset(seed=5)
    assert info == same
    assert np.array_equal(first["picture"], again["picture"])
    left = int(again["left"])
    for number in range(left):
        shown, reward, ended, cut, info = environment.step(action("wait", seconds=0.01))
        assert not ended
        assert cut == (number == left - 1)
    assert (reward, int(shown["left"]), info["outcome"]) == (0.0, 0, "FN")
    environment.close()


def test_invalid_requests_are_refused_in_a_sentence(cache: Path) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        HouseholdEnv("buttons", irrelevant=1.5)
    environment = made("mindsight/Buttons-v2", cache)
    with pytest.raises(InputError, match="no reason"):
        environment.reset(options={"reason": "boredom"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.unwrapped.step(action("wait"))


def test_an_action_means_what_its_verb_uses() -> None:
    fields = _action_of
    assert fields(action("pick", point=(3, 4))) == {"verb": "pick", "point": [3.0, 4.0]}
    assert fields(action("look", turn=30)) == {"verb": "look", "turn": 30.0, "tilt": 0.0, "zoom": 1.0, "to": ""}
    assert fields(action("rotate", degrees=90, axis="forward", point=(5, 6))) == {
        "verb": "rotate",
        "degrees": 90.0,
        "axis": "forward",
        "point": [5.0, 6.0],
    }
    assert fields(action("decline", text="no 不")) == {"verb": "decline", "text": "no 不"}
