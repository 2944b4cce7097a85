"""5.4, 6: table of a run's scores under every other admissible reading of the document, one choice at a time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.fields import name_of_field, shown_value
from mindsight.record.model import Scalar
from mindsight.text import Text, text

NOT_RECORDED = text("not recorded; run with --sensitivity")
"""Shown if another reading needs pixels that are not in the record."""
ANOTHER_KIT = text("needs a kit prepared under that reading")


class Reading(NamedTuple):
    """Another value of one field of the profile, with its points in the order of the titles, or the reason for none."""

    field: str
    value: Scalar
    points: Sequence[float | None] | Text


def sensitivity_table(titles: Sequence[Text], own: Sequence[float | None], readings: Iterable[Reading]) -> Table:
    """Return the table of readings beside the run's own scores.

    Args:
        titles: The computed scores of the kind.
        own: The run's scores, in points.
        readings: The other readings, choice by choice.
    """
    rows: list[tuple[Cell, ...]] = [(text("as tested"), "", *_pairs(own, own))]
    for reading in readings:
        field = name_of_field(reading.field, "profile.") or reading.field
        value = shown_value(reading.field, reading.value, "profile.")
        if isinstance(reading.points, Text):
            shown: tuple[Cell, ...] = (reading.points, None) * len(titles)
        else:
            shown = _pairs(reading.points, own)
        rows.append((field, _cell(value), *shown))
    columns = [
        Column(title=text("Choice"), align="left"),
        Column(title=text("Other reading"), align="left"),
    ]
    for title in titles:
        columns += [Column(title=title, decimals=2), Column(title=text("Difference"), decimals=2)]
    return Table(
        id="sensitivity",
        title=text("What the scores would be under other readings"),
        columns=tuple(columns),
        rows=tuple(rows),
    )


def _pairs(points: Sequence[float | None], own: Sequence[float | None]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for value, base in zip(points, own, strict=True):
        # Plus zero, so that a rounded difference of -0.0 becomes 0.
        gap = None if value is None or base is None else round(value - base, 6) + 0.0
        cells += [None if value is None else round(value, 6), gap]
    return tuple(cells)


def _cell(value: Text | Scalar) -> Cell:
    return value if isinstance(value, Text) else str(value)
