"""T/GDCSA 022-2024, 6.4.2 and 6.4.3: the pixel accuracy and the overlap of a cut-out with the mask made by hand.

A mask is grey: 0 is background, 255 object, what lies between is partly both. Each pair of masks is boiled down to exact
counts at several thresholds, with an undecided border band counted apart, and to two sums of grey values. Every number
of the two clauses follows from these terms alone, under each admissible reading, so a record keeps the terms and anybody
can recompute the scores without the pictures.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements

Mask = NDArray[np.uint8]
Border = Literal["background", "foreground", "left_out"]
BothEmpty = Literal["one", "zero", "left_out"]

OBJECT = 255
THRESHOLDS = (1, 64, 128, 192, OBJECT)
"""A value of at least this belongs to the object: every pixel that is partly object, …, only those that are wholly."""

# Bytes of each mask of a pair that stay in the processor's cache while they are counted.
_IN_CACHE = 1 << 18


class Counts(NamedTuple):
    """The pixels of one pair of masks at one threshold, exact integers.

    ``border_in`` and ``border_out`` are the undecided pixels inside and outside of the output; the others are decided.
    """

    tp: int
    fp: int
    fn: int
    tn: int
    border_in: int
    border_out: int


class Greys(NamedTuple):
    """What the overlap of grey masks follows from, exact sums of grey values.

    Over the decided pixels the smaller and the larger value of each pair; over the undecided ones the output's.
    """

    least: int
    most: int
    border: int


class OutputTerms(NamedTuple):
    """Sufficient statistics of an output and its mask: the counts by threshold, and the sums of grey values."""

    counts: dict[int, Counts]
    greys: Greys


class MaskTerms(NamedTuple):
    """Sufficient statistics of a mask alone: pixels, undecided ones, sum of the decided values, object pixels by threshold."""

    pixels: int
    border: int
    grey: int
    objects: dict[int, int]


class Pixels(NamedTuple):
    """Table 5 once it is said how the border band counts."""

    tp: int
    fp: int
    fn: int
    tn: int


class Share(NamedTuple):
    """A part of a whole, both counted; shares of several images pool by adding both."""

    part: int
    whole: int


def thresholds_of(own: int) -> tuple[int, ...]:
    """Return the thresholds that are counted at: the usual ones and a profile's own."""
    return tuple(sorted({*THRESHOLDS, own}))


def output_terms(truth: Mask, output: Mask, thresholds: Iterable[int], *, undecided: int | None = None) -> OutputTerms:
    """Return the counts from which formulas (10) and (12) follow.

    Args:
        truth: The mask made by hand, uint8, shape (H, W).
        output: The mask that the output gives, the same shape and type.
        thresholds: A pixel belongs to the object from this value on, each in 1..255.
        undecided: The value of the pixels in the mask that were left undecided.

    Raises:
        ValueError: The masks differ in shape, are not 8-bit grey or are empty, or a threshold is out of range.
    """
    _check(truth, output)
    steps = sorted(set(thresholds))
    if not steps or not 1 <= steps[0] <= steps[-1] <= OBJECT:
        raise ValueError(f"thresholds lie in 1..255, got {steps}")
    counts = {step: Counts(0, 0, 0, 0, 0, 0) for step in steps}
    greys = Greys(0, 0, 0)
    # Each count is a pass over the pixels: part by part, only the first of them comes from memory.
    for part, other in _parts(truth, output):
        border, kept, beyond = _decided(part, other, undecided)
        found = _counted(*kept, beyond, steps, part.size, border)
        counts = {step: Counts._make(map(sum, zip(counts[step], found[step], strict=True))) for step in steps}
        greys = Greys._make(map(sum, zip(greys, _grey_sums(*kept, beyond), strict=True)))
    return OutputTerms(counts, greys)


def mask_terms(truth: Mask, thresholds: Iterable[int], *, undecided: int | None = None) -> MaskTerms:
    """Return what a mask alone gives; the arguments are those of ``output_terms``."""
    terms = output_terms(truth, truth, thresholds, undecided=undecided)
    first = next(iter(terms.counts.values()))
    border = first.border_in + first.border_out
    return MaskTerms(truth.size, border, terms.greys.least, {step: count.tp for step, count in terms.counts.items()})


def is_of_a_mask(terms: MaskTerms) -> bool:
    """Return whether a mask can have these terms, as far as bounds tell; one that is undecided everywhere is none."""
    decided, steps = terms.pixels - terms.border, sorted(terms.objects)
    reached = [decided, *(terms.objects[step] for step in steps), 0]
    # Each value lies between two steps: at the least on the lower one, at the most just below the next.
    held = [high - low for high, low in itertools.pairwise(reached)]
    least = sum(count * bottom for count, bottom in zip(held, [0, *steps], strict=True))
    most = sum(count * top for count, top in zip(held, [*(step - 1 for step in steps), OBJECT], strict=True))
    return decided > 0 and terms.border >= 0 and min(held) >= 0 and least <= terms.grey <= most


@implements("album", "table.5")
def pixels_of(counts: Counts, border: Border) -> Pixels:
    """Return table 5: how many pixels are in mask and output (TP), only in one of them (FN, FP) or in neither (TN).

    Args:
        counts: Counts at one threshold.
        border: What the undecided pixels of the mask are: background, object, or left out.
    """
    tp, fp, fn, tn, inside, outside = counts
    if border == "background":
        return Pixels(tp, fp + inside, fn, tn + outside)
    if border == "foreground":
        return Pixels(tp + inside, fp, fn + outside, tn)
    return Pixels(tp, fp, fn, tn)


@implements("album", "6.4.2")
def pixel_accuracy(pixels: Pixels) -> Share:
    """Return the pixel accuracy PA (6.4.2, formula 10): (TP + TN) of all pixels."""
    return Share(pixels.tp + pixels.tn, sum(pixels))


@implements("album", "6.4.3")
def overlap(pixels: Pixels) -> Share:
    """Return the intersection over union IoU (6.4.3, formula 12): TP of TP + FP + FN; 0 of 0 where both masks are empty."""
    return Share(pixels.tp, pixels.tp + pixels.fp + pixels.fn)


def soft_overlap(greys: Greys, undecided: int, border: Border) -> Share:
    """Return the overlap of the grey masks without a threshold: Σ min of Σ max, both in grey levels.

    Args:
        greys: Sums of the pair.
        undecided: How many pixels of the mask are undecided.
        border: What they are: background (0), object (255), or left out.
    """
    least, most, inside = greys
    if border == "background":
        return Share(least, most + inside)
    if border == "foreground":
        return Share(least + inside, most + OBJECT * undecided)
    return Share(least, most)


def value_of(share: Share, *, empty: float | None = None) -> float | None:
    """Return a share as a number in [0, 1], correctly rounded; ``empty`` is what 0 of 0 is."""
    return share.part / share.whole if share.whole else empty


def of_both_empty(both_empty: BothEmpty) -> float | None:
    """Return what IoU is where both masks are empty; None leaves the image out."""
    return {"one": 1.0, "zero": 0.0, "left_out": None}[both_empty]


def trivial_pixels(truth: MaskTerms, threshold: int, border: Border, *, inside: bool) -> Pixels:
    """Return table 5 of an output that has every pixel inside, or none."""
    found = truth.objects[threshold]
    ground = truth.pixels - truth.border - found
    if inside:
        return pixels_of(Counts(found, ground, 0, 0, truth.border, 0), border)
    return pixels_of(Counts(0, 0, found, ground, 0, truth.border), border)


def worst_pixels(truth: MaskTerms, threshold: int, border: Border) -> Pixels:
    """Return table 5 of an output that is wrong in every pixel: what a missing one counts as where images are pooled."""
    one, other = (trivial_pixels(truth, threshold, border, inside=inside) for inside in (True, False))
    return Pixels(0, one.fp, other.fn, 0)


def worst_greys(truth: MaskTerms, border: Border) -> int:
    """Return Σ max of an output that is wrong in every pixel: the whole of its soft overlap, in grey levels."""
    return OBJECT * (truth.pixels - (truth.border if border == "left_out" else 0))


def _parts(truth: Mask, output: Mask) -> Iterator[tuple[Mask, Mask]]:
    rows = max(1, _IN_CACHE // truth.shape[1])
    for top in range(0, len(truth), rows):
        yield truth[top : top + rows], output[top : top + rows]


def _decided(truth: Mask, output: Mask, undecided: int | None) -> tuple[int, tuple[Mask, Mask], Mask | None]:
    """Return how many pixels are undecided, both masks without them, and of the output what lies on them."""
    if undecided is None:
        return 0, (truth, output), None
    band = cv2.compare(truth, np.full_like(truth, undecided), cv2.CMP_EQ)
    decided = cv2.bitwise_not(band)
    kept = (_and(truth, decided), _and(output, decided))
    return round(cv2.sumElems(band)[0]) // OBJECT, kept, _and(output, np.asarray(band, np.uint8))


def _and(one: Mask, other: NDArray[np.uint8] | cv2.typing.MatLike) -> Mask:
    return np.asarray(cv2.bitwise_and(one, other), dtype=np.uint8)


def _counted(
    truth: Mask, output: Mask, beyond: Mask | None, steps: list[int], pixels: int, border: int
) -> dict[int, Counts]:
    """Return the counts at each threshold; masks without half-tones have the same at all of them."""
    first, last = (_at(truth, output, beyond, step, pixels, border) for step in (1, OBJECT))
    if _sizes(first) == _sizes(last):
        return dict.fromkeys(steps, first)
    known = {1: first, OBJECT: last}
    return {step: known.get(step) or _at(truth, output, beyond, step, pixels, border) for step in steps}


def _sizes(counts: Counts) -> tuple[int, int, int]:
    """Return the pixels of mask, output and band; the sets of two thresholds lie one in the other."""
    return counts.tp + counts.fn, counts.tp + counts.fp, counts.border_in


def _at(truth: Mask, output: Mask, beyond: Mask | None, step: int, pixels: int, border: int) -> Counts:
    one, other = _binary(truth, step), _binary(output, step)
    mine, its, differing = _sum(one), _sum(other), round(cv2.norm(one, other, cv2.NORM_L1))
    # Of masks of 0 and 255 the sum of differences is 255 times the number of pixels that are in one of them only.
    tp, fp, fn = (
        total // (2 * OBJECT) for total in (mine + its - differing, its - mine + differing, mine - its + differing)
    )
    inside = 0 if beyond is None else _sum(_binary(beyond, step)) // OBJECT
    return Counts(tp, fp, fn, pixels - border - tp - fp - fn, inside, border - inside)


def _grey_sums(truth: Mask, output: Mask, beyond: Mask | None) -> Greys:
    both, difference = _sum(truth) + _sum(output), round(cv2.norm(truth, output, cv2.NORM_L1))
    return Greys((both - difference) // 2, (both + difference) // 2, 0 if beyond is None else _sum(beyond))


def _binary(mask: Mask, step: int) -> Mask:
    return np.asarray(cv2.threshold(mask, step - 1, OBJECT, cv2.THRESH_BINARY)[1], dtype=np.uint8)


def _sum(mask: Mask) -> int:
    return round(cv2.sumElems(mask)[0])


def _check(truth: Mask, output: Mask) -> None:
    if truth.shape != output.shape or truth.ndim != 2:
        raise ValueError(f"masks are grey and of one size; got shapes {truth.shape} and {output.shape}")
    if truth.dtype != np.uint8 or output.dtype != np.uint8:
        raise ValueError(f"masks are 8-bit, got {truth.dtype} and {output.dtype}")
    if truth.size == 0:
        raise ValueError("the masks are empty: they have no pixels")
