"""Compute the numbers of a test under several conditions from its record: T and f under each, and their changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mindsight.answers.unread import unread_in, unread_measures
from mindsight.home.classes import as_recorded
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow, least_index
from mindsight.home.scoring.kinds import kind_measures
from mindsight.home.scoring.measures import AT, lacking, score_row
from mindsight.home.scoring.outcomes import knows_nr
from mindsight.home.studies import robustness_report, validity_report, validity_verdicts
from mindsight.home.studies.conditions_changes import (
    Change,
    Pair,
    by_condition,
    change_of,
    changes_of_all,
    is_right,
    keys_of,
    pairs_of,
)
from mindsight.home.totals import by_kind, outcomes_of
from mindsight.record import scores
from mindsight.record.blocks import Block
from mindsight.record.folder import RunFolder
from mindsight.record.model import Interval, Item, Manifest, Measure, Results, Signature
from mindsight.record.scores import MeasureKind, Scores, ScoreTable
from mindsight.statistics import Interval as Limits
from mindsight.statistics import wilson_interval

OF_ALL = ("T", "T_corrected", "f_mean", "f_spread")
"""Measures over all classes under each condition."""
OF_THE_READ = ("T_read", "NR")
"""The same, under rules of scoring that know what was not read or not reached."""
PARTS: Mapping[str, tuple[bool, ...]] = {"f": (True, False), "f_valid": (True,), "f_irrelevant": (False,)}
"""Accuracies of a class, with the values of ``valid`` of the tasks that count in each."""

Blocks = Callable[[Manifest, Sequence[Measure], Sequence[Item]], Iterator[Block]]


More = Callable[[Manifest, Sequence[Item], Signature], Iterator[Measure]]


class KindOfTest(NamedTuple):
    """The blocks of the report of a kind of test under conditions."""

    blocks: Blocks
    more: More = lambda _manifest, _items, _signature: iter(())
    """Further measures."""


KINDS: dict[str, KindOfTest] = {
    "robustness": KindOfTest(robustness_report.blocks),
    "validity": KindOfTest(validity_report.blocks, validity_verdicts.measures_of),
}
"""Kinds of test, by the manifest's ``kind``."""


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return whether every item ended correctly and, for valid tasks, its graded score; one column per condition."""
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
    told = unread_measures(unread_in(items), signature, suite="home", clause="6.3-b")
    unread = told if knows_nr(manifest.identity) else ()
    measures = (*measures_of(manifest, items, signature), *more, *shares, *unread)
    with as_recorded(manifest.plan):
        return Results(measures=measures, blocks=tuple(KINDS[manifest.kind].blocks(manifest, measures, items)))


def measures_of(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Iterator[Measure]:
    """Yield T and the accuracies under each condition, and their changes from the first."""
    tasks, penalty, keys = manifest.plan["tasks"], manifest.plan["penalty"], keys_of(manifest)
    apart = by_condition(items, keys)
    for key in keys:
        make = _Maker(signature, key, least_index(penalty))
        yield from _levels(make, apart[key], tasks, penalty)
        if manifest.kind == "robustness":
            yield from _abstention(make, outcomes_of(apart[key], tasks).values())
            yield from _kinds(manifest, apart[key], signature, key)
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
        if name == "NR":
            return 0.0, 1.0, "lower"
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
            # f of a class that lacks a kind of task is undefined, but the accuracy of the other kind is not.
            known = n > 0 and not (part == "f" and lacking(one))
            yield make(f"{part}.{key}", right / n if known else None, n, wilson_interval(right, n) if known else None)
    score = score_row(ResultsRow("", dict(outcomes)), make.signature, penalty=penalty, gaps=True)
    limits = score.corrected and score.corrected.interval
    for name in (*OF_ALL, *(OF_THE_READ if knows_nr(make.signature.identity) else ())):
        n = tested - sum(one.nr for one in outcomes.values()) if name == "T_read" else tested
        yield make(name, score.value(name), n, limits if name == "T_corrected" else None)


def _abstention(make: _Maker, outcomes: Iterable[Outcomes]) -> Iterator[Measure]:
    """Yield how many irrelevant tasks were ignored, and how many of the ignored tasks were irrelevant, over all classes."""
    counts = list(outcomes)
    ignored = sum(one.tn_declined + one.tn_idle for one in counts)
    irrelevant, wrongly = sum(one.irrelevant for one in counts), sum(one.fn for one in counts)
    for name, n in (("abstention_recall", irrelevant), ("abstention_precision", ignored + wrongly)):
        yield make(name, ignored / n if n else None, n, wilson_interval(ignored, n) if n else None)


def _kinds(manifest: Manifest, items: Sequence[Item], signature: Signature, condition: str) -> Iterator[Measure]:
    """Yield T over the narrow kinds of irrelevance and the recall of each kind, if the plan has others than the narrow ones."""
    if "kinds" in manifest.plan:
        for one in kind_measures(by_kind(manifest, items), signature, penalty=manifest.plan["penalty"]):
            yield one.model_copy(update={"name": f"{one.name}{AT}{condition}"})


def _changes(make: _Maker, pairs: Sequence[Pair], tasks: Sequence[str], penalty: float) -> Iterator[Measure]:
    for key in tasks:
        for part, kinds in PARTS.items():
            own = [pair for pair in pairs if pair.task == key and pair.valid in kinds]
            whole = {pair.valid for pair in own} == set(kinds)
            change = change_of(own) if whole else Change(None, None, len(own))
            yield make(f"change.{part}.{key}", change.value, change.n, change.limits)
    for name, change in changes_of_all(pairs, tasks, penalty=penalty).items():
        yield make(f"change.{name}", change.value, change.n, change.limits)


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
