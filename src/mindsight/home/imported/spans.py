"""The truth of a question about when something is seen: a run of the pictures shown, from their numbers or from seconds of a clip."""

import math
import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from mindsight.errors import InputError
from mindsight.home.imported.mapping import Kind
from mindsight.home.imported.taken import Shown
from mindsight.home.questions.question import Truth
from mindsight.home.questions.scoring.judging import LEAST_IOU, shared_pictures
from mindsight.text import storable

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def span_of(said: Any, kind: Kind, shown: Sequence[Shown]) -> Truth:
    """Return the numbers of the first and the last picture of a span.

    Raises:
        InputError: It is no span, or none of the pictures shown lies in it.
    """
    first, last = _two(said)
    count = sum(len(one.pictures) for one in shown)
    if kind.span_in == "seconds":
        if len(shown) != 1 or len(shown[0].seconds) != count:
            raise InputError("its truth is in seconds, and it does not show one clip")
        inside = [number for number, second in enumerate(shown[0].seconds, 1) if first <= second <= last]
        if not inside:
            raise InputError(
                "none of the {count} frames shown lies in the span {value}; let the mapping show more frames",
                count=count,
                value=f"{first:g}–{last:g} s",
            )
        first, last = float(inside[0]), float(inside[-1])
    if not (1 <= first <= last <= count and first.is_integer() and last.is_integer()):
        raise InputError("its truth is no span of the {count} pictures shown: {value}", count=count, value=_told(said))
    return Truth(value=[int(first), int(last)], chance=_chance(int(first), int(last), count))


def _two(said: Any) -> tuple[float, float]:
    """Return two numbers, the second of which is not less; words may hold them, such as those of two fields."""
    given = _NUMBER.findall(said) if isinstance(said, str) else said
    try:
        first, last = map(float, given)
    except (TypeError, ValueError):
        first = last = math.nan
    if not (math.isfinite(first) and math.isfinite(last) and first <= last):
        raise InputError("its truth is no span of two numbers: {value}", value=_told(said))
    return first, last


def _chance(first: int, last: int, count: int) -> float:
    """Return how often two numbers drawn from those of the pictures, in either order, give a span that is right."""
    drawn = (sorted(pair) for pair in product(range(1, count + 1), repeat=2))
    return round(sum(shared_pictures((first, last), pair) >= LEAST_IOU for pair in drawn) / count**2, 6)


def _told(said: Any) -> str:
    return storable(repr(said)[:80])
