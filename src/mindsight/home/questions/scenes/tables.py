"""What sets of things on a table share: a room with a table, a viewer at it, and places on it.

A viewer's frame on the table is used: x to the viewer's right, y away from the viewer, m, from the middle of the table.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import subseed
from mindsight.home.questions.scenes import Rejected

TABLE = "dining_table"
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room")
TOP_M = 0.75
_TRIES = 400


class Table(NamedTuple):
    """A room with a table that somebody looks at; ``turn_deg`` turns the viewer's directions into the table's."""

    plan: ScenePlan
    viewpoint: ViewpointPlan
    turn_deg: float

    def thing(
        self,
        name: str,
        kind: str,
        seed: int,
        at: tuple[float, float],
        *,
        yaw: float = 0.0,
        lying: tuple[float, float] = (0.0, 0.0),
        colour: str = "",
        state: str = "",
    ) -> ThingPlan:
        """Return a thing on the table; at yaw 0 its front faces the viewer."""
        angle = math.radians(self.turn_deg)
        x, y = at
        place = (
            round(x * math.cos(angle) - y * math.sin(angle), 4),
            round(x * math.sin(angle) + y * math.cos(angle), 4),
        )
        return ThingPlan(
            name=name, kind=kind, seed=seed, on=f"{TABLE}/top", at=place, yaw=round(yaw + self.turn_deg, 2),
            lying=lying, colour=colour, state=state,
        )  # fmt: skip


def table(rng: Generator, seed: int, *, near_m: float = 1.02, up_m: float = 0.80, fovy_deg: float = 46.0) -> Table:
    """Return a room with a table and a viewpoint beside it, on the side from which the room's own viewpoint sees it.

    Raises:
        Rejected: The seed gives no such room.
    """
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    try:
        plan = furnish(room, subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    fixture = next(one for one in plan.fixtures if one.kind == TABLE)
    usual = next((one for one in plan.viewpoints if one.name == TABLE), None)
    if usual is None:
        raise Rejected("nobody can stand at the table")
    away = np.subtract(usual.eye[:2], fixture.at)
    away = away / np.linalg.norm(away)
    eye = (*(np.asarray(fixture.at) + away * near_m).tolist(), TOP_M + up_m)
    target = (*fixture.at, TOP_M + 0.01)
    viewpoint = ViewpointPlan(name="table", zh="桌边", en="at the table", eye=eye, target=target, fovy=fovy_deg)
    # The viewer's x axis is at a right angle to the direction away from the table.
    facing = math.degrees(math.atan2(away[0], -away[1]))
    return Table(plan.model_copy(update={"pet": None}), viewpoint, facing - fixture.yaw)


def radius_m(kind: str, seed: int, *, colour: str = "", state: str = "", lying: tuple[float, float] = (0, 0)) -> float:
    """Return the radius of the circle on the table that a thing takes."""
    return footprint(kind, seed, colour, state, lying).radius


def scattered(
    rng: Generator, radii: Sequence[float], half: tuple[float, float], margin_m: float
) -> list[tuple[float, float]]:
    """Return places for circles in a rectangle, apart from each other; the largest are placed first.

    Raises:
        Rejected: They do not fit.
    """
    found: dict[int, tuple[float, float]] = {}
    for index in sorted(range(len(radii)), key=lambda one: -radii[one]):
        reach = [max(side - radii[index], 0.0) for side in half]
        for _ in range(_TRIES):
            at = (float(rng.uniform(-reach[0], reach[0])), float(rng.uniform(-reach[1], reach[1])))
            if all(math.dist(at, place) > radii[index] + radii[other] + margin_m for other, place in found.items()):
                found[index] = at
                break
        else:
            raise Rejected("the table is too small for the things")
    return [found[index] for index in range(len(radii))]
