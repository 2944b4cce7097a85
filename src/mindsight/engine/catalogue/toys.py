"""Kinds of things: toys."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import dots, mixed, stripes, terry
from mindsight.engine.geometry.blobs import Ball, Blob, Rod, blend
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, lathe, move, superellipsoid, tube
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_BLOCK_COLOURS = ("red", "yellow", "green", "blue")
_BRIGHT = ("red", "yellow", "green", "blue", "purple")
_EYE: Vector = (0.08, 0.07, 0.08)


@kind("block", zh="积木块", en="toy block", category="toy", mass_kg=0.06, uses=("play",), colours=_BLOCK_COLOURS)
def block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A painted wooden cube of 5 cm with softened edges."""
    colour = wish.pick_colour(rng, _BLOCK_COLOURS)
    body.show(box((0.025, 0.025, 0.025), 0.003), at=(0, 0, 0.025), material=paint(body, colour))
    body.solid(Box((0.025, 0.025, 0.025)), at=(0, 0, 0.025))
    return Look(colour, "cube", "wood")


@kind(
    "teddy_bear", zh="泰迪熊", en="teddy bear", category="toy", mass_kg=0.22, uses=("play", "sleep"),
    colours=("brown", "orange", "white", "pink"), soft=True,
)  # fmt: skip
def teddy_bear(body: Body, rng: Generator, wish: Wish) -> Look:
    """A sitting bear of 25 cm with a bow round its neck."""
    colour = wish.pick_colour(rng, ("brown", "orange", "white", "pink"))
    fur = mixed(COLOURS[colour].rgb, (0.78, 0.58, 0.36), 0.45 if colour == "brown" else 0.0)
    coat = body.workshop.material(terry(rng, fur), roughness=0.95)
    pale = body.workshop.material(rgb=mixed(fur, (1.0, 0.96, 0.88), 0.6), roughness=0.95)
    body.shift(0, 0.03)
    limbs = [Rod((s * 0.055, -0.005, 0.118), (s * 0.098, -0.045, 0.060), 0.026, 0.022) for s in (-1, 1)]
    legs = [Rod((s * 0.045, -0.01, 0.034), (s * 0.072, -0.085, 0.034), 0.034, 0.031) for s in (-1, 1)]
    ears = [Ball((s * 0.052, 0.0, 0.243), (0.027, 0.016, 0.027)) for s in (-1, 1)]
    trunk = [Ball((0, 0, 0.078), (0.068, 0.058, 0.078)), Ball((0, -0.008, 0.192), (0.066, 0.058, 0.058))]
    body.show(blend([*trunk, *limbs, *legs, *ears], soft_m=0.012, cell_m=0.0065), material=coat)
    body.show(Ellipsoid((0.046, 0.02, 0.052)), at=(0, -0.044, 0.078), material=pale)
    body.show(Ellipsoid((0.030, 0.026, 0.023)), at=(0, -0.058, 0.178), material=pale)
    body.show(Ellipsoid((0.011, 0.008, 0.008)), at=(0, -0.083, 0.186), rgb=_EYE)
    for s in (-1, 1):
        body.show(Sphere(0.0075), at=(s * 0.025, -0.058, 0.207), rgb=_EYE)
        body.show(Ellipsoid((0.016, 0.006, 0.016)), at=(s * 0.052, -0.013, 0.243), material=pale)
        body.show(Ellipsoid((0.021, 0.006, 0.021)), at=(s * 0.074, -0.112, 0.034), material=pale)
    _bow(body, "red" if colour != "pink" else "blue", at=(0, -0.062, 0.138))
    body.solid(Box((0.058, 0.05, 0.066)), at=(0, 0, 0.066))
    body.solid(Box((0.113, 0.026, 0.026)), at=(0, -0.028, 0.085))
    body.solid(Box((0.070, 0.012, 0.020)), at=(0, 0.0, 0.244))
    body.solid(Ellipsoid((0.062, 0.054, 0.055)), at=(0, -0.008, 0.192))
    for s in (-1, 1):
        body.solid(Box((0.026, 0.046, 0.028)), at=(s * 0.062, -0.068, 0.028), turn=turn("z", s * 20))
    return Look(colour, "bear", "plush")


def _bow(body: Body, colour: str, at: Vector) -> None:
    silk, (x, y, z) = paint(body, colour, rough=0.4), at
    for s in (-1, 1):
        body.show(Ellipsoid((0.019, 0.006, 0.013)), at=(x + s * 0.018, y, z), turn=turn("y", -s * 18), material=silk)
    body.show(Sphere(0.0075), at=(x, y - 0.002, z), material=silk)


@kind("ball", zh="皮球", en="ball", category="toy", mass_kg=0.12, uses=("play", "sport"), colours=_BRIGHT)
def ball(body: Body, rng: Generator, wish: Wish) -> Look:
    """A striped rubber ball of 16–20 cm."""
    colour = wish.pick_colour(rng, _BRIGHT)
    radius = float(rng.uniform(0.08, 0.10))
    second = "yellow" if colour != "yellow" else "blue"
    print_ = stripes(
        [COLOURS[colour].rgb, COLOURS["white"].rgb, COLOURS[second].rgb, COLOURS["white"].rgb],
        (256, 64),
        bands=8,
        upright=True,
    )
    turns = np.linspace(-90, 90, 25)
    skin = lathe([(radius * np.cos(np.deg2rad(a)) + 1e-6, radius * np.sin(np.deg2rad(a))) for a in turns], 40)
    coat = body.workshop.material(print_, roughness=0.35)
    tilt = turn("x", float(rng.uniform(25, 50)))
    body.show(skin, at=(0, 0, radius), turn=tilt, material=coat)
    for end in (-1, 1):
        cap = turned(lathe([(0, 0), (0.016, -0.001), (0.014, 0.0015), (0, 0.0025)]), "x", 0 if end > 0 else 180)
        body.show(
            move(cap, (0, 0, end * (radius - 0.0008))), at=(0, 0, radius), turn=tilt, material=paint(body, colour)
        )
    body.solid(Sphere(radius), at=(0, 0, radius), rolls=True)
    return Look(colour, "ball", "rubber")


@kind("rubber_duck", zh="橡皮鸭", en="rubber duck", category="toy", mass_kg=0.06, uses=("play", "bath"),
      colours=("yellow",))  # fmt: skip
def rubber_duck(body: Body, rng: Generator, wish: Wish) -> Look:
    """A bath duck of 11 cm, its beak towards the front and a little aside."""
    colour = wish.pick_colour(rng, ("yellow",))
    size = float(rng.uniform(0.95, 1.15))
    parts: list[Blob] = [
        Ball((0.006, 0, 0.034), (0.052, 0.038, 0.034)), Ball((-0.030, 0, 0.078), (0.030, 0.028, 0.029)),
        Rod((0.040, 0, 0.048), (0.066, 0, 0.066), 0.016, 0.004), Ball((-0.024, 0, 0.055), (0.020, 0.018, 0.018)),
    ]  # fmt: skip
    gloss = paint(body, colour, rough=0.3)
    body.show(_scaled(blend(parts, soft_m=0.012, cell_m=0.0035, flat_at=0.003), size, 0.003), material=gloss)
    wings = [Ball((0.014, s * 0.036, 0.042), (0.026, 0.008, 0.015), turn("y", -18)) for s in (-1, 1)]
    for wing in wings:
        body.show(
            _scaled(blend([wing], soft_m=0.004, cell_m=0.003), size, 0.003), material=paint(body, (0.90, 0.70, 0.18))
        )
    beak = [
        Ball((-0.062, 0, 0.074), (0.014, 0.013, 0.004), turn("y", 12)),
        Ball((-0.060, 0, 0.069), (0.012, 0.011, 0.003)),
    ]
    body.show(_scaled(blend(beak, soft_m=0.004, cell_m=0.002), size, 0.003), material=paint(body, "orange", rough=0.3))
    for s in (-1, 1):
        body.show(Sphere(0.006 * size), at=(-0.051 * size, s * 0.017 * size, 0.085 * size), rgb=(0.97, 0.97, 0.95))
        body.show(Sphere(0.0042 * size), at=(-0.0545 * size, s * 0.0185 * size, 0.0855 * size), rgb=_EYE)
    body.solid(Box((0.044 * size, 0.030 * size, 0.026 * size)), at=(0.006 * size, 0, 0.026 * size))
    body.solid(Box((0.058 * size, 0.042 * size, 0.012 * size)), at=(0.008 * size, 0, 0.044 * size))
    body.solid(Box((0.012 * size, 0.011 * size, 0.006 * size)), at=(-0.066 * size, 0, 0.071 * size))
    body.solid(Ellipsoid((0.030 * size, 0.028 * size, 0.029 * size)), at=(-0.030 * size, 0, 0.075 * size))
    return Look(colour, "duck", "rubber")


def _scaled(mesh: Mesh, size: float, floor: float) -> Mesh:
    """Return a mesh scaled and lowered by the height of its underside."""
    return Mesh((mesh.vertices - [0, 0, floor]) * size, mesh.faces, mesh.uv, mesh.normals)


@kind("doll", zh="布娃娃", en="doll", category="toy", mass_kg=0.15, uses=("play",),
      colours=("pink", "blue", "red", "purple"), soft=True)  # fmt: skip
def doll(body: Body, rng: Generator, wish: Wish) -> Look:
    """A standing rag doll of 27 cm: round head, yarn plaits, a dotted dress."""
    colour = wish.pick_colour(rng, ("pink", "blue", "red", "purple"))
    flesh = paint(body, (0.95, 0.80, 0.68), rough=0.9)
    hair = paint(body, ((0.42, 0.25, 0.14), (0.85, 0.62, 0.28), (0.20, 0.14, 0.12))[int(rng.integers(3))], rough=0.95)
    cloth = body.workshop.material(dots(COLOURS[colour].rgb, (0.98, 0.96, 0.92), rows=8), roughness=0.9)
    dress = lathe(
        [(0, 0.062), (0.060, 0.060), (0.066, 0.064), (0.050, 0.100), (0.034, 0.140), (0.028, 0.165), (0, 0.170)]
    )
    body.show(dress, material=cloth)
    _doll_limbs(body, flesh, cloth)
    body.show(Ellipsoid((0.046, 0.042, 0.045)), at=(0, 0, 0.214), material=flesh)
    top = [Ball((0, 0.014, 0.224), (0.050, 0.042, 0.044)), Ball((0, -0.018, 0.248), (0.036, 0.022, 0.014))]
    body.show(blend(top, soft_m=0.01, cell_m=0.005), material=hair)
    for s in (-1, 1):
        strands = [(s * (0.048 + 0.014 * k), 0.006, 0.222 - 0.026 * k) for k in range(4)]
        body.show(tube(strands, [0.012, 0.014, 0.013, 0.007]), material=hair)
        body.show(Sphere(0.0125), at=(s * 0.064, 0.005, 0.198), material=paint(body, colour))
        body.show(Sphere(0.0055), at=(s * 0.016, -0.0395, 0.216), rgb=_EYE)
        body.show(Ellipsoid((0.008, 0.003, 0.006)), at=(s * 0.026, -0.0345, 0.200), rgb=(0.92, 0.55, 0.52))
    smile = [
        (0.010 * np.sin(a), -0.0405 + 0.002 * abs(np.sin(a)), 0.204 - 0.006 * np.cos(a))
        for a in np.linspace(-1.2, 1.2, 7)
    ]
    body.show(tube(smile, 0.0014, 6), rgb=(0.75, 0.25, 0.25))
    body.solid(Box((0.046, 0.040, 0.045)), at=(0, 0, 0.112))
    body.solid(Box((0.034, 0.030, 0.034)), at=(0, -0.008, 0.034))
    body.solid(Box((0.098, 0.010, 0.014)), at=(0, -0.008, 0.110))
    body.solid(Ellipsoid((0.062, 0.044, 0.050)), at=(0, 0, 0.216))
    body.solid(Cylinder(0.063, 0.012), at=(0, 0, 0.074))
    return Look(colour, "doll", "cloth")


def _doll_limbs(body: Body, flesh: str, cloth: str) -> None:
    shoe = paint(body, (0.36, 0.20, 0.16), rough=0.4)
    for s in (-1, 1):
        body.show(Capsule(0.011, (s * 0.028, 0, 0.150), (s * 0.070, -0.006, 0.118)), material=cloth)
        body.show(Capsule(0.009, (s * 0.070, -0.006, 0.118), (s * 0.092, -0.012, 0.100)), material=flesh)
        body.show(Capsule(0.012, (s * 0.022, 0, 0.066), (s * 0.022, 0, 0.024)), material=flesh)
        body.show(
            superellipsoid((0.016, 0.026, 0.012), squareness=(0.8, 0.9)), at=(s * 0.022, -0.012, 0.012), material=shoe
        )


@kind("spinning_top", zh="陀螺", en="spinning top", category="toy", mass_kg=0.05, uses=("play",), colours=_BRIGHT)
def spinning_top(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden top of 7 cm lying on its side, as a top at rest does."""
    colour = wish.pick_colour(rng, _BRIGHT)
    profile = [(0, 0), (0.004, 0.002), (0.010, 0.012), (0.034, 0.034), (0.037, 0.040), (0.034, 0.046), (0.012, 0.052),
               (0.006, 0.056), (0.005, 0.076), (0.007, 0.080), (0.006, 0.085), (0, 0.086)]  # fmt: skip
    second = "yellow" if colour != "yellow" else "red"
    tones = [COLOURS[colour].rgb, COLOURS[second].rgb, COLOURS["white"].rgb]
    coat = body.workshop.material(stripes(tones, (8, 256), bands=15), roughness=0.35)
    lean = 90 - float(np.degrees(np.arctan2(0.034 - 0.004, 0.034 - 0.002)))
    lying = turned(lathe(profile), "y", lean)
    low = float(lying.vertices[:, 2].min())
    middle = float(lying.vertices[:, 0].min() + lying.vertices[:, 0].max()) / 2
    shift: Vector = (-middle, 0.0, -low)
    body.show(move(lying, shift), material=coat)
    body.solid(move(turned(turned(lathe(profile, 16), "z", 360 / 32), "y", lean), shift), rolls=True)
    return Look(colour, "top", "wood")


@kind("toy_robot", zh="玩具机器人", en="toy robot", category="toy", mass_kg=0.25, uses=("play",),
      colours=("blue", "red", "grey", "green"))  # fmt: skip
def toy_robot(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tin robot of 21 cm: box head with aerial, dial on the chest, claw hands."""
    colour = wish.pick_colour(rng, ("blue", "red", "grey", "green"))
    tin, steel = paint(body, colour, rough=0.4), metal(body)
    dark, glow = paint(body, (0.15, 0.16, 0.18)), body.workshop.material(rgb=(0.98, 0.85, 0.35), emission=0.6)
    body.show(box((0.042, 0.030, 0.040), 0.006), at=(0, 0, 0.092), material=tin)
    body.show(box((0.034, 0.027, 0.027), 0.007), at=(0, 0, 0.165), material=tin)
    body.show(Cylinder(0.014, 0.006), at=(0, 0, 0.135), material=dark)
    body.show(box((0.027, 0.004, 0.013), 0.003), at=(0, -0.026, 0.170), material=dark)
    body.show(box((0.030, 0.004, 0.022), 0.003), at=(0, -0.029, 0.098), material=steel)
    for n, tone in enumerate(("red", "yellow", "green")):
        body.show(Sphere(0.0052), at=(-0.016 + 0.016 * n, -0.033, 0.108), material=paint(body, tone, rough=0.3))
    body.show(box((0.022, 0.003, 0.005), 0.001), at=(0, -0.032, 0.090), material=dark)
    body.show(Capsule(0.0018, (0, 0, 0.19), (0, 0, 0.206)), material=steel)
    body.show(Sphere(0.006), at=(0, 0, 0.209), material=paint(body, "red", rough=0.3))
    for s in (-1, 1):
        body.show(Sphere(0.0078), at=(s * 0.013, -0.027, 0.170), material=glow)
        body.show(Cylinder(0.009, 0.005), at=(s * 0.038, 0, 0.165), turn=turn("y", 90), material=steel)
        _robot_limbs(body, s, tin, steel, dark)
    body.solid(Box((0.040, 0.028, 0.039)), at=(0, 0, 0.092))
    body.solid(Box((0.034, 0.027, 0.035)), at=(0, 0, 0.160))
    body.solid(Box((0.004, 0.004, 0.012)), at=(0, 0, 0.203))
    for s in (-1, 1):
        body.solid(Box((0.018, 0.032, 0.027)), at=(s * 0.023, -0.004, 0.027))
        body.solid(Box((0.0145, 0.012, 0.034)), at=(s * 0.060, 0, 0.085))
    return Look(colour, "robot", "tin")


def _robot_limbs(body: Body, s: int, tin: str, steel: str, dark: str) -> None:
    body.show(Sphere(0.013), at=(s * 0.050, 0, 0.120), material=steel)
    body.show(Capsule(0.008, (s * 0.056, 0, 0.118), (s * 0.062, -0.004, 0.072)), material=dark)
    claw = [(0.010 * np.sin(a), 0, -0.010 * np.cos(a)) for a in np.linspace(-2.5, 2.5, 12) + np.pi]
    body.show(tube(claw, 0.0038, 8), at=(s * 0.063, -0.005, 0.058), material=steel)
    body.show(Cylinder(0.012, 0.020), at=(s * 0.023, 0, 0.038), material=dark)
    body.show(box((0.019, 0.034, 0.012), 0.005), at=(s * 0.023, -0.004, 0.012), material=tin)


@kind("ring_stack", zh="叠叠圈", en="ring stacker", category="toy", mass_kg=0.25, uses=("play",))
def ring_stack(body: Body, rng: Generator, wish: Wish) -> Look:
    """A baby's tower of coloured rings on a peg, the largest below."""
    first = int(rng.integers(5))
    tones = ("red", "orange", "yellow", "green", "blue", "purple")
    body.show(lathe([(0, 0), (0.058, 0), (0.060, 0.004), (0.056, 0.012), (0, 0.013)]), material=paint(body, "white"))
    z = 0.013
    for level in range(5):
        radius, thick = 0.040 - 0.0055 * level, 0.0125
        turns = np.linspace(0, 2 * np.pi, 33)[:-1]
        path = np.stack([radius * np.cos(turns), radius * np.sin(turns), np.zeros_like(turns)], axis=1)
        ring = tube(path, thick, 14, closed=True)
        body.show(ring, at=(0, 0, z + thick), material=paint(body, tones[(first + level) % len(tones)], rough=0.35))
        body.solid(Cylinder(radius + thick - 0.002, thick), at=(0, 0, z + thick))
        z += 2 * thick - 0.001
    body.show(Sphere(0.013), at=(0, 0, z + 0.008), material=paint(body, wish.colour or "red", rough=0.35))
    body.show(Cylinder(0.006, z / 2), at=(0, 0, z / 2), material=paint(body, "white"))
    body.solid(Sphere(0.0125), at=(0, 0, z + 0.008))
    body.solid(Cylinder(0.058, 0.005), at=(0, 0, 0.007))
    body.solid(Box((0.042, 0.042, 0.0065)), at=(0, 0, 0.0065))
    return Look(tones[first % len(tones)], "stacked rings", "plastic")
