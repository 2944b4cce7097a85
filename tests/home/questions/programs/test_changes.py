"""What changed between two pictures of one table."""

import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.state.changes.added import ADDED
from mindsight.home.questions.classes.state.changes.gone import GONE
from mindsight.home.questions.classes.state.changes.happened import HAPPENED
from mindsight.home.questions.classes.state.changes.moved import MOVED
from mindsight.home.questions.classes.state.changes.moved_to import MOVED_TO
from mindsight.home.questions.classes.state.changes.switched import SWITCHED
from mindsight.home.questions.classes.state.changes.turned import TURNED
from mindsight.home.questions.facts.answer import Cannot, Found
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.rooms.changes import changes, turned_deg, well_seen

MUG, CAR, APPLE = thing("mug", (0.0, 0.0)), thing("toy_car", (0.4, 0.1)), thing("apple", (-0.4, 0.0))
AXES = {"toy_car": 10.0}


def two(before: tuple[Object, ...], after: tuple[Object, ...], turned: float = 0.0) -> Scene:
    """Return two pictures; in the second the car may have turned."""
    return scene(facts(*before, axis_deg=AXES), facts(*after, axis_deg={"toy_car": (10.0 + turned) % 180}))


def test_each_change_has_one_name() -> None:
    moved = MUG.model_copy(update={"at": (0.3, 0.0, 0.0)})
    shown = two((MUG, CAR), (moved, CAR, APPLE), turned=90.0)
    assert changes(shown) == {"mug": "moved", "toy_car": "turned", "apple": "added"}
    assert changes(two((MUG, APPLE), (MUG,))) == {"apple": "gone"}


@pytest.mark.parametrize(("turned", "by"), [(90.0, 90.0), (-90.0, 90.0), (175.0, 5.0), (180.0, 0.0), (30.0, 30.0)])
def test_a_turn_is_between_lengths_not_directions(turned: float, by: float) -> None:
    assert turned_deg(two((CAR,), (CAR,), turned), "toy_car") == pytest.approx(by)


def test_one_thing_is_the_answer_none_and_two_are_not() -> None:
    assert ADDED.answer({"change": "added"}, two((MUG,), (MUG, APPLE))) == Found("apple", ((1, "apple"),))
    assert ADDED.answer({"change": "added"}, two((MUG,), (MUG,))) == Cannot("false_premise")
    assert GONE.answer({"change": "gone"}, two((MUG, CAR, APPLE), (MUG,))) == Cannot("ambiguous")
    assert TURNED.answer({"change": "turned"}, two((MUG, CAR), (MUG, CAR), 90.0)) == Found(
        "toy_car", ((0, "toy_car"), (1, "toy_car"))
    )
    assert MOVED.answer({"change": "moved"}, two((MUG, CAR), (MUG, CAR))) == Cannot("false_premise")
    assert HAPPENED.answer({"kind": "apple"}, two((MUG,), (MUG, APPLE))) == Found("added", ((1, "apple"),))
    assert HAPPENED.answer({"kind": "mug"}, two((MUG,), (MUG, APPLE))) == Cannot("false_premise")


@pytest.mark.parametrize(
    ("to", "said"), [((0.4, 0.0), "right"), ((-0.4, 0.05), "left"), ((0.0, 0.4), "away"), ((0.05, -0.4), "towards")]
)
def test_a_move_has_the_viewers_direction(to: tuple[float, float], said: str) -> None:
    found = MOVED_TO.answer({"kind": "mug"}, two((MUG,), (MUG.model_copy(update={"at": (*to, 0.0)}),)))
    assert isinstance(found, Found)
    assert found.value == said


def test_what_did_not_move_moved_nowhere() -> None:
    assert MOVED_TO.answer({"kind": "mug"}, two((MUG,), (MUG,))) == Cannot("false_premise")
    assert MOVED_TO.answer({"kind": "mug"}, two((MUG,), (APPLE,))) == Cannot("absent")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(True, False, Found("off", ((0, "lamp"), (1, "lamp")))), (False, True, Found("on", ((0, "lamp"), (1, "lamp")))),
     (True, True, Cannot("false_premise")), (False, False, Cannot("false_premise"))],
)  # fmt: skip
def test_a_lamp_is_switched_if_it_shines_in_one_picture_only(before: bool, after: bool, said: object) -> None:
    lamps = [
        thing("table_lamp", (0.0, 0.3), "lamp", category="fixture", says={"on": True} if on else {})
        for on in (before, after)
    ]
    assert SWITCHED.answer({"kind": "table_lamp"}, two((lamps[0],), (lamps[1],))) == said


def test_a_hidden_thing_spoils_a_scene() -> None:
    assert well_seen(two((MUG, CAR), (MUG, CAR)))
    assert not well_seen(two((MUG, CAR.model_copy(update={"shown": 0.2})), (MUG, CAR)))
    half = APPLE.model_copy(update={"shown": 0.5})
    assert well_seen(two((half,), (half,)))
    assert not well_seen(two((MUG,), (MUG, half)))
