"""Kinds of things: presents with their contents printed on them."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue import labels
from mindsight.engine.catalogue.craft import floor, metal, paint
from mindsight.engine.catalogue.labels import Sort, of_colour, sign
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import INK, mixed, pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import box, extrude, lathe
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Cylinder, Vector
from mindsight.engine.kinds import Look, Wish, kind

_GOLD: Vector = (0.85, 0.68, 0.30)
_TEAS = (Sort("绿茶", "GREEN", "green"), Sort("红茶", "BLACK", "red"), Sort("花草茶", "HERBAL", "yellow"))


@kind("tea_tin", zh="茶叶罐", en="tin of tea", category="present", mass_kg=0.35, uses=("drink", "tea", "gift"),
      colours=("green", "red", "yellow"))  # fmt: skip
def tea_tin(body: Body, rng: Generator, wish: Wish) -> Look:
    """A square caddy with a round lid; a label on each side names the tea in it."""
    sort = of_colour(_TEAS, wish.pick_colour(rng, ("green", "red", "yellow")))
    tone = COLOURS[sort.colour].rgb
    body.show(box((0.050, 0.050, 0.052), 0.007), at=(0, 0, 0.052), material=paint(body, tone, rough=0.35))
    lid = lathe([(0, 0), (0.034, 0), (0.034, 0.022), (0.031, 0.026), (0, 0.026)])
    body.show(lid, at=(0, 0, 0.104), material=metal(body, _GOLD))
    for side, x, y in (("front", 0.0, -1.0), ("back", 0.0, 1.0), ("left", -1.0, 0.0), ("right", 1.0, 0.0)):
        at = (0.0502 * x, 0.0502 * y, 0.052)
        sign(body, sort, (0.088, 0.086), at, side=side, ink=mixed(tone, (0.05, 0.05, 0.05), 0.6))
    body.solid(Box((0.050, 0.050, 0.052)), at=(0, 0, 0.052))
    body.solid(Box((0.026, 0.026, 0.013)), at=(0, 0, 0.117))
    return Look(sort.colour, "square tin", "tin", text=(sort.zh, sort.en))


_FILLINGS = (
    Sort("坚果", "NUTS", "brown"),
    Sort("酒心", "RUM", "purple"),
    Sort("牛奶", "MILK", "blue"),
    Sort("纯素", "VEGAN", "green"),
)


@kind("chocolates", zh="巧克力礼盒", en="box of chocolates", category="present", mass_kg=0.40, uses=("eat", "gift"),
      colours=("brown", "purple", "blue", "green"))  # fmt: skip
def chocolates(body: Body, rng: Generator, wish: Wish) -> Look:
    """A heart-shaped box; the label on its lid names an ingredient of the chocolates."""
    sort = of_colour(_FILLINGS, wish.pick_colour(rng, ("brown", "purple", "blue", "green")))
    t = np.linspace(0, 2 * np.pi, 49)[:-1]
    x, y = 16 * np.sin(t) ** 3, 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    heart = np.stack([x, y + 2.5], axis=1) * 0.0072
    tone = COLOURS[sort.colour].rgb
    body.show(extrude(heart * 0.97, 0.026), material=paint(body, mixed(tone, (1, 1, 1), 0.25), rough=0.4))
    body.show(extrude(heart, 0.026), at=(0, 0, 0.020), material=paint(body, tone, rough=0.35))
    ink = mixed(tone, (0.08, 0.04, 0.02), 0.5)
    sign(body, sort, (0.150, 0.086), (0, 0.032, 0.0464), side="top", ink=ink)
    body.solid(extrude(heart, 0.046))
    return Look(sort.colour, "heart-shaped box", "card", text=(sort.zh, sort.en))


_DRINKS = (Sort("红酒", "WINE", "purple"), Sort("白酒", "LIQUOR", "white"), Sort("果汁", "JUICE", "orange"))
_GLASS: dict[str, Vector] = {"purple": (0.17, 0.10, 0.14), "white": (0.90, 0.91, 0.90), "orange": (0.91, 0.56, 0.16)}


@kind("gift_bottle", zh="礼品瓶", en="gift bottle", category="present", mass_kg=1.1, uses=("drink", "gift"),
      colours=("purple", "white", "orange"))  # fmt: skip
def gift_bottle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tall bottle with a foil cap; the labels in front and behind name its contents."""
    sort = of_colour(_DRINKS, wish.pick_colour(rng, ("purple", "white", "orange")))
    tone = _GLASS.get(sort.colour, COLOURS[sort.colour].rgb)
    outline = [(0, 0.003), (0.038, 0), (0.043, 0.004), (0.043, 0.175), (0.036, 0.200), (0.018, 0.222), (0.0155, 0.245),
               (0.0155, 0.292), (0, 0.292)]  # fmt: skip
    body.show(lathe(outline, 40, 50), material=paint(body, tone, rough=0.15))
    foil = lathe([(0.0165, 0), (0.0165, 0.050), (0.014, 0.054), (0, 0.054)], 28)
    body.show(foil, at=(0, 0, 0.244), material=metal(body, _GOLD if sort.colour == "orange" else COLOURS["red"].rgb))
    size = (0.082, 0.100)
    front = labels.printed(sort, size, mixed(COLOURS["red" if sort.colour == "white" else sort.colour].rgb, INK, 0.4))
    paper = Image.new("RGB", (round(front.width * 0.274 / size[0]), front.height), pixel(labels.PAPER))
    for middle in (0.25, 0.75):
        paper.paste(front, (round(middle * paper.width) - front.width // 2, 0))
    # Half a label further round, so that one of the two faces the front.
    wrap = turned(lathe([(0.0436, 0.040), (0.0436, 0.140)], 40), "z", 90)
    material = body.workshop.material(paper, roughness=0.5)
    body.show(wrap, material=material, text=sort.words, letter_m=labels.letter_m(size))
    body.solid(Cylinder(0.043, 0.094), at=(0, 0, 0.096))
    body.solid(Box((0.012, 0.012, 0.053)), at=(0, 0, 0.244))
    floor(body, 0.042, 0.012)
    return Look(sort.colour, "tall bottle", "glass", text=(sort.zh, sort.en))


_PUZZLES = (
    Sort("3岁以上", "AGES 3+", "yellow"),
    Sort("6岁以上", "AGES 6+", "green"),
    Sort("14岁以上", "AGES 14+", "blue"),
)
_CUTS = {"yellow": 3, "green": 5, "blue": 9}
"""Pieces across the picture on the lid."""


@kind("puzzle_box", zh="拼图盒", en="jigsaw puzzle in a box", category="present", mass_kg=0.5, uses=("play", "gift"),
      colours=("yellow", "green", "blue"))  # fmt: skip
def puzzle_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flat box with the cut picture on its lid, beside the age from which the puzzle is suitable."""
    sort = of_colour(_PUZZLES, wish.pick_colour(rng, ("yellow", "green", "blue")))
    tone = COLOURS[sort.colour].rgb
    body.show(box((0.150, 0.100, 0.029), 0.004), at=(0, 0, 0.029), material=paint(body, tone, rough=0.5))
    lid = body.workshop.material(_cut_picture(rng, _CUTS.get(sort.colour, 5), tone), roughness=0.5)
    body.show(box((0.140, 0.044, 0.0006)), at=(0, 0.046, 0.0583), material=lid)
    sign(body, sort, (0.260, 0.086), (0, -0.052, 0.0583), side="top", ink=mixed(tone, INK, 0.7))
    for side in (-1.0, 1.0):
        at = (0.0, 0.1002 * side, 0.029)
        sign(body, sort, (0.240, 0.050), at, side="front" if side < 0 else "back", ink=mixed(tone, INK, 0.7))
    body.solid(Box((0.150, 0.100, 0.029)), at=(0, 0, 0.029))
    return Look(sort.colour, "flat box", "card", text=(sort.zh, sort.en))


def _cut_picture(rng: Generator, across: int, tone: Vector) -> Image.Image:
    """Return a picture in jigsaw pieces: squares of many colours with knobs."""
    side = 720 // across
    down = max(1, round(226 / side))
    picture = Image.new("RGB", (side * across, side * down), pixel(tone))
    draw = ImageDraw.Draw(picture)
    hues = [COLOURS[key].rgb for key in ("red", "orange", "yellow", "green", "blue", "purple", "pink")]
    drawn = rng.integers(len(hues), size=(down, across))
    for row in range(down):
        for column in range(across):
            x, y = column * side, row * side
            fill = pixel(hues[(int(drawn[row, column]) + column) % len(hues)])
            draw.rectangle([x, y, x + side - 1, y + side - 1], fill=fill, outline=pixel(INK), width=3)
            if column:
                r = side * 0.16
                draw.ellipse([x - r, y + side / 2 - r, x + r, y + side / 2 + r], fill=fill, outline=pixel(INK), width=3)
    return picture
