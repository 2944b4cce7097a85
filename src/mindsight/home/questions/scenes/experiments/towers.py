"""Three towers of wooden blocks on a table, each held by a robot hand until now: some will fall over when they are let go.

One tower falls in the first scene and another in the second; none falls in the third and two fall in the fourth, in random order.
What falls is simulated, with the towers exactly as pictured and slightly shifted, and must agree with statics by a margin.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.grippers import gripping
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.facts.piles import Slab, clearly, falls_to
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

SIDES = ("left", "middle", "right")
BLOCKS = ("brick_block", "beam_block")
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "white", "grey", "black")
_LEVELS, _APART_M, _HIGH_M, _MOST_M = 5, 0.38, 0.05, 0.038
_HALVES_M = (0.05, 0.05, 0.05, 0.05, 0.10)
"""Half the lengths of a tower's blocks, from its foot upwards: the top one is twice as long as the others."""
MARGIN_M = 0.010
"""By how much a tower keeps or loses its balance."""
_GRIP = "grip-50"
_SHAKEN_M, _FELL_M, _SECONDS, _TRIES = 0.0025, 0.03, 1.5, 6000
_VIEW = View3(back_m=1.05, up_m=0.24, target_up_m=0.11, fovy_deg=44.0)


class _Tower(NamedTuple):
    """A tower: where its blocks are, from its foot upwards, relative to its place; whether it and it without its top block fall."""

    shifts: tuple[float, ...]
    falls: str
    falls_topless: str


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and blocks."""
    rng = stream(seed, "towers")
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))]
    kinds = (*("brick_block",) * 4, "beam_block") * len(SIDES)
    things = [
        ThingPlan(name=f"{kind}_{number}", kind=kind, seed=1, on="", at=(0, 0), colour=colours[number % len(colours)])
        for number, kind in enumerate(kinds)
    ]
    hands = [
        ThingPlan(name=f"hand_{side}", kind="robot_hand", seed=1, on="", at=(0, 0), colour="white", state=_GRIP)
        for side in SIDES
    ]
    one, other, third = (int(place) for place in rng.permutation(3))
    falling: tuple[set[int], ...] = ({one}, {other}, set(), {one, third})
    # In the two scenes where the first tower falls, it falls to different sides, and in one it would stand without its top block.
    sides = ("left", "right") if rng.random() < 0.5 else ("right", "left")
    topless = (True, False) if rng.random() < 0.5 else (False, True)
    scenes: list[Made] = []
    with Bench(seed, [*things, *hands], _VIEW) as bench:
        for number, fall in enumerate(falling):
            wanted = [
                ("", None)
                if place not in fall
                else (sides[number // 3], topless[number // 3])
                if place == one
                else ("any", None)
                for place in range(3)
            ]
            scenes.append(
                _scene(bench, [tower(rng, side, falls_topless=topless_falls) for side, topless_falls in wanted], rng)
            )
    first, second, third_one, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third_one, fourth


def tower(rng: Generator, side: str, *, falls_topless: bool | None = None) -> _Tower:
    """Draw a tower that falls to a side (``any`` for one of them, empty if it stands), and stands or falls without its top block."""
    for _ in range(_TRIES):
        shifts = np.cumsum(np.r_[0.0, rng.uniform(-_MOST_M, _MOST_M, _LEVELS - 1)])
        shifts -= shifts.mean()
        pile = [Slab(float(shift), half) for shift, half in zip(shifts, _HALVES_M, strict=True)]
        if np.abs(np.diff(shifts)).min() < 0.004 or not clearly(pile, MARGIN_M) or not clearly(pile[:-1], MARGIN_M):
            continue
        falls, topless = falls_to(pile), falls_to(pile[:-1])
        if (falls == side or (side == "any" and falls)) and (falls_topless is None or bool(topless) == falls_topless):
            return _Tower(tuple(float(shift) for shift in shifts), falls, topless)
    raise Rejected("no such tower was found")


def _scene(bench: Bench, towers: Sequence[_Tower], rng: Generator) -> Made:
    blocks = [name for name in bench.names if not name.startswith("hand_")]
    order = [blocks[int(index)] for index in rng.permutation(len(blocks))]
    short, long = ([name for name in order if name.startswith(kind)] for kind in BLOCKS)
    names = [[*short[4 * place : 4 * place + 4], long[place]] for place in range(len(towers))]
    depths = rng.uniform(-0.03, 0.03, len(towers))
    frames = _frames(bench, towers, names, depths)
    for shaken in (0.0, _SHAKEN_M, -_SHAKEN_M):
        moved = {
            name: Frame(tuple(np.add(one.at, _aside(bench, shaken * (number % 2)))), one.turn)
            for number, (name, one) in enumerate(frames.items())
        }
        for topless in (False, True):
            kept = {name: one for name, one in moved.items() if not (topless and any(name == own[-1] for own in names))}
            fallen = _fallen(kept, bench.ends(kept, _SECONDS))
            for own, made_one in zip(names, towers, strict=True):
                expected = made_one.falls_topless if topless else made_one.falls
                if any(name in fallen for name in own) != bool(expected):
                    raise Rejected("physics disagrees with statics")
    bench.put(frames | _hands(bench, frames, names))
    shot = bench.shot()
    told = [
        {
            "side": side,
            "blocks": [_colour(shot.truth, name) for name in own],
            "names": own,
            "falls": one.falls,
            "topless": one.falls_topless,
        }
        for side, own, one in zip(SIDES, names, towers, strict=True)
    ]
    return made([shot], {"towers": told}, {"towers": seen_towers(shot.seen)})


def _frames(
    bench: Bench, towers: Sequence[_Tower], names: Sequence[Sequence[str]], depths: np.ndarray
) -> dict[str, Frame]:
    return {
        name: bench.frame(_APART_M * (place - 1) + shift, float(depths[place]), _HIGH_M * level + 0.0005)
        for place, (one, own) in enumerate(zip(towers, names, strict=True))
        for level, (name, shift) in enumerate(zip(own, one.shifts, strict=True))
    }


def _hands(bench: Bench, frames: Mapping[str, Frame], names: Sequence[Sequence[str]]) -> dict[str, Frame]:
    """Return where the hands are that hold the top blocks of towers, from above and with a finger before and one behind."""
    down = multiply(turn("z", bench.yaw), turn("z", 90), turn("x", -90))
    tops = (frames[own[-1]].at for own in names)
    return {
        f"hand_{side}": gripping((x, y, z + _HIGH_M - 0.012), down) for side, (x, y, z) in zip(SIDES, tops, strict=True)
    }


def _aside(bench: Bench, by: float) -> tuple[float, float, float]:
    return tuple(np.subtract(bench.point(by, 0, 0), bench.point(0, 0, 0)))


def _fallen(before: Mapping[str, Frame], after: Mapping[str, Frame]) -> set[str]:
    return {name for name, one in before.items() if one.at[2] - after[name].at[2] > _FELL_M}


def _colour(facts: Facts, name: str) -> str:
    return next((one.colour for one in facts.objects if one.name == name), "")


def seen_towers(facts: Facts) -> list[dict[str, Any]]:
    """Return the towers that a picture shows, from left to right, with what statics says about them."""
    blocks = sorted((one for one in facts.objects if one.kind in BLOCKS), key=lambda one: facts.seen_from(one.at)[0])
    piles: list[list[Any]] = []
    for one in blocks:
        if not piles or facts.seen_from(one.at)[0] - facts.seen_from(piles[-1][-1].at)[0] > 0.17:
            piles.append([])
        piles[-1].append(one)
    found = []
    for side, pile in zip(SIDES, piles, strict=False):
        pile.sort(key=lambda one: one.at[2])
        slabs = [Slab(facts.seen_from(one.at)[0], abs(float(np.dot(facts.axes[0], one.size))) / 2) for one in pile]
        found.append({"side": side, "blocks": [one.colour for one in pile], "names": [one.name for one in pile],
                      "falls": falls_to(slabs), "topless": falls_to(slabs[:-1])})  # fmt: skip
    return found


TOWERS = register(SceneSet("towers", 1, make))
