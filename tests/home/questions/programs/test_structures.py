"""Structures of cubes: read from places, compared however they are turned."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.object.structures.outline_from import OUTLINE_FROM
from mindsight.home.questions.classes.object.structures.view import VIEW
from mindsight.home.questions.facts.answer import Cannot, Found
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.rooms.structures import CUBE_M, Cells, alike, outline, structure

HOOK: Cells = {(0, 0, 0): "red", (1, 0, 0): "blue", (1, 1, 0): "green", (0, 0, 1): "yellow"}
MIRRORED: Cells = {(-x, y, z): colour for (x, y, z), colour in HOOK.items()}
SWAPPED: Cells = {**HOOK, (0, 0, 0): "blue", (1, 0, 0): "red"}


def placed(
    cells: Cells, name: str, at: tuple[float, float] = (0.0, 0.0), off: float = 0.0
) -> tuple[list[Object], dict[str, list[float]]]:
    """Return the cubes of a structure somewhere, every second one ``off`` its place."""
    objects: list[Object] = []
    cubes: dict[str, list[float]] = {}
    for index, ((x, y, z), colour) in enumerate(cells.items()):
        own, wrong = f"{name}_{index}", off * (index % 2)
        objects.append(thing("block", (0.0, 0.0), own, colour=colour))
        cubes[own] = [at[0] + CUBE_M * x + wrong, at[1] + CUBE_M * y - wrong, CUBE_M * (z + 0.5)]
    return objects, cubes


def shown(cells: Cells, *panels: Cells) -> Scene:
    """Return a first picture of a structure and a second one of several, each somewhere else."""
    own, cubes = placed(cells, "first")
    found: list[Object] = []
    more: dict[str, list[float]] = {}
    names: dict[str, list[str]] = {}
    for letter, other in zip("ABCD", panels, strict=True):
        objects, places = placed(other, letter, (0.37, -1.21))
        found += objects
        more |= places
        names[letter] = list(places)
    return scene(facts(*own, cubes=cubes), facts(*found, cubes=more, panels=names))


def turned(cells: Cells, times: int) -> Cells:
    """Return a structure after quarter turns."""
    for _ in range(times):
        cells = {(-y, x, z): colour for (x, y, z), colour in cells.items()}
    return cells


@pytest.mark.parametrize("times", range(4))
def test_a_structure_is_the_same_however_it_is_turned(times: int) -> None:
    assert alike(HOOK, turned(HOOK, times))
    assert not alike(HOOK, turned(MIRRORED, times))
    assert not alike(HOOK, turned(SWAPPED, times))


@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(-0.009, 0.009))
def test_places_that_are_a_little_off_give_the_same_cells(x: float, y: float, off: float) -> None:
    objects, cubes = placed(HOOK, "one", (x, y), off)
    found: Mapping[tuple[int, int, int], str] | None = structure(facts(*objects, cubes=cubes), cubes)
    assert found is not None
    assert alike(found, HOOK)
    assert math.isclose(sum(z for _, _, z in found) - min(z for _, _, z in found) * len(found), 1)


def test_the_picture_with_the_same_structure_is_the_answer() -> None:
    found = VIEW.answer({}, shown(HOOK, MIRRORED, SWAPPED, turned(HOOK, 2), turned(SWAPPED, 1)))
    assert isinstance(found, Found)
    assert found.value == "C"


def test_none_and_two_are_no_answer() -> None:
    assert VIEW.answer({}, shown(HOOK, MIRRORED, SWAPPED, turned(MIRRORED, 2), turned(SWAPPED, 1))) == Cannot("absent")
    assert VIEW.answer({}, shown(HOOK, MIRRORED, turned(HOOK, 3), HOOK, SWAPPED)) == Cannot("ambiguous")


def test_a_hidden_block_leaves_it_open() -> None:
    objects, cubes = placed(HOOK, "one")
    seen: Facts = facts(*objects[1:], cubes=cubes)
    assert structure(seen, cubes) is None


ABOVE = frozenset({(0, 0), (1, 0), (1, 1)})
RIGHT = frozenset({(0, 0), (1, 0), (0, 1)})
LEFT = frozenset({(0, 0), (1, 0), (1, 1)})


@pytest.mark.parametrize(("side", "expected"), [("above", ABOVE), ("right", RIGHT), ("left", LEFT)])
def test_an_outline_is_what_somebody_at_a_side_sees(side: str, expected: frozenset[tuple[int, int]]) -> None:
    assert outline(HOOK, side) == expected


def drawn(cells: Cells, *drawings: frozenset[tuple[int, int]]) -> Scene:
    """Return a picture of a structure and a sheet with outlines."""
    own, cubes = placed(cells, "first")
    sheet = {letter: [list(one) for one in other] for letter, other in zip("ABCD", drawings, strict=False)}
    return scene(facts(*own, cubes=cubes), facts(drawings=sheet))


def test_the_drawing_that_shows_the_outline_is_found() -> None:
    bar = frozenset({(0, 0), (1, 0), (2, 0)})
    found = OUTLINE_FROM.answer({"side": "right"}, drawn(HOOK, bar, RIGHT, LEFT))
    assert isinstance(found, Found)
    assert found.value == "B"
    assert OUTLINE_FROM.answer({"side": "right"}, drawn(HOOK, bar, LEFT)) == Cannot("absent")
    assert OUTLINE_FROM.answer({"side": "right"}, drawn(HOOK, RIGHT, bar, RIGHT)) == Cannot("ambiguous")
