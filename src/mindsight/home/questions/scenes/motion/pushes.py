"""Four marbles roll across a table one after the other, and a block between them is pushed aside: by which of them?

In two scenes one marble strikes the block, each time another one, and the others pass it by, before or after; in the third all pass, in
the fourth two strike it. All of this is simulated, also without each of the marbles; where the block moves, the pictures say what was
at it.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.motion import ROLLING_M
from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Array, Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, Push, Shot, View3, made

BALL, BLOCK = "rolling_ball", "brick_block"
TONES = ("red", "yellow", "green", "blue", "purple", "orange")
PICTURES, EVERY_S = 13, 0.12
_VIEW = View3(back_m=0.80, up_m=0.86, target_up_m=-0.03, fovy_deg=40.0)
_FROM_DEG, _SHIFT_DEG, _FAR_M = (20.0, 70.0, 110.0, 160.0, 200.0, 340.0), 6.0, (0.30, 0.34)
_PASSES_M, _SPEED_M_S, _STARTS_S = (0.085, 0.11), (1.6, 2.0), (0.1, 0.35, 0.6, 0.85)
_AWAY_M, _STILL_M, _MOVED_M, _AT_M, _APART_M, _LEAST_PX, _ATTEMPTS = 0.03, 0.001, 0.010, 0.065, 0.046, 40, 80
"""How far a marble moves the block at least, and none if it passes; how far it moves at least between two pictures while it does; how
near to its middle whatever strikes it comes; how far apart the middles of two marbles stay; and the tries at such a scene."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "pushes")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))]
    balls, wood = tones[:4], tones[4]
    things = [ThingPlan(name=f"{BALL}_{tone}", kind=BALL, seed=1, on="", at=(0, 0), colour=tone) for tone in balls]
    things.append(ThingPlan(name=BLOCK, kind=BLOCK, seed=1, on="", at=(0, 0), colour=wood))
    one, two, three = (balls[int(index)] for index in rng.permutation(4)[:3])
    striking = [{one}, {two}, set(), {one, three} if rng.random() < 0.5 else {two, three}]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, balls, who, rng) for who in striking]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _scene(bench: Bench, balls: Sequence[str], who: set[str], rng: Generator) -> Made:
    for _ in range(_ATTEMPTS):
        frames, pushed = _started(bench, balls, who, rng)
        way = _way(bench, frames, pushed)
        shown = [way[round(100 * number * EVERY_S)] for number in range(PICTURES)]
        if _striking(bench, way) == who and _needed(bench, frames, pushed, who):
            tracks = [{name: middle(bench, one) for name, one in now.items()} for now in shown]
            if pushing(tracks) == sorted(who):
                break
    else:
        raise Rejected("the marbles do not roll as they should")
    shots = []
    for now in shown:
        bench.put(now)
        shots.append(bench.shot(measured=False))

    def read(own: Sequence[Shot]) -> dict[str, Any]:
        return {"pushed": pushing([_places(bench, one.seen) for one in own])}

    told = {"pushed": sorted(who)}
    if read(shots) != told:
        raise Rejected("the pictures do not show what pushes the block")
    return made(shots, told, told, read)


def _started(
    bench: Bench, balls: Sequence[str], who: set[str], rng: Generator
) -> tuple[dict[str, Frame], dict[str, Push]]:
    frames, pushed = {BLOCK: bench.frame(0.0, 0.0, 0.0005, turn("z", float(rng.uniform(0, 180))))}, {}
    sides = [_FROM_DEG[int(index)] for index in rng.permutation(len(_FROM_DEG))]
    for tone, side, start in zip(balls, sides, rng.permutation(_STARTS_S), strict=False):
        angle = np.radians(side + float(rng.uniform(-_SHIFT_DEG, _SHIFT_DEG)))
        towards = -np.array([np.cos(angle), np.sin(angle)])
        past = 0.0 if tone in who else (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*_PASSES_M))
        at = -float(rng.uniform(*_FAR_M)) * towards + past * np.array([-towards[1], towards[0]])
        speed = float(rng.uniform(*_SPEED_M_S)) * towards
        frames[f"{BALL}_{tone}"] = bench.frame(float(at[0]), float(np.clip(at[1], -0.31, 0.31)), 0.0005)
        pushed[f"{BALL}_{tone}"] = Push(float(start), (float(speed[0]), float(speed[1])))
    return frames, pushed


def _way(bench: Bench, frames: Mapping[str, Frame], pushed: Mapping[str, Push]) -> list[dict[str, Frame]]:
    """Return where everything is, a hundred times a second."""
    seconds = (PICTURES - 1) * EVERY_S
    return [dict(frames), *bench.watched(frames, seconds, pushed)]


def _striking(bench: Bench, way: Sequence[Mapping[str, Frame]]) -> set[str]:
    """Return which marbles come to the block; all, if two marbles come to each other."""
    found = set()
    for now in way:
        at = {name: middle(bench, one) for name, one in now.items() if name != BLOCK}
        if any(np.linalg.norm(at[one] - at[other]) < _APART_M for one in at for other in at if one < other):
            return {*at}
        block = bench.place(now[BLOCK].at)[:2]
        found |= {name.removeprefix(f"{BALL}_") for name, place in at.items() if np.linalg.norm(place - block) < _AT_M}
    return found


def middle(bench: Bench, ball: Frame) -> Array:
    """Return where the middle of a marble is; it rolls about that, and its frame begins at what was its foot."""
    return bench.place(np.add(ball.at, rotate(ball.turn, (0.0, 0.0, ROLLING_M))).tolist())[:2]


def _needed(bench: Bench, frames: Mapping[str, Frame], pushed: Mapping[str, Push], who: set[str]) -> bool:
    """Return whether the block stays where it is without those who strike it, and moves with each of them alone."""
    striking = {f"{BALL}_{tone}" for tone in who}
    others = {name for name in pushed if name not in striking}
    kept = [others, *({one} for one in striking)]
    for number, names in enumerate(kept):
        own = {name: one for name, one in frames.items() if name in {BLOCK, *names}}
        way = _way(bench, own, {name: pushed[name] for name in names})
        moved = np.linalg.norm(np.subtract(way[-1][BLOCK].at, way[0][BLOCK].at))
        if moved < _AWAY_M if number else moved > _STILL_M:
            return False
    return True


def pushing(tracks: Sequence[Mapping[str, Array]]) -> list[str]:
    """Return which marbles push the block, by places over time: whenever it starts to move, what comes nearest to where it was."""
    found, moving, still = set(), False, None
    for number, (before, after) in enumerate(pairwise(tracks)):
        if BLOCK not in before or BLOCK not in after:
            continue
        still = before[BLOCK] if still is None else still
        if moving and np.linalg.norm(after[BLOCK] - before[BLOCK]) < _MOVED_M:
            moving, still = False, after[BLOCK]
        # A marble in front of the block hides a part of it for a moment only.
        later = [one[BLOCK] for one in tracks[number + 1 :] if BLOCK in one]
        if moving or min(np.linalg.norm(one - still) for one in later) < _MOVED_M:
            continue
        moving = True
        near = {name: _nearest(before[name], after[name], still) for name in {*before} & {*after} - {BLOCK}}
        if near:
            found.add(min(near, key=lambda name: near[name]).removeprefix(f"{BALL}_"))
    return sorted(found)


def _nearest(begin: Array, end: Array, point: Array) -> float:
    """Return how near the straight way from one place to another comes to a point."""
    along = end - begin
    share = float(np.clip((point - begin) @ along / max(float(along @ along), 1e-9), 0.0, 1.0))
    return float(np.linalg.norm(begin + share * along - point))


def _places(bench: Bench, facts: Facts) -> dict[str, Array]:
    """Return where a picture shows the block and the marbles."""
    return {
        one.name: bench.place(one.at)[:2]
        for one in facts.objects
        if one.name.startswith((BALL, BLOCK)) and one.pixels >= _LEAST_PX
    }


PUSHES = register(SceneSet("pushes", 2, make))
