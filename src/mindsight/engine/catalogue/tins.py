"""Kinds of things: round tins with a word on their lids, or plain ones in three sizes."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint
from mindsight.engine.drawing.prints.lettering import sign
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import extrude, lathe
from mindsight.engine.geometry.shapes import Cylinder
from mindsight.engine.kinds import Look, Wish, kind

SIZES_M: Mapping[str, tuple[float, float]] = {
    "small": (0.024, 0.030),
    "medium": (0.037, 0.042),
    "large": (0.051, 0.056),
}
"""Radius and height of a plain tin by its size."""
WORDS: Mapping[str, tuple[str, str]] = {
    "green_tea": ("绿茶", "GREEN TEA"),
    "black_tea": ("红茶", "BLACK TEA"),
    "flower_tea": ("花茶", "HERBAL TEA"),
    "salt": ("食盐", "SALT"),
    "pepper": ("胡椒", "PEPPER"),
    "chilli": ("辣椒", "CHILLI"),
    "walnut": ("核桃", "WALNUTS"),
    "almond": ("杏仁", "ALMONDS"),
    "cashew": ("腰果", "CASHEWS"),
    "red_bean": ("红豆", "RED BEANS"),
    "mung_bean": ("绿豆", "MUNG BEANS"),
    "soya_bean": ("黄豆", "SOYA BEANS"),
    "buttons": ("纽扣", "BUTTONS"),
    "thread": ("针线", "THREAD"),
    "pins": ("别针", "PINS"),
}
"""The words on the lid of a tin, by the state that a plan wishes for."""
_COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
_ZH_M, _EN_M = 0.026, 0.015


@kind(
    "round_tin", zh="圆罐", en="round tin", category="household", mass_kg=0.12, uses=("store",),
    colours=_COLOURS, states=(*SIZES_M, *WORDS),
)  # fmt: skip
def round_tin(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flat round tin with a lid; one with a word on it has the middle size."""
    colour = wish.pick_colour(rng, _COLOURS)
    words = WORDS.get(wish.state)
    size = wish.state if wish.state in SIZES_M else "medium"
    radius, height = (0.044, 0.042) if words else SIZES_M[size]
    rim, seam = 0.94 * radius, 0.70 * height
    body.show(lathe([(0, 0), (rim, 0), (rim, seam), (0, seam)], 40), material=paint(body, colour, rough=0.4))
    lid = [(0, seam), (radius, seam), (radius, height - 0.002), (radius - 0.002, height), (0, height)]
    body.show(lathe(lid, 40), material=paint(body, colour, rough=0.35))
    body.show(
        lathe([(rim, seam - 0.002), (radius + 0.0004, seam - 0.002), (radius + 0.0004, seam), (rim, seam)], 40),
        material=metal(body),
    )
    if words:
        _print(body, words, radius - 0.003, height)
    body.solid(Cylinder(radius, height / 2), at=(0, 0, height / 2))
    return Look(colour, "round tin", "tin", state=wish.state, text=words or ())


def _print(body: Body, words: tuple[str, str], radius: float, height: float) -> None:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    disc = extrude(np.stack([radius * np.cos(angles), radius * np.sin(angles)], 1), 0.0006)
    paper = sign(words, (2 * radius, 2 * radius), (_ZH_M, _EN_M), ground=COLOURS["white"].rgb, wide=0.7)
    coat = body.workshop.material(paper, roughness=0.8)
    body.show(disc, at=(0, 0, height), material=coat, text=" ".join(words), letter_m=_ZH_M)
