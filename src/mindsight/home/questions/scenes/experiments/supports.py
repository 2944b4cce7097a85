"""Things that stand on structures of blocks: what falls if one block is taken away.

A structure is a bridge, two pillars with a beam, or a pile of two blocks; beside it may lie a block that carries nothing. One colour is
asked about: its block carries one thing in the first scene and another in the second, nothing in the third, and in the fourth there is no
such block, or two. What falls is simulated for every block and must agree with statics.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.geometry.building import POSES
from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.facts.piles import Resting, fallen
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

BLOCKS = ("brick_block", "beam_block")
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white", "grey", "black")
ITEMS = ("food_can", "jam_jar", "mug", "milk_carton", "alarm_clock", "tea_tin", "toy_robot", "candle")
_PLACES_M = (-0.38, 0.0, 0.38)
_FELL_M, _SECONDS = 0.02, 1.2
_VIEW = View3(back_m=1.05, up_m=0.32, target_up_m=0.12, fovy_deg=44.0)


class _Part(NamedTuple):
    """A block of a structure: its pose and where it is, m, and whether it carries something."""

    pose: str
    right: float
    up: float
    carries: bool = True


_BRIDGE = (_Part("upright", -0.078, 0.0), _Part("upright", 0.078, 0.0))
_PILE = (_Part("along", 0.0, 0.0), _Part("along", 0.0, 0.05))
_IDLE: Mapping[tuple[_Part, ...], _Part] = {
    _BRIDGE: _Part("across", 0.0, 0.0, False),
    _PILE: _Part("upright", 0.098, 0.0, False),
}
_ON_TOP_M = 0.1


class _Plan(NamedTuple):
    """A scene: what stands on each structure, the structures, the places with an idle block, and where blocks of the asked colour are."""

    items: tuple[str, ...]
    bases: tuple[tuple[_Part, ...], ...]
    idle: frozenset[int]
    asked: tuple[tuple[int, bool], ...]
    """Place, and whether it is one that carries."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table, blocks and things."""
    rng = stream(seed, "supports")
    asked, *others = (COLOURS[int(index)] for index in rng.permutation(len(COLOURS)))
    items = [ITEMS[int(index)] for index in rng.permutation(len(ITEMS))[:4]]
    blocks = [(f"brick_block_{colour}", colour) for colour in (asked, *others)] + [("brick_block_second", asked)]
    things = [
        ThingPlan(name=name, kind="brick_block", seed=1, on="", at=(0, 0), colour=colour) for name, colour in blocks
    ]
    things += [
        ThingPlan(name=f"beam_block_{n}", kind="beam_block", seed=1, on="", at=(0, 0), colour="brown") for n in range(3)
    ]
    things += [ThingPlan(name=item, kind=item, seed=seed, on="", at=(0, 0)) for item in items]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, plan, asked, others, rng) for plan in _plans(items, rng)]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _plans(items: Sequence[str], rng: Generator) -> list[_Plan]:
    """Return what the four scenes hold: of all, two have one idle block, one has none and one has two."""
    third = int(rng.integers(1, 3))
    counts = [
        int(count) for count in rng.permutation([count for count in (0, 1, 1, 2) if count != third or count == 1][:3])
    ]
    if third == 1:
        counts = [int(count) for count in rng.permutation([0, 1, 2])]
    found = []
    for number, count in enumerate([*counts[:2], third, counts[2]]):
        held = list(items[:3]) if number != 2 else list(items[1:])
        held = [held[int(index)] for index in rng.permutation(3)]
        bases = tuple((_BRIDGE, _PILE)[int(rng.integers(2))] for _ in range(3))
        idle = [int(place) for place in rng.permutation(3)[:count]]
        asked: tuple[tuple[int, bool], ...] = ()
        if number < 2:
            asked = ((held.index(items[number]), True),)
        elif number == 2:
            asked = ((idle[0], False),)
        elif rng.random() < 0.5:
            one, other = (int(place) for place in rng.permutation(3)[:2])
            asked = ((one, True), (other, True))
        found.append(_Plan(tuple(held), bases, frozenset(idle), asked))
    return found


def _scene(bench: Bench, plan: _Plan, asked: str, others: Sequence[str], rng: Generator) -> Made:
    frames = _frames(bench, plan, asked, [others[int(index)] for index in rng.permutation(len(others))], rng)
    settled = bench.ends(frames, 0.4)
    if _fell(frames, settled):
        raise Rejected("the structures do not stand")
    falls = {}
    for name in (name for name in frames if name.startswith(BLOCKS)):
        kept = {other: one for other, one in frames.items() if other != name}
        falls[name] = sorted(_items(_fell(kept, bench.ends(kept, _SECONDS))))
    bench.put(frames)
    shot = bench.shot()
    seen = seen_falls(shot.seen)
    if falls != seen_falls(shot.truth):
        raise Rejected("physics disagrees with statics")
    return made([shot], {"falls": falls}, {"falls": seen})


def _frames(bench: Bench, plan: _Plan, asked: str, others: Sequence[str], rng: Generator) -> dict[str, Frame]:
    left = list(others)
    second = [f"brick_block_{asked}", "brick_block_second"]
    frames: dict[str, Frame] = {}
    for place, (item, base) in enumerate(zip(plan.items, plan.bases, strict=True)):
        right, away = (
            _PLACES_M[place] - (0.03 if place in plan.idle and base is _PILE else 0.0),
            float(rng.uniform(-0.03, 0.03)),
        )
        parts = [*base, *([_IDLE[base]] if place in plan.idle else [])]
        special = [carries for where, carries in plan.asked if where == place]
        chosen = -1
        if special:
            fitting = [index for index, part in enumerate(parts) if part.carries == special[0]]
            chosen = fitting[int(rng.integers(len(fitting)))]
        for index, part in enumerate(parts):
            name = second.pop(0) if index == chosen else f"brick_block_{left.pop(0)}"
            frames[name] = _posed(bench, part, right, away)
        up = _ON_TOP_M
        if base is _BRIDGE:
            frames[f"beam_block_{place}"] = bench.frame(right, away, up + 0.001)
            up += 0.05
        frames[item] = bench.frame(right, away, up + 0.002, turn("z", float(rng.uniform(-15, 15))))
    return frames


def _posed(bench: Bench, part: _Part, right: float, away: float) -> Frame:
    """Return the pose of a block in its structure, by the middle of the block."""
    turned, high = POSES[part.pose], 0.1 if part.pose == "upright" else 0.05
    shift = rotate(turned, (0.0, 0.0, 0.025))
    up = part.up + 0.0005 * (1 + (part.up > 0)) + high / 2
    return bench.frame(right + part.right - float(shift[0]), away - float(shift[1]), up - float(shift[2]), turned)


def _fell(before: Mapping[str, Frame], after: Mapping[str, Frame]) -> set[str]:
    return {name for name, one in before.items() if one.at[2] - after[name].at[2] > _FELL_M}


def _items(names: set[str]) -> set[str]:
    """Return the things among names that are no blocks: each block that carries anything carries one of them."""
    return {name for name in names if not name.startswith(BLOCKS)}


def seen_falls(facts: Facts) -> dict[str, list[str]]:
    """Return for each block that a picture shows which things fall without it, by statics."""
    things = []
    for one in facts.objects:
        if one.category in {"fixture", "part"} or not one.pixels:
            continue
        right, half = facts.seen_from(one.at)[0], abs(float(np.dot(facts.axes[0], one.size))) / 2
        things.append(
            Resting(one.name, right - half, right + half, one.at[2] - one.size[2] / 2, one.at[2] + one.size[2] / 2)
        )
    kinds = {one.name: one.kind for one in facts.objects}
    return {one.name: sorted(_items(fallen(things, one.name))) for one in things if kinds[one.name] in BLOCKS}


SUPPORTS = register(SceneSet("supports", 1, make))
