"""Rooms with needs, a file for each class: how a room is drawn, and how the oracle sees and meets its needs.

Open ``clean_room`` first. A class names its types of needs with their canonical wordings; ``draw`` returns a room with some of them, or
with none, and with things that look like needs and are none; ``keeper`` is the oracle's knowledge of the class.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mindsight.home.autonomy.rooms.keeping import Keeper
from mindsight.home.autonomy.rooms.needs import Wording
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.text import Text

DrawRoom = Callable[[int, bool], Instance]
"""Returns the room of a seed, with needs or without any. Raises ``Rejected`` if the seed gives none."""


@dataclass(frozen=True)
class RoomClass:
    """A class of rooms: key, title, version, its types of needs with their wordings, and two functions."""

    key: str
    title: Text
    version: int
    types: Mapping[str, Wording]
    draw: DrawRoom
    keeper: Callable[[Perception], Keeper]
    needs: Needs


ROOMS: dict[str, RoomClass] = {}
KEYS = (
    "suitcase",
    "desk",
    "gift",
    "sort_count",
    "blocks",
    "clean_room",
    "jigsaw",
    "devices",
    "evening_round",
    "meal_traces",
)


def register(room: RoomClass) -> RoomClass:
    """Add a class to the pool."""
    if room.key in ROOMS:
        raise ValueError(f"the class of rooms {room.key!r} is registered twice")
    ROOMS[room.key] = room
    return room


def load() -> dict[str, RoomClass]:
    """Import all classes, once, and return them in their order."""
    for key in KEYS:
        importlib.import_module(f"{__name__}.{key}")
    return {key: ROOMS[key] for key in KEYS}
