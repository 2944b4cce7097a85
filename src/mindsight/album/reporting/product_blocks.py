"""Blocks of a product report: its facts, table 1 over all functions, the runs and their departures."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindsight.album.products.functions import Indicator
from mindsight.album.products.product_file import FACTS, KINDS, ProductFile
from mindsight.album.reporting.blocks import bounds, number
from mindsight.clauses.entry import cite, cite_zh
from mindsight.record.blocks import Cell, Column, Link, Note, Paragraphs, Table
from mindsight.record.model import Manifest, Measure, Results
from mindsight.text import Text, spelled, text

NOT_APPLICABLE = text("not applicable")
NOT_TESTED = text("not tested")
WAITS = text("waits for raters")

NAMES: dict[str, Text] = {
    "name": text("Product"),
    "version": text("Version"),
    "device": text("Device"),
    "system": text("Operating system"),
    "network": text("Network"),
    "date": text("Date"),
    "operator": text("Operator"),
    "notes": text("Notes"),
}
RATED_CLAUSES = ("6.3.1", "6.4.1")
"""The clauses whose scores people give."""
_SHORT = 12


class Part(NamedTuple):
    """A run of one function, read once; ``function`` is its name, or the run's folder if it was not named.

    ``seal`` is the SHA-256 of the run's ``SHA256SUMS``; a rated run has in ``rates`` that of the run whose outputs people rated.
    """

    function: str
    kind: str
    manifest: Manifest
    results: Results
    target: str
    seal: str = ""
    rates: str | None = None

    def measure(self, name: str) -> Measure | None:
        """Return a measure of the run by name; None if missing."""
        return next((one for one in self.results.measures if one.name == name), None)


class Row(NamedTuple):
    """One row of table 1: an indicator of one function; ``part`` is the run it is taken from."""

    indicator: Indicator
    function: str | None
    part: Part | None
    measure: Measure | None
    state: Text | None
    """What the table shows instead of a score."""


def table1(rows: Sequence[Row]) -> Table:
    """Return the rows as the document's table 1, each score with its run."""
    columns = (
        Column(title=text("Category"), align="left"),
        Column(title=text("Function of the product"), align="left"),
        Column(title=text("Indicator"), align="left"),
        Column(title=text("Evaluation method"), align="left"),
        Column(title=text("Clause"), align="left"),
        Column(title=text("Score (0–100)"), decimals=2),
        Column(title=text("95 % interval")),
        Column(title=text("Items"), decimals=0),
        Column(title=text("Report"), align="left"),
    )
    return Table(
        id="summary", title=text("Results in the form of table 1"), columns=columns, rows=tuple(map(_cells, rows))
    )


def facts_of_file(file: ProductFile) -> Table:
    """Return the table of a product file's facts."""
    return facts_table(stated_facts(file))


def sorting_table(file: ProductFile) -> Table:
    """Return the table of a product's functions by kind; a kind without any is not applicable (5.2)."""
    rows: list[tuple[Cell, ...]] = []
    for kind, functions in file.sorting().items():
        if not functions:
            rows.append((KINDS[kind], NOT_APPLICABLE, None))
        rows += [(KINDS[kind], one.name, one.subject or text("operated by people")) for one in functions]
    columns = tuple(
        Column(title=title, align="left")
        for title in (text("Kind"), text("Function of the product"), text("Reached as"))
    )
    return Table(id="sorting", title=text("Functions by kind (clause 5.2)"), columns=columns, rows=tuple(rows))


def stated_facts(file: ProductFile) -> dict[str, tuple[str, ...]]:
    """Return the facts of a product file: all of 4.1, and the others that it has."""
    values = file.product.model_dump(mode="json")
    return {
        field: () if values[field] is None else (values[field],)
        for field in NAMES
        if field in FACTS or values[field] is not None
    }


def _cells(row: Row) -> tuple[Cell, ...]:
    target = None if row.part is None else row.part.target
    indicator, measure = row.indicator, row.measure
    head: tuple[Cell, ...] = (
        indicator.category,
        row.function,
        indicator.name,
        indicator.method,
        indicator.clause,
    )
    if measure is None or target is None:
        return (*head, row.state, None, None, None if target is None else Link(value=text("Report"), target=target))
    score, interval = number(measure), bounds(measure, 2)
    return (
        *head,
        _relinked(score, target),
        _relinked(interval, target),
        measure.n,
        Link(value=text("Report"), target=target),
    )


def _relinked(cell: Cell, target: str) -> Cell:
    """Return a cell whose link within its own report is replaced by a link to that report."""
    return Link(value=cell.value, target=target) if isinstance(cell, Link) else cell


def notes(parts: Sequence[Part], warnings: Sequence[Text]) -> Iterator[Note]:
    """Yield the notes at the top: trials and departures of each run, then differences between runs."""
    for part in parts:
        if own := _departures(part):
            words = _listed([note.body for note in own])
            body = text("{function}: {departures}", function=part.function, departures=words)
            yield Note(id=f"departures-{part.target}", title=_heading(part), role="departure", body=body)
    if shown := [part for part in parts if part.manifest.plan.get("demonstration")]:
        body = text("Demonstration data: these numbers say nothing about any product.")
        if len(shown) < len(parts):
            body = text("{function}: {departures}", function=_named(shown), departures=body)
        yield Note(id="demonstration", title=text("Warning"), role="warning", body=body)
    for place, warning in enumerate(warnings, start=1):
        yield Note(id=f"warning-{place}", title=text("Warning"), role="warning", body=warning)


def _departures(part: Part) -> list[Note]:
    """Return the departures of a run; of a rated run only its own, since those of the run that it rates are listed there."""
    return [note for note in part.manifest.departures if part.rates is None or note.clause in RATED_CLAUSES]


def _named(parts: Sequence[Part]) -> str:
    return " · ".join(dict.fromkeys(part.function for part in parts))


def _heading(part: Part) -> Text:
    return text("Non-conforming trial") if part.manifest.identity.get("trial") else text("Departures from the document")


def _listed(sentences: Sequence[Text]) -> Text:
    """Join several sentences into one text."""
    whole = sentences[0]
    for sentence in sentences[1:]:
        whole = text("{first} {second}", first=whole, second=sentence)
    return whole


def facts_table(facts: dict[str, tuple[str, ...]]) -> Table:
    """Return the table of the facts of 4.1, each once."""
    rows = tuple((NAMES[field], " · ".join(values) or text("not stated")) for field, values in facts.items())
    columns = (Column(title=text("Fact"), align="left"), Column(title=text("Value"), align="left"))
    return Table(id="facts", title=text("The product and what it ran on (clause 4.1)"), columns=columns, rows=rows)


def no_total() -> Paragraphs:
    """Return the paragraph that explains why there is no total."""
    body = text("The document gives no total over functions or kinds, and none is formed here.")
    return Paragraphs(id="no-total", title=text("No total"), paragraphs=(body,))


def warnings_table(parts: Sequence[Part]) -> tuple[Table, ...]:
    """Return the table of warnings in the runs' own reports: failed outputs, unmatched files.

    A warning of several runs is listed once with their names, or without names if all runs have it.
    """
    listed: list[tuple[Note, list[Part]]] = []
    for part in parts:
        for block in part.results.blocks:
            if isinstance(block, Note) and block.role == "warning":
                same = [own for note, own in listed if (note.clause, note.body) == (block.clause, block.body)]
                if not same:
                    listed.append((block, [part]))
                elif part not in same[0]:
                    same[0].append(part)
    rows = tuple(_warned(note, own, alike=len(own) == len(parts)) for note, own in listed)
    titles = (text("Function of the product"), text("Clause"), text("Warning"), text("Report"))
    columns = tuple(Column(title=title, align="left") for title in titles)
    return (Table(id="warnings", title=text("Warnings of the runs"), columns=columns, rows=rows),) if rows else ()


def _warned(note: Note, parts: Sequence[Part], *, alike: bool) -> tuple[Cell, ...]:
    """Return a warning as a row; a warning of one run links to its report."""
    if len(parts) == 1:
        return (parts[0].function, _cited(note.clause), note.body, Link(value=text("Report"), target=parts[0].target))
    return (text("all") if alike else _named(parts), _cited(note.clause), note.body, None)


def _cited(clause: str | None) -> Cell:
    return None if clause is None else spelled(cite_zh(clause), cite(clause))


def _kind(part: Part) -> Text:
    named = KINDS[part.kind]  # type: ignore[index]
    if part.rates is None:
        return named
    if part.manifest.plan["simulated"]:
        return text("{kind}, rated by simulated raters", kind=named)
    return text("{kind}, rated by people", kind=named)


def runs_table(parts: Sequence[Part]) -> Table:
    """Return the table of runs: hashes of data and profile, items, time."""
    rows = tuple(
        (
            part.function,
            _kind(part),
            part.manifest.subject.spec,
            part.manifest.data.name,
            part.manifest.data.sha256[:_SHORT],
            str(part.manifest.identity.get("profile")),
            str(part.manifest.identity.get("profile_hash")).removeprefix("sha256-")[:_SHORT],
            part.manifest.data.instances,
            part.manifest.ended,
            Link(value=text("Report"), target=part.target),
        )
        for part in parts
    )
    titles = (
        text("Function of the product"),
        text("Kind"),
        text("Reached as"),
        text("Kit"),
        text("Hash of the kit"),
        text("Profile"),
        text("Hash of the profile"),
        text("Items"),
        text("Ended"),
        text("Report"),
    )
    columns = tuple(Column(title=title, align="right" if str(title) == "Items" else "left") for title in titles)
    return Table(id="runs", title=text("The runs of this report"), columns=columns, rows=rows)
