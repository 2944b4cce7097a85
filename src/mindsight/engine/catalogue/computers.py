"""Kinds of electronic devices with a screen: telephone and laptop."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import slab
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern, covered
from mindsight.engine.drawing.prints.textures import mixed, plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import rounded
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind

_DARK = (0.13, 0.13, 0.15)
_CASES = ("black", "blue", "pink", "green", "white")


@kind(
    "phone", zh="手机", en="mobile phone", category="electronics", mass_kg=0.19, uses=("call", "photo"), colours=_CASES
)
def phone(body: Body, rng: Generator, wish: Wish) -> Look:
    """A telephone on its back: the time and coloured icons on its screen."""
    colour = wish.pick_colour(rng, _CASES)
    screen = textures.gradient((0.24, 0.36, 0.66), (0.78, 0.46, 0.58), (144, 300))
    draw = ImageDraw.Draw(screen)
    hour, minute = int(rng.integers(6, 22)), int(rng.integers(0, 60))
    textures.write(screen, f"{hour:02d}:{minute:02d}", (0.15, 0.07, 0.85, 0.24), (1, 1, 1))
    tones = [COLOURS[key].rgb for key in ("green", "orange", "yellow", "red", "white", "purple", "blue", "pink")]
    for place in range(16):
        left, top = 17 + place % 4 * 29, 100 + place // 4 * 36 + (22 if place > 11 else 0)
        draw.rounded_rectangle([left, top, left + 22, top + 22], 6, fill=textures.pixel(tones[int(rng.integers(8))]))
    framed = Image.new("RGB", (156, 312), textures.pixel(_DARK))
    framed.paste(screen, (6, 6))
    draw = ImageDraw.Draw(framed)
    draw.rounded_rectangle([60, 10, 96, 18], 4, fill=textures.pixel(_DARK))
    rgb = COLOURS[colour].rgb
    case = meshes.extrude(rounded(0.076, 0.156, 0.013), 0.0095, 0.003)
    body.show(case, rgb=rgb)
    glass = body.workshop.material(framed, roughness=0.1, emission=0.35)
    body.show(meshes.extrude(rounded(0.071, 0.151, 0.011), 0.0008), at=(0, 0, 0.0092), material=glass)
    for y, half in ((0.03, 0.009), (0.005, 0.012)):
        body.show(meshes.box((0.001, half, 0.0015), 0.0008), at=(0.0382, y, 0.005), rgb=mixed(rgb, (0, 0, 0), 0.4))
    body.solid(Box((0.038, 0.078, 0.005)), at=(0, 0, 0.005))
    return Look(colour, "slab with a screen", "glass")


@kind(
    "laptop",
    zh="笔记本电脑",
    en="laptop",
    category="electronics",
    mass_kg=1.3,
    uses=("work", "compute"),
    colours=("grey", "blue", "pink"),
    states=("closed", "open"),
)
def laptop(body: Body, rng: Generator, wish: Wish) -> Look:
    """A laptop computer, closed (with stickers on its lid) or open with lit screen and keys."""
    colour = wish.pick_colour(rng, ("grey", "blue", "pink"))
    rgb = mixed(COLOURS[colour].rgb, (0.86, 0.87, 0.89), 0.55)
    state = wish.state or "closed"
    keys = _keyboard(rgb)
    if state == "open":
        slab(body, (0.155, 0.108, 0.007), (0, -0.04, 0.007), 0.005, picture=keys, rgb=rgb, roughness=0.35)
        texture, atlas = covered(_desktop(), rgb, "front")
        lid = meshes.box((0.155, 0.004, 0.104), 0.0035, atlas)
        body.show(
            lid,
            at=(0, 0.091, 0.1085),
            turn=turn("x", -14),
            material=body.workshop.material(texture, roughness=0.2, emission=0.4),
        )
        body.solid(Box((0.155, 0.004, 0.104)), at=(0, 0.091, 0.1085), turn=turn("x", -14))
        return Look(colour, "open laptop", "metal", state)
    body.show(meshes.box((0.155, 0.108, 0.0055), 0.0045), at=(0, 0, 0.0055), rgb=mixed(rgb, (0, 0, 0), 0.25))
    body.show(meshes.box((0.148, 0.1, 0.002), 0), at=(0, 0, 0.0115), rgb=_DARK)
    lid_face = _lid(rng, rgb)
    texture, atlas = covered(lid_face, rgb)
    lid = meshes.box((0.155, 0.108, 0.003), 0.0028, atlas)
    body.show(
        lid, at=(0, -0.0005, 0.0195), turn=turn("x", -2.6), material=body.workshop.material(texture, roughness=0.35)
    )
    body.show(meshes.tube([(-0.1, 0.107, 0.011), (0.1, 0.107, 0.011)], 0.0055), rgb=_DARK)
    for x in (-0.04, -0.025, 0.03):
        body.show(meshes.box((0.005, 0.001, 0.0016), 0.0004), at=(x, -0.108, 0.0055), rgb=_DARK)
    body.solid(Box((0.155, 0.108, 0.012)), at=(0, 0, 0.012))
    return Look(colour, "closed laptop", "metal", state)


def _keyboard(rgb: tuple[float, float, float]) -> Image.Image:
    face = Pattern([(-0.155, -0.108), (0.155, 0.108)], plain(rgb, (384, 268)))
    face.fill([(-0.138, -0.012), (0.138, -0.012), (0.138, 0.086), (-0.138, 0.086)], mixed(rgb, (0, 0, 0), 0.25))
    rows = [[(x, 0.018) for x in np.arange(-0.134, 0.13, 0.0207)]] * 4
    rows.insert(
        0,
        [
            (-0.134, 0.018),
            (-0.113, 0.018),
            (-0.092, 0.018),
            (-0.068, 0.138),
            (0.074, 0.018),
            (0.095, 0.018),
            (0.115, 0.018),
        ],
    )
    for row, keys in enumerate(rows):
        low = 0.0185 * row - 0.008
        for x, wide in keys:
            face.fill([(x, low), (x + wide, low), (x + wide, low + 0.015), (x, low + 0.015)], _DARK)
    face.fill([(-0.045, -0.085), (0.045, -0.085), (0.045, -0.025), (-0.045, -0.025)], mixed(rgb, (1, 1, 1), 0.35))
    return face.picture()


def _desktop() -> Image.Image:
    screen = textures.gradient((0.25, 0.45, 0.72), (0.62, 0.78, 0.85), (320, 208))
    draw = ImageDraw.Draw(screen)
    draw.rectangle([0, 190, 320, 208], fill=(40, 44, 54))
    draw.rounded_rectangle([90, 40, 270, 160], 6, fill=(246, 246, 244))
    draw.rounded_rectangle([90, 40, 270, 58], 6, fill=(206, 210, 218))
    for row in range(6):
        draw.line([104, 74 + row * 13, 250 - 23 * (row % 3), 74 + row * 13], fill=(120, 128, 140), width=4)
    for row, tone in enumerate(("yellow", "green", "red")):
        draw.rounded_rectangle([20, 24 + row * 40, 46, 50 + row * 40], 6, fill=textures.pixel(COLOURS[tone].rgb))
    framed = Image.new("RGB", (344, 232), textures.pixel(_DARK))
    framed.paste(screen, (12, 10))
    return framed


def _lid(rng: Generator, rgb: tuple[float, float, float]) -> Image.Image:
    face = Pattern([(-0.155, -0.108), (0.155, 0.108)], plain(rgb, (384, 268)))
    logo = mixed(rgb, (0, 0, 0), 0.4)
    face.fill([(-0.026, -0.012), (0.026, -0.012), (0.026, 0.028), (-0.026, 0.028)], logo)
    face.fill([(-0.022, -0.008), (0.022, -0.008), (0.022, 0.024), (-0.022, 0.024)], rgb)
    face.fill([(-0.036, -0.024), (0.036, -0.024), (0.03, -0.0145), (-0.03, -0.0145)], logo)
    tones = ("red", "yellow", "green", "orange", "purple")
    for x, y in ((-0.105, 0.06), (-0.12, -0.06), (0.11, -0.065))[: 1 + int(rng.integers(3))]:
        face.disc((x, y), 0.024, (0.98, 0.97, 0.95)).disc((x, y), 0.02, COLOURS[tones[int(rng.integers(5))]].rgb)
        face.disc((x - 0.007, y + 0.005), 0.003, _DARK).disc((x + 0.007, y + 0.005), 0.003, _DARK)
        face.line(
            [(x - 0.009, y - 0.004), (x - 0.004, y - 0.009), (x + 0.004, y - 0.009), (x + 0.009, y - 0.004)],
            _DARK,
            0.0025,
        )
    return face.picture()
