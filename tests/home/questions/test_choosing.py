"""The order in which a class asks about things."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import evenly
from mindsight.home.questions.facts.facts import Scene

ANSWERS = dict.fromkeys(range(20), ("near", "far")) | {20: ("near", "inside")}
"""What each of some things leads to in two scenes; only the last leads to the rare answer."""
SCENES = cast("Sequence[Scene]", (0, 1))
SEEDS = 400


def _answer(asked: int, scene: Any) -> Answer:
    return Found(ANSWERS[asked][scene])


def _order(seed: int) -> list[int]:
    return evenly(np.random.default_rng(seed), ANSWERS, _answer, SCENES, lambda thing: thing)


def test_a_rare_answer_is_asked_about_as_often_as_a_frequent_one() -> None:
    first = [_order(seed)[0] for seed in range(SEEDS)]
    assert 0.4 * SEEDS < first.count(20) < 0.6 * SEEDS


def test_nothing_is_left_out() -> None:
    assert sorted(_order(0)) == sorted(ANSWERS)
