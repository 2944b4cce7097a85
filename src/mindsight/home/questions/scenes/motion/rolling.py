"""A ball on a ramp in the middle of a table, things around it and two blocks in between: what will it run into?

In the first two scenes it runs into something, in the others it rolls over an edge of the table without touching anything. If the ramp
were turned by a quarter one way, it would run into something in the first and third scene only. All of this is simulated, with the ramp
as pictured and turned by a little, and must agree with the straight way that the picture shows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.motion import LIP_M, RAMP_M, ROLLING_M
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Array, Facts
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import HALF_M, Bench, View3, made

RAMP, BALL, BLOCK = "launch_ramp", "rolling_ball", "brick_block"
ITEMS = (
    "food_can",
    "jam_jar",
    "camera",
    "alarm_clock",
    "tea_tin",
    "mug",
    "toy_car",
    "rubber_duck",
    "apple",
    "toy_train",
)
TONES = ("red", "yellow", "green", "blue", "purple", "orange")
TURNS: Mapping[str, int] = {"": 0, "clockwise": -90, "anticlockwise": 90}
"""By how many degrees the ramp is turned, seen from above."""
EDGES = ("left", "right", "near", "far")
_VIEW = View3(back_m=0.78, up_m=0.98, target_up_m=-0.02, fovy_deg=50.0)
_WAY_M, _CORNER_M, _MOVED_M, _SECONDS, _SHAKEN_DEG = 0.05, 0.07, 0.0008, 2.4, 2.0
_BLOCK_AT_M, _ITEM_AT_M = 0.185, 0.285
_BLOCKED = 0.382
"""How often a block is what the ball runs into. Two of the six things to choose from are blocks, so in a third of the questions one should
be right; where it is the same block in two scenes nothing is asked: (b - b²/2) / (1 - b²/2) = 1/3."""
_BEHIND = (135.0, 225.0)
"""Where else a block stands in no way that is asked about, in degrees from the ball's way."""
_ALONG = 1e-9
"""Share of a direction below which it is along the other axis."""


class _Plan(NamedTuple):
    """A scene: where the ball rolls, degrees from the viewer's right, the spots of things and of blocks, in degrees from there."""

    towards: float
    items: Mapping[str, float]
    blocks: Mapping[str, float]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "rolling")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))]
    items = [ITEMS[int(index)] for index in rng.permutation(len(ITEMS))[:4]]
    things = [
        ThingPlan(name=RAMP, kind=RAMP, seed=1, on="", at=(0, 0), colour=tones[2]),
        ThingPlan(name=BALL, kind=BALL, seed=1, on="", at=(0, 0), colour=tones[3]),
    ]
    things += [
        ThingPlan(name=f"{BLOCK}_{tone}", kind=BLOCK, seed=1, on="", at=(0, 0), colour=tone) for tone in tones[:2]
    ]
    things += [ThingPlan(name=item, kind=item, seed=seed, on="", at=(0, 0)) for item in items]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, plan) for plan in _plans(items, [f"{BLOCK}_{tone}" for tone in tones[:2]], rng)]
    one, two, three, four = (scenes[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _plans(items: Sequence[str], blocks: Sequence[str], rng: Generator) -> list[_Plan]:
    a, b, c, d = items
    side = 90.0 if rng.random() < 0.5 else -90.0
    spots: list[dict[str, float]] = [
        {a: 0, c: side, d: 180}, {b: 0, a: -side, c: 180}, {b: side, d: -side, c: 180}, {a: -side, d: 180, b: 180 - side / 2},
    ]  # fmt: skip
    found: list[_Plan] = []
    edges: list[str] = []
    for number, own in enumerate(spots):
        towards = _direction(rng, edges if number > 1 else [])
        # Ways in which the ball runs into something that may be asked for: straight on, and if the ramp were turned.
        things = set(own.values())
        asked = [turned for turned in (0.0, side) if turned in things]
        stopped = [turned for turned in asked if rng.random() < _BLOCKED]
        rest = sorted((things & {180.0, -side}) | ({*_BEHIND} - things))
        rest = [rest[int(index)] for index in rng.permutation(len(rest))]
        order = [blocks[int(index)] for index in rng.permutation(len(blocks))]
        found.append(_Plan(towards, own, dict(zip(order, [*stopped, *rest], strict=False))))
    return found


def _direction(rng: Generator, edges: list[str]) -> float:
    """Return a direction that leads well away from the corners, and to none of the ``edges``, to which its edge is added.

    Every edge is as likely as any other, though more directions lead to the long ones.
    """
    left = [edge for edge in EDGES if edge not in edges]
    wanted = left[int(rng.integers(len(left)))]
    while True:
        towards = float(rng.uniform(0, 360))
        ways = [edge_of((0.0, 0.0), towards + by) for by in TURNS.values()]
        if all(sure for _, sure in ways) and ways[0][0] == wanted:
            edges.append(wanted)
            return towards


def edge_of(start: tuple[float, float], towards: float) -> tuple[str, bool]:
    """Return over which edge of the table one leaves it in a direction, and whether that is well away from its corners."""
    away = np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards))])
    lengths = [
        (np.sign(part) * half - at) / part if abs(part) > _ALONG else np.inf
        for part, half, at in zip(away, HALF_M, start, strict=True)
    ]
    axis = int(np.argmin(lengths))
    along = start[1 - axis] + away[1 - axis] * lengths[axis]
    return EDGES[2 * axis + int(away[axis] > 0)], bool(abs(along) < HALF_M[1 - axis] - _CORNER_M)


def _scene(bench: Bench, plan: _Plan) -> Made:
    truth = {key: _ends(bench, plan, turned) for key, turned in TURNS.items()}
    truth["bare"] = _ends(bench, plan._replace(blocks={}), 0)
    bench.put(_frames(bench, plan, 0))
    shot = bench.shot(found_in=_downhill)
    seen = seen_ends(bench, shot.seen)
    if seen != truth:
        raise Rejected("the picture does not show where the ball rolls")
    return made([shot], {"ends": truth}, {"ends": seen})


def _frames(bench: Bench, plan: _Plan, turned: float) -> dict[str, Frame]:
    towards = plan.towards + turned
    length, high, _ = RAMP_M
    back = length / 2 - 0.036
    slope = float(np.arctan((high - LIP_M) / length))
    up = LIP_M + (length / 2 + back) * np.tan(slope) + ROLLING_M / np.cos(slope) - ROLLING_M + 0.0005
    x, y = _at(towards + 180, back)
    frames = {RAMP: bench.frame(0, 0, 0.0003, turn("z", towards)), BALL: bench.frame(x, y, float(up))}
    for name, way in plan.items.items():
        reach = _ITEM_AT_M / max(abs(np.sin(np.radians(plan.towards + way))), 0.78)
        frames[name] = bench.frame(*_at(plan.towards + way, reach), 0.001)
    for name, way in plan.blocks.items():
        frames[name] = bench.frame(*_at(plan.towards + way, _BLOCK_AT_M), 0.0005, turn("z", plan.towards + way + 90))
    return frames


def _at(towards: float, away: float) -> tuple[float, float]:
    return float(away * np.cos(np.radians(towards))), float(away * np.sin(np.radians(towards)))


def _ends(bench: Bench, plan: _Plan, turned: float) -> str:
    """Return what the ball touches first, or the edge over which it rolls, as simulated."""
    found = {_simulated(bench, plan, turned + shaken) for shaken in (-_SHAKEN_DEG, 0.0, _SHAKEN_DEG)}
    if len(found) > 1:
        raise Rejected("a little turn changes where the ball rolls")
    return found.pop()


def _simulated(bench: Bench, plan: _Plan, turned: float) -> str:
    frames = _frames(bench, plan, turned)
    for now in bench.watched(frames, _SECONDS):
        for name, one in now.items():
            if name not in {RAMP, BALL} and np.hypot(*np.subtract(one.at, frames[name].at)[:2]) > _MOVED_M:
                return name
        if (abs(bench.place(now[BALL].at)[:2]) > np.array(HALF_M) + 0.005).any():
            return edge_of((0.0, 0.0), plan.towards + turned)[0]
    raise Rejected("the ball stops on its way")


def _downhill(places: Places) -> dict[str, Any]:
    """Return in which direction a ramp falls, by the plane that most of its points lie in."""
    points = places.of(RAMP)
    if len(points) < 60:
        return {}
    rng, best = stream(len(points), "planes"), np.zeros(len(points), bool)
    for _ in range(160):
        plane = _plane(points[rng.integers(len(points), size=3)])
        if plane is None or not 12 < np.degrees(np.arctan(np.hypot(*plane[:2]))) < 32:
            continue
        near = np.abs(points @ np.r_[plane[:2], -1.0] + plane[2]) < 0.002
        best = near if near.sum() > best.sum() else best
    plane = _plane(points[best]) if best.sum() > 30 else None
    return {} if plane is None else {"downhill": [-float(plane[0]), -float(plane[1])]}


def _plane(points: Array) -> Array | None:
    """Return a, b and c of the plane z = a·x + b·y + c nearest to points; None if they do not determine one."""
    found, _, rank, _ = np.linalg.lstsq(np.c_[points[:, :2], np.ones(len(points))], points[:, 2], rcond=None)
    return np.asarray(found) if rank == 3 else None


def seen_ends(bench: Bench, facts: Facts) -> dict[str, str]:
    """Return where the ball rolls by what the picture shows: straight on from the ramp, until something is in its way."""
    if "downhill" not in facts.more:
        raise Rejected("the picture does not show the slope")
    start, down = bench.place((0.0, 0.0, 0.0)), bench.place((*facts.more["downhill"], 0.0))
    towards = float(np.degrees(np.arctan2(*(down - start)[1::-1])))
    things = [one for one in facts.objects if one.category not in {"fixture", "part"} and one.name not in {RAMP, BALL}]
    flat = {one.name: tuple(bench.place(one.at)[:2].tolist()) for one in things}
    ends = {key: _first(flat, towards + turned) for key, turned in TURNS.items()}
    return ends | {"bare": _first({name: at for name, at in flat.items() if not name.startswith(BLOCK)}, towards)}


def _first(things: Mapping[str, tuple[float, float]], towards: float) -> str:
    way = np.array(_at(towards, 1.0))
    hit = {name: float(at @ way) for name, place in things.items()
           if (at := np.array(place)) @ way > 0 and abs(way[0] * at[1] - way[1] * at[0]) < _WAY_M}  # fmt: skip
    return min(hit, key=lambda name: hit[name]) if hit else edge_of((0.0, 0.0), towards)[0]


ROLLING = register(SceneSet("rolling", 3, make))
