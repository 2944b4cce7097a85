"""Home 6.2 c): what a subject scored on the part of a data set that did not change, before and after a change of the rest."""

import csv
import math
from pathlib import Path
from typing import NamedTuple

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, MANIFEST, SCORES, RunFolder
from mindsight.record.opening import open_sealed
from mindsight.record.scores import FIXED


class Pair(NamedTuple):
    """Two runs of one subject, over the version before and over the one under review."""

    before: RunFolder
    now: RunFolder


class OnUnchanged(NamedTuple):
    """Of a measure: items that both runs have and that did not change, and the means of their scores."""

    measure: str
    items: int
    before: float
    now: float


class Scored(NamedTuple):
    """What two runs say: their hashes, how many items are in both unchanged and in the run of now, and their means."""

    hashes: tuple[str, str]
    unchanged: int
    items: int
    measures: tuple[OnUnchanged, ...]


def opened(before: Path, now: Path) -> Pair:
    """Return two runs that can be compared in this way.

    Raises:
        InputError: They are of other kinds or other subjects.
        RecordError: One of them is unfinished or was changed.
    """
    pair = Pair(*(open_sealed(run, {ITEMS, SCORES}) for run in (before, now)))
    one, other = (run.manifest for run in pair)
    if (one.document.suite, one.kind, one.subject.spec) != (other.document.suite, other.kind, other.subject.spec):
        raise InputError(
            "--scores: {first} and {second} are of other tests or other subjects", first=str(before), second=str(now)
        )
    return pair


def scored_on_unchanged(pair: Pair) -> Scored:
    """Return the means of the scores of all items that both runs have with the same content."""
    before = {item.instance: item.id for item in pair.before.items}
    same, items = {}, 0
    for item in pair.now.items:
        items += 1
        if item.instance in before:
            same[before[item.instance]] = item.id
    old, new = (_table(run) for run in pair)
    found = []
    for measure in (name for name in new if name in old):
        both = [
            (old[measure][first], new[measure][second])
            for first, second in same.items()
            if first in old[measure] and second in new[measure]
        ]
        if both:
            means = [math.fsum(values) / len(both) for values in zip(*both, strict=True)]
            found.append(OnUnchanged(measure, len(both), *means))
    first, second = (canonical.sha256_of_file(run.path / MANIFEST) for run in pair)
    return Scored((first, second), len(same), items, tuple(found))


def _table(run: RunFolder) -> dict[str, dict[str, float]]:
    """Return the finite scores of a run by measure and item."""
    with (run.path / SCORES).open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)[len(FIXED) :]
        found: dict[str, dict[str, float]] = {name: {} for name in names}
        for id_, *cells in ((row[0], *row[len(FIXED) :]) for row in rows):
            for name, cell in zip(names, cells, strict=True):
                if cell and math.isfinite(float(cell)):
                    found[name][id_] = float(cell)
    return found
