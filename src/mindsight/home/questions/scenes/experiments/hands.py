"""A robot's own two hands before it, each with something in it, empty or out of the picture; on the table beyond lie other things.

Each hand holds something in two scenes and is empty in one and out of the picture in another. Of the things on the table some are there
once in two scenes, missing in one and there twice in another.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.catalogue.grippers import gripping
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register, roles
from mindsight.home.questions.scenes.experiments.bench import HALF_M, Bench, View3, made
from mindsight.home.questions.scenes.tables import radius_m

SIDES = ("left", "right")
HELD = ("apple", "food_can", "milk_carton", "rubber_duck", "water_bottle", "jam_jar", "shampoo")
LYING = ("camera", "alarm_clock", "toy_car", "toy_robot", "tea_tin", "mug", "noodle_cup", "wine_glass", "spinning_top")
_HELD, _LYING, _ALWAYS = 3, 4, 1
_VIEW = View3(back_m=0.86, up_m=0.66, target_up_m=-0.02, fovy_deg=54.0)
EDGE_M = _VIEW.back_m - HALF_M[1]
"""How far the viewer is from the near edge of the table, along the floor."""
_HAND_M, _UP_M, _PITCH_DEG, _YAW_DEG = (0.20, -0.44), 0.13, 6.0, 8.0
_WIDE_M, _WHOLE_M, _BANDS_M = 0.47, (-0.20, 0.25), ((-0.21, -0.12), (0.10, 0.25))
"""How far to either side and how far away things lie: those asked about now nearer, now farther."""
_APART_M, _TIGHT, _TRIES = 0.012, 0.85, 400
_EMPTY = "grip-70"


class _Grip(NamedTuple):
    """What each hand does in a scene: a kind that it holds, ``empty`` or ``away``."""

    left: str
    right: str


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "hands")
    held = [HELD[int(index)] for index in rng.permutation(len(HELD))[:_HELD]]
    lying = [LYING[int(index)] for index in rng.permutation(len(LYING))[: _LYING + _ALWAYS]]
    there = roles.by_scene(rng, roles.halves(rng), lying[:_LYING], lying[_LYING:])
    grips = _grips(rng, held)
    things = [_thing(rng, kind, kind) for kind in held]
    things += [_thing(rng, f"{kind}_{copy}", kind) for kind in lying for copy in range(2)]
    wide = {kind: f"grip-{round(1000 * footprint(kind, 1, '').width)}" for kind in held} | {"empty": _EMPTY}
    things += [
        ThingPlan(name=f"{side}_{what}", kind="robot_hand", seed=1, on="", at=(0, 0), colour="white", state=state)
        for side in SIDES
        for what, state in wide.items()
    ]
    turns = {kind: count(int(rng.integers(2))) for kind in lying}
    with Bench(seed, things, _VIEW) as bench:
        one, two, three, four = (_scene(bench, grips[number], held, there[number], turns, rng) for number in range(4))
    return one, two, three, four


def _thing(rng: Generator, name: str, kind: str) -> ThingPlan:
    colours = KINDS[kind].colours
    colour = colours[int(rng.integers(len(colours)))] if colours else ""
    return ThingPlan(name=name, kind=kind, seed=1, on="", at=(0, 0), colour=colour)


def _grips(rng: Generator, held: Sequence[str]) -> list[_Grip]:
    """Return what the hands do: the first kind is once in the left and once in the right hand, never in both at a time."""
    while True:
        sides = []
        for kinds in ((held[0], held[1]), (held[0], held[1 + int(rng.integers(2))])):
            each = [*kinds, "empty", "away"]
            sides.append([each[int(index)] for index in rng.permutation(4)])
        found = [_Grip(left, right) for left, right in zip(*sides, strict=True)]
        if all(grip.left != grip.right for grip in found):
            return found


def _scene(
    bench: Bench,
    grip: _Grip,
    held: Sequence[str],
    lying: Sequence[str],
    turns: Mapping[str, Iterator[int]],
    rng: Generator,
) -> Made:
    frames: dict[str, Frame] = {}
    for side, what in zip(SIDES, grip, strict=True):
        if what != "away":
            frames |= _hand(bench, side, what, rng)
    there = {kind: (kind, _WHOLE_M) for kind in held if kind not in grip}
    for place, kind in enumerate(lying):
        there[f"{kind}_{lying[:place].count(kind)}"] = (kind, _BANDS_M[next(turns[kind]) % 2])
    for name, (right, away) in _scattered(rng, there).items():
        frames[name] = bench.frame(right, away, 0.001, turn("z", float(rng.uniform(-25, 25))))
    bench.put(frames)
    more: Mapping[str, float] = {"edge_m": EDGE_M}
    return made([bench.shot()], more, more)


def _scattered(rng: Generator, things: Mapping[str, tuple[str, tuple[float, float]]]) -> dict[str, tuple[float, float]]:
    """Return places on the table, each in its band, apart from each other."""
    radii = {name: _TIGHT * radius_m(kind, 1) for name, (kind, _) in things.items()}
    found: dict[str, tuple[float, float]] = {}
    for name in sorted(things, key=lambda one: -radii[one]):
        low, high = things[name][1]
        for _ in range(_TRIES):
            at = (float(rng.uniform(-_WIDE_M, _WIDE_M)), float(rng.uniform(low, high)))
            if all(math.dist(at, place) > radii[name] + radii[other] + _APART_M for other, place in found.items()):
                found[name] = at
                break
        else:
            raise Rejected("the table is too small for the things")
    return found


def _hand(bench: Bench, side: str, what: str, rng: Generator) -> dict[str, Frame]:
    """Return where a hand is, and what it holds."""
    outwards = -1.0 if side == "left" else 1.0
    right, away = (
        outwards * (_HAND_M[0] + float(rng.uniform(-0.02, 0.02))),
        _HAND_M[1] + float(rng.uniform(-0.02, 0.02)),
    )
    turned = multiply(turn("z", bench.yaw), turn("z", outwards * _YAW_DEG), turn("x", _PITCH_DEG))
    x, y, z = bench.point(right, away, _UP_M)
    found = {f"{side}_{what}": gripping((x, y, z), turned)}
    if what != "empty":
        high = footprint(what, 1, "").height
        found[what] = Frame(
            (x, y, z - min(0.5 * high, high - 0.03)), multiply(turn("z", bench.yaw), turn("z", outwards * _YAW_DEG))
        )
    return found


HANDS = register(SceneSet("hands", 1, make))
