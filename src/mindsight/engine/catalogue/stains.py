"""Kinds of things: stains, which are part of the floor or table they lie on and can only be wiped away."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.textures import noise, pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.shapes import Mesh, Vector
from mindsight.engine.geometry.triangles import grid_faces
from mindsight.engine.kinds import Look, Wish, kind

Array = NDArray[np.float64]
_PIXELS = 256
_CELLS = 64
_VISIBLE = 0.08
_THICK = 0.0002
_TOP = -0.0004
"""Height of the film's upper side, allowing for the gap of 1 mm with which things start above their place."""


def _decal(body: Body, cover: Array, colour: Array, size: float, *, gloss: float = 0.5) -> None:
    """Lay a picture on the surface: cover (0–1) and colour of every pixel. There is no geometry where cover is 0."""
    pixels = np.dstack([colour, np.clip(cover, 0, 1)])
    pixels[:3], pixels[-3:], pixels[:, :3], pixels[:, -3:] = (np.array([*colour.mean((0, 1)), 0.0]) for _ in range(4))
    picture = Image.fromarray((np.clip(pixels, 0, 1) * 255).astype(np.uint8), "RGBA")
    coat = body.workshop.material(picture, alpha=0.99, roughness=1 - gloss)
    body.show(_cut_out(pixels[..., 3], size), material=coat)


def _cut_out(cover: Array, size: float) -> Mesh:
    """Return a film over the covered pixels only, its texture projected from above."""
    step = _PIXELS // _CELLS
    covered = cover.reshape(_CELLS, step, _CELLS, step).max(axis=(1, 3)) > _VISIBLE
    quads = grid_faces(_CELLS + 1, _CELLS + 1)[:, ::-1]
    quads = quads[np.tile(covered.ravel(), 2)]
    share = np.linspace(0, 1, _CELLS + 1)
    u, v = np.meshgrid(share, share)
    top = np.stack([(u - 0.5) * size, (0.5 - v) * size, np.full_like(u, _TOP)], axis=-1).reshape(-1, 3)
    under = top - [0, 0, _THICK]
    faces = np.concatenate([quads, quads[:, ::-1] + len(top)])
    used, numbers = np.unique(faces, return_inverse=True)
    flat = np.stack([u, v], axis=-1).reshape(-1, 2)
    up = np.tile([0.0, 0.0, 1.0], (len(used), 1)) * np.where(used < len(top), 1, -1)[:, None]
    film = np.concatenate([top, under])[used]
    return Mesh(film, numbers.reshape(-1, 3).astype(np.int32), np.tile(flat, (2, 1))[used], up)


def _plane() -> tuple[Array, Array]:
    x, y = np.meshgrid(np.linspace(-1, 1, _PIXELS), np.linspace(1, -1, _PIXELS))
    return x, y


def _pool(rng: Generator, x: Array, y: Array, *, ragged: float, lobes: int = 4) -> Array:
    """Return the signed distance (in half sizes, negative inside) of a spilt pool with drops around it."""
    clouds = noise(rng, (_PIXELS, _PIXELS), 3) - 0.5
    parts = [np.hypot(x, y) - 0.42]
    for _ in range(lobes):
        angle, away, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.22, 0.42), rng.uniform(0.16, 0.30)
        parts.append(np.hypot(x - away * np.cos(angle), y - away * np.sin(angle)) - radius)
    stack = np.stack(parts)
    pool = -0.07 * np.log(np.exp(-stack / 0.07).sum(axis=0)) + ragged * clouds
    for _ in range(6):
        angle, away, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.74, 0.88), rng.uniform(0.02, 0.06)
        pool = np.minimum(pool, np.hypot(x - away * np.cos(angle), y - away * np.sin(angle)) - radius)
    return np.asarray(pool)


def _between(first: Vector, second: Vector, share: Array) -> Array:
    return np.asarray(np.array(first) + (np.array(second) - np.array(first)) * share[..., None])


def _toned(base: Vector, light: Array) -> Array:
    return np.asarray(np.array(base) * light[..., None])


@kind("coffee_stain", zh="咖啡渍", en="coffee stain", category="stain", mass_kg=0.01, uses=("wipe",), flat=True)
def coffee_stain(body: Body, rng: Generator, wish: Wish) -> Look:
    """Rings left by the foot of a cup, and a splash of coffee with a dark rim."""
    del wish
    x, y = _plane()
    size, clouds = float(rng.uniform(0.15, 0.19)), noise(rng, (_PIXELS, _PIXELS), 3)
    pool = _pool(rng, x * 1.45 + 0.52, y * 1.45 - 0.45, ragged=0.25, lobes=3) / 1.45
    cover, dark = np.clip(1 - pool / 0.012, 0, 1) * 0.95, np.exp(-np.abs(pool + 0.01) / 0.03)
    for cx, cy in ((0.30, -0.30), (-0.10, -0.04)):
        away = np.hypot(x - cx, y - cy) - 0.50
        # A cup leaves more coffee on one side than on the other, and its ring is uneven.
        turns = np.arctan2(y - cy, x - cx) - float(rng.uniform(0, 2 * np.pi))
        wide = 0.035 + 0.065 * (0.5 + 0.5 * np.cos(turns)) * clouds
        ring = np.clip(1.4 - np.abs(away) / wide, 0, 1) * np.clip(0.35 + 0.45 * np.cos(turns) + 0.9 * clouds, 0, 1)
        dark = np.where(ring > cover, np.clip(np.abs(away) / wide, 0, 1), dark)
        cover = np.maximum(cover, ring)
    tone = _between((0.70, 0.49, 0.29), (0.25, 0.13, 0.06), dark) * (0.85 + 0.3 * clouds)[..., None]
    _decal(body, cover, tone, size, gloss=0.6)
    return Look("brown", "rings", "coffee", state="stained")


@kind("muddy_footprint", zh="泥脚印", en="muddy footprint", category="stain", mass_kg=0.01, uses=("wipe",), flat=True)
def muddy_footprint(body: Body, rng: Generator, wish: Wish) -> Look:
    """A shoe print in mud: sole and heel with their tread, crumbs of earth around."""
    del wish
    x, y = _plane()
    side = 1.0 if rng.random() < 0.5 else -1.0
    u = x * side
    clouds = noise(rng, (_PIXELS, _PIXELS), 5)
    sole = np.hypot((u - 0.02 + 0.10 * (y - 0.35)) / 0.31, (y - 0.37) / 0.52) - 1
    heel = np.hypot((u + 0.03) / 0.24, (y + 0.62) / 0.27) - 1
    waist = np.maximum(np.abs(u + 0.05) / 0.15 - 1, np.abs(y + 0.22) / 0.30 - 1)
    shape = np.minimum(np.minimum(sole, heel), waist * 0.8) + 0.20 * (clouds - 0.5)
    tread = 0.5 + 0.5 * np.sign(np.sin(26 * (y + 0.35 * np.abs(u))) + 0.25)
    worn = np.clip((clouds - 0.22) * 5, 0.35, 1)
    cover = np.clip(-shape * 14, 0, 1) * (0.80 + 0.20 * tread) * np.maximum(worn, 0.7)
    earth = np.clip(tread * worn - 0.9 * np.exp(-np.abs(shape + 0.03) / 0.05), 0, 1)
    for _ in range(16):
        cx, cy, radius = rng.uniform(-0.75, 0.75), rng.uniform(-0.9, 0.9), rng.uniform(0.012, 0.04)
        cover = np.maximum(cover, np.clip((radius - np.hypot(x - cx, y - cy)) / 0.012, 0, 1))
    tone = _between((0.24, 0.15, 0.09), (0.66, 0.52, 0.36), earth) * (0.85 + 0.3 * clouds)[..., None]
    _decal(body, cover, tone, float(rng.uniform(0.25, 0.27)), gloss=0.1)
    return Look("brown", "footprint", "mud", state="stained")


_JUICES: dict[str, Vector] = {"orange": (0.96, 0.52, 0.08), "red": (0.78, 0.10, 0.14), "purple": (0.42, 0.12, 0.42)}


@kind("juice_spill", zh="果汁渍", en="juice spill", category="stain", mass_kg=0.02, uses=("wipe",), flat=True,
      colours=("orange", "red", "purple"))  # fmt: skip
def juice_spill(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wet, shining pool of juice with drops around it."""
    colour = wish.pick_colour(rng, tuple(_JUICES))
    x, y = _plane()
    pool = _pool(rng, x, y, ragged=0.10)
    depth = np.clip(-pool / 0.10, 0, 1)
    shine = np.clip(1 - np.abs(pool + 0.075 + 0.05 * (x - y)) / 0.030, 0, 1) * (x - y < -0.15)
    light = (1.08 - 0.26 * np.exp(pool / 0.04))[..., None]
    base = np.array(_JUICES.get(colour, _JUICES["orange"])) * light
    tone = base + (1.0 - base) * 0.75 * (shine * depth)[..., None]
    _decal(body, np.clip(-pool / 0.012, 0, 1) * 0.93, tone, float(rng.uniform(0.20, 0.25)), gloss=0.9)
    return Look(colour, "pool", "juice", state="stained")


@kind("dust_patch", zh="灰尘", en="dust", category="stain", mass_kg=0.005, uses=("wipe", "sweep"), flat=True)
def dust_patch(body: Body, rng: Generator, wish: Wish) -> Look:
    """A patch of grey dust with fluff and hairs in it."""
    del wish
    x, y = _plane()
    clouds, grain = noise(rng, (_PIXELS, _PIXELS), 5), rng.random((_PIXELS, _PIXELS))
    away = np.hypot(x, y * 1.15) + 0.9 * (clouds - 0.5)
    cover = np.clip((0.72 - away) * 2.2, 0, 0.86) * (0.62 + 0.5 * grain)
    tone = _toned((0.50, 0.49, 0.47), 0.72 + 0.55 * grain + 0.2 * (clouds - 0.5))
    hairs = Image.new("L", (2 * _PIXELS, 2 * _PIXELS))
    for _ in range(14):
        path = [(float(px + 1) * _PIXELS, float(1 - py) * _PIXELS) for px, py in _hair(rng)]
        ImageDraw.Draw(hairs).line(path, fill=255, width=int(rng.integers(4, 7)), joint="curve")
    hair = np.asarray(hairs.resize((_PIXELS, _PIXELS), Image.Resampling.BOX), float) / 255
    cover, tone = np.maximum(cover, hair * 0.95), tone + (np.array([0.24, 0.23, 0.23]) - tone) * hair[..., None]
    for _ in range(11):
        cx, cy, radius = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(0.07, 0.14)
        fluff = np.clip((radius - np.hypot(x - cx, y - cy) + 0.10 * (grain - 0.5)) / 0.04, 0, 1)
        cover, tone = (
            np.maximum(cover, fluff * 0.95),
            tone + (np.array([0.66, 0.65, 0.63]) - tone) * (fluff * (0.6 + 0.4 * grain))[..., None],
        )
    _decal(body, cover, tone, float(rng.uniform(0.18, 0.22)), gloss=0.05)
    return Look("grey", "patch", "dust", state="dusty")


def _hair(rng: Generator, count: int = 26) -> Array:
    start, angle, curl = rng.uniform(-0.5, 0.5, 2), rng.uniform(0, 6.3), rng.uniform(-0.14, 0.14)
    angles = angle + curl * np.arange(count)
    return np.asarray(start + np.cumsum(0.022 * np.stack([np.cos(angles), np.sin(angles)], axis=1), axis=0))


@kind("crumbs", zh="面包屑", en="bread crumbs", category="stain", mass_kg=0.005, uses=("wipe", "sweep"), flat=True,
      plural=True)  # fmt: skip
def crumbs(body: Body, rng: Generator, wish: Wish) -> Look:
    """Crumbs and flakes of crust as they lie where somebody has eaten."""
    del wish
    large = 4 * _PIXELS
    bits, tones = Image.new("L", (large, large)), Image.new("RGB", (large, large), (190, 140, 80))
    pens = ImageDraw.Draw(bits), ImageDraw.Draw(tones)
    for _ in range(230):
        away, angle = 0.82 * float(rng.uniform(0, 1)) ** 0.8, float(rng.uniform(0, 2 * np.pi))
        size, turned = 0.016 + 0.070 * float(rng.uniform(0, 1)) ** 3, float(rng.uniform(0, 2 * np.pi))
        corners = np.linspace(0, 2 * np.pi, 8)[:-1] + turned
        reach = size * rng.uniform(0.55, 1.0, 7)
        rim = np.stack(
            [away * np.cos(angle) + reach * np.cos(corners), away * np.sin(angle) + reach * np.sin(corners)], 1
        )
        shape = [(float(u), float(v)) for u, v in (rim + 1) * large / 2]
        pale = np.array((0.40, 0.20, 0.07)) + np.array((0.57, 0.62, 0.48)) * float(rng.uniform(0, 1))
        pens[0].polygon(shape, fill=255)
        pens[1].polygon(shape, fill=pixel((float(pale[0]), float(pale[1]), float(pale[2]))))
    small = (_PIXELS, _PIXELS)
    cover = np.asarray(bits.resize(small, Image.Resampling.BOX), float) / 255
    tone = np.asarray(tones.resize(small, Image.Resampling.BOX), float) / 255
    _decal(body, cover, tone, float(rng.uniform(0.20, 0.24)), gloss=0.1)
    return Look("brown", "scattered bits", "bread", state="stained")
