"""Programs about things in states, hidden things, switches and gaps."""

import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.engine import catalogue
from mindsight.engine.seeds import stream
from mindsight.home.questions.classes.commonsense.gaps.gap import GAP
from mindsight.home.questions.classes.commonsense.gaps.gap_blocked import GAP_BLOCKED
from mindsight.home.questions.classes.commonsense.gaps.gap_here import GAP_HERE
from mindsight.home.questions.classes.commonsense.hiding.hidden import HIDDEN
from mindsight.home.questions.classes.commonsense.hiding.permanence import PERMANENCE
from mindsight.home.questions.classes.commonsense.hiding.permanence_colour import PERMANENCE_COLOUR
from mindsight.home.questions.classes.commonsense.switches.cause import CAUSE
from mindsight.home.questions.classes.commonsense.switches.cause_switch import CAUSE_SWITCH
from mindsight.home.questions.classes.commonsense.switches.next_effect import NEXT_EFFECT
from mindsight.home.questions.classes.state.find import FIND
from mindsight.home.questions.classes.state.full import FULL
from mindsight.home.questions.classes.state.operable import OPERABLE
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.conditions import draw_things

catalogue.load()
TABLE = scene(
    facts(
        thing("juice_glass", (0, 0), state="half_full"), thing("strongbox", (1, 0), state="locked"),
        thing("saucer", (2, 0), "one", state="broken"), thing("saucer", (3, 0), "other", state="whole"),
        thing("plate", (4, 0), state="stained"),
    )
)  # fmt: skip


def test_the_state_of_the_only_thing_of_a_kind() -> None:
    assert FULL.answer({"kind": "juice_glass"}, TABLE) == Found("half_full", ((0, "juice_glass"),))
    assert FULL.answer({"kind": "sweet_jar"}, TABLE) == Cannot("absent")
    assert OPERABLE.answer({"kind": "strongbox"}, TABLE) == Found("no", ((0, "strongbox"),))


def test_the_only_thing_in_a_state() -> None:
    assert FIND.answer({"state": "broken"}, TABLE).target == (0, "one")  # type: ignore[union-attr]
    assert FIND.answer({"state": "on"}, TABLE) == Cannot("absent")
    rusty = scene(facts(*TABLE.only.objects, thing("metal_bucket", (5, 0), state="worn")))
    assert isinstance(FIND.answer({"state": "stained"}, rusty), Unclear)


@pytest.mark.parametrize("seed", range(20))
def test_every_scene_has_as_many_things_and_every_kind_is_once_in_two_states(seed: int) -> None:
    things = draw_things(stream(seed, "test"))
    assert {sum(len(one.states[number]) for one in things) for number in range(4)} == {8}
    for one in things:
        assert sorted(map(len, one.states)) == [0, 1, 1, 2]
        alone = {states[0] for states in one.states if len(states) == 1}
        both = next(states for states in one.states if len(states) == 2)
        assert len(alone) == len(set(both)) == 2


def hiding(places: list[str], how: str = "hidden", kind: str = "mug") -> Scene:
    more = {
        "ball": {"colour": "red", "places": places}, "beakers": {"left": "blue", "middle": "green", "right": "purple"},
        "toy": {"kind": kind, "how": how, "screen": "left" if how == "hidden" else ""},
    }  # fmt: skip
    return scene(facts(), facts(), facts(**more))


def test_where_the_hidden_ball_is() -> None:
    assert PERMANENCE.answer({"colour": "red"}, hiding(["right"])) == Found("right", ((2, "beaker_purple"),))
    assert PERMANENCE_COLOUR.answer({"colour": "red"}, hiding(["right"])).value == "purple"  # type: ignore[union-attr]
    assert PERMANENCE.answer({"colour": "white"}, hiding(["right"])) == Cannot("absent")
    assert PERMANENCE.answer({"colour": "red"}, hiding([])) == Cannot("missing_information")
    assert PERMANENCE_COLOUR.answer({"colour": "red"}, hiding(["left", "right"])) == Cannot("ambiguous")


def test_behind_which_screen_the_toy_is() -> None:
    assert HIDDEN.answer({"kind": "mug"}, hiding([])) == Found("left", ((2, "screen_left"),))
    assert HIDDEN.answer({"kind": "apple"}, hiding([])) == Cannot("absent")
    assert HIDDEN.answer({"kind": "mug"}, hiding([], "visible")) == Cannot("false_premise")
    assert HIDDEN.answer({"kind": "mug"}, hiding([], "unseen")) == Cannot("missing_information")


LAMPS = scene(facts(), facts(switches=["blue", "green", "red"], turns={"red": "left"}, on=["left", "right"]))


def test_which_switch_turns_which_lamp_and_what_comes_next() -> None:
    assert CAUSE.answer({"colour": "red"}, LAMPS) == Found("left", ())
    assert CAUSE.answer({"colour": "blue"}, LAMPS) == Cannot("missing_information")
    assert CAUSE.answer({"colour": "black"}, LAMPS) == Cannot("absent")
    assert CAUSE_SWITCH.answer({"lamp": "left"}, LAMPS) == Found("red")
    assert CAUSE_SWITCH.answer({"lamp": "right"}, LAMPS) == Cannot("missing_information")
    assert NEXT_EFFECT.answer({"colour": "red"}, LAMPS) == Found(1, ())
    assert NEXT_EFFECT.answer({"colour": "blue"}, LAMPS) == Cannot("missing_information")


def gates(widths: list[float], **balls: float) -> Scene:
    objects = [thing("small_ball", (0, 0), name, colour=name.partition("_")[0]) for name in balls]
    return scene(facts(*objects, gates=widths, balls=balls))


def test_through_which_gap_a_ball_fits() -> None:
    row = gates([0.05, 0.08, 0.05], red=0.064, blue=0.04, green=0.10)
    assert GAP.answer({"colour": "red"}, row) == Found("middle", ((0, "red"),))
    assert GAP.answer({"colour": "blue"}, row) == Cannot("ambiguous")
    assert GAP.answer({"colour": "green"}, row) == Cannot("false_premise")
    assert GAP.answer({"colour": "white"}, row) == Cannot("absent")
    assert GAP_HERE.answer({"colour": "red", "gate": "left"}, row) == Found("no", ((0, "red"),))
    assert GAP_HERE.answer({"colour": "red", "gate": "middle"}, row) == Found("yes", ((0, "red"),))
    assert GAP_BLOCKED.answer({}, row) == Found("green", ((0, "green"),))
    assert GAP_BLOCKED.answer({}, gates([0.08, 0.08, 0.05], red=0.064)) == Cannot("false_premise")
    twins = gates([0.08, 0.05, 0.05], red_1=0.064, red_2=0.10)
    assert isinstance(GAP.answer({"colour": "red"}, twins), Unclear)  # only one of the two fits through any
    assert GAP_HERE.answer({"colour": "red", "gate": "left"}, twins) == Cannot("ambiguous")
