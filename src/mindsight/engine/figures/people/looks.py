"""What a figure looks like: body, age, hair, clothes, drawn from a seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from numpy.random import Generator

from mindsight.engine.geometry.shapes import Vector

Choice = TypeVar("Choice")

Sex = Literal["female", "male"]
Age = Literal["child", "adult", "old"]
Top = Literal["t-shirt", "pullover", "shirt", "jacket"]
Bottom = Literal["trousers", "shorts", "skirt", "dress"]
Hair = Literal["short", "cropped", "quiff", "curls", "bald", "fringe", "bob", "long", "bun", "tail"]

SKINS: tuple[Vector, ...] = (
    (0.95, 0.80, 0.70),
    (0.90, 0.72, 0.59),
    (0.82, 0.62, 0.48),
    (0.66, 0.46, 0.34),
    (0.46, 0.31, 0.23),
    (0.33, 0.22, 0.17),
)
HAIRS: Mapping[str, Vector] = {
    "black": (0.07, 0.06, 0.06),
    "brown": (0.26, 0.16, 0.10),
    "fair": (0.72, 0.55, 0.32),
    "red": (0.55, 0.25, 0.11),
    "grey": (0.66, 0.66, 0.67),
    "white": (0.88, 0.88, 0.87),
}
CLOTHES: Mapping[str, Vector] = {
    "red": (0.70, 0.13, 0.13),
    "blue": (0.15, 0.32, 0.62),
    "green": (0.16, 0.46, 0.25),
    "yellow": (0.88, 0.71, 0.16),
    "purple": (0.42, 0.22, 0.52),
    "orange": (0.88, 0.44, 0.12),
    "white": (0.90, 0.90, 0.88),
    "black": (0.10, 0.10, 0.12),
    "grey": (0.45, 0.47, 0.50),
    "brown": (0.40, 0.27, 0.17),
}
_IRISES: tuple[Vector, ...] = ((0.25, 0.14, 0.07), (0.13, 0.09, 0.06), (0.22, 0.38, 0.55), (0.25, 0.40, 0.28))


@dataclass(frozen=True)
class Looks:
    """Everything that is seen of a figure apart from its pose and face.

    Numbers from 0 to 1 are those of the body model: ``years`` runs from a newborn (−0.33) over a child (0.33) and an
    adult (0.67) to old (1).
    """

    sex: Sex
    age: Age
    years: float
    muscle: float
    weight: float
    height: float
    skin: Vector
    hair: Hair
    hair_colour: str
    iris: Vector
    top: Top
    top_colour: str
    bottom: Bottom
    bottom_colour: str
    shoes: Vector
    masked: bool = False
    """Whether the face is covered by a plain mask."""


_YEARS: Mapping[Age, tuple[float, float]] = {"child": (0.26, 0.40), "adult": (0.60, 0.72), "old": (0.93, 1.0)}


def draw_looks(
    rng: Generator, *, age: Age | None = None, sex: Sex | None = None, top_colour: str | None = None
) -> Looks:
    """Draw looks; what is given is kept."""
    sex = sex or ("female", "male")[int(rng.integers(2))]
    age = age or ("child", "adult", "adult", "old")[int(rng.integers(4))]
    tone = int(rng.integers(len(SKINS)))
    colour = ("grey", "white")[int(rng.integers(2))] if age == "old" else _natural(rng, tone)
    styles: tuple[Hair, ...] = (
        ("short", "cropped", "quiff", "curls") if sex == "male" else ("fringe", "bob", "long", "bun", "tail", "curls")
    )
    if sex == "male" and age != "child":
        styles = (*styles, "bald")
    bottoms: tuple[Bottom, ...] = ("trousers", "shorts") if sex == "male" else ("trousers", "skirt", "dress")
    top = top_colour or _of(rng, tuple(CLOTHES))
    return Looks(
        sex=sex,
        age=age,
        years=float(rng.uniform(*_YEARS[age])),
        muscle=float(rng.uniform(0.35, 0.65)),
        weight=float(rng.uniform(0.35, 0.65)),
        height=float(rng.uniform(0.35, 0.65)),
        skin=SKINS[tone],
        hair=_of(rng, styles),
        hair_colour=colour,
        iris=_IRISES[int(rng.integers(len(_IRISES) if tone < 2 else 2))],
        top=_of(rng, ("t-shirt", "pullover", "shirt", "jacket")),
        top_colour=top,
        bottom=_of(rng, bottoms),
        bottom_colour=_of(rng, tuple(one for one in CLOTHES if one != top)),
        shoes=((0.12, 0.10, 0.09), (0.30, 0.19, 0.11), (0.80, 0.80, 0.79))[int(rng.integers(3))],
    )


def _natural(rng: Generator, tone: int) -> str:
    return _of(rng, ("black", "brown") if tone > 1 else ("black", "brown", "fair", "red"))


def _of(rng: Generator, choices: tuple[Choice, ...]) -> Choice:
    return choices[int(rng.integers(len(choices)))]
