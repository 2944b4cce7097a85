"""Kinds of things: small objects that stand about in a home."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import PACK, floor, metal, packet, paint, rounded, shell
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import label, mixed, pixel, plain, write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import box, extrude, lathe, loft, merge, move, tube
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Mesh, Vector
from mindsight.engine.kinds import Look, Wish, kind

_PAPER: Vector = (0.96, 0.94, 0.88)
_INK: Vector = (0.12, 0.12, 0.14)


@kind("alarm_clock", zh="闹钟", en="alarm clock", category="household", mass_kg=0.28, uses=("tell_time", "sleep"),
      colours=("red", "blue", "green", "yellow"))  # fmt: skip
def alarm_clock(body: Body, rng: Generator, wish: Wish) -> Look:
    """A twin-bell clock of 14 cm; its hands show the time stated in its look."""
    colour = wish.pick_colour(rng, ("red", "blue", "green", "yellow"))
    hour, minute = int(rng.integers(1, 13)), 5 * int(rng.integers(12))
    coat, steel = paint(body, colour, rough=0.35), metal(body)
    case = lathe([(0, 0), (0.046, 0), (0.052, 0.005), (0.052, 0.034), (0.048, 0.038), (0.046, 0.034), (0, 0.034)], 40)
    body.show(turned(case, "x", 90), at=(0, 0.019, 0.066), material=coat)
    dial = turned(
        extrude([(0.0455 * np.cos(a), 0.0455 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 41)[:-1]], 0.001), "x", 90
    )
    face = body.workshop.material(_dial(hour, minute), roughness=0.5, emission=0.1)
    time = f"{hour}:{minute:02d}"
    body.show(dial, at=(0, -0.0152, 0.066), material=face, text=time)
    for s in (-1, 1):
        bell = lathe([(0, 0.022), (0.013, 0.019), (0.021, 0.008), (0.0225, 0), (0.0205, 0), (0, 0.008)][::-1], 28)
        body.show(turned(bell, "y", s * 32), at=(s * 0.030, 0.002, 0.114), material=steel)
        body.show(Capsule(0.003, (s * 0.024, 0.002, 0.104), (s * 0.032, 0.002, 0.118)), material=steel)
        body.show(Capsule(0.0055, (s * 0.028, 0.0, 0.028), (s * 0.040, 0.0, 0.0055)), material=steel)
    body.show(Capsule(0.0022, (0, 0.002, 0.116), (0, 0.002, 0.132)), material=steel)
    body.show(Capsule(0.0042, (-0.006, 0.002, 0.132), (0.006, 0.002, 0.132)), material=steel)
    arch = [(0.022 * np.cos(a), 0.006, 0.130 + 0.016 * np.sin(a)) for a in np.linspace(0, np.pi, 11)]
    body.show(tube(arch, 0.0022, 8), material=steel)
    body.solid(Box((0.040, 0.019, 0.047)), at=(0, 0, 0.066))
    body.solid(Box((0.051, 0.019, 0.022)), at=(0, 0, 0.066))
    body.solid(Box((0.044, 0.012, 0.010)), at=(0, 0, 0.010))
    body.solid(Box((0.044, 0.018, 0.010)), at=(0, 0.002, 0.123))
    body.solid(Box((0.020, 0.004, 0.009)), at=(0, 0.005, 0.138))
    return Look(colour, "round clock", "metal", text=(time,))


def _dial(hour: int, minute: int) -> Image.Image:
    canvas = Image.new("RGB", (512, 512), pixel(_PAPER))
    draw = ImageDraw.Draw(canvas)
    for n in range(1, 13):
        x, y = np.sin(np.pi * n / 6), -np.cos(np.pi * n / 6)
        write(
            canvas,
            str(n),
            (0.5 + 0.37 * x - 0.07, 0.5 + 0.37 * y - 0.065, 0.5 + 0.37 * x + 0.07, 0.5 + 0.37 * y + 0.065),
            _INK,
        )
    for n in range(60):
        a, length = np.pi * n / 30, 18 if n % 5 == 0 else 8
        ends = [(256 + r * np.sin(a), 256 - r * np.cos(a)) for r in (248 - length, 248)]
        draw.line(ends, fill=pixel(_INK), width=5 if n % 5 == 0 else 2)
    for share, length, width in (((hour % 12 + minute / 60) / 12, 112, 20), (minute / 60, 178, 13)):
        a = 2 * np.pi * share
        draw.line(
            [(256 - 24 * np.sin(a), 256 + 24 * np.cos(a)), (256 + length * np.sin(a), 256 - length * np.cos(a))],
            fill=pixel(_INK),
            width=width,
        )
    draw.ellipse([238, 238, 274, 274], fill=pixel(COLOURS["red"].rgb))
    return canvas.resize((256, 256), Image.Resampling.LANCZOS)


@kind("tissue_box", zh="纸巾盒", en="box of tissues", category="household", mass_kg=0.20, uses=("clean",),
      colours=("blue", "green", "pink", "purple"))  # fmt: skip
def tissue_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A printed box of tissues, one of them sticking out."""
    colour = wish.pick_colour(rng, ("blue", "green", "pink", "purple"))
    tone = mixed(COLOURS[colour].rgb, (1, 1, 1), 0.25)
    front = label("纸巾", "TISSUES", (320, 128), paper=tone, ink=mixed(tone, (0.08, 0.06, 0.16), 0.75))
    coat = body.workshop.material(packet(front, plain(tone), tone), roughness=0.7)
    half = (0.110, 0.058, 0.040)
    body.show(box(half, 0.003, PACK), at=(0, 0, half[2]), material=coat, text="纸巾 TISSUES")
    slot = extrude(rounded([(-0.062, -0.014), (0.062, -0.014), (0.062, 0.014), (-0.062, 0.014)], 0.0138), 0.001)
    body.show(slot, at=(0, 0, 0.0797), material=paint(body, mixed(tone, (0.1, 0.1, 0.15), 0.6)))
    body.show(_tissue(rng), at=(0, 0, 0.079), rgb=(0.99, 0.99, 0.98))
    body.solid(Box(half), at=(0, 0, half[2]))
    body.solid(Box((0.044, 0.012, 0.028)), at=(0, 0.004, 0.108))
    return Look(colour, "box", "card", text=("纸巾", "TISSUES"))


def _tissue(rng: Generator) -> Mesh:
    """Return a sheet pulled half out of a slot: folded at the slot, spread above."""
    rings, phase = [], float(rng.uniform(0, 6))
    for share in np.linspace(0, 1, 9):
        across = np.linspace(-1, 1, 21)
        x = across * (0.034 + 0.022 * share)
        y = (0.004 + 0.012 * share) * np.sin(across * 5 + phase) + 0.012 * share**2
        z = 0.062 * share * (1 - 0.35 * np.abs(across) ** 1.5)
        sheet = np.c_[x, y, z]
        rings.append(
            np.concatenate([sheet - [0, 0.0005, 0], np.add(sheet, [0, 0.0005, 0])[::-1], sheet[:1] - [0, 0.0005, 0]])
        )
    return loft(rings, crease=80)


@kind("candle", zh="蜡烛", en="candle", category="household", mass_kg=0.30, uses=("light", "gift"),
      colours=("white", "red", "yellow", "purple"), states=("burning", "unlit"))  # fmt: skip
def candle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A candle in a brass chamber stick with a finger ring; it burns unless it is wished unlit."""
    colour = wish.pick_colour(rng, ("white", "red", "yellow", "purple"))
    brass = metal(body, (0.80, 0.64, 0.34))
    body.shift(-0.015, 0)
    height = float(rng.uniform(0.09, 0.13))
    body.show(lathe([(0, 0), (0.050, 0), (0.058, 0.004), (0.062, 0.014), (0.060, 0.0155), (0.050, 0.006), (0.018, 0.006), (0.016, 0.012),
                     (0.016, 0.030), (0.020, 0.032), (0.013, 0.033), (0, 0.033)], 40), material=brass)  # fmt: skip
    ring = [(0.074 + 0.016 * np.cos(a), 0, 0.016 + 0.014 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 21)[:-1]]
    body.show(tube(ring, 0.003, 8, closed=True), material=brass)
    wax = paint(body, mixed(COLOURS[colour].rgb, (1, 1, 1), 0.12), rough=0.4)
    top = 0.030 + height
    body.show(
        lathe(
            [(0, 0.028), (0.0115, 0.028), (0.0115, top - 0.003), (0.0095, top), (0.006, top - 0.003), (0, top - 0.004)],
            24,
        ),
        material=wax,
    )
    for angle, drop in ((20, 0.030), (150, 0.045), (255, 0.020)):
        x, y = 0.0108 * np.cos(np.deg2rad(angle)), 0.0108 * np.sin(np.deg2rad(angle))
        body.show(Capsule(0.0028, (x, y, top - 0.004), (x, y, top - drop)), material=wax)
    body.show(Capsule(0.0011, (0, 0, top - 0.005), (0, 0, top + 0.007)), rgb=_INK)
    flame = lathe([(0, 0), (0.005, 0.006), (0.0062, 0.012), (0.0035, 0.022), (0, 0.032)], 16, 60)
    if wish.state != "unlit":
        body.show(flame, at=(0, 0, top + 0.002), material=body.workshop.material(rgb=(1.0, 0.74, 0.25), emission=0.9))
    shell(body, (0.056, 0.0), (0.061, 0.015), 0.006)
    floor(body, 0.058, 0.006)
    body.solid(Box((0.011, 0.011, top / 2 + 0.016)), at=(0, 0, top / 2 + 0.016))
    body.solid(Box((0.015, 0.003, 0.014)), at=(0.075, 0, 0.0165))
    return Look(colour, "candlestick", "wax", state=wish.state or "burning")


@kind("potted_plant", zh="小盆栽", en="potted plant", category="household", mass_kg=0.60, uses=("decorate", "gift"),
      colours=("orange", "white", "blue"))  # fmt: skip
def potted_plant(body: Body, rng: Generator, wish: Wish) -> Look:
    """A leafy plant in a small pot on a saucer."""
    colour = wish.pick_colour(rng, ("orange", "white", "blue"))
    tone = mixed(COLOURS[colour].rgb, (0.62, 0.34, 0.22), 0.5) if colour == "orange" else COLOURS[colour].rgb
    pot = lathe(
        [
            (0, 0.004),
            (0.034, 0.004),
            (0.046, 0.062),
            (0.052, 0.062),
            (0.053, 0.080),
            (0.049, 0.081),
            (0.046, 0.070),
            (0, 0.070),
        ],
        36,
    )
    dish = lathe([(0, 0), (0.046, 0), (0.054, 0.010), (0.052, 0.011), (0.045, 0.004), (0, 0.004)], 36)
    body.show(merge(pot, dish), material=paint(body, tone, rough=0.8))
    body.show(Cylinder(0.046, 0.004), at=(0, 0, 0.070), material=paint(body, (0.28, 0.19, 0.13), rough=1.0))
    greens = [paint(body, tint, rough=0.6) for tint in ((0.30, 0.52, 0.26), (0.40, 0.62, 0.32), (0.24, 0.44, 0.24))]
    leaves: list[list[Mesh]] = [[], [], []]
    for n in range(22):
        length, rise = float(rng.uniform(0.060, 0.085)), float(rng.uniform(15, 78))
        blade = turned(turned(_blade(length), "y", -rise), "z", n * 137.5 + float(rng.uniform(-12, 12)))
        leaves[n % 3].append(move(blade, (0, 0, 0.076 + 0.0006 * rise)))
    for leaf, green in zip(leaves, greens, strict=True):
        body.show(merge(*leaf), material=green)
    shell(body, (0.048, 0.0), (0.052, 0.080), 0.02)
    floor(body, 0.048, 0.070)
    reach = np.concatenate([mesh.vertices for leaf in leaves for mesh in leaf])
    low, high = np.maximum(reach.min(axis=0), (-1, -1, 0.084)) + 0.003, reach.max(axis=0) - 0.003
    x, y, z = (float(part) for part in (high - low) / 2)
    middle = (low + high) / 2
    body.solid(Box((x, y, z)), at=(float(middle[0]), float(middle[1]), float(middle[2])))
    return Look(colour, "plant", "earthenware")


def _blade(length: float) -> Mesh:
    share = np.linspace(0.0, 1, 9)
    width = 0.30 * length * np.sin(np.pi * np.clip(share, 0.04, 0.99)) ** 0.9 * (1.15 - 0.4 * share) + 0.0012
    rings = []
    for x, w, z in zip(share * length, width, -0.35 * length * share**2.2, strict=True):
        fold = 0.28 * w
        rings.append([(x, -w, z + fold), (x, 0, z - 0.0008), (x, w, z + fold), (x, 0, z + 0.0008), (x, -w, z + fold)])
    return loft(rings, crease=70)
