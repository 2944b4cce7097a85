"""Kinds of things: rubbish that belongs in the bin."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import fill, metal, paint
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed, pixel, write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import lathe, loft, merge, move, tube
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Mesh, Sphere, Vector
from mindsight.engine.geometry.triangles import Array, shade
from mindsight.engine.kinds import Look, Wish, kind

_THROW = ("throw_away",)


def _polar(away: float, degrees: float, z: float) -> Vector:
    angle = np.deg2rad(degrees)
    return (away * float(np.cos(angle)), away * float(np.sin(angle)), z)


@kind(
    "crushed_can",
    zh="压扁的易拉罐",
    en="crushed drink can",
    category="rubbish",
    mass_kg=0.015,
    uses=_THROW,
    colours=("red", "blue", "green"),
)
def crushed_can(body: Body, rng: Generator, wish: Wish) -> Look:
    """An empty can lying on its side, its waist pinched and twisted."""
    colour = wish.pick_colour(rng, ("red", "blue", "green"))
    print_ = Image.new("RGB", (384, 192), pixel(COLOURS[colour].rgb))
    ImageDraw.Draw(print_).polygon([(0, 120), (384, 60), (384, 92), (0, 152)], fill=pixel((0.96, 0.95, 0.92)))
    for x in (96, 288):
        write(print_, "汽水", ((x - 70) / 384, 0.10, (x + 70) / 384, 0.46), (0.97, 0.96, 0.93))
        write(print_, "SODA", ((x - 44) / 384, 0.76, (x + 44) / 384, 0.94), (0.97, 0.96, 0.93))
    wall = lathe([(0.031, float(z)) for z in np.linspace(0.006, 0.096, 22)], 48)
    ends = [lathe([(0, 0.003), (0.022, 0.003), (0.024, 0), (0.031, 0.006)], 48),
            lathe([(0.031, 0.096), (0.0265, 0.104), (0.027, 0.106), (0.025, 0.105), (0.024, 0.102), (0, 0.102)], 48)]  # fmt: skip
    phase, depth = float(rng.uniform(0, 6)), float(rng.uniform(0.40, 0.50))

    def press(points: Array) -> Array:
        share = points[:, 2] / 0.106
        waist = np.exp(-(((share - 0.50) / 0.20) ** 2))
        around = np.arctan2(points[:, 1], points[:, 0])
        dent = (
            1
            - depth * waist * (0.55 + 0.45 * np.cos(2 * around + phase))
            - 0.05 * waist * np.sin(7 * around + 14 * share)
        )
        away = points[:, :2] * dent[:, None]
        bent = np.deg2rad(26) * (share - 0.5)
        squat = (points[:, 2] - 0.053) * 0.86
        x = squat * np.cos(bent) + away[:, 1] * np.sin(bent)
        y = away[:, 1] * np.cos(bent) + np.abs(squat) * np.sin(np.abs(bent)) * 0.8
        return np.stack([-x, y, away[:, 0]], axis=1)

    whole = merge(wall, *ends)
    low = float(press(whole.vertices.copy())[:, 2].min())
    for mesh, material in ((wall, body.workshop.material(print_, roughness=0.3)), (merge(*ends), metal(body))):
        moved = press(mesh.vertices.copy()) - [0, 0, low]
        body.show(shade(moved, mesh.faces, mesh.uv, 30.0), material=material)
    placed = press(whole.vertices.copy()) - [0, 0, low]
    for part in (placed[placed[:, 0] < -0.022], placed[placed[:, 0] > 0.022]):
        fill(body, part, 0.001)
    body.solid(Box((0.030, 0.014, 0.016)), at=(0, 0, 0.031))
    return Look(colour, "crushed cylinder", "aluminium", state="empty", text=("汽水", "SODA"))


@kind("banana_peel", zh="香蕉皮", en="banana peel", category="rubbish", mass_kg=0.04, uses=_THROW)
def banana_peel(body: Body, rng: Generator, wish: Wish) -> Look:
    """A peel that stands on its spread flaps, pale inside, its stalk up."""
    del wish
    outside, inside = paint(body, "yellow", rough=0.6), paint(body, (0.96, 0.91, 0.72), rough=0.8)
    top = 0.062
    strips: tuple[list[Mesh], list[Mesh]] = ([], [])
    for n in range(4):
        length, yaw = float(rng.uniform(0.085, 0.105)), 90.0 * n + float(rng.uniform(-14, 14))
        body.solid(Box((length / 2, 0.013, 0.004)), at=_polar(0.006 + length / 2, yaw, 0.004), turn=turn("z", yaw))
        share = np.linspace(0, 1, 13)
        x = 0.008 + length * (0.12 * share + 0.88 * share**1.5)
        z = top * (1 - share**0.75) ** 1.15 + 0.0040 + 0.030 * np.clip(share - 0.80, 0, 1) ** 1.3 * 4
        width = 0.0200 * np.sin(np.pi * np.clip(0.18 + 0.80 * share, 0, 0.985)) + 0.001
        for side, lift in ((0, 0.0016), (1, -0.0014)):
            rings = []
            for a, h, w in zip(x, z, width, strict=True):
                sag = 0.35 * w
                row = [(a, float(s) * w, h + lift - sag * float(s) ** 2 + sag * 0.3) for s in np.linspace(-1, 1, 7)]
                back = [(p[0], p[1], p[2] - 0.0011) for p in row[::-1]]
                rings.append([*row, *back, row[0]][::-1])
            strips[side].append(turned(loft(rings, crease=60), "z", yaw))
    low = min(float(mesh.vertices[:, 2].min()) for mesh in strips[1])
    top -= low
    body.show(move(merge(*strips[0]), (0, 0, -low)), material=outside)
    body.show(move(merge(*strips[1]), (0, 0, -low)), material=inside)
    stalk = [(0, 0, top - 0.006), (0.001, 0, top + 0.012), (0.006, 0.001, top + 0.032)]
    body.show(tube(stalk, [0.012, 0.0075, 0.0055], 6), material=outside)
    body.show(Sphere(0.0052), at=(0.0066, 0.001, top + 0.036), material=paint(body, (0.36, 0.26, 0.14)))
    body.solid(Box((0.022, 0.022, 0.022)), at=(0, 0, 0.026))
    body.solid(Box((0.008, 0.008, 0.022)), at=(0.002, 0, 0.074))
    return Look("yellow", "spread peel", "peel")


@kind(
    "empty_bottle",
    zh="空塑料瓶",
    en="empty plastic bottle",
    category="rubbish",
    mass_kg=0.025,
    uses=_THROW,
    colours=("blue", "green"),
)
def empty_bottle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A clear bottle of 21 cm lying on its side, dented, with label and cap."""
    colour = wish.pick_colour(rng, ("blue", "green"))
    tone = COLOURS[colour].rgb
    profile = [(0, 0.004), (0.018, 0.002), (0.026, 0.0), (0.031, 0.006), (0.031, 0.050), (0.029, 0.056), (0.031, 0.062), (0.031, 0.128),
               (0.029, 0.134), (0.031, 0.140), (0.029, 0.156), (0.015, 0.186), (0.0125, 0.190), (0.0125, 0.206)]  # fmt: skip
    along = np.linspace(0, 0.206, 60)
    wall = lathe(
        [(float(np.interp(z, [p[1] for p in profile[2:]], [p[0] for p in profile[2:]])), float(z)) for z in along], 32
    )
    dent_z, depth = float(rng.uniform(0.07, 0.11)), float(rng.uniform(0.010, 0.014))

    def press(points: Array) -> Array:
        hollow = (
            depth * np.exp(-(((points[:, 2] - dent_z) / 0.022) ** 2) - (points[:, 1] / 0.020) ** 2) * (points[:, 0] > 0)
        )
        return np.stack([0.103 - points[:, 2], points[:, 1], points[:, 0] - hollow + 0.031], axis=1)

    clear = body.workshop.material(rgb=mixed(tone, (1, 1, 1), 0.55), alpha=0.42, roughness=0.08)
    body.show(shade(press(wall.vertices.copy()), wall.faces, wall.uv, 60.0), material=clear)
    strip = Image.new("RGB", (384, 128), pixel(tone))
    for x in (0, 96, 192, 288):
        write(strip, "水", ((x + 14) / 384, 0.08, (x + 50) / 384, 0.62), (1, 1, 1))
        write(strip, "WATER", ((x + 8) / 384, 0.68, (x + 56) / 384, 0.92), (1, 1, 1))
    wrap = lathe([(0.0315, float(z)) for z in np.linspace(0.064, 0.126, 20)], 32)
    body.show(
        shade(press(wrap.vertices.copy()), wrap.faces, wrap.uv, 60.0),
        material=body.workshop.material(strip, roughness=0.4),
    )
    body.show(Cylinder(0.0145, 0.009), at=(-0.104, 0, 0.031), turn=turn("y", 90), material=paint(body, tone, rough=0.4))
    body.show(
        Cylinder(0.0165, 0.0015), at=(-0.092, 0, 0.031), turn=turn("y", 90), material=paint(body, tone, rough=0.4)
    )
    body.solid(Box((0.076, 0.019, 0.0305)), at=(0.026, 0, 0.0305))
    body.solid(Box((0.076, 0.028, 0.016)), at=(0.026, 0, 0.031))
    body.solid(Box((0.030, 0.013, 0.013)), at=(-0.082, 0, 0.031))
    return Look(colour, "lying bottle", "plastic", state="empty", text=("水", "WATER"))


@kind(
    "apple_core", zh="苹果核", en="apple core", category="rubbish", mass_kg=0.03, uses=_THROW, colours=("red", "green")
)
def apple_core(body: Body, rng: Generator, wish: Wish) -> Look:
    """An eaten apple lying down: a narrow core between two caps of skin."""
    colour = wish.pick_colour(rng, ("red", "green"))
    skin_ = paint(body, COLOURS["red"].rgb if colour == "red" else (0.55, 0.74, 0.30), rough=0.35)
    flesh = paint(body, (0.95, 0.88, 0.66), rough=0.8)
    waist = lathe(
        [
            (0.027, 0.014),
            (0.019, 0.020),
            (0.0135, 0.030),
            (0.0125, 0.038),
            (0.0145, 0.046),
            (0.022, 0.056),
            (0.029, 0.061),
        ],
        24,
        60,
    )
    bites, phase = int(rng.integers(4, 7)), float(rng.uniform(0, 6))
    gnaw = waist.vertices * [1, 1, 1]
    gnaw[:, :2] *= (1 + 0.10 * np.sin(bites * np.arctan2(gnaw[:, 1], gnaw[:, 0]) + phase))[:, None]
    caps = [lathe([(0, 0.004), (0.008, 0.001), (0.016, 0.0), (0.024, 0.006), (0.0275, 0.0145), (0.018, 0.017)], 24, 50),
            lathe([(0.020, 0.058), (0.0300, 0.0605), (0.0285, 0.068), (0.018, 0.073), (0.008, 0.071), (0, 0.064)], 24, 50)]  # fmt: skip
    parts = {flesh: shade(gnaw, waist.faces, waist.uv, 60.0), skin_: merge(*caps),
             paint(body, (0.40, 0.28, 0.17)): tube([(0, 0, 0.062), (0.001, 0, 0.078), (0.005, 0.001, 0.088)], 0.0016, 8)}  # fmt: skip
    tilt = float(np.degrees(np.arctan2(0.0300 - 0.0275, 0.046)))
    lying = {material: move(turned(mesh, "y", 90 + tilt), (0, 0, 0)) for material, mesh in parts.items()}
    low = min(float(mesh.vertices[:, 2].min()) for mesh in lying.values())
    for material, mesh in lying.items():
        body.show(move(mesh, (-0.037, 0, -low)), material=material)
    for n in range(2):
        seed_ = (-0.006 + 0.008 * n, -0.0125, 0.030 + 0.004 * n)
        body.show(
            Capsule(0.0022, seed_, (seed_[0] + 0.004, seed_[1], seed_[2])), material=paint(body, (0.25, 0.14, 0.08))
        )
    body.solid(Box((0.006, 0.023, 0.026)), at=(-0.029, 0, 0.0275))
    body.solid(Box((0.006, 0.025, 0.027)), at=(0.028, 0, 0.0285))
    body.solid(Box((0.034, 0.011, 0.011)), at=(0, 0, 0.029))
    body.solid(Box((0.010, 0.003, 0.003)), at=(0.042, 0, 0.031))
    return Look(colour, "gnawed core", "fruit", state="eaten")
