"""Report blocks of all kinds: table 1, failures, unmatched files, the profile."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mindsight.album.products.functions import indicators
from mindsight.record.blocks import Block, Cell, Column, Link, Note, Paragraphs, Strip, Table
from mindsight.record.fields import name_of_field, shown_value
from mindsight.record.model import Item, Manifest, Measure, Strangers
from mindsight.record.spelling import range_of
from mindsight.text import Text, text

Strips = tuple[Strip, ...]

_MOST_NAMES = 10


def table1(found: Mapping[str, Measure], kind: str) -> Table:
    """Return the results of a run of one kind in the form of the document's table 1."""
    rows: list[tuple[Cell, ...]] = []
    for row in indicators():
        measure = found.get(row.measure)
        score: Cell = text("not part of this run")
        if measure is not None:
            score = number(measure)
        elif row.kind == kind:
            score = text("waits for raters")
        rows.append((row.category, row.name, row.method, row.clause, score, bounds(measure, 2)))
    columns = (
        Column(title=text("Category"), align="left"),
        Column(title=text("Indicator"), align="left"),
        Column(title=text("Evaluation method"), align="left"),
        Column(title=text("Clause"), align="left"),
        Column(title=text("Score (0–100)"), decimals=2),
        Column(title=text("95 % interval")),
    )
    return Table(id="summary", title=text("Results in the form of table 1"), columns=columns, rows=tuple(rows))


def common_warnings(manifest: Manifest) -> list[Note]:
    """Return the warnings common to all kinds: demonstration data, unmatched files."""
    notes = []
    if manifest.plan.get("demonstration"):
        body = text("Demonstration data: these numbers say nothing about any product.")
        notes.append(warning("demonstration", "4.2-a", body))
    if manifest.strangers is not None and manifest.strangers.count:
        notes.append(
            warning("strangers", "5.4", _unmatched(manifest.strangers, labels=manifest.kind == "classification"))
        )
    return notes


def other_colours(items: Iterable[Item]) -> list[Note]:
    """Return a warning if outputs state another colour space than sRGB: their values are compared as they are stored."""
    every = [item.parsed.get("colours") for item in items if "format" in item.parsed]
    other = Counter(colours for colours in every if colours is not None)
    if not other:
        return []
    body = text(
        "{count} of {all} outputs carry colours that are not sRGB ({spaces}); pixel values were compared as stored.",
        count=other.total(),
        all=len(every),
        spaces=" · ".join(f"{name}: {count}" for name, count in sorted(other.items())[:_MOST_NAMES]),
    )
    return [warning("colours", "5.3", body)]


def _unmatched(found: Strangers, *, labels: bool) -> Text:
    """Return the sentence that lists unmatched files; pictures in sub-folders come first, as they show what went wrong."""
    names = " · ".join(found.names[:_MOST_NAMES]) + (" · …" if found.count > _MOST_NAMES else "")
    if not labels and any("/" in name for name in found.names):
        return text(
            "{count} files among the outputs match no input of the kit and were not scored. Some are in sub-folders: an "
            "output must be directly in the folder of results. manifest.json lists them: {names}",
            count=found.count,
            names=names,
        )
    return text(
        "{count} files among the outputs match no input of the kit and were not scored. manifest.json lists them: {names}",
        count=found.count,
        names=names,
    )


def strips_of(shown: Iterable[Block]) -> Strips:
    """Return the strips among saved blocks."""
    return tuple(block for block in shown if isinstance(block, Strip))


def clause_formulas(number: str, lines: tuple[Text, ...]) -> Paragraphs:
    """Return the block of a clause's printed formulas."""
    return Paragraphs(id=f"formulas-{number}", title=text("Formulas of the clause"), paragraphs=lines)


def warning(name: str, clause: str, body: Text) -> Note:
    """Return a warning note."""
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause=clause, body=body)


def failures(failed: Sequence[Item]) -> Table:
    """Return the table of items without a score, each with its reason."""
    rows = tuple(
        (Link(value=item.id, target=f"item-{item.id}"), text(item.outcome), item.error)
        for item in sorted(failed, key=lambda item: item.id)
    )
    columns = (
        Column(title=text("Number"), align="left"),
        Column(title=text("Outcome"), align="left"),
        Column(title=text("Reason"), align="left"),
    )
    return Table(id="failures", title=text("Outputs that could not be scored"), columns=columns, rows=rows)


def profile_table(manifest: Manifest) -> Table:
    """Return the table of the profile's choices."""
    place = "profile."
    rows = tuple(
        (name_of_field(name, place) or name, shown_value(name, value, place), name)
        for name, value in manifest.plan["profile"].items()
    )
    heads = (text("Field"), text("Value"), text("name in the record"))
    columns = tuple(Column(title=head, align="left") for head in heads)
    return Table(
        id="profile", title=text("Profile: the choices that the document leaves open"), columns=columns, rows=rows
    )


def number(measure: Measure) -> Cell:
    """Return a measure's value, or the word for why it is missing, as a cell linked to the measure."""
    value: float | Text = text(measure.status) if measure.value is None else round(measure.value, 6)
    return Link(value=value, target=f"measure-{measure.name}")


def bounds(measure: Measure | None, decimals: int) -> Cell:
    """Return the interval of a measure as a cell with this many decimals."""
    if measure is None or measure.value is None:
        return None
    shown = text("not_estimable")
    if measure.interval is not None:
        shown = range_of(measure.interval.low, measure.interval.high, decimals)
    # A link, so that the bounds lead to their measure.
    return Link(value=shown, target=f"measure-{measure.name}")


def finite(value: float) -> Cell:
    """Return a score of one item as a cell."""
    if math.isinf(value):
        return text("exact") if value > 0 else "−∞"
    return None if math.isnan(value) else round(float(value), 6)
