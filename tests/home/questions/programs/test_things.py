"""Programs about things on tables, shelves and carriers, on facts made by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions import classes, pictures, scenes
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import told_apart
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import surely_ordered
from mindsight.home.questions.scenes import disturbed, roles

POOL = classes.load()


def say(key: str, asked: dict[str, object], *objects: Object) -> Answer:
    """Return what a class's program answers about some objects."""
    return POOL[key].answer(asked, scene(facts(*objects)))


def value(found: Answer) -> object:
    """Return the value that was found."""
    assert isinstance(found, Found), found
    return found.value


ROW = [thing(kind, (x, 0.0, 0.80)) for kind, x in (("mug", -0.3), ("bowl", -0.1), ("apple", 0.1), ("teapot", 0.3))]
UPPER = thing("candle", (0.0, 0.0, 1.15))


@pytest.mark.parametrize(
    ("kinds", "said"), [(["mug", "apple"], "bowl"), (["apple", "mug"], "bowl"), (["bowl", "teapot"], "apple")]
)
def test_what_is_between_two_on_a_shelf(kinds: list[str], said: str) -> None:
    assert value(say("object.between", {"kinds": kinds}, *ROW, UPPER)) == said


def test_nothing_is_between_neighbours_or_across_shelves() -> None:
    for kinds in (["mug", "bowl"], ["mug", "candle"]):
        assert say("object.between", {"kinds": kinds}, *ROW, UPPER) == Cannot("false_premise")
    assert isinstance(say("object.between", {"kinds": ["mug", "teapot"]}, *ROW), Unclear)


def test_neighbours_and_counts_go_by_the_viewers_sides() -> None:
    assert value(say("object.neighbour", {"kind": "bowl", "side": "left"}, *ROW, UPPER)) == "mug"
    assert say("object.neighbour", {"kind": "mug", "side": "left"}, *ROW) == Cannot("false_premise")
    assert [
        value(say("object.count", {"kind": kind, "side": "right"}, *ROW, UPPER)) for kind in ("mug", "teapot", "candle")
    ] == [3, 0, 0]


@given(st.permutations(ROW), st.integers(0, 3))
def test_counts_of_both_sides_make_up_the_shelf(row: list[Object], place: int) -> None:
    asked = {"kind": ROW[place].kind}
    left, right = (value(say("object.count", {**asked, "side": side}, *row)) for side in ("left", "right"))
    assert (left, right) == (place, 3 - place)


def test_boards_are_higher_lower_or_the_same() -> None:
    for one, other, said in (("candle", "mug", "higher"), ("mug", "candle", "lower"), ("mug", "bowl", "same")):
        assert value(say("object.above_below", {"kind": one, "from": other}, *ROW, UPPER)) == said


def test_absent_and_doubled_things_have_no_answer() -> None:
    twin = thing("mug", (0.5, -0.5, 0.80), "mug_2", point=(700.0, 300.0))
    for key, asked in (
        ("object.point", {"kind": "mug"}),
        ("object.count", {"kind": "mug", "side": "left"}),
        ("object.nearer", {"kinds": ["mug", "bowl"]}),
    ):
        assert say(key, asked, *ROW, twin) == Cannot("ambiguous")
        assert say(key, asked, *ROW[1:]) == Cannot("absent")


def test_distance_is_between_middles_on_a_level() -> None:
    found = say(
        "object.distance", {"kinds": ["mug", "bowl"]}, thing("mug", (0, 0, 0.9)), thing("bowl", (0.3, 0.4, 0.8))
    )
    assert value(found) == 50
    assert isinstance(
        say("object.distance", {"kinds": ["mug", "bowl"]}, thing("mug", (0, 0)), thing("bowl", (0.1, 0))), Unclear
    )


@given(st.floats(5, 100), st.floats(5, 100))
def test_numbers_are_told_apart_only_if_no_number_fits_both(one: float, other: float) -> None:
    low, high = sorted((one, other))
    tolerance = POOL["object.distance"].tolerance
    shared = low + tolerance(low) >= high - tolerance(high)
    assert told_apart([other, one], tolerance) == (not shared)


def test_the_nearer_one_is_sure_only_by_a_tenth() -> None:
    near, far = thing("mug", (0.0, 0.0, 1.5)), thing("bowl", (0.0, 0.4, 1.5))
    assert not surely_ordered(facts(near, far), [near, far])
    farther = thing("bowl", (0.0, 0.6, 1.5))
    assert surely_ordered(facts(near, farther), [farther, near])
    assert value(say("object.nearer", {"kinds": ["bowl", "mug"]}, near, farther)) == "mug"


def test_what_serves_a_purpose_must_be_the_only_thing_that_does() -> None:
    clock, phone = thing("alarm_clock", (0.0, 0.0)), thing("phone", (0.3, 0.0))
    assert isinstance(say("object.function", {"purpose": "time"}, clock, *ROW), Found)
    assert isinstance(say("object.function", {"purpose": "time"}, clock, phone), Unclear)
    assert say("object.function", {"purpose": "time"}, *ROW) == Cannot("absent")


def test_what_carries_and_holds_what() -> None:
    tray, crate = thing("tray", (0.0, 0.0)), thing("crate", (0.5, 0.0))
    apple = thing("apple", (0.0, 0.0), on="tray")
    duck = thing("rubber_duck", (0.5, 0.0), on="crate", inside="crate")
    own = (tray, crate, apple, duck)
    assert value(say("object.containment", {"kind": "crate"}, *own)) == "rubber_duck"
    assert value(say("object.container", {"kind": "rubber_duck"}, *own)) == "crate"
    assert say("object.container", {"kind": "apple"}, *own) == Cannot("false_premise")
    assert value(say("object.support", {"kind": "apple"}, *own)) == "tray"
    assert say("object.support", {"kind": "rubber_duck"}, *own) == Cannot("false_premise")
    assert value(say("object.supported", {"kind": "tray"}, *own)) == "apple"
    assert say("object.supported", {"kind": "tray"}, tray) == Cannot("false_premise")


def test_blocks_go_by_colour_form_and_height() -> None:
    arch = thing("arch_block", (0.0, 0.0), colour="red", size=(0.15, 0.05, 0.08))
    plank = thing("plank_block", (0.4, 0.0), colour="blue", size=(0.15, 0.05, 0.02))
    cube = thing("block", (0.8, 0.0), colour="blue", size=(0.05, 0.05, 0.05))
    assert value(say("object.shape", {"colour": "red"}, arch, plank)) == "arch_block"
    assert value(say("object.block_colour", {"form": "plank_block"}, arch, plank)) == "blue"
    assert value(say("object.comparison", {"colours": ["blue", "red"]}, arch, plank)) == "red"
    assert say("object.shape", {"colour": "blue"}, plank, cube) == Cannot("ambiguous")
    twins = (cube, cube.model_copy(update={"name": "other"}))
    assert isinstance(say("object.shape", {"colour": "blue"}, *twins), Unclear)


def test_tins_go_by_the_words_that_can_be_read() -> None:
    salt = thing("round_tin", (0.0, 0.0), "salt", colour="red", read=("食盐 SALT",))
    pins = thing("round_tin", (0.2, 0.0), "pins", colour="blue", read=("别针 PINS",))
    assert value(say("object.label", {"colour": "red"}, salt, pins)) == "salt"
    assert value(say("object.label_colour", {"word": "pins"}, salt, pins)) == "blue"
    assert say("object.labelled", {"word": "walnut"}, salt, pins) == Cannot("absent")
    assert isinstance(say("object.labelled", {"word": "pins"}, salt, pins.model_copy(update={"read": ()})), Unclear)


def test_material_and_height_of_wares() -> None:
    jar = thing("storage_jar", (0.0, 0.0), material="glass", size=(0.1, 0.1, 0.24))
    twin = jar.model_copy(update={"name": "twin"})
    assert value(say("object.material", {"kind": "storage_jar"}, jar)) == "glass"
    assert value(say("object.size", {"kind": "storage_jar"}, jar)) == 24
    assert isinstance(say("object.material", {"kind": "storage_jar"}, jar, twin), Unclear)
    assert isinstance(say("object.size", {"kind": "storage_jar"}, jar, twin), Unclear)


@given(st.integers(0, 10_000))
def test_each_thing_asked_about_is_once_in_two_scenes_missing_in_one_and_doubled_in_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pairs = roles.halves(rng)
    found = roles.by_scene(rng, pairs, "abcd", "ef")
    assert {len(own) for own in found} == {6}
    for one in "abcd":
        assert sorted(own.count(one) for own in found) == [0, 1, 1, 2]
    assert all(own.count("e") == own.count("f") == 1 for own in found)


def test_a_disturbance_rises_over_four_seeds_and_leaves_the_first_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (60, 80, 3), dtype=np.uint8)
    held = scene(facts())
    made = scenes.Made((picture,), (), held, held)
    monkeypatch.setattr(disturbed, "_undisturbed", lambda _base, _instance: (made,) * 4)
    for instance, kind in enumerate(("blur", "noise", "dark", "coarse")):
        hows = [_how(disturbed.DISTURBED.make(4 * instance + level)[0].truth) for level in range(4)]
        assert [how["strength"] for how in hows] == [0, 1, 2, 3]
        assert {how["kind"] for how in hows} == {kind}
        shown = [pictures.spoilt(picture, how, np.random.default_rng(2)).astype(float) for how in hows]
        assert np.array_equal(shown[0], picture)
        apart = [math.sqrt(float(np.mean((one - picture) ** 2))) for one in shown]
        assert apart[0] < apart[1] < apart[2] < apart[3]


def _how(of: Scene) -> dict[str, float]:
    return dict(of.only.more["disturbed"])
