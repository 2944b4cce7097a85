"""Faulty goals and predicates that near misses of tidying tasks detect, and helpers that make end states."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import measures
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.predicates import Judge, Verdict
from mindsight.engine.physics.world import World

Mutant = Callable[[pytest.MonkeyPatch, Tree], Tree]
Corner = NDArray[np.float64]
Inside = Callable[[World, str, str], bool]


def put(world: World, name: str, x: float, y: float, z: float, *, yaw: float = 0.0, tipped: float = 0.0) -> None:
    """Drop a thing at a position in the room and wait until it lies still."""
    upright, over = turn("z", yaw), turn("y", tipped)
    world.put(name, Frame((x, y, z), over if tipped else upright))
    world.settle(4.0)


def judged(world: World, goal: Tree) -> Verdict:
    """Return the verdict on a goal."""
    return Judge(goal).judge(world)


def without(*dropped: str) -> Mutant:
    """The goal omits its conditions on some things."""

    def mutate(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        return ["all", *(leaf for leaf in goal[1:] if not set(dropped) & set(str(leaf).split("'")))]

    return mutate


def some(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """It is enough that all but one hold."""
    return ["count", *goal[1:], ">=", len(goal) - 2]


def inside_if(accepts: Inside) -> Mutant:
    """Accept another test of being inside, besides the right one."""

    def mutate(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        right = measures.inside
        patch.setattr(
            measures, "inside", lambda w, thing, into: 1.0 if accepts(w, thing, into) else right(w, thing, into)
        )
        return goal

    return mutate


def above(world: World, thing: str, into: str) -> bool:
    """Above the opening at any height."""
    hollow = world.scene.register.containers[into]
    x, y, _ = world.frame(hollow.body).inside(hollow.at).seen(world.frame(thing)).at
    return abs(x) < hollow.half[0] and abs(y) < hollow.half[1]


def beside(world: World, thing: str, into: str) -> bool:
    """Near the container is near enough."""
    hollow = world.scene.register.containers[into]
    x, y, _ = world.frame(hollow.body).inside(hollow.at).seen(world.frame(thing)).at
    return abs(x) < hollow.half[0] + 0.25 and abs(y) < hollow.half[1] + 0.25


def anywhere(world: World, thing: str, _into: str) -> bool:
    """Any container will do."""
    return any(above(world, thing, name) for name in world.scene.register.containers)


def in_hand(world: World, thing: str, _into: str) -> bool:
    """What the hand holds counts as put away."""
    return world.held == thing


def partly(world: World, thing: str, into: str) -> bool:
    """The middle of the thing is enough."""
    hollow = world.scene.register.containers[into]
    middle = world.frame(hollow.body).inside(hollow.at).seen(Frame(tuple(world.middle(thing)))).at
    return all(abs(a) <= b for a, b in zip(middle, hollow.half, strict=True))


def still(centimetres: float, degrees: float) -> Mutant:
    """Judge being undisturbed with larger tolerances."""
    return lambda _patch, goal: [
        "all", *([*leaf, centimetres, degrees] if leaf[0] == "undisturbed" else leaf for leaf in goal[1:])
    ]  # fmt: skip


def seen_from_above(low: Corner, high: Corner, half: Corner) -> bool:
    """Over or under the container, at any height."""
    return bool((low >= -half)[:2].all() and (high <= half)[:2].all())


def no_bottom(low: Corner, high: Corner, half: Corner) -> bool:
    """In the container, or under its bottom."""
    return bool((low >= -half)[:2].all() and (high <= half).all())


def touches_the_box(low: Corner, high: Corner, half: Corner) -> bool:
    """Partly in the container."""
    return bool((low <= half).all() and (high >= -half).all())


def loose(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A hand's breadth beside the container counts as inside."""
    patch.setattr(measures, "TOLERANCE_M", 0.3)
    return goal


def hand_counts(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """What the hand holds over the container counts as inside."""
    held = measures.inside

    def inside(world: World, thing: str, container: str) -> float:
        holding, world.held = world.held, None
        try:
            return held(world, thing, container)
        finally:
            world.held = holding

    patch.setattr(measures, "inside", inside)
    return goal
