"""Kinds of things: what opens, what is locked, and what glows when it is switched on or lit."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import floor, metal, paint
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import covered
from mindsight.engine.drawing.prints.textures import mixed, picture, pixel, wood
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import multiply, turn
from mindsight.engine.geometry.meshes import box, lathe, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_SHUT = ("closed", "open")
_LIT = ("off", "on")
_DARK: Vector = (0.07, 0.07, 0.08)


def _tray(body: Body, half: Vector, wall: float, material: str, inside: str) -> None:
    """Add a box that is open at the top: four walls, and a floor with the colour of the inside."""
    x, y, z = half
    for side in (-1, 1):
        body.show(box((x, wall / 2, z), 0.002), at=(0, side * (y - wall / 2), z), material=material)
        body.show(box((wall / 2, y, z), 0.002), at=(side * (x - wall / 2), 0, z), material=material)
        body.solid(Box((x, wall / 2, z)), at=(0, side * (y - wall / 2), z))
        body.solid(Box((wall / 2, y, z)), at=(side * (x - wall / 2), 0, z))
        lining = (x - wall - 0.0005, y - wall - 0.0005)
        body.show(Box((lining[0], 0.0005, z - 0.006)), at=(0, side * (lining[1] + 0.0003), z), material=inside)
        body.show(Box((0.0005, lining[1], z - 0.006)), at=(side * (lining[0] + 0.0003), 0, z), material=inside)
    body.show(Box((x - wall, y - wall, 0.002)), at=(0, 0, 0.004), material=inside)
    body.solid(Box((x - 0.001, y - 0.001, 0.003)), at=(0, 0, 0.003))


@kind("wooden_chest", zh="木匣", en="wooden chest", category="household", mass_kg=0.7, uses=("store",), states=_SHUT)
def wooden_chest(body: Body, rng: Generator, wish: Wish) -> Look:
    """A small chest with brass corners; its lid is closed, or stands up at the back and shows the red lining."""
    state = wish.state or "closed"
    x, y, z, thick = 0.105, 0.075, 0.042, 0.016
    grain = body.workshop.material(wood(rng, (0.50, 0.32, 0.19)), roughness=0.5)
    brass, lining = metal(body, (0.80, 0.64, 0.34)), paint(body, (0.62, 0.10, 0.13), rough=0.9)
    _tray(body, (x, y, z), 0.008, grain, lining)
    for sx in (-1, 1):
        body.show(box((0.009, 0.003, 0.012), 0.002), at=(sx * (x - 0.008), -y, 0.012), material=brass)
    body.show(box((0.012, 0.003, 0.012), 0.002), at=(0, -y - 0.001, 2 * z - 0.014), material=brass)
    if state == "open":
        leaning = turn("x", 100)
        body.show(box((x, y, thick), 0.006), at=(0, y + thick - 0.006, 2 * z + y - 0.014), turn=leaning, material=grain)
        back = multiply(turn("x", 10), turn("x", 90))
        body.show(Box((x - 0.01, y - 0.01, 0.001)), at=(0, y - 0.008, 2 * z + y - 0.010), turn=back, material=lining)
        body.solid(Box((x, y, thick)), at=(0, y + thick - 0.006, 2 * z + y - 0.014), turn=leaning)
    else:
        body.show(box((x + 0.003, y + 0.003, thick), 0.006), at=(0, 0, 2 * z + thick), material=grain)
        body.show(box((0.010, 0.004, 0.012), 0.002), at=(0, -y - 0.003, 2 * z + 0.010), material=brass)
        body.solid(Box((x, y, thick)), at=(0, 0, 2 * z + thick))
    return Look("brown", "small chest with a lid", "wood", state)


@kind(
    "cardboard_box", zh="打包纸箱", en="packing box", category="household", mass_kg=0.2, uses=("store",), states=_SHUT
)
def cardboard_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A box of brown cardboard; its flaps are shut with tape or folded outwards."""
    del rng
    state = wish.state or "closed"
    x, y, z = 0.10, 0.075, 0.06
    board, inside = paint(body, (0.72, 0.56, 0.38), rough=0.9), paint(body, (0.42, 0.31, 0.20), rough=1.0)
    tape = paint(body, (0.90, 0.84, 0.70), rough=0.3)
    _tray(body, (x, y, z), 0.006, board, inside)
    if state == "open":
        for side in (-1, 1):
            flap = 0.034
            at = (0.0, side * (y + flap * 0.74), 2 * z - flap * 0.62)
            body.show(box((x - 0.002, flap, 0.0022), 0.001), at=at, turn=turn("x", -side * 38), material=board)
            body.solid(Box((x - 0.002, flap, 0.0022)), at=at, turn=turn("x", -side * 38))
            out = (side * (x + flap * 0.74), 0.0, 2 * z - flap * 0.62)
            body.show(box((flap, y - 0.002, 0.0022), 0.001), at=out, turn=turn("y", side * 38), material=board)
            body.solid(Box((flap, y - 0.002, 0.0022)), at=out, turn=turn("y", side * 38))
    else:
        for side in (-1, 1):
            body.show(box((x, y / 2 - 0.001, 0.0025), 0.001), at=(0, side * y / 2, 2 * z + 0.002), material=board)
        body.show(Box((x + 0.0005, 0.017, 0.0008)), at=(0, 0, 2 * z + 0.005), material=tape)
        for side in (-1, 1):
            body.show(Box((0.0008, 0.017, 0.022)), at=(side * (x + 0.0006), 0, 2 * z - 0.018), material=tape)
        body.solid(Box((x, y, 0.0025)), at=(0, 0, 2 * z + 0.002))
    return Look("brown", "box with flaps", "cardboard", state)


@kind("photo_album", zh="相册", en="photo album", category="household", mass_kg=0.8, uses=("remember",),
      colours=("red", "blue", "green"), states=_SHUT)  # fmt: skip
def photo_album(body: Body, rng: Generator, wish: Wish) -> Look:
    """An album with thick covers, closed, or open at two pages with photographs."""
    colour, state = wish.pick_colour(rng, ("red", "blue", "green")), wish.state or "closed"
    cover, paper = paint(body, colour, rough=0.6), paint(body, (0.95, 0.93, 0.88), rough=0.9)
    x, y = 0.085, 0.11
    if state == "open":
        for side in (-1, 1):
            page, atlas = covered(_page(rng), (0.95, 0.93, 0.88))
            body.show(box((x, y, 0.002), 0.001), at=(side * (x + 0.001), 0, 0.002), material=cover)
            leaf = body.workshop.material(page, roughness=0.8)
            body.show(box((x - 0.004, y - 0.004, 0.006), 0.002, atlas), at=(side * x, 0, 0.010), material=leaf)
            body.solid(Box((x, y, 0.008)), at=(side * (x + 0.001), 0, 0.008))
        return Look(colour, "open album", "card", state)
    for z in (0.002, 0.036):
        body.show(box((x, y, 0.002), 0.001), at=(0, 0, z), material=cover)
    body.show(box((x - 0.004, y - 0.004, 0.015), 0.001), at=(0.002, 0, 0.019), material=paper)
    body.show(box((0.004, y, 0.019), 0.003), at=(-x + 0.002, 0, 0.019), material=cover)
    body.show(box((0.045, 0.022, 0.0005), 0), at=(0.01, 0.03, 0.0384), material=paint(body, (0.86, 0.72, 0.38)))
    body.solid(Box((x, y, 0.019)), at=(0, 0, 0.019))
    return Look(colour, "closed album", "card", state)


def _page(rng: Generator) -> Image.Image:
    canvas = Image.new("RGB", (170, 220), pixel((0.95, 0.93, 0.88)))
    draw = ImageDraw.Draw(canvas)
    for top in (16, 116):
        shot = picture(rng, (130, 84))
        draw.rectangle([17, top - 3, 152, top + 88], fill=(252, 252, 250), outline=(190, 186, 178))
        canvas.paste(shot, (20, top))
    return canvas


@kind("strongbox", zh="铁皮箱", en="strongbox", category="household", mass_kg=1.4, uses=("store",), colours=("green", "red", "blue"),
      states=("unlocked", "locked"))  # fmt: skip
def strongbox(body: Body, rng: Generator, wish: Wish) -> Look:
    """A metal box with a handle and a hasp in front: a big brass padlock hangs in it, or the hasp is empty."""
    colour, state = wish.pick_colour(rng, ("green", "red", "blue")), wish.state or "unlocked"
    coat, steel, brass = paint(body, colour, rough=0.35), metal(body), metal(body, (0.86, 0.68, 0.26))
    x, y, z = 0.10, 0.07, 0.055
    body.show(box((x, y, z), 0.006), at=(0, 0, z), material=coat)
    body.show(box((x + 0.002, y + 0.002, 0.002), 0.001), at=(0, 0, 1.45 * z), material=paint(body, _DARK))
    grip = [(-0.035, 0, 2 * z), (-0.032, 0, 2 * z + 0.024), (0.032, 0, 2 * z + 0.024), (0.035, 0, 2 * z)]
    body.show(tube(grip, 0.0045, 10), material=steel)
    body.show(box((0.016, 0.003, 0.024), 0.002), at=(0, -y - 0.002, 1.45 * z), material=steel)
    staple = [
        (-0.007, -y, 1.28 * z),
        (-0.007, -y - 0.014, 1.28 * z),
        (0.007, -y - 0.014, 1.28 * z),
        (0.007, -y, 1.28 * z),
    ]
    body.show(tube(staple, 0.0028, 8), material=steel)
    body.solid(Box((x, y, z)), at=(0, 0, z))
    body.solid(Box((0.037, 0.005, 0.014)), at=(0, 0, 2 * z + 0.014))
    body.solid(Box((0.018, 0.008, 0.026)), at=(0, -y - 0.008, 1.3 * z))
    if state == "locked":
        low = 0.042
        body.show(box((0.026, 0.010, 0.021), 0.006), at=(0, -y - 0.014, low - 0.008), material=brass)
        hoop = [(-0.016, 0, 0), (-0.016, 0, 0.022), (0, 0, 0.036), (0.016, 0, 0.022), (0.016, 0, 0)]
        body.show(tube(hoop, 0.0042, 10), at=(0, -y - 0.014, low + 0.010), material=steel)
        body.show(box((0.004, 0.001, 0.008), 0.001), at=(0, -y - 0.0245, low - 0.010), material=paint(body, _DARK))
        body.solid(Box((0.026, 0.010, 0.021)), at=(0, -y - 0.014, low - 0.008))
    return Look(colour, "metal box with a hasp", "metal", state)


@kind("reading_lamp", zh="小台灯", en="small table lamp", category="household", mass_kg=0.8, uses=("light",),
      colours=("red", "blue", "green", "black"), states=_LIT)  # fmt: skip
def reading_lamp(body: Body, rng: Generator, wish: Wish) -> Look:
    """A lamp with a globe of milk glass on a foot: grey when it is off, glowing yellow with a halo when it is on."""
    colour, state = wish.pick_colour(rng, ("red", "blue", "green", "black")), wish.state or "off"
    coat = paint(body, colour, rough=0.3)
    foot = [(0, 0), (0.058, 0), (0.060, 0.006), (0.050, 0.014), (0.012, 0.022), (0.009, 0.030), (0.009, 0.115)]
    body.show(lathe([*foot, (0.030, 0.128), (0.034, 0.150), (0, 0.150)], 36), material=coat)
    if state == "on":
        globe = body.workshop.material(rgb=(1.0, 0.90, 0.55), roughness=1.0, emission=1.0)
        halo = body.workshop.material(rgb=(1.0, 0.88, 0.50), roughness=1.0, emission=0.8, alpha=0.16)
        body.show(Sphere(0.053), at=(0, 0, 0.190), material=globe)
        body.show(Sphere(0.068), at=(0, 0, 0.190), material=halo)
    else:
        body.show(Sphere(0.053), at=(0, 0, 0.190), material=paint(body, (0.50, 0.50, 0.49), rough=0.4))
    floor(body, 0.058, 0.010)
    body.solid(Cylinder(0.012, 0.07), at=(0, 0, 0.080))
    body.solid(Sphere(0.053), at=(0, 0, 0.190))
    return Look(colour, "globe on a foot", "glass", state)


@kind("tablet", zh="平板电脑", en="tablet computer", category="electronics", mass_kg=0.5, uses=("work",), states=_LIT)
def tablet(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tablet leaning on its stand: its screen is black, or shows bright tiles."""
    del rng
    state = wish.state or "off"
    face, lean = _screen() if state == "on" else Image.new("RGB", (16, 12), pixel(_DARK)), turn("x", -22)
    texture, atlas = covered(face, (0.20, 0.20, 0.22), "front")
    glow = 0.6 if state == "on" else 0.0
    coat = body.workshop.material(texture, roughness=0.15, emission=glow)
    body.show(box((0.125, 0.004, 0.088), 0.003, atlas), at=(0, 0, 0.084), turn=lean, material=coat)
    body.show(box((0.05, 0.004, 0.062), 0.002), at=(0, 0.055, 0.058), turn=turn("x", 26), material=metal(body))
    body.solid(Box((0.125, 0.004, 0.088)), at=(0, 0, 0.084), turn=lean)
    body.solid(Box((0.05, 0.004, 0.062)), at=(0, 0.055, 0.058), turn=turn("x", 26))
    return Look("black", "upright screen", "glass", state)


def _screen() -> Image.Image:
    canvas = Image.new("RGB", (250, 176), pixel((0.10, 0.10, 0.12)))
    draw = ImageDraw.Draw(canvas)
    draw.rectangle([8, 8, 241, 167], fill=pixel((0.55, 0.78, 0.93)))
    tones = ("red", "yellow", "green", "purple", "orange", "blue", "pink", "white")
    for place, tone in enumerate(tones):
        left, top = 26 + 54 * (place % 4), 30 + 66 * (place // 4)
        draw.rounded_rectangle([left, top, left + 38, top + 38], 8, fill=pixel(COLOURS[tone].rgb))
    return canvas


@kind("small_tv", zh="小电视机", en="small television", category="electronics", mass_kg=1.6, uses=("watch",),
      colours=("red", "yellow", "white"), states=_LIT)  # fmt: skip
def small_tv(body: Body, rng: Generator, wish: Wish) -> Look:
    """A boxy old television with two knobs and an aerial: its screen is black or shows a landscape."""
    colour, state = wish.pick_colour(rng, ("red", "yellow", "white")), wish.state or "off"
    coat, dark = paint(body, colour, rough=0.35), paint(body, _DARK)
    body.show(box((0.105, 0.070, 0.075), 0.012), at=(0, 0, 0.085), material=coat)
    for side in (-1, 1):
        body.show(box((0.012, 0.045, 0.006), 0.003), at=(side * 0.075, 0, 0.006), material=dark)
        rod = [(side * 0.01, 0.02, 0.158), (side * 0.055, 0.02, 0.225)]
        body.show(tube(rod, 0.0018, 6), material=metal(body))
        body.show(lathe([(0, 0), (0.010, 0), (0.009, 0.008), (0, 0.008)], 20), at=(0.083, -0.069, 0.085 + 0.022 * side),
                  turn=turn("x", 90), material=dark)  # fmt: skip
    face = _broadcast() if state == "on" else Image.new("RGB", (16, 12), pixel(mixed(_DARK, (0.2, 0.24, 0.24), 0.4)))
    texture, atlas = covered(face, _DARK, "front")
    glow = 0.55 if state == "on" else 0.0
    screen = body.workshop.material(texture, roughness=0.15, emission=glow)
    body.show(box((0.072, 0.004, 0.056), 0.003, atlas), at=(-0.020, -0.069, 0.085), material=screen)
    body.solid(Box((0.105, 0.072, 0.080)), at=(0, 0, 0.080))
    body.solid(Box((0.055, 0.002, 0.033)), at=(0, 0.02, 0.192))
    return Look(colour, "boxy set with an aerial", "plastic", state)


def _broadcast() -> Image.Image:
    canvas = Image.new("RGB", (144, 112), pixel((0.50, 0.76, 0.95)))
    draw = ImageDraw.Draw(canvas)
    draw.ellipse([98, 10, 126, 38], fill=pixel((1.0, 0.88, 0.35)))
    hills = [(x, 78 + 12 * float(np.sin(x / 17))) for x in range(0, 145, 6)]
    draw.polygon([(0, 112), *hills, (144, 112)], fill=pixel((0.36, 0.66, 0.32)))
    draw.polygon([(30, 84), (30, 58), (50, 42), (70, 58), (70, 84)], fill=pixel((0.86, 0.32, 0.24)))
    return canvas
