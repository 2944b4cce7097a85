"""The scores under other admissible readings of 5.3, 5.4, 6.4.2 and 6.4.3, from a record's terms alone."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from mindsight.album.profile import SegmentationProfile
from mindsight.album.reporting.sensitivity import NOT_RECORDED, Reading
from mindsight.album.segmentation.formulas import THRESHOLDS
from mindsight.album.segmentation.scoring import SetPoints
from mindsight.record.model import Item, Scalar

IF_RESIZED = "other_size.resize"
"""Key in an item's terms for those of an output of another size, resized to its mask's."""

_OF_THE_TERMS = ("threshold", "border", "both_empty", "aggregation")


def readings_of(items: Iterable[Item], profile: SegmentationProfile, *, recorded: bool) -> Iterator[Reading]:
    """Yield every other reading with its scores.

    Args:
        items: The items of a run.
        profile: The run's own reading.
        recorded: Whether the terms of outputs resized to their masks' size were recorded.
    """
    others = [
        (field, value, SetPoints(profile.model_copy(update={field: value})))
        for field in _OF_THE_TERMS
        for value in _values_of(field)
        if value != getattr(profile, field)
    ]
    at_size, of_another_size = SetPoints(profile), False
    # One pass over the items for all readings.
    for item in items:
        for _, _, points in others:
            points.add(item.terms)
        at_size.add(_if_refused(item) if profile.other_size == "resize" else _if_resized(item.terms))
        of_another_size |= item.outcome == "wrong_size"
    for field, value, points in others:
        yield Reading(field, value, points.points())
    known = recorded or profile.other_size == "resize" or not of_another_size
    other = "refuse" if profile.other_size == "resize" else "resize"
    yield Reading("other_size", other, at_size.points() if known else NOT_RECORDED)


def _if_refused(item: Item) -> dict[str, Any]:
    """Return an item's terms as if a resized output counted as missing."""
    return item.terms | {"output": None} if "exported" in item.parsed else item.terms


def _if_resized(terms: dict[str, Any]) -> dict[str, Any]:
    """Return an item's terms as if an output of another size were resized to its mask's."""
    return terms | {"output": terms.get("readings", {}).get(IF_RESIZED, terms["output"])}


def _values_of(field: str) -> tuple[Scalar, ...]:
    """Return the values of a field that can be computed from a record's terms."""
    return THRESHOLDS if field == "threshold" else get_args(SegmentationProfile.model_fields[field].annotation)
