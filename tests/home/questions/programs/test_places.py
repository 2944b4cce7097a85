"""A table laid for guests: whose things are whose, who sits where, what is missing."""

import pytest
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.object.table.belongs import BELONGS
from mindsight.home.questions.classes.object.table.owner import OWNER
from mindsight.home.questions.classes.object.table.place_neighbour import NEIGHBOUR
from mindsight.home.questions.classes.object.table.place_side import PLACE_SIDE
from mindsight.home.questions.classes.object.table.theirs import THEIRS
from mindsight.home.questions.classes.state.scene.lacking import LACKING
from mindsight.home.questions.classes.state.scene.without import WITHOUT
from mindsight.home.questions.facts.answer import Cannot, Found
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.rooms.places import places, well_seen


def place(name: str, x: float, side: int, mug: str = "", *others: str) -> list[Object]:
    """Return a place at a table along x; guests of side −1 look along +y."""
    found = [
        thing("name_card", (x, side * 0.085), f"card_{name}", category="fixture", read=(name,)),
        thing("plate", (x, side * 0.265), f"plate_{name}"),
    ]
    if mug:
        found.append(thing("mug", (x - side * 0.24, side * 0.13), f"mug_{name}", colour=mug))
    return found + [thing(kind, (x, side * 0.30), f"{kind}_{name}") for kind in others]


TABLE: Facts = facts(
    *place("Anna", -0.32, -1, "red", "fork", "spoon", "apple"),
    *place("Ben", 0.32, -1, "blue", "fork", "spoon"),
    *place("Clara", -0.32, 1, "blue"),
    *place("David", 0.32, 1, "", "fork", "spoon", "apple"),
)


def test_things_belong_to_the_nearest_card() -> None:
    assert set(places(TABLE)) == {"Anna", "Ben", "Clara", "David"}
    assert set(places(TABLE)["Anna"].items) == {"plate", "mug", "fork", "spoon", "apple"}
    assert set(places(TABLE)["David"].items) == {"plate", "fork", "spoon", "apple"}


def test_whose_mug_it_is() -> None:
    assert OWNER.answer({"colour": "red"}, scene(TABLE)) == Found("Anna", ((0, "card_Anna"), (0, "mug_Anna")))
    assert OWNER.answer({"colour": "blue"}, scene(TABLE)) == Cannot("ambiguous")
    assert OWNER.answer({"colour": "green"}, scene(TABLE)) == Cannot("absent")


def test_the_colour_of_somebodys_mug() -> None:
    assert BELONGS.answer({"guest": "Clara"}, scene(TABLE)) == Found("blue", ((0, "card_Clara"), (0, "mug_Clara")))
    assert BELONGS.answer({"guest": "David"}, scene(TABLE)) == Cannot("false_premise")
    assert BELONGS.answer({"guest": "Emma"}, scene(TABLE)) == Cannot("absent")
    assert THEIRS.answer({"guest": "David", "kind": "mug"}, scene(TABLE)) == Cannot("false_premise")


# Anna and Ben sit at the near side and look away from the viewer: Ben is at Anna's right hand. Clara and David look at the viewer.
@pytest.mark.parametrize(
    ("guest", "side", "other"),
    [("Anna", "right", "Ben"), ("Ben", "left", "Anna"), ("Clara", "left", "David"), ("David", "right", "Clara"),
     ("Anna", "opposite", "Clara"), ("David", "opposite", "Ben")],
)  # fmt: skip
def test_neighbours_are_those_of_the_guest(guest: str, side: str, other: str) -> None:
    found = NEIGHBOUR.answer({"guest": guest, "side": side}, scene(TABLE))
    assert isinstance(found, Found)
    assert found.value == other
    assert PLACE_SIDE.answer({"guest": guest, "other": other}, scene(TABLE)) == Found(side, found.uses)


def test_who_sits_across_the_corner_is_at_no_side() -> None:
    assert PLACE_SIDE.answer({"guest": "Anna", "other": "David"}, scene(TABLE)) == Cannot("false_premise")
    assert PLACE_SIDE.answer({"guest": "Anna", "other": "Emma"}, scene(TABLE)) == Cannot("absent")


def test_nobody_sits_beyond_the_end() -> None:
    assert NEIGHBOUR.answer({"guest": "Anna", "side": "left"}, scene(TABLE)) == Cannot("false_premise")
    assert NEIGHBOUR.answer({"guest": "Emma", "side": "left"}, scene(TABLE)) == Cannot("absent")


@pytest.mark.parametrize(
    ("guest", "said"),
    [("Ben", "apple"), ("David", "mug"), ("Anna", "false_premise"), ("Clara", "ambiguous"), ("Emma", "absent")],
)
def test_what_a_place_lacks(guest: str, said: str) -> None:
    found = LACKING.answer({"guest": guest}, scene(TABLE))
    assert (found.value if isinstance(found, Found) else found.reason) == said  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("kind", "said"), [("mug", "David"), ("fork", "Clara"), ("apple", "ambiguous"), ("plate", "false_premise")]
)
def test_who_still_lacks_something(kind: str, said: str) -> None:
    found = WITHOUT.answer({"kind": kind}, scene(TABLE))
    assert (found.value if isinstance(found, Found) else found.reason) == said  # type: ignore[union-attr]


def test_a_name_that_cannot_be_read_spoils_a_scene() -> None:
    assert well_seen(scene(TABLE))
    card = TABLE.objects[0].model_copy(update={"read": ()})
    assert not well_seen(scene(TABLE.model_copy(update={"objects": (card, *TABLE.objects[1:])})))
