"""Kinds of things: food and drink in packages, with its name printed on it."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import PACK, floor, metal, packet, paint, rounded, shell, upright
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import checks, gradient, label, mixed, pixel, write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, extrude, lathe, loft, superellipsoid, tube
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Cylinder, Vector
from mindsight.engine.kinds import Look, Wish, kind

_CREAM: Vector = (0.97, 0.95, 0.90)


@kind("milk_carton", zh="牛奶盒", en="milk carton", category="food", mass_kg=0.52, uses=("drink", "breakfast"),
      colours=("blue", "green", "red"))  # fmt: skip
def milk_carton(body: Body, rng: Generator, wish: Wish) -> Look:
    """A gable-top carton of half a litre with a screw cap."""
    colour = wish.pick_colour(rng, ("blue", "green", "red"))
    tone = COLOURS[colour].rgb
    front = label("牛奶", "MILK", (256, 384), paper=_CREAM, band=tone)
    ImageDraw.Draw(front).ellipse([88, 14, 168, 62], fill=pixel(tone))
    side = gradient(_CREAM, mixed(_CREAM, tone, 0.5), (64, 384))
    coat = body.workshop.material(packet(front, side, tone), roughness=0.5)
    body.show(box((0.036, 0.036, 0.072), 0.003, PACK), at=(0, 0, 0.072), material=coat)
    roof = upright([(-0.036, 0), (0.036, 0), (0.002, 0.034), (-0.002, 0.034)], 0.0715)
    body.show(turned(roof, "z", 90), at=(0, 0, 0.1435), material=paint(body, tone))
    body.show(box((0.036, 0.002, 0.009), 0.001), at=(0, 0, 0.185), material=paint(body, mixed(tone, _CREAM, 0.2)))
    cap = lathe([(0, 0), (0.013, 0), (0.013, 0.011), (0.011, 0.013), (0, 0.013)], 20)
    body.show(turned(cap, "x", 43), at=(0, -0.018, 0.160), material=paint(body, "white", rough=0.4))
    body.solid(Box((0.036, 0.036, 0.072)), at=(0, 0, 0.072))
    body.solid(Box((0.036, 0.018, 0.025)), at=(0, 0, 0.168))
    return Look(colour, "carton", "card", text=("牛奶", "MILK"))


_CEREALS = (("麦圈", "OAT RINGS", "yellow"), ("玉米片", "CORN FLAKES", "orange"), ("可可球", "COCOA BALLS", "brown"))


@kind("cereal_box", zh="麦片盒", en="cereal box", category="food", mass_kg=0.40, uses=("eat", "breakfast"),
      colours=("yellow", "orange", "brown"))  # fmt: skip
def cereal_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tall flat box with a bowl of cereal on its front."""
    wanted = wish.pick_colour(rng, ("yellow", "orange", "brown"))
    zh, en, colour = next((row for row in _CEREALS if row[2] == wanted), (*_CEREALS[0][:2], wanted))
    tone = COLOURS[colour].rgb
    side = label("早餐", "麦片", (96, 384), paper=tone, ink=_CREAM)
    coat = body.workshop.material(
        packet(_bowlful(zh, en, tone, rng), side, mixed(tone, (1, 1, 1), 0.3)), roughness=0.55
    )
    half = (0.095, 0.030, 0.140)
    body.show(box(half, 0.002, PACK), at=(0, 0, half[2]), material=coat)
    body.show(
        box((0.090, 0.012, 0.0012)), at=(0, -0.012, 2 * half[2]), material=paint(body, mixed(tone, (1, 1, 1), 0.5))
    )
    body.solid(Box(half), at=(0, 0, half[2]))
    return Look(colour, "tall box", "card", text=(zh, en))


def _bowlful(zh: str, en: str, tone: Vector, rng: Generator) -> Image.Image:
    front = Image.new("RGB", (256, 384), pixel(tone))
    draw = ImageDraw.Draw(front)
    draw.ellipse([-40, -70, 296, 150], fill=pixel(_CREAM))
    write(front, zh, (0.10, 0.04, 0.90, 0.25), mixed(tone, (0.1, 0.05, 0.02), 0.55))
    write(front, en, (0.12, 0.27, 0.88, 0.35), mixed(tone, (0.1, 0.05, 0.02), 0.55))
    draw.pieslice([38, 190, 218, 366], 0, 180, fill=pixel((0.24, 0.45, 0.66)))
    draw.ellipse([38, 252, 218, 306], fill=pixel((0.98, 0.97, 0.94)))
    for _ in range(42):
        x, y = 128 + rng.uniform(-76, 76), 276 + rng.uniform(-20, 16)
        shade = float(rng.uniform(0.85, 1.05))
        draw.ellipse(
            [x - 10, y - 7, x + 10, y + 7], fill=pixel((0.83, 0.58, 0.26), shade), outline=pixel((0.6, 0.38, 0.15))
        )
    return front


@kind("egg_box", zh="盒装鸡蛋", en="box of eggs", category="food", mass_kg=0.40, uses=("eat", "cook"))
def egg_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """An open pulp tray with six eggs, its lid folded back."""
    del wish
    tone_key = ("grey", "brown")[int(rng.integers(2))]
    pulp = paint(body, (0.62, 0.62, 0.58) if tone_key == "grey" else (0.70, 0.58, 0.44), rough=0.95)
    shells = ((0.90, 0.72, 0.55), (0.95, 0.88, 0.78))[int(rng.integers(2))]
    body.shift(0, -0.018)
    tray = turned(
        extrude(rounded([(-0.078, -0.052), (0.078, -0.052), (0.078, 0.052), (-0.078, 0.052)], 0.012), 0.034, 0.006),
        "z",
        0,
    )
    body.show(tray, material=pulp)
    egg = lathe([(0.0215 * float(np.sin(a)) * (1 + 0.09 * float(np.cos(a))), -0.029 * float(np.cos(a)))
                 for a in np.linspace(0, np.pi, 17)], 24)  # fmt: skip
    for x in (-0.050, 0.0, 0.050):
        for y in (-0.025, 0.025):
            cup = lathe([(0, 0), (0.024, 0), (0.0245, 0.006), (0.022, 0.006), (0, 0.004)], 20)
            body.show(cup, at=(x, y, 0.033), material=pulp)
            tone = float(rng.uniform(0.94, 1.03))
            body.show(egg, at=(x, y, 0.047), rgb=tuple(min(1.0, part * tone) for part in shells))  # type: ignore[arg-type]
    lid = turned(
        extrude(rounded([(-0.078, 0), (0.078, 0), (0.078, 0.098), (-0.078, 0.098)], 0.012), 0.022, 0.005), "x", 74
    )
    body.show(lid, at=(0, 0.062, 0.022), material=pulp)
    sign = label("鸡蛋", "EGGS", (192, 96), paper=(0.96, 0.92, 0.80), band=COLOURS["red"].rgb)
    body.show(turned(box((0.045, 0.0005, 0.024)), "x", -16), at=(0, 0.056, 0.074), material=body.workshop.material(sign),
              text="鸡蛋 EGGS")  # fmt: skip
    body.solid(Box((0.078, 0.052, 0.034)), at=(0, 0, 0.034))
    body.solid(Box((0.077, 0.010, 0.048)), at=(0, 0.066, 0.068), turn=turn("x", -16))
    return Look(tone_key, "tray", "pulp", state="open", text=("鸡蛋", "EGGS"))


_TINS = (
    ("番茄", "TOMATO", "red"),
    ("青豆", "PEAS", "green"),
    ("玉米", "SWEETCORN", "yellow"),
    ("鱼罐头", "FISH", "blue"),
)


@kind("food_can", zh="罐头", en="food can", category="food", mass_kg=0.43, uses=("eat", "cook"),
      colours=("red", "green", "yellow", "blue"))  # fmt: skip
def food_can(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tin with a paper label and a ring pull."""
    wanted = wish.pick_colour(rng, ("red", "green", "yellow", "blue"))
    zh, en, colour = next((row for row in _TINS if row[2] == wanted), (*_TINS[0][:2], wanted))
    tone, steel = COLOURS[colour].rgb, metal(body)
    ribs = [(0.0375 + 0.0005 * (n % 2), 0.006 + 0.0975 * n / 22) for n in range(23)]
    body.show(lathe([(0, 0), (0.037, 0), (0.0385, 0.002), (0.0385, 0.005), *ribs, (0.0385, 0.105), (0.0385, 0.109),
                     (0.036, 0.109), (0.035, 0.105), (0, 0.105)]), material=steel)  # fmt: skip
    paper = Image.new("RGB", (512, 160), pixel(tone))
    for x in (0.0, 0.5):
        front = label(zh, en, (150, 150), paper=_CREAM, ink=mixed(tone, (0.1, 0.08, 0.08), 0.5), accent=tone)
        paper.paste(front, (round((x + 0.5) * 512) % 512 - 75, 5))
    wrap = lathe([(0.0387, 0.012), (0.0387, 0.098)], 36)
    body.show(wrap, material=body.workshop.material(paper, roughness=0.45), text=f"{zh} {en}")
    ring = [(0.010 * np.cos(a), 0.012 * np.sin(a) - 0.010, 0.107) for a in np.linspace(0, 2 * np.pi, 17)[:-1]]
    body.show(tube(ring, 0.0016, 6, closed=True), material=steel)
    body.show(box((0.005, 0.010, 0.0012), 0.001), at=(0, 0.010, 0.1065), material=steel)
    _upright_round(body, 0.0385, 0.109)
    return Look(colour, "cylinder", "tin", text=(zh, en))


def _upright_round(body: Body, radius: float, height: float) -> None:
    """Add an upright cylinder as a solid, with a square core on which it rests steadily."""
    body.solid(Cylinder(radius, height / 2 - 0.001), at=(0, 0, height / 2 + 0.001))
    floor(body, radius * 0.92, 0.01)


@kind("noodle_cup", zh="杯面", en="cup of instant noodles", category="food", mass_kg=0.12, uses=("eat",),
      colours=("red", "orange", "green"))  # fmt: skip
def noodle_cup(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tapered paper cup with a foil lid half open, noodles and fork inside."""
    colour = wish.pick_colour(rng, ("red", "orange", "green"))
    tone = COLOURS[colour].rgb
    cup = lathe([(0, 0.004), (0.034, 0.004), (0.034, 0), (0.0355, 0), (0.0465, 0.100), (0.0485, 0.102), (0.0465, 0.104), (0.044, 0.102),
                 (0.042, 0.086), (0, 0.086)])  # fmt: skip
    body.show(cup, material=paint(body, _CREAM))
    paper = Image.new("RGB", (512, 192), pixel(tone))
    draw = ImageDraw.Draw(paper)
    for x in range(0, 512, 32):
        draw.rectangle([x, 172, x + 15, 192], fill=pixel(_CREAM))
    for x in (128, 384):
        draw.ellipse([x - 92, 14, x + 92, 166], fill=pixel(_CREAM))
        write(paper, "杯面", ((x - 66) / 512, 0.14, (x + 66) / 512, 0.58), mixed(tone, (0, 0, 0), 0.3))
        write(paper, "NOODLES", ((x - 62) / 512, 0.60, (x + 62) / 512, 0.76), mixed(tone, (0, 0, 0), 0.3))
    wrap = turned(lathe([(0.0362, 0.004), (0.0467, 0.098)], 36), "z", 90)
    body.show(wrap, material=body.workshop.material(paper, roughness=0.45), text="杯面 NOODLES")
    noodle = paint(body, (0.95, 0.82, 0.48), rough=0.6)
    for n in range(9):
        turns = np.linspace(0, 2 * np.pi, 13)[:-1] + n
        radius, x, y = 0.010 + 0.003 * (n % 4), 0.022 * np.cos(2.4 * n), 0.022 * np.sin(2.4 * n)
        loop = np.stack(
            [x + radius * np.cos(turns), y + radius * np.sin(turns), 0.088 + 0.004 * np.sin(2 * turns + n)], axis=1
        )
        body.show(tube(loop, 0.0022, 6, closed=True), material=noodle)
    flap = turned(extrude(rounded([(-0.040, 0), (0.040, 0), (0.034, 0.058), (-0.034, 0.058)], 0.03), 0.001), "x", 62)
    body.show(flap, at=(0, 0.036, 0.102), material=metal(body, (0.85, 0.84, 0.80)))
    body.solid(Box((0.036, 0.001, 0.026)), at=(0, 0.048, 0.126), turn=turn("x", -28))
    shell(body, (0.0355, 0.0), (0.047, 0.103), 0.012)
    floor(body, 0.036, 0.086)
    return Look(colour, "cup", "paper", state="open", text=("杯面", "NOODLES"))


_JAMS = (("草莓酱", "STRAWBERRY", "red"), ("橘子酱", "MARMALADE", "orange"), ("蓝莓酱", "BLUEBERRY", "purple"))


@kind("jam_jar", zh="果酱瓶", en="jar of jam", category="food", mass_kg=0.38, uses=("eat", "breakfast"),
      colours=("red", "orange", "purple"))  # fmt: skip
def jam_jar(body: Body, rng: Generator, wish: Wish) -> Look:
    """A squat jar of jam with a gingham cloth over its lid."""
    wanted = wish.pick_colour(rng, ("red", "orange", "purple"))
    zh, en, colour = next((row for row in _JAMS if row[2] == wanted), (*_JAMS[0][:2], wanted))
    tone = COLOURS[colour].rgb
    glass = [(0, 0), (0.036, 0), (0.040, 0.005), (0.040, 0.060), (0.034, 0.072), (0.031, 0.075), (0, 0.075)]
    body.show(lathe(glass), material=paint(body, mixed(tone, (0.25, 0.02, 0.05), 0.25), rough=0.1))
    front = label(zh, en, (204, 160), accent=tone)
    paper = Image.new("RGB", (640, 160), (247, 243, 232))
    paper.paste(front, (218, 0))
    body.show(lathe([(0.0405, 0.012), (0.0405, 0.054)], 36), material=body.workshop.material(paper), text=f"{zh} {en}")
    turns = np.linspace(0, 2 * np.pi, 37)
    cloth = body.workshop.material(
        checks(tone, (0.97, 0.95, 0.91), (128, 128), cells=16, style="gingham"), roughness=0.95
    )
    body.show(superellipsoid((0.037, 0.037, 0.010), squareness=(0.4, 1.0)), at=(0, 0, 0.085), material=cloth)
    skirt = [[(r * np.cos(t), r * np.sin(t), z) for t, r in zip(turns, radius + wave * np.sin(9 * turns), strict=True)]
             for radius, wave, z in ((0.046, 0.004, 0.066), (0.0375, 0.001, 0.079), (0.036, 0.0, 0.086))]  # fmt: skip
    body.show(loft(skirt), material=cloth)
    cord = [(0.0375 * np.cos(t), 0.0375 * np.sin(t), 0.0775) for t in turns[:-1]]
    body.show(tube(cord, 0.0016, 6, closed=True), material=paint(body, (0.80, 0.65, 0.42)))
    body.solid(Cylinder(0.047, 0.005), at=(0, 0, 0.070))
    _upright_round(body, 0.040, 0.093)
    return Look(colour, "jar", "glass", text=(zh, en))
