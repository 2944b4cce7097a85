"""Two groups of chairs in a room, told apart by the colour of their cushions: round a middle, facing outwards, or in rows.

A colour is there as one group in two scenes, missing in one, and as two groups in another.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import facing
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.rooms.floor import KEPT, facing_of
from mindsight.home.questions.scenes.rooms.placing import bare
from mindsight.home.questions.scenes.rooms.shots import taken
from mindsight.home.questions.scenes.shot import SIZE_PX

COLOURS = ("blue", "green", "yellow", "pink")
LAYOUTS = ("talk", "watch", "game")
"""Chairs that face each other round a middle; that all face one way; in a ring, facing outwards."""
FEWEST, MOST = 3, 6
_MIDDLES_M, _SHIFT_M = ((-1.12, 0.35), (1.12, 0.35)), 0.08
_RING_M: Mapping[int, float] = {3: 0.52, 4: 0.60, 5: 0.70, 6: 0.80}
_ROWS: Mapping[int, tuple[int, ...]] = {3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3)}
_BESIDE_M, _BEHIND_M, _TURN_DEG = 0.60, 0.86, 5.0
_BACK_M, _EYE_M, _FOVY_DEG = 0.20, 2.30, 66.0
_LEAST_PIXELS = 150


class _Group(NamedTuple):
    colour: str
    layout: str
    chairs: int


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in the same room."""
    rng = stream(seed, "seats")
    plan = bare(furnish("living_room", subseed(seed, "room")), [kind for kind in KEPT if kind != "rug"])
    back = plan.size[1] / 2 - _BACK_M
    eye, target = (0.0, -back, _EYE_M), (0.0, 0.40, 0.35)
    viewpoint = ViewpointPlan(name="wall", zh="墙边", en="at the wall", eye=eye, target=target, fovy=_FOVY_DEG)
    one, two, three, four = (_scene(plan, viewpoint, groups, rng) for groups in _groups(rng))
    return one, two, three, four


def _groups(rng: Generator) -> list[list[_Group]]:
    """Return the two groups of each scene; of a colour they differ in layout and number, between scenes and within one."""
    first, second = (COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[:2])
    colours = [[first, first], [second, second], [first, second], [second, first]]
    drawn = {
        colour: (
            [LAYOUTS[int(index)] for index in rng.permutation(len(LAYOUTS))],
            [FEWEST + int(index) for index in rng.permutation(MOST - FEWEST + 1)],
        )
        for colour in (first, second)
    }
    found = []
    for pair in colours:
        groups = []
        for place, colour in enumerate(pair):
            layouts, counts = drawn[colour]
            # The two scenes with one group of a colour take its first two layouts and numbers, the one with two groups the others.
            index = place if pair[0] == pair[1] else 2 * (pair[0] == first)
            groups.append(
                _Group(colour, layouts[(index + (pair[0] != pair[1])) % 3], counts[(index + 1) % len(counts)])
            )
        found.append(groups)
    return [found[int(index)] for index in rng.permutation(4)]


def _scene(plan: ScenePlan, viewpoint: ViewpointPlan, groups: Sequence[_Group], rng: Generator) -> Made:
    placed, colours = [], {}
    for number, (group, (x, y)) in enumerate(zip(groups, _MIDDLES_M, strict=True)):
        middle = (x + float(rng.uniform(-_SHIFT_M, _SHIFT_M)), y + float(rng.uniform(-_SHIFT_M, _SHIFT_M)))
        for index, (at, yaw) in enumerate(_placed(group, middle, rng)):
            name = f"chair_{number}_{index}"
            colours[name] = group.colour
            options = {"accent": group.colour, "wood": "walnut"}
            placed.append(
                FixturePlan(name=name, kind="chair", seed=subseed(plan.seed, name), at=at, yaw=yaw, options=options)
            )
    whole = plan.model_copy(update={"fixtures": (*plan.fixtures, *placed), "viewpoints": (viewpoint,)})
    names = [one.name for one in placed]
    more = {"facing": {one.name: [round(float(part), 4) for part in facing(one)] for one in placed}, "cushion": colours}

    def seen(places: Places) -> dict[str, object]:
        shown = {name: found for name in names if len(found := places.of(name)) > _LEAST_PIXELS}
        return {
            "facing": {name: facing_of(found) for name, found in shown.items()},
            "cushion": {name: colours[name] for name in shown},
        }

    width, height = SIZE_PX
    with Camera(World(build(whole)), width=width, height=height, profile="fine") as camera:
        shot = taken(camera, View.at(viewpoint), names, more=more, seen=seen)
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(shot.seen,)))


def _placed(group: _Group, middle: tuple[float, float], rng: Generator) -> list[tuple[tuple[float, float], float]]:
    """Return the places and yaws of a group's chairs; at yaw 0 a chair faces −y."""
    turned = float(rng.uniform(0, 360)) if group.layout != "watch" else 90.0 * int(rng.integers(4))
    local: list[tuple[float, float, float]] = []
    if group.layout == "watch":
        rows = _ROWS[group.chairs]
        for row, size in enumerate(rows):
            y = (row - (len(rows) - 1) / 2) * _BEHIND_M
            local += [((place - (size - 1) / 2) * _BESIDE_M, y, 0.0) for place in range(size)]
    else:
        for place in range(group.chairs):
            angle = 360.0 * place / group.chairs
            x, y = (
                _RING_M[group.chairs] * part for part in (math.sin(math.radians(angle)), -math.cos(math.radians(angle)))
            )
            local.append((x, y, angle + (180.0 if group.layout == "talk" else 0.0)))
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    return [
        (
            (round(middle[0] + c * x - s * y, 3), round(middle[1] + s * x + c * y, 3)),
            round(turned + yaw + float(rng.uniform(-_TURN_DEG, _TURN_DEG)), 1),
        )
        for x, y, yaw in local
    ]


SEATS_SET = register(SceneSet("seats", 1, make))
