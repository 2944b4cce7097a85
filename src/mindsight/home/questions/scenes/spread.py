"""Household things spread over a table so that each is clearly to the left or right of each other one."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tabletop import ALIKE, ROOMS, TABLE

SLOTS, PITCH_M, ROW_M, JITTER_M = 9, 0.132, 0.125, 0.008
"""Number of places from left to right, their distance, and how far every other one is in front of or behind the middle."""
LARGEST_M = 0.24
_AWAY_M, _EYE_M, _TOP_M, _FOVY_DEG = 1.05, 1.55, 0.76, 46.0
KINDS_USED = 7


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    one, two, three, four = (one_picture(plan, facing(plan)) for plan in plans(seed))
    return one, two, three, four


def plans(seed: int) -> list[ScenePlan]:
    """Return the four scenes as plans."""
    rng = stream(seed, "spread")
    try:
        room = furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    room = room.model_copy(update={"pet": None})
    kinds = _kinds(rng)
    seeds = {kind: int(rng.integers(2**31)) for kind in kinds}
    order = [int(place) for place in rng.permutation(4)]
    halves = (order[:2], order[2:])
    counts = {kind: [1, 1, 1, 1] for kind in kinds}
    for index, kind in enumerate(kinds):
        # The third of a group goes the other way than the second, so that no scene has more things than places.
        turned = index // 2 == 2 if index // 2 in {1, 2} else rng.random() < 0.5
        gone, twice = halves[index % 2][:: -1 if turned else 1]
        counts[kind][gone], counts[kind][twice] = 0, 2
    return [_plan(room, [kind for kind in kinds for _ in range(counts[kind][scene])], seeds, rng) for scene in range(4)]


def facing(plan: ScenePlan, *, away_m: float = _AWAY_M, eye_m: float = _EYE_M) -> ViewpointPlan:
    """Return a viewpoint straight in front of the table's long side, on the side from which the room's own viewpoint sees it."""
    table = next(one for one in plan.fixtures if one.kind == TABLE)
    usual = next((one for one in plan.viewpoints if one.name == TABLE), None)
    turned = np.radians(table.yaw)
    front = np.array([np.sin(turned), -np.cos(turned)])
    beyond = 0.0 if usual is None else float(np.subtract(usual.eye[:2], table.at) @ front)
    if abs(beyond) < 0.3:
        raise Rejected("nobody can stand before the table")
    x, y = np.asarray(table.at) + np.sign(beyond) * front * away_m
    if abs(x) > plan.size[0] / 2 - 0.1 or abs(y) > plan.size[1] / 2 - 0.1:
        raise Rejected("nobody can stand before the table")
    eye, target = (float(x), float(y), eye_m), (*table.at, _TOP_M)
    return ViewpointPlan(name="table", zh="桌边", en="at the table", eye=eye, target=target, fovy=_FOVY_DEG)


def _kinds(rng: Generator) -> list[str]:
    """Return kinds of which none could be taken for another, small enough for a place."""
    found: list[str] = []
    for index in rng.permutation(len(ALIKE)):
        small = [kind for kind in ALIKE[int(index)] if footprint(kind, 1, "").width < LARGEST_M]
        if small:
            found.append(small[int(rng.integers(len(small)))])
    return found[:KINDS_USED]


def _plan(room: ScenePlan, names: Sequence[str], seeds: dict[str, int], rng: Generator) -> ScenePlan:
    """Return a scene with things at random places, in two rows in turn."""
    slots, first_row = rng.permutation(SLOTS), 1 if rng.random() < 0.5 else -1
    placed: list[ThingPlan] = []
    for slot, kind in zip(slots, names, strict=False):
        colours = KINDS[kind].colours
        x = (int(slot) - (SLOTS - 1) / 2) * PITCH_M + float(rng.uniform(-JITTER_M, JITTER_M))
        y = ROW_M * (first_row if slot % 2 else -first_row) + float(rng.uniform(-JITTER_M, JITTER_M))
        copy = sum(one.kind == kind for one in placed)
        placed.append(
            ThingPlan(
                name=f"{kind}_{copy}",
                kind=kind,
                seed=seeds[kind],
                on=f"{TABLE}/top",
                at=(round(x, 4), round(y, 4)),
                yaw=round(float(rng.normal(0, 15)), 1),
                colour=colours[int(rng.integers(len(colours)))] if colours else "",
            )
        )
    return room.with_things(*placed)


SPREAD = register(SceneSet("spread", 2, make))
