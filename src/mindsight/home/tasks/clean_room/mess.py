"""Define what is mess in a room and where it belongs, by what it is and where it lies, and what is in its place.

The same rule draws a room, states its goal and guides the oracle: a toy on the floor is mess, one on a shelf is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from mindsight.engine.geometry.frames import Frame
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.places import FLOOR
from mindsight.engine.scenes.plans import RoomKind
from mindsight.home.oracle.space import Space

Sort = Literal["rubbish", "stain", "toy", "clothes"]
SORTS: tuple[Sort, ...] = ("rubbish", "stain", "toy", "clothes")
BELONGS: dict[Sort, str] = {"rubbish": "waste_bin", "toy": "toy_chest", "clothes": "laundry_basket"}
"""The fixture that a sort of mess goes into; stains are wiped away."""

KINDS_OF: dict[Sort, tuple[str, ...]] = {
    "rubbish": ("crushed_can", "banana_peel", "empty_bottle", "apple_core", "paper_ball"),
    "stain": ("coffee_stain", "muddy_footprint", "juice_spill", "dust_patch"),
    "toy": (
        "block", "teddy_bear", "ball", "rubber_duck", "doll", "spinning_top",
        "toy_robot", "ring_stack", "toy_car", "toy_train", "toy_plane", "toy_boat",
    ),
    "clothes": ("t_shirt", "sweater", "jeans", "socks", "pyjamas"),
}  # fmt: skip
"""Kinds of each sort of mess, small enough for where they belong."""

BURNS = frozenset({"empty_bottle", "paper_ball", "banana_peel", "towel", *KINDS_OF["toy"], *KINDS_OF["clothes"]})
"""Kinds of mess that can burn and so must not be put beside a heater; cans and wet apple cores are not among them."""

SHOWS_STAINS: dict[str, tuple[str, ...]] = {
    "t_shirt": ("red", "yellow", "green", "blue", "white", "pink", "purple", "orange"),
    "jeans": ("blue", "grey"),
    "socks": ("white", "grey", "yellow", "pink"),
    "pyjamas": ("blue", "pink", "purple", "green"),
    "towel": ("blue", "pink", "green", "yellow", "white"),
}
"""Laundry and its colours on which a brown stain is clearly visible."""

LYING: dict[Sort, tuple[str, ...]] = {
    "rubbish": ("floor", "top", "mattress", "seat"),
    "stain": ("floor", "top"),
    "toy": ("floor", "mattress", "seat", "bath"),
    "clothes": ("floor", "mattress", "seat"),
}
"""Sorts of places where each sort of mess is found, by the last word of the place's name."""

FLOOR_ONLY = frozenset({"muddy_footprint"})
LAUNDRY = frozenset({*KINDS_OF["clothes"], "towel"})
_BATH = "bathtub/inside"

TIDY: dict[str, tuple[str, ...]] = {
    "book": ("shelf", "top"),
    "vase": ("top",),
    "picture_frame": ("shelf", "top"),
    "potted_plant": ("top",),
    "candle": ("shelf", "top"),
    "alarm_clock": ("shelf", "top"),
    "tissue_box": ("top",),
    "cushion": ("seat", "mattress"),
    "remote_control": ("top",),
    "phone": ("top",),
    "laptop": ("top",),
    "headphones": ("top",),
    "keys": ("top",),
    "notebook": ("shelf", "top"),
    "pencil_case": ("top",),
    "water_bottle": ("top",),
    "mug": ("top",),
    "apple": ("top",),
    "banana": ("top",),
    "t_shirt": ("mattress", "chest_top"),
    "sweater": ("mattress", "chest_top"),
    "jeans": ("mattress", "chest_top"),
    "teddy_bear": ("shelf",),
    "toy_robot": ("shelf",),
    "toy_car": ("shelf",),
}
"""Things that are no mess in certain places, with these places; some look much like mess."""

_KITCHEN = (
    "mug", "bowl", "plate", "teapot", "apple", "banana", "bread", "milk_carton",
    "jam_jar", "food_can", "water_bottle", "vase", "egg_box", "frying_pan",
)  # fmt: skip
TIDY_KITCHEN: dict[str, tuple[str, ...]] = dict.fromkeys(_KITCHEN, ("top",))
"""The same for a kitchen."""

_BASIN = ("toothbrush", "toothpaste", "soap", "comb", "razor", "shampoo", "tissue_box", "water_bottle")
TIDY_BATHROOM: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_BASIN, ("top", "ledge", "cistern", "shelf")),
    "mug": ("top", "ledge"),
    "potted_plant": ("top", "cistern"),
    "candle": ("cistern", "shelf"),
    "sunscreen": ("ledge", "shelf"),
    "towel": ("top",),
    "rubber_duck": ("cistern", "shelf", "ledge"),
    "toy_boat": ("cistern", "shelf", "ledge"),
}
"""The same for a bathroom: what hangs or stands there is clean, and bath toys may be on a ledge."""


@dataclass(frozen=True)
class Custom:
    """What is usual in a room: the sorts of mess and their kinds, and what is in its place."""

    kinds: Mapping[Sort, tuple[str, ...]]
    tidy: Mapping[str, tuple[str, ...]]

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts of mess found there."""
        return tuple(sort for sort in SORTS if sort in self.kinds)


_USUAL = Custom(KINDS_OF, TIDY)
CUSTOMS: Mapping[RoomKind, Custom] = {
    "living_room": _USUAL,
    "bedroom": _USUAL,
    "study": _USUAL,
    "kitchen": Custom({sort: kinds for sort, kinds in KINDS_OF.items() if sort != "clothes"}, TIDY_KITCHEN),
    "bathroom": Custom(
        {
            "rubbish": ("crushed_can", "empty_bottle", "apple_core"),  # white paper is not visible on white tiles
            "stain": ("muddy_footprint", "juice_spill", "dust_patch"),
            "toy": ("rubber_duck", "toy_boat", "ball", "ring_stack", "block", "toy_plane"),
            "clothes": ("towel", "towel", *KINDS_OF["clothes"]),
        },
        TIDY_BATHROOM,
    ),
}
"""The rooms that are cleaned and what is usual in each; a kind listed twice is drawn twice as often."""

_NEAR_M, _FLOOR_M, _SLACK_M = 0.06, 0.06, 0.01


def sort_of(kind: str, state: str, place: str) -> Sort | None:
    """Return the sort of mess that something is where it lies; None if it is no mess there.

    Args:
        kind: A key of the catalogue.
        state: What it looks like, such as ``stained``.
        place: The last word of the name of its place, such as ``floor``, ``shelf``, ``bath`` or ``inside``.
    """
    found = KINDS[kind]
    if found.category == "stain":
        return "stain"
    if place == "inside":
        return None
    if found.category == "rubbish":
        return "rubbish"
    if found.category == "toy":
        return "toy" if place in LYING["toy"] else None
    if kind in LAUNDRY:
        return "clothes" if state == "stained" or place == "floor" else None
    return None


def place_word(on: str) -> str:
    """Return the sort of a place: ``floor``, ``top``, ``seat``, ``mattress``, ``shelf``, ``inside`` or another word."""
    if on == _BATH:  # things inside a bath do not count as put away
        return "bath"
    return on.rpartition("/")[2].partition("_")[0]


def lies_on(space: Space, name: str) -> str:
    """Return the sort of place on which something lies, as perceived."""
    register, foot = space.world.scene.register, _foot(space, name)
    for place, hollow in register.containers.items():
        within = space.hollow(place).seen(foot)
        if (np.abs(within.at) <= np.add(hollow.half, _SLACK_M)).all():
            return place_word(place)
    if foot.at[2] < _FLOOR_M:
        return FLOOR
    for place, surface in register.surfaces.items():
        x, y, z = space.frame(surface.body).inside(surface.at).seen(foot).at
        if abs(x) < surface.half[0] + _NEAR_M and abs(y) < surface.half[1] + _NEAR_M and abs(z) < _NEAR_M:
            return place_word(place)
    return ""


def _foot(space: Space, name: str) -> Frame:
    """Return the middle of the present underside of something."""
    if space.world.scene.things[name].wipeable:
        return space.frame(name)
    low, high = space.extent(name, np.eye(3), np.zeros(3))
    x, y = (float(part) for part in (low + high)[:2] / 2)
    return Frame((x, y, float(low[2])))
