"""Report blocks of a segmentation run: table 1, table 5, distribution, the worst items, pictures."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from mindsight.album.profile import SegmentationProfile
from mindsight.album.reporting.blocks import (
    Strips,
    bounds,
    common_warnings,
    failures,
    finite,
    number,
    other_colours,
    profile_table,
    table1,
    warning,
)
from mindsight.album.reporting.sensitivity import sensitivity_table
from mindsight.album.segmentation.doubts import doubtful_outputs
from mindsight.album.segmentation.printed import printed_formulas
from mindsight.album.segmentation.readings import readings_of
from mindsight.album.segmentation.scoring import POINTS, pixels_of_output
from mindsight.record.blocks import Block, Cell, Column, Confusion, Curve, Link, Note, Series, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.scores import ScoreTable
from mindsight.text import Text, text

WORST = 5
_BINS = 20
_NOTABLE = 40.0
_TITLES: dict[str, Text] = {
    "album.pixel_accuracy": text("Pixel accuracy score"),
    "album.iou": text("IoU score"),
    "album.iou_soft": text("IoU without a threshold (beside the score)"),
}


def blocks(
    manifest: Manifest, measures: Sequence[Measure], table: ScoreTable, items: Iterable[Item], strips: Strips
) -> tuple[Block, ...]:
    """Return the blocks of a report in reading order."""
    found = {measure.name: measure for measure in measures}
    profile = SegmentationProfile.model_validate(manifest.plan["profile"])
    failed = [item for item in items if item.status == "failed"]
    own = [found[name].value for name in POINTS]
    readings = readings_of(items, profile, recorded=manifest.plan["sensitivity"])
    return (
        table1(found, "segmentation"),
        *_warnings(manifest, found, failed, len(table.ids)),
        *doubtful_outputs(items, profile, manifest.plan["mask_from"]),
        *([] if manifest.plan["mask_from"] == "alpha" else other_colours(items)),
        *_masks(items, profile),
        _overview(found, table),
        _distribution(table),
        *_confusion(items, profile),
        _worst(table),
        *([failures(failed)] if failed else []),
        *printed_formulas(),
        sensitivity_table([_TITLES[name] for name in POINTS], own, readings),
        profile_table(manifest),
        *strips,
    )


def worst_first(table: ScoreTable) -> list[int]:
    """Return the indices of the worst rows, sorted by IoU, then pixel accuracy, then number, lowest first."""
    iou, accuracy = table.column("album.iou"), table.column("album.pixel_accuracy")
    # An image left out because both masks are empty is not among the worst.
    order = np.lexsort((np.arange(len(iou)), accuracy, np.nan_to_num(iou, nan=math.inf)))
    return [int(row) for row in order[:WORST]]


def _warnings(manifest: Manifest, found: Mapping[str, Measure], failed: Sequence[Item], count: int) -> list[Note]:
    notes = common_warnings(manifest)
    trivial = found["album.pixel_accuracy_empty"].value
    if trivial is not None and trivial > _NOTABLE:
        body = text(
            "Pixel accuracy alone says little: an output with nothing inside scores {empty} points on these images, one with "
            "everything inside {full}. Read the IoU beside it.",
            empty=round(trivial, 1),
            full=round(found["album.pixel_accuracy_full"].value or 0.0, 1),
        )
        notes.append(warning("trivial", "6.4.2", body))
    without_alpha = sum(item.outcome == "no_alpha" for item in failed)
    if without_alpha:
        body = text(
            "{count} of {all} outputs have no alpha channel, which was declared to hold the mask. If the product exports "
            "something else, declare it with --mask-from and score the outputs again.",
            count=without_alpha,
            all=count,
        )
        notes.append(warning("convention", "5.3-segmentation-b", body))
    if failed:
        body = text(
            "{count} outputs could not be scored and count as 0 points; the report lists each.", count=len(failed)
        )
        notes.append(warning("failed", "5.4", body))
    return notes


def _masks(items: Iterable[Item], profile: SegmentationProfile) -> list[Note]:
    """Return notes on unusual masks made by hand: empty ones, full ones, undecided bands."""
    empty = full = banded = undecided = pixels = 0
    for mask in (item.terms["mask"] for item in items):
        inside = mask["objects"][str(profile.threshold)]
        empty += inside == 0
        full += inside == mask["pixels"] - mask["border"]
        if mask["border"]:
            banded, undecided, pixels = banded + 1, undecided + mask["border"], pixels + mask["pixels"]
    notes = []
    if empty or full:
        body = text(
            "{empty} masks are empty and {full} are full. Where a mask is empty, a single pixel of the output makes the IoU "
            "0; the profile defines the value of two empty masks.",
            empty=empty,
            full=full,
        )
        notes.append(warning("masks", "6.4.3", body))
    if banded:
        body = text(
            "{count} masks have undecided pixels, {share} % of them on average. The document does not provide for such "
            "pixels; by the profile they are read as {border}.",
            count=banded,
            share=round(100 * undecided / pixels, 2),
            border=_BORDERS[profile.border],
        )
        notes.append(warning("border", "5.3-segmentation-a", body))
    return notes


_BORDERS = {
    "background": text("background"),
    "foreground": text("object"),
    "left_out": text("left out"),
}


def _overview(found: Mapping[str, Measure], table: ScoreTable) -> Table:
    """Return the table of each measure, with its spread, beside the scores of outputs that ignore the image."""
    rows: list[tuple[Cell, ...]] = []
    for name, title in _TITLES.items():
        if name not in found:
            continue
        scores = table.column(name)
        finite_scores = np.sort(scores[np.isfinite(scores)])
        spread: tuple[Cell, ...] = (None, None)
        if len(finite_scores):
            # Sorted: the sum of a spread must not depend on the order in which items were stored.
            deviation = float(np.std(finite_scores, ddof=1)) if len(finite_scores) > 1 else None
            spread = (float(np.median(finite_scores)), deviation)
        trivial = [found.get(name + suffix) for suffix in ("_empty", "_full")]
        rows.append(
            (
                title,
                text(found[name].unit),
                number(found[name]),
                bounds(found[name], 3),
                *(None if one is None else number(one) for one in trivial),
                *spread,
                found[name].n,
            )
        )
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Unit"), align="left"),
        Column(title=text("Product"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Nothing inside"), decimals=3),
        Column(title=text("Everything inside"), decimals=3),
        Column(title=text("Median"), decimals=3),
        Column(title=text("Standard deviation"), decimals=3),
        Column(title=text("Pictures"), decimals=0),
    )
    title = text("Scores compared with those of outputs that ignore the image")
    return Table(id="overview", title=title, columns=columns, rows=tuple(rows))


def _distribution(table: ScoreTable) -> Curve:
    edges = np.linspace(0.0, 100.0, _BINS + 1)
    values = table.column("album.iou")
    counts, _ = np.histogram(values[np.isfinite(values)], edges)
    middles = tuple(round(float(middle), 6) for middle in (edges[:-1] + edges[1:]) / 2)
    bars = Series(name=text("product"), x=middles, y=tuple(float(count) for count in counts), style="bars")
    return Curve(
        id="distribution-album.iou",
        measure="album.iou",
        title=text("How the pictures' scores spread: {name}", name=_TITLES["album.iou"]),
        x_label=text("points"),
        y_label=text("pictures"),
        series=(bars,),
    )


def _confusion(items: Iterable[Item], profile: SegmentationProfile) -> Iterator[Block]:
    """Yield table 5 over the pixels of all scored outputs, and the shares computed from it."""
    tp = fp = fn = tn = 0
    for found in (pixels_of_output(item.terms, profile) for item in items):
        if found is not None:
            tp, fp, fn, tn = tp + found.tp, fp + found.fp, fn + found.fn, tn + found.tn
    if not tp + fp + fn + tn:
        return
    body = text(
        "The outputs that could be scored have {output} % of their pixels inside, their masks {mask} %.",
        output=round(100 * (tp + fp) / (tp + fp + fn + tn), 1),
        mask=round(100 * (tp + fn) / (tp + fp + fn + tn), 1),
    )
    yield Note(id="foreground", title=text("Share inside"), role="information", clause="6.4.2", body=body)
    yield Confusion(
        id="confusion",
        title=text("Pixels of the outputs that could be scored, in the form of table 5"),
        actual=(text("inside"), text("outside")),
        predicted=(text("inside"), text("outside")),
        counts=((tp, fn), (fp, tn)),
        actual_title=text("mask"),
        predicted_title=text("output"),
    )


def _worst(table: ScoreTable) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            Link(value=table.ids[row], target=f"item-{table.ids[row]}"),
            finite(table.column("album.iou")[row]),
            finite(table.column("album.pixel_accuracy")[row]),
            finite(table.column("album.pixel_accuracy_empty")[row]),
        )
        for row in worst_first(table)
    ]
    columns = (
        Column(title=text("Number"), align="left"),
        Column(title=text("IoU score"), decimals=2),
        Column(title=text("Pixel accuracy score"), decimals=2),
        Column(title=text("Pixel accuracy of nothing inside"), decimals=2),
    )
    return Table(id="worst", title=text("The five worst pictures"), columns=columns, rows=tuple(rows))
