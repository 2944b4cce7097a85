"""The shell of a room: floor, walls, ceiling, window view, and lamplight or daylight by the time of day."""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from mindsight.engine.fixtures.openings import DOOR_M, FRAME_M, WINDOW_M
from mindsight.engine.geometry import meshes, triangles
from mindsight.engine.geometry.bodies import Body, Workshop
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Mesh, Vector
from mindsight.engine.scenes import room_pictures, window_view
from mindsight.engine.scenes.floor_plan import Rect, body_rect
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, TimeOfDay
from mindsight.engine.scenes.room_pictures import daylight_from
from mindsight.engine.seeds import stream

WALL_YAWS: Mapping[str, float] = {"north": 0.0, "east": -90.0, "south": 180.0, "west": 90.0}
_THICK_M = 0.10
_REVEAL_M = 0.16
_SKIRTING_M = 0.075
_BEHIND_M = 0.002
"""How far the sides of the window's opening lie behind its frame, so that the renderer need not choose between them."""
_SPREAD = 1.35
"""Factor on a lamp's brightness straight ahead, since lamps fade towards the rim of their cone to leave no edge on walls."""

_TRIM: Vector = (0.95, 0.94, 0.91)


@dataclass(frozen=True)
class Daylight:
    """The light at a time of day: ambient light, light from the window or lamp, and light reflected by the room."""

    ambient: Vector
    key: Vector
    fill: Vector
    sky: float


LIGHT: Mapping[TimeOfDay, Daylight] = {
    "morning": Daylight((0.54, 0.53, 0.54), (0.42, 0.39, 0.33), (0.15, 0.15, 0.17), 1.0),
    "noon": Daylight((0.57, 0.57, 0.57), (0.42, 0.41, 0.38), (0.16, 0.16, 0.16), 1.0),
    "evening": Daylight((0.50, 0.455, 0.43), (0.50, 0.37, 0.24), (0.17, 0.15, 0.15), 1.0),
    "night": Daylight((0.42, 0.385, 0.34), (0.50, 0.44, 0.33), (0.10, 0.09, 0.085), 0.9),
}


def build_shell(workshop: Workshop, plan: ScenePlan) -> None:
    """Add floor, walls, ceiling and light to the world, with openings for the plan's window and door."""
    width, depth, height = plan.size
    world = workshop.world()
    window = next((fixture for fixture in plan.fixtures if fixture.kind == "window"), None)
    _lay_floor(world, plan)
    for name, yaw in WALL_YAWS.items():
        _raise_wall(world, plan, name, wall_line(plan.size, yaw), window)
    ceiling = workshop.material(rgb=(0.96, 0.95, 0.93), roughness=1.0, emission=0.12)
    lid = meshes.turn(_plate(width, depth, (8, 8)), "x", 180)
    world.show(lid, at=(0, 0, height), material=ceiling, name="ceiling")
    if window is not None:
        _open_view(world, plan, window)
    _set_camera(workshop.spec)
    _set_light(workshop.spec, plan, window)


def wall_line(size: tuple[float, float, float], yaw: float) -> Rect:
    """Return the line of a wall on the floor; in its frame the room is at −y, as for a fixture at that wall."""
    along, away = (size[0], size[1]) if yaw in {0.0, 180.0} else (size[1], size[0])
    middle = Rect((0.0, 0.0), (along / 2, 0.0), yaw)
    return Rect(middle.point((0.0, away / 2)), (along / 2, 0.0), yaw)


def build_pet(workshop: Workshop, plan: ScenePlan) -> None:
    """Add the plan's pet, if it has one."""
    if plan.pet is None or importlib.util.find_spec("mindsight.engine.figures.pet") is None:
        return
    pet: Any = importlib.import_module("mindsight.engine.figures.pet")
    pet.build_pet(workshop, plan.pet)


def _lay_floor(world: Body, plan: ScenePlan) -> None:
    width, depth, _ = plan.size
    boards = world.workshop.material(room_pictures.floor_picture(plan), roughness=0.55)
    world.show(_plate(width, depth, (16, 16)), material=boards, name="floor")
    world.solid(Box((width / 2 + _THICK_M, depth / 2 + _THICK_M, 0.05)), at=(0, 0, -0.05))


def _plate(width: float, depth: float, cells: tuple[int, int]) -> Mesh:
    """Return a level sheet of many faces that faces up, with its picture north up."""
    columns, rows = cells[0] + 1, cells[1] + 1
    u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
    vertices = np.stack([(u - 0.5) * width, (v - 0.5) * depth, np.zeros_like(u)], -1).reshape(-1, 3)
    uv = np.stack([u, 1 - v], -1).reshape(-1, 2)
    return Mesh(vertices, triangles.grid_faces(rows, columns), uv, np.tile([0.0, 0.0, 1.0], (len(vertices), 1)))


def _raise_wall(world: Body, plan: ScenePlan, name: str, line: Rect, window: FixturePlan | None) -> None:
    height, half = plan.size[2], line.half[0]
    turned = turn("z", line.yaw)
    hole = _hole(line, window)
    paper = world.workshop.material(room_pictures.wall_picture(plan, line), roughness=0.95)
    world.show(_wall(half, height, hole), at=(*line.at, 0), turn=turned, material=paper, name=f"wall_{name}")
    behind = line.point((0.0, _THICK_M))
    world.solid(Box((half + _THICK_M, _THICK_M, height / 2)), at=(*behind, height / 2), turn=turned)
    trim = world.workshop.material(rgb=_TRIM, roughness=0.5)
    parts = [_skirting(x0, x1) for x0, x1 in _beside_doors(plan, line)]
    if hole is not None:
        parts.append(_reveal(hole))
    world.show(meshes.merge(*parts), at=(*line.at, 0), turn=turned, material=trim)


def _hole(line: Rect, window: FixturePlan | None) -> tuple[float, float, float, float] | None:
    """Return the opening of a window in a wall: left, right, bottom and top."""
    if window is None or abs((window.yaw - line.yaw + 180) % 360 - 180) > 1:
        return None
    x = float(line.local(np.array(window.at))[0])
    foot = window.z + FRAME_M
    return (x - WINDOW_M[0] / 2, x + WINDOW_M[0] / 2, foot, foot + WINDOW_M[1])


def _wall(half: float, height: float, hole: tuple[float, float, float, float] | None) -> Mesh:
    """Return a wall of many faces that faces −y, with an opening."""
    x = set(np.round(np.linspace(-half, half, 21), 4).tolist())
    z = set(np.round(np.linspace(0, height, 13), 4).tolist())
    if hole is not None:
        x, z = x | set(hole[:2]), z | set(hole[2:])
    columns, rows = np.array(sorted(x)), np.array(sorted(z))
    grid_x, grid_z = np.meshgrid(columns, rows)
    vertices = np.stack([grid_x, np.zeros_like(grid_x), grid_z], -1).reshape(-1, 3)
    uv = np.stack([(grid_x + half) / (2 * half), 1 - grid_z / height], -1).reshape(-1, 2)
    faces = triangles.grid_faces(len(rows), len(columns))
    if hole is not None:
        middle = vertices[faces].mean(1)
        inside = (
            (middle[:, 0] > hole[0]) & (middle[:, 0] < hole[1]) & (middle[:, 2] > hole[2]) & (middle[:, 2] < hole[3])
        )
        faces = faces[~inside]
    return Mesh(vertices, faces, uv, np.tile([0.0, -1.0, 0.0], (len(vertices), 1)))


def _reveal(hole: tuple[float, float, float, float]) -> Mesh:
    """Return the four inner sides of the opening in the wall."""
    x0, x1, z0, z1 = hole
    x, z, half, thick = (x0 + x1) / 2, (z0 + z1) / 2, _REVEAL_M / 2, 0.004
    out = thick + _BEHIND_M
    upright, level = (thick, half, (z1 - z0) / 2 + _BEHIND_M), ((x1 - x0) / 2 + _BEHIND_M, half, thick)
    sides = [meshes.move(meshes.box(upright), (at, half, z)) for at in (x0 - out, x1 + out)]
    sides += [meshes.move(meshes.box(level), (x, half, at)) for at in (z0 - out, z1 + out)]
    return meshes.merge(*sides)


def _beside_doors(plan: ScenePlan, line: Rect) -> list[tuple[float, float]]:
    """Return the stretches of a wall that have no door in them."""
    left, stretches = -line.half[0], []
    for door in plan.fixtures:
        if door.kind == "door" and abs((door.yaw - line.yaw + 180) % 360 - 180) < 1:
            x = float(line.local(np.array(door.at))[0])
            stretches.append((left, x - DOOR_M[0] / 2 - 0.06))
            left = x + DOOR_M[0] / 2 + 0.06
    return [(a, b) for a, b in [*stretches, (left, line.half[0])] if b - a > 0.01]


def _skirting(left: float, right: float) -> Mesh:
    half = ((right - left) / 2, 0.007, _SKIRTING_M / 2)
    return meshes.move(meshes.box(half, 0.004, steps=1), ((left + right) / 2, -0.007, _SKIRTING_M / 2))


def _open_view(world: Body, plan: ScenePlan, window: FixturePlan) -> None:
    """Hang the window view a little behind the window, so that it shifts as the viewer moves."""
    rect = body_rect(window)
    variant = int(stream(plan.seed, "view").integers(4))
    picture = window_view.view_picture(plan.time_of_day, variant, str(window.options.get("weather", "")))
    sky = world.workshop.material(picture, roughness=1.0, emission=LIGHT[plan.time_of_day].sky)
    x, y = rect.point((0.0, 0.6))
    # Wider than the picture, which repeats at its sides and continues above and below: its edge is never in view.
    flat = _plate(12.0, 7.2, (2, 24))
    uv = np.stack([flat.uv[:, 0] * 1.6, np.clip((flat.uv[:, 1] - 0.5) * 1.6 + 0.5, 0.004, 0.996)], 1)
    flat = meshes.turn(Mesh(flat.vertices, flat.faces, uv, flat.normals), "x", 90)
    world.show(flat, at=(x, y, window.z + 0.62), turn=turn("z", window.yaw), material=sky, name="outside")


def _set_camera(spec: Any) -> None:
    spec.visual.map.znear, spec.visual.map.zfar = 0.015, 12.0
    spec.visual.map.shadowscale = 0.62
    spec.stat.extent, spec.stat.center = 2.5, [0, 0, 1.0]
    spec.visual.quality.shadowsize = 1024


def _set_light(spec: Any, plan: ScenePlan, window: FixturePlan | None) -> None:
    """Add one light that casts shadows (the window by day, the lamp by night), a fill light and ambient light."""
    light = LIGHT[plan.time_of_day]
    headlight = spec.visual.headlight
    headlight.ambient, headlight.diffuse, headlight.specular = list(light.ambient), [0.06] * 3, [0.0] * 3
    height = plan.size[2]
    if plan.time_of_day == "night" or window is None:
        _lamp(spec, "key", (0.05, -0.05, height - 0.34), (0.0, 0.0, -1.0), light.key, shadow=True)
        _lamp(spec, "fill", (0.0, 0.0, 0.9), (0.0, 0.0, 1.0), light.fill, shadow=False)
        return
    rect = body_rect(window)
    (x, y, z), inward = daylight_from(plan, window), -rect.axes[1]
    _lamp(spec, "key", (x, y, z), (float(inward[0]), float(inward[1]), -1.15), light.key, shadow=True)
    x, y = rect.point((0.6, -0.9 * min(plan.size[:2])))
    _lamp(spec, "fill", (x, y, 1.7), (-float(inward[0]), -float(inward[1]), -0.1), light.fill, shadow=False)


def _lamp(spec: Any, name: str, at: Vector, towards: Vector, colour: Vector, *, shadow: bool) -> None:
    spec.worldbody.add_light(
        name=name,
        pos=at,
        dir=towards,
        type=mujoco.mjtLightType.mjLIGHT_SPOT,
        diffuse=[_SPREAD * part for part in colour],
        specular=[0.35 * part for part in colour],
        cutoff=88,
        exponent=1,
        attenuation=[1, 0, 0],
        castshadow=shadow,
    )
