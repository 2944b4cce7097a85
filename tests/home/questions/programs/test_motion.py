"""Programs about rolling balls, dominoes, poured beans and bridges, and the rules by which pictures are judged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.engine.physics.grains import GRAINS, poured
from mindsight.home.questions import classes
from mindsight.home.questions.classes.commonsense.dominoes.row import readings
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.experiments.bench import HALF_M
from mindsight.home.questions.scenes.motion.bridges import passes
from mindsight.home.questions.scenes.motion.dominoes import COUNT, GAP_M, NEXT_M, _struck
from mindsight.home.questions.scenes.motion.pouring import share_of
from mindsight.home.questions.scenes.motion.rolling import _first, _plane, edge_of

POOL = classes.load()


def say(key: str, asked: dict[str, object], of: Scene) -> Answer:
    return POOL[f"commonsense.{key}"].answer(asked, of)


def value(found: Answer) -> object:
    assert isinstance(found, Found), found
    return found.value


def ramp(**ends: str) -> Scene:
    things = [
        thing("launch_ramp", (0, 0)), thing("rolling_ball", (0, 0)), thing("mug", (1, 0)), thing("brick_block", (0, 1), "b", colour="red"),
    ]  # fmt: skip
    return scene(facts(*things, ends={"": "near", "bare": "near", "clockwise": "left", "anticlockwise": "far", **ends}))


def test_what_the_ball_runs_into_and_over_which_edge_it_rolls() -> None:
    assert value(say("rolls_into", {}, ramp(**{"": "mug"}))) == "mug"
    assert value(say("rolls_into", {}, ramp(**{"": "b"}))) == "red"
    assert say("rolls_into", {}, ramp()) == Cannot("false_premise")
    assert value(say("rolls_off", {}, ramp())) == "near"
    assert say("rolls_off", {}, ramp(**{"": "mug"})) == Cannot("false_premise")
    assert value(say("rolls_without", {}, ramp(**{"": "b", "bare": "mug"}))) == "mug"
    assert value(say("rolls_turned", {"turn": "clockwise"}, ramp(clockwise="mug"))) == "mug"


def test_a_hidden_thing_around_the_ramp_leaves_it_unclear() -> None:
    (made,) = ramp().pictures
    hidden = [one.model_copy(update={"shown": 0.2}) for one in made.objects]
    assert isinstance(say("rolls_into", {}, scene(made.model_copy(update={"objects": tuple(hidden)}))), Unclear)


@given(st.floats(0, 360))
def test_one_leaves_the_table_over_opposite_edges_in_opposite_directions(towards: float) -> None:
    opposite = {"left": "right", "right": "left", "near": "far", "far": "near"}
    here, sure = edge_of((0.0, 0.0), towards)
    if sure:
        assert edge_of((0.0, 0.0), towards + 180)[0] == opposite[here]


def test_edges_and_first_things_on_the_way() -> None:
    assert [edge_of((0.0, 0.0), angle)[0] for angle in (0, 90, 180, 270)] == ["right", "far", "left", "near"]
    assert not edge_of((0.0, 0.0), float(np.degrees(np.arctan2(HALF_M[1], HALF_M[0]))))[1]
    around = {"near_one": (0.2, 0.0), "behind_it": (0.3, 0.01), "aside": (0.2, 0.2), "back": (-0.2, 0.0)}
    assert _first(around, 0.0) == "near_one"
    assert _first(around, 45.0) == "aside"
    assert _first(around, 270.0) == "near"


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1))
def test_a_plane_is_found_from_its_points(a: float, b: float, c: float) -> None:
    at = np.random.default_rng(3).uniform(-1, 1, (20, 2))
    found = _plane(np.c_[at, at @ (a, b) + c])
    assert found is not None
    assert found == pytest.approx([a, b, c], abs=1e-9)


TONES = ("red", "blue", "green", "white", "black", "yellow", "purple")


def dominoes(*leans: str, falls: tuple[str, ...] = (), **without: list[str]) -> Scene:
    own = [thing("domino", (x, 0), tone, colour=tone) for x, tone in enumerate(TONES)]
    more = {
        "row": list(TONES),
        "leans": list(leans),
        "falls": list(falls),
        "without": {tone: without.get(tone, []) for tone in TONES},
    }
    return scene(facts(*own, **more))


def test_which_dominoes_fall() -> None:
    row = dominoes("red", falls=("red", "blue", "green"), blue=["red"], white=["red", "blue", "green"])
    assert value(say("domino_first", {"which": "first"}, row)) == "red"
    assert value(say("domino_last", {"which": "last"}, row)) == "green"
    assert value(say("domino_count", {}, row)) == 3
    assert value(say("domino_without", {"gone": "blue", "other": "green"}, row)) == "no"
    assert value(say("domino_without", {"gone": "white", "other": "green"}, row)) == "yes"
    assert say("domino_without", {"gone": "red", "other": "green"}, row) == Cannot("false_premise")
    assert say("domino_without", {"gone": "orange", "other": "green"}, row) == Cannot("absent")


def test_without_a_leaning_domino_or_with_two_there_is_no_chain_to_speak_of() -> None:
    both = dominoes("red", "purple", red=["purple", "yellow"], purple=["red", "blue", "green"])
    for key, asked in (("domino_count", {}), ("domino_first", {"which": "first"}), ("domino_last", {"which": "last"})):
        assert say(key, asked, dominoes()) == Cannot("false_premise")
        assert say(key, asked, both) == Cannot("ambiguous")
    assert sorted(readings(both.only.more, -1)) == ["green", "yellow"]
    assert readings(dominoes("red").only.more, 0) == []


@given(st.integers(1, COUNT - 1), st.floats(0, 1), st.floats(0, 1))
def test_a_chain_ends_at_the_gap(gap: int, near: float, far: float) -> None:
    steps = [NEXT_M[0] + near * (NEXT_M[1] - NEXT_M[0])] * (COUNT - 1)
    steps[gap - 1] = GAP_M[0] + far * (GAP_M[1] - GAP_M[0])
    at = dict(zip(TONES, np.cumsum([0.0, *steps]).tolist(), strict=True))
    assert _struck(at, {TONES[0]: 1}) == list(TONES[:gap])
    assert _struck(at, {TONES[-1]: -1}) == list(TONES[: gap - 1 : -1])
    assert _struck(at, {TONES[0]: -1}) == [TONES[0]]


@pytest.mark.parametrize(("share", "spills"), [(0.3, False), (0.76, False), (1.3, True)])
def test_grains_are_neither_lost_nor_made(share: float, spills: bool) -> None:
    found = poured(0.10, 0.12, share * np.pi * 0.05**2 * 0.12)
    assert found.held + found.spilled == round(GRAINS * share)
    assert bool(found.spilled) == spills


def glasses() -> Scene:
    own = [thing("bean_glass", (x, 0), name, colour=name[:-1]) for x, name in enumerate(("red1", "blue1", "green1"))]
    pours = {"red1>blue1": "fits", "red1>green1": "spills"}
    return scene(facts(*own, amounts={"red1": 3.0, "blue1": 1.0, "green1": 0.0}, pours=pours))


def test_where_beans_fit_and_where_there_are_more() -> None:
    row = glasses()
    assert value(say("pour_overflow", {"from": "red", "into": "blue"}, row)) == "no"
    assert value(say("pour_overflow", {"from": "red", "into": "green"}, row)) == "yes"
    assert say("pour_overflow", {"from": "green", "into": "blue"}, row) == Cannot("false_premise")
    assert say("pour_overflow", {"from": "white", "into": "blue"}, row) == Cannot("absent")
    assert isinstance(say("pour_overflow", {"from": "blue", "into": "red"}, row), Unclear)
    assert value(say("pour_into", {"from": "red"}, row)) == "blue"
    assert value(say("pour_more", {"of": ["blue", "red"]}, row)) == "red"
    assert isinstance(say("pour_more", {"of": ["red", "green"]}, row), Unclear)
    assert say("pour_more", {"of": ["red", "white"]}, row) == Cannot("absent")


def test_a_narrow_glass_is_filled_higher() -> None:
    assert share_of((0.06, 0.12, 0.5), (0.12, 0.12, 0.0)) == pytest.approx(0.125)
    assert share_of((0.12, 0.12, 0.5), (0.06, 0.12, 0.0)) == pytest.approx(2.0)


def test_what_passes_under_which_bridge() -> None:
    beams = [thing("beam_block", (x, 0, 0.75 + high + 0.025), tone, colour=tone, size=(0.2, 0.05, 0.05))
             for x, (tone, high) in enumerate((("red", 0.05), ("blue", 0.10), ("green", 0.15)))]  # fmt: skip
    apple, train = (
        thing("apple", (0, 1, 0.7875), size=(0.075,) * 3),
        thing("toy_train", (0, 2, 0.808), size=(0.1, 0.07, 0.116)),
    )
    carton = thing("milk_carton", (0, 3, 0.847), size=(0.07, 0.07, 0.194))
    found = passes(facts(*beams, apple, train, carton))
    assert found == {"apple": ["blue", "green"], "toy_train": ["green"], "milk_carton": []}
    row = scene(facts(*beams, apple, train, carton, passes=found))
    assert value(say("bridge_under", {"kind": "toy_train"}, row)) == "green"
    assert say("bridge_under", {"kind": "apple"}, row) == Cannot("ambiguous")
    assert say("bridge_under", {"kind": "milk_carton"}, row) == Cannot("impossible")
    assert value(say("bridge_here", {"kind": "apple", "colour": "blue"}, row)) == "yes"
    assert value(say("bridge_here", {"kind": "apple", "colour": "red"}, row)) == "no"
    assert say("bridge_here", {"kind": "toy_car", "colour": "red"}, row) == Cannot("absent")
    assert passes(facts(*beams, thing("apple", (0, 1, 0.80), size=(0.1, 0.1, 0.098)))) is None
