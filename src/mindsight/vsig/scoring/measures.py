"""Measures from the terms of all items: pooled over targets, or means over samples.

A *micro* measure is a ratio of sums over all targets of all samples; its ``n`` counts targets. Its interval is that of the mean of
linearised values, value + (part - value · whole) · samples / Σ whole, clustered by recording. A *macro* measure is the mean over
samples of each sample's own share, with a column in ``scores.csv``; its ``n`` counts samples.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements
from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import LEVEL, MeasureKind, Scores
from mindsight.statistics import mean_interval
from mindsight.statistics.arrays import Labels, Values, each
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.shares import TOLERANCES_MS, Rows, Share, ShareColumn, Shares, ecog_scores, shares_of

DIMENSIONS = ("intent", "spatial", "temporal")
_NO_WIDTH = 1e-9


class Reading(NamedTuple):
    """The definition of the headline: which answers count, which measure is intent, when the temporal score counts."""

    failures: Literal["wrong", "left_out"]
    intent: Literal["targets", "command"]
    overall: Literal["scored", "above_zero"]


PUBLISHED = Reading("left_out", "command", "above_zero")
"""The definition behind the README's numbers; reported beside the headline of every run."""


def _kind(name: str, clause: str) -> MeasureKind:
    return MeasureKind(f"vsig.{name}", clause, "share", 0.0, 1.0)


MICRO = (
    _kind("intent", "task.1"),
    _kind("intent_right", "task.1"),
    _kind("intent_best", "task.1"),
    MeasureKind("vsig.not_sure", "task.1", "share", 0.0, 1.0, "lower"),
    _kind("spatial", "task.2"),
    _kind("spatial_object", "task.2"),
    _kind("spatial_space", "task.2"),
    _kind("temporal", "task.3"),
    *(_kind(f"temporal_{tolerance}", "task.3") for tolerance in TOLERANCES_MS),
    _kind("joint", "results"),
)
MACRO = (
    _kind("intent_macro", "task.1"),
    _kind("command", "task.1"),
    _kind("spatial_macro", "task.2"),
    _kind("temporal_macro", "task.3"),
    _kind("joint_macro", "results"),
)
OVERALL = _kind("overall", "results")
AS_PUBLISHED = tuple(
    _kind(f"{name}_as_published", clause)
    for name, clause in zip((*DIMENSIONS, "overall"), ("task.1", "task.2", "task.3", "results"), strict=True)
)
ANSWERS = (_kind("readable", "results"), MeasureKind("vsig.repaired", "results", "share", 0.0, 1.0, "lower"))
CHOICE = _kind("choice", "task.1")
ECOG = tuple(
    MeasureKind(f"ecog.{name}", clause, "share", 0.0, 1.0)
    for name, clause in (
        ("acc_cls", "task.1"),
        ("acc_s", "task.2"),
        ("acc_t", "task.3"),
        ("acc_eco", "results"),
        ("acc_seq", "results"),
    )
)


_RANGE = ("intent", "intent_best")
"""Intent and the end of its range above: the reading decides whether it counts targets or commands."""
_FIRST = tuple(f"vsig.{name}" for name in (*DIMENSIONS, "overall", "joint"))


def columns_of(profile: Profile) -> tuple[MeasureKind, ...]:
    """Return the measures that are means over samples: the columns of ``scores.csv``."""
    return (*ECOG, *ANSWERS) if profile.family == "ecog" else (*MACRO, *ANSWERS)


def item_scores(item: Item, profile: Profile) -> Scores:
    """Return an item's scores by column; none after an infrastructure error."""
    if item.status == "failed":
        return {}
    terms = item.terms
    readable = item.outcome == "scored"
    answers = {"vsig.readable": float(readable), "vsig.repaired": float(terms["repairs"] > 0) if readable else None}
    if profile.family == "ecog":
        return {**answers, **(ecog_scores(terms) if terms["counted"] else {})}
    if not terms["counted"]:
        return answers
    found = shares_of(terms)
    macro = {f"vsig.{name}_macro": _own(found[name]) for name in ("intent", "spatial", "temporal", "joint")}
    return {**answers, **macro, "vsig.command": terms["command"]["score"]}


def ecog_means(shares: Shares, rows: Rows | None = None) -> dict[str, float | None]:
    """Return the five scores of several samples: means over those that count; None where none of them has the score."""
    there = counted_under_ecog(shares, rows)
    found: dict[str, float | None] = {kind.name: None for kind in ECOG}
    for name, few in shares.means.items():
        own = np.array([np.nan if value is None else value for value in few.different])[few.numbers[there]]
        own = own[~np.isnan(own)]
        if len(own):
            found[name] = sum(each(own)) / len(own)
    return found


def counted_under_ecog(shares: Shares, rows: Rows | None = None) -> Rows:
    """Return which items count for the means, of all or of some rows."""
    there = shares.where(shares.statuses, "scored") & shares.where(shares.counted, True)
    return there if rows is None else there & rows


def _own(share: Share) -> float | None:
    return share.part / share.whole if share.whole else None


class Pool:
    """The items that count under a reading, or those of some rows, with the clusters of all if they are known."""

    def __init__(
        self, shares: Shares, reading: Reading, clusters: NDArray[Any] | None = None, rows: Rows | None = None
    ) -> None:
        there = shares.where(shares.statuses, "scored")
        if reading.failures != "wrong":
            there &= shares.where(shares.outcomes, "scored")
        self._rows = there if rows is None else there & rows
        self._shares, self.reading = shares, reading
        self.clusters: Labels = () if clusters is None else clusters[self._rows]

    @classmethod
    def of(cls, items: Iterable[Item], profile: Profile) -> "Pool":
        """Return the pool of some items, in the order of their ids, under the reading of a profile."""
        ordered = sorted(items, key=lambda item: item.id)
        clusters = np.array([item.cluster for item in ordered], dtype=np.dtypes.StringDType())
        return cls(Shares(profile, ordered), reading_of(profile), clusters)

    def __len__(self) -> int:
        return int(self._rows.sum())

    def column(self, name: str) -> ShareColumn:
        """Return the shares of one measure; the reading decides which one is intent."""
        own = name.replace("intent", "command") if self.reading.intent == "command" and name in _RANGE else name
        return self._shares.column(own, self._rows)

    def value(self, name: str) -> float | None:
        """Return the pooled value of a measure; None if there is nothing to score."""
        return self.column(name).value()

    def linearised(self, name: str) -> NDArray[np.float64]:
        """Return a value for each item whose mean is the pooled value and whose spread gives its standard error."""
        return self.column(name).linearised()

    def linearised_overall(self) -> NDArray[np.float64]:
        """Return a value for each item whose mean is the overall score."""
        lines = [self.linearised(name) for name in self.overall_parts()]
        if not lines:
            return np.full(len(self), np.nan)
        means = (math.fsum(own) / len(lines) for own in zip(*map(each, lines), strict=True))
        return np.fromiter(means, np.float64, len(self))

    def overall_parts(self) -> tuple[str, ...]:
        """Return the dimensions in the overall score: those that the reading counts as scored."""
        values = {name: self.value(name) for name in DIMENSIONS}
        zero_is_none = self.reading.overall == "above_zero"
        return tuple(
            name
            for name, value in values.items()
            if value is not None and not (name == "temporal" and zero_is_none and value == 0)
        )


@implements("vsig", "results")
def overall_of(scores: Sequence[float]) -> float | None:
    """Return the overall score (vsig results): the mean of the dimensions that were scored; 0 is a score.

    Args:
        scores: Scores of intent, space and time, each in [0, 1], without those that were not scored.

    Returns:
        The mean; None if no dimension was scored.

    Example:
        >>> overall_of([1.0, 0.5, 0.0]), overall_of([])
        (0.5, None)
    """
    return math.fsum(scores) / len(scores) if scores else None


def reading_of(profile: Profile) -> Reading:
    """Return a profile's definition of the headline."""
    return Reading(profile.failures, profile.intent, profile.overall)


def pooled_measures(shares: Shares, clusters: NDArray[Any], profile: Profile, signature: Signature) -> list[Measure]:
    """Return the measures of a run that are not means of a column, from its shares and the cluster of each item."""
    if profile.family == "ecog":
        return []
    own, published = Pool(shares, reading_of(profile), clusters), Pool(shares, PUBLISHED, clusters)
    found = [micro(kind, own, signature) for kind in MICRO]
    found.append(overall(OVERALL, own, signature))
    # The headline comes first.
    found.sort(key=lambda measure: _FIRST.index(measure.name) if measure.name in _FIRST else len(_FIRST))
    found += [micro(kind, published, signature) for kind in AS_PUBLISHED[:3]]
    found.append(overall(AS_PUBLISHED[3], published, signature))
    if own.column("choice").whole():
        found.append(micro(CHOICE, own, signature))
    return found


def micro(kind: MeasureKind, pool: Pool, signature: Signature) -> Measure:
    """Return a pooled measure with its interval, over the samples that have a target in it."""
    return micro_of(kind, pool.column(shown_as(kind)), pool.clusters, signature)


def micro_of(kind: MeasureKind, column: ShareColumn, clusters: Labels, signature: Signature) -> Measure:
    """Return a pooled measure with its interval, from one share per sample."""
    there = column.there()
    part = ShareColumn(column.numbers[there], column.different)
    labels = np.asarray(clusters)[there]
    return _measure(kind, part.value(), int(part.whole()), part.linearised(), labels, signature)


def shown_as(kind: MeasureKind) -> str:
    """Return the name of a pooled measure's shares."""
    return kind.name.removeprefix("vsig.").removesuffix("_as_published")


def overall(kind: MeasureKind, pool: Pool, signature: Signature) -> Measure:
    """Return the mean of the dimensions that were scored; its interval respects that they share samples."""
    value = overall_of([one for name in pool.overall_parts() if (one := pool.value(name)) is not None])
    return _measure(kind, value, len(pool), pool.linearised_overall(), pool.clusters, signature)


def estimable(measure: Measure) -> Measure:
    """Return a measure, without an interval that has no width: where all recordings agree, no spread can be estimated."""
    interval = measure.interval
    if interval is None or interval.high - interval.low >= _NO_WIDTH:
        return measure
    return measure.model_copy(update={"interval": None})


def _measure(
    kind: MeasureKind, value: float | None, n: int, values: Values, clusters: Labels, signature: Signature
) -> Measure:
    found = mean_interval(values, clusters, level=LEVEL) if value is not None else None
    interval = None
    if found is not None:
        low, high = max(found.low, kind.low or 0.0), min(found.high, kind.high or 1.0)
        interval = Interval(low=low, high=high, level=LEVEL, method=found.method)
    return Measure(
        name=kind.name,
        value=value,
        status="not_scored" if value is None else "scored",
        unit=kind.unit,
        clause=kind.clause,
        n=n,
        interval=interval,
        low=kind.low,
        high=kind.high,
        better=kind.better,
        signature=signature,
    )
