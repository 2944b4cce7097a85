"""Kinds of things: rubbish of paper, card and foil."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import fill, metal, paint
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed, pixel, write
from mindsight.engine.geometry.blobs import skin
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, extrude, merge, move
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Ellipsoid, Mesh, Vector
from mindsight.engine.geometry.triangles import Array, grid_faces, shade
from mindsight.engine.kinds import Look, Wish, kind

_THROW = ("throw_away",)


@kind("paper_ball", zh="纸团", en="crumpled paper", category="rubbish", mass_kg=0.01, uses=_THROW)
def paper_ball(body: Body, rng: Generator, wish: Wish) -> Look:
    """A sheet of written paper crumpled into a ball of 7–9 cm with facets and creases."""
    del wish
    radius = float(rng.uniform(0.036, 0.045))
    ways = rng.normal(size=(34, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    reach = radius * rng.uniform(0.80, 1.0, 34)
    creases = rng.normal(size=(5, 3)) / radius
    phases = rng.uniform(0, 6, 5)

    def field(points: Array) -> Array:
        facets = (points @ ways.T - reach).max(axis=1)
        folds = np.abs(np.sin(points @ creases.T * 1.3 + phases)).min(axis=1)
        return np.asarray(facets + 0.07 * radius * np.exp(-((folds / 0.14) ** 2)))

    reach_all = np.full(3, radius * 1.15)
    ball = skin(field, -reach_all, reach_all, radius / 10)
    low = float(ball.vertices[:, 2].min())
    crisp = shade(ball.vertices - [0, 0, low], ball.faces, ball.uv, 24.0)
    body.show(crisp, material=body.workshop.material(_scribbled(rng), roughness=0.95))
    body.solid(Box((radius * 0.52, radius * 0.52, -low * 0.99)), at=(0, 0, -low))
    high, deep = crisp.vertices.max(axis=0), crisp.vertices.min(axis=0)
    x, y, z = (float(part) for part in (high - deep) / 2)
    middle = (float(high[0] + deep[0]) / 2, float(high[1] + deep[1]) / 2, z)
    body.solid(Ellipsoid((x * 0.97, y * 0.97, z * 0.97)), at=middle)
    return Look("white", "crumpled ball", "paper")


def _scribbled(rng: Generator) -> Image.Image:
    canvas = Image.new("RGB", (128, 128), pixel((0.97, 0.96, 0.93)))
    draw = ImageDraw.Draw(canvas)
    for row in range(5, 128, 13):
        x = float(rng.uniform(4, 14))
        while x < 116:
            length = float(rng.uniform(6, 20))
            draw.line(
                [(x, row), (min(x + length, 122), row + rng.uniform(-1, 1))], fill=pixel((0.62, 0.68, 0.80)), width=2
            )
            x += length + 5
    return canvas


@kind(
    "crisps_bag",
    zh="空薯片袋",
    en="empty crisps bag",
    category="rubbish",
    mass_kg=0.012,
    uses=_THROW,
    colours=("red", "green", "yellow", "orange"),
)
def crisps_bag(body: Body, rng: Generator, wish: Wish) -> Look:
    """A torn foil bag lying crumpled, its name still readable."""
    colour = wish.pick_colour(rng, ("red", "green", "yellow", "orange"))
    tone = COLOURS[colour].rgb
    front = _crisps_print(rng, tone)
    u, v = np.meshgrid(np.linspace(-1, 1, 33), np.linspace(1, -1, 41))
    waves = sum(
        float(rng.uniform(0.4, 1.0)) * np.sin(k[0] * u * 3 + k[1] * v * 3 + float(rng.uniform(0, 6)))
        for k in rng.normal(size=(6, 2)) * 1.7
    )
    bulge = np.sqrt(np.clip((1 - u**2) * np.clip(1 - v**2, 0, 1), 0, 1))
    mouth = 0.016 * np.clip((v - 0.55) / 0.45, 0, 1) ** 1.5 * (1 - u**2)
    ridge = 0.0022 * np.abs(np.asarray(waves))
    rise = 0.004 + 0.020 * bulge + ridge * (0.3 + bulge) + mouth
    x, y = (
        u * (0.078 - 0.008 * np.abs(v) ** 3) + 0.003 * np.asarray(waves) * np.abs(u),
        v * 0.105 + 0.008 * np.sin(2.2 * u),
    )
    top = np.stack([x, y, rise], axis=-1)
    body.show(_two_sided(top, thickness=0.0012), material=body.workshop.material(front, roughness=0.3))
    under = np.stack([x, y, np.full_like(x, 0.0015) + 0.001 * (1 - bulge)], axis=-1)
    body.show(_two_sided(under, thickness=0.0012), material=metal(body, (0.80, 0.80, 0.82)))
    fill(body, np.concatenate([top.reshape(-1, 3) * [1, 1, 0.6], under.reshape(-1, 3) * [1, 1, 0]]), 0.002)
    body.solid(Box((0.030, 0.040, float(rise.max()) / 2 - 0.001)), at=(0, 0, float(rise.max()) / 2 - 0.001))
    return Look(colour, "crumpled bag", "foil", state="empty", text=("薯片", "CRISPS"))


def _crisps_print(rng: Generator, tone: Vector) -> Image.Image:
    """Draw the front of a crisps bag: silver seals, its name, and a heap of crisps."""
    front = Image.new("RGB", (256, 320), pixel(tone))
    draw = ImageDraw.Draw(front)
    ink = mixed(tone, (0.15, 0.04, 0.04), 0.85)
    draw.ellipse([14, 142, 242, 262], fill=pixel((0.97, 0.93, 0.84)))
    for row, (y, across) in enumerate(((172, 3), (200, 4), (228, 3))):
        for place in range(across):
            x = 128 + (place - (across - 1) / 2) * 46 + float(rng.uniform(-5, 5))
            crisp = Image.new("L", (68, 68), 0)
            pen = ImageDraw.Draw(crisp)
            pen.ellipse([6, 14, 62, 54], fill=255)
            face = Image.new("RGB", crisp.size, pixel((0.96, 0.77, 0.30)))
            brush = ImageDraw.Draw(face)
            brush.ellipse([6, 14, 62, 54], outline=pixel((0.72, 0.46, 0.12)), width=4)
            brush.arc([14, 22, 54, 60], 200, 330, fill=pixel((0.99, 0.90, 0.56)), width=4)
            angle, corner = float(rng.uniform(-40, 40)), (round(x) - 34, y - 34 + 3 * (row % 2))
            front.paste(face.rotate(angle), corner, crisp.rotate(angle))
    write(front, "薯片", (0.08, 0.08, 0.92, 0.42), ink)
    write(front, "CRISPS", (0.12, 0.82, 0.88, 0.92), ink)
    for low, high in ((0, 20), (300, 320)):
        draw.rectangle([0, low, 256, high], fill=pixel((0.84, 0.84, 0.86)))
        for x in range(0, 256, 8):
            draw.line([x, low, x, high], fill=pixel((0.62, 0.62, 0.65)), width=2)
    return front


def _two_sided(points: Array, thickness: float) -> Mesh:
    """Return a thin sheet over a grid of points (rows, columns, 3), row 0 at the back; its texture is projected from above."""
    rows, columns, _ = points.shape
    faces = grid_faces(rows, columns)[:, ::-1]
    uv = np.stack(np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows)), axis=-1).reshape(-1, 2)
    flat = points.reshape(-1, 3)
    return shade(
        np.concatenate([flat, flat - [0, 0, thickness]]),
        np.concatenate([faces, faces[:, ::-1] + len(flat)]),
        np.tile(uv, (2, 1)),
        55.0,
    )


@kind("torn_cardboard", zh="破纸板", en="torn cardboard", category="rubbish", mass_kg=0.06, uses=_THROW)
def torn_cardboard(body: Body, rng: Generator, wish: Wish) -> Look:
    """A ragged piece of a box: a bent flap, corrugations at the edge, tape and an arrow print."""
    del wish
    body.shift(0.022, 0)
    edge = [(-0.12, -0.085), (0.10, -0.09)]
    edge += [(0.115 + float(rng.uniform(-0.012, 0.018)), y) for y in np.linspace(-0.07, 0.06, 7)]
    edge += [(x, 0.085 + float(rng.uniform(-0.016, 0.014))) for x in np.linspace(0.10, -0.10, 11)]
    card, print_ = extrude(edge, 0.005), body.workshop.material(_box_print(), roughness=0.95)
    body.show(card, material=print_)
    flap = [
        (-0.0, -0.080),
        *[(-0.075 + float(rng.uniform(-0.012, 0.010)), y) for y in np.linspace(-0.078, 0.062, 8)],
        (0.0, 0.066),
    ]
    plain_card = paint(body, (0.72, 0.56, 0.38), rough=0.95)
    body.show(turned(extrude(flap, 0.005), "y", 48), at=(-0.119, 0, 0.001), material=plain_card)
    ribs = [
        move(box((0.003, 0.0008, 0.0018)), (0.095 + 0.012 * (n % 2), -0.066 + 0.0042 * n, 0.0062)) for n in range(28)
    ]
    body.show(merge(*ribs), material=paint(body, (0.58, 0.43, 0.28), rough=1.0))
    fill(body, np.array([(*point, z) for point in edge for z in (0.0, 0.005)]), 0.003, lift=0.0)
    long = -min(x for x, _ in flap) / 2
    c, s = float(np.cos(np.deg2rad(48))), float(np.sin(np.deg2rad(48)))
    body.solid(
        Box((long - 0.002, 0.070, 0.0025)), at=(-0.119 - long * c + 0.002, -0.007, long * s + 0.003), turn=turn("y", 48)
    )
    return Look("brown", "torn sheet", "cardboard")


def _box_print() -> Image.Image:
    canvas = Image.new("RGB", (256, 192), pixel((0.76, 0.60, 0.41)))
    draw = ImageDraw.Draw(canvas)
    for y in range(0, 192, 6):
        draw.line([0, y, 256, y], fill=pixel((0.72, 0.56, 0.38)), width=1)
    draw.rectangle([0, 84, 256, 116], fill=pixel((0.86, 0.76, 0.55)))
    ink = pixel((0.25, 0.18, 0.12))
    for x in (44, 92):
        draw.polygon(
            [(x, 128), (x - 16, 150), (x - 6, 150), (x - 6, 176), (x + 6, 176), (x + 6, 150), (x + 16, 150)], fill=ink
        )
    write(canvas, "小心轻放", (0.12, 0.08, 0.62, 0.26), (0.25, 0.18, 0.12))
    write(canvas, "FRAGILE", (0.12, 0.28, 0.56, 0.40), (0.25, 0.18, 0.12))
    return canvas
