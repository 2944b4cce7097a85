"""A structure of toy blocks, and four others in small pictures from the other side: one of them, none or two are the same structure."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Facts, Object, Scene
from mindsight.home.questions.facts.rooms.structures import CUBE_M, Cells, alike
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Mask, Pixels, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import bare
from mindsight.home.questions.scenes.rooms.shots import Shot, taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study")
COLOURS = ("red", "yellow", "green", "blue", "purple")
LETTERS = "ABCD"
BLOCKS = 5

_APART_M, _AWAY_M, _UP_M = 0.7, 0.42, 0.40
_FOVY_DEG, _NARROW_DEG = 34.0, 27.0
_ASIDE_DEG = (14.0, 28.0)
"""How far aside from straight before or behind a structure pictures are taken."""
_THIN, _LEAST_PX = 0.6, 20
_TRIES = 400


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: in two of them one small picture shows the same structure, in one none does, in one two do."""
    rng = stream(seed, "structures")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    plan = bare(furnish(room, subseed(seed, "room")), ("window", "door", "ceiling_lamp", "picture", "curtain"))
    first, second = (int(place) for place in rng.permutation(len(LETTERS))[:2])
    pair = tuple(int(place) for place in rng.permutation(len(LETTERS))[:2])
    made = [_scene(plan, places, rng) for places in ((first,), (second,), (), pair)]
    one, two, three, four = (made[int(index)] for index in rng.permutation(4))
    return one, two, three, four


def _scene(plan: ScenePlan, same: Sequence[int], rng: Generator) -> Made:
    target, others = _structures(rng)
    shown = [target, *(target if place in same else others.pop() for place in range(len(LETTERS)))]
    names = [[f"block_{station}_{index}" for index in range(BLOCKS)] for station in range(len(shown))]
    world = world_of(plan, shown, names)
    width, height = SIZE_PX
    with Camera(world, width=width, height=height, profile="fine") as camera:
        before = shot_of(camera, world, 0, names[0], rng, behind=False)
    panels: list[Shot] = []
    with Camera(world, width=width // 2, height=height // 2, profile="fine") as camera:
        panels.extend(
            shot_of(camera, world, station, names[station], rng, behind=True) for station in range(1, len(shown))
        )
    after = _sheet(panels, dict(zip(LETTERS, names[1:], strict=True)))
    return Made(
        (before.picture, after.picture),
        (before.mask, after.mask),
        Scene(pictures=(before.truth, after.truth)),
        Scene(pictures=(before.seen, after.seen)),
    )


def _structures(rng: Generator) -> tuple[Cells, list[Cells]]:
    """Return a structure and four that differ from it and from each other however they are turned."""
    for _ in range(_TRIES):
        target = drawn(rng)
        if target is None:
            continue
        found: list[Cells] = []
        for other in _like(target, rng):
            if _is_seen(other) and not any(alike(other, known) for known in (target, *found)):
                found.append(other)
            if len(found) == len(LETTERS):
                return target, [found[int(index)] for index in rng.permutation(len(found))]
    raise Rejected("no structure with enough others like it")


def drawn(rng: Generator) -> Cells | None:
    """Return a structure of two layers in which every block is seen from both sides; None if this draw gives none."""
    cells = [(0, 0, 0)]
    while len(cells) < BLOCKS:
        free = [cell for cell in _beside(cells) if cell[2] == 0 or (len(cells) >= 3 and (cell[0], cell[1], 0) in cells)]
        cells.append(free[int(rng.integers(len(free)))])
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[:BLOCKS]]
    found = dict(zip(cells, colours, strict=True))
    return found if _is_seen(found) and any(z for _, _, z in cells) else None


def _beside(cells: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    around = {(x + 1, y, z) for x, y, z in cells} | {(x - 1, y, z) for x, y, z in cells}
    around |= (
        {(x, y + 1, z) for x, y, z in cells} | {(x, y - 1, z) for x, y, z in cells} | {(x, y, 1) for x, y, _ in cells}
    )
    return sorted(around - set(cells))


def _is_seen(cells: Cells) -> bool:
    """Return whether every block shows at least its top or its front from before and from behind, and none hangs in the air."""
    for x, y, z in cells:
        if z and (x, y, 0) not in cells:
            return False
        for near in (-1, 1):
            higher = any((x + aside, y + near, z + 1) in cells for aside in (-1, 0, 1))
            if higher or ((x, y, z + 1) in cells and (x, y + near, z) in cells):
                return False
    spread = np.ptp(np.array(list(cells)), axis=0)
    return bool(spread[0] <= 3 and spread[1] <= 2)


def _like(target: Cells, rng: Generator) -> Iterator[Cells]:
    """Yield structures that are easily taken for another: its mirror image, two colours exchanged, one block elsewhere."""
    yield {(-x, y, z): colour for (x, y, z), colour in target.items()}
    cells = list(target)
    for _ in range(_TRIES):
        one, other = (cells[int(index)] for index in rng.permutation(len(cells))[:2])
        if rng.random() < 0.5:
            yield {**target, one: target[other], other: target[one]}
        else:
            rest = {cell: colour for cell, colour in target.items() if cell != one}
            free = [cell for cell in _beside(list(rest)) if cell != one]
            yield {**rest, free[int(rng.integers(len(free)))]: target[one]}


def world_of(plan: ScenePlan, shown: Sequence[Cells], names: Sequence[Sequence[str]]) -> World:
    """Return a world with the structures in a row on the floor."""
    things, frames = [], {}
    for station, (cells, own) in enumerate(zip(shown, names, strict=True)):
        middle = np.array(list(cells))[:, :2].mean(0)
        for index, ((x, y, z), colour) in enumerate(cells.items()):
            at = (_station_x(station) + CUBE_M * (x - middle[0]), CUBE_M * (y - middle[1]))
            things.append(
                ThingPlan(
                    name=own[index],
                    kind="block",
                    seed=1,
                    on="floor",
                    at=(0.1 * index - 0.2, 1.0 + 0.1 * station),
                    colour=colour,
                )
            )
            frames[own[index]] = Frame((float(at[0]), float(at[1]), CUBE_M * z))
    world = World(build(plan.with_things(*things)))
    for name, frame in frames.items():
        world.put(name, frame)
    world.refresh()
    return world


def _station_x(station: int) -> float:
    return _APART_M * (station - 2)


def shot_of(camera: Camera, world: World, station: int, own: Sequence[str], rng: Generator, *, behind: bool) -> Shot:
    """Return a picture of one structure, from before or from behind, a little from one side."""
    aside = float(rng.uniform(*_ASIDE_DEG)) * (1 if rng.random() < 0.5 else -1)
    angle = np.radians(aside + (90.0 if behind else -90.0))
    x = _station_x(station)
    eye = (x + _AWAY_M * float(np.cos(angle)), _AWAY_M * float(np.sin(angle)), _UP_M)
    view = View.at(
        ViewpointPlan(
            name="blocks",
            zh="积木前",
            en="at the blocks",
            eye=eye,
            target=(x, 0.0, 0.04),
            fovy=_NARROW_DEG if behind else _FOVY_DEG,
        )
    )
    centres = {name: [round(float(part), 4) for part in world.frame(name).point((0, 0, CUBE_M / 2))] for name in own}

    def seen(places: Places) -> dict[str, object]:
        found = {name: centre_of(places.of(name), np.array(eye)) for name in own}
        return {"cubes": {name: centre for name, centre in found.items() if centre}}

    shot = taken(camera, view, more={"cubes": centres}, seen=seen)
    return shot._replace(truth=_only(shot.truth, own), seen=_only(shot.seen, own))


def _only(facts: Facts, own: Sequence[str]) -> Facts:
    return facts.model_copy(update={"objects": tuple(one for one in facts.objects if one.name in own)})


def centre_of(points: Array, eye: Array) -> list[float]:
    """Return the middle of a cube from the places that its pixels show; where only a face shows, it is half a cube behind it."""
    if len(points) < _LEAST_PX:
        return []
    low, high = np.percentile(points, [3, 97], axis=0)
    middle = (low + high) / 2
    away = np.sign(middle - eye)
    hidden = high - low < _THIN * CUBE_M
    # What shows of an axis begins at the side of the cube that is nearer to the viewer.
    nearer = np.where(away > 0, low, high)
    return [round(float(part), 4) for part in np.where(hidden, nearer + away * CUBE_M / 2, middle)]


def _sheet(panels: Sequence[Shot], names: dict[str, list[str]]) -> Shot:
    """Return four pictures as one, with letters, and their facts together."""
    width, height = SIZE_PX
    sheet, labels = Image.new("RGB", (width, height)), np.zeros((height, width), np.int16)
    draw, face = ImageDraw.Draw(sheet), font(26)
    for place, panel in enumerate(panels):
        row, column = divmod(place, 2)
        top, left = row * height // 2, column * width // 2
        sheet.paste(Image.fromarray(panel.picture), (left, top))
        labels[top : top + height // 2, left : left + width // 2] = panel.mask.labels
        draw.rectangle((left, top, left + 38, top + 38), fill=(255, 255, 255))
        draw.text((left + 19, top + 19), LETTERS[place], font=face, fill=(0, 0, 0), anchor="mm")
    draw.line((width // 2, 0, width // 2, height), fill=(255, 255, 255), width=4)
    draw.line((0, height // 2, width, height // 2), fill=(255, 255, 255), width=4)
    picture: Pixels = np.asarray(sheet)
    truth, seen = (_together([getattr(panel, which) for panel in panels], names) for which in ("truth", "seen"))
    return Shot(picture, Mask(labels, panels[0].mask.names), truth, seen)


def _together(panels: Sequence[Facts], names: dict[str, list[str]]) -> Facts:
    objects: list[Object] = []
    for place, facts in enumerate(panels):
        row, column = divmod(place, 2)
        for one in facts.objects:
            left, top, right, bottom = one.box
            box = (500 * column + left / 2, 500 * row + top / 2, 500 * column + right / 2, 500 * row + bottom / 2)
            point = (500 * column + one.point[0] / 2, 500 * row + one.point[1] / 2)
            objects.append(one.model_copy(update={"box": box, "point": point}))
    cubes = {name: at for facts in panels for name, at in facts.more["cubes"].items()}
    return panels[0].model_copy(update={"objects": tuple(objects), "more": {"cubes": cubes, "panels": names}})


STRUCTURES = register(SceneSet("structures", 1, make))
