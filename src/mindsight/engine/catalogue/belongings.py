"""Kinds of things: personal belongings that lie about in a home."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import metal, paint, rounded
from mindsight.engine.drawing.prints.paintings import picture
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import checks, dots, fabric, mixed, pixel, stripes, write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, extrude, lathe, merge, move, superellipsoid, tube
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Vector
from mindsight.engine.geometry.triangles import Array, grid_faces, shade
from mindsight.engine.kinds import Look, Wish, kind

_PAPER: Vector = (0.96, 0.94, 0.88)
_BOOKS = (
    ("故事", "STORIES", "red"),
    ("地理", "GEOGRAPHY", "blue"),
    ("菜谱", "COOKING", "orange"),
    ("植物", "PLANTS", "green"),
    ("诗集", "POEMS", "purple"),
)


@kind("book", zh="书", en="book", category="household", mass_kg=0.9, uses=("read", "gift"),
      colours=("red", "blue", "orange", "green", "purple"))  # fmt: skip
def book(body: Body, rng: Generator, wish: Wish) -> Look:
    """A thick hardback lying on its back, its title on the cover and the spine."""
    wanted = wish.pick_colour(rng, ("red", "blue", "orange", "green", "purple"))
    zh, en, colour = next((row for row in _BOOKS if row[2] == wanted), (*_BOOKS[0][:2], wanted))
    x, y, thick = float(rng.uniform(0.066, 0.075)), float(rng.uniform(0.095, 0.108)), float(rng.uniform(0.055, 0.065))
    tone = COLOURS[colour].rgb
    cloth = paint(body, tone, rough=0.7)
    cover = body.workshop.material(_cover(zh, en, tone), roughness=0.6)
    board = dict.fromkeys(("bottom", "front", "back", "left", "right"), (0.02, 0.02, 0.04, 0.04))
    body.show(box((x, y, 0.0016), 0.001, board), at=(0, 0, 0.0016), material=cloth)
    body.show(
        box((x, y, 0.0016), 0.001, {**board, "top": (0, 0, 1, 1)}),
        at=(0, 0, thick - 0.0016),
        material=cover,
        text=f"{zh} {en}",
    )
    leaves = body.workshop.material(stripes([(0.95, 0.93, 0.87), (0.84, 0.81, 0.74)], (8, 64), bands=32), roughness=0.9)
    body.show(box((x - 0.003, y - 0.004, thick / 2 - 0.003)), at=(0.001, 0, thick / 2), material=leaves)
    spine = turned(
        extrude(rounded([(0, 0), (0.006, 0.002), (0.006, thick - 0.002), (0, thick)], 0.005), 2 * y), "x", 90
    )
    body.show(turned(spine, "z", 180), at=(-x + 0.004, -y, 0), material=cloth)
    ribbon = [(0.02, y - 0.01, thick * 0.5), (0.022, y - 0.001, thick * 0.47), (0.024, y + 0.002, thick * 0.3)]
    body.show(tube(ribbon, 0.0016, 6), material=paint(body, "yellow" if colour != "yellow" else "red"))
    body.solid(Box((x, y, thick / 2)), at=(0, 0, thick / 2))
    return Look(colour, "flat book", "paper", text=(zh, en))


def _cover(zh: str, en: str, tone: Vector) -> Image.Image:
    canvas = Image.new("RGB", (256, 360), pixel(tone))
    draw = ImageDraw.Draw(canvas)
    draw.rectangle([0, 0, 18, 360], fill=pixel(tone, 0.75))
    draw.rectangle([34, 16, 242, 344], outline=pixel((0.97, 0.90, 0.70)), width=4)
    draw.rounded_rectangle([52, 52, 224, 200], 14, fill=pixel(_PAPER))
    write(canvas, zh, (0.24, 0.19, 0.84, 0.51), mixed(tone, (0.1, 0.1, 0.1), 0.4))
    write(canvas, en, (0.20, 0.60, 0.88, 0.70), (0.98, 0.96, 0.90))
    draw.ellipse([116, 272, 160, 316], outline=pixel((0.97, 0.90, 0.70)), width=5)
    return canvas


@kind("cushion", zh="靠垫", en="cushion", category="household", mass_kg=0.45, uses=("sit", "decorate"),
      colours=("red", "blue", "green", "yellow", "grey"), soft=True)  # fmt: skip
def cushion(body: Body, rng: Generator, wish: Wish) -> Look:
    """A square cushion of 38–44 cm with piping and a button."""
    colour = wish.pick_colour(rng, ("red", "blue", "green", "yellow", "grey"))
    half, tone = float(rng.uniform(0.19, 0.22)), COLOURS[colour].rgb
    pale = mixed(tone, (0.98, 0.95, 0.90), 0.75)
    cloth = (fabric(rng, tone), stripes([tone, tone, pale], bands=15, upright=True), checks(tone, pale, cells=10, style="gingham"),
             dots(tone, pale))[int(rng.integers(4))]  # fmt: skip
    shape = _pillow(half, 0.13)
    body.show(shape, material=body.workshop.material(cloth, roughness=0.95))
    edge = _pinched(half, np.linspace(0, 2 * np.pi, 65)[:-1])
    rim = np.c_[edge, np.full(len(edge), 0.065)]
    body.show(tube(rim, 0.005, 8, closed=True), material=paint(body, mixed(tone, (0.1, 0.08, 0.08), 0.3), rough=0.9))
    body.show(
        Ellipsoid((0.014, 0.014, 0.006)), at=(0, 0, 0.112), material=paint(body, mixed(tone, (0.1, 0.08, 0.08), 0.3))
    )
    body.solid(Box((half * 0.60, half * 0.60, 0.058)), at=(0, 0, 0.058))
    body.solid(Box((half * 0.97, half * 0.97, 0.012)), at=(0, 0, 0.065))
    body.solid(Box((half * 0.40, half * 0.40, 0.030)), at=(0, 0, 0.093))
    return Look(colour, "square pillow", "cloth")


def _pinched(half: float, angles: Array) -> Array:
    """Return a square outline whose sides curve in between its corners."""
    c, s = np.cos(angles), np.sin(angles)
    square = np.stack([np.sign(c) * np.abs(c) ** 0.42, np.sign(s) * np.abs(s) ** 0.42], axis=1)
    away = 1 - 0.07 * (1 - np.min(np.abs(square), axis=1) ** 2)
    return np.asarray(half * square * away[:, None])


def _pillow(half: float, height: float) -> Mesh:
    u = np.linspace(-1, 1, 29)
    gx, gy = np.meshgrid(u, u)
    bulge = np.clip((1 - gx**2) * (1 - gy**2), 0, 1) ** 0.42
    button = 0.28 * np.exp(-(gx**2 + gy**2) / 0.012)
    x, y = gx * (1 - 0.07 * (1 - gy**2)) * half, gy * (1 - 0.07 * (1 - gx**2)) * half
    rise = height / 2 * bulge
    top = np.stack([x, y, height / 2 + rise * (1 - button)], axis=-1).reshape(-1, 3)
    under = np.stack([x, y, height / 2 - rise], axis=-1).reshape(-1, 3)
    uv = np.stack([(gx + 1) / 2, (1 - gy) / 2], axis=-1).reshape(-1, 2)
    faces = grid_faces(29, 29)
    return shade(
        np.concatenate([top, under]), np.concatenate([faces, faces[:, ::-1] + len(top)]), np.tile(uv, (2, 1)), 70.0
    )


@kind("picture_frame", zh="相框", en="picture frame", category="household", mass_kg=0.35, uses=("decorate", "gift"),
      colours=("brown", "white", "black"))  # fmt: skip
def picture_frame(body: Body, rng: Generator, wish: Wish) -> Look:
    """A standing frame with a painting, leaning back on its strut."""
    colour = wish.pick_colour(rng, ("brown", "white", "black"))
    body.shift(0, -0.026)
    wide, high, bar = 0.120, 0.088, 0.014
    wood = paint(body, colour, rough=0.4)
    sides = [move(box((wide, 0.007, bar / 2), 0.003), (0, 0, s * (high - bar / 2))) for s in (-1, 1)]
    sides += [move(box((bar / 2, 0.007, high), 0.003), (s * (wide - bar / 2), 0, 0)) for s in (-1, 1)]
    lean = turn("x", -14)
    rise = high * float(np.cos(np.deg2rad(14))) + 0.0015
    art = body.workshop.material(picture(rng, (256, 192)), roughness=0.3)
    body.show(merge(*sides), at=(0, 0, rise), turn=lean, material=wood)
    body.show(
        box((wide - 0.004, 0.002, high - 0.004), 0, {"front": (0, 0, 1, 1)}),
        at=(0, 0.001, rise),
        turn=lean,
        material=art,
    )
    body.show(
        box((wide - 0.004, 0.001, high - 0.004)),
        at=(0, 0.0045, rise),
        turn=lean,
        material=paint(body, (0.36, 0.28, 0.22)),
    )
    body.show(
        box((0.022, 0.002, 0.078), 0.001),
        at=(0, 0.057, 0.074),
        turn=turn("x", 20),
        material=paint(body, (0.36, 0.28, 0.22)),
    )
    body.solid(Box((wide, 0.007, high)), at=(0, 0, rise), turn=lean)
    body.solid(Box((0.022, 0.0025, 0.078)), at=(0, 0.057, 0.0745), turn=turn("x", 20))
    return Look(colour, "standing frame", "wood")


@kind("keys", zh="钥匙串", en="bunch of keys", category="household", mass_kg=0.08, uses=("unlock", "go_out"),
      colours=("red", "blue", "green"))  # fmt: skip
def keys(body: Body, rng: Generator, wish: Wish) -> Look:
    """Three keys and a round fob on a steel ring, lying fanned out."""
    colour = wish.pick_colour(rng, ("red", "blue", "green"))
    body.shift(0, 0.010)
    steel, brass = metal(body), metal(body, (0.80, 0.65, 0.34))
    turns = np.linspace(0, 2 * np.pi, 25)[:-1]
    ring = np.stack([0.016 * np.cos(turns), 0.016 * np.sin(turns), np.full(24, 0.0035)], axis=1)
    body.show(tube(ring, 0.0013, 8, closed=True), material=steel)
    for n, (angle, alloy) in enumerate(((-128, steel), (-90, brass), (-52, steel))):
        yaw = angle + float(rng.uniform(-6, 6))
        x, y = 0.018 * np.cos(np.deg2rad(yaw)), 0.018 * np.sin(np.deg2rad(yaw))
        body.show(_key(n), at=(x, y, 0.0012 + 0.0022 * (n == 1)), turn=turn("z", yaw), material=alloy)
    body.show(
        lathe([(0, 0), (0.017, 0), (0.019, 0.003), (0.017, 0.006), (0, 0.0065)], 28),
        at=(0, 0.042, 0),
        material=paint(body, colour, rough=0.4),
    )
    body.show(Capsule(0.0016, (0, 0.014, 0.0035), (0, 0.026, 0.004)), material=steel)
    body.solid(Box((0.015, 0.015, 0.0022)), at=(0, 0, 0.0022))
    body.solid(Box((0.014, 0.014, 0.003)), at=(0, 0.042, 0.003))
    body.solid(Box((0.047, 0.030, 0.0022)), at=(0, -0.046, 0.0022))
    body.solid(Box((0.008, 0.012, 0.0022)), at=(0, -0.070, 0.0022))
    return Look(colour, "keys on a ring", "metal")


def _key(which: int) -> Mesh:
    """Return a key lying along x: a round bow with a hole, a shaft and its teeth."""
    bow = [(0.011 * np.cos(a), 0.0095 * np.sin(a), 0.0011) for a in np.linspace(0, 2 * np.pi, 21)[:-1]]
    teeth = [(0.0, -0.0025), (0.040, -0.0025), (0.043, 0.0), (0.040, 0.0025), (0.036, 0.0025)]
    for n in range(4):
        x, depth = 0.034 - 0.006 * n, 0.0035 + 0.0018 * ((n + which) % 3)
        teeth += [(x, depth), (x - 0.003, depth), (x - 0.004, 0.0022), (x - 0.005, 0.0022)]
    shaft = extrude([*teeth, (0.0, 0.0025)], 0.0022)
    return merge(move(tube(bow, 0.0026, 8, closed=True), (0.010, 0, 0)), move(shaft, (0.020, 0, 0)))


@kind(
    "remote_control",
    zh="遥控器",
    en="remote control",
    category="household",
    mass_kg=0.12,
    uses=("watch_tv",),
    colours=("black", "white"),
)
def remote_control(body: Body, rng: Generator, wish: Wish) -> Look:
    """A slim remote control of 18 cm, with its red power button at the back end."""
    colour = wish.pick_colour(rng, ("black", "white"))
    dark = colour == "black"
    body.show(box((0.022, 0.090, 0.010), 0.007), at=(0, 0, 0.010), material=paint(body, colour, rough=0.5))
    key = paint(body, (0.55, 0.56, 0.58) if dark else (0.35, 0.36, 0.40), rough=0.6)
    body.show(Cylinder(0.0055, 0.002), at=(-0.012, 0.077, 0.0202), material=paint(body, "red", rough=0.4))
    body.show(
        Ellipsoid((0.006, 0.003, 0.005)), at=(0, 0.089, 0.010), material=paint(body, (0.25, 0.05, 0.07), rough=0.1)
    )
    ring = [(0.0125 * np.cos(a), 0.036 + 0.0125 * np.sin(a), 0.0203) for a in np.linspace(0, 2 * np.pi, 25)[:-1]]
    body.show(tube(ring, 0.003, 8, closed=True), material=key)
    body.show(Cylinder(0.0055, 0.002), at=(0, 0.036, 0.0202), material=key)
    for row in range(5):
        for column in (-1, 0, 1):
            tone = paint(body, ("green", "yellow", "blue")[column + 1]) if row == 0 else key
            body.show(superellipsoid((0.0043, 0.003, 0.002), squareness=(0.6, 0.5), segments=12, rings=6),
                      at=(column * 0.012, 0.010 - row * 0.0135, 0.0202), material=tone)  # fmt: skip
    body.solid(Box((0.022, 0.090, 0.0105)), at=(0, 0, 0.0105))
    return Look(colour, "remote control", "plastic")
