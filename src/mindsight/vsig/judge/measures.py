"""Measures from judgements: the share of targets that a judge finds right, and its agreement with the score by slots."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import MeasureKind
from mindsight.statistics import Interval as Limits
from mindsight.statistics import cohen_kappa, cohen_kappa_interval, krippendorff_alpha, krippendorff_alpha_interval
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.measures import micro_of
from mindsight.vsig.scoring.shares import Share, ShareColumn

INTENT = MeasureKind("vsig.intent_judged", "task.1", "share", 0.0, 1.0)
COMMAND = MeasureKind("vsig.command_judged", "task.1", "share", 0.0, 1.0)
KAPPA = MeasureKind("vsig.judge_kappa", "task.1", "index", -1.0, 1.0)
ALPHA = MeasureKind("vsig.judge_alpha", "task.1", "index", -1.0, 1.0)
KINDS = (INTENT, COMMAND, KAPPA, ALPHA)


class Pair(NamedTuple):
    """One description: its score by slots, whether that is right, the judge's mark, and its recording."""

    item: str
    place: str
    slots: float
    is_right: bool
    mark: float
    signs: tuple[str, ...]
    cluster: str


def judge_measures(
    items: Iterable[Item], judgements: Mapping[str, Item], profile: Profile, signature: Signature
) -> list[Measure]:
    """Return the measures of a judged run."""
    counted = _counted(items, profile)
    pairs = pairs_of(counted, judgements)
    return [
        _share(INTENT, counted, judgements, signature),
        _share(COMMAND, counted, judgements, signature),
        _agreement(KAPPA, kappa_of(pairs), kappa_interval(pairs), len(pairs), signature),
        _agreement(ALPHA, alpha_of(pairs), alpha_interval(pairs), len(pairs), signature),
    ]


def judged_share(item: Item, judgement: Item | None, *, command: bool = False) -> Share:
    """Return the sum of an answer's marks and their number (vsig task.1, judged in place of slots).

    An answer that could not be read is wrong in everything, as it is by slots. What the judge could not be asked about is not counted.

    With ``command`` the whole command is used instead of the targets.
    """
    number = 1 if command else len(item.terms["targets"])
    if item.outcome != "scored":
        return Share(0.0, number)
    if judgement is None:
        return Share(0.0, 0)
    terms = [judgement.terms["command"]] if command else judgement.terms["targets"]
    marks = [one["mark"] for one in terms if one["mark"] is not None]
    return Share(math.fsum(marks), len(marks))


def judged_linearised(items: Iterable[Item], judgements: Mapping[str, Item]) -> NDArray[np.float64]:
    """Return a value for each item whose mean is the judged intent; NaN if the judge could not be asked about it."""
    column = ShareColumn.of(judged_share(item, judgements.get(item.id)) for item in items)
    there = column.there()
    lines = np.full(len(there), np.nan)
    lines[there] = ShareColumn(column.numbers[there], column.different).linearised()
    return lines


def pairs_of(items: Iterable[Item], judgements: Mapping[str, Item]) -> list[Pair]:
    """Return the descriptions that a judge has marked, each with its score by slots, in the order of their samples."""
    found = []
    for item in items:
        if item.outcome == "scored" and item.id in judgements:
            for number, (own, judged) in enumerate(
                zip(item.terms["targets"], judgements[item.id].terms["targets"], strict=True), 1
            ):
                if judged["by"] == "judge":
                    signs = tuple(judged["signs"])
                    found.append(
                        Pair(
                            item.id, str(number), own["intent"], bool(own["what"]), judged["mark"], signs, item.cluster
                        )
                    )
    return found


def kappa_of(pairs: Sequence[Pair]) -> float | None:
    """Return Cohen's kappa of right by slots and right by the judge; None if not estimable."""
    return cohen_kappa(*_verdicts(pairs))


def kappa_interval(pairs: Sequence[Pair]) -> Limits | None:
    """Return the interval of ``kappa_of``, over recordings; None if not estimable."""
    return cohen_kappa_interval(*_verdicts(pairs), [one.cluster for one in pairs]) if pairs else None


def alpha_of(pairs: Sequence[Pair]) -> float | None:
    """Return Krippendorff's alpha (interval) of scores by slots and marks; None if not estimable."""
    return krippendorff_alpha(_marks(pairs)) if pairs else None


def alpha_interval(pairs: Sequence[Pair]) -> Limits | None:
    """Return the interval of ``alpha_of``, over recordings; None if not estimable."""
    return krippendorff_alpha_interval(_marks(pairs), [one.cluster for one in pairs]) if pairs else None


def within(found: Limits | None, kind: MeasureKind) -> Interval | None:
    """Return an interval for the record, clipped to the measure's range."""
    if found is None or kind.low is None or kind.high is None:
        return None
    low, high = max(found.low, kind.low), min(found.high, kind.high)
    return Interval(low=low, high=high, level=found.level, method=found.method)


def _verdicts(pairs: Sequence[Pair]) -> tuple[list[float], list[float]]:
    return [float(one.is_right) for one in pairs], [float(one.mark == 1.0) for one in pairs]


def _marks(pairs: Sequence[Pair]) -> list[list[float]]:
    return [[one.slots for one in pairs], [one.mark for one in pairs]]


def _counted(items: Iterable[Item], profile: Profile) -> list[Item]:
    # The sums must not depend on the order in which the items ended.
    return [
        item
        for item in sorted(items, key=lambda item: item.id)
        if item.status == "scored" and (profile.failures == "wrong" or item.outcome == "scored")
    ]


def _share(kind: MeasureKind, items: Sequence[Item], judgements: Mapping[str, Item], signature: Signature) -> Measure:
    column = ShareColumn.of(judged_share(item, judgements.get(item.id), command=kind is COMMAND) for item in items)
    return micro_of(kind, column, [item.cluster for item in items], signature)


def _agreement(
    kind: MeasureKind, value: float | None, interval: Limits | None, n: int, signature: Signature
) -> Measure:
    return Measure(
        name=kind.name,
        value=value,
        status="not_estimable" if value is None else "scored",
        unit=kind.unit,
        clause=kind.clause,
        n=n,
        interval=within(interval, kind),
        low=kind.low,
        high=kind.high,
        better=kind.better,
        signature=signature,
    )
