"""Household things in rows on three boards of a bookcase, seen from its front."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture

ROOMS: tuple[RoomKind, ...] = ("living_room", "study")
CASE = "bookcase"
ALIKE: tuple[tuple[str, ...], ...] = (
    ("mug", "noodle_cup"),
    ("candle",),
    ("bowl",),
    ("milk_carton",),
    ("food_can", "jam_jar"),
    ("tea_tin",),
    ("water_bottle", "shampoo"),
    ("apple",),
    ("teapot",),
    ("toy_car", "toy_train"),
    ("toy_boat",),
    ("toy_robot",),
    ("rubber_duck",),
    ("camera",),
    ("alarm_clock",),
    ("tissue_box",),
    ("potted_plant",),
    ("wine_glass",),
    ("wool_hat",),
    ("doll",),
)
"""Kinds of things that fit between the boards, grouped by what could be taken for each other."""
BOARDS = ("shelf_2", "shelf_3", "shelf_4")
_ASKED, _ALWAYS = 6, 3
_HALF_M, _GAP_M = 0.405, 0.035
_FEWEST, _MOST = 2, 4
_AWAY_M, _EYE_M, _TARGET_M, _FOVY_DEG = 1.36, 1.10, 0.94, 50.0
_STAY = frozenset({CASE, "door", "window", "curtain", "ceiling_lamp"})
Row = list["_Thing"]


class _Thing(NamedTuple):
    kind: str
    seed: int
    colour: str


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same bookcase."""
    rng = stream(seed, "shelf")
    plan, viewpoint = _room(rng, seed)
    groups = [ALIKE[int(index)] for index in rng.permutation(len(ALIKE))[: _ASKED + _ALWAYS]]
    kinds = [group[int(rng.integers(len(group)))] for group in groups]
    pairs = roles.halves(rng)
    there = roles.by_scene(rng, pairs, kinds[:_ASKED], kinds[_ASKED:])
    # Of each half, one thing has another that is always there as its neighbour but one.
    apart = dict.fromkeys(pairs[1], (kinds[0], kinds[_ASKED])) | dict.fromkeys(pairs[0], (kinds[2], kinds[_ASKED + 1]))
    one, two, three, four = (
        _scene(plan, viewpoint, there[number], apart[number], stream(seed, "shelf", number), seed)
        for number in range(4)
    )
    return one, two, three, four


def _room(rng: Generator, seed: int) -> tuple[ScenePlan, ViewpointPlan]:
    """Return a room with an empty bookcase and nothing in front of it, and a viewpoint before it."""
    try:
        plan = furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room"), wanted=(CASE,))
    except ValueError as error:
        raise Rejected("the bookcase does not fit") from error
    kept = tuple(
        one.model_copy(update={"options": {**one.options, "empty": True}}) if one.kind == CASE else one
        for one in plan.fixtures
        if one.kind in _STAY
    )
    case = next(one for one in kept if one.kind == CASE)
    turned = math.radians(case.yaw)
    x, y = case.at[0] + _AWAY_M * math.sin(turned), case.at[1] - _AWAY_M * math.cos(turned)
    viewpoint = ViewpointPlan(
        name="shelf", zh="书架前", en="before the bookcase", eye=(x, y, _EYE_M), target=(*case.at, _TARGET_M),
        fovy=_FOVY_DEG,
    )  # fmt: skip
    return plan.model_copy(update={"pet": None, "fixtures": kept}), viewpoint


def _scene(
    plan: ScenePlan, viewpoint: ViewpointPlan, kinds: Sequence[str], apart: tuple[str, str], rng: Generator, seed: int
) -> Made:
    case = next(one.name for one in plan.fixtures if one.kind == CASE)
    rows = _rows(kinds, apart, rng, seed)
    things = [
        ThingPlan(name=f"{board}_{place}", kind=one.kind, seed=one.seed, on=f"{case}/{board}", at=(x, -0.02),
                  yaw=round(float(rng.uniform(-12, 12)), 1), colour=one.colour)
        for board, row in zip(BOARDS, rows, strict=True)
        for place, (one, x) in enumerate(_spread(row, rng))
    ]  # fmt: skip
    return one_picture(plan.with_things(*things), viewpoint)


def _rows(kinds: Sequence[str], apart: tuple[str, str], rng: Generator, seed: int) -> list[Row]:
    """Return what stands on each board, from left to right, so that the two things stand on one with a third between them."""
    for _ in range(200):
        ordered = [kinds[int(place)] for place in rng.permutation(len(kinds))]
        sizes = [int(rng.integers(_FEWEST, _MOST + 1)) for _ in range(2)]
        sizes.append(len(kinds) - sum(sizes))
        if not _FEWEST <= sizes[2] <= _MOST:
            continue
        cut = (sizes[0], sizes[0] + sizes[1])
        rows = [ordered[: cut[0]], ordered[cut[0] : cut[1]], ordered[cut[1] :]]
        rows = [rows[int(place)] for place in rng.permutation(3)]
        if not any(apart in {(row[i], row[i + 2]), (row[i + 2], row[i])} for row in rows for i in range(len(row) - 2)):
            rows = _set_apart(rows, apart, rng)
        drawn = [[_thing(kind, rng, seed) for kind in row] for row in rows]
        if all(sum(map(_width_m, row)) + _GAP_M * (len(row) + 1) < 2 * _HALF_M for row in drawn):
            return drawn
    raise Rejected("the boards are too short for the things")


def _set_apart(rows: list[list[str]], apart: tuple[str, str], rng: Generator) -> list[list[str]]:
    """Return the rows with the two things changed to places with one place between them, on a board with three places or more."""
    rows = [list(row) for row in rows]
    long = [index for index, row in enumerate(rows) if len(row) >= 3]
    board = long[int(rng.integers(len(long)))]
    start = int(rng.integers(len(rows[board]) - 2))
    for kind, place in zip(apart if rng.random() < 0.5 else apart[::-1], (start, start + 2), strict=True):
        index, old = next((index, row.index(kind)) for index, row in enumerate(rows) if kind in row)
        rows[index][old], rows[board][place] = rows[board][place], rows[index][old]
    return rows


def _thing(kind: str, rng: Generator, seed: int) -> _Thing:
    choices = KINDS[kind].colours
    return _Thing(kind, subseed(seed, kind) % 2**31, choices[int(rng.integers(len(choices)))] if choices else "")


def _width_m(one: _Thing) -> float:
    return footprint(one.kind, one.seed, one.colour).width


def _spread(row: Row, rng: Generator) -> list[tuple[_Thing, float]]:
    """Return the things of a board with their places along it."""
    widths = [_width_m(one) for one in row]
    free = 2 * _HALF_M - sum(widths) - _GAP_M * (len(row) + 1)
    shares = rng.dirichlet([1.5] * (len(row) + 1)) * free
    found, x = [], -_HALF_M
    for one, width, share in zip(row, widths, shares, strict=False):
        x += _GAP_M + float(share) + width / 2
        found.append((one, round(x, 4)))
        x += width / 2
    return found


SHELF = register(SceneSet("shelf", 1, make))
