"""Things on a table in various states: open or closed, on or off, full or empty, clean, whole, cut, worn, locked.

A kind of thing is in two scenes once, in different states; in one scene it is missing, and in another there are two of it in
different states.
"""

import contextlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import Footprint, NoPlaceError, Spot, footprint, free_spots
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tabletop import ROOMS, TABLE, beside_table

STATEFUL: Mapping[str, tuple[str, ...]] = {
    "open": ("laptop", "wooden_chest", "cardboard_box", "photo_album"),
    "on": ("reading_lamp", "tablet", "small_tv"),
    "burning": ("candle",),
    "clean": ("plate", "bowl", "chopping_board"),
    "full": ("juice_glass", "sweet_jar", "egg_tray"),
    "whole": ("clay_pot", "saucer", "ruler"),
    "cut": ("pie", "cheese", "melon"),
    "worn": ("metal_bucket", "painted_crate", "football"),
    "locked": ("strongbox",),
}
"""Kinds of things by what their states are about; a set has at most one kind of each group."""
_GROUPS = 8
_TRIES = 6
_NEARER, _HIGHER_M = 0.92, 0.22
_ALIKE = frozenset({"plate", "saucer"})


class _Thing(NamedTuple):
    """A thing of a set: its kind, seed and colour, and the states of its copies in each scene."""

    kind: str
    seed: int
    colour: str
    states: tuple[tuple[str, ...], ...]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "conditions")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    try:
        plan = furnish(room, subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    plan = plan.model_copy(update={"pet": None})
    things = draw_things(rng)
    viewpoint = _above(plan, beside_table(plan))
    one, two, three, four = (_scene(plan, viewpoint, things, number, rng) for number in range(4))
    return one, two, three, four


def _above(plan: ScenePlan, usual: ViewpointPlan) -> ViewpointPlan:
    """Return a viewpoint that is nearer and higher than usual, so that few things hide others and all are in the picture."""
    table = next(fixture for fixture in plan.fixtures if fixture.kind == TABLE)
    x, y = np.add(table.at, np.subtract(usual.eye[:2], table.at) * _NEARER)
    eye = (float(x), float(y), usual.eye[2] + _HIGHER_M)
    return usual.model_copy(update={"eye": eye, "fovy": 48.0})


def draw_things(rng: Generator) -> list[_Thing]:
    """Return what is on the table: of each kind one in two scenes, none in one and two in another, in states of their own."""
    names = [list(STATEFUL)[int(index)] for index in rng.permutation(len(STATEFUL))[:_GROUPS]]
    order = [int(place) for place in rng.permutation(4)]
    halves = (order[:2], order[2:])
    found: list[_Thing] = []
    for index, name in enumerate(names):
        kinds = [kind for kind in STATEFUL[name] if not (kind in _ALIKE and any(one.kind in _ALIKE for one in found))]
        kind = kinds[int(rng.integers(len(kinds)))]
        first, second = (_two(KINDS[kind].states, rng) for _ in range(2))
        (missing, twice), once = (halves[index % 2], halves[1 - index % 2])
        if index // 2 % 2:  # every scene has as many things as the others
            missing, twice = twice, missing
        states: list[tuple[str, ...]] = [()] * 4
        states[once[0]], states[once[1]], states[twice] = (first[0],), (first[1],), second
        colours = KINDS[kind].colours
        colour = colours[int(rng.integers(len(colours)))] if colours else ""
        found.append(_Thing(kind, int(rng.integers(2**31)), colour, tuple(states)))
    return found


def _two(states: Sequence[str], rng: Generator) -> tuple[str, str]:
    """Return two different states in random order."""
    one, other = (states[int(index)] for index in rng.permutation(len(states))[:2])
    return one, other


def _scene(plan: ScenePlan, viewpoint: ViewpointPlan, things: Sequence[_Thing], number: int, rng: Generator) -> Made:
    wanted = [
        (f"{thing.kind}_{copy}", thing, state) for thing in things for copy, state in enumerate(thing.states[number])
    ]
    quarters = _facing(plan, viewpoint)
    prints = [_turned(footprint(thing.kind, thing.seed, thing.colour, state), quarters) for _, thing, state in wanted]
    biggest_first = sorted(range(len(wanted)), key=lambda index: -prints[index].radius)
    spots = _spots(plan, rng, [prints[index] for index in biggest_first])
    placed = []
    for index, spot in zip(biggest_first, spots, strict=True):
        name, thing, state = wanted[index]
        placed.append(
            ThingPlan(
                name=name, kind=thing.kind, seed=thing.seed, on=spot.on, at=spot.at, yaw=spot.yaw + 90.0 * quarters,
                colour=thing.colour, state=state,
            )
        )  # fmt: skip
    return one_picture(plan.with_things(*placed), viewpoint)


def _spots(plan: ScenePlan, rng: Generator, prints: Sequence[Footprint]) -> tuple[Spot, ...]:
    for _ in range(_TRIES):
        with contextlib.suppress(NoPlaceError):
            return free_spots(plan, rng, prints, (f"{TABLE}/top",), margin_m=0.02)
    raise Rejected("the table is too small for the things")


def _facing(plan: ScenePlan, viewpoint: ViewpointPlan) -> int:
    """Return by how many quarters things are turned on the table so that their fronts face the viewer."""
    table = next(fixture for fixture in plan.fixtures if fixture.kind == TABLE)
    x, y = np.subtract(viewpoint.eye[:2], table.at)
    return round((float(np.degrees(np.arctan2(x, -y))) - table.yaw) / 90) % 4


def _turned(room: Footprint, quarters: int) -> Footprint:
    return Footprint(room.depth, room.width, room.height) if quarters % 2 else room


CONDITIONS = register(SceneSet("conditions", 1, make))
