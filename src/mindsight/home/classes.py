"""The task classes of annex A: their titles and what part of table 1 each tests; imports nothing from the engine.

They are grouped in two ways: by the dimensions of the document's table 1, and by the domains of the paper whose tasks annex A
takes as its example (arXiv 2509.17425), which groups the same eight classes differently. Neither changes a score.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

from mindsight.clauses import implements
from mindsight.home.irrelevance import Reason
from mindsight.text import Text, spelled, text

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


@dataclass(frozen=True)
class PluggedClass:
    """What a run records of a task class that is not built in: enough to verify and report it where the plug-in is not."""

    name: str
    task_version: int
    zh: str
    en: str
    dimension: Dimension
    domain: Domain
    reasons: tuple[Reason, ...]
    needs: tuple[tuple[str, ...], tuple[str, ...]]
    distribution: str
    version: str
    sha256: str

    def __str__(self) -> str:
        return f"{self.name}={' '.join(filter(None, (self.distribution, self.version)))} sha256-{self.sha256}"

    @classmethod
    def of(cls, page: Mapping[str, Any]) -> "PluggedClass":
        """Return what a manifest holds as JSON."""
        valid, irrelevant = map(tuple, page["needs"])
        return cls(**{**page, "reasons": tuple(page["reasons"]), "needs": (valid, irrelevant)})

    @property
    def page(self) -> dict[str, Any]:
        """The fields as JSON holds them."""
        return {**vars(self), "reasons": list(self.reasons), "needs": [list(side) for side in self.needs]}

    @property
    def task_class(self) -> TaskClass:
        """Its title, dimension and domain."""
        return TaskClass(spelled(self.zh, self.en), self.dimension, self.domain)


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


RECORDED: ContextVar[Mapping[str, PluggedClass]] = ContextVar("classes", default={})  # noqa: B039  (never written to)
"""Classes of plug-ins as the run tells of them that is being verified or computed; the plug-ins need not be here."""


@contextmanager
def as_recorded(plan: Mapping[str, Any]) -> Iterator[None]:
    """Know the classes of plug-ins by what a run's plan records of them, while the context is active."""
    token = RECORDED.set({page["name"]: PluggedClass.of(page) for page in plan.get("plugins", ())})
    try:
        yield
    finally:
        RECORDED.reset(token)


def title_of(key: str) -> Text:
    """Return a class's title, or its key if it has none."""
    if key in RECORDED.get():
        return RECORDED.get()[key].task_class.title
    if key in ALONE_CLASSES:
        return ALONE_CLASSES[key]
    return CLASSES[key].title if key in CLASSES else text("{name}", name=key)


@implements("home", "table.1")
def groups_of(keys: Iterable[str], plugged: Iterable[PluggedClass] = ()) -> Groups:
    """Return which dimensions of table 1, and which domains, the classes of a test belong to (home table 1)."""
    known = {**CLASSES, **{added.name: added.task_class for added in plugged}}
    chosen = [key for key in known if key in set(keys)]
    return {
        "dimension": {
            name: own for name in DIMENSIONS if (own := [key for key in chosen if known[key].dimension == name])
        },
        "domain": {name: own for name in DOMAINS if (own := [key for key in chosen if known[key].domain == name])},
    }
