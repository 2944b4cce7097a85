"""A marble rolls among things, and the pictures end halfway: what will it run into?

In two scenes the same marble starts at the same place among the same things and runs into one or another; in the third it goes between
them and over the edge of the table; in the fourth it lies still, or one of another colour rolls. The end is simulated, with the start as
it is and turned by a little either way, and must agree with the straight way that the pictures show.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.geometry.frames import Frame
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Array, Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, Push, Shot, View3, made
from mindsight.home.questions.scenes.motion.pushes import BALL, TONES, middle

ITEMS = ("food_can", "jam_jar", "alarm_clock", "tea_tin", "mug", "toy_car", "rubber_duck", "apple", "toy_train")
PICTURES = 7
_VIEW = View3(back_m=0.78, up_m=0.98, target_up_m=-0.02, fovy_deg=46.0)
_AROUND_DEG, _SHIFT_DEG, _REACH_M = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0), 4.0, (0.27, 0.31)
_OFF_M, _SPEED_M_S, _BEGIN_S, _LONGEST_S, _SHAKEN_DEG = 0.05, (0.9, 1.2), 0.05, 2.5, 4.0
_WAY_M, _CLEAR_M, _STILL_M, _MOVED_M, _LEAST_PX = 0.045, 0.075, 0.02, 0.0008, 40
"""How near to the middle of a thing the way must lead to run into it, how far past it to miss it; who moves less does not roll."""


class _Plan(NamedTuple):
    """A scene: the marble's colour, where it starts, the angle at which it rolls, and where things stand; no angle if it lies still."""

    tone: str
    start: Array
    towards: float | None
    items: Mapping[str, Array]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "endings")
    one, other = (TONES[int(index)] for index in rng.permutation(len(TONES))[:2])
    items = [ITEMS[int(index)] for index in rng.permutation(len(ITEMS))[:4]]
    things = [
        ThingPlan(name=f"{BALL}_{tone}", kind=BALL, seed=1, on="", at=(0, 0), colour=tone) for tone in (one, other)
    ]
    things += [ThingPlan(name=item, kind=item, seed=seed, on="", at=(0, 0)) for item in items]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, plan, rng) for plan in _plans((one, other), items, rng)]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _plans(tones: tuple[str, str], items: Sequence[str], rng: Generator) -> list[_Plan]:
    spots = [_AROUND_DEG[int(index)] for index in rng.permutation(len(_AROUND_DEG))]
    start = np.array([float(rng.uniform(-_OFF_M, _OFF_M)) for _ in range(2)])
    placed = {
        item: _way(spot + float(rng.uniform(-_SHIFT_DEG, _SHIFT_DEG))) * float(rng.uniform(*_REACH_M))
        for item, spot in zip(items, spots, strict=False)
    }
    two = [items[int(index)] for index in rng.permutation(len(items))[:2]]
    towards = [_angle(placed[item] - start) for item in two]
    free = _angle(_way(spots[-1]) * _REACH_M[0] - start)
    last = _Plan(tones[0], start, None, placed) if rng.random() < 0.5 else _Plan(tones[1], start, towards[0], placed)
    return [*(_Plan(tones[0], start, one, placed) for one in (*towards, free)), last]


def _way(towards: float) -> Array:
    return np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards))])


def _angle(way: Array) -> float:
    return float(np.degrees(np.arctan2(way[1], way[0])))


def _scene(bench: Bench, plan: _Plan, rng: Generator) -> Made:
    name, speed = f"{BALL}_{plan.tone}", float(rng.uniform(*_SPEED_M_S))
    frames = {name: bench.frame(float(plan.start[0]), float(plan.start[1]), 0.0005)}
    frames |= {item: bench.frame(float(at[0]), float(at[1]), 0.001) for item, at in plan.items.items()}
    ends = set()
    way = [dict(frames)]
    for shaken in (-_SHAKEN_DEG, _SHAKEN_DEG, 0.0):
        pushed = {}
        if plan.towards is not None:
            x, y = speed * _way(plan.towards + shaken)
            pushed = {name: Push(_BEGIN_S, (float(x), float(y)))}
        way = [dict(frames), *bench.watched(frames, _LONGEST_S, pushed)]
        ends.add(_meets(name, way))
    if len(ends) > 1:
        raise Rejected("a little turn changes what the marble runs into")
    thing = ends.pop()
    half = next(
        (k for k, now in enumerate(way) if np.linalg.norm(middle(bench, now[name]) - plan.start) > _REACH_M[0] / 2),
        50,
    )
    shots = []
    for number in range(PICTURES):
        bench.put(way[round(number * half / (PICTURES - 1))])
        shots.append(bench.shot(measured=False))

    def read(own: Sequence[Shot]) -> dict[str, Any]:
        return {"meets": {"tone": plan.tone, "thing": seen(bench, [one.seen for one in own], name)}}

    told = {"meets": {"tone": plan.tone, "thing": thing}}
    if read(shots) != told:
        raise Rejected("the pictures do not show what the marble will run into")
    return made(shots, told, told, read)


def _meets(ball: str, way: Sequence[Mapping[str, Frame]]) -> str:
    """Return the first thing that the marble moves; empty if none."""
    for now in way:
        for name, one in now.items():
            if name != ball and np.hypot(*np.subtract(one.at, way[0][name].at)[:2]) > _MOVED_M:
                return name
    return ""


def seen(bench: Bench, pictures: Sequence[Facts], ball: str) -> str:
    """Return what lies on the straight way on which the pictures show the marble; empty if nothing, ``?`` if that is not certain."""
    track = [
        bench.place(one.at)[:2]
        for facts in pictures
        for one in facts.objects
        if one.name == ball and one.pixels >= _LEAST_PX
    ]
    if len(track) < 2 or np.linalg.norm(track[-1] - track[0]) < _STILL_M:
        return ""
    along = (track[-1] - track[0]) / np.linalg.norm(track[-1] - track[0])
    past = {}
    for one in pictures[-1].objects:
        off = bench.place(one.at)[:2] - track[-1]
        if one.name in ITEMS and off @ along > 0:
            past[one.name] = abs(float(along[0] * off[1] - along[1] * off[0]))
    nearest = min(past, key=lambda name: past[name], default="")
    if not nearest or past[nearest] > _CLEAR_M:
        return ""
    return nearest if past[nearest] < _WAY_M else "?"


ENDINGS = register(SceneSet("endings", 2, make))
