"""Compute the scores of an item from its terms (6.4.2, 6.4.3), and those of a set (5.4)."""

import functools
import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mindsight.album.counts import whole_numbers
from mindsight.album.profile import SegmentationProfile
from mindsight.album.segmentation.formulas import (
    Counts,
    Greys,
    MaskTerms,
    OutputTerms,
    Pixels,
    Share,
    iou_of_empty_masks,
    overlap,
    pixel_accuracy,
    pixels_of,
    soft_overlap,
    trivial_pixels,
    value_of,
    worst_greys,
    worst_pixels,
)
from mindsight.record import scores
from mindsight.record.model import Item, Measure, Signature
from mindsight.record.scores import MeasureKind, Scores, ScoreTable, tabulate

POINTS = ("album.pixel_accuracy", "album.iou")
"""The two scores of the document, 0..100."""
TRIVIAL = ("_empty", "_full")
"""The scores of outputs that mark no pixel, or every pixel, whatever the original shows."""

NORMATIVE = tuple(
    MeasureKind(name + suffix, clause, "points", 0.0, 100.0)
    for name, clause in zip(POINTS, ("6.4.2", "6.4.3"), strict=True)
    for suffix in ("", *TRIVIAL)
)
BESIDE = (MeasureKind("album.iou_soft", "6.4.3", "index", 0.0, 1.0),)
"""Reported beside the scores, never part of them."""

_SCALES = {kind.name: 100.0 if kind.unit == "points" else 1.0 for kind in NORMATIVE + BESIDE}


def measures_of(*, normative_only: bool) -> tuple[MeasureKind, ...]:
    """Return the measures of a run."""
    return NORMATIVE if normative_only else NORMATIVE + BESIDE


def stored_terms(truth: Mapping[str, Any], output: OutputTerms | None) -> dict[str, Any]:
    """Return the terms of an item as stored in a record; an output that could not be read has none."""
    return {"mask": truth, "output": None if output is None else stored_output(output)}


def stored_output(output: OutputTerms) -> dict[str, Any]:
    """Return the terms of an output as stored in a record."""
    counts = {str(step): found._asdict() for step, found in output.counts.items()}
    values = {} if output.values is None else {"values": list(output.values)}
    return {"counts": counts, "greys": output.greys._asdict(), **values}


def shares(terms: Mapping[str, Any], profile: SegmentationProfile) -> dict[str, Share]:
    """Return part and whole of each measure of an item, both in pixels or in grey levels.

    An output that could not be scored counts as wrong in every pixel.

    Args:
        terms: The item's terms.
        profile: Gives the threshold and how undecided pixels count.
    """
    truth = _mask_terms(terms["mask"])
    pixels = pixels_of_output(terms, profile)
    found = {"": pixels or worst_pixels(truth, profile.threshold, profile.border)}
    for suffix, inside in zip(TRIVIAL, (False, True), strict=True):
        found[suffix] = trivial_pixels(truth, profile.threshold, profile.border, inside=inside)
    result = {}
    for suffix, one in found.items():
        result["album.pixel_accuracy" + suffix], result["album.iou" + suffix] = pixel_accuracy(one), overlap(one)
    result["album.iou_soft"] = Share(0, worst_greys(truth, profile.border))
    if pixels is not None:
        greys = Greys(**whole_numbers(terms["output"]["greys"]))
        result["album.iou_soft"] = soft_overlap(greys, truth.border, profile.border)
    return result


def pixels_of_output(terms: Mapping[str, Any], profile: SegmentationProfile) -> Pixels | None:
    """Return table 5 of an item; None if its output could not be scored."""
    if terms["output"] is None:
        return None
    counts = Counts(**whole_numbers(terms["output"]["counts"][str(profile.threshold)]))
    return pixels_of(counts, profile.border)


def item_scores(item: Item, *, profile: SegmentationProfile) -> Scores:
    """Return the scores of one item from its terms; a failed output has 0 points and a soft IoU of 0."""
    empty = iou_of_empty_masks(profile.both_empty)
    found = {name: value_of(share, empty=empty) for name, share in shares(item.terms, profile).items()}
    return {name: None if value is None else value * _SCALES[name] for name, value in found.items()}


def score_table(items: Iterable[Item], kinds: Sequence[MeasureKind], profile: SegmentationProfile) -> ScoreTable:
    """Return one score per item and measure, each result matched to its test data by number (5.4)."""
    return tabulate(items, [kind.name for kind in kinds], functools.partial(item_scores, profile=profile))


def set_points(terms: Iterable[Mapping[str, Any]], profile: SegmentationProfile) -> tuple[float | None, float | None]:
    """Return the two scores of a set of items (5.4) under a profile; None if all images are left out."""
    found = SetPoints(profile)
    for one in terms:
        found.add(one)
    return found.points()


class SetPoints:
    """Accumulates the two scores of a set of images under one profile from terms added one by one."""

    def __init__(self, profile: SegmentationProfile) -> None:
        self._profile = profile
        self._empty = iou_of_empty_masks(profile.both_empty)
        # Flat arrays: tens of thousands of images should take no more memory than their numbers.
        self._values = (array("d"), array("d"))
        self._pools = [Share(0, 0), Share(0, 0)]

    def add(self, terms: Mapping[str, Any]) -> None:
        """Add one image."""
        found = shares(terms, self._profile)
        for place, name in enumerate(POINTS):
            share = found[name]
            value = value_of(share, empty=self._empty)
            if value is not None:
                self._values[place].append(value)
            part, whole = self._pools[place]
            self._pools[place] = Share(part + share.part, whole + share.whole)

    def points(self) -> tuple[float | None, float | None]:
        """Return the scores, 0..100; None if all images are left out."""
        if self._profile.aggregation == "pooled":
            pooled = [value_of(pool) for pool in self._pools]
        else:
            pooled = [math.fsum(values) / len(values) if values else None for values in self._values]
        accuracy, iou = (None if value is None else 100 * value for value in pooled)
        return accuracy, iou


def measures(
    items: Iterable[Item],
    table: ScoreTable,
    signature: Signature,
    profile: SegmentationProfile,
    kinds: Sequence[MeasureKind],
) -> tuple[Measure, ...]:
    """Return the measures of a run: the mean of each column, or the share of all pixels as one image."""
    if profile.aggregation == "mean_of_scores":
        return tuple(scores.measure(kind, table, signature) for kind in kinds)
    by_id = {item.id: shares(item.terms, profile) for item in items}
    return tuple(_pooled(kind, table, [by_id[number] for number in table.ids], signature) for kind in kinds)


def _pooled(
    kind: MeasureKind, table: ScoreTable, found: Sequence[Mapping[str, Share]], signature: Signature
) -> Measure:
    """Return a measure over all pixels as one image.

    The interval of a ratio of sums is that of the mean of its linearised values: value + (part - value · whole) · n / Σ whole.
    """
    own = [one[kind.name] for one in found]
    pool, total = _pool(own), sum(share.whole for share in own)
    values = np.full(len(own), np.nan)
    if pool is not None:
        values = np.array([pool + (share.part - pool * share.whole) * len(own) / total for share in own])
    one = ScoreTable(
        table.ids, table.clusters, table.statuses, table.outcomes, {kind.name: values * _SCALES[kind.name]}
    )
    measure = scores.measure(kind, one, signature)
    return measure if pool is None else measure.model_copy(update={"value": pool * _SCALES[kind.name]})


def _pool(found: Sequence[Share]) -> float | None:
    whole = sum(share.whole for share in found)
    return sum(share.part for share in found) / whole if whole else None


def _mask_terms(found: Mapping[str, Any]) -> MaskTerms:
    objects = {int(step): count for step, count in found["objects"].items()}
    counts = whole_numbers({name: found[name] for name in ("pixels", "border", "grey")})
    return MaskTerms(**counts, objects=dict(whole_numbers(objects)))
