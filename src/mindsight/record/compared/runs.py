"""Tables below a comparison: what all its runs have in common, the details of each, their departures."""

import os
from collections.abc import Sequence
from pathlib import Path

from mindsight.clauses import DOCUMENTS
from mindsight.record.blocks import Cell, Column, Link, Table
from mindsight.record.fields import FIELDS, shown_value
from mindsight.record.folder import REPORT, RunFolder
from mindsight.record.model import Manifest
from mindsight.text import Text, spelled, text

_REPORT = text("Report")


def addresses(runs: Sequence[RunFolder], page: Path) -> dict[str, str]:
    """Return link target → path of each existing report of the runs, relative to a page."""
    return {
        _target(number): os.path.relpath(run.path / REPORT, page.parent)
        for number, run in enumerate(runs)
        if (run.path / REPORT).is_file()
    }


def compared_runs(names: Sequence[str], runs: Sequence[RunFolder], manifests: Sequence[Manifest]) -> tuple[Table, ...]:
    """Return the tables that describe the compared runs."""
    rows = _each(runs, manifests)
    shared = [row for row in rows if len(set(map(str, row[1:]))) == 1 and str(row[0]) != str(_REPORT)]
    own = [row for row in rows if row not in shared]
    columns = (
        Column(title=text("The run"), align="left"),
        *(Column(title=text("{name}", name=name), align="left") for name in names),
    )
    each = Table(id="runs", title=text("The runs"), columns=columns, rows=tuple(own))
    departures = _departures(names, manifests)
    return each, _common(manifests[0], shared), *([departures] if departures.rows else [])


def _target(number: int) -> str:
    return f"report-{number + 1}"


def _common(manifest: Manifest, shared: Sequence[tuple[Cell, ...]]) -> Table:
    """Return the table of what all runs have in common: the identity, and all equal facts."""
    rows: list[tuple[Cell, ...]] = [(FIELDS["edition"], _edition(manifest), "edition")]
    for field, value in manifest.identity.items():
        rows.append((FIELDS.get(field, field), shown_value(field, value), field))
    rows += [(*row[:2], None) for row in shared]
    heads = (text("Field"), text("Value"), text("name in the record"))
    columns = tuple(Column(title=head, align="left") for head in heads)
    return Table(id="common", title=text("What all runs have in common"), columns=columns, rows=tuple(rows))


def _edition(manifest: Manifest) -> Cell:
    document = DOCUMENTS.get(manifest.document.suite)
    edition = manifest.document.edition
    return edition if document is None or document.edition != edition else spelled(document.edition_zh, edition)


def _each(runs: Sequence[RunFolder], manifests: Sequence[Manifest]) -> list[tuple[Cell, ...]]:
    """Return a column per run: its report, the subject, time and versions."""

    def row(title: Text, values: Sequence[Cell]) -> tuple[Cell, ...]:
        return title, *(text("not stated") if value is None else value for value in values)

    seals = [manifest.items for manifest in manifests]
    rows = [
        row(_REPORT, [Link(value=_folder(run), target=_target(number)) for number, run in enumerate(runs)]),
        row(text("Version"), [manifest.subject.version for manifest in manifests]),
        row(text("Device"), [manifest.subject.device for manifest in manifests]),
        row(text("Operating system"), [manifest.subject.system for manifest in manifests]),
        row(text("Network"), [manifest.subject.network for manifest in manifests]),
        row(text("Reached as"), [manifest.subject.spec for manifest in manifests]),
        row(text("Test data"), [manifest.data.name for manifest in manifests]),
        row(text("SHA-256 of the data list"), [manifest.data.sha256 for manifest in manifests]),
        row(text("Started"), [manifest.started for manifest in manifests]),
        row(text("Ended"), [manifest.ended for manifest in manifests]),
        row(text("End of the chain of items"), [None if seal is None else seal.head for seal in seals]),
    ]
    programs = dict.fromkeys(name for manifest in manifests for name in manifest.software)
    rows += [
        (text("Software: {name}", name=name), *(manifest.software.get(name) for manifest in manifests))
        for name in programs
    ]
    return rows


def _folder(run: RunFolder) -> str:
    # Names from other systems need not be UTF-8; stored ones must be.
    return os.fsencode(run.path.resolve().name).decode("utf-8", "replace")


def _departures(names: Sequence[str], manifests: Sequence[Manifest]) -> Table:
    # Departures with the same text are the same: runs of one test share most of them.
    found: dict[tuple[str | None, str], tuple[Text, list[str]]] = {}
    for name, manifest in zip(names, manifests, strict=True):
        for note in manifest.departures:
            found.setdefault((note.clause, str(note.body)), (note.body, []))[1].append(name)
    rows = tuple(
        (clause, body, text("all") if len(having) == len(names) else ", ".join(having))
        for (clause, _), (body, having) in found.items()
    )
    columns = (
        Column(title=text("Clause"), align="left"),
        Column(title=text("Departure"), align="left"),
        Column(title=text("Runs"), align="left"),
    )
    return Table(id="departures", title=text("Departures from the document"), columns=columns, rows=rows)
