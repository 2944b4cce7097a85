"""Kinds of things: stationery."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern, covered
from mindsight.engine.drawing.prints.textures import mixed, plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import smooth, strip
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Mesh
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_DARK = (0.13, 0.13, 0.15)
_COVERS = ("red", "blue", "green", "yellow", "purple", "black")


@kind(
    "notebook",
    zh="笔记本",
    en="notebook",
    category="stationery",
    mass_kg=0.22,
    uses=("write", "study"),
    colours=_COVERS,
)
def notebook(body: Body, rng: Generator, wish: Wish) -> Look:
    """A spiral-bound notebook with a name plate on its cover."""
    colour = wish.pick_colour(rng, _COVERS)
    rgb = COLOURS[colour].rgb
    cover = Pattern([(-0.074, -0.1), (0.074, 0.1)], plain(rgb, (212, 288)))
    cover.fill([(-0.045, 0.005), (0.055, 0.005), (0.055, 0.06), (-0.045, 0.06)], _CREAM)
    cover.words("笔记本", (-0.037, 0.024), (0.047, 0.053)).words("NOTEBOOK", (-0.03, 0.009), (0.04, 0.021))
    cover.line([(-0.045, -0.04), (0.055, -0.04)], mixed(rgb, (1, 1, 1), 0.6), 0.002).line(
        [(-0.045, -0.055), (0.055, -0.055)], mixed(rgb, (1, 1, 1), 0.6), 0.002
    )
    texture, atlas = covered(cover.picture(), rgb)
    body.show(
        meshes.box((0.074, 0.1, 0.0012), 0.001, atlas),
        at=(0.004, 0, 0.0138),
        material=body.workshop.material(texture, roughness=0.6),
        text="笔记本 NOTEBOOK",
    )
    body.show(meshes.box((0.074, 0.1, 0.0012), 0.001), at=(0.004, 0, 0.0012), rgb=rgb)
    sheets = textures.stripes(((0.96, 0.95, 0.92), (0.84, 0.83, 0.80)), (8, 64), bands=18)
    body.show(
        meshes.box((0.0715, 0.0975, 0.0052), 0),
        at=(0.003, 0, 0.0075),
        material=body.workshop.material(sheets, roughness=0.9),
    )
    wire = body.workshop.material(rgb=(0.55, 0.56, 0.60), metallic=0.5, roughness=0.3)
    angles = np.linspace(0, 2 * np.pi, 15, endpoint=False)
    for y in np.linspace(-0.088, 0.088, 16):
        ring = np.stack([-0.07 + 0.0105 * np.cos(angles), np.full(15, y), 0.0098 + 0.0082 * np.sin(angles)], 1)
        body.show(meshes.tube(ring, 0.0014, 6, closed=True), material=wire)
    body.solid(Box((0.0785, 0.1, 0.0075)), at=(-0.0005, 0, 0.0075))
    return Look(colour, "spiral notebook", "paper", text=("笔记本", "NOTEBOOK"))


@kind(
    "pen",
    zh="笔",
    en="pen",
    category="stationery",
    mass_kg=0.012,
    uses=("write",),
    colours=("blue", "red", "black", "green"),
)
def pen(body: Body, rng: Generator, wish: Wish) -> Look:
    """A ballpoint pen on its side, with a clip and a metal tip."""
    colour = wish.pick_colour(rng, ("blue", "red", "black", "green"))
    rgb = COLOURS[colour].rgb
    steel = body.workshop.material(rgb=(0.80, 0.80, 0.82), metallic=0.5, roughness=0.3)
    barrel = [(0, -0.05), (0.0048, -0.05), (0.0062, -0.044), (0.0066, -0.01), (0.0066, 0.045), (0, 0.045)]
    tip = [(0, -0.0745), (0.0007, -0.0745), (0.001, -0.071), (0.0042, -0.0535), (0.0048, -0.05), (0, -0.05)]
    for mesh, look in (
        (barrel, rgb),
        ([(0, -0.004), (0.0068, -0.004), (0.0068, 0.0), (0, 0.0)], _CREAM),
        ([(0, 0.045), (0.0062, 0.045), (0.0056, 0.066), (0, 0.067)], rgb),
    ):
        body.show(meshes.turn(meshes.lathe(mesh, 24), "y", 90), at=(0, 0, 0.0066), rgb=look)
    for mesh in (tip, [(0, 0.066), (0.0034, 0.066), (0.0034, 0.074), (0.0025, 0.0755), (0, 0.0755)]):
        body.show(meshes.turn(meshes.lathe(mesh, 20), "y", 90), at=(0, 0, 0.0066), material=steel)
    body.show(meshes.box((0.021, 0.0022, 0.001), 0.0008), at=(0.041, 0, 0.0158), material=steel)
    body.show(meshes.box((0.0015, 0.0022, 0.0028), 0.0008), at=(0.0605, 0, 0.0142), material=steel)
    for z in np.arange(-0.042, -0.02, 0.005):
        ring = [(0.0063, z), (0.007, z + 0.001), (0.007, z + 0.002), (0.0063, z + 0.003)]
        body.show(meshes.turn(meshes.lathe(ring, 20), "y", 90), at=(0, 0, 0.0066), rgb=_DARK)
    body.solid(Box((0.058, 0.0065, 0.0065)), at=(0.0085, 0, 0.0065))
    body.solid(Box((0.074, 0.003, 0.003)), at=(0, 0, 0.0066))
    body.solid(Box((0.021, 0.002, 0.0018)), at=(0.041, 0, 0.0148))
    return Look(colour, "pen", "plastic")


@kind(
    "pencil_case",
    zh="铅笔袋",
    en="pencil case",
    category="stationery",
    mass_kg=0.16,
    uses=("write", "study"),
    colours=_COVERS,
)
def pencil_case(body: Body, rng: Generator, wish: Wish) -> Look:
    """A soft pouch, its zip half open and pencils sticking out."""
    colour = wish.pick_colour(rng, _COVERS)
    rgb = COLOURS[colour].rgb
    cloth = (
        textures.dots(rgb, mixed(rgb, (1, 1, 1), 0.6), (256, 128), rows=5, share=0.2)
        if rng.random() < 0.5
        else textures.fabric(rng, rgb)
    )
    pouch = meshes.superellipsoid((0.092, 0.034, 0.028), squareness=(0.7, 0.4), segments=40, rings=20)
    body.show(pouch, at=(-0.012, 0, 0.028), material=body.workshop.material(cloth, roughness=0.9))
    along = np.linspace(-0.085, 0.03, 24)
    top = 0.028 + 0.028 * (1 - np.abs(along / 0.092) ** (2 / 0.7)) ** 0.35
    zip_at = np.stack([along - 0.012, np.zeros(24), top], 1)
    body.show(strip(zip_at, 0.012, 0.004), rgb=_DARK)
    body.show(strip(np.add(zip_at, (0, 0, 0.001)), 0.004, 0.004), rgb=(0.86, 0.80, 0.58))
    body.show(meshes.box((0.004, 0.005, 0.0025), 0.001), at=(0.016, 0, 0.058), rgb=(0.86, 0.80, 0.58))
    body.show(
        meshes.box((0.009, 0.003, 0.0012), 0.001),
        at=(0.006, -0.008, 0.0585),
        turn=turn("z", 35),
        rgb=(0.86, 0.80, 0.58),
    )
    for y, lift, tone, reach in ((-0.011, 27, "yellow", 0.125), (0.002, 31, "red", 0.13), (0.014, 23, "green", 0.12)):
        body.show(meshes.turn(_pencil(), "y", -lift), at=(reach, y, 0.075), rgb=COLOURS[tone].rgb)
        wood = meshes.turn(meshes.lathe([(0.0034, 0), (0.0011, 0.0095), (0, 0.0095)], 12), "y", 90 - lift)
        point = meshes.turn(meshes.lathe([(0.0011, 0.0095), (0, 0.0135)], 12), "y", 90 - lift)
        body.show(wood, at=(reach, y, 0.075), rgb=(0.90, 0.74, 0.52))
        body.show(point, at=(reach, y, 0.075), rgb=_DARK)
    body.solid(Box((0.09, 0.0315, 0.023)), at=(-0.012, 0, 0.023))
    body.solid(Box((0.082, 0.012, 0.006)), at=(-0.012, 0, 0.052))
    body.solid(Box((0.025, 0.0145, 0.004)), at=(0.117, 0.002, 0.0705), turn=turn("y", -27))
    return Look(colour, "pouch with pencils", "cloth")


def _pencil() -> Mesh:
    """Return the painted part of a pencil along −x, with its sharpened end at the origin."""
    return meshes.turn(meshes.lathe([(0, -0.075), (0.0037, -0.075), (0.0037, 0.0), (0, 0.0)], 6, 20), "y", 90)


@kind(
    "calculator",
    zh="计算器",
    en="calculator",
    category="stationery",
    mass_kg=0.12,
    uses=("calculate",),
    colours=("black", "grey", "white", "pink", "green"),
)
def calculator(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pocket calculator, higher at the back: a number on its display, keys with figures and signs."""
    colour = wish.pick_colour(rng, ("black", "grey", "white", "pink", "green"))
    rgb = COLOURS[colour].rgb
    profile = [(-0.074, 0.0), (0.074, 0.0), (0.074, 0.03), (0.064, 0.034), (-0.074, 0.01)]
    shell = meshes.turn(meshes.turn(meshes.extrude(profile, 0.116, 0.003), "x", 90), "z", 90)
    body.show(shell, at=(-0.058, 0, 0), rgb=rgb)
    tilt = float(np.rad2deg(np.arctan2(0.024, 0.138)))
    face = turn("x", tilt)

    def on_face(x: float, y: float, rise: float = 0.0) -> tuple[float, float, float]:
        return (x, y * np.cos(np.deg2rad(tilt)), 0.0222 + y * np.sin(np.deg2rad(tilt)) + rise)

    number = str(int(rng.integers(10, 99999)))
    display = (
        Pattern([(0, 0), (0.1, 0.028)], plain((0.72, 0.80, 0.70), (240, 68)))
        .words(number, (0.03, 0.003), (0.096, 0.025), (0.12, 0.16, 0.14))
        .picture()
    )
    texture, atlas = covered(display, _DARK)
    body.show(
        meshes.box((0.05, 0.014, 0.002), 0.001, atlas),
        at=on_face(0, 0.046),
        turn=face,
        material=body.workshop.material(texture, roughness=0.2),
        text=number,
    )
    signs = "C%±÷789×456−123+0.⌫="
    for place, sign in enumerate(signs):
        column, row = place % 4, place // 4
        tone = COLOURS["orange"].rgb if column == 3 else (0.93, 0.92, 0.9) if row else (0.62, 0.64, 0.68)
        key = (
            Pattern([(-1, -1), (1, 1)], plain(tone, (48, 40)))
            .words("←" if sign == "⌫" else sign, (-0.55, -0.6), (0.55, 0.6), _DARK)
            .picture()
        )
        texture, atlas = covered(key, mixed(tone, (0, 0, 0), 0.15))
        at = on_face(-0.0405 + 0.027 * column, 0.018 - 0.0195 * row, 0.0015)
        body.show(
            meshes.box((0.0108, 0.0074, 0.003), 0.0015, atlas, steps=1),
            at=at,
            turn=face,
            material=body.workshop.material(texture, roughness=0.5),
        )
    body.solid(Box((0.058, 0.074, 0.005)), at=(0, 0, 0.005))
    body.solid(Box((0.058, 0.069, 0.0055)), at=(0, 0.0005, 0.0165), turn=face)
    body.solid(Box((0.058, 0.022, 0.0135)), at=(0, 0.052, 0.0135))
    return Look(colour, "calculator", "plastic", text=(number,))


_SCISSOR_SOLIDS = (
    (0.0, 0.04, (0.007, 0.062, 0.003)),
    (0.026, -0.055, (0.0065, 0.025, 0.0055)),
    (-0.005, -0.056, (0.006, 0.022, 0.0055)),
    (0.009, -0.077, (0.014, 0.0065, 0.0055)),
)


@kind(
    "scissors",
    zh="剪刀",
    en="scissors",
    plural=True,
    category="stationery",
    mass_kg=0.08,
    uses=("cut",),
    colours=("red", "orange", "blue", "green", "black"),
)
def scissors(body: Body, rng: Generator, wish: Wish) -> Look:
    """Scissors lying a little open: steel blades crossed at a screw, two ring handles."""
    colour = wish.pick_colour(rng, ("red", "orange", "blue", "green", "black"))
    steel = body.workshop.material(rgb=(0.78, 0.80, 0.82), metallic=0.5, roughness=0.25)
    blade = smooth(
        [
            (-0.006, -0.02),
            (0.006, -0.02),
            (0.0085, 0.0),
            (0.0085, 0.05),
            (0.002, 0.1),
            (-0.001, 0.102),
            (-0.0045, 0.05),
            (-0.007, 0.0),
        ],
        4,
    )
    loop = smooth(
        [
            (-0.003, -0.022),
            (-0.021, -0.03),
            (-0.028, -0.055),
            (-0.018, -0.078),
            (0.0, -0.078),
            (0.01, -0.056),
            (0.006, -0.032),
        ],
        5,
    )
    for side in (-1, 1):
        facing, height = turn("z", side * 12), 0.0035 + (0.002 if side > 0 else 0)
        body.show(
            meshes.scale(meshes.extrude(blade, 0.002, 0.0006), (side, 1, 1)),
            at=(0, 0.012, height),
            turn=facing,
            material=steel,
        )
        ring = np.c_[-loop[:, 0] * side, loop[:, 1], np.full(len(loop), 0.0055)]
        body.show(meshes.tube(ring, 0.0055, 12, closed=True), at=(0, 0.012, 0), turn=facing, rgb=COLOURS[colour].rgb)
        c, s = np.cos(np.deg2rad(12)), np.sin(np.deg2rad(12)) * side
        for x, y, half in _SCISSOR_SOLIDS:
            at = (x * side * c - y * s, 0.012 + x * side * s + y * c, max(half[2], 0.0045))
            body.solid(Box(half), at=at, turn=facing)
    body.show(
        meshes.lathe([(0, 0), (0.005, 0), (0.005, 0.0015), (0.003, 0.003), (0, 0.003)]),
        at=(0, 0.012, 0.0068),
        rgb=(0.5, 0.5, 0.53),
    )
    return Look(colour, "scissors", "steel and plastic")


@kind(
    "sticky_notes",
    zh="便利贴",
    en="sticky notes",
    plural=True,
    category="stationery",
    mass_kg=0.06,
    uses=("write", "remind"),
    colours=("yellow", "pink", "green", "blue"),
)
def sticky_notes(body: Body, rng: Generator, wish: Wish) -> Look:
    """A block of sticky notes with a curling top sheet, a few words and a tick on it."""
    colour = wish.pick_colour(rng, ("yellow", "pink", "green", "blue"))
    rgb = mixed(COLOURS[colour].rgb, (1, 1, 0.9), 0.3)
    layers = textures.stripes(
        (rgb, mixed(rgb, (1, 1, 1), 0.35), mixed(COLOURS["orange"].rgb, (1, 1, 1), 0.35)),
        (8, 64),
        bands=12,
        shares=(3, 1, 1),
    )
    body.solid(Box((0.038, 0.038, 0.0105)), at=(0, 0, 0.0105))
    body.show(meshes.box((0.038, 0.038, 0.0085), 0.0008), at=(0, 0, 0.0085), rgb=rgb)
    body.show(meshes.box((0.0383, 0.0383, 0.0078), 0), at=(0, 0, 0.0083), material=body.workshop.material(layers))
    grid = np.linspace(0, 1, 16)
    lift = np.tile((0.009 * np.maximum(0, grid - 0.3) ** 2.2)[:, None], (1, 16)) * (1 + 0.6 * grid[None, :])
    words = Pattern([(-0.038, -0.038), (0.038, 0.038)], plain(mixed(rgb, (1, 1, 1), 0.25), (160, 160)))
    words.words("备忘", (-0.02, 0.008), (0.02, 0.03), (0.2, 0.25, 0.45))
    for y, end in ((-0.002, 0.026), (-0.012, 0.014), (-0.022, 0.022)):
        words.line([(-0.026, y), (end, y)], (0.35, 0.38, 0.5), 0.002)
    sheet = meshes.sheet(lift + 0.0012, (0.076, 0.076), 0.0006)
    body.show(sheet, at=(0, 0, 0.017), material=body.workshop.material(words.picture(), roughness=0.9), text="备忘")
    for place, tone in enumerate(("red", "green", "blue", "orange")):
        if tone != colour:
            flag = mixed(COLOURS[tone].rgb, (1, 1, 1), 0.25)
            body.show(
                meshes.box((0.008, 0.022, 0.003), 0.0006),
                at=(0.0455 + 0.0165 * (place % 2), -0.014 + 0.003 * place, 0.003 + 0.0055 * (place // 2)),
                rgb=flag,
            )
    body.solid(Box((0.0155, 0.022, 0.0055)), at=(0.054, -0.01, 0.0055))
    return Look(colour, "pad of notes", "paper", text=("备忘",))
