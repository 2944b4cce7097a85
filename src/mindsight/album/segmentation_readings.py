"""Other admissible readings of 5.4, 6.4.2 and 6.4.3 and the scores they give, from a record's terms alone."""

from collections.abc import Iterable, Iterator
from typing import get_args

from mindsight.album.profile import SegmentationProfile
from mindsight.album.segmentation import THRESHOLDS
from mindsight.album.segmentation_scoring import set_points
from mindsight.album.sensitivity import NOT_RECORDED, Reading
from mindsight.record.model import Item, Scalar

_OF_THE_TERMS = ("threshold", "border", "both_empty", "aggregation")


def readings_of(items: Iterable[Item], profile: SegmentationProfile) -> Iterator[Reading]:
    """Yield every other reading with the scores that it gives.

    Args:
        items: The items of a run.
        profile: The run's own reading.
    """
    found = list(items)
    terms = [item.terms for item in found]
    for field in _OF_THE_TERMS:
        for value in _values_of(field):
            if value != getattr(profile, field):
                yield Reading(field, value, set_points(terms, profile.model_copy(update={field: value})))
    other = "resize" if profile.other_size == "refuse" else "refuse"
    if any(item.outcome == "wrong_size" for item in found):
        yield Reading("other_size", other, NOT_RECORDED)
    else:
        yield Reading("other_size", other, set_points(terms, profile))


def _values_of(field: str) -> tuple[Scalar, ...]:
    """Return the values of a field that a record's terms hold."""
    return THRESHOLDS if field == "threshold" else get_args(SegmentationProfile.model_fields[field].annotation)
