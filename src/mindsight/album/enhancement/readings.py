"""Other admissible readings of 5.3, 5.4, 6.3.2 and 6.3.3: the terms they need from the pixels, and their scores."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self, get_args

from mindsight.album.counts import whole_numbers
from mindsight.album.enhancement.formulas import PairTerms, Pixels, pair_terms
from mindsight.album.enhancement.registration import find_shift, fitted, shifted_back
from mindsight.album.enhancement.scoring import greyed, set_points
from mindsight.album.kits.pictures import grey
from mindsight.album.profile import EnhancementProfile
from mindsight.album.reporting.sensitivity import ANOTHER_KIT, NOT_RECORDED, Reading
from mindsight.record.model import Item
from mindsight.text import Text

_OF_THE_KIT = ("degradation", "noise", "downscale")
_OF_THE_PIXELS = ("other_size", "registration", "grey")
_OF_THE_TERMS = ("peak", "aggregation")


def other_terms(reference: Pixels, output: Pixels, profile: EnhancementProfile) -> dict[str, dict[str, int]]:
    """Return the terms of a pair under each other reading that needs its pixels; keys are ``field.value``.

    Args:
        reference: RGB, uint8, shape (H, W, 3).
        output: RGB, uint8, of any size.
        profile: The run's own reading.
    """
    found: dict[str, Pixels] = {}
    height, width = reference.shape[:2]
    if output.shape == reference.shape:
        shift = find_shift(grey(reference), grey(output), anywhere=True)
        if profile.registration == "none" and shift is not None:
            found["registration.shift"] = shifted_back(output, shift)
        terms = {
            f"grey.{weights}": _terms(reference, output, weights)
            for weights in values_of("grey")
            if weights != profile.grey
        }
    else:
        terms = {}
        for way in values_of("other_size"):
            pixels = None if way in ("refuse", profile.other_size) else fitted(output, width, height, way)
            if pixels is not None:
                found[f"other_size.{way}"] = pixels
    return terms | {name: _terms(reference, pixels, profile.grey) for name, pixels in found.items()}


def readings_of(items: Iterable[Item], profile: EnhancementProfile, *, recorded: bool) -> Iterator[Reading]:
    """Yield every other reading with its scores.

    Args:
        items: The items of a run.
        profile: The run's own reading.
        recorded: Whether the terms under other readings were recorded with the run.
    """
    found = [_Pairs.of(item.terms) for item in items]
    own = [one.output for one in found]
    for field in (*_OF_THE_TERMS, *_OF_THE_PIXELS, *_OF_THE_KIT):
        for value in values_of(field):
            if value == getattr(profile, field):
                continue
            points: tuple[float | None, ...] | Text = ANOTHER_KIT if field in _OF_THE_KIT else NOT_RECORDED
            if field in _OF_THE_TERMS:
                points = set_points(own, profile.model_copy(update={field: value}))
            elif field in _OF_THE_PIXELS and recorded:
                points = set_points([_read(one, field, value) for one in found], profile)
            yield Reading(field, value, points)


def values_of(field: str) -> tuple[str, ...]:
    """Return the values that a field of the profile can take."""
    return get_args(EnhancementProfile.model_fields[field].annotation)


class _Pairs(NamedTuple):
    """The terms of an item's output under the run's own reading and under others."""

    output: PairTerms | None
    others: dict[str, PairTerms]

    @classmethod
    def of(cls, terms: dict[str, Any]) -> Self:
        # A missing output has no other readings.
        others = {
            sys.intern(name): PairTerms(**whole_numbers(pair)) for name, pair in terms.get("readings", {}).items()
        }
        return cls(_pair(terms["output"]), others or _NONE)


_NONE: dict[str, PairTerms] = {}


def _read(found: _Pairs, field: str, value: str) -> PairTerms | None:
    """Return an output's terms under another reading; its own terms if that reading changes nothing."""
    # Readings of size concern only outputs of another size, all other readings only those of the right size.
    if field == "other_size" and value == "refuse":
        return None if any(name.startswith("other_size.") for name in found.others) else found.output
    return found.others.get(f"{field}.{value}", None if field == "grey" else found.output)


def _terms(reference: Pixels, output: Pixels, weights: str) -> dict[str, int]:
    return pair_terms(greyed(reference, weights), greyed(output, weights))._asdict()


def _pair(terms: dict[str, int] | None) -> PairTerms | None:
    return None if terms is None else PairTerms(**whole_numbers(terms))
