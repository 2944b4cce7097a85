"""What the checker has to know of a suite's kind of run, such as ``album.enhancement``."""

from __future__ import annotations

from typing import Any, Callable, Collection, Iterator, Mapping, NamedTuple

from mindsight.checker.basics import Row, brief, dicts
from mindsight.checker.findings import Finding
from mindsight.record.reading.strict import Json, a_dict


def _nothing(*_: Any) -> Iterator[Finding]:
    return iter(())


class Kind(NamedTuple):
    """The functions of one kind, for its normative measures; those with a default here are needed by few."""

    scores: Callable[[Json, Json], Json]
    """Item and manifest → its scores, a column of scores.csv each; their mean is a measure unless ``measures`` has another."""
    doubts: Callable[[Json, Json, Json], Iterator[Finding]]
    """Item, its entry in the data list and manifest → what cannot be true of the item."""
    measures: Callable[[Collection[Row], Json], dict[str, Json]]
    """All items with their scores, and the manifest → measures that are no means of a column."""
    most: float = 1.0
    """The greatest value of a column; the least is 0."""
    means_alone: Callable[[Json], bool] = lambda _manifest: False
    """Manifest → whether all measures are means of columns, so that the terms need not be kept for ``measures``."""
    list_doubts: Callable[[str, Mapping[str, Json], Json, Json], Iterator[Finding]] = _nothing
    """Folder, items, manifest and data list → where they do not fit together as a whole."""
    repeats: Callable[[Json], list[str]] = lambda _manifest: [""]
    """Manifest → what is added to an entry's id in the ids of its items, where it is tested several times."""
    notes: Callable[[str, Json], Iterator[Finding]] = _nothing
    """Folder and manifest → what else a reader has to know of a record in which everything agrees."""
    keeps: Callable[[Json], Json] = lambda _item: {}
    """Item → what else of it the measures need, beside its terms."""
    entries: str = "items"
    """Where in the data list the instances stand."""


def condition_ends(manifest: Json) -> list[str]:
    """Return what the ids of an entry's items end with: the key of each condition, if the run has conditions."""
    return ["@" + str(one.get("key")) for one in dicts(a_dict(manifest.get("plan")).get("conditions"))]


def condition_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield a condition that is not the one for which the item stands."""
    ends, end = condition_ends(manifest), "@" + str(item["terms"].get("condition"))
    if ends and (end not in ends or not str(item["id"]).endswith(end)):
        yield Finding("term", field="condition", value=brief(item["terms"].get("condition")))
