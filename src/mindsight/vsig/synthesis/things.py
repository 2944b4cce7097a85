"""Things on the table: named ones that can be pointed at, and small clutter."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine import catalogue
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.floor_plan import Rect
from mindsight.engine.scenes.places import Footprint, footprint
from mindsight.text import Language

Array = NDArray[np.float64]

POINTABLE = (
    "apple", "banana", "book", "bowl", "calculator", "camera", "milk_carton", "mug",
    "notebook", "orange", "passport", "pencil_case", "phone", "power_bank", "rubber_duck", "scissors", "shampoo",
    "soap", "sticky_notes", "sunscreen", "teapot", "torch", "toothpaste", "toy_car",
    "toy_robot", "toy_train", "wallet", "water_bottle", "watermelon_slice", "carrot", "crushed_can", "brick_block",
)  # fmt: skip
CLUTTER = (
    "pen",
    "comb",
    "spoon",
    "fork",
    "chopsticks",
    "paper_ball",
    "toothbrush",
    "razor",
    "coffee_stain",
    "apple_core",
)
_OWN = {"orange": "", "banana": "yellow", "carrot": "orange", "rubber_duck": "yellow", "watermelon_slice": "red"}
"""The colour in the names of kinds with one colour; half an orange is named without."""
_PLAIN = frozenset({"camera", "phone", "soap", "toy_train", "sunscreen"})
"""Kinds with two colours or an indistinct one: a colour could not distinguish two, so there is only one, named without."""
_CLEAR = {"bowl": ("green", "pink", "yellow")}
"""The distinct colours of kinds that also have indistinct ones."""
_TWICE = 0.35
"""Probability of two things of a kind, distinguished only by colour."""
_TALL_M, _MOST_TALL = 0.13, 2
_LARGE_M, _MOST_LARGE = 0.115, 3
"""Radius from which a thing is large, and the largest number of these."""


@dataclass(frozen=True)
class Item:
    """A thing without a place yet; ``colour`` is set if its kind comes in several; clutter has no name."""

    key: str
    kind: str
    seed: int
    colour: str = ""
    named: bool = True

    @cached_property
    def room(self) -> Footprint:
        """The space that it needs."""
        return footprint(self.kind, self.seed, self.colour)

    def name(self, language: Language) -> str:
        """Return its name, which distinguishes it from every other thing on the table."""
        kind, colour = KINDS[self.kind], self.colour or _OWN.get(self.kind, "")
        if not colour:
            return kind.name(language)
        return f"{COLOURS[colour].zh}的{kind.zh}" if language == "zh" else f"{COLOURS[colour].en} {kind.en}"


@dataclass(frozen=True)
class Placed:
    """A thing at its place: a box in the frame of the table."""

    item: Item
    at: tuple[float, float]
    yaw: float

    @cached_property
    def rect(self) -> Rect:
        """The area that it covers."""
        return Rect(self.at, (self.item.room.width / 2, self.item.room.depth / 2), self.yaw)

    @property
    def height(self) -> float:
        """Its height."""
        return self.item.room.height

    @cached_property
    def corners(self) -> Array:
        """The corners of its box, shape (8, 3)."""
        ground = self.rect.corners
        return np.concatenate([np.c_[ground, np.full(4, z)] for z in (0.0, self.height)])

    @property
    def aim(self) -> Array:
        """The position to point at: its centre, near the top."""
        return np.array([*self.at, 0.72 * self.height])

    def distance(self, points: Array) -> Array:
        """Return the distance of points (N, 3) from its box, m."""
        aside = self.rect.distance(points[:, :2])
        above = np.maximum(points[:, 2] - self.height, 0.0) + np.maximum(-points[:, 2], 0.0)
        return np.asarray(np.hypot(aside, above))


def draw_items(rng: Generator, *, named: int, clutter: int) -> tuple[Item, ...]:
    """Return random things, no two with the same name, few of them tall or large, and clutter."""
    catalogue.load()
    kinds = [POINTABLE[int(place)] for place in rng.permutation(len(POINTABLE))]
    items: list[Item] = []
    tall = large = 0
    for kind in kinds:
        if len(items) == named:
            break
        for item in _of_kind(kind, rng)[: named - len(items)]:
            is_tall, is_large = item.room.height > _TALL_M, item.room.radius > _LARGE_M
            if tall + is_tall > _MOST_TALL or large + is_large > _MOST_LARGE:
                break
            tall, large = tall + is_tall, large + is_large
            items.append(item)
    chosen = rng.permutation(len(CLUTTER))[:clutter]
    small = [
        Item(f"clutter.{place}", CLUTTER[int(which)], int(rng.integers(1 << 31)), named=False)
        for place, which in enumerate(chosen)
    ]
    return (*items, *small)


def _of_kind(kind: str, rng: Generator) -> list[Item]:
    plain = kind in _OWN or kind in _PLAIN
    colours = () if plain else _CLEAR.get(kind, KINDS[kind].colours)
    seeds = [int(rng.integers(1 << 31)) for _ in range(2)]
    if not colours:
        return [Item(f"{kind}.0", kind, seeds[0])]
    drawn = [colours[int(place)] for place in rng.permutation(len(colours))]
    count = 2 if rng.random() < _TWICE and len(drawn) > 1 else 1
    return [Item(f"{kind}.{place}", kind, seeds[place], drawn[place]) for place in range(count)]
