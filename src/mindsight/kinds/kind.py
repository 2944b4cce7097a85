"""What is known of a kind of run, a field each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Draft, Item, Manifest, Results
    from mindsight.record.scores import ScoreTable

Order = Literal["listed", "by_id", "far_apart", "task_by_task"]
"""In which order the items of a plan are tested.

``listed``: as in the data list, or ``by_id``, all under one condition before the next. ``far_apart``: first the first question of each
wording, then the second. ``task_by_task``: a task under every condition before the next task.
"""
Given = Literal["kit", "rated", "workers"]
"""What may be needed to look behind a record: the kit of an album run, the run that people rated, processes side by side."""


@dataclass(frozen=True)
class Lazy:
    """A function, class or constant of another module, written ``module:name`` and imported when it is used."""

    place: str

    def load(self) -> Any:
        """Import and return it."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(module), name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call it."""
        return self.load()(*given, **named)


_OF_NO_PRODUCT = text("Demonstration data: these numbers say nothing about any product.")


def _nothing(_run: RunFolder) -> Mapping[str, bytes]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of run; fields with a default are of no matter to most kinds."""

    suite: str
    name: str
    title: Text
    """What the manifest calls the document's test; that of imported questions has the name of their pool too."""
    test: Lazy | None = None
    """The class of its test, for the pipeline; None if people were asked beside it, and nothing is left to run."""

    rescore: Callable[[RunFolder], tuple[ScoreTable, Results]]
    """Computes table and results from the record alone."""
    beside: Callable[[RunFolder], Mapping[str, bytes]] = _nothing
    """Returns the files that hold its numbers beside those that every run has, by name."""
    on_kit: Callable[[RunFolder, Path], Any] | None = None
    """Returns its test on the kit, for kinds whose report shows pictures of the kit."""
    manifest_again: Callable[[RunFolder], Manifest]
    """Builds what of the manifest follows from its plan and its data list."""
    items_again: Callable[..., Iterator[tuple[Item, Draft]]] | Text
    """Yields each item with what its answer or output gives once more; a sentence says why nothing does."""
    again_with: tuple[Given, ...] = ()
    """What ``items_again`` has to be given by name."""
    shown_otherwise: Callable[[RunFolder, Path, Path], Iterator[Text]] | None = None
    """Yields what people were shown and kit and rated run do not give, for kinds that people rated."""
    reads_as_now: Callable[[Manifest], bool] | None = None
    """Returns whether the words of an episode's subject were read by the present rule; None for kinds without episodes."""
    rule: Lazy | None = None
    """The number of the rule of scoring, on which the fields ``of_rule`` of an item depend."""
    of_rule: frozenset[str] = frozenset()

    entries: str = "items"
    """Where in the data list the instances stand."""
    order: Order = "listed"
    compare: Callable[..., Any] = Lazy("mindsight.record.comparison:compare_runs")
    """Compares runs of this kind: by default item by item."""
    outcomes: Callable[..., Any] | None = None
    """Counts how the tasks of each class ended, for kinds with classes that may be put together to one T."""

    at_once: bool = False
    """Whether it only counts what people wrote down: it is made at once, neither resumed nor shared out to shards."""
    engine: bool = False
    """Whether looking behind its record needs the engine."""
    episodes: bool = False
    """Whether its items are episodes in the engine: drawn from a seed, repeated action by action, filmed."""
    question: Literal["", "enhancement", "segmentation"] = ""
    """What people can be asked of its outputs, or were asked."""
    inspect_task: str = ""
    """The task of Inspect AI that tests the same."""
    words: Text | None = None
    """What its name means, where reports spell it out."""
    demonstration: Text = _OF_NO_PRODUCT
    """The warning over numbers of made data."""

    @property
    def key(self) -> str:
        """Suite and kind, such as ``album.enhancement``."""
        return f"{self.suite}.{self.name}"

    @property
    def is_rated(self) -> bool:
        """Whether people gave the scores, in a record of its own beside that of the run that they rated."""
        return self.test is None
