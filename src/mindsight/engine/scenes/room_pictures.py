"""Pictures of a room's floor and walls, with the soft shade that furniture casts on them.

Indirect light is painted here once for each plan; the renderer adds only direct light.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from mindsight.engine.drawing.prints import pixels, textures
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.scenes.floor_plan import FLAT, Rect, body_rect, on_floor, size_of, span_z
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, TimeOfDay
from mindsight.engine.seeds import stream

Array = NDArray[np.float64]

FLOORS: dict[str, Vector] = {
    "oak": (0.80, 0.64, 0.46),
    "birch": (0.87, 0.76, 0.60),
    "walnut": (0.62, 0.46, 0.33),
    "smoked": (0.70, 0.60, 0.50),
}
"""Wooden floors by name."""

TILES: tuple[tuple[Vector, Vector], ...] = (
    ((0.90, 0.87, 0.80), (0.90, 0.87, 0.80)),
    ((0.90, 0.88, 0.83), (0.66, 0.70, 0.69)),
    ((0.84, 0.72, 0.58), (0.84, 0.72, 0.58)),
)
"""Tiled floors: the colours of every other tile."""

PAINTS: tuple[Vector, ...] = (
    (0.94, 0.91, 0.84),
    (0.84, 0.87, 0.79),
    (0.80, 0.86, 0.89),
    (0.93, 0.85, 0.79),
    (0.95, 0.90, 0.76),
    (0.88, 0.85, 0.82),
)
"""Walls, warm and pale."""

_AIRY = FLAT | {
    "window",
    "curtain",
    "potted_plant",
    "floor_lamp",
    "armchair",
    "desk",
    "console",
    "shoe_rack",
    "dining_table",
}
"""Fixtures that let light pass to the wall behind them."""

_SLENDER = {"chair", "office_chair", "stool", "floor_lamp", "potted_plant"}
"""Fixtures whose shadow is unlike their bounding rectangle."""

TILED = frozenset({"kitchen", "bathroom"})
"""Rooms with tiles on the floor and on walls."""
TILED_M: Mapping[str, tuple[float, float]] = {"kitchen": (0.86, 1.50), "bathroom": (0.0, 2.0)}
"""Lower and upper edge of the tiles on walls, m above the floor."""

_TILE_PX, _TILE_M = 512, 2.4
_SUN: dict[TimeOfDay, tuple[float, float, Vector, float]] = {
    "morning": (-38.0, 42.0, (1.0, 0.90, 0.70), 0.42),
    "noon": (12.0, 58.0, (1.0, 0.97, 0.88), 0.38),
    "evening": (40.0, 34.0, (1.0, 0.72, 0.42), 0.48),
}
"""Azimuth and height of the sun in degrees as seen through the window, its colour and how much it brightens."""


def floor_picture(plan: ScenePlan) -> Image.Image:
    """Return the picture of a room's floor with its shade and the patch of sunlight, north up."""
    rng = stream(plan.seed, "floor")
    if plan.room in TILED:
        base = _tiled_floor(int(rng.integers(len(TILES))))
    else:
        base = _wooden_floor(list(FLOORS)[int(rng.integers(len(FLOORS)))], int(rng.integers(3)))
    width, depth = (round(length / _TILE_M * _TILE_PX) for length in plan.size[:2])
    repeats = (-(-depth // _TILE_PX), -(-width // _TILE_PX), 1)
    picture = np.tile(base, repeats)[:depth, :width].astype(np.float32)
    light = _resized(_floor_light(plan), (width, depth))
    return Image.fromarray(np.clip(picture * light, 0, 255).astype(np.uint8))


@lru_cache(maxsize=16)
def _wooden_floor(name: str, variant: int) -> NDArray[np.uint8]:
    """Return floorboards that run to the right and tile seamlessly."""
    rng = stream(variant, "planks", name)
    rows, n = 16, _TILE_PX
    y, x = np.mgrid[0:n, 0:n]
    row = y * rows // n
    cut, second = rng.integers(0, n, rows), rng.integers(n // 3, 2 * n // 3, rows)
    along = (x - cut[row]) % n
    half = (along > second[row]).astype(int)
    tone = rng.uniform(0.90, 1.06, (rows, 2))[row, half]
    clouds = textures.noise(rng, (n, n), 3)
    streak = (
        np.asarray(
            Image.fromarray((rng.random((n, 16)) * 255).astype(np.uint8)).resize((n, n), Image.Resampling.BICUBIC)
        )
        / 255
    )
    wave = 0.5 + 0.5 * np.sin(y * 0.55 + clouds * 12 + rng.uniform(0, 6, (rows, 2))[row, half])
    light = tone * (0.93 + 0.05 * wave + 0.06 * (streak - 0.5) + 0.04 * clouds)
    seam = (y * rows % n < rows) | (along < 2) | (np.abs(along - second[row]) < 1)
    light = np.where(seam, light * 0.78, light)
    tint = np.array(FLOORS[name]) * (1 + 0.014 * (rng.uniform(-1, 1, (rows, 2, 3)))[row, half])
    return np.asarray(np.clip(tint * light[..., None] * 255, 0, 255).astype(np.uint8))


@lru_cache(maxsize=8)
def _tiled_floor(variant: int) -> NDArray[np.uint8]:
    """Return square tiles of 30 cm with pale joints, which tile seamlessly."""
    first, second = TILES[variant]
    rng = stream(variant, "tiles")
    n, cells = _TILE_PX, 8
    y, x = np.mgrid[0:n, 0:n]
    cell = n // cells
    tone = rng.uniform(0.96, 1.03, (cells, cells))[y // cell, x // cell]
    odd = ((y // cell + x // cell) % 2).astype(bool)
    tint = np.where(odd[..., None], np.array(second), np.array(first))
    light = tone * (0.97 + 0.05 * textures.noise(rng, (n, n), 4))
    joint = (x % cell < 2) | (y % cell < 2)
    light = np.where(joint, light * 0.84, light)
    return np.asarray(np.clip(tint * light[..., None] * 255, 0, 255).astype(np.uint8))


def _resized(field: Array, size: tuple[int, int]) -> NDArray[np.float32]:
    layers = [
        Image.fromarray(field[..., k].astype(np.float32)).resize(size, Image.Resampling.BILINEAR)
        for k in range(field.shape[-1])
    ]
    return np.stack([np.asarray(layer) for layer in layers], -1)


def _floor_light(plan: ScenePlan) -> Array:
    """Return the brightness of each place of the floor, RGB around 1, on a coarse grid, north up."""
    width, depth = plan.size[:2]
    nx, ny = int(width * 40), int(depth * 40)
    x = (np.arange(nx) + 0.5) / nx * width - width / 2
    y = depth / 2 - (np.arange(ny) + 0.5) / ny * depth
    points = np.stack(np.meshgrid(x, y), -1)
    edge = np.minimum(width / 2 - np.abs(points[..., 0]), depth / 2 - np.abs(points[..., 1]))
    shade = 1 - 0.22 * np.exp(-edge / 0.14)
    standing = [body_rect(fixture) for fixture in plan.fixtures if on_floor(fixture)]
    for rect in standing:
        shade *= 1 - 0.42 * np.exp(-rect.grown(-0.03).distance(points) / 0.075)
    image = Image.fromarray((shade * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.2))
    soft = np.asarray(image, float) / 255
    light = np.repeat(soft[..., None], 3, -1)
    if plan.time_of_day in _SUN:
        _, _, colour, strength = _SUN[plan.time_of_day]
        sunny = _sun_patch(plan, points)
        # Shadows are computed only where sunlight can fall at all.
        patch = points[sunny]
        sunny[sunny] = ~_in_shadow(plan, patch) & np.all([rect.distance(patch) > 0.02 for rect in standing], axis=0)
        image = Image.fromarray(np.where(sunny, 255, 0).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.0))
        blurred = np.asarray(image, float) / 255
        light *= 1 + strength * blurred[..., None] * (np.array(colour) * 1.25)
    return light


def _sun_patch(plan: ScenePlan, points: Array) -> NDArray[np.bool_]:
    """Return where sunlight would fall on an empty floor through the two wings of the window."""
    window = next((fixture for fixture in plan.fixtures if fixture.kind == "window"), None)
    if window is None or plan.time_of_day not in _SUN:
        return np.zeros(points.shape[:2], bool)
    azimuth, height, _, _ = _SUN[plan.time_of_day]
    local = body_rect(window).local(points)
    inward = -local[..., 1]
    z = inward * np.tan(np.deg2rad(height)) / np.cos(np.deg2rad(azimuth))
    x = local[..., 0] - inward * np.tan(np.deg2rad(azimuth))
    bottom, top = window.z + 0.08, window.z + size_of(window)[2] - 0.08
    wings = (np.abs(x) > 0.03) & (np.abs(x) < 0.69) & (np.abs(z - (bottom + (top - bottom) * 0.68)) > 0.02)
    return np.asarray((z > bottom) & (z < top) & wings & (inward > 0))


def daylight_from(plan: ScenePlan, window: FixturePlan) -> Vector:
    """Return the position of the light that casts shadows by day: within the window, high up."""
    x, y = body_rect(window).point((0.0, -0.75))
    return x, y, plan.size[2] - 0.30


def _in_shadow(plan: ScenePlan, points: Array) -> NDArray[np.bool_]:
    """Return at which points furniture blocks daylight from the floor, so that no sunlight is painted there."""
    shaded = np.zeros(points.shape[:-1], bool)
    window = next((fixture for fixture in plan.fixtures if fixture.kind == "window"), None)
    if window is None:
        return shaded
    *lamp, high = daylight_from(plan, window)
    for fixture in plan.fixtures:
        if fixture.kind in _SLENDER or not on_floor(fixture):
            continue
        top, rect = min(size_of(fixture)[2], 0.95 * high), body_rect(fixture)
        for z in (top,) if fixture.kind in _AIRY else np.linspace(0.2, 1.0, 6) * top:
            shaded |= rect.distance(points + (np.array(lamp) - points) * z / high) <= 0
    return shaded


def wall_picture(plan: ScenePlan, wall: Rect) -> Image.Image:
    """Return the picture of a wall with the shade of corners and furniture; ``wall`` is its line on the floor, facing −y."""
    rng = stream(plan.seed, "walls")
    colour = PAINTS[int(rng.integers(len(PAINTS)))]
    style = ("plain", "plain", "stripes", "panel", "dots")[int(rng.integers(5))]
    if plan.room in TILED:
        style = "tiles" if plan.room == "bathroom" or _has_worktop(plan, wall) else "plain"
    length, height = 2 * wall.half[0], plan.size[2]
    size = (int(length * 110), int(height * 110))
    band = TILED_M.get(plan.room, TILED_M["kitchen"])
    base = np.asarray(_wall_base(colour, style, size, height, band))
    light = _wall_light(plan, wall, (size[0] // 4, size[1] // 4))
    scaled = _resized(light[..., None], size)
    return Image.fromarray(np.clip(base * scaled, 0, 255).astype(np.uint8))


def _has_worktop(plan: ScenePlan, wall: Rect) -> bool:
    return any(fixture.kind == "kitchen_counter" and _against(fixture, wall) for fixture in plan.fixtures)


@lru_cache(maxsize=32)
def _wall_base(
    colour: Vector, style: str, size: tuple[int, int], height: float, tiled: tuple[float, float]
) -> Image.Image:
    image = Image.new("RGB", size, pixels.pixel(colour))
    pen = ImageDraw.Draw(image)
    per_m = size[1] / height
    darker = pixels.pixel(pixels.mixed(colour, (0.62, 0.55, 0.47), 0.13))
    if style == "stripes":
        for x in np.arange(0, size[0], 0.24 * per_m):
            pen.rectangle([x, 0, x + 0.12 * per_m, size[1]], fill=darker)
    elif style == "panel":
        low = size[1] - 0.92 * per_m
        pen.rectangle([0, low, *size], fill=pixels.pixel(pixels.mixed(colour, (0.50, 0.56, 0.52), 0.34)))
        pen.rectangle([0, low - 0.05 * per_m, size[0], low], fill=(246, 243, 236))
    elif style == "dots":
        for row, y in enumerate(np.arange(0.06, height, 0.16) * per_m):
            for x in np.arange(0.05 + 0.11 * (row % 2), size[0] / per_m, 0.22) * per_m:
                r = 0.014 * per_m
                pen.polygon([(x, y - 1.7 * r), (x + r, y), (x, y + 1.7 * r), (x - r, y)], fill=darker)
    elif style == "tiles":
        foot, top = (size[1] - level * per_m for level in tiled)
        pen.rectangle([0, top, size[0], foot], fill=(240, 238, 231))
        for row, y in enumerate(np.arange(top, foot, 0.08 * per_m)):
            pen.line([0, y, size[0], y], fill=(214, 210, 200))
            for x in np.arange(-0.08 * (row % 2), size[0] / per_m, 0.16) * per_m:
                pen.line([x, y, x, y + 0.08 * per_m], fill=(214, 210, 200))
    return image


def _against(fixture: FixturePlan, wall: Rect) -> bool:
    """Return whether a fixture's back is at a wall."""
    turned = abs((fixture.yaw - wall.yaw + 180) % 360 - 180) < 1
    return turned and abs(float(wall.local(np.array(fixture.at))[1]) + size_of(fixture)[1] / 2) < 0.25


def _wall_light(plan: ScenePlan, wall: Rect, cells: tuple[int, int]) -> Array:
    half, height = wall.half[0], plan.size[2]
    u = (np.arange(cells[0]) + 0.5) / cells[0] * 2 * half - half
    v = height - (np.arange(cells[1]) + 0.5) / cells[1] * height
    points = np.stack(np.meshgrid(u, v), -1)
    shade = 1 - 0.16 * np.exp(-(half - np.abs(points[..., 0])) / 0.22)
    shade *= 1 - 0.16 * np.exp(-points[..., 1] / 0.18)
    shade *= 1 - 0.12 * np.exp(-(height - points[..., 1]) / 0.20)
    for fixture in plan.fixtures:
        if fixture.kind in _AIRY or not _against(fixture, wall):
            continue
        low, high = span_z(fixture)
        x = float(wall.local(np.array(fixture.at))[0])
        face = Rect((x, (low + high) / 2), (size_of(fixture)[0] / 2, (high - low) / 2))
        deep = 0.05 if size_of(fixture)[1] < 0.1 else 0.10
        shade *= 1 - (0.20 if deep < 0.1 else 0.34) * np.exp(-face.grown(-0.02).distance(points) / deep)
    return np.asarray(shade, float)
