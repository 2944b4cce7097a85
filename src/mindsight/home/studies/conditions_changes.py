"""Changes in the numbers of a condition from those of the first one.

A change is computed over the tasks that were tested under both conditions, pair by pair. The interval of an accuracy's change
is Tango's, whose width is not 0 even if no task ended differently; that of T is the interval for two subjects on the same
tasks (``sampling.paired_difference``), widened to at least that of the mean accuracy, because it is too narrow if all tasks
ended alike.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mindsight.home.scoring.generalisation import generalisation_index
from mindsight.home.scoring.measures import AT
from mindsight.home.scoring.sampling import paired_difference
from mindsight.record.model import Item, Manifest
from mindsight.statistics import Interval as Limits
from mindsight.statistics import paired_share_interval

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Change:
    """The change of an accuracy or an index from the first condition to another.

    Attributes:
        value: The difference, condition less first; None if no task was tested under both.
        limits: Its interval; None below two tasks.
        n: Tasks tested under both.
    """

    value: float | None
    limits: Limits | None
    n: int


class Pair(NamedTuple):
    """A task tested under both conditions: its class, whether it is valid, and whether it ended correctly under each."""

    task: str
    valid: bool
    first: bool
    then: bool


def keys_of(manifest: Manifest) -> list[str]:
    """Return the keys of the conditions, the undisturbed one first."""
    return [condition["key"] for condition in manifest.plan["conditions"]]


def by_condition(items: Sequence[Item], keys: Sequence[str]) -> dict[str, list[Item]]:
    """Return the items of each condition, including those that could not be tested."""
    found: dict[str, list[Item]] = {key: [] for key in keys}
    for item in items:
        found[item.terms["condition"]].append(item)
    return found


def is_right(item: Item) -> bool:
    """Return whether a task was correctly done or correctly ignored."""
    return item.outcome in {"TP", "TN"}


def pairs_of(first: Sequence[Item], then: Sequence[Item]) -> list[Pair]:
    """Return the tasks that were tested under both conditions, in the order of their ids."""
    others = {_task_id(item): item for item in then if item.status == "scored"}
    common = [(item, others[_task_id(item)]) for item in first if item.status == "scored" and _task_id(item) in others]
    common.sort(key=lambda pair: pair[0].id)
    return [Pair(one.terms["task"], one.terms["valid"], is_right(one), is_right(other)) for one, other in common]


def change_of(pairs: Sequence[Pair]) -> Change:
    """Return the change of the mean of the class accuracies over some tasks; for one class, of its accuracy.

    The limits are Tango's over all the tasks. If classes have different numbers of tasks, each task has the weight w of its
    class, and the limits are widened by the factor √(n·Σw²), by which unequal weights increase the error of a mean.
    """
    if not pairs:
        return Change(None, None, 0)
    counts, n = Counter(pair.task for pair in pairs), len(pairs)
    moved = [(pair.then - pair.first, 1 / (len(counts) * counts[pair.task])) for pair in pairs]
    value = math.fsum(change * weight for change, weight in moved)
    if n < 2:
        return Change(value, None, n)
    gained, lost = (sum(change == way for change, _ in moved) for way in (1, -1))
    pooled, limits = (gained - lost) / n, paired_share_interval(gained, lost, n, LEVEL)
    apart = math.sqrt(n * math.fsum(weight * weight for _, weight in moved))
    low, high = value - apart * (pooled - limits.low), value + apart * (limits.high - pooled)
    return Change(value, limits._replace(low=max(low, -1.0), high=min(high, 1.0)), n)


def changes_of_all(pairs: Sequence[Pair], keys: Sequence[str], *, penalty: float) -> dict[str, Change]:
    """Return the changes of mean accuracy, T and the noise-corrected T; without values if a class lacks a kind of task."""
    own = {key: [pair for pair in pairs if pair.task == key] for key in keys}
    if not all({pair.valid for pair in found} == {True, False} for found in own.values()):
        return dict.fromkeys(("f_mean", "T", "T_corrected"), Change(None, None, len(pairs)))
    before, after = (
        [sum(getattr(pair, side) for pair in found) / len(found) for found in own.values()]
        for side in ("first", "then")
    )
    index = generalisation_index(after, penalty=penalty) - generalisation_index(before, penalty=penalty)
    mean = change_of(pairs)
    return {"f_mean": mean, "T": Change(index, None, len(pairs)), "T_corrected": _corrected(pairs, mean, penalty)}


def _corrected(pairs: Sequence[Pair], mean: Change, penalty: float) -> Change:
    """Return the change of the noise-corrected T; its interval is at least as wide as that of the mean accuracy."""
    found = paired_difference(
        [float(pair.then) for pair in pairs],
        [float(pair.first) for pair in pairs],
        [pair.task for pair in pairs],
        kinds=["valid" if pair.valid else "irrelevant" for pair in pairs],
        penalty=penalty,
        level=LEVEL,
    )
    if found is None or mean.value is None or mean.limits is None:
        return Change(None, None, len(pairs))
    low = min(found.interval.low, found.value - (mean.value - mean.limits.low))
    high = max(found.interval.high, found.value + (mean.limits.high - mean.value))
    return Change(found.value, found.interval._replace(low=low, high=high), len(pairs))


def _task_id(item: Item) -> str:
    return item.id.partition(AT)[0]
