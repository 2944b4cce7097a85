"""What only one ability tells is gone without it, and what it does not tell stays."""

import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions import classes
from mindsight.home.questions.facts.ablations import ABILITIES, without
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.facts import Scene

POOL = classes.load()
OUTSIDE = scene(facts(thing("wall_clock", (0, 0)), open=True, time="noon", weather="rain", hour=2, minute=40))
POURED = scene(
    facts(
        thing("bean_glass", (0, 0), "one", colour="red"),
        thing("bean_glass", (1, 0), "other", colour="blue"),
        amounts={"one": 2.0, "other": 9.0},
        pours={"one>other": "fits", "other>one": "spills"},
    )
)
ROLLED = scene(
    facts(
        thing("mug", (1, 0)), thing("apple", (-1, 0)), ends={"": "right", "clockwise": "mug", "anticlockwise": "apple"}
    )
)
HIDDEN = scene(facts(thing("mug", (0, 1)), thing("apple", (0, 0)), covered={"mug": {"apple": 0.5}}))
BRIDGED = scene(facts(thing("beam_block", (0, 1), "beam", colour="red"), thing("mug", (0, 0)), passes={"mug": ["red"]}))
SHOWN = [
    ("commonsense.window_time", {}, OUTSIDE, {"colour"}),
    ("commonsense.window_weather", {}, OUTSIDE, {"colour", "states"}),
    ("commonsense.window_clock", {}, OUTSIDE, {"colour", "reading"}),
    ("commonsense.pour_into", {"from": "red"}, POURED, {"colour", "states"}),
    ("commonsense.rolls_off", {}, ROLLED, {"depth", "sides"}),
    ("commonsense.rolls_turned", {"turn": "clockwise"}, ROLLED, {"depth", "sides"}),
    ("object.hides", {"kind": "mug"}, HIDDEN, {"depth"}),
    ("commonsense.bridge_here", {"kind": "mug", "colour": "red"}, BRIDGED, {"colour", "depth"}),
]


def _said(key: str, asked: dict[str, str], seen: Scene) -> object:
    found: Answer = POOL[key].answer(asked, seen)
    return found.value if isinstance(found, Found) else type(found)


@pytest.mark.parametrize(("key", "asked", "seen", "needed"), SHOWN, ids=lambda one: one if isinstance(one, str) else "")
def test_just_the_abilities_that_tell_it_change_an_answer(
    key: str, asked: dict[str, str], seen: Scene, needed: set[str]
) -> None:
    right = _said(key, asked, seen)
    assert isinstance(right, str)
    assert {name for name in ABILITIES if _said(key, asked, without(name, seen)) != right} == needed
    assert {*POOL[key].needs} & {*ABILITIES} <= needed <= {*POOL[key].needs, *POOL[key].helped_by}


@pytest.mark.parametrize("key", ["commonsense.fall_side", "commonsense.without_top"])
def test_a_tower_that_the_picture_does_not_show_apart_is_unclear(key: str) -> None:
    seen = scene(facts(towers=[{"side": "left", "falls": "left", "topless": "", "names": ["a"], "blocks": ["red"]}]))
    assert isinstance(POOL[key].answer({"tower": "left"}, seen), Found)
    assert isinstance(POOL[key].answer({"tower": "right"}, seen), Unclear)
