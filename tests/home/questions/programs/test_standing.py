"""From where and which way the second of two pictures was taken."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.state.self.stood import STOOD
from mindsight.home.questions.classes.state.self.turn import TURN
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.standing import floor_from, step

THINGS = (thing("picture", (-1.0, 2.0)), thing("plant", (1.5, 1.0)), thing("lamp", (0.3, 2.5)))
MARKS = {"A": [-1.0, -2.0], "B": [1.0, -2.0], "C": [0.0, -0.5], "D": [-1.5, 0.0]}


def two(eye: tuple[float, float], right_deg: float) -> Scene:
    """Return a picture from (0, −4) along +y with marks, and another from elsewhere."""
    return scene(facts(*THINGS, eye=(0.0, -4.0), marks=MARKS), facts(*THINGS, eye=eye, right_deg=right_deg))


@given(st.floats(-2, 2), st.floats(-4, 0), st.floats(-170, 170))
def test_things_in_common_tell_the_step_exactly(x: float, y: float, right_deg: float) -> None:
    found = step(two((x, y), right_deg))
    assert found is not None
    assert found.turned_deg == pytest.approx(right_deg, abs=1e-6)
    assert (found.right_m, found.ahead_m) == pytest.approx((x, y + 4.0), abs=1e-6)


def test_a_viewer_has_right_and_ahead() -> None:
    assert floor_from(facts(eye=(1.0, 1.0)), (2.0, 4.0, 0.0)) == pytest.approx((1.0, 3.0))
    assert floor_from(facts(eye=(0.0, 0.0), right_deg=90.0), (2.0, 0.0, 0.0)) == pytest.approx((0.0, 2.0))


@pytest.mark.parametrize(("angle", "said"), [(-50, "left_50"), (-25, "left_25"), (25, "right_25"), (50, "right_50")])
def test_a_turn_has_a_side_and_a_size(angle: float, said: str) -> None:
    found = TURN.answer({}, two((0.5, -3.0), angle))
    assert isinstance(found, Found)
    assert found.value == said


def test_whoever_only_walked_did_not_turn() -> None:
    assert TURN.answer({}, two((1.0, -2.0), 0.0)) == Cannot("false_premise")


@pytest.mark.parametrize("letter", MARKS)
def test_the_second_place_is_the_nearest_mark(letter: str) -> None:
    x, y = MARKS[letter]
    found = STOOD.answer({}, two((x + 0.2, y - 0.1), 25.0))
    assert isinstance(found, Found)
    assert found.value == letter


def test_whoever_only_turned_went_nowhere() -> None:
    assert STOOD.answer({}, two((0.0, -4.0), 50.0)) == Cannot("false_premise")


def test_another_room_tells_nothing() -> None:
    other = facts(thing("plant", (1.0, 1.0), "other_plant"), eye=(0.0, -4.0))
    away = scene(facts(*THINGS, eye=(0.0, -4.0), marks=MARKS), other)
    assert TURN.answer({}, away) == STOOD.answer({}, away) == Cannot("missing_information")


def test_one_thing_in_common_is_too_little() -> None:
    both = scene(facts(THINGS[0], marks=MARKS), facts(THINGS[0]))
    assert isinstance(TURN.answer({}, both), Unclear)
    cut = THINGS[1].model_copy(update={"box": (0.0, 400.0, 100.0, 600.0)})
    assert step(scene(facts(THINGS[0], cut), facts(*THINGS))) is None
    assert math.isclose(step(two((0.0, -4.0), 10.0)).turned_deg, 10.0, abs_tol=1e-6)  # type: ignore[union-attr]
