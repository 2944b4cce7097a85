"""Kinds of things for a journey."""

import numpy as np
from numpy.random import Generator
from PIL import Image

from mindsight.engine.catalogue.craft import slab
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern, covered
from mindsight.engine.drawing.prints.textures import mixed, plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import Array, smooth
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_GOLD = (0.86, 0.70, 0.36)
_UMBRELLAS = ("red", "blue", "yellow", "green", "purple", "black")


@kind(
    "passport",
    zh="护照",
    en="passport",
    category="travel",
    mass_kg=0.05,
    uses=("border", "fly"),
    colours=("red", "blue", "green"),
)
def passport(body: Body, rng: Generator, wish: Wish) -> Look:
    """A passport with golden letters and emblem; a boarding pass sticks out of it."""
    colour = wish.pick_colour(rng, ("red", "blue", "green"))
    rgb = mixed(COLOURS[colour].rgb, (0.12, 0.03, 0.05), 0.45)
    cover = Pattern([(-0.044, -0.0625), (0.044, 0.0625)], plain(rgb, (180, 256)))
    for radius, tone in ((0.021, _GOLD), (0.0185, rgb)):
        cover.disc((0, 0.002), radius, tone)
    for angle in np.arange(0, np.pi, np.pi / 4):
        reach = 0.0185 * np.array([np.cos(angle), np.sin(angle)])
        cover.line(np.add([-reach, reach], (0, 0.002)), _GOLD, 0.0015)
    cover.words("护照", (-0.024, 0.029), (0.024, 0.052), _GOLD).words("PASSPORT", (-0.03, -0.05), (0.03, -0.037), _GOLD)
    ticket = Pattern([(-0.035, -0.0775), (0.035, 0.0775)], plain(_CREAM, (128, 256)))
    ticket.fill([(-0.035, 0.06), (0.035, 0.06), (0.035, 0.08), (-0.035, 0.08)], COLOURS["blue"].rgb)
    ticket.words("登机牌", (-0.032, 0.0625), (0.012, 0.0755), (1, 1, 1))
    slab(body, (0.044, 0.0625, 0.0035), (0, -0.012, 0.0035), 0.0015, picture=cover.picture(), rgb=rgb)
    body.show(meshes.box((0.0425, 0.061, 0.0018), 0), at=(0.001, -0.012, 0.0035), rgb=_CREAM)
    texture = body.workshop.material(ticket.picture())
    body.show(
        meshes.box((0.035, 0.0775, 0.0006), 0),
        at=(0.0, 0.0055, 0.004),
        turn=turn("z", -5),
        material=texture,
        text="登机牌",
    )
    body.solid(Box((0.034, 0.015, 0.0022)), at=(0.006, 0.066, 0.0022), turn=turn("z", -5))
    return Look(colour, "booklet", "paper", text=("护照", "PASSPORT"))


@kind("umbrella", zh="雨伞", en="umbrella", category="travel", mass_kg=0.4, uses=("rain",), colours=_UMBRELLAS)
def umbrella(body: Body, rng: Generator, wish: Wish) -> Look:
    """A closed umbrella: pleated cloth to a point, a strap, a crook handle."""
    colour = wish.pick_colour(rng, _UMBRELLAS)
    rgb = COLOURS[colour].rgb
    angles = np.linspace(0, 2 * np.pi, 49)
    rings: list[Array] = []
    for x, radius in (
        (-0.185, 0.0045),
        (-0.17, 0.009),
        (-0.1, 0.018),
        (-0.03, 0.025),
        (0.03, 0.0275),
        (0.05, 0.0265),
        (0.06, 0.013),
    ):
        pleat = radius * (1 + 0.13 * np.cos(8 * angles + 14 * x))
        rings.append(np.stack([np.full_like(angles, x), pleat * np.cos(angles), pleat * np.sin(angles)], 1))
    wet = textures.stripes((rgb, mixed(rgb, (0, 0, 0), 0.22)), (256, 8), bands=16, upright=True)
    height = 0.03
    body.show(meshes.loft(rings, crease=60), at=(0, 0, height), material=body.workshop.material(wet, roughness=0.6))
    metal = body.workshop.material(rgb=(0.75, 0.76, 0.78), metallic=0.5, roughness=0.3)
    body.show(meshes.tube([(-0.205, 0, height), (-0.18, 0, height)], 0.0035), material=metal)
    body.show(meshes.tube([(0.05, 0, height), (0.13, 0, height)], 0.0045), material=metal)
    hook = [
        (0.1, 0, height),
        (0.135, 0, height),
        (0.165, 0, height),
        (0.185, -0.014, height),
        (0.187, -0.036, height),
        (0.17, -0.052, height),
        (0.15, -0.05, height),
    ]
    grip = body.workshop.material(textures.wood(rng, (0.55, 0.34, 0.20)), roughness=0.4)
    body.show(meshes.tube(smooth(hook, 5, closed=False), 0.0095), material=grip)
    body.show(
        meshes.turn(meshes.lathe([(0.0295, 0), (0.031, 0.002), (0.031, 0.018), (0.0295, 0.02)]), "y", 90),
        at=(0.0, 0, height),
        rgb=mixed(rgb, (0, 0, 0), 0.3),
    )
    body.show(meshes.lathe([(0, 0), (0.005, 0), (0.005, 0.004), (0, 0.004)]), at=(0.01, 0, height + 0.03), rgb=_CREAM)
    body.solid(Box((0.055, 0.028, 0.0305)), at=(0.006, 0, 0.0305))
    body.solid(Box((0.065, 0.014, 0.014)), at=(-0.114, 0, height))
    body.solid(Box((0.0125, 0.004, 0.004)), at=(-0.1915, 0, height))
    body.solid(Box((0.062, 0.0095, 0.0095)), at=(0.122, 0, height))
    body.solid(Box((0.0095, 0.022, 0.0095)), at=(0.1845, -0.028, height))
    body.solid(Box((0.0145, 0.008, 0.0095)), at=(0.16, -0.0515, height))
    for x in (-0.16, 0.17):
        body.solid(Box((0.012, 0.012, height / 2)), at=(x, 0 if x < 0 else -0.02, height / 2))
    return Look(colour, "closed umbrella", "nylon")


@kind(
    "guide_book",
    zh="旅行指南",
    en="travel guide",
    category="travel",
    mass_kg=0.35,
    uses=("read", "sights"),
    colours=("blue", "green", "orange", "red"),
)
def guide_book(body: Body, rng: Generator, wish: Wish) -> Look:
    """A thick paperback with a landscape on its cover; bookmarks and a folded map stick out of it."""
    colour = wish.pick_colour(rng, ("blue", "green", "orange", "red"))
    rgb = COLOURS[colour].rgb
    cover = Image.new("RGB", (200, 288), textures.pixel(rgb))
    cover.paste(textures.picture(rng, (200, 180), ("hills", "sea")[int(rng.integers(2))]), (0, 70))
    textures.write(cover, "旅行指南", (0.06, 0.03, 0.94, 0.21), (1, 1, 1))
    textures.write(cover, "TRAVEL GUIDE", (0.1, 0.89, 0.9, 0.97), (1, 1, 1))
    texture, atlas = covered(cover, rgb)
    body.show(
        meshes.box((0.066, 0.096, 0.0015), 0.001, atlas),
        at=(0, 0, 0.0235),
        material=body.workshop.material(texture, roughness=0.35),
        text="旅行指南 TRAVEL GUIDE",
    )
    body.show(meshes.box((0.066, 0.096, 0.0015), 0.001), at=(0, 0, 0.0015), rgb=rgb)
    body.show(meshes.box((0.003, 0.096, 0.0125), 0.0025), at=(-0.0645, 0, 0.0125), rgb=rgb)
    pages = textures.stripes(((0.95, 0.93, 0.87), (0.86, 0.83, 0.76)), (8, 64), bands=26)
    body.show(
        meshes.box((0.0635, 0.093, 0.0108), 0.001),
        at=(0.0003, 0, 0.0125),
        material=body.workshop.material(pages, roughness=0.9),
    )
    texture, atlas = covered(_street_map(), (0.93, 0.92, 0.86))
    paper, askew = body.workshop.material(texture), turn("z", -14)
    body.show(meshes.box((0.05, 0.07, 0.003), 0.001, atlas), at=(0.052, 0.008, 0.013), turn=askew, material=paper)
    body.solid(Box((0.05, 0.07, 0.003)), at=(0.052, 0.008, 0.013), turn=askew)
    for x, tone, out in ((0.03, "yellow", 0.012), (0.015, "pink", 0.009), (-0.002, "green", 0.013)):
        body.show(
            meshes.box((0.0055, 0.01 + out / 2, 0.0005), 0), at=(x, -0.086 - out / 2, 0.016), rgb=COLOURS[tone].rgb
        )
    body.solid(Box((0.066, 0.096, 0.0125)), at=(0, 0, 0.0125))
    body.solid(Box((0.018, 0.006, 0.0025)), at=(0.0145, -0.1, 0.016))
    return Look(colour, "book", "paper", text=("旅行指南", "TRAVEL GUIDE"))


def _street_map() -> Image.Image:
    """Return a folded map: a river, streets, two marks."""
    street = Pattern([(-0.05, -0.07), (0.05, 0.07)], plain((0.88, 0.91, 0.80), (96, 128)))
    street.fill([(-0.06, -0.01), (0.06, 0.02), (0.06, 0.035), (-0.06, 0.005)], (0.60, 0.78, 0.90))
    for x in (-0.03, 0.0, 0.03):
        street.line([(x, -0.08), (x + 0.01, 0.08)], (0.97, 0.95, 0.86), 0.005)
        street.line([(-0.06, x * 1.6), (0.06, x * 1.6 - 0.01)], (0.95, 0.80, 0.45), 0.005)
    mark = COLOURS["red"].rgb
    return street.disc((0.03, 0.05), 0.007, mark).disc((0.035, -0.045), 0.007, mark).picture()


@kind(
    "wallet",
    zh="钱包",
    en="wallet",
    category="travel",
    mass_kg=0.12,
    uses=("money",),
    colours=("brown", "black", "red"),
)
def wallet(body: Body, rng: Generator, wish: Wish) -> Look:
    """A stitched leather wallet; notes and cards stick out of it."""
    colour = wish.pick_colour(rng, ("brown", "black", "red"))
    rgb = mixed(COLOURS[colour].rgb, (0.40, 0.24, 0.14), 0.3)
    outside = Pattern([(-0.056, -0.046), (0.056, 0.046)], textures.fabric(rng, rgb, (192, 160)))
    edge = [(-0.05, -0.04), (0.05, -0.04), (0.05, 0.04), (-0.05, 0.04), (-0.05, -0.04)]
    outside.stitch(edge, mixed(rgb, (1, 0.9, 0.7), 0.6), 0.0016)
    slab(body, (0.056, 0.046, 0.011), (0, -0.008, 0.011), 0.007, picture=outside.picture(), rgb=rgb, roughness=0.5)
    body.show(
        meshes.superellipsoid((0.011, 0.014, 0.003), squareness=(0.8, 0.5)),
        at=(0.048, -0.01, 0.022),
        rgb=mixed(rgb, (0, 0, 0), 0.35),
    )
    body.show(meshes.lathe([(0, 0), (0.004, 0), (0.003, 0.002), (0, 0.0025)]), at=(0.044, -0.01, 0.0245), rgb=_GOLD)
    note = Pattern([(-0.05, -0.03), (0.05, 0.03)], plain((0.86, 0.52, 0.50), (192, 112)))
    note.words("100", (-0.045, 0.006), (-0.015, 0.025), (0.97, 0.92, 0.88)).line(
        [(-0.05, 0.027), (0.05, 0.027)], (0.97, 0.9, 0.86), 0.002
    )
    green = Pattern([(-0.05, -0.03), (0.05, 0.03)], plain((0.55, 0.68, 0.52), (192, 112))).words(
        "50", (0.02, 0.006), (0.046, 0.025), (0.95, 0.97, 0.9)
    )
    for y, z, angle, paper in ((0.036, 0.014, 4, note), (0.03, 0.0115, -5, green)):
        body.show(
            meshes.box((0.049, 0.03, 0.0006), 0),
            at=(0, y, z),
            turn=turn("z", angle),
            material=body.workshop.material(paper.picture()),
        )
    body.show(meshes.box((0.04, 0.02, 0.0008), 0), at=(0.006, 0.024, 0.0085), rgb=COLOURS["blue"].rgb)
    body.solid(Box((0.048, 0.015, 0.004)), at=(0, 0.053, 0.0125))
    return Look(colour, "wallet", "leather")
