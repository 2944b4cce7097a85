"""Programs about a viewer's own hands, on facts made by hand. The viewer stands at (0, −5) and looks along +y."""

import numpy as np
import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.state.self.in_hand import IN_HAND
from mindsight.home.questions.classes.state.self.nearer_hand import NEARER_HAND
from mindsight.home.questions.classes.state.self.reach import REACH
from mindsight.home.questions.classes.state.self.which_hand import WHICH_HAND
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Object, Scene


def hand(x: float) -> Object:
    """Return a hand whose fingers end 0.4 m before the viewer."""
    return thing("robot_hand", (x, -4.9), f"hand_{x}", size=(0.1, 0.6, 0.1))


def table(*objects: Object) -> Scene:
    return scene(facts(*objects, edge_m=0.5))


LEFT, RIGHT = hand(-0.2), hand(0.2)
APPLE, CUP = thing("apple", (-0.2, -4.6)), thing("mug", (0.3, -4.0))


def test_what_a_hand_holds() -> None:
    seen = table(LEFT, RIGHT, APPLE, CUP)
    assert IN_HAND.answer({"side": "left"}, seen) == Found("apple", ((0, "apple"),))
    assert IN_HAND.answer({"side": "right"}, seen) == Cannot("false_premise")
    assert IN_HAND.answer({"side": "left"}, table(RIGHT, CUP)) == Cannot("missing_information")
    half = table(LEFT, thing("apple", (-0.2, -4.6), shown=0.3))
    assert isinstance(IN_HAND.answer({"side": "left"}, half), Unclear)


def test_only_what_a_hand_can_hold_is_offered() -> None:
    can, duck = thing("food_can", (-0.2, -4.6)), thing("rubber_duck", (0.4, -3.8))
    four = (table(LEFT, APPLE, CUP, duck), table(LEFT, can, CUP, duck), table(LEFT, CUP), table(RIGHT, CUP))
    (proposed,) = (one for one in IN_HAND.propose(four, np.random.default_rng(1)) if one.of(0)["side"] == "left")
    assert {one.key for one in proposed.options} == {"apple", "food_can", "rubber_duck"}


def test_which_hand_holds_a_thing() -> None:
    seen = table(LEFT, RIGHT, APPLE, CUP)
    assert WHICH_HAND.answer({"kind": "apple"}, seen).value == "left"  # type: ignore[union-attr]
    assert WHICH_HAND.answer({"kind": "mug"}, seen) == Cannot("false_premise")
    assert WHICH_HAND.answer({"kind": "bowl"}, seen) == Cannot("absent")


@pytest.mark.parametrize(("reach", "said"), [(60, "yes"), (40, "no")])
def test_reach_is_measured_from_the_edge_of_the_table(reach: int, said: str) -> None:
    # The mug's middle is 1.0 m ahead, 0.5 m beyond the edge.
    assert REACH.answer({"kind": "mug", "cm": reach}, table(CUP)) == Found(said, ((0, "mug"),))


def test_of_two_within_and_out_of_reach_neither_is_meant() -> None:
    far = thing("mug", (0.0, -3.0), "mug_1")
    assert REACH.answer({"kind": "mug", "cm": 60}, table(CUP, far)) == Cannot("ambiguous")
    assert isinstance(REACH.answer({"kind": "mug", "cm": 300}, table(CUP, far)), Unclear)


def test_the_nearer_hand() -> None:
    assert NEARER_HAND.answer({"kind": "mug"}, table(LEFT, RIGHT, CUP)).value == "right"  # type: ignore[union-attr]
    assert NEARER_HAND.answer({"kind": "mug"}, table(RIGHT, CUP)) == Cannot("missing_information")
    assert isinstance(NEARER_HAND.answer({"kind": "apple"}, table(LEFT, RIGHT, APPLE)), Unclear)
