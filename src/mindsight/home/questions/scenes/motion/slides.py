"""Two blocks lie on a table; one of them is pushed, early or late, and slides until it lies still again.

In two scenes the first block slides, early in one and late in the other; in the others the second does, and the first lies still in one
and is not there in the other. All of this is simulated; pictures say where the blocks are.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.geometry.frames import turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Array, Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, Push, Shot, View3, made

BLOCK = "brick_block"
TONES = ("red", "yellow", "green", "blue", "purple", "orange")
PICTURES, EVERY_S = 18, 0.03
_VIEW = View3(back_m=0.80, up_m=0.86, target_up_m=-0.03, fovy_deg=40.0)
_BEGIN_S, _SPEED_M_S, _SHORTEST, _STEADY_DEG = ((0.04, 0.08), (0.24, 0.28)), (1.4, 1.8), 4, 20.0
"""When a block is pushed, early and late; how fast; in how many pictures it slides at least; how far its way is turned."""
_FROM_M, _AWAY_M, _AT_M, _LEAST_PX = 0.2, 0.1, 0.012, 120
"""How far from the middle a block starts, how far its lane lies from the other's, and how far off it is no longer where it lay."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "slides")
    one, other = (TONES[int(index)] for index in rng.permutation(len(TONES))[:2])
    things = [ThingPlan(name=_name(tone), kind=BLOCK, seed=1, on="", at=(0, 0), colour=tone) for tone in (one, other)]
    early, late = ((int(place), 1 - int(place)) for place in rng.permutation(2))
    scenes = [
        ((one, other), one, early[0]),
        ((one, other), one, early[1]),
        ((one, other), other, late[0]),
        ((other,), other, late[1]),
    ]
    with Bench(seed, things, _VIEW) as bench:
        found = [_scene(bench, *scenes[int(number)], rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _name(tone: str) -> str:
    return f"{BLOCK}_{tone}"


def _scene(bench: Bench, there: Sequence[str], slides: str, begin: int, rng: Generator) -> Made:
    sides = (-1, 1) if rng.random() < 0.5 else (1, -1)
    frames, ways = {}, {}
    for tone, lane in zip(there, rng.permutation(2), strict=False):
        side = sides[int(lane)]
        start = side * _FROM_M * float(rng.uniform(0.8, 1.2)), _AWAY_M * (2 * int(lane) - 1)
        angle = np.radians(float(rng.uniform(-_STEADY_DEG, _STEADY_DEG)))
        frames[_name(tone)] = bench.frame(*start, 0.0005, turn("z", float(rng.uniform(0, 180))))
        ways[tone] = -side * np.cos(angle), float(np.sin(angle)) / 4
    speed = float(rng.uniform(*_SPEED_M_S))
    push = Push(float(rng.uniform(*_BEGIN_S[begin])), (float(speed * ways[slides][0]), float(speed * ways[slides][1])))
    seconds = (PICTURES - 1) * EVERY_S
    way = [frames, *bench.watched(frames, seconds + 0.01, {_name(slides): push})]
    shots = []
    for number in range(PICTURES):
        bench.put(way[round(100 * number * EVERY_S)])
        shots.append(bench.shot(measured=False))
    tracks = {
        tone: [bench.place(way[round(100 * number * EVERY_S)][_name(tone)].at) for number in range(PICTURES)]
        for tone in there
    }
    told = {"slides": {tone: span(track) for tone, track in sorted(tracks.items())}}

    def read(own: Sequence[Shot]) -> dict[str, Any]:
        return {"slides": {tone: span(_seen(bench, [one.seen for one in own], tone)) for tone in sorted(there)}}

    length = told["slides"][slides]
    if length is None or length[1] - length[0] + 1 < _SHORTEST or length[1] == PICTURES or _differ(told, read(shots)):
        raise Rejected("the pictures do not show when a block slides")
    return made(shots, told, read(shots), read)


def span(track: Sequence[Array]) -> list[int] | None:
    """Return the numbers, from 1, of the first and the last picture in which something is neither where it was at first nor at last."""
    ends = track[0], track[-1]
    away = [number for number, at in enumerate(track, 1) if min(np.linalg.norm(at - end) for end in ends) > _AT_M]
    return [away[0], away[-1]] if away else None


def _seen(bench: Bench, pictures: Sequence[Facts], tone: str) -> list[Array]:
    found = [next((one for one in facts.objects if one.name == _name(tone)), None) for facts in pictures]
    if any(one is None or one.pixels < _LEAST_PX for one in found):
        raise Rejected("a block is hardly seen")
    return [bench.place(one.at) for one in found if one is not None]


def _differ(truth: dict[str, Any], seen: dict[str, Any]) -> bool:
    """Return whether some span is seen more than a picture off at either end."""
    for tone, own in truth["slides"].items():
        other = seen["slides"][tone]
        if (own is None) != (other is None) or any(abs(a - b) > 1 for a, b in zip(own or (), other or (), strict=True)):
            return True
    return False


SLIDES = register(SceneSet("slides", 2, make))
