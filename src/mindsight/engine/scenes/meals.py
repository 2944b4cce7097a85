"""Tables laid for a meal or eaten at, what was left on them, and a pan that was left on the stove."""

import contextlib
from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from mindsight.engine.scenes.floor_plan import Point, Rect, body_rect
from mindsight.engine.scenes.places import Footprint, NoPlaceError, Spot, footprint, free_spots
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.seeds import subseed

SETTINGS: tuple[tuple[str, ...], ...] = (
    ("plate", "fork", "mug"),
    ("bowl", "spoon", "mug"),
    ("bowl", "chopsticks", "juice_glass"),
)
"""What one person eats with: a dish before the seat, cutlery at its right, a cup beyond that."""
USED = {"plate": "stained", "bowl": "stained", "mug": "stained", "juice_glass": "empty", "frying_pan": "stained"}
"""The state of what was eaten from."""
_CLEAN = {**dict.fromkeys(("plate", "bowl", "mug"), "clean"), "juice_glass": "empty"}
_IN_M = 0.165
"""How far the middle of a dish lies from the edge of the table."""
_CUTLERY: Point = (0.170, -0.03)
_CUP: Point = (0.14, 0.19)
"""Places at a seat, right of and beyond the middle of the dish."""
_ATTEMPTS = 12
_PAN_OFF_M = -0.085
"""Where the middle of a frying pan is, along its handle."""


def seats(plan: ScenePlan, table: str) -> tuple[tuple[Point, float], ...]:
    """Return the place of the dish before each chair at a table, in the table's frame, and the yaw of the setting.

    Raises:
        ValueError: The room has no such table.
    """
    stands = _fixture(plan, table)
    rect, found = body_rect(stands), []
    for chair in plan.fixtures:
        if chair.kind not in {"chair", "stool"} or not body_rect(chair).overlaps(rect.grown(0.10)):
            continue
        x, y = (float(part) for part in rect.local(np.array(chair.at)))
        if abs(y) / rect.half[1] < abs(x) / rect.half[0]:
            continue
        side = 1.0 if y > 0 else -1.0
        found.append(((round(x, 3), round(side * (rect.half[1] - _IN_M), 3)), 180.0 if side > 0 else 0.0))
    return tuple(sorted(found))


def lay(
    plan: ScenePlan, table: str, rng: Generator, settings: Sequence[Sequence[str]], *, used: bool
) -> tuple[ThingPlan, ...]:
    """Return dishes, cutlery and cups before the chairs at a table, one setting to a chair: ``used``, or clean for a meal to come.

    Each setting names a dish, cutlery and a cup, as in ``SETTINGS``; any of the last two may be left out.

    Raises:
        NoPlaceError: The table has fewer seats.
    """
    places = list(seats(plan, table))
    if len(settings) > len(places):
        raise NoPlaceError(f"{len(settings)} people ate at {table}, which has {len(places)} seats")
    drawn = [places[int(index)] for index in rng.permutation(len(places))[: len(settings)]]
    found: list[ThingPlan] = []
    for (at, yaw), kinds in zip(drawn, settings, strict=True):
        setting = Rect(at, (0.25, 0.18), yaw)
        for kind, (x, y) in zip(kinds, ((0.0, 0.0), _CUTLERY, _CUP), strict=False):
            shift = rng.uniform(-0.008, 0.008, 2)
            turned = yaw + float(rng.uniform(-8, 8)) + (90.0 if kind in {"fork", "spoon", "chopsticks"} else 0.0)
            name = _free_name(kind, (*plan.things, *found))
            spot = setting.point((x + float(shift[0]), y + float(shift[1])))
            found.append(
                ThingPlan(
                    name=name,
                    kind=kind,
                    seed=subseed(plan.seed, table, name),
                    on=f"{table}/top",
                    at=(round(spot[0], 3), round(spot[1], 3)),
                    yaw=round((turned + 180.0) % 360.0 - 180.0, 1),
                    state=USED.get(kind, "") if used else _CLEAN.get(kind, ""),
                )
            )
    return tuple(found)


def left_on(
    plan: ScenePlan, table: str, rng: Generator, kinds: Sequence[str | tuple[str, str]]
) -> tuple[ThingPlan, ...]:
    """Return food, rubbish, spills or crumbs that were left on a table, between the plan's things.

    A pair is a kind and its state. The largest are placed first.

    Raises:
        NoPlaceError: There is not enough room.
    """
    wanted = [(kind, "") if isinstance(kind, str) else kind for kind in kinds]
    seeds = [subseed(plan.seed, table, "left", number, kind) for number, (kind, _) in enumerate(wanted)]
    prints = [footprint(kind, seed, "", state) for (kind, state), seed in zip(wanted, seeds, strict=True)]
    order = sorted(range(len(wanted)), key=lambda index: -prints[index].radius)
    spots = _spots(plan, rng, [prints[index] for index in order], f"{table}/top")
    found: list[ThingPlan] = []
    for index, spot in zip(order, spots, strict=True):
        kind, state = wanted[index]
        name = _free_name(kind, (*plan.things, *found))
        found.append(
            ThingPlan(name=name, kind=kind, seed=seeds[index], on=spot.on, at=spot.at, yaw=spot.yaw, state=state)
        )
    return tuple(found)


def _spots(plan: ScenePlan, rng: Generator, prints: Sequence[Footprint], top: str) -> tuple[Spot, ...]:
    """Return free places on a table; a full one often takes several attempts."""
    for _ in range(_ATTEMPTS - 1):
        with contextlib.suppress(NoPlaceError):
            return free_spots(plan, rng, prints, (top,))
    return free_spots(plan, rng, prints, (top,))


def pan_on_stove(plan: ScenePlan, rng: Generator, stove: str = "stove") -> ThingPlan:
    """Return a used frying pan on one burner of a stove, its handle towards the room.

    Raises:
        ValueError: The room has no such stove.
    """
    _fixture(plan, stove)
    side = ("left", "right")[int(rng.integers(2))]
    yaw = float(rng.uniform(-110, -70))
    middle = Rect((0.0, 0.0), (0.1, 0.1), yaw).point((-_PAN_OFF_M, 0.0))
    name = _free_name("frying_pan", plan.things)
    return ThingPlan(
        name=name,
        kind="frying_pan",
        seed=subseed(plan.seed, stove, name),
        on=f"{stove}/{side}_burner",
        at=(round(middle[0], 3), round(middle[1], 3)),
        yaw=round(yaw, 1),
        state=USED["frying_pan"],
    )


def _fixture(plan: ScenePlan, name: str) -> FixturePlan:
    found = next((one for one in plan.fixtures if one.name == name), None)
    if found is None:
        raise ValueError(f"the room has no fixture {name!r}")
    return found


def _free_name(kind: str, things: Sequence[ThingPlan]) -> str:
    taken = {one.name for one in things}
    return next(name for number in range(1, len(taken) + 2) if (name := f"{kind}_{number}") not in taken)
