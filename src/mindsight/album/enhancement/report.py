"""Report blocks of an enhancement run: table 1, distributions, the worst items, pictures."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from mindsight.album.enhancement.printed import printed_formulas
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
from mindsight.album.reporting.sensitivity import Reading, sensitivity_table
from mindsight.record.blocks import Block, Cell, Column, Curve, Link, Note, Series, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.scores import ScoreTable
from mindsight.text import Text, text

NORMATIVE_POINTS = ("album.psnr", "album.ssim")
WORST = 5
_BINS = 20
_MOST_NAMED = 10
_TITLES: dict[str, Text] = {
    "album.psnr": text("PSNR score"),
    "album.ssim": text("SSIM score"),
    "album.psnr_db": text("PSNR"),
    "album.ssim_index": text("SSIM, whole picture"),
    "album.ssim_windowed": text("SSIM, windowed (beside the score)"),
}


def blocks(
    manifest: Manifest,
    measures: Sequence[Measure],
    table: ScoreTable,
    items: Iterable[Item],
    strips: Strips,
    readings: Iterable[Reading],
) -> tuple[Block, ...]:
    """Return the blocks of a report in reading order."""
    found = {measure.name: measure for measure in measures}
    failed = [item for item in items if item.status == "failed"]
    own = [found[name].value for name in NORMATIVE_POINTS]
    return (
        table1(found, "enhancement"),
        *_warnings(manifest, found, failed),
        *other_colours(items),
        *_shifted(items),
        *_exact(table),
        _overview(found, table),
        *(_distribution(name, table) for name in _TITLES if name in found and not name.endswith(("_db", "_index"))),
        _worst(table),
        *([failures(failed)] if failed else []),
        *printed_formulas(),
        sensitivity_table([_TITLES[name] for name in NORMATIVE_POINTS], own, readings),
        profile_table(manifest),
        *strips,
    )


def worst_first(table: ScoreTable) -> list[int]:
    """Return the indices of the worst rows, sorted by PSNR score, then dB, then number, lowest first."""
    points, db = table.column("album.psnr"), table.column("album.psnr_db")
    order = np.lexsort((np.arange(len(points)), np.nan_to_num(db, nan=-math.inf), points))
    return [int(row) for row in order[:WORST]]


def _overview(found: dict[str, Measure], table: ScoreTable) -> Table:
    """Return the table of each measure beside that of the unprocessed input, with its spread."""
    rows: list[tuple[Cell, ...]] = []
    for name, title in _TITLES.items():
        if name not in found:
            continue
        scores = table.column(name)
        finite = scores[np.isfinite(scores)]
        own, gain = found[name + "_input"], found.get(name + "_gain")
        spread: tuple[Cell, ...] = (None, None)
        if len(finite):
            # Sorted: the sum of a spread must not depend on the order in which items were stored.
            deviation = float(np.std(np.sort(finite), ddof=1)) if len(finite) > 1 else None
            spread = (float(np.median(finite)), deviation)
        rows.append(
            (
                title,
                text(found[name].unit),
                number(found[name]),
                bounds(found[name], 3),
                number(own),
                None if gain is None else number(gain),
                None if gain is None else bounds(gain, 3),
                *spread,
                found[name].n,
            )
        )
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Unit"), align="left"),
        Column(title=text("Product"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Unprocessed input"), decimals=3),
        Column(title=text("Gain over the input"), decimals=3),
        Column(title=text("95 % interval of the gain")),
        Column(title=text("Median"), decimals=3),
        Column(title=text("Standard deviation"), decimals=3),
        Column(title=text("Pictures"), decimals=0),
    )
    return Table(
        id="overview",
        title=text("Scores compared with those of the unprocessed input"),
        columns=columns,
        rows=tuple(rows),
    )


def _warnings(manifest: Manifest, found: dict[str, Measure], failed: list[Item]) -> list[Note]:
    notes = common_warnings(manifest)
    own = found["album.ssim_input"].value
    if own is not None and own > 85:
        body = text(
            "The whole-picture SSIM of formula (8) hardly separates products: the unprocessed inputs alone score {own} "
            "points. Read the gain and the windowed SSIM beside it.",
            own=round(own, 1),
        )
        notes.append(warning("ssim", "6.3.3", body))
    if failed:
        body = text(
            "{count} outputs could not be scored and count as 0 points; the report lists each. They have neither dB nor "
            "SSIM: those means leave them out, while those of the input cover all pictures.",
            count=len(failed),
        )
        notes.append(warning("failed", "5.4", body))
    return notes


def _shifted(items: Iterable[Item]) -> list[Note]:
    """Return a warning about shifted outputs: a single pixel costs most of the points."""
    found = [item for item in items if "shift" in item.parsed]
    if not found:
        return []
    shifts = {tuple(item.parsed["shift"]) for item in found}
    each = " · ".join(f"({right}, {down})" for right, down in sorted(shifts)[:_MOST_NAMED])
    body = text(
        "{count} outputs seem shifted by whole pixels against their references, right and down by: {shifts}. A shift of one "
        "pixel costs most of the PSNR score; the profile's field registration says whether it is undone.",
        count=len(found),
        shifts=each,
    )
    return [warning("shift", "6.3.2", body)]


def _exact(table: ScoreTable) -> list[Note]:
    """Return a note on pictures whose PSNR is infinite: the mean in dB leaves them out."""
    outputs, inputs = (int(np.isposinf(table.column("album.psnr_db" + side)).sum()) for side in ("", "_input"))
    bodies = {
        "exact": text(
            "{count} outputs equal their reference in every pixel. Their PSNR is infinite, so the mean in dB leaves them out "
            "and is lower for this reason; in points each of them counts 100.",
            count=outputs,
        ),
        "exact-input": text(
            "{count} unprocessed inputs equal their reference in every pixel. Their PSNR is infinite, so the mean in dB leaves them "
            "out; in points each of them counts 100.",
            count=inputs,
        ),
    }
    counts = {"exact": outputs, "exact-input": inputs}
    return [
        Note(id=name, title=text("Exact pictures"), role="information", clause="6.3.2", body=bodies[name])
        for name, count in counts.items()
        if count
    ]


def _distribution(name: str, table: ScoreTable) -> Curve:
    """Return histograms of the scores of the product and, behind them, of the unprocessed inputs."""
    output, own = table.column(name), table.column(name + "_input")
    points = name != "album.ssim_windowed"
    both = np.concatenate([output, own])
    both = both[np.isfinite(both)]
    low, high = _range(both, points=points)
    edges = np.linspace(low, high, _BINS + 1)
    middles = tuple(round(float(middle), 6) for middle in (edges[:-1] + edges[1:]) / 2)

    def series(title: Text, values: NDArray[np.float64], style: str) -> Series:
        counts, _ = np.histogram(values[np.isfinite(values)], edges)
        return Series(name=title, x=middles, y=tuple(float(count) for count in counts), style=style)

    return Curve(
        id=f"distribution-{name}",
        measure=name,
        title=text("How the pictures' scores spread: {name}", name=_TITLES[name]),
        x_label=text("points") if points else text("index"),
        y_label=text("pictures"),
        series=(
            series(text("unprocessed input"), own, "steps"),
            series(text("product"), output, "bars"),
        ),
    )


def _range(values: NDArray[np.float64], *, points: bool) -> tuple[float, float]:
    """Return round axis limits around the values; the whole scale if there are none."""
    if not len(values):
        return (0.0, 100.0) if points else (0.0, 1.0)
    step = 5.0 if points else 0.05
    low = math.floor(float(values.min()) / step) * step
    high = math.ceil(float(values.max()) / step) * step
    return (low, high) if high > low else (low, low + step)


def _worst(table: ScoreTable) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            Link(value=table.ids[row], target=f"item-{table.ids[row]}"),
            finite(table.column("album.psnr")[row]),
            finite(table.column("album.psnr_db")[row]),
            finite(table.column("album.ssim")[row]),
            finite(table.column("album.psnr_gain")[row]),
        )
        for row in worst_first(table)
    ]
    columns = (
        Column(title=text("Number"), align="left"),
        Column(title=text("PSNR score"), decimals=2),
        Column(title=text("PSNR (dB)"), decimals=2),
        Column(title=text("SSIM score"), decimals=2),
        Column(title=text("Gain in the PSNR score"), decimals=2),
    )
    return Table(id="worst", title=text("The five worst pictures"), columns=columns, rows=tuple(rows))
