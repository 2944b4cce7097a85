"""Labelled things in a row on a table, seen from in front."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan
from mindsight.engine.seeds import subseed
from mindsight.home.questions.scenes import Made, Rejected
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.spread import facing
from mindsight.home.questions.scenes.tabletop import ROOMS, TABLE

SIZE_PX, AWAY_M, EYE_M, TOP_M = (1200, 900), 1.02, 1.22, 0.75
JITTER_M, TURN_DEG = 0.008, 5.0


def room_with_table(seed: int, rng: Generator) -> ScenePlan:
    """Return a furnished room with a table.

    Raises:
        Rejected: It does not fit.
    """
    try:
        plan = furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    return plan.model_copy(update={"pet": None})


def row(
    room: ScenePlan, kind: str, pitch_m: float, each: Sequence[tuple[dict[str, Any], bool]], rng: Generator
) -> Made:
    """Return the picture of fixtures of a kind from left to right: their options, and whether each shows its front."""
    viewpoint = facing(room, away_m=AWAY_M, eye_m=EYE_M)
    table = next(one for one in room.fixtures if one.kind == TABLE)
    front = np.subtract(viewpoint.eye[:2], table.at)
    front = front / np.linalg.norm(front)
    right = np.array([-front[1], front[0]])
    yaw = float(np.degrees(np.arctan2(front[0], -front[1])))
    fixed = []
    for place, (options, shown) in enumerate(each):
        sideways = (place - (len(each) - 1) / 2) * pitch_m + float(rng.uniform(-JITTER_M, JITTER_M))
        x, y = np.asarray(table.at) + sideways * right + float(rng.uniform(-JITTER_M, JITTER_M)) * front
        turned = float(rng.uniform(-TURN_DEG, TURN_DEG)) + (0.0 if shown else 180.0)
        fixed.append(
            FixturePlan(
                name=f"{kind}_{place}",
                kind=kind,
                seed=place,
                at=(round(float(x), 4), round(float(y), 4)),
                yaw=round(yaw + turned, 2),
                z=TOP_M,
                options=options,
            )
        )
    plan = room.model_copy(update={"fixtures": (*room.fixtures, *fixed)})
    return one_picture(plan, viewpoint, size=SIZE_PX)
