"""5.4 and table 1: the runs of one product's functions joined on one page, in the form of table 1, without a total."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mindsight.album.functions import Indicator, indicators
from mindsight.album.product_file import FACTS, KINDS, ProductFile
from mindsight.album.showing import bounds, number
from mindsight.errors import IdentityError, InputError, RecordError
from mindsight.record.blocks import Block, Cell, Column, Link, Note, Paragraphs, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest, Measure, Results
from mindsight.text import Text, text

NOT_APPLICABLE = text("not applicable")
NOT_TESTED = text("not tested")
WAITS = text("waits for raters")

_NAMES: dict[str, Text] = {
    "name": text("Product"),
    "version": text("Version"),
    "device": text("Device"),
    "system": text("Operating system"),
    "network": text("Network"),
    "date": text("Date"),
    "operator": text("Operator"),
    "notes": text("Notes"),
}
_MUST_AGREE = ("name", "version")
_SHORT = 12


class Part(NamedTuple):
    """A run of one function, read once; ``function`` is what the product calls it, or the folder where nobody said."""

    function: str
    kind: str
    manifest: Manifest
    results: Results
    target: str

    def measure(self, name: str) -> Measure | None:
        """Return a measure of the run, if it has it."""
        return next((one for one in self.results.measures if one.name == name), None)


class Row(NamedTuple):
    """One row of table 1: an indicator of one function; ``part`` is the run that fills it."""

    indicator: Indicator
    function: str | None
    part: Part | None
    measure: Measure | None
    state: Text | None
    """What stands in the place of a score."""


class Joined(NamedTuple):
    """What a product report says."""

    facts: dict[str, tuple[str, ...]]
    parts: tuple[Part, ...]
    rows: tuple[Row, ...]
    warnings: tuple[Text, ...]
    blocks: tuple[Block, ...]

    @property
    def title(self) -> Text:
        """The page's title."""
        return text(
            "Product report: {name}", name=" ".join(value for field in _MUST_AGREE for value in self.facts[field])
        )

    def as_json(self) -> dict[str, Any]:
        """Return facts, runs, rows, warnings and blocks as plain values."""
        told = {"subject", "data", "identity", "software", "started", "ended", "departures"}
        return {
            "product": {field: list(values) for field, values in self.facts.items()},
            "runs": [
                {
                    "function": part.function,
                    "kind": part.kind,
                    "run": part.manifest.model_dump(mode="json", include=told),
                }
                for part in self.parts
            ],
            "rows": [
                {
                    "kind": row.indicator.kind,
                    "clause": row.indicator.clause,
                    "name": row.indicator.measure,
                    "function": row.function,
                    "state": "scored" if row.state is None else str(row.state),
                    "measure": None if row.measure is None else row.measure.model_dump(mode="json"),
                }
                for row in self.rows
            ],
            "warnings": [str(warning) for warning in self.warnings],
            "blocks": [block.model_dump(mode="json") for block in self.blocks],
        }


def join(runs: Sequence[RunFolder], file: ProductFile | None = None) -> Joined:
    """Join sealed runs of one product's functions.

    Args:
        runs: Complete runs; the checker has found nothing wrong with them.
        file: The product's file; only with it is it known which functions were not tested and which kinds are lacking.

    Raises:
        InputError: A run is given twice, or is of a function that the file does not name.
        IdentityError: The runs are of different products; names the field.
        RecordError: A run is not complete, or none of the album suite.
    """
    if not runs:
        raise InputError("a product report needs one run or more")
    parts = tuple(_part(place, run) for place, run in enumerate(runs, start=1))
    _refuse_twice(runs, parts)
    for other in parts[1:]:
        _refuse_another(parts[0], other)
    if file is not None:
        _refuse_strangers(parts, file)
    parts = tuple(sorted(parts, key=lambda part: (list(KINDS).index(part.kind), part.function)))  # type: ignore[arg-type]
    facts = _facts(parts, file)
    rows = tuple(_rows(parts, file))
    warnings = (*_other_platforms(facts), *_other_environments(parts))
    above: tuple[Block, ...] = (*_notes(parts, warnings), _facts_table(facts), table1(rows), _no_total())
    below: tuple[Block, ...] = (_runs_table(parts), *(() if file is None else (sorting_table(file),)))
    return Joined(facts, parts, rows, warnings, (*above, *below))


def table1(rows: Sequence[Row]) -> Table:
    """Return the rows in the form of the document's table 1, each score with its run."""
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
    """Return what a product file says of the product."""
    return _facts_table(_stated(file))


def sorting_table(file: ProductFile) -> Table:
    """Return a product's functions by kind; a kind without any is not applicable (5.2)."""
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


def _part(place: int, run: RunFolder) -> Part:
    manifest = run.manifest
    if manifest.document.suite != "album" or manifest.kind not in KINDS:
        raise RecordError(
            "{folder}: is a run of {suite} {kind}; a product report joins runs of albums",
            folder=str(run.path),
            suite=manifest.document.suite,
            kind=manifest.kind,
        )
    if manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    named = manifest.subject.details.get("function")
    function = named if isinstance(named, str) and named else run.path.resolve().name
    return Part(function, manifest.kind, manifest, run.results, f"report-{place}")


def _refuse_twice(runs: Sequence[RunFolder], parts: Sequence[Part]) -> None:
    seen: dict[tuple[str, str | None], RunFolder] = {}
    for run, part in zip(runs, parts, strict=True):
        seal = part.manifest.items
        key = (part.manifest.started, None if seal is None else seal.head)
        if key in seen:
            raise InputError(
                "{folder}: is the same run as {other}; give each once",
                folder=str(run.path),
                other=str(seen[key].path),
            )
        seen[key] = run


def _refuse_another(first: Part, other: Part) -> None:
    for field in _MUST_AGREE:
        one, two = getattr(first.manifest.subject, field), getattr(other.manifest.subject, field)
        if one != two:
            raise IdentityError(
                "{first} and {other} are no runs of one product: {field} is {a} in one and {b} in the other",
                first=first.function,
                other=other.function,
                field=_NAMES[field],
                a=text("not stated") if one is None else one,
                b=text("not stated") if two is None else two,
            )


def _refuse_strangers(parts: Sequence[Part], file: ProductFile) -> None:
    """Refuse runs of another product than the file's, or of a function that it does not name."""
    functions = {one.name: one.kind for one in file.functions}
    for part in parts:
        for field in _MUST_AGREE:
            said, stated = getattr(part.manifest.subject, field), getattr(file.product, field)
            if said != stated:
                raise IdentityError(
                    "{run} is no run of the product of {file}: {field} is {a} in the run and {b} in the file",
                    run=part.function,
                    file=str(file.path),
                    field=_NAMES[field],
                    a=text("not stated") if said is None else said,
                    b=text("not stated") if stated is None else stated,
                )
        if functions.get(part.function) != part.kind:
            raise InputError(
                '{file}: names no function "{name}" of {kind}, of which a run was given; run it with --product',
                file=str(file.path),
                name=part.function,
                kind=KINDS[part.kind],  # type: ignore[index]
            )


def _facts(parts: Sequence[Part], file: ProductFile | None) -> dict[str, tuple[str, ...]]:
    """Return each fact once; where runs differ in it, every value."""
    found = {} if file is None else _stated(file)
    for field in FACTS:
        stated = [value for part in parts if (value := getattr(part.manifest.subject, field)) is not None]
        found[field] = tuple(dict.fromkeys(stated))
    return {field: found[field] for field in _NAMES if field in found}


def _stated(file: ProductFile) -> dict[str, tuple[str, ...]]:
    values = file.product.model_dump(mode="json")
    return {
        field: () if values[field] is None else (values[field],)
        for field in _NAMES
        if field in FACTS or values[field] is not None
    }


def _rows(parts: Sequence[Part], file: ProductFile | None) -> Iterator[Row]:
    """Yield the rows of table 1: one of each indicator for each run, or for each function that was not run."""
    for kind, group in itertools.groupby(indicators(), key=lambda indicator: indicator.kind):
        own = list(group)
        tested = [part for part in parts if part.kind == kind]
        named = () if file is None else file.sorting()[kind]
        waiting = [one.name for one in named if one.name not in {part.function for part in tested}]
        for part in tested:
            yield from (_row(indicator, part) for indicator in own)
        for name in waiting:
            yield from (Row(indicator, name, None, None, NOT_TESTED) for indicator in own)
        if not tested and not waiting:
            state = NOT_TESTED if file is None else NOT_APPLICABLE
            yield from (Row(indicator, None, None, None, state) for indicator in own)


def _row(indicator: Indicator, part: Part) -> Row:
    measure = part.measure(indicator.measure)
    return Row(indicator, part.function, part, measure, WAITS if measure is None else None)


def _cells(row: Row) -> tuple[Cell, ...]:
    """Return a row as cells; all that is of a run leads to its report."""
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
    return (*head, _led(score, target), _led(interval, target), measure.n, Link(value=text("Report"), target=target))


def _led(cell: Cell, target: str) -> Cell:
    """Return a cell that led to a place of its own report, leading to that report."""
    return Link(value=cell.value, target=target) if isinstance(cell, Link) else cell


def _other_platforms(facts: dict[str, tuple[str, ...]]) -> Iterator[Text]:
    for field in FACTS:
        if len(facts[field]) > 1:
            yield text(
                "The runs state different values of {field}: {values}.",
                field=_NAMES[field],
                values=" · ".join(facts[field]),
            )


def _other_environments(parts: Sequence[Part]) -> Iterator[Text]:
    """Yield where the programs or machines that computed the scores differ."""
    found = [{**part.manifest.software, **part.manifest.hardware} for part in parts]
    for field in dict.fromkeys(itertools.chain(*found)):
        # A kind that does not need a library does not say its version.
        values = dict.fromkeys(str(one[field]) for one in found if field in one)
        if len(values) > 1:
            yield text(
                "The runs were measured with different {field}: {values}.", field=field, values=" · ".join(values)
            )


def _notes(parts: Sequence[Part], warnings: Sequence[Text]) -> Iterator[Note]:
    """Yield what must be seen first: trials and departures of each run, then what differs between them."""
    for part in parts:
        if part.manifest.departures:
            words = _listed([note.body for note in part.manifest.departures])
            body = text("{function}: {departures}", function=part.function, departures=words)
            yield Note(id=f"departures-{part.target}", title=_heading(part), role="departure", body=body)
        if part.manifest.plan.get("demonstration"):
            body = text("Demonstration data: these numbers say nothing about a product.")
            yield Note(id=f"demonstration-{part.target}", title=text("Warning"), role="warning", body=body)
    for place, warning in enumerate(warnings, start=1):
        yield Note(id=f"warning-{place}", title=text("Warning"), role="warning", body=warning)


def _heading(part: Part) -> Text:
    return text("Non-conforming trial") if part.manifest.identity.get("trial") else text("Departures from the document")


def _listed(sentences: Sequence[Text]) -> Text:
    """Return several sentences as one."""
    whole = sentences[0]
    for sentence in sentences[1:]:
        whole = text("{first} {second}", first=whole, second=sentence)
    return whole


def _facts_table(facts: dict[str, tuple[str, ...]]) -> Table:
    rows = tuple((_NAMES[field], " · ".join(values) or text("not stated")) for field, values in facts.items())
    columns = (Column(title=text("Fact"), align="left"), Column(title=text("Value"), align="left"))
    return Table(id="facts", title=text("The product and what it ran on (clause 4.1)"), columns=columns, rows=rows)


def _no_total() -> Paragraphs:
    body = text("The document gives no total over functions or kinds, and none is formed here.")
    return Paragraphs(id="no-total", title=text("No total"), paragraphs=(body,))


def _runs_table(parts: Sequence[Part]) -> Table:
    """Return what each run was: its data and profile by their hashes, its items, its time."""
    rows = tuple(
        (
            part.function,
            KINDS[part.kind],  # type: ignore[index]
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
