"""Statics of blocks and the programs that ask about them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.commonsense.blocks.counterfactual import COUNTERFACTUAL
from mindsight.home.questions.classes.commonsense.blocks.fall_side import FALL_SIDE
from mindsight.home.questions.classes.commonsense.blocks.falls_if import FALLS_IF
from mindsight.home.questions.classes.commonsense.blocks.spare_block import SPARE_BLOCK
from mindsight.home.questions.classes.commonsense.blocks.stability import STABILITY
from mindsight.home.questions.classes.commonsense.blocks.without_top import WITHOUT_TOP
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.piles import Resting, Slab, balance, clearly, fallen, falls_to

SHIFTS = st.lists(st.floats(-0.08, 0.08), min_size=1, max_size=6)


def pile(*middles: float) -> list[Slab]:
    return [Slab(middle, 0.05) for middle in middles]


def test_one_block_on_another_falls_when_its_middle_is_past_the_edge() -> None:
    assert balance(pile(0.0, 0.04)) == pytest.approx(0.01)
    assert falls_to(pile(0.0, 0.04)) == ""
    assert balance(pile(0.0, 0.06)) == pytest.approx(-0.01)
    assert falls_to(pile(0.0, 0.06)) == "right"
    assert falls_to(pile(0.0, -0.06)) == "left"


def test_the_harmonic_overhang_just_stands() -> None:
    """The classic result: equal blocks of length 1 reach 1/2 + 1/4 + 1/6 beyond the edge of the lowest."""
    ends = [0.0, 1 / 6, 1 / 6 + 1 / 4, 1 / 6 + 1 / 4 + 1 / 2]
    assert balance([Slab(end, 0.5) for end in ends]) == pytest.approx(0.0)


def test_a_long_block_on_top_weighs_more() -> None:
    assert falls_to(pile(0.0, 0.03, 0.06)) == ""
    assert falls_to([*pile(0.0, 0.03), Slab(0.07, 0.10)]) == "right"


@given(SHIFTS)
def test_the_mirror_image_falls_to_the_other_side(shifts: list[float]) -> None:
    mirrored = {"": "", "left": "right", "right": "left"}
    here, there = pile(0.0, *shifts), pile(0.0, *(-shift for shift in shifts))
    assert balance(here) == pytest.approx(balance(there))
    if abs(balance(here)) > 1e-9 and clearly(here, 1e-6):
        assert falls_to(there) == mirrored[falls_to(here)]


@given(SHIFTS, st.floats(-1, 1))
def test_moving_a_whole_pile_changes_nothing(shifts: list[float], by: float) -> None:
    assert balance(pile(by, *(by + shift for shift in shifts))) == pytest.approx(balance(pile(0.0, *shifts)))


BRIDGE = [
    Resting("left", -0.10, -0.05, 0.75, 0.85), Resting("right", 0.05, 0.10, 0.75, 0.85), Resting("beam", -0.10, 0.10, 0.85, 0.90),
    Resting("mug", -0.04, 0.04, 0.90, 1.0), Resting("spare", -0.02, 0.03, 0.75, 0.80),
]  # fmt: skip


def test_a_bridge_falls_without_one_of_its_pillars() -> None:
    assert fallen(BRIDGE, "left") == {"beam", "mug"}
    assert fallen(BRIDGE, "right") == {"beam", "mug"}
    assert fallen(BRIDGE, "beam") == {"mug"}
    assert fallen(BRIDGE, "spare") == set()


def structures(also: Object | None = None, **more: object) -> Scene:
    objects = (
        thing("brick_block", (0, 0), "a", colour="red"), thing("brick_block", (1, 0), "b", colour="blue"),
        thing("brick_block", (2, 0), "c", colour="blue"), thing("brick_block", (3, 0), "d", colour="green"), thing("mug", (0, 0, 1)),
    )  # fmt: skip
    objects = objects if also is None else (*objects, also)
    return scene(facts(*objects, **{"falls": {"a": ["mug"], "b": ["mug"], "c": ["mug"], "d": []}, **more}))


def test_what_falls_without_a_block() -> None:
    assert FALLS_IF.answer({"colour": "red"}, structures()) == Found("mug", ((0, "a"), (0, "mug")))
    other = structures(falls={"a": ["mug"], "b": ["mug"], "c": ["bowl"], "d": []}, also=thing("bowl", (2, 0, 1)))
    assert FALLS_IF.answer({"colour": "blue"}, other) == Cannot("ambiguous")
    assert isinstance(FALLS_IF.answer({"colour": "blue"}, structures()), Unclear)  # the same falls without either
    assert FALLS_IF.answer({"colour": "green"}, structures()) == Cannot("false_premise")
    assert FALLS_IF.answer({"colour": "white"}, structures()) == Cannot("absent")


def test_what_would_stay() -> None:
    assert COUNTERFACTUAL.answer({"kind": "mug", "colour": "red"}, structures()).value == "no"  # type: ignore[union-attr]
    assert COUNTERFACTUAL.answer({"kind": "mug", "colour": "green"}, structures()).value == "yes"  # type: ignore[union-attr]
    assert COUNTERFACTUAL.answer({"kind": "bowl", "colour": "green"}, structures()) == Cannot("absent")


def test_the_block_that_can_be_spared() -> None:
    assert SPARE_BLOCK.answer({}, structures()).target == (0, "d")  # type: ignore[union-attr]
    assert SPARE_BLOCK.answer({}, structures(falls={"a": ["mug"], "b": [], "c": ["mug"], "d": []})) == Cannot(
        "ambiguous"
    )
    assert SPARE_BLOCK.answer({}, structures(falls={name: ["mug"] for name in "abcd"})) == Cannot("false_premise")


def towers(left: str, middle: str, right: str, topless: str = "") -> Scene:
    told = [
        {
            "side": side,
            "blocks": ["red", "blue"],
            "names": [f"{side}_0", f"{side}_1"],
            "falls": falls,
            "topless": topless,
        }
        for side, falls in (("left", left), ("middle", middle), ("right", right))
    ]
    return scene(facts(towers=told))


def test_which_tower_falls_and_whither() -> None:
    assert STABILITY.answer({}, towers("", "right", "")) == Found("middle", ((0, "middle_0"), (0, "middle_1")))
    assert STABILITY.answer({}, towers("", "", "")) == Cannot("false_premise")
    assert STABILITY.answer({}, towers("left", "right", "")) == Cannot("ambiguous")
    assert FALL_SIDE.answer({"tower": "middle"}, towers("", "right", "")).value == "right"  # type: ignore[union-attr]
    assert FALL_SIDE.answer({"tower": "left"}, towers("", "right", "")) == Cannot("false_premise")


@pytest.mark.parametrize(("topless", "said"), [("", "yes"), ("left", "no")])
def test_whether_a_tower_would_stand_without_its_top(topless: str, said: str) -> None:
    assert WITHOUT_TOP.answer({"tower": "left"}, towers("left", "", "", topless)).value == said  # type: ignore[union-attr]
    assert WITHOUT_TOP.answer({"tower": "right"}, towers("left", "", "", topless)) == Cannot("false_premise")
