"""Programs about occlusion, depth, trays, chairs, drawers and towers, on facts made by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions import classes
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Facts, Object, Scene

POOL = classes.load()


def say(key: str, asked: dict[str, object], seen: Scene) -> Answer:
    return POOL[key].answer(asked, seen)


def value(found: Answer) -> object:
    assert isinstance(found, Found), found
    return found.value


def covered(**shares: dict[str, float]) -> Scene:
    kinds = ("mug", "bowl", "apple", "teapot")
    return scene(
        facts(
            *(thing(kind, (0.2 * place, 0), point=(200.0 * place, 500.0)) for place, kind in enumerate(kinds)),
            covered=shares,
        )
    )


def test_what_hides_a_part_of_a_thing() -> None:
    assert value(say("object.hides", {"kind": "mug"}, covered(mug={"bowl": 0.3}))) == "bowl"
    assert say("object.hides", {"kind": "mug"}, covered(bowl={"mug": 0.3})) == Cannot("false_premise")
    assert say("object.hides", {"kind": "mug"}, covered(mug={"bowl": 0.2, "apple": 0.2})) == Cannot("ambiguous")
    assert isinstance(say("object.hides", {"kind": "mug"}, covered(mug={"bowl": 0.05})), Unclear)
    assert say("object.hides", {"kind": "phone"}, covered()) == Cannot("absent")


def test_what_a_thing_hides() -> None:
    found = say("object.hidden_point", {"kind": "bowl"}, covered(mug={"bowl": 0.3}))
    assert isinstance(found, Found)
    assert found.target == (0, "mug")
    assert say("object.hidden_point", {"kind": "mug"}, covered(mug={"bowl": 0.3})) == Cannot("false_premise")
    both = covered(mug={"bowl": 0.3}, apple={"bowl": 0.2})
    assert say("object.hidden_point", {"kind": "bowl"}, both) == Cannot("ambiguous")


@given(st.permutations([0.0, 1.5, 3.0]))
def test_orders_go_from_the_nearest_to_the_farthest(places: list[float]) -> None:
    kinds = ["mug", "bowl", "apple"]
    seen = scene(facts(*(thing(kind, (0.0, away)) for kind, away in zip(kinds, places, strict=True))))
    right = [kind for _, kind in sorted(zip(places, kinds, strict=True))]
    assert value(say("object.depth_order", {"kinds": kinds}, seen)) == right
    assert value(say("object.room_order", {"kinds": kinds}, seen)) == right


def test_distances_in_a_room_are_along_the_floor() -> None:
    assert value(say("object.away", {"kind": "mug"}, scene(facts(thing("mug", (3.0, -1.0)))))) == 500
    near = scene(facts(thing("mug", (0.0, -1.0)), thing("mug", (0.0, -0.9), "mug_1")))
    assert isinstance(say("object.away", {"kind": "mug"}, near), Unclear)  # one number is right for both


def test_what_is_not_in_the_bookcase() -> None:
    of = {"of": ["mug", "bowl", "apple", "phone"]}
    row = [thing(kind, (0, 0)) for kind in ("mug", "bowl", "apple", "phone")]
    assert value(say("object.not_there", of, scene(facts(*row[:3])))) == "phone"
    assert say("object.not_there", of, scene(facts(*row))) == Cannot("false_premise")
    assert say("object.not_there", of, scene(facts(*row[:2]))) == Cannot("ambiguous")


def wares(**materials: str) -> Scene:
    return scene(
        facts(*(thing(kind, (place, 0), material=made) for place, (kind, made) in enumerate(materials.items())))
    )


def test_what_is_made_of_the_same() -> None:
    asked = {"kind": "goblet", "of": ["deep_bowl", "plain_cup", "storage_jar"]}
    assert (
        value(say("object.material_same", asked, wares(goblet="glass", deep_bowl="glass", plain_cup="wood")))
        == "deep_bowl"
    )
    assert say("object.material_same", asked, wares(goblet="glass", plain_cup="wood")) == Cannot("false_premise")
    three = wares(goblet="glass", deep_bowl="glass", plain_cup="glass")
    assert say("object.material_same", asked, three) == Cannot("ambiguous")


def rooms(*kinds: str) -> Scene:
    pieces = [
        thing(kind, (place, 0), f"{kind}_{place}", point=(100.0 * place, 500.0)) for place, kind in enumerate(kinds)
    ]
    return scene(facts(*pieces, reach={one.name: [] for one in pieces}))


def test_the_piece_that_serves_a_purpose() -> None:
    found = say("object.purpose", {"purpose": "litter"}, rooms("waste_bin", "sofa"))
    assert isinstance(found, Found)
    assert found.target == (0, "waste_bin_0")
    assert say("object.purpose", {"purpose": "litter"}, rooms("sofa")) == Cannot("absent")
    assert say("object.purpose", {"purpose": "litter"}, rooms("waste_bin", "waste_bin")) == Cannot("ambiguous")
    assert isinstance(say("object.purpose", {"purpose": "nap"}, rooms("sofa", "armchair")), Unclear)


TRAYS = (thing("broad_tray", (0, 0), "t0", colour="red"), thing("broad_tray", (2, 0), "t1", colour="blue"))


def trays(*kinds: str, twin: bool = False) -> Scene:
    """Return a red tray with things of some kinds, and a blue one with food alone."""
    own = [thing(kind, (0.1 * place, 0)) for place, kind in enumerate(kinds)]
    food = [thing(kind, (2 + 0.1 * place, 0)) for place, kind in enumerate(("banana", "carrot", "orange"))]
    blue = TRAYS[1].model_copy(update={"colour": "red"}) if twin else TRAYS[1]
    return scene(facts(TRAYS[0], blue, *own, *food))


def test_what_on_a_tray_does_not_belong_there() -> None:
    odd, tidy = trays("pen", "scissors", "calculator", "apple"), trays("pen", "scissors", "calculator")
    assert value(say("state.misplaced", {"colour": "red"}, odd)) == "apple"
    assert say("state.misplaced", {"colour": "red"}, tidy) == Cannot("false_premise")
    assert say("state.misplaced", {"colour": "green"}, odd) == Cannot("absent")
    assert [value(say("state.tidy", {"colour": "red"}, one)) for one in (odd, tidy)] == ["no", "yes"]
    twins = trays("pen", "scissors", "calculator", "apple", twin=True)
    assert say("state.tidy", {"colour": "red"}, twins) == Cannot("ambiguous")


def chairs(
    layout: str, count: int, middle: float, colour: str, begin: int = 0
) -> tuple[list[Object], dict[str, list[float]], dict[str, str]]:
    """Return chairs in a ring that face its middle, away from it, or all along +x."""
    objects, ways = [], {}
    for place in range(count):
        angle = 2 * math.pi * place / count
        out = (math.cos(angle), math.sin(angle))
        name = f"chair_{begin + place}"
        objects.append(thing("chair", (middle + 0.6 * out[0], 0.6 * out[1]), name))
        ways[name] = {"talk": [-out[0], -out[1]], "game": list(out), "watch": [1.0, 0.0]}[layout]
    return objects, ways, dict.fromkeys(ways, colour)


def seats(*groups: tuple[str, int, float, str]) -> Scene:
    objects, ways, colours = [], {}, {}
    for number, (layout, count, middle, colour) in enumerate(groups):
        own, facing, cushions = chairs(layout, count, middle, colour, 10 * number)
        objects += own
        ways |= facing
        colours |= cushions
    return scene(facts(*objects, facing=ways, cushion=colours))


@given(st.sampled_from(["talk", "watch", "game"]), st.integers(3, 6))
def test_what_chairs_are_laid_out_for(layout: str, count: int) -> None:
    seen = seats((layout, count, -2.0, "blue"), ("talk", 4, 2.0, "pink"))
    assert value(say("state.laid_out", {"colour": "blue"}, seen)) == layout
    assert value(say("state.for_how_many", {"colour": "blue"}, seen)) == count
    assert say("state.laid_out", {"colour": "green"}, seen) == Cannot("absent")


def test_two_groups_of_a_colour_are_ambiguous_where_they_differ() -> None:
    seen = seats(("talk", 3, -2.0, "blue"), ("game", 3, 2.0, "blue"))
    assert say("state.laid_out", {"colour": "blue"}, seen) == Cannot("ambiguous")
    assert isinstance(say("state.for_how_many", {"colour": "blue"}, seen), Unclear)


@pytest.mark.parametrize(
    ("at", "said"), [((0.0, -0.12), "no"), ((0.0, -0.40), "yes"), ((0.3, 0.0), "yes"), ((0.0, 0.3), "yes")]
)
def test_a_drawer_needs_the_way_before_it(at: tuple[float, float], said: str) -> None:
    cabinet = thing("drawer_box", (0.0, 0.0), colour="red", size=(0.15, 0.13, 0.11))
    seen: Facts = facts(cabinet, thing("food_can", at, size=(0.08, 0.08, 0.1)))
    assert value(say("state.drawer", {"colour": "red"}, scene(seen))) == said


def test_candles_that_burn_are_counted() -> None:
    stand = thing("candle_stand", (0, 0), colour="red", state="lit-10110")
    assert value(say("state.burning_count", {"colour": "red"}, scene(facts(stand)))) == 3
    assert say("state.burning_count", {"colour": "blue"}, scene(facts(stand))) == Cannot("absent")


def test_the_next_block_of_a_tower() -> None:
    towers = [
        {"blocks": ["red", "blue", "green"], "names": ["a", "b", "c"]},
        {"blocks": ["pink", "blue", "grey"], "names": ["d", "e", "f"]},
    ]
    seen = scene(facts(towers=towers))
    assert value(say("object.on_block", {"colour": "red", "way": "above"}, seen)) == "blue"
    assert say("object.on_block", {"colour": "red", "way": "below"}, seen) == Cannot("false_premise")
    assert say("object.on_block", {"colour": "blue", "way": "above"}, seen) == Cannot("ambiguous")
    assert say("object.on_block", {"colour": "white", "way": "above"}, seen) == Cannot("absent")


def test_the_block_between_two_others() -> None:
    towers = [
        {"blocks": ["red", "blue", "green", "pink"], "names": ["a", "b", "c", "d"]},
        {"blocks": ["red", "white", "green"], "names": ["e", "f", "g"]},
    ]

    def between(*colours: str, of: int = 1) -> Answer:
        return say("object.between_blocks", {"colours": list(colours)}, scene(facts(towers=towers[:of])))

    assert between("green", "red") == Found("blue", ((0, "a"), (0, "b"), (0, "c")))
    assert between("red", "blue") == Cannot("false_premise")
    assert between("red", "white") == Cannot("absent")
    assert between("white", "blue", of=2) == Cannot("false_premise")
    assert isinstance(between("red", "pink"), Unclear)
    assert isinstance(between("red", "green", of=2), Cannot)


def test_outlines_of_biscuits() -> None:
    heart = thing("biscuit", (0, 0), "one", colour="red", shape="heart", point=(100.0, 100.0))
    star = thing("biscuit", (0, 1), "two", colour="red", shape="star", point=(800.0, 100.0))
    assert value(say("object.outline", {"colour": "red"}, scene(facts(heart)))) == "heart"
    assert say("object.outline", {"colour": "red"}, scene(facts(heart, star))) == Cannot("ambiguous")
    assert say("object.outline_point", {"outline": "moon"}, scene(facts(heart, star))) == Cannot("absent")
    found = say("object.outline_point", {"outline": "star"}, scene(facts(heart, star)))
    assert isinstance(found, Found)
    assert found.target == (0, "two")
