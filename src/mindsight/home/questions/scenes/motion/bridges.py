"""Three bridges of different colour and height on a table, and three things before them that are to be pushed through underneath.

One thing fits under just one bridge in the first scene and under another one in the second. In the other scenes it fits under none or
under two, or it is not there.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.geometry.building import POSES
from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import TOP_M, Bench, View3, made

BEAM, PILLAR = "beam_block", "brick_block"
TONES = ("red", "yellow", "green", "blue", "purple", "orange")
LEVELS_M = (0.05, 0.10, 0.15)
"""Clear heights of bridges."""
NEEDS: Mapping[str, int] = {
    "toy_car": 1, "apple": 1, "spinning_top": 1, "crushed_can": 1, "toy_train": 2, "milk_carton": 3, "toy_boat": 3, "water_bottle": 3,
}  # fmt: skip
"""Things narrow enough for every bridge, and the lowest level under which each passes; 3 is under none."""
APART = 0.14
"""Least share by which a thing is lower or higher than a bridge."""
_PLACES_M, _BRIDGES_M, _ITEMS_M, _SIDE_M = (-0.37, 0.0, 0.37), 0.15, -0.20, 0.075
_VIEW = View3(back_m=0.95, up_m=0.62, target_up_m=0.02, fovy_deg=46.0)


class _Plan(NamedTuple):
    """A scene: the colour and level of each bridge from left to right, and the things before them."""

    bridges: tuple[tuple[str, int], ...]
    items: tuple[str, ...]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table, blocks and things."""
    rng = stream(seed, "bridges")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))[:3]]
    passing = [kind for kind, need in NEEDS.items() if need < len(LEVELS_M)]
    asked = passing[int(rng.integers(len(passing)))]
    others = [kind for kind in (list(NEEDS)[int(index)] for index in rng.permutation(len(NEEDS))) if kind != asked]
    grey = ("grey", "brown", "white")[int(rng.integers(3))]
    things = [ThingPlan(name=f"pillar_{n}", kind=PILLAR, seed=1, on="", at=(0, 0), colour=grey) for n in range(12)]
    things += [ThingPlan(name=f"beam_{tone}", kind=BEAM, seed=1, on="", at=(0, 0), colour=tone) for tone in tones]
    names = [f"item_{kind}" for kind in (asked, *others[:4])]
    things += [ThingPlan(name=name, kind=name[5:], seed=seed, on="", at=(0, 0)) for name in names]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, plan, rng) for plan in _plans(tones, NEEDS[asked], names, rng)]
    one, two, three, four = (scenes[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _plans(tones: Sequence[str], need: int, names: Sequence[str], rng: Generator) -> list[_Plan]:
    """Return the four scenes for the first of the things, which passes under bridges from the level ``need`` on."""
    asked, *others = names
    odd = ("absent", ("none", "two", "absent", "absent")[int(rng.integers(4))])
    ends = [int(index) for index in rng.permutation(3)[:2]]
    found = []
    for number, how in enumerate(("one", "one", *odd)):
        wide = [place for place in range(3) if place != ends[number % 2]][: {"none": 0, "two": 2}.get(how, 0)]
        wide = wide if how in {"none", "two"} else [ends[number % 2]]
        levels = [int(rng.integers(need, 3)) if place in wide else int(rng.integers(0, need)) for place in range(3)]
        # The same bridges stand elsewhere in each scene.
        order = [int(index) for index in rng.permutation(3)]
        bridges = tuple((tones[place], levels[place]) for place in order)
        own = [others[int(index)] for index in rng.permutation(4)[:3]]
        if how != "absent":
            own[0] = asked
        found.append(_Plan(bridges, tuple(own[int(index)] for index in rng.permutation(3))))
    return found


def _scene(bench: Bench, plan: _Plan, rng: Generator) -> Made:
    frames = _frames(bench, plan, rng)
    settled = bench.ends(frames, 0.4)
    if any(abs(one.at[2] - settled[name].at[2]) > 0.01 for name, one in frames.items()):
        raise Rejected("the bridges do not stand")
    bench.put(frames)
    shot = bench.shot()
    truth, seen = passes(shot.truth), passes(shot.seen)
    if truth is None or truth != seen:
        raise Rejected("the picture does not show what passes under the bridges")
    return made([shot], {"passes": truth}, {"passes": seen})


def _frames(bench: Bench, plan: _Plan, rng: Generator) -> dict[str, Frame]:
    pillars = [name for name in bench.names if name.startswith("pillar")]
    frames: dict[str, Frame] = {}
    for (tone, level), x in zip(plan.bridges, _PLACES_M, strict=True):
        parts = {0: (("across", 0.0),), 1: (("upright", 0.0),), 2: (("upright", 0.0), ("across", 0.10))}[level]
        for side, (pose, up) in product((-_SIDE_M, _SIDE_M), parts):
            frames[pillars.pop()] = _posed(bench, pose, x + side, up)
        frames[f"beam_{tone}"] = bench.frame(x, _BRIDGES_M, LEVELS_M[level] + 0.0015)
    for item, x in zip(plan.items, _PLACES_M, strict=True):
        yaw = float(rng.uniform(-12, 12)) + (180.0 if rng.random() < 0.5 else 0.0)
        frames[item] = bench.frame(x + float(rng.uniform(-0.04, 0.04)), _ITEMS_M, 0.001, turn("z", yaw))
    return frames


def _posed(bench: Bench, pose: str, right: float, up: float) -> Frame:
    """Return the pose of a pillar's block by the middle of its underside."""
    turned, high = POSES[pose], 0.1 if pose == "upright" else 0.05
    shift = rotate(turned, (0.0, 0.0, 0.025))
    middle = up + 0.0005 * (1 + (up > 0)) + high / 2
    return bench.frame(right - float(shift[0]), _BRIDGES_M - float(shift[1]), middle - float(shift[2]), turned)


def passes(facts: Facts) -> dict[str, list[str]] | None:
    """Return under bridges of which colours each thing passes, by heights; None if a height is too close to a bridge's."""
    clear = {one.colour: one.at[2] - one.size[2] / 2 - TOP_M for one in facts.objects if one.kind == BEAM}
    high = {one.name: one.at[2] + one.size[2] / 2 - TOP_M for one in facts.objects if one.kind in NEEDS}
    if any(abs(up - under) < 0.6 * APART * under for up, under in product(high.values(), clear.values())):
        return None
    return {name: sorted(tone for tone, under in clear.items() if under > up) for name, up in sorted(high.items())}


BRIDGES = register(SceneSet("bridges", 1, make))
