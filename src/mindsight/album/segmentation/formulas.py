"""T/GDCSA 022-2024, 6.4.2 and 6.4.3: the pixel accuracy and the overlap of a cut-out with the mask made by hand.

A mask is grey: 0 is background, 255 object, values between are partly both. Each pair of masks is reduced to exact counts at several
thresholds, with an undecided border band counted separately, and to two sums of grey values. All numbers of the two clauses follow from
these terms under each admissible reading, so a record keeps the terms and the scores can be recomputed without the pictures.
"""

import itertools
from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements

Mask = NDArray[np.uint8]
Border = Literal["background", "foreground", "left_out"]
BothEmpty = Literal["one", "zero", "left_out"]

OBJECT = 255
THRESHOLDS = (1, 64, 128, 192, OBJECT)
"""Values from the threshold on belong to the object: 1 counts every partly covered pixel, 255 only fully covered ones."""

# Bytes per mask of a pair that fit in the cache while they are counted.
_IN_CACHE = 1 << 18
_WORD = 8
_ONE = np.uint64(1)


class Counts(NamedTuple):
    """The pixels of one pair of masks at one threshold, exact integers.

    ``border_in`` and ``border_out`` count undecided pixels inside and outside the output; the others count decided ones.
    """

    tp: int
    fp: int
    fn: int
    tn: int
    border_in: int
    border_out: int


class Greys(NamedTuple):
    """The terms of the overlap of grey masks, exact sums of grey values.

    Over decided pixels, the smaller and the larger value of each pair; over undecided ones, the output's value.
    """

    least: int
    most: int
    border: int


class OutputTerms(NamedTuple):
    """Sufficient statistics of an output and its mask: the counts by threshold, and the sums of grey values.

    ``values`` are the smallest and the largest value of the output; no score depends on them.
    """

    counts: dict[int, Counts]
    greys: Greys
    values: tuple[int, int] | None = None


class MaskTerms(NamedTuple):
    """Sufficient statistics of a mask alone: pixels, undecided ones, sum of the decided values, object pixels by threshold."""

    pixels: int
    border: int
    grey: int
    objects: dict[int, int]


class Pixels(NamedTuple):
    """Table 5, with the border band counted by one of the readings."""

    tp: int
    fp: int
    fn: int
    tn: int


class Share(NamedTuple):
    """A share as two counts, part and whole; shares of several images are pooled by adding both."""

    part: int
    whole: int


def thresholds_of(own: int) -> tuple[int, ...]:
    """Return the thresholds at which pixels are counted: the usual ones and the profile's own."""
    return tuple(sorted({*THRESHOLDS, own}))


def output_terms(truth: Mask, output: Mask, thresholds: Iterable[int], *, undecided: int | None = None) -> OutputTerms:
    """Return the counts from which formulas (10) and (12) follow.

    Args:
        truth: The mask made by hand, uint8, shape (H, W).
        output: The mask of the output, the same shape and type.
        thresholds: A pixel belongs to the object from this value on, each in 1..255.
        undecided: The grey value of undecided pixels in the mask.

    Raises:
        ValueError: The masks differ in shape, are not 8-bit grey or are empty, or a threshold is out of range.
    """
    _check(truth, output)
    steps = sorted(set(thresholds))
    if not steps or not 1 <= steps[0] <= steps[-1] <= OBJECT:
        raise ValueError(f"thresholds lie in 1..255, got {steps}")
    border, kept, beyond = _decided(truth, output, undecided)
    mine, its, both = _reached(*kept, steps)
    inside, total = ([0] * len(steps), 0) if beyond is None else _reached(beyond, beyond, steps)[0]
    decided = truth.size - border
    counts = {
        step: Counts(tp, o - tp, t - tp, decided - t - o + tp, more, border - more)
        for step, t, o, tp, more in zip(steps, mine.counts, its.counts, both.counts, inside, strict=True)
    }
    return OutputTerms(counts, Greys(both.total, mine.total + its.total - both.total, total))


def mask_terms(truth: Mask, thresholds: Iterable[int], *, undecided: int | None = None) -> MaskTerms:
    """Return the terms of a mask alone; arguments as for ``output_terms``."""
    terms = output_terms(truth, truth, thresholds, undecided=undecided)
    first = next(iter(terms.counts.values()))
    border = first.border_in + first.border_out
    return MaskTerms(truth.size, border, terms.greys.least, {step: count.tp for step, count in terms.counts.items()})


def is_of_a_mask(terms: MaskTerms) -> bool:
    """Return whether a mask can have these terms, as far as bounds show; a fully undecided mask is invalid."""
    decided, steps = terms.pixels - terms.border, sorted(terms.objects)
    reached = [decided, *(terms.objects[step] for step in steps), 0]
    # Each value lies between two steps: at least the lower one, at most just below the next.
    held = [high - low for high, low in itertools.pairwise(reached)]
    least = sum(count * bottom for count, bottom in zip(held, [0, *steps], strict=True))
    most = sum(count * top for count, top in zip(held, [*(step - 1 for step in steps), OBJECT], strict=True))
    return decided > 0 and terms.border >= 0 and min(held) >= 0 and least <= terms.grey <= most


@implements("album", "table.5")
def pixels_of(counts: Counts, border: Border) -> Pixels:
    """Return table 5: how many pixels are in mask and output (TP), only in one of them (FN, FP) or in neither (TN).

    Args:
        counts: Counts at one threshold.
        border: How undecided pixels count: as background, as object, or left out.

    Example:
        >>> pixels_of(Counts(tp=6, fp=1, fn=2, tn=7, border_in=1, border_out=3), "left_out")
        Pixels(tp=6, fp=1, fn=2, tn=7)
    """
    tp, fp, fn, tn, inside, outside = counts
    if border == "background":
        return Pixels(tp, fp + inside, fn, tn + outside)
    if border == "foreground":
        return Pixels(tp + inside, fp, fn + outside, tn)
    return Pixels(tp, fp, fn, tn)


@implements("album", "6.4.2")
def pixel_accuracy(pixels: Pixels) -> Share:
    """Return the pixel accuracy PA (6.4.2, formula 10): (TP + TN) / all pixels.

    Example:
        >>> pixel_accuracy(Pixels(tp=6, fp=1, fn=2, tn=7))
        Share(part=13, whole=16)
    """
    return Share(pixels.tp + pixels.tn, sum(pixels))


@implements("album", "6.4.3")
def overlap(pixels: Pixels) -> Share:
    """Return the intersection over union IoU (6.4.3, formula 12): TP / (TP + FP + FN); 0/0 if both masks are empty.

    Example:
        >>> overlap(Pixels(tp=6, fp=1, fn=2, tn=7))
        Share(part=6, whole=9)
    """
    return Share(pixels.tp, pixels.tp + pixels.fp + pixels.fn)


def soft_overlap(greys: Greys, undecided: int, border: Border) -> Share:
    """Return the overlap of the grey masks without a threshold: Σ min / Σ max, both in grey levels.

    Args:
        greys: Sums of the pair.
        undecided: Number of undecided pixels of the mask.
        border: How they count: as background (0), as object (255), or left out.
    """
    least, most, inside = greys
    if border == "background":
        return Share(least, most + inside)
    if border == "foreground":
        return Share(least + inside, most + OBJECT * undecided)
    return Share(least, most)


def value_of(share: Share, *, empty: float | None = None) -> float | None:
    """Return a share as a number in [0, 1], correctly rounded; ``empty`` is the value of 0/0."""
    return share.part / share.whole if share.whole else empty


def iou_of_empty_masks(both_empty: BothEmpty) -> float | None:
    """Return the IoU of two empty masks; None leaves the image out."""
    return {"one": 1.0, "zero": 0.0, "left_out": None}[both_empty]


def trivial_pixels(truth: MaskTerms, threshold: int, border: Border, *, inside: bool) -> Pixels:
    """Return table 5 of an output that marks every pixel as object, or none."""
    found = truth.objects[threshold]
    ground = truth.pixels - truth.border - found
    if inside:
        return pixels_of(Counts(found, ground, 0, 0, truth.border, 0), border)
    return pixels_of(Counts(0, 0, found, ground, 0, truth.border), border)


def worst_pixels(truth: MaskTerms, threshold: int, border: Border) -> Pixels:
    """Return table 5 of an output that is wrong in every pixel, as which a missing output counts in pooled scores."""
    one, other = (trivial_pixels(truth, threshold, border, inside=inside) for inside in (True, False))
    return Pixels(0, one.fp, other.fn, 0)


def worst_greys(truth: MaskTerms, border: Border) -> int:
    """Return Σ max of an output that is wrong in every pixel, in grey levels."""
    return OBJECT * (truth.pixels - (truth.border if border == "left_out" else 0))


def _decided(truth: Mask, output: Mask, undecided: int | None) -> tuple[int, tuple[Mask, Mask], Mask | None]:
    """Return the number of undecided pixels, both masks without them, and the output's values at them."""
    if undecided is None:
        return 0, (truth, output), None
    band = truth == undecided
    kept = (np.where(band, np.uint8(0), truth), np.where(band, np.uint8(0), output))
    return int(np.count_nonzero(band)), kept, np.where(band, output, np.uint8(0))


class _Reached(NamedTuple):
    """The number of pixels of a mask that reach each step, and the sum of its values."""

    counts: list[int]
    total: int


def _reached(truth: Mask, output: Mask, steps: list[int]) -> tuple[_Reached, _Reached, _Reached]:
    """Count a mask, an output, and their pixelwise minimum, which reaches a step where both do.

    Most pixels and their neighbours are fully outside or fully inside. Words of eight such pixels are counted by their sum alone; only the
    others, along the edges, are compared with each step.
    """
    one, other = (np.ascontiguousarray(mask).reshape(1, -1) for mask in (truth, output))
    whole = one.size // _WORD * _WORD
    words = [mask[0, :whole].view(np.uint64) for mask in (one, other)]
    room = _Room.of(min(_IN_CACHE, one.size) // _WORD)
    own = given = apart = 0
    edges: tuple[list[Mask], list[Mask]] = ([], [])
    # Each step is a pass over the pixels: in parts, only the first pass reads from memory and the others from the cache.
    for begin in range(0, one.size, _IN_CACHE):
        part, its = one[:, begin : begin + _IN_CACHE], other[:, begin : begin + _IN_CACHE]
        here = [some[begin // _WORD : (begin + _IN_CACHE) // _WORD] for some in words]
        mixed = _mixed(here[0], here[1], room)
        for edge, some in zip(edges, here, strict=True):
            edge.append(some[mixed].view(np.uint8))
        own += round(cv2.sumElems(part)[0])
        given += round(cv2.sumElems(its)[0])
        apart += round(cv2.norm(part, its, cv2.NORM_L1))
    mine, found = (np.concatenate([*edge, mask[0, whole:]]) for edge, mask in zip(edges, (one, other), strict=True))
    # Sum of the smaller values: min(a, b) = (a + b - |a - b|) / 2.
    common = (own + given - apart) // 2
    return _stepped(mine, own, steps), _stepped(found, given, steps), _stepped(np.minimum(mine, found), common, steps)


class _Room(NamedTuple):
    """Buffers for this number of words, reused for each part: new memory would not be in the cache."""

    one: NDArray[np.uint64]
    other: NDArray[np.uint64]
    mixed: NDArray[np.bool_]

    @classmethod
    def of(cls, count: int) -> Self:
        return cls(np.empty(count, np.uint64), np.empty(count, np.uint64), np.empty(count, np.bool_))


def _mixed(one: NDArray[np.uint64], other: NDArray[np.uint64], room: _Room) -> NDArray[np.intp]:
    """Return the indices at which either word is neither all zeros nor all ones: adding one gives neither 1 nor, by overflow, 0."""
    mine, its, mixed = (some[: one.size] for some in room)
    np.add(one, _ONE, out=mine)
    np.add(other, _ONE, out=its)
    np.bitwise_or(mine, its, out=mine)
    np.greater(mine, _ONE, out=mixed)
    return mixed.nonzero()[0]


def _stepped(edge: Mask, total: int, steps: list[int]) -> _Reached:
    along = round(cv2.sumElems(edge)[0]) if edge.size else 0
    inside = (total - along) // OBJECT
    return _Reached([inside + int(np.count_nonzero(edge >= step)) for step in steps], total)


def _check(truth: Mask, output: Mask) -> None:
    if truth.shape != output.shape or truth.ndim != 2:
        raise ValueError(f"masks are grey and of one size; got shapes {truth.shape} and {output.shape}")
    if truth.dtype != np.uint8 or output.dtype != np.uint8:
        raise ValueError(f"masks are 8-bit, got {truth.dtype} and {output.dtype}")
    if truth.size == 0:
        raise ValueError("the masks are empty: they have no pixels")
