"""A row of dominoes with a gap, held until now; one at an end leans towards the others.

In the first scene the left one leans and in the second the right one; none does in the third and both do in the fourth. What falls is
simulated, also without each of the dominoes, and must agree with what the distances in the picture say.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.motion import DOMINO_M
from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

DOMINO = "domino"
COLOURS = ("red", "yellow", "green", "blue", "purple", "orange", "white", "black")
COUNT, NEXT_M, GAP_M = 7, (0.058, 0.067), (0.126, 0.146)
"""Dominoes of a row, and least and greatest distance between neighbours, and across the gap."""
REACH_M = 0.090
"""Distance up to which a falling domino strikes the next; halfway between the two ranges."""
_LEAN_DEG, _FALLEN_DEG, _SECONDS = 19.0, 40.0, 1.6
_VIEW = View3(back_m=0.92, up_m=0.40, target_up_m=0.03, fovy_deg=31.0)
Leans = Mapping[str, int]
"""Which dominoes lean, and to which side: 1 to the right, −1 to the left."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and dominoes."""
    rng = stream(seed, "dominoes")
    things = [
        ThingPlan(name=f"{DOMINO}_{tone}", kind=DOMINO, seed=1, on="", at=(0, 0), colour=tone) for tone in COLOURS
    ]
    ends = ((1, 0), (0, -1), (0, 0), (1, -1))
    scenes = []
    with Bench(seed, things, _VIEW) as bench:
        rows = [*_two_rows(rng, bench.names), *(_row(rng, bench.names) for _ in range(2))]
        for (row, gap), (left, right) in zip(rows, ends, strict=True):
            leans = {name: way for name, way in ((row[0], left), (row[-1], right)) if way}
            scenes.append(_scene(bench, row, leans, gap, rng))
    one, two, three, four = (scenes[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _row(rng: Generator, names: Sequence[str]) -> tuple[list[str], int]:
    """Return the dominoes of a row from left to right, and how many are before the gap."""
    return [names[int(index)] for index in rng.permutation(len(names))[:COUNT]], int(rng.integers(2, COUNT - 1))


def _two_rows(rng: Generator, names: Sequence[str]) -> list[tuple[list[str], int]]:
    """Return a row that falls from the left and one from the right, with another first and last domino and not as many."""
    while True:
        (one, before), (other, gap) = rows = [_row(rng, names) for _ in range(2)]
        if one[0] != other[-1] and one[before - 1] != other[gap] and before != COUNT - gap:
            return rows


def _scene(bench: Bench, row: Sequence[str], leans: Leans, gap: int, rng: Generator) -> Made:
    steps = [float(rng.uniform(*(GAP_M if place == gap else NEXT_M))) for place in range(1, COUNT)]
    places = np.cumsum([0.0, *steps])
    away = float(rng.uniform(-0.06, 0.06))
    frames = {
        name: _posed(bench, at, away, leans.get(name, 0)) for name, at in zip(row, places - places.mean(), strict=True)
    }
    order = _fallen(bench, frames)
    without = {name: _fallen(bench, {other: one for other, one in frames.items() if other != name}) for name in row}
    bench.put(frames)
    shot = bench.shot(found_in=lambda there: _leaning(bench, there))
    truth = _told(bench, row, dict(leans), order, without)
    seen = seen_row(bench, shot.seen)
    if seen != truth:
        raise Rejected("the picture does not show which dominoes fall")
    return made([shot], truth, seen)


def _posed(bench: Bench, right: float, away: float, lean: int) -> Frame:
    """Return the pose of a domino that stands, or leans on one of its lower edges."""
    if not lean:
        return bench.frame(right, away, 0.0003)
    turned = turn("y", lean * _LEAN_DEG)
    edge = rotate(turned, (lean * DOMINO_M[0] / 2, 0.0, 0.0))
    return bench.frame(right + lean * DOMINO_M[0] / 2 - float(edge[0]), away, 0.0003 - float(edge[2]), turned)


def _fallen(bench: Bench, frames: Mapping[str, Frame]) -> list[str]:
    """Return which dominoes fall, in the order in which they do, as simulated."""
    found: list[str] = []
    for now in bench.watched(frames, _SECONDS):
        found += [name for name, one in now.items() if name not in found and _tilt_deg(one) > _FALLEN_DEG]
    return found


def _tilt_deg(frame: Frame) -> float:
    return float(np.degrees(np.arccos(np.clip(rotate(frame.turn, (0.0, 0.0, 1.0))[2], -1.0, 1.0))))


def _told(
    bench: Bench, row: Sequence[str], leans: Leans, order: Sequence[str], without: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    tone = {name: bench.colour(name) for name in row}
    return {
        "row": [tone[name] for name in row],
        "leans": sorted(tone[name] for name in leans),
        "falls": [tone[name] for name in order] if len(leans) == 1 else sorted(tone[name] for name in order),
        "without": {tone[name]: sorted(tone[other] for other in without[name]) for name in row},
    }


def _leaning(bench: Bench, there: Places) -> dict[str, Any]:
    """Return which dominoes lean in a picture, and to which side, by where their tops and feet are."""
    found = {}
    for name in bench.names:
        points = there.of(name)
        if len(points) < 60:
            continue
        placed = np.array([bench.place(one) for one in points])
        high = placed[:, 2] > np.percentile(placed[:, 2], 80)
        low = placed[:, 2] < np.percentile(placed[:, 2], 20)
        off = float(np.median(placed[high, 0]) - np.median(placed[low, 0]))
        if abs(off) > 0.5 * DOMINO_M[2] * np.sin(np.radians(_LEAN_DEG)):
            found[name] = 1 if off > 0 else -1
    return {"leaning": found}


def seen_row(bench: Bench, facts: Facts) -> dict[str, Any]:
    """Return which dominoes fall by what the picture shows: each strikes the next if that is near enough."""
    at = {one.name: float(bench.place(one.at)[0]) for one in facts.objects if one.kind == DOMINO}
    row = sorted(at, key=lambda name: at[name])
    leans = facts.more["leaning"]
    without = {name: _struck({other: x for other, x in at.items() if other != name}, leans) for name in row}
    return _told(bench, row, leans, _struck(at, leans), without)


def _struck(at: Mapping[str, float], leans: Leans) -> list[str]:
    """Return which dominoes fall, in order, for each that leans."""
    found: list[str] = []
    for name, way in leans.items():
        if name not in at:
            continue
        line = sorted(
            (other for other in at if (at[other] - at[name]) * way >= 0), key=lambda other: abs(at[other] - at[name])
        )
        chain = line[:1]
        for one, other in pairwise(line):
            if abs(at[other] - at[one]) > REACH_M:
                break
            chain.append(other)
        found += [one for one in chain if one not in found]
    return found


DOMINOES = register(SceneSet("dominoes", 1, make))
