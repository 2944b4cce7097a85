"""Directions from a seat, which way it faces, what it has ahead, what is near, what fits between."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.object.rooms.facing import FACING
from mindsight.home.questions.classes.object.rooms.facing_which import FACING_WHICH
from mindsight.home.questions.classes.object.rooms.frame import FRAME
from mindsight.home.questions.classes.object.rooms.gap import GAP
from mindsight.home.questions.classes.object.rooms.in_front import IN_FRONT
from mindsight.home.questions.classes.object.rooms.near import NEAR
from mindsight.home.questions.classes.object.rooms.room_size import ROOM_SIZE
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.rooms.furniture import angle_deg, clearance_m, quarter
from mindsight.home.questions.scenes.rooms.floor import DIRECTIONS


def reach(at: tuple[float, float], radius: float) -> list[float]:
    """Return the reach of a round piece of furniture."""
    angles = [2 * math.pi * number / DIRECTIONS for number in range(DIRECTIONS)]
    return [at[0] * math.cos(angle) + at[1] * math.sin(angle) + radius for angle in angles]


def floor(*objects: Object, radius: float = 0.2, **facing: list[float]) -> Facts:
    """Return furniture on a floor; seats face as said."""
    reached = {one.name: reach((one.at[0], one.at[1]), radius) for one in objects}
    return facts(*objects, facing=facing, reach=reached)


# Somebody on a sofa that faces +x has +y at the left hand.
@pytest.mark.parametrize(
    ("at", "side"), [((2.0, 0.0), "front"), ((0.0, 2.0), "left"), ((-2.0, 0.3), "behind"), ((0.2, -2.0), "right")]
)
def test_sides_are_those_of_somebody_seated(at: tuple[float, float], side: str) -> None:
    shown = floor(thing("sofa", (0.0, 0.0)), thing("lamp", at), sofa=[1.0, 0.0])
    found = FRAME.answer({"seat": "sofa", "kind": "lamp"}, scene(shown))
    assert isinstance(found, Found)
    assert found.value == side


def test_there_is_no_side_of_a_missing_or_a_second_seat() -> None:
    lamp, sofa = thing("lamp", (1.0, 1.0)), thing("sofa", (0.0, 0.0))
    other = thing("sofa", (2.0, 0.0), "sofa_1")
    asked = {"seat": "sofa", "kind": "lamp"}
    assert FRAME.answer(asked, scene(floor(lamp))) == Cannot("absent")
    far = thing("lamp", (4.0, 0.0))
    assert FRAME.answer(asked, scene(floor(far, sofa, other, sofa=[1.0, 0.0], sofa_1=[-1.0, 0.0]))) == Cannot(
        "ambiguous"
    )
    # It is in front of both: to which of them the question refers does not matter.
    assert isinstance(FRAME.answer(asked, scene(floor(far, sofa, other, sofa=[1.0, 0.0], sofa_1=[1.0, 0.0]))), Unclear)


def test_a_seat_that_is_half_hidden_is_not_asked_about() -> None:
    shown = floor(thing("sofa", (0.0, 0.0), shown=0.4), thing("lamp", (2.0, 0.0)), sofa=[1.0, 0.0])
    assert isinstance(FRAME.answer({"seat": "sofa", "kind": "lamp"}, scene(shown)), Unclear)


# The viewer stands at −y and looks along +y, so +x is to the right.
@pytest.mark.parametrize(
    ("way", "said"), [([0, -1], "towards"), ([0, 1], "away"), ([1, 0], "right"), ([-1, 0], "left")]
)
def test_a_seat_faces_as_the_viewer_sees_it(way: list[float], said: str) -> None:
    found = FACING.answer({"kind": "chair"}, scene(floor(thing("chair", (0.0, 0.0)), chair=way)))
    assert isinstance(found, Found)
    assert found.value == said


def test_the_seat_that_faces_a_way() -> None:
    def which(way: str, *fronts: list[float]) -> object:
        kinds = ("chair", "sofa", "armchair")[: len(fronts)]
        seats = [thing(kind, (float(x), 0.0)) for x, kind in enumerate(kinds)]
        return FACING_WHICH.answer({"way": way}, scene(floor(*seats, **dict(zip(kinds, fronts, strict=True)))))

    found = which("away", [0.0, -1.0], [0.1, 1.0])
    assert isinstance(found, Found)
    assert found.value == "sofa"
    assert which("right", [0.0, -1.0], [0.0, 1.0]) == Cannot("false_premise")
    assert which("left", [-1.0, 0.0], [-1.0, 0.1], [1.0, 0.0]) == Cannot("ambiguous", ("chair", "sofa"))


def test_the_nearest_thing_ahead_is_pointed_at() -> None:
    shown = floor(
        thing("chair", (0.0, 0.0)),
        thing("lamp", (3.0, 0.1)),
        thing("bin", (1.0, 0.1)),
        thing("box", (0.0, 0.5)),
        chair=[1.0, 0.0],
    )
    found = IN_FRONT.answer({"kind": "chair"}, scene(shown))
    assert isinstance(found, Found)
    assert found.target == (0, "bin")
    nothing = floor(thing("chair", (0.0, 0.0)), thing("box", (-1.0, 0.0)), chair=[1.0, 0.0])
    assert isinstance(IN_FRONT.answer({"kind": "chair"}, scene(nothing)), Unclear)


def test_near_is_measured_between_sides() -> None:
    # The rug's middle is farther than the lamp's, but its side is nearer.
    shown = floor(thing("chair", (0.0, 0.0)), thing("lamp", (1.5, 0.0)), thing("rug", (-2.0, 0.0)))
    shown.more["reach"]["rug"] = reach((-2.0, 0.0), 1.4)
    found = NEAR.answer({"kind": "chair", "of": ["lamp", "rug"]}, scene(shown))
    assert isinstance(found, Found)
    assert found.value == "rug"


@pytest.mark.parametrize(("width_cm", "said"), [(100, "yes"), (220, "no")])
def test_what_is_narrower_than_the_gap_fits(width_cm: int, said: str) -> None:
    # Middles 2 m apart, both of radius 20 cm: 1.6 m are free.
    shown = floor(thing("chair", (-1.0, 0.0)), thing("stool", (1.0, 0.0)))
    found = GAP.answer({"kinds": ["chair", "stool"], "width_cm": width_cm}, scene(shown))
    assert isinstance(found, Found)
    assert found.value == said


@given(st.floats(0.5, 4.0), st.floats(-math.pi, math.pi), st.floats(0.05, 0.24))
def test_clearance_is_the_distance_less_both_radii(away: float, angle: float, radius: float) -> None:
    one, other = thing("stool", (0.0, 0.0)), thing("lamp", (away * math.cos(angle), away * math.sin(angle)))
    shown = floor(one, other, radius=radius)
    # 24 directions miss the true one by 7.5° at most.
    least = away * math.cos(math.radians(7.5)) - 2 * radius
    assert least - 1e-6 <= clearance_m(shown, one, other) <= away - 2 * radius + 1e-6
    assert clearance_m(shown, one, other) == pytest.approx(clearance_m(shown, other, one))


@given(st.floats(-180, 180), st.floats(-170, 170))
def test_angles_turn_with_the_frame(start: float, turned: float) -> None:
    ahead, away = ([math.cos(math.radians(part)), math.sin(math.radians(part))] for part in (start, start + turned))
    assert angle_deg(ahead, away) == pytest.approx(turned, abs=1e-6)


@pytest.mark.parametrize(("angle", "turns"), [(0, 0), (95, 1), (-170, 2), (-95, 3), (45, None)])
def test_quarters(angle: float, turns: int | None) -> None:
    assert quarter(angle, 28.0) == turns


def test_a_floor_has_an_area_and_a_piece_of_wall_has_none() -> None:
    assert ROOM_SIZE.answer({}, scene(facts(floor_m=[4.0, 3.5]))) == Found(14.0)
    assert ROOM_SIZE.answer({}, scene(facts(floor_m=[]))) == Cannot("missing_information")
