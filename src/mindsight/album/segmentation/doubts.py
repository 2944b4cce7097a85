"""Warnings about outputs that say the same of every pixel, or the opposite of their masks; they are scored as declared all the same."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mindsight.album.counts import whole_numbers
from mindsight.album.profile import SegmentationProfile
from mindsight.album.reporting.blocks import warning
from mindsight.album.segmentation.formulas import Counts, overlap, pixels_of, value_of
from mindsight.record.blocks import Note
from mindsight.record.model import Item
from mindsight.text import text

FAR = 20.0
"""Points of IoU by which a set of outputs must score higher if read otherwise for that to be said."""


class _Output(NamedTuple):
    """The smallest and the largest value of an output, and its IoU in points as declared and read otherwise."""

    least: int
    largest: int
    declared: float
    everything: float
    inverted: float
    from_1: float


def doubtful_outputs(items: Iterable[Item], profile: SegmentationProfile, mask_from: str) -> list[Note]:
    """Return warnings if no output has a pixel inside, if each has all, or if they would score far higher inverted or from 1 on.

    Failed outputs are left out. A record of before has no smallest and largest values, and gets no such warning.
    """
    terms = (item.terms for item in items)
    outputs = [_read(one, profile) for one in terms if one["output"] is not None and "values" in one["output"]]
    if not outputs or _mean(outputs, "declared") >= 100:
        return []
    return [*_alike(outputs, profile.threshold, mask_from), *_otherwise(outputs)]


def _read(terms: Mapping[str, Any], profile: SegmentationProfile) -> _Output:
    counts = {step: Counts(**whole_numbers(found)) for step, found in terms["output"]["counts"].items()}
    own = counts[str(profile.threshold)]
    ways = (own, _with_everything(own), _inverted(own), counts["1"])
    shares = (overlap(pixels_of(way, profile.border)) for way in ways)
    return _Output(*terms["output"]["values"], *(100 * (value_of(share, empty=1.0) or 0.0) for share in shares))


def _with_everything(counts: Counts) -> Counts:
    tp, fp, fn, tn, inside, outside = counts
    return Counts(tp + fn, fp + tn, 0, 0, inside + outside, 0)


def _inverted(counts: Counts) -> Counts:
    tp, fp, fn, tn, inside, outside = counts
    return Counts(fn, tn, tp, fp, outside, inside)


def _mean(outputs: Sequence[_Output], way: str) -> float:
    return math.fsum(getattr(output, way) for output in outputs) / len(outputs)


def _alike(outputs: Sequence[_Output], threshold: int, mask_from: str) -> Iterator[Note]:
    """Yield a warning if all pixels of all outputs are outside, or inside."""
    count, largest, least = len(outputs), max(one.largest for one in outputs), min(one.least for one in outputs)
    if largest < threshold:
        body = text(
            "{count} of {all} outputs have no pixel inside: their largest value is {largest}, and inside begins at {threshold}. "
            "If they mark the object with lower values, declare it with --threshold; if they are no masks, declare what they are "
            "with --mask-from; then score them again.",
            count=count,
            all=count,
            largest=largest,
            threshold=threshold,
        )
        yield warning("outputs", _CLAUSE, body)
    elif least >= threshold:
        body = text(
            "{count} of {all} outputs have every pixel inside: their smallest value is {least}. If the object is marked "
            "otherwise, as by a colour around it, declare it with --mask-from and score the outputs again.",
            count=count,
            all=count,
            least=least,
        )
        if mask_from == "alpha":
            body = text(
                "{count} of {all} outputs are opaque in every pixel, so that everything is inside. If the object is marked "
                "otherwise, as by a colour around it, declare it with --mask-from and score the outputs again.",
                count=count,
                all=count,
            )
        yield warning("outputs", _CLAUSE, body)


def _otherwise(outputs: Sequence[_Output]) -> Iterator[Note]:
    """Yield a warning for another reading under which the outputs score far higher than as declared, and than if all were inside."""
    own, least = _mean(outputs, "declared"), max(_mean(outputs, "declared"), _mean(outputs, "everything")) + FAR
    for way, body in _WAYS.items():
        if _mean(outputs, way) >= least:
            numbers = {
                "count": sum(getattr(one, way) > one.declared for one in outputs),
                "all": len(outputs),
                "own": round(own, 1),
                "other": round(_mean(outputs, way), 1),
            }
            yield warning(way, _CLAUSE, body.model_copy(update={"args": numbers}))


_CLAUSE = "5.3-segmentation-b"
_WAYS = {
    "inverted": text(
        "{count} of {all} outputs would score higher if they were inverted: an IoU of {other} points instead of {own} in the mean. "
        "If they mark the background, export them inverted; if they are no masks, declare what they are with --mask-from; then "
        "score them again."
    ),
    "from_1": text(
        "{count} of {all} outputs would score higher if inside began at 1: an IoU of {other} points instead of {own} in the mean. "
        "If they mark the object with such values, declare it with --threshold 1 and score them again."
    ),
}
