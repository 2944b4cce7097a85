"""Measures from the terms of all items: pooled over targets, or means over samples.

A *micro* measure is a ratio of sums over all targets of all samples; its ``n`` counts targets. Its interval is that of the mean of
linearised values, value + (part - value · whole) · samples / Σ whole, clustered by recording. A *macro* measure is the mean over
samples of each sample's own share, with a column in ``scores.csv``; its ``n`` counts samples.
"""

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from mindsight.clauses import implements
from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import LEVEL, MeasureKind, Scores
from mindsight.statistics import mean_interval
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import ecog, temporal

DIMENSIONS = ("intent", "spatial", "temporal")
TOLERANCES_MS = tuple(int(one) for one in temporal.TOLERANCES_MS if one)

Terms = Mapping[str, Any]
_NO_WIDTH = 1e-9


class Share(NamedTuple):
    """A part and a whole, both sums over the targets of one sample."""

    part: float
    whole: float


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


def ecog_scores(terms: Terms) -> dict[str, float | None]:
    """Return the five scores of a sample under EcoG-Bench's rule; without a stroke a referent's time is wrong.

    A sample without ``eval_gt.json`` has no options and no strokes: it has a score for its points only.
    """
    referents = [
        ecog.Referent(target["choice"] is True, target["where"] is True, target["when"] is True)
        for target in terms["targets"]
    ]
    found = ecog.sample_scores(referents)._asdict()
    told = has_options(terms)
    return {f"ecog.{name}": value if told or name == "acc_s" else None for name, value in found.items()}


def has_options(terms: Terms) -> bool:
    """Return whether the right options of a sample are known: its data hold an ``eval_gt.json``."""
    return all(target["choice"] is not None for target in terms["targets"])


def ecog_means(items: Iterable[Item]) -> dict[str, float | None]:
    """Return the five scores of several samples: means over those that count; None where none of them has the score."""
    own = [ecog_scores(item.terms) for item in items if item.status == "scored" and item.terms["counted"]]
    columns = {kind.name: [value for one in own if (value := one[kind.name]) is not None] for kind in ECOG}
    return {name: sum(column) / len(column) if column else None for name, column in columns.items()}


def shares_of(terms: Terms) -> dict[str, Share]:
    """Return the part and the whole behind each pooled measure, summed over the sample's targets."""
    targets = terms["targets"]
    timed = [target for target in targets if target["window"] is not None]
    placed = [target for target in targets if target["where"] is not None]
    all_three = [target for target in timed if target["where"] is not None]
    found = {
        "intent": Share(math.fsum(target["intent"] for target in targets), len(targets)),
        "intent_right": _count(targets, "what"),
        "intent_best": Share(math.fsum(best_of(target) for target in targets), len(targets)),
        "not_sure": Share(sum(best_of(target) > target["intent"] for target in targets), len(targets)),
        "spatial": _count(placed, "where"),
        "spatial_object": _count([one for one in placed if one["kind"] == "object"], "where"),
        "spatial_space": _count([one for one in placed if one["kind"] == "space"], "where"),
        "temporal": _count(timed, "when"),
        "joint": Share(sum(is_joint(target) for target in all_three), len(all_three)),
        "choice": _count([one for one in targets if one["choice"] is not None], "choice"),
        "command": Share(terms["command"]["score"], 1),
        "command_best": Share(terms["command"].get("best", terms["command"]["score"]), 1),
    }
    for tolerance in TOLERANCES_MS:
        hits = sum(temporal.within(one["time_ms"], one["window"], tolerance) for one in timed)
        found[f"temporal_{tolerance}"] = Share(hits, len(timed))
    return found


def best_of(target: Terms) -> float:
    """Return the score of a target's description if what is not understood in it is right; rule 1 did not know it."""
    return float(target.get("intent_best", target["intent"]))


def is_joint(target: Terms) -> bool:
    """Return whether what, where and when of a target are all right."""
    return bool(target["what"] and target["where"] and target["when"])


def _count(targets: Sequence[Terms], field: str) -> Share:
    return Share(sum(target[field] is True for target in targets), len(targets))


def _own(share: Share) -> float | None:
    return share.part / share.whole if share.whole else None


class Pool:
    """The items that count under a reading, each with its cluster and its shares."""

    def __init__(self, items: Iterable[Item], reading: Reading) -> None:
        self.reading = reading
        self.clusters: list[str] = []
        self._sums: dict[str, tuple[array[float], array[float]]] = {}
        # Sorted, so that sums do not depend on the order in which the items ended.
        for item in sorted(items, key=lambda item: item.id):
            if item.status == "scored" and (reading.failures == "wrong" or item.outcome == "scored"):
                self.clusters.append(item.cluster)
                for name, share in shares_of(item.terms).items():
                    parts, wholes = self._sums.setdefault(name, (array("d"), array("d")))
                    parts.append(share.part)
                    wholes.append(share.whole)

    def column(self, name: str) -> list[Share]:
        """Return the shares of one measure; the reading decides which one is intent."""
        own = name.replace("intent", "command") if self.reading.intent == "command" and name in _RANGE else name
        return [Share(*pair) for pair in zip(*self._sums[own], strict=True)] if self._sums else []

    def value(self, name: str) -> float | None:
        """Return the pooled value of a measure; None if there is nothing to score."""
        return pooled(self.column(name))

    def linearised(self, name: str) -> list[float]:
        """Return a value for each item whose mean is the pooled value and whose spread gives its standard error."""
        column, value = self.column(name), self.value(name)
        whole = math.fsum(share.whole for share in column)
        if value is None:
            return [math.nan] * len(column)
        return [value + (share.part - value * share.whole) * len(column) / whole for share in column]

    def linearised_overall(self) -> list[float]:
        """Return a value for each item whose mean is the overall score."""
        lines = [self.linearised(name) for name in self.overall_parts()]
        return [math.fsum(own) / len(lines) for own in zip(*lines, strict=True)] or [math.nan] * len(self.clusters)

    def overall_parts(self) -> tuple[str, ...]:
        """Return the dimensions in the overall score: those that the reading counts as scored."""
        values = {name: self.value(name) for name in DIMENSIONS}
        zero_is_none = self.reading.overall == "above_zero"
        return tuple(
            name
            for name, value in values.items()
            if value is not None and not (name == "temporal" and zero_is_none and value == 0)
        )


def pooled(shares: Sequence[Share]) -> float | None:
    """Return the sum of the parts divided by the sum of the wholes; None if the latter is 0."""
    whole = math.fsum(share.whole for share in shares)
    return math.fsum(share.part for share in shares) / whole if whole else None


@implements("vsig", "results")
def overall_of(scores: Sequence[float]) -> float | None:
    """Return the overall score (vsig results): the mean of the dimensions that were scored; 0 is a score.

    Args:
        scores: Scores of intent, space and time, each in [0, 1], without those that were not scored.

    Returns:
        The mean; None if no dimension was scored.
    """
    return math.fsum(scores) / len(scores) if scores else None


def reading_of(profile: Profile) -> Reading:
    """Return a profile's definition of the headline."""
    return Reading(profile.failures, profile.intent, profile.overall)


def pooled_measures(items: Sequence[Item], profile: Profile, signature: Signature) -> list[Measure]:
    """Return the measures of a run that are not means of a column."""
    if profile.family == "ecog":
        return []
    own, published = Pool(items, reading_of(profile)), Pool(items, PUBLISHED)
    found = [micro(kind, own, signature) for kind in MICRO]
    found.append(overall(OVERALL, own, signature))
    # The headline comes first.
    found.sort(key=lambda measure: _FIRST.index(measure.name) if measure.name in _FIRST else len(_FIRST))
    found += [micro(kind, published, signature) for kind in AS_PUBLISHED[:3]]
    found.append(overall(AS_PUBLISHED[3], published, signature))
    if any(share.whole for share in own.column("choice")):
        found.append(micro(CHOICE, own, signature))
    return found


def micro(kind: MeasureKind, pool: Pool, signature: Signature) -> Measure:
    """Return a pooled measure with its interval, over the samples that have a target in it."""
    return micro_of(kind, pool.column(shown_as(kind)), pool.clusters, signature)


def micro_of(kind: MeasureKind, column: Sequence[Share], clusters: Sequence[str], signature: Signature) -> Measure:
    """Return a pooled measure with its interval, from one share per sample."""
    value = pooled(column)
    there = [index for index, share in enumerate(column) if share.whole]
    whole = math.fsum(share.whole for share in column)
    values = [
        value + (column[index].part - value * column[index].whole) * len(there) / whole
        for index in there
        if value is not None
    ]
    return _measure(kind, value, int(whole), values, [clusters[index] for index in there], signature)


def shown_as(kind: MeasureKind) -> str:
    """Return the name of a pooled measure's shares."""
    return kind.name.removeprefix("vsig.").removesuffix("_as_published")


def overall(kind: MeasureKind, pool: Pool, signature: Signature) -> Measure:
    """Return the mean of the dimensions that were scored; its interval respects that they share samples."""
    value = overall_of([one for name in pool.overall_parts() if (one := pool.value(name)) is not None])
    return _measure(kind, value, len(pool.clusters), pool.linearised_overall(), pool.clusters, signature)


def estimable(measure: Measure) -> Measure:
    """Return a measure, without an interval that has no width: where all recordings agree, no spread can be estimated."""
    interval = measure.interval
    if interval is None or interval.high - interval.low >= _NO_WIDTH:
        return measure
    return measure.model_copy(update={"interval": None})


def _measure(
    kind: MeasureKind, value: float | None, n: int, values: list[float], clusters: list[str], signature: Signature
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
