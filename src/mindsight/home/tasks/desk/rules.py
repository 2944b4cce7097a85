"""Define where things on a desk belong: by their kind, and by the labels on trays and drawer.

The same rule draws a desk, states its goal and guides the oracle.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

Sort = Literal["pens", "mug", "books", "rubbish"]
SORTS: tuple[Sort, ...] = ("pens", "mug", "books", "rubbish")
HOLDER: dict[Sort, str] = {"pens": "pen_holder", "mug": "coaster", "books": "bookcase", "rubbish": "waste_bin"}
"""The fixture that each sort of things goes to, which the instruction names."""
KINDS_OF: dict[Sort, tuple[str, ...]] = {
    "pens": ("pen",),
    "mug": ("mug",),
    "books": ("book", "guide_book"),
    "rubbish": ("paper_ball", "crushed_can", "apple_core", "empty_bottle"),
}
MOST: dict[Sort, int] = {"pens": 3, "mug": 1, "books": 2, "rubbish": 3}
"""Most things of a sort: they must fit where they belong."""
_ARGUABLE: dict[Sort, tuple[str, ...]] = {"books": ("notebook", "passport"), "pens": ("pencil_case",)}
"""Kinds that could be counted as a sort; they are never on a desk where that sort is to be put away."""

DRAWER = "desk/drawer"
TRAYS = ("desk_tray", "desk_tray_2")
INSIDE: dict[str, str] = {DRAWER: DRAWER, **{tray: f"{tray}/inside" for tray in TRAYS}}
"""The hollow of each place that may have a label."""


@dataclass(frozen=True)
class Category:
    """A category for a label: its words, the kinds that clearly belong to it, and arguable ones.

    Arguable things are never on a desk with that label.
    """

    key: str
    zh: str
    en: str
    kinds: tuple[str, ...]
    arguable: tuple[str, ...] = ()

    @property
    def spoken(self) -> tuple[str, str]:
        """Its name in an instruction, zh and en."""
        return self.zh, self.en.lower().replace("&", "and")

    @property
    def label(self) -> str:
        """The text on the label."""
        return f"{self.zh} {self.en}"


CATEGORIES: dict[str, Category] = {
    one.key: one
    for one in (
        Category(
            "electronics",
            "电子产品",
            "ELECTRONICS",
            ("phone", "charger", "power_bank", "remote_control"),
            ("torch", "camera", "headphones", "laptop", "alarm_clock", "calculator"),
        ),
        Category(
            "stationery",
            "文具",
            "STATIONERY",
            ("scissors", "sticky_notes", "calculator"),
            ("notebook", "pencil_case"),
        ),
        Category(
            "toys",
            "玩具",
            "TOYS",
            ("block", "toy_car", "spinning_top"),
            ("rubber_duck", "teddy_bear", "toy_robot"),
        ),
        Category("fruit", "水果", "FRUIT", ("apple", "orange", "banana", "watermelon_slice")),
        Category(
            "toiletries",
            "洗漱用品",
            "TOILETRIES",
            ("comb", "toothpaste", "soap", "toothbrush", "razor"),
            ("sunscreen", "tissue_box"),
        ),
        Category("keys", "钥匙钱包", "KEYS & WALLETS", ("keys", "wallet"), ("passport",)),
        Category("cutlery", "餐具", "CUTLERY", ("spoon", "fork")),
    )
}
"""All categories, by key."""

STAYING = ("alarm_clock", "potted_plant", "picture_frame", "candle", "headphones", "camera", "sunglasses", "passport",
           "torch", "notebook")  # fmt: skip
"""Kinds that may be on a desk without belonging anywhere there, like those of a category whose label is not there."""
TALL = frozenset({"alarm_clock", "potted_plant", "picture_frame", "candle", "headphones"})
"""Kinds that would hide things behind them and so stand at the back."""


def category_of(kind: str, keys: Collection[str]) -> str | None:
    """Return the label, out of some, under which a kind of thing belongs; None if there is none."""
    return next((key for key in keys if kind in CATEGORIES[key].kinds), None)


def place_of(kind: str, sorts: Collection[Sort], says: Mapping[str, str]) -> str | None:
    """Return the place of a kind of thing; None if it stays where it is.

    Args:
        kind: A key of the catalogue.
        sorts: Sorts for which the instruction names a place.
        says: Key of the category that each labelled place is for.
    """
    for sort in sorts:
        if kind in KINDS_OF[sort]:
            return HOLDER[sort]
    key = category_of(kind, says.values())
    return next((place for place, said in says.items() if said == key), None) if key else None


def kinds_under(key: str, keys: Collection[str]) -> tuple[str, ...]:
    """Return the kinds that clearly belong under a label and under no other of the labels."""
    others = {kind for other in keys if other != key for kind in CATEGORIES[other].arguable}
    return tuple(kind for kind in CATEGORIES[key].kinds if kind not in others)


def may_stay(kind: str, sorts: Collection[Sort], keys: Collection[str]) -> bool:
    """Return whether a kind of thing clearly belongs nowhere on a desk with these sorts and labels."""
    if any(kind in (*KINDS_OF[sort], *_ARGUABLE.get(sort, ())) for sort in sorts):
        return False
    return not any(kind in (*CATEGORIES[key].kinds, *CATEGORIES[key].arguable) for key in keys)


def category_read(texts: Collection[str]) -> str | None:
    """Return the category whose label was read; None if no known label was."""
    return next((key for key, one in CATEGORIES.items() if one.label in texts), None)
