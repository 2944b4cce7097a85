"""Things on a table seen from a low place: some hide others in part, some stand alone.

Three things that may hide others are there once in every scene. Each of three other things is behind one of them in two scenes, each time
behind another; in the other two it stands alone, is missing, or is there twice, both times behind something.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.sight import seen_facts
from mindsight.home.questions.facts.truth import true_facts
from mindsight.home.questions.scenes import Made, Mask, Rejected, SceneSet, register
from mindsight.home.questions.scenes.shot import SIZE_PX
from mindsight.home.questions.scenes.tables import Table, table

FRONTS = ("milk_carton", "cereal_box", "tea_tin", "noodle_cup", "food_can", "shampoo")
BACKS = ("toy_robot", "camera", "alarm_clock", "toy_train", "vase", "toy_boat", "water_bottle", "rubber_duck", "teapot")
_FRONTS, _BACKS = 3, 3
_NEAR_M, _UP_M, _FOVY_DEG, _HALF_DEG = 1.06, 0.27, 44.0, 27.0
_FRONT_M, _BEHIND_M, _ALONE_M, _SHIFT_M = (0.82, 0.96), (0.24, 0.34), (0.82, 0.97, 1.14, 1.32), 0.012
"""Distances from the viewer along the table: of what hides, how much farther what it hides is, and of what stands alone."""
_COVERED, _TRIES = 0.30, 200
_WAYS = ("alone", "alone", "gone", "gone", "twice")
_LEAST_PX, _NEARER_M = 12, 0.05
"""Where two outlines meet, how many pixels show that the nearer thing hides the other, and how much nearer it is there."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "lanes")
    place = table(rng, seed, near_m=_NEAR_M, up_m=_UP_M, fovy_deg=_FOVY_DEG)
    fronts, backs = (
        [kinds[int(index)] for index in rng.permutation(len(kinds))[:count]]
        for kinds, count in ((FRONTS, _FRONTS), (BACKS, _BACKS))
    )
    hidden = _behind(rng, fronts, backs)
    one, two, three, four = (_scene(place, fronts, hidden[number], seed, number) for number in range(4))
    return one, two, three, four


def _behind(rng: Generator, fronts: Sequence[str], backs: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return what is behind what in each scene, as pairs; behind nothing if the second is empty."""
    for _ in range(_TRIES):
        found: list[list[tuple[str, str]]] = [[] for _ in range(4)]
        for back in backs:
            order = [int(index) for index in rng.permutation(4)]
            ways = [_WAYS[int(index)] for index in rng.permutation(len(_WAYS))[:2]]
            two = [fronts[int(index)] for index in rng.permutation(_FRONTS)[:2]]
            for scene, front in zip(order[:2], two, strict=True):
                found[scene].append((back, front))
            for scene, way in zip(order[2:], ways, strict=True):
                both = [fronts[int(index)] for index in rng.permutation(_FRONTS)[:2]]
                found[scene] += (
                    [] if way == "gone" else [(back, "")] if way == "alone" else [(back, one) for one in both]
                )
        used = [[front for _, front in own if front] for own in found]
        if all(len(set(own)) == len(own) for own in used):
            return found
    raise Rejected("no such arrangement was found")


def _scene(place: Table, fronts: Sequence[str], hidden: Sequence[tuple[str, str]], seed: int, number: int) -> Made:
    rng = stream(seed, "lanes", number)
    units = [(front, next((back for back, one in hidden if one == front), "")) for front in fronts]
    units += [("", back) for back, front in hidden if not front]
    units = [units[int(index)] for index in rng.permutation(len(units))]
    for _ in range(_TRIES):
        found = _laid(units, seed, rng)
        if found is not None:
            break
    else:
        raise Rejected("the table is too small for the things")
    things = []
    for index, (kind, (x, y)) in enumerate(found):
        colours = KINDS[kind].colours
        colour = colours[int(rng.integers(len(colours)))] if colours else ""
        things.append(
            place.thing(
                f"thing_{index}", kind, _seed(seed, kind), (x, y), yaw=float(rng.uniform(-12, 12)), colour=colour
            )
        )
    world = World(build(place.plan.with_things(*things)))
    width, height = SIZE_PX
    with Camera(world, width=width, height=height, profile="fine") as camera:
        world.look(View.at(place.viewpoint))
        mask = Mask(labelled(world, camera.geoms()), tuple(world.ownership.labels[1]))
        names = [one.name for one in things]
        truth = true_facts(camera, covered=_covered(camera, mask, names))
        seen = seen_facts(camera, covered=_borders(mask, camera.depth(), names))
        return Made((camera.picture(),), (mask,), Scene(pictures=(truth,)), Scene(pictures=(seen,)))


def _seed(seed: int, kind: str) -> int:
    return subseed(seed, kind) % 2**31


def _laid(units: Sequence[tuple[str, str]], seed: int, rng: Generator) -> list[tuple[str, tuple[float, float]]] | None:
    """Return the places of things, from left to right as the viewer sees them; None if they do not fit side by side."""
    found: list[tuple[str, tuple[float, float]]] = []
    gaps = rng.dirichlet([2.0] * (len(units) + 1))
    sizes = {kind: footprint(kind, _seed(seed, kind), "") for unit in units for kind in unit if kind}
    spans: list[tuple[float, list[tuple[str, float, float]]]] = []
    for front, back in units:
        if not front:
            away = _alone_m(rng)
            spans.append((2 * _half_deg(sizes[back].width, away), [(back, away, _half_deg(sizes[back].width, away))]))
            continue
        near = float(rng.uniform(*_FRONT_M)) if back else _alone_m(rng)
        own = _half_deg(sizes[front].width, near)
        if not back:
            spans.append((2 * own, [(front, near, own)]))
            continue
        far = near + float(rng.uniform(*_BEHIND_M))
        other = _half_deg(sizes[back].width, far)
        over = _UP_M - (_UP_M - sizes[front].height) * far / near
        share = _COVERED / min(1.0, max(0.2, over / sizes[back].height))
        aside = own + other - 2 * other * min(0.75, share)
        left, right = min(0.0, aside - other + own), max(2 * own, aside + own + other)
        middles = [(front, near, own - left), (back, far, own + aside - left)]
        width = right - left
        spans.append(
            (width, middles if rng.random() < 0.5 else [(kind, away, width - at) for kind, away, at in middles])
        )
    free = 2 * _HALF_DEG - sum(width for width, _ in spans)
    if free < 2.0 * (len(units) + 1):
        return None
    at = -_HALF_DEG
    for (width, members), gap in zip(spans, gaps, strict=False):
        at += 1.0 + (free - len(units) - 1) * float(gap)
        for kind, away, middle in members:
            turned = math.radians(at + middle)
            x, y = away * math.tan(turned), away - _NEAR_M
            if abs(y) + sizes[kind].radius > 0.42 or abs(x) + sizes[kind].radius > 0.64:
                return None
            found.append((kind, (x, y)))
        at += width
    apart = all(
        math.dist(a, b) > sizes[one].radius + sizes[other].radius + 0.01
        for index, (one, a) in enumerate(found)
        for other, b in found[:index]
    )
    return found if apart else None


def _alone_m(rng: Generator) -> float:
    return _ALONE_M[int(rng.integers(len(_ALONE_M)))] + float(rng.uniform(-_SHIFT_M, _SHIFT_M))


def _half_deg(width: float, away: float) -> float:
    return math.degrees(math.atan2(width / 2, away))


def _covered(camera: Camera, mask: Mask, names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return which share of each thing each other one hides."""
    labels = camera.world.ownership.labels[0]
    found: dict[str, dict[str, float]] = {}
    for name in names:
        number = mask.names.index(name)
        whole = camera.geoms(only=np.nonzero(labels == number)[0]) >= 0
        hidden = mask.labels[whole & (mask.labels != number)]
        shares = {other: float((hidden == mask.names.index(other)).sum() / max(1, whole.sum())) for other in names}
        found[name] = {other: round(share, 4) for other, share in shares.items() if share}
    return found


def _borders(mask: Mask, depth: NDArray[Any], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return what seems to hide what: outlines meet along many pixels, and there one thing is nearer. How much is not seen."""
    numbers = {mask.names.index(name): name for name in names}
    counts: dict[tuple[str, str], int] = {}
    for one, other, near, far in (
        (mask.labels[:, :-1], mask.labels[:, 1:], depth[:, :-1], depth[:, 1:]),
        (mask.labels[:-1], mask.labels[1:], depth[:-1], depth[1:]),
    ):
        for first, second, a, b in ((one, other, near, far), (other, one, far, near)):
            rows = np.nonzero((first != second) & (b - a > _NEARER_M))
            for front, back in zip(first[rows].tolist(), second[rows].tolist(), strict=True):
                if front in numbers and back in numbers:
                    key = (numbers[back], numbers[front])
                    counts[key] = counts.get(key, 0) + 1
    found: dict[str, dict[str, float]] = {name: {} for name in names}
    for (back, front), count in counts.items():
        if count >= _LEAST_PX:
            found[back][front] = 1.0
    return found


LANES = register(SceneSet("lanes", 2, make))
