"""Household things on a table, seen from its side."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError, footprint, free_spots
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.shot import one_picture

TABLE = "dining_table"
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room")
ALIKE: tuple[tuple[str, ...], ...] = (
    ("book", "guide_book", "notebook", "passport", "wallet", "puzzle_box"),
    ("mug", "noodle_cup", "candle"),
    ("bowl", "plate", "frying_pan"),
    ("milk_carton", "cereal_box"),
    ("food_can", "round_tin", "tea_tin", "jam_jar"),
    ("water_bottle", "shampoo"),
    ("apple", "ball"),
    ("phone", "power_bank", "calculator", "remote_control"),
    ("teapot",),
    ("toy_car", "toy_train"),
    ("toy_plane",),
    ("toy_boat",),
    ("teddy_bear", "doll"),
    ("toy_robot",),
    ("rubber_duck",),
    ("camera",),
    ("alarm_clock",),
    ("tissue_box",),
    ("potted_plant", "vase"),
    ("banana",),
    ("carrot",),
    ("bread", "cake"),
    ("basket",),
    ("torch",),
    ("picture_frame",),
    ("wine_glass",),
    ("umbrella",),
    ("spinning_top",),
    ("first_aid_kit",),
    ("wool_hat", "sun_hat"),
)
"""Kinds of things, grouped by what could be taken for each other: a table has at most one kind of each group."""

_ASKED, _ALWAYS = 3, 2
_ROLES = ("once", "once", "gone", "twice")
_NEAR_M, _UP_M, _FOVY_DEG = 1.02, 0.80, 46.0


class _Thing(NamedTuple):
    """A thing of a set: its kind, how often it is in each scene, and its colour there."""

    kind: str
    counts: tuple[int, ...]
    colours: tuple[str, ...]
    seed: int


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "tabletop")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    try:
        plan = furnish(room, subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    plan = plan.model_copy(update={"pet": None})
    things = draw_things(rng)
    viewpoint = beside_table(plan)
    one, two, three, four = (_scene(plan, viewpoint, things, number, rng) for number in range(4))
    return one, two, three, four


def draw_things(rng: Generator) -> list[_Thing]:
    """Return what lies on the table: two groups, each missing and doubled in the other's two scenes, and what is always there."""
    groups = [ALIKE[int(index)] for index in rng.permutation(len(ALIKE))[: 2 * _ASKED + _ALWAYS]]
    order = [int(place) for place in rng.permutation(4)]
    halves = (order[:2], order[2:])
    found = []
    for index, group in enumerate(groups):
        kind = group[int(rng.integers(len(group)))]
        count = [1, 1, 1, 1]
        if index < 2 * _ASKED:
            first, second = halves[index % 2] if rng.random() < 0.5 else halves[index % 2][::-1]
            count[first], count[second] = 0, 2
        colours = _colours(KINDS[kind].colours, halves, rng)
        found.append(_Thing(kind, tuple(count), colours, int(rng.integers(2**31))))
    return found


def _colours(choices: Sequence[str], halves: Sequence[Sequence[int]], rng: Generator) -> tuple[str, ...]:
    """Return a thing's colour in each scene: three in four change it between the two scenes of each half."""
    if not choices:
        return ("",) * 4
    one, *others = (choices[int(index)] for index in rng.permutation(len(choices)))
    if not others or rng.random() < 0.25:
        return (one,) * 4
    return tuple(one if scene in {half[0] for half in halves} else others[0] for scene in range(4))


def beside_table(plan: ScenePlan) -> ViewpointPlan:
    """Return a viewpoint beside the table, on the side from which the room's own viewpoint sees it."""
    table = next(fixture for fixture in plan.fixtures if fixture.kind == TABLE)
    usual = next((one for one in plan.viewpoints if one.name == TABLE), None)
    if usual is None:
        raise Rejected("nobody can stand at the table")
    away = np.subtract(usual.eye[:2], table.at)
    away = away / np.linalg.norm(away) * _NEAR_M
    eye = (float(table.at[0] + away[0]), float(table.at[1] + away[1]), 0.75 + _UP_M)
    target = (table.at[0], table.at[1], 0.76)
    return ViewpointPlan(name="table", zh="桌边", en="at the table", eye=eye, target=target, fovy=_FOVY_DEG)


def _scene(plan: ScenePlan, viewpoint: ViewpointPlan, things: Sequence[_Thing], number: int, rng: Generator) -> Made:
    wanted = [
        (f"{thing.kind}_{copy}", thing, thing.colours[number] if not copy else _other(thing, number, rng))
        for thing in things
        for copy in range(thing.counts[number])
    ]
    prints = [footprint(thing.kind, thing.seed, colour) for _, thing, colour in wanted]
    biggest_first = sorted(range(len(wanted)), key=lambda index: -prints[index].radius)
    try:
        spots = free_spots(plan, rng, [prints[index] for index in biggest_first], (f"{TABLE}/top",), margin_m=0.02)
    except NoPlaceError as error:
        raise Rejected("the table is too small for the things") from error
    placed = []
    for index, spot in zip(biggest_first, spots, strict=True):
        name, thing, colour = wanted[index]
        placed.append(
            ThingPlan(name=name, kind=thing.kind, seed=thing.seed, on=spot.on, at=spot.at, yaw=spot.yaw, colour=colour)
        )
    return one_picture(plan.with_things(*placed), viewpoint)


def _other(thing: _Thing, number: int, rng: Generator) -> str:
    """Return the colour of a second copy: three in four times another than that of the first."""
    own = thing.colours[number]
    others = [choice for choice in KINDS[thing.kind].colours if choice != own]
    return others[int(rng.integers(len(others)))] if others and rng.random() < 0.75 else own


TABLETOP = register(SceneSet("tabletop", 3, make))
