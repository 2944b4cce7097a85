"""Actions: invalid ones are refused, and every answer of the world occurs in a real situation."""

from collections.abc import Callable

import numpy as np
import pytest
from pydantic import ValidationError

from engine.props import (
    CORNER,
    DOOR,
    OUTSIDE,
    desk_room,
    do,
    fixed,
    pick,
    plan,
    point_at,
    point_on,
    set_down,
    thing,
    world_of,
)
from mindsight.engine.choices import Carry
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import turn
from mindsight.engine.physics import extents
from mindsight.engine.physics.actions import POINTED, Action
from mindsight.engine.physics.feedback import SENTENCES, Feedback
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import World

FLOOR, TOP = (0.0, -0.6, 0.0), (-0.25, 0.5, 0.75)


@pytest.mark.parametrize(
    "fields",
    [
        {"verb": "fly"},
        {"verb": "pick"},
        {"verb": "pick", "point": None},
        {"verb": "pick", "point": (500,)},
        {"verb": "pick", "point": (1, 2, 3)},
        {"verb": "pick", "point": ("left", "right")},
        {"verb": "pick", "point": (-1, 500)},
        {"verb": "pick", "point": (500, 1000.1)},
        {"verb": "pick", "point": (float("nan"), 500)},
        {"verb": "pick", "point": (500, float("inf"))},
        {"verb": "pick", "point": (1e308, 500)},
        {"verb": "pick", "point": (500, 500), "force": 9},
        {"verb": "rotate", "degrees": 1e9},
        {"verb": "rotate", "degrees": float("nan")},
        {"verb": "rotate", "axis": "inside out"},
        {"verb": "look", "turn": float("inf")},
        {"verb": "look", "tilt": 91},
        {"verb": "look", "zoom": 0},
        {"verb": "look", "zoom": -1},
        {"verb": "look", "zoom": 1e6},
        {"verb": "wait", "seconds": 1e12},
        {"verb": "wait", "seconds": -1},
        {"verb": "wait", "seconds": float("nan")},
        {"verb": "say", "text": "x" * 4001},
    ],
)
def test_an_invalid_action_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Action.model_validate(fields)


@pytest.mark.parametrize("verb", sorted(POINTED))
@pytest.mark.parametrize("point", [(0, 0), (1000, 1000), (0, 1000), (500.5, 0)])
def test_the_edges_of_the_picture_are_in_it(verb: str, point: tuple[float, float]) -> None:
    world = desk_room(thing("mug", "desk/top"))
    assert do(world, verb, point).code in SENTENCES


def _mug(carry: Carry = "settle") -> World:
    return desk_room(thing("mug", "desk/top"), carry=carry)


def _held(world: World, name: str = "mug.1") -> World:
    assert pick(world, name).code == "picked"
    return world


def _away(world: World, verb: str) -> Feedback:
    world.look(View.at(OUTSIDE))
    return do(world, verb, (500, 500))


def _beyond_the_walls(*, held: bool, verb: str) -> Feedback:
    world = world_of(plan(fixed("desk"), things=(thing("mug", "desk/top"),), viewpoints=(DOOR, OUTSIDE)))
    return _away(_held(world) if held else world, verb)


def _level_point(world: World, name: str) -> tuple[float, float]:
    """Return a picture point on the level top of a thing."""
    at = world.middle(name)
    for up in np.linspace(0.3, 0.0, 120):
        world.look(View.at(DOOR).facing_position(at))
        x, y, _ = world.view.project(at + np.array([0.0, 0.0, up]), world.aspect)
        hit = world.ray((x, y))
        if hit is not None and hit.thing is not None and hit.thing.name == name and hit.normal[2] > 0.6:
            return (x, y)
    raise AssertionError(name)


def _slid() -> Feedback:
    world = desk_room(thing("ball", "desk/top", (-0.3, 0.0)), thing("ball", "desk/top", (0.2, -0.1), name="ball.2"))
    _held(world, "ball.2")
    return do(world, "place", _level_point(world, "ball.1"))


def _covered() -> Feedback:
    world = desk_room(thing("book", "desk/top"), thing("mug", "desk/top", (0.4, 0.0)))
    _held(world)
    assert do(world, "place", point_on(world, "book.1")).code == "placed_on"
    return pick(world, "book.1")


def _in_suitcase() -> Feedback:
    world = world_of(plan(fixed("desk"), fixed("suitcase", (0.0, -0.5)), things=(thing("mug", "desk/top"),)))
    return do(_held(world), "place", point_on(world, "suitcase"))


def _no_space() -> Feedback:
    low = ("coffee_table", (0.0, 0.0))
    world = world_of(plan(fixed(*low), fixed("desk", (0.0, 1.4)), things=(thing("vase", "desk/top"),)))
    shelf = world.scene.register.surfaces["coffee_table/shelf"].at[2]
    return do(_held(world, "vase.1"), "place", point_at(world, (0.0, -0.12, shelf)))


def _lid(verb: str, **options: object) -> Feedback:
    world = world_of(plan(fixed("suitcase", (0.0, 0.0), **options)))
    return do(world, verb, point_on(world, "suitcase/lid"))


def _blocked_door() -> Feedback:
    world = world_of(plan(fixed("wardrobe", (0.0, 1.0)), fixed("sofa", (0.0, 0.0))))
    return do(world, "open", point_on(world, "wardrobe/left_door"))


def _no_room_to_turn() -> Feedback:
    world = desk_room(thing("umbrella", "floor", (0.0, -1.0)))
    low, high = extents.extent(world, "umbrella.1", np.eye(3), np.asarray(world.frame("umbrella.1").at))
    along = int(np.argmax(high[:2] - low[:2]))
    # As close to the wall behind as it can lie along it.
    set_down(world, "umbrella.1", (0.9, 2.0 - high[1 - along] - 0.01, 0.002), turn("z", 90.0 * along))
    return do(world, "rotate", point_on(world, "umbrella.1"), degrees=90)


def _turned(name: str, **rest: object) -> Feedback:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    return do(world, "rotate", point_on(world, name), **rest)


def _wiped(*, holding: str = "") -> Feedback:
    world = desk_room(
        thing("coffee_stain", "desk/top"), thing("mug", "desk/top", (0.3, 0)), thing("towel", "floor", (0.9, -0.5))
    )
    if holding:
        _held(world, holding)
    return do(world, "wipe", point_on(world, "coffee_stain.1"))


def _already() -> Feedback:
    world = desk_room()
    return do(world, "close", point_on(world, "desk/drawer"))


def _close_again() -> Feedback:
    world = desk_room()
    assert do(world, "open", point_on(world, "desk/drawer")).code == "opened"
    return do(world, "close", point_on(world, "desk/drawer"))


def _jammed() -> Feedback:
    world = world_of(plan(fixed("dial", (0.0, 0.0), jammed=True)))
    return do(world, "press", point_on(world, "dial/button"))


def _pressed() -> Feedback:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    found = do(world, "press", point_on(world, "dial/button"))
    assert world.devices["dial"]["pressed"] == "dial/button"
    return found


SITUATIONS: dict[str, tuple[str, Callable[[], Feedback]]] = {
    "picking a mug": ("picked", lambda: pick(_mug(), "mug.1")),
    "picking with a full hand": ("hand_full", lambda: do(_held(_mug()), "pick", (500, 500))),
    "picking thin air": ("nothing", lambda: _beyond_the_walls(held=False, verb="pick")),
    "picking a desk": ("fixed", lambda: pick(_mug(), "desk")),
    "picking the floor": ("fixed_nameless", lambda: do(world := _mug(), "pick", point_at(world, FLOOR))),
    "picking a stain": ("fixed", lambda: pick(desk_room(thing("coffee_stain", "desk/top")), "coffee_stain.1")),
    "picking what carries something": ("covered", _covered),
    "placing on the floor": ("placed", lambda: do(world := _held(_mug()), "place", point_at(world, FLOOR))),
    "placing on a desk": ("placed_on", lambda: do(world := _held(_mug()), "place", point_at(world, TOP))),
    "placing in a suitcase": ("placed_in", _in_suitcase),
    "placing a ball on a ball": ("slid", _slid),
    "placing into thin air": ("nothing", lambda: _beyond_the_walls(held=True, verb="place")),
    "placing with an empty hand": ("hand_empty", lambda: do(_mug(), "place", (500, 500))),
    "placing on a wall": ("not_level", lambda: do(world := _held(_mug()), "place", point_at(world, (0.3, 2.0, 1.6)))),
    "placing in a shut drawer": (
        "not_level",
        lambda: do(world := _held(_mug()), "place", point_on(world, "desk/drawer")),
    ),
    "placing what is too tall": ("no_space", _no_space),
    "pressing a button": ("pressed", _pressed),
    "pressing a jammed button": ("stuck", _jammed),
    "pressing a mug": ("not_pressable", lambda: do(world := _mug(), "press", point_on(world, "mug.1"))),
    "pressing thin air": ("not_pressable", lambda: _beyond_the_walls(held=False, verb="press")),
    "opening a drawer": ("opened", lambda: do(world := desk_room(), "open", point_on(world, "desk/drawer"))),
    "opening the drawer of a desk by its top": (
        "opened",
        lambda: do(world := desk_room(), "open", point_on(world, "desk")),
    ),
    "closing a drawer": ("closed", _close_again),
    "closing a lid": ("closed", lambda: _lid("close")),
    "closing what is closed": ("already", _already),
    "opening what is locked": ("locked", lambda: _lid("open", open=False, locked=True)),
    "opening against a sofa": ("stopped", _blocked_door),
    "opening a mug": ("not_openable", lambda: do(world := _mug(), "open", point_on(world, "mug.1"))),
    "turning what is held": ("rotated", lambda: do(_held(_mug()), "rotate", degrees=90)),
    "turning what stands": ("rotated", lambda: do(world := _mug(), "rotate", point_on(world, "mug.1"), degrees=45)),
    "turning a knob": ("rotated", lambda: _turned("dial/knob", degrees=45)),
    "turning a knob beyond its end": ("already", lambda: _turned("dial/knob", degrees=-45)),
    "turning a desk": ("not_turnable", lambda: do(world := _mug(), "rotate", point_on(world, "desk"), degrees=45)),
    "turning nothing": ("not_turnable", lambda: do(_mug(), "rotate", degrees=45)),
    "turning at a wall": ("no_room_to_turn", _no_room_to_turn),
    "wiping a stain": ("wiped", _wiped),
    "wiping with a towel in hand": ("wiped", lambda: _wiped(holding="towel.1")),
    "wiping with a mug in hand": ("hand_full", lambda: _wiped(holding="mug.1")),
    "wiping a mug": ("not_wipeable", lambda: do(world := _mug(), "wipe", point_on(world, "mug.1"))),
    "looking aside": ("looked", lambda: do(_mug(), "look", turn=30)),
    "walking": ("walked", lambda: do(_mug(), "look", to="corner")),
    "walking by a Chinese name": ("walked", lambda: do(_mug(), "look", to="墙角")),
    "walking to nowhere": ("no_viewpoint", lambda: do(_mug(), "look", to="{moon} %s")),
    "waiting": ("waited", lambda: do(_mug(), "wait", seconds=0.5)),
    "waiting no time": ("waited", lambda: do(_mug(), "wait", seconds=0)),
    "speaking": ("said", lambda: do(_mug(), "say", text="你好")),
    "proposing": ("proposed", lambda: do(_mug(), "propose", text="wash the mug")),
    "proposing nothing": ("proposed_nothing", lambda: do(_mug(), "propose", text=" ")),
    "finishing": ("finished", lambda: do(_mug(), "finish")),
    "declining": ("declined", lambda: do(_mug(), "decline", text="no")),
}


@pytest.mark.parametrize("situation", sorted(SITUATIONS))
def test_the_world_answers(situation: str) -> None:
    expected, happen = SITUATIONS[situation]
    found = happen()
    assert found.code == expected
    scene = _mug().scene
    for language in ("zh", "en"):
        words = found.words(scene, language)
        assert words
        assert "{" not in words.replace("{moon}", "")


def test_every_answer_has_a_situation() -> None:
    # An unreadable action never reaches the world.
    assert {code for code, _ in SITUATIONS.values()} == set(SENTENCES) - {"unreadable"}


def test_every_sentence_has_the_same_fields_in_both_languages() -> None:
    for zh, en in SENTENCES.values():
        assert sorted(zh.split("{")[1:]) == [] or {part.split("}")[0] for part in zh.split("{")[1:]} == {
            part.split("}")[0] for part in en.split("{")[1:]
        }


@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_a_thing_is_carried_from_a_desk_to_the_floor(carry: Carry) -> None:
    world = _held(_mug(carry))
    assert world.held == "mug.1"
    assert Judge(["on", "mug.1", "desk"]).judge(world).holds is False
    assert do(world, "place", point_at(world, FLOOR)).code == "placed"
    assert world.held is None
    at = world.frame("mug.1").at
    assert np.hypot(at[0] - FLOOR[0], at[1] - FLOOR[1]) < 0.05
    assert abs(at[2]) < 2e-3
    assert np.abs(world.data.qvel).max() < 0.05


def test_settled_hands_are_out_of_sight_and_welded_ones_are_not() -> None:
    assert _held(_mug("settle")).frame("mug.1").at[2] < -3
    lifted = _held(_mug("weld"))
    assert lifted.frame("mug.1").at[2] == pytest.approx(0.75 + 0.25, abs=0.02)


@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_what_is_turned_in_the_hand_lies_turned(carry: Carry) -> None:
    world = _held(desk_room(thing("book", "desk/top"), carry=carry), "book.1")
    before = np.array(world.frame("book.1").turn)
    assert do(world, "rotate", degrees=90).code == "rotated"
    assert do(world, "place", point_at(world, FLOOR)).ok
    after = np.array(world.frame("book.1").turn)
    turned = np.degrees(2 * np.arccos(min(1.0, abs(float(before @ after)))))
    assert turned == pytest.approx(90, abs=3)


@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_turning_over_in_the_hand_does_not_fling_it(carry: Carry) -> None:
    world = _held(_mug(carry))
    for _ in range(3):
        assert do(world, "rotate", degrees=180, axis="forward").ok
        world.settle(0.5)
        assert np.abs(world.data.qvel).max() < 1.0
    assert world.held == "mug.1"
    assert do(world, "place", point_at(world, TOP)).ok


@pytest.mark.parametrize("open_", [True, False])
def test_a_shut_suitcase_carries_on_its_lid(open_: bool) -> None:
    case = fixed("suitcase", (0.0, -0.5), open=open_)
    world = _held(world_of(plan(fixed("desk"), case, things=(thing("mug", "desk/top"),))))
    found = do(world, "place", point_on(world, "suitcase" if open_ else "suitcase/lid"))
    assert found.code == ("placed_in" if open_ else "placed_on")
    assert (world.frame("mug.1").at[2] < 0.1) is open_


def test_a_thing_that_does_not_fit_stays_in_the_hand_and_nothing_moves() -> None:
    world = _held(desk_room(thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0))))
    point = point_on(world, "desk/drawer")
    before = world.fingerprint()
    assert do(world, "place", point).code == "not_level"
    assert world.held == "mug.1"
    assert world.fingerprint() == before


def test_a_ball_on_a_mug_is_not_in_it() -> None:
    world = _held(desk_room(thing("mug", "desk/top"), thing("ball", "desk/top", (0.3, 0.0))), "ball.1")
    assert do(world, "place", point_on(world, "mug.1")).code == "placed_on"


def test_walking_takes_time_and_looking_does_not() -> None:
    world = _mug()
    start = world.data.time
    do(world, "look", turn=20, tilt=-5, zoom=2)
    assert world.data.time == start
    do(world, "look", to="corner")
    assert world.data.time == pytest.approx(start + 1.0)
    assert world.view.viewpoint == CORNER.name
