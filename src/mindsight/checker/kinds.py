"""What the checker has to know of a suite's kind of run, such as ``album.enhancement``."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterator

from mindsight.checker.basics import Json, Row
from mindsight.checker.findings import Finding


def _nothing(*_: Any) -> Iterator[Finding]:
    return iter(())


def share_range(_name: str) -> tuple[float, float]:
    """Return the range of a share."""
    return 0.0, 1.0


class Kind:
    """The functions of one kind; those with a default here are needed by few."""

    def __init__(  # noqa: PLR0913
        self,
        scores: Callable[[Json, Json], Json],
        doubts: Callable[[Json, Json, Json], Iterator[Finding]],
        measures: Callable[[list[Row], Json], dict[str, Json]],
        *,
        range_of: Callable[[str], tuple[float, float]] = share_range,
        list_doubts: Callable[[str, dict[str, Json], Json, Json], Iterator[Finding]] = _nothing,
        prepared: Callable[[dict[str, Json], Json], Json] = lambda _items, manifest: manifest,
        repeats: Callable[[Json], list[str]] = lambda _manifest: [""],
        notes: Callable[[str, Json], Iterator[Finding]] = _nothing,
        page: Callable[[list[Row], Json], Json] | None = None,
        entries: str = "items",
    ) -> None:
        self.scores = scores
        """Item and manifest → the item's scores, a column of scores.csv each; a measure is the mean of a column."""
        self.doubts = doubts
        """Item, its entry in the data list and manifest → what cannot be true of the item."""
        self.measures = measures
        """All items with their scores, and the manifest → measures that are no means of a column."""
        self.range_of = range_of
        """Name of a column → its least and its greatest value, infinite where there is none."""
        self.list_doubts = list_doubts
        """Folder, items, manifest and data list → where they do not fit together as a whole."""
        self.prepared = prepared
        """All items and the manifest → the manifest with what an item's scores need of the other items."""
        self.repeats = repeats
        """Manifest → what is added to an entry's id in the ids of its items, where it is tested several times."""
        self.notes = notes
        """Folder and manifest → what else a reader has to know of a record in which everything agrees."""
        self.page = page
        """All items with their scores, and the manifest → what ``metrics.json`` has to hold."""
        self.entries = entries
        """Where in the data list the instances stand."""


def bounds_of(kind: Kind, name: str) -> Json:
    """Return the range of a column's measure as the record holds it."""
    return {end: at if math.isfinite(at) else None for end, at in zip(("low", "high"), kind.range_of(name))}
