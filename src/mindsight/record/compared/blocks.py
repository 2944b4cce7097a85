"""Blocks of a comparison: warnings, the scores beside each other, the table of differences, the curves of items."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.record.blocks import Block, Cell, Column, Curve, Note, Series, Table
from mindsight.record.model import Results
from mindsight.record.scores import ScoreTable
from mindsight.record.spelling import range_of
from mindsight.record.titles import Titles, name_of, titles_of
from mindsight.text import Text, text

SIGNIFICANT = 0.05
MOST_POINTS = 1_000
"""Largest number of points of a curve; of more items those at equal distances are drawn, with the worst and the best."""
_DECIMALS = 3


class Difference(NamedTuple):
    """The measure of one run minus that of the first, over the items that both have."""

    measure: str
    unit: str
    run: str
    value: float
    low: float | None
    high: float | None
    p: float | None
    n: int
    clusters: int


def notes(warnings: Sequence[Text]) -> list[Note]:
    """Return a note for each warning."""
    return [
        Note(id=f"warning-{number}", title=text("Warning"), role="warning", body=body)
        for number, body in enumerate(warnings, start=1)
    ]


def blocks(
    names: Sequence[str],
    results: Sequence[Results],
    tables: Sequence[ScoreTable],
    differences: Sequence[Difference],
    how: Text,
) -> tuple[Block, ...]:
    """Return scores, explanation, differences and curves; ``how`` says how to read them."""
    titles = titles_of(results[0])
    rows: list[tuple[Cell, ...]] = [
        (name_of(measure.name, titles), text(measure.unit), *(_value(found, measure.name) for found in results))
        for measure in results[0].measures
        if not measure.name.endswith("_gain")
    ]
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Unit"), align="left"),
        *(Column(title=_marked(name, found), decimals=3) for name, found in zip(names, results, strict=True)),
    )
    scores = Table(id="scores", title=text("Scores"), columns=columns, rows=tuple(rows))
    explained = Note(
        id="how",
        title=text("How to read this"),
        role="information",
        body=how.model_copy(update={"args": {"first": names[0], "limit": SIGNIFICANT}}),
    )
    shown = {name: _marked(name, found) for name, found in zip(names, results, strict=True) if _marks(found)}
    return (scores, explained, _difference_table(differences, titles, shown), *_curves(names, titles, tables))


def _marks(results: Results) -> list[Text]:
    """Return what speaks against the scores of a run, each once."""
    found = {mark.model_dump_json(): mark for measure in results.measures for mark in measure.marks}
    return list(found.values())


def _marked(name: str, results: Results) -> Text:
    """Return a subject's name with what speaks against its scores."""
    shown = text("{name}", name=name)
    for mark in _marks(results):
        shown = text("{name} ⚠ {mark}", name=shown, mark=mark)
    return shown


def _difference_table(differences: Sequence[Difference], titles: Titles, shown: Mapping[str, Text]) -> Table:
    """Return the table; ``shown`` holds the names of marked subjects."""
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Subject"), align="left"),
        Column(title=text("Difference"), decimals=_DECIMALS),
        Column(title=text("95 % interval")),
        Column(title=text("p, corrected"), decimals=4),
        Column(title=text("Finding"), align="left"),
        Column(title=text("Items"), decimals=0),
        Column(title=text("Clusters"), decimals=0),
    )
    # If two measures have the same title, only the full name distinguishes them.
    short = {measure: str(short_name(measure, titles)) for measure in {d.measure for d in differences}}
    names = list(short.values())
    rows = tuple(
        (
            name_of(d.measure, titles) if names.count(short[d.measure]) > 1 else short_name(d.measure, titles),
            shown.get(d.run, d.run),
            round(d.value, 6),
            _bounds(d),
            d.p,
            _finding(d),
            d.n,
            d.clusters,
        )
        for d in differences
    )
    return Table(id="differences", title=text("Paired differences"), columns=columns, rows=rows)


def _curves(names: Sequence[str], titles: Titles, tables: Sequence[ScoreTable]) -> list[Curve]:
    """Return, for each measure in points, the curves of each product's pictures sorted from worst to best."""
    curves = []
    for measure in tables[0].columns:
        if measure.endswith(("_input", "_gain", "_db", "_index", "_median", "_mle")):
            continue
        series = []
        for name, table in zip(names, tables, strict=True):
            values = table.column(measure)
            values = values[np.isfinite(values)]
            values.sort()
            ranks = _ranks(len(values))
            share = (ranks + 0.5) / max(1, len(values)) * 100
            y = tuple(values[ranks].tolist())
            series.append(Series(name=text("{name}", name=name), x=tuple(share.tolist()), y=y, style="line"))
        curves.append(
            Curve(
                id=f"sorted-{measure}",
                measure=measure,
                title=text("{measure}: items from worst to best", measure=short_name(measure, titles)),
                x_label=text("share of the items, %"),
                y_label=text("score"),
                series=tuple(series),
            )
        )
    return curves


def _ranks(items: int) -> NDArray[np.int64]:
    """Return the places in a sorted row that are drawn."""
    if items <= MOST_POINTS:
        return np.arange(items)
    return np.linspace(0, items - 1, MOST_POINTS).round().astype(np.int64)


def short_name(measure: str, titles: Titles) -> Text:
    """Return the measure's title alone: here each row is about the product, not its input."""
    return titles[measure][0] if measure in titles else text("{name}", name=measure)


def _value(results: Results, name: str) -> Cell:
    try:
        measure = results.measure(name)
    except KeyError:
        return None
    return text(measure.status) if measure.value is None else round(measure.value, 6)


def _bounds(difference: Difference) -> Cell:
    # All clusters are equal: the width is unknown, not 0.
    if difference.low is None or difference.high is None or difference.low == difference.high:
        return text("not_estimable")
    return range_of(difference.low, difference.high, _DECIMALS)


def _finding(difference: Difference) -> Text:
    if difference.p is None:
        return text("not_estimable")
    # With few clusters the test and the interval can disagree: a finding needs both.
    apart = difference.low is not None and difference.high is not None and (difference.low > 0 or difference.high < 0)
    if difference.p >= SIGNIFICANT or not apart:
        return text("no clear difference")
    return text("clearly higher") if difference.value > 0 else text("clearly lower")
