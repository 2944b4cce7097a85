"""6.2 b): enough data for every measure: the least that the documents ask for, and the interval that the amount will give."""

import math
from collections import defaultdict
from collections.abc import Iterator

from scipy.special import stdtrit

from mindsight.clauses import implements
from mindsight.review.catalogue import Amount
from mindsight.review.checks.check import Checks, Evidence, Outcome, doubt, fault, good, note
from mindsight.review.checks.likeness import groups_of
from mindsight.review.findings import Checked
from mindsight.statistics.intervals import wilson_interval
from mindsight.text import text

_B = Checks("6.2-b")
_WIDE_SHARE = 0.15
"""A share known no better than to ±0.15 tells good from bad and little more."""
_TASKS_FOR_T = 50
_GENERALISATION_BIAS = {5: 0.090, 10: 0.051, 20: 0.026, 50: 0.011, 100: 0.006}
"""How far chance alone lowers T (home formula 1) with so many tasks per class, as simulated for the classes of Annex A."""


@implements("home", "6.2-b")
def sufficiency(evidence: Evidence) -> tuple[Checked, ...]:
    """6.2 b): check that every measure has as many items as its document asks for, and say how well they will fix it."""
    return _B.run(evidence)


@_B.add(
    "b1", "decided", text("Least numbers"), text("as many items as the document asks for, for every measure and group")
)
def _least(evidence: Evidence) -> Iterator[Outcome]:
    asked = [one for one in evidence.catalogue.amounts if one.least]
    for one in asked:
        if one.number < one.least:
            yield fault(
                text(
                    "{measure} {group}: {count} items, {least} are asked for ({clause})",
                    measure=one.measure,
                    group=one.group,
                    count=one.number,
                    least=one.least,
                    clause=one.clause,
                )
            )
    if evidence.catalogue.is_trial:
        yield doubt(text("the kit was made for a trial, for which fewer items than the document asks for were allowed"))
    if asked and all(one.number >= one.least for one in asked):
        yield good(text("{count} measures and groups have enough", count=len(asked)))
    elif not asked:
        yield from (note(text("{measure} {group}: {count} items", measure=one.measure, group=one.group, count=one.number))
                    for one in evidence.catalogue.amounts)  # fmt: skip


@_B.add(
    "b2",
    "decided",
    text("How well the amount fixes each measure"),
    text("95 % intervals narrow enough to tell subjects apart"),
)
def _precision(evidence: Evidence) -> Iterator[Outcome]:
    shares: dict[str, list[Amount]] = defaultdict(list)
    for one in evidence.catalogue.amounts:
        if one.number:
            shares[one.measure].append(one)
    household = [measure for measure in shares if measure.startswith("home.f.")]
    for measure, amounts in shares.items():
        count = sum(one.number for one in amounts)
        if amounts[0].kind == "points":
            half = f"{float(stdtrit(count - 1, 0.975)) / math.sqrt(count):.2f}" if count > 1 else "∞"
            yield note(
                text(
                    "{measure}: {count} items; ±{half} standard deviations of a score",
                    measure=measure,
                    count=count,
                    half=half,
                )
            )
        else:
            interval = wilson_interval(count // 2, count)
            half_width = (interval.high - interval.low) / 2
            said = text(
                "{measure}: {count} items; a share near one half is known to ±{half}",
                measure=measure,
                count=count,
                half=f"{half_width:.3f}",
            )
            # Of pictures that nobody said the purpose of, nothing can be too few.
            is_asked = any(one.least for one in amounts)
            yield doubt(said) if half_width > _WIDE_SHARE and is_asked else note(said)
    if household:
        least = min(sum(one.number for one in shares[measure]) for measure in household)
        known = max((number for number in _GENERALISATION_BIAS if number <= least), default=5)
        said = text(
            "home.T: {count} tasks in the smallest class; chance alone lowers T by about {bias}",
            count=least,
            bias=_GENERALISATION_BIAS[known],
        )
        yield doubt(said) if least < _TASKS_FOR_T else note(said)


@_B.add("b3", "decided", text("A truth for every item"), text("every item has a target of the right kind"))
def _truth(evidence: Evidence) -> Iterator[Outcome]:
    faulty = [one for one in evidence.catalogue.regions if one.problem is not None]
    for one in faulty:
        yield fault(text("sample {sample}: {problem}", sample=one.sample, problem=one.problem or ""), (one.file,))
    if evidence.catalogue.regions and not faulty:
        yield good(text("{count} targets are as they should be", count=len(evidence.catalogue.regions)))
    lonely = [amount for amount in evidence.catalogue.amounts if amount.measure == "album.iou"]
    pictures = sum(one.role == "picture" for one in evidence.entries.values())
    for amount in lonely:
        if amount.number < pictures:
            yield doubt(text("{count} pictures have no mask of the same name", count=pictures - amount.number))
        else:
            yield good(text("every picture has a mask"))


@_B.add("b4", "decided", text("Items and measures"), text("every measure has items, and every item feeds a measure"))
def _matrix(evidence: Evidence) -> Iterator[Outcome]:
    amounts = evidence.catalogue.amounts
    for measure in dict.fromkeys(one.measure for one in amounts):
        if not sum(one.number for one in amounts if one.measure == measure):
            yield doubt(text("{measure}: no item feeds it", measure=measure))
    if evidence.catalogue.layout == "clips":
        idle = [path for path, one in evidence.entries.items() if one.role == "clip" and not one.group]
        if idle:
            yield doubt(text("{count} clips belong to no sample", count=len(idle)), idle)
    if amounts and all(any(one.number for one in amounts if one.measure == each.measure) for each in amounts):
        yield good(text("every measure has items"))


@_B.add("b5", "decided", text("Independent items"), text("near duplicates count once"))
def _independent(evidence: Evidence) -> Iterator[Outcome]:
    counted = len(evidence.compared)
    if not counted:
        return
    clusters = len(groups_of(evidence.compared, evidence.pairs))
    said = text("{count} pictures, {clusters} of them independent of each other", count=counted, clusters=clusters)
    yield doubt(said) if clusters < 0.9 * counted else note(said) if clusters < counted else good(said)
