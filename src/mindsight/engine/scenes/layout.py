"""Furnish a room from a seed, by physical logic and social custom."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mindsight.engine import fixtures
from mindsight.engine.fixtures.openings import SILL_M
from mindsight.engine.scenes.arranging import WALLS, Arranger, DoesNotFitError
from mindsight.engine.scenes.floor_plan import (
    Array,
    Floor,
    Rect,
    body_rect,
    front_rect,
    on_floor,
    size_of,
    span_z,
    swing_rect,
)
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import FixturePlan, PetPlan, RoomKind, ScenePlan, TimeOfDay, ViewpointPlan
from mindsight.engine.scenes.recipes import RECIPES
from mindsight.engine.scenes.standing import EYE_M, viewpoints
from mindsight.engine.seeds import stream, subseed

HEIGHT_M = 2.6
SWITCH_M = 1.15
"""Height of a wall switch's lower edge."""
SIZES: Mapping[RoomKind, tuple[tuple[float, float], tuple[float, float]]] = {
    "living_room": ((4.4, 5.0), (4.0, 4.5)),
    "bedroom": ((3.9, 4.6), (3.7, 4.2)),
    "kitchen": ((3.9, 4.5), (3.4, 3.9)),
    "study": ((3.6, 4.2), (3.4, 3.9)),
    "bathroom": ((3.1, 3.7), (2.9, 3.4)),
}
"""Least and largest width and depth of each room, m."""

TIMES: tuple[TimeOfDay, ...] = ("morning", "noon", "evening", "night")
STYLES: Mapping[str, tuple[str, ...]] = {
    "wood": ("oak", "walnut", "birch", "oak"),
    "cloth": ("blue", "green", "grey", "brown", "pink"),
    "accent": ("yellow", "orange", "pink", "green", "blue"),
    "rug": ("blue", "green", "grey", "pink", "yellow", "orange"),
    "curtain": ("white", "yellow", "green", "blue", "grey"),
    "front": ("cream", "sage", "sky", "sand"),
}
_ATTEMPTS = 200


def furnish(
    room: RoomKind, seed: int, *, wanted: tuple[str, ...] = (), floor_m: tuple[float, float] | None = None
) -> ScenePlan:
    """Return a furnished room with viewpoints, the wanted fixtures and, in half of all rooms, a pet.

    ``floor_m`` is its width and depth, if they are not to be drawn.

    Raises:
        KeyError: A wanted fixture does not exist.
        ValueError: The wanted fixtures do not all fit into such a room.
    """
    fixtures.load()
    unknown = [kind for kind in wanted if kind not in FIXTURES]
    if unknown:
        raise KeyError(f"no such fixture: {', '.join(unknown)}")
    for attempt in range(_ATTEMPTS):
        rng = stream(seed, "layout", room, attempt)
        try:
            return _furnish(room, seed, rng, wanted, floor_m)
        except DoesNotFitError:
            continue
    raise ValueError(
        f"{', '.join(wanted)} do not fit into a {room} together (seed {seed}); ask for fewer or another room"
    )


def _furnish(
    room: RoomKind, seed: int, rng: Generator, wanted: tuple[str, ...], floor_m: tuple[float, float] | None
) -> ScenePlan:
    (w0, w1), (d0, d1) = SIZES[room]
    width, depth = (round(float(rng.uniform(*span)), 2) for span in ((w0, w1), (d0, d1)))
    size = (*(floor_m or (width, depth)), HEIGHT_M)
    time = TIMES[int(stream(seed, "time").integers(len(TIMES)))]
    style_rng = stream(seed, "style")
    style = {key: choices[int(style_rng.integers(len(choices)))] for key, choices in STYLES.items()}
    arranger = Arranger(rng, seed, size, style)
    arranger.lit = time in {"evening", "night"}
    window_wall = _open(arranger)
    RECIPES[room](arranger, window_wall, wanted)
    _finish(arranger, room)
    _check_ways(arranger)
    plan = ScenePlan(
        room=room,
        seed=seed,
        size=size,
        time_of_day=time,
        fixtures=tuple(arranger.fixtures),
        viewpoints=viewpoints(size, arranger.fixtures, wanted),
    )
    return plan.model_copy(update={"pet": _pet(plan)})


def with_wall_switch(plan: ScenePlan, *, on: bool) -> ScenePlan | None:
    """Return a room whose ceiling lamp has a switch beside the handle of the door, and a viewpoint before it.

    None is returned if furniture is in the way.
    """
    door = next(one for one in plan.fixtures if one.kind == "door")
    side = 1 if door.options.get("hinge", "left") == "left" else -1
    beside = side * (size_of(door)[0] / 2 + 0.12)
    rect = body_rect(door)
    place = Rect(rect.point((beside, -0.25)), (0.10, 0.30), door.yaw)
    low, high = SWITCH_M, SWITCH_M + FIXTURES["wall_switch"].size[2]
    for other in plan.fixtures:
        bottom, top = span_z(other)
        if other is not door and bottom < high and top > low and place.overlaps(body_rect(other)):
            return None
    if (np.abs(place.corners) > np.array(plan.size[:2]) / 2 + 0.05).any():
        return None
    x, y = rect.point((beside, 0.033))
    switch = FixturePlan(
        name="wall_switch",
        kind="wall_switch",
        seed=subseed(plan.seed, "wall_switch"),
        at=(round(x, 4), round(y, 4)),
        yaw=door.yaw,
        z=SWITCH_M,
        options={"lamp": "ceiling_lamp"},
    )
    lit = {"operable": True, "on": on}
    fixtures = (
        one.model_copy(update={"options": {**one.options, **lit}}) if one.name == "ceiling_lamp" else one
        for one in plan.fixtures
    )
    ex, ey = rect.point((0.5 * beside, -1.0))
    before = ViewpointPlan(
        name="wall_switch",
        zh="墙上开关前",
        en="in front of the wall switch",
        eye=(round(ex, 3), round(ey, 3), EYE_M),
        target=(round(x, 3), round(y, 3), SWITCH_M + 0.06),
    )
    return plan.model_copy(update={"fixtures": (*fixtures, switch), "viewpoints": (*plan.viewpoints, before)})


def _open(arranger: Arranger) -> str:
    """Put the window and the door into their walls; return the window's wall."""
    names = list(WALLS)
    window_wall = names[int(arranger.rng.integers(4))]
    line, length = arranger.wall(window_wall)
    play = max(0.0, length / 2 - 1.32)
    shift = float(arranger.rng.uniform(-play, play))
    arranger.must(arranger.put(arranger.at_wall("window", window_wall, shift, gap=-0.06, z=SILL_M)))
    door_wall = arranger.one_of(*(name for name in names if name != window_wall))
    line, length = arranger.wall(door_wall)
    side = -1 if arranger.chance(0.5) else 1
    x = side * (length / 2 - 0.49 - float(arranger.rng.uniform(0.06, 0.25)))
    # +x of a wall's frame is to the right as seen from inside; the door opens towards the near corner.
    hinge = "left" if side < 0 else "right"
    arranger.must(arranger.put(arranger.at_wall("door", door_wall, x, gap=0.0, hinge=hinge)))
    del line
    return window_wall


def _finish(arranger: Arranger, room: RoomKind) -> None:
    """Add a ceiling lamp and curtains, which every room has."""
    lamp = arranger.make("ceiling_lamp", (0.0, 0.0), 0.0, arranger.size[2] - 0.30, on=arranger.lit)
    arranger.fixtures.append(lamp)
    window = arranger.find("window")
    if window is None or room in {"kitchen", "bathroom"}:
        return
    at = body_rect(window).point((0.0, -0.10))
    gap = size_of(window)[0] - 0.04
    long = arranger.make("curtain", at, window.yaw, 0.06, gap=gap, height=2.30)
    if arranger.put(long) is None:
        arranger.put(arranger.make("curtain", at, window.yaw, 0.80, gap=gap, height=1.56))


def _check_ways(arranger: Arranger) -> None:
    """Raise unless the front of every fixture can be reached from the door."""
    standing = [fixture for fixture in arranger.fixtures if on_floor(fixture)]
    floor = Floor(arranger.size[:2], [body_rect(fixture) for fixture in standing])
    door = arranger.must(arranger.find("door"))
    cells = floor.reached_from(swing_rect(door))
    for fixture in standing:
        goal = front_rect(fixture) if FIXTURES[fixture.kind].front_m > 0 else body_rect(fixture)
        if not floor.reaches(cells, goal):
            raise DoesNotFitError


def _pet(plan: ScenePlan) -> PetPlan | None:
    """Return a pet that walks between free places, in half of all rooms."""
    rng = stream(plan.seed, "pet")
    if rng.random() < 0.5:
        return None
    floor = Floor.of(plan)
    door = next(fixture for fixture in plan.fixtures if fixture.kind == "door")
    cells = floor.reached_from(swing_rect(door)) & (floor.clear > 0.28)
    spots = floor.points[cells]
    if len(spots) < 20:
        return None
    path = [spots[int(rng.integers(len(spots)))]]
    for _ in range(40):
        goal = spots[int(rng.integers(len(spots)))]
        if len(path) < 4 and np.linalg.norm(goal - path[-1]) > 0.7 and _straight(floor, path[-1], goal):
            path.append(goal)
    if len(path) < 2:
        return None
    kind = "cat" if rng.random() < 0.55 else "dog"
    places = tuple((round(float(x), 3), round(float(y), 3)) for x, y in path)
    return PetPlan(kind=kind, seed=subseed(plan.seed, "pet"), path=places)


def _straight(floor: Floor, start: Array, goal: Array) -> bool:
    """Return whether the straight line between two places keeps clear of all fixtures."""
    steps = np.linspace(start, goal, 24)
    index = np.round((steps + np.array(floor.size) / 2) / 0.05 - 0.5).astype(int)
    index = np.clip(index, 0, np.array(floor.clear.shape) - 1)
    return bool((floor.clear[index[:, 0], index[:, 1]] > 0.24).all())
