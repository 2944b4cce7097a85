"""From a record of tasks under several conditions to its numbers: T and f under each, and how far they move from the first.

A change is taken over the tasks that were tested under both conditions, pair by pair. The interval of an accuracy's change is
Tango's, which has a width even where no task ended otherwise; that of T is the one of two subjects on the same tasks
(``sampling.paired_difference``), and never narrower than that of the mean accuracy, for it is too sure of itself where all
tasks ended alike.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mindsight.home.scoring.generalisation import generalisation_index, least_index
from mindsight.home.scoring.measures import AT, lacking, score_row
from mindsight.home.scoring.results_table import ResultsRow
from mindsight.home.scoring.sampling import paired_difference
from mindsight.home.studies import robustness_report
from mindsight.home.totals import outcomes_of
from mindsight.record import scores
from mindsight.record.blocks import Block
from mindsight.record.folder import RunFolder
from mindsight.record.model import Interval, Item, Manifest, Measure, Results, Signature
from mindsight.record.scores import MeasureKind, Scores, ScoreTable
from mindsight.statistics import Interval as Limits
from mindsight.statistics import paired_share_interval, wilson_interval
from mindsight.text import Text, text

LEVEL = 0.95
OF_ALL = ("T", "T_corrected", "f_mean", "f_spread")
"""What is measured over all classes under each condition."""
PARTS: Mapping[str, tuple[bool, ...]] = {"f": (True, False), "f_valid": (True,), "f_irrelevant": (False,)}
"""Accuracies of a class, and whether the tasks behind them are valid."""

Blocks = Callable[[Manifest, Sequence[Measure], Sequence[Item]], Iterator[Block]]


More = Callable[[Manifest, Sequence[Item], Signature], Iterator[Measure]]


class KindOfTest(NamedTuple):
    """What a test under conditions is called, and what its report shows."""

    title: Text
    blocks: Blocks
    more: More = lambda _manifest, _items, _signature: iter(())
    """What else is measured."""


def _validity(manifest: Manifest, measures: Sequence[Measure], items: Sequence[Item]) -> Iterator[Block]:
    from mindsight.home.studies.validity_report import blocks

    yield from blocks(manifest, measures, items)


def _verdicts(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Iterator[Measure]:
    from mindsight.home.studies.validity_verdicts import measures_of as counts_of

    yield from counts_of(manifest, items, signature)


KINDS: dict[str, KindOfTest] = {
    "robustness": KindOfTest(text("Robustness of task generalisation in a home"), robustness_report.blocks),
    "validity": KindOfTest(text("Validity of household tasks, by damaged solvers"), _validity, _verdicts),
}
"""By the kind in the manifest."""


@dataclass(frozen=True, slots=True)
class Change:
    """By how much an accuracy or an index differs under a condition from what it is under the first.

    Attributes:
        value: The difference, condition less first; None where no task was tested under both.
        limits: Its interval; None below two tasks.
        n: Tasks tested under both.
    """

    value: float | None
    limits: Limits | None
    n: int


class Pair(NamedTuple):
    """A task tested under both conditions: its class, whether it is valid, and under which of them it ended rightly."""

    task: str
    valid: bool
    first: bool
    then: bool


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return for every item whether it ended rightly and, of valid tasks, its graded score; a column per condition."""
    names = [kind.name for kind in _columns(run.manifest)]
    return scores.tabulate(run.items, names, _score)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return the numbers under each condition, their changes, and the blocks of the report."""
    manifest = run.manifest
    answered = {name: value for name, value in manifest.subject.details.items() if name == "server"}
    environment = {**manifest.software, **manifest.hardware, **answered}
    signature = Signature(identity=manifest.identity, environment=environment)
    items = list(run.items)
    shares = (scores.measure(kind, table, signature) for kind in _columns(manifest))
    more = KINDS[manifest.kind].more(manifest, items, signature)
    measures = (*measures_of(manifest, items, signature), *more, *shares)
    return Results(measures=measures, blocks=tuple(KINDS[manifest.kind].blocks(manifest, measures, items)))


def keys_of(manifest: Manifest) -> list[str]:
    """Return the keys of the conditions, the undisturbed one first."""
    return [condition["key"] for condition in manifest.plan["conditions"]]


def by_condition(items: Sequence[Item], keys: Sequence[str]) -> dict[str, list[Item]]:
    """Return the items of each condition, those that could not be tested too."""
    found: dict[str, list[Item]] = {key: [] for key in keys}
    for item in items:
        found[item.terms["condition"]].append(item)
    return found


def is_right(item: Item) -> bool:
    """Say whether a task was rightly done or rightly left alone."""
    return item.outcome in {"TP", "TN"}


def pairs_of(first: Sequence[Item], then: Sequence[Item]) -> list[Pair]:
    """Return the tasks that were tested under both conditions, in the order of their ids."""
    others = {_task_id(item): item for item in then if item.status == "scored"}
    common = [(item, others[_task_id(item)]) for item in first if item.status == "scored" and _task_id(item) in others]
    common.sort(key=lambda pair: pair[0].id)
    return [Pair(one.terms["task"], one.terms["valid"], is_right(one), is_right(other)) for one, other in common]


def change_of(pairs: Sequence[Pair]) -> Change:
    """Return by how much the mean over the classes of the accuracy of some tasks changes; of one class, its accuracy.

    The limits are Tango's over all the tasks. Where classes have unlike numbers of tasks, each task has the weight w of its
    class and the limits move apart by √(n·Σw²), as much as unlike weights add to the error of a mean.
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
    """Return by how much mean accuracy, T and the noise-corrected T change; no values where a class lacks a kind of task."""
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


def measures_of(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Iterator[Measure]:
    """Yield T and the accuracies under each condition, and their changes from the first."""
    tasks, penalty, keys = manifest.plan["tasks"], manifest.plan["penalty"], keys_of(manifest)
    apart = by_condition(items, keys)
    for key in keys:
        make = _Maker(signature, key, least_index(penalty))
        yield from _levels(make, apart[key], tasks, penalty)
        if key != keys[0]:
            yield from _changes(make, pairs_of(apart[keys[0]], apart[key]), tasks, penalty)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the measures of one condition; ``least`` is the lowest T there can be."""

    signature: Signature
    condition: str
    least: float

    def __call__(self, name: str, value: float | None, n: int, limits: Limits | None = None) -> Measure:
        low, high, better = self._range(name)
        return Measure(
            name=f"home.{name}{AT}{self.condition}",
            value=value,
            status="not_estimable" if value is None else "scored",
            unit="index",
            clause="4.2",
            n=n,
            interval=None if limits is None else Interval(**limits._asdict()),
            low=low,
            high=high,
            better=better,
            signature=self.signature,
        )

    def _range(self, name: str) -> tuple[float, float, Literal["higher", "lower"]]:
        if name.startswith("change."):
            most = 1 - self.least if ".T" in name else 1.0
            return -most, most, "higher"
        if name == "f_spread":
            return 0.0, 0.5, "lower"
        return (self.least if name.startswith("T") else 0.0), 1.0, "higher"


def _levels(make: _Maker, items: Sequence[Item], tasks: Sequence[str], penalty: float) -> Iterator[Measure]:
    outcomes = outcomes_of(items, tasks)
    tested = sum(item.status == "scored" for item in items)
    for key, one in outcomes.items():
        kinds = {
            "f": (one.tp + one.tn_declined + one.tn_idle, one.valid + one.irrelevant),
            "f_valid": (one.tp, one.valid),
            "f_irrelevant": (one.tn_declined + one.tn_idle, one.irrelevant),
        }
        for part, (right, n) in kinds.items():
            # f of a class is undefined where it lacks a kind of task; what there is of the other kind is not.
            known = n > 0 and not (part == "f" and lacking(one))
            yield make(f"{part}.{key}", right / n if known else None, n, wilson_interval(right, n) if known else None)
    score = score_row(ResultsRow("", dict(outcomes)), make.signature, penalty=penalty, gaps=True)
    limits = score.corrected and score.corrected.interval
    for name in OF_ALL:
        yield make(name, score.value(name), tested, limits if name == "T_corrected" else None)


def _changes(make: _Maker, pairs: Sequence[Pair], tasks: Sequence[str], penalty: float) -> Iterator[Measure]:
    for key in tasks:
        for part, kinds in PARTS.items():
            own = [pair for pair in pairs if pair.task == key and pair.valid in kinds]
            whole = {pair.valid for pair in own} == set(kinds)
            change = change_of(own) if whole else Change(None, None, len(own))
            yield make(f"change.{part}.{key}", change.value, change.n, change.limits)
    for name, change in changes_of_all(pairs, tasks, penalty=penalty).items():
        yield make(f"change.{name}", change.value, change.n, change.limits)


def _corrected(pairs: Sequence[Pair], mean: Change, penalty: float) -> Change:
    """Return the change of the noise-corrected T; its interval reaches at least as far as that of the mean accuracy."""
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


def _columns(manifest: Manifest) -> list[MeasureKind]:
    kinds = [
        (f"{name}{AT}{key}", unit)
        for key in keys_of(manifest)
        for name, unit in (("right", "index"), ("graded", "share"))
    ]
    return [MeasureKind(f"home.{name}", "6.3-c", unit, 0.0, 1.0) for name, unit in kinds]


def _score(item: Item) -> Scores:
    if item.status == "failed":
        return {}
    key = item.terms["condition"]
    found: dict[str, float | None] = {f"home.right{AT}{key}": float(is_right(item))}
    return {**found, f"home.graded{AT}{key}": item.terms["score"]} if item.terms["valid"] else found
