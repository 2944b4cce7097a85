"""A row of four posts with three gates between them, and three balls of different colours beside it.

A ball of one colour fits through exactly one gate in the first scene and through another in the second; in the others it fits through
none, through two, or there is no such ball, or two of different size.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.trials import BALL_M
from mindsight.engine.geometry.building import POSES
from mindsight.engine.geometry.frames import Frame, rotate
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

PLACES = ("left", "middle", "right")
TONES = ("red", "yellow", "green", "blue", "purple", "orange", "white", "black")
_POST_M, _AWAY_M, _POST_KIND = 0.05, 0.04, "brick_block"
_BALLS_M = (-0.50, -0.375, 0.42)
"""Beside the posts and as far away, so that perspective misleads nobody."""
_VIEW = View3(back_m=1.0, up_m=0.34, target_up_m=0.03, fovy_deg=46.0)
_WIDE = {"small": 0.050, "medium": 0.080, "large": 0.125}
"""The width of a gate that lets balls up to a size through, m."""
_SIZES = tuple(BALL_M)


class _Row(NamedTuple):
    """A scene: the size up to which each gate lets balls through, and the colours and sizes of the balls."""

    gates: tuple[str, ...]
    balls: tuple[tuple[str, str], ...]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "gates")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))[:4]]
    post = ("grey", "brown")[int(rng.integers(2))]
    things = [ThingPlan(name=f"post_{n}", kind=_POST_KIND, seed=1, on="", at=(0, 0), colour=post) for n in range(4)]
    things += [ThingPlan(name=f"ball_{tone}_{size}", kind="small_ball", seed=1, on="", at=(0, 0), colour=tone, state=size)
               for tone in tones for size in _SIZES]  # fmt: skip
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, row, rng) for row in _rows(tones, rng)]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _rows(tones: Sequence[str], rng: Generator) -> list[_Row]:
    """Return the four scenes for the ball of the first colour."""
    asked, *others, spare = tones
    ends = [int(index) for index in rng.permutation(3)[:2]]
    odd = _odd(rng)
    rows = []
    for number, (how, stuck) in enumerate(zip(("one", "one", *odd), _stuck(odd, rng), strict=True)):
        own = how in {"none", "twice"}  # a ball of the asked colour is among those that fit through no gate
        size = ("medium", "large")[int(rng.integers(2))] if stuck == own and how != "twice" else "medium"
        below = _SIZES[: _SIZES.index(size)]
        count = {"none": 0, "two": 2}.get(how, 1)
        gates = [size] * count + [below[int(rng.integers(len(below)))] for _ in range(3 - count)]
        gates = [gates[int(index)] for index in rng.permutation(3)]
        if number < 2:
            place = gates.index(size)
            gates[place], gates[ends[number]] = gates[ends[number]], gates[place]
        widest = max(_SIZES.index(gate) for gate in gates)
        rest = ["large"] * (stuck - own) + [_SIZES[int(rng.integers(widest + 1))] for _ in range(2 - stuck + own)]
        balls = [(spare if how == "absent" else asked, size), *zip(others, rest, strict=True)]
        if how == "twice":
            balls[1:] = [(asked, "large"), (others[0], rest[0])]
        rows.append(_Row(tuple(gates), tuple(balls[int(index)] for index in rng.permutation(3))))
    return rows


def _odd(rng: Generator) -> list[str]:
    """Return what is odd in the other two scenes; half the time whether the ball fits through a given gate has no answer in both."""
    choices = ("absent", "twice") if rng.random() < 0.5 else ("none", "two", "absent", "twice")
    return [choices[int(index)] for index in rng.permutation(len(choices))[:2]]


def _stuck(odd: Sequence[str], rng: Generator) -> list[int]:
    """Return how many balls fit through no gate in each scene: one in two of them, none and two in the others."""
    while True:
        counts = [int(count) for count in rng.permutation([0, 1, 1, 2])]
        if all(count or how not in {"none", "twice"} for how, count in zip(odd, counts[2:], strict=True)):
            return counts


def _scene(bench: Bench, row: _Row, rng: Generator) -> Made:
    bench.put(_frames(bench, row, rng))
    shot = bench.shot()
    truth = {
        "gates": [_WIDE[size] for size in row.gates],
        "balls": {f"ball_{tone}_{size}": 2 * BALL_M[size] for tone, size in row.balls},
    }
    seen = _seen(shot.seen)
    if {**fits(truth)} != {**fits(seen)}:
        raise Rejected("the picture does not show what fits")
    return made([shot], truth, seen)


def fits(facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return through which gates each ball fits."""
    return {
        name: [place for place, width in zip(PLACES, facts["gates"], strict=True) if width > diameter]
        for name, diameter in sorted(facts["balls"].items())
    }


def _frames(bench: Bench, row: _Row, rng: Generator) -> dict[str, Frame]:
    frames: dict[str, Frame] = {}
    widths = [_WIDE[size] for size in row.gates]
    right = -(sum(widths) + 4 * _POST_M) / 2 + _POST_M / 2
    turned = POSES["upright"]
    shift = rotate(turned, (0.0, 0.0, 0.025))
    for number in range(4):
        frames[f"post_{number}"] = bench.frame(
            right - float(shift[0]), _AWAY_M - float(shift[1]), 0.0505 - float(shift[2]), turned
        )
        right += _POST_M + (widths[number] if number < 3 else 0.0)
    for (tone, size), x in zip(row.balls, _BALLS_M, strict=True):
        frames[f"ball_{tone}_{size}"] = bench.frame(x + float(rng.uniform(-0.008, 0.008)), _AWAY_M, 0.001)
    return frames


def _seen(facts: Facts) -> dict[str, Any]:
    """Return the widths of gates and balls as the picture shows them."""
    posts = sorted((one for one in facts.objects if one.kind == _POST_KIND), key=lambda one: one.point[0])
    edges = [_edges(facts, one) for one in posts]
    widths = [after[0] - before[1] for before, after in pairwise(edges)]
    balls = {
        one.name: _edges(facts, one)[1] - _edges(facts, one)[0] for one in facts.objects if one.kind == "small_ball"
    }
    return {
        "gates": [round(width, 4) for width in widths],
        "balls": {name: round(wide, 4) for name, wide in balls.items()},
    }


def _edges(facts: Facts, one: Object) -> tuple[float, float]:
    """Return how far to the right an object's edges are, m."""
    middle, half = facts.seen_from(one.at)[0], abs(float(np.dot(facts.axes[0], one.size))) / 2
    return middle - half, middle + half


GATES = register(SceneSet("gates", 1, make))
