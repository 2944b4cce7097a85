"""The task classes of annex A: their titles and what part of table 1 each tests; imports nothing from the engine.

They are grouped in two ways: by the dimensions of the document's table 1, and by the domains of the paper whose tasks annex A
takes as its example (arXiv 2509.17425), which groups the same eight classes differently. Neither changes a score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from mindsight.clauses import implements
from mindsight.text import Text, text

Dimension = Literal["object", "language", "state", "commonsense", "event", "intention", "emotion"]
Domain = Literal["object", "spatial", "social"]
View = Literal["dimension", "domain"]
Groups = Mapping[View, Mapping[str, list[str]]]
"""The classes of a test, by view and group."""


@dataclass(frozen=True)
class TaskClass:
    """A class's title, its dimension in table 1 and its domain in the paper."""

    title: Text
    dimension: Dimension
    domain: Domain


CLASSES: dict[str, TaskClass] = {
    "suitcase": TaskClass(text("Pack a suitcase"), "object", "social"),
    "buttons": TaskClass(text("Understand button functions"), "commonsense", "spatial"),
    "desk": TaskClass(text("Tidy a desk"), "object", "social"),
    "gift": TaskClass(text("Choose a gift"), "commonsense", "object"),
    "sort_count": TaskClass(text("Sort and count things"), "language", "object"),
    "blocks": TaskClass(text("Build with blocks"), "object", "spatial"),
    "clean_room": TaskClass(text("Clean a room"), "language", "social"),
    "jigsaw": TaskClass(text("Do a jigsaw puzzle"), "object", "spatial"),
}
"""The pool in the order of table A.1; each class has a folder of its name under ``tasks``."""

ALONE_CLASSES: dict[str, Text] = {
    "devices": text("Devices left running or unlit"),
    "evening_round": text("Evening round"),
    "meal_traces": text("Traces of a meal"),
}
"""Classes of rooms that make sense only without instruction; they are in no group of table A.1."""

DIMENSIONS: dict[str, tuple[Text, Text]] = {
    "object": (text("static"), text("object attributes and relations")),
    "language": (text("static"), text("vision and language together")),
    "state": (text("static"), text("states")),
    "commonsense": (text("static"), text("visual common sense")),
    "event": (text("dynamic"), text("events")),
    "intention": (text("dynamic"), text("behaviour and intention")),
    "emotion": (text("dynamic"), text("emotions")),
}
"""Table 1: first-level dimension and title of each second-level dimension, in the order of clauses 5.2–5.8."""

DOMAINS: dict[str, Text] = {
    "object": text("object understanding"),
    "spatial": text("spatial intelligence"),
    "social": text("social activity"),
}


def title_of(key: str) -> Text:
    """Return a class's title, or its key if it has none."""
    if key in ALONE_CLASSES:
        return ALONE_CLASSES[key]
    return CLASSES[key].title if key in CLASSES else text("{name}", name=key)


@implements("home", "table.1")
def groups_of(keys: Iterable[str]) -> Groups:
    """Return which dimensions of table 1, and which domains, the classes of a test belong to (home table 1)."""
    chosen = [key for key in CLASSES if key in set(keys)]
    return {
        "dimension": {
            name: own for name in DIMENSIONS if (own := [key for key in chosen if CLASSES[key].dimension == name])
        },
        "domain": {name: own for name in DOMAINS if (own := [key for key in chosen if CLASSES[key].domain == name])},
    }
