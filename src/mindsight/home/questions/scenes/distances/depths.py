"""Things on a table, each in a row of its own, so that every one is clearly nearer or farther than every other."""

import math
from collections.abc import Sequence

from mindsight.engine.kinds import KINDS
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, table

SMALL: tuple[tuple[str, ...], ...] = (
    ("apple",),
    ("toy_car",),
    ("rubber_duck",),
    ("food_can", "jam_jar", "tea_tin"),
    ("camera",),
    ("spinning_top",),
    ("alarm_clock",),
    ("mug",),
    ("milk_carton",),
    ("candle",),
    ("toy_robot",),
    ("wine_glass",),
)
"""Things that take little room, grouped by what could be taken for each other."""
_NEAR_M, _UP_M, _FOVY_DEG = 0.98, 0.38, 48.0
ROWS_M = (0.61, 0.70, 0.81, 0.935, 1.08, 1.25)
"""Distances of the rows from the viewer, along the table."""
_SLOT_DEG, _SHIFT_M, _SHIFT_DEG = 9.6, 0.008, 1.0


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "depths")
    place = table(rng, seed, near_m=_NEAR_M, up_m=_UP_M, fovy_deg=_FOVY_DEG)
    groups = [SMALL[int(index)] for index in rng.permutation(len(SMALL))[: len(ROWS_M)]]
    kinds = [group[int(rng.integers(len(group)))] for group in groups]
    there = roles.by_scene(rng, roles.halves(rng), kinds[:4], kinds[4:])
    one, two, three, four = (_scene(place, there[number], seed, number) for number in range(4))
    return one, two, three, four


def _scene(place: Table, kinds: Sequence[str], seed: int, number: int) -> Made:
    rng = stream(seed, "depths", number)
    slots, things = rng.permutation(len(ROWS_M)), []
    for row, (away, kind) in enumerate(zip(ROWS_M, kinds, strict=True)):
        turned = math.radians(
            (int(slots[row]) - (len(ROWS_M) - 1) / 2) * _SLOT_DEG + float(rng.uniform(-1, 1)) * _SHIFT_DEG
        )
        far = away + float(rng.uniform(-1, 1)) * _SHIFT_M
        colours = KINDS[kind].colours
        colour = colours[int(rng.integers(len(colours)))] if colours else ""
        at, own = (far * math.tan(turned), far - _NEAR_M), subseed(seed, kind) % 2**31
        things.append(place.thing(f"thing_{row}", kind, own, at, yaw=float(rng.uniform(-20, 20)), colour=colour))
    return one_picture(place.plan.with_things(*things), place.viewpoint)


DEPTHS = register(SceneSet("depths", 2, make))
