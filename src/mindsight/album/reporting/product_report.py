"""5.4 and table 1: the runs of one product's functions joined on one page, in the form of table 1, without a total."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mindsight.album.products.functions import Indicator, indicators
from mindsight.album.products.product_file import FACTS, KINDS, ProductFile
from mindsight.album.reporting.product_blocks import (
    NAMES,
    NOT_APPLICABLE,
    NOT_TESTED,
    WAITS,
    Part,
    Row,
    facts_table,
    no_total,
    notes,
    runs_table,
    sorting_table,
    stated_facts,
    table1,
    warnings_table,
)
from mindsight.album.reporting.rated import joined_opinions, missing_raters, rated_kind
from mindsight.errors import IdentityError, InputError, RecordError
from mindsight.record import canonical
from mindsight.record.blocks import Block
from mindsight.record.folder import SUMS, RunFolder
from mindsight.text import Text, text

_MUST_AGREE = ("name", "version")


class Joined(NamedTuple):
    """The contents of a product report."""

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
        kept = {"subject", "data", "identity", "software", "started", "ended", "departures"}
        return {
            "product": {field: list(values) for field, values in self.facts.items()},
            "runs": [
                {
                    "function": part.function,
                    "kind": part.kind,
                    "rated": part.rates is not None,
                    "run": part.manifest.model_dump(mode="json", include=kept),
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
        runs: Complete runs that passed the checker.
        file: The product's file, needed to list untested functions and missing kinds.

    Raises:
        InputError: A run is given twice, or is of a function that the file does not name.
        IdentityError: The runs are of different products; the message names the field.
        RecordError: A run is not complete or not of the album suite, or a rated run comes without the run that it rates.
    """
    if not runs:
        raise InputError("a product report needs one run or more")
    parts = tuple(_part(place, run) for place, run in enumerate(runs, start=1))
    _refuse_twice(runs, parts)
    parts = joined_opinions(parts)
    for other in parts[1:]:
        _refuse_another(parts[0], other)
    if file is not None:
        _refuse_other_products(parts, file)
    parts = tuple(sorted(parts, key=lambda part: (list(KINDS).index(part.kind), part.function)))  # type: ignore[arg-type]
    facts = _facts(parts, file)
    rows = tuple(_rows(parts, file))
    warnings = (*_other_platforms(facts), *_other_environments(parts))
    above: tuple[Block, ...] = (*notes(parts, warnings), facts_table(facts), table1(rows), no_total())
    below: tuple[Block, ...] = (
        *warnings_table(parts),
        runs_table(parts),
        *(() if file is None else (sorting_table(file),)),
    )
    return Joined(facts, parts, rows, warnings, (*above, *below))


def _part(place: int, run: RunFolder) -> Part:
    manifest = run.manifest
    kind = rated_kind(manifest) or manifest.kind
    if manifest.document.suite != "album" or kind not in KINDS:
        raise RecordError(
            "{folder}: is a run of {suite} {kind}; a product report combines runs of albums",
            folder=str(run.path),
            suite=manifest.document.suite,
            kind=manifest.kind,
        )
    if manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    named = manifest.subject.details.get("function")
    function = named if isinstance(named, str) and named else run.path.resolve().name
    seal = canonical.sha256_of_file(run.path / SUMS) if (run.path / SUMS).is_file() else ""
    rates = None if kind == manifest.kind else str(manifest.plan["rated"]["seal"])
    return Part(function, kind, manifest, run.results, f"report-{place}", seal, rates)


def _refuse_twice(runs: Sequence[RunFolder], parts: Sequence[Part]) -> None:
    # A copy in another folder is the same run: its start time and the end of its item chain are equal.
    seen: dict[str, RunFolder] = {}
    for run, part in zip(runs, parts, strict=True):
        key = part.manifest.model_dump_json()
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
                "{first} and {other} are not runs of one product: {field} is {a} in one and {b} in the other",
                first=first.function,
                other=other.function,
                field=NAMES[field],
                a=text("not stated") if one is None else one,
                b=text("not stated") if two is None else two,
            )


def _refuse_other_products(parts: Sequence[Part], file: ProductFile) -> None:
    """Refuse runs of another product than the file's, or of a function that it does not name."""
    functions = {one.name: one.kind for one in file.functions}
    for part in parts:
        for field in _MUST_AGREE:
            recorded, stated = getattr(part.manifest.subject, field), getattr(file.product, field)
            if recorded != stated:
                raise IdentityError(
                    "{run} is not a run of the product of {file}: {field} is {a} in the run and {b} in the file",
                    run=part.function,
                    file=str(file.path),
                    field=NAMES[field],
                    a=text("not stated") if recorded is None else recorded,
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
    """Return each fact with its values, more than one if runs differ."""
    found = {} if file is None else stated_facts(file)
    for field in FACTS:
        measured = [value for part in parts if (value := getattr(part.manifest.subject, field)) is not None]
        found[field] = tuple(dict.fromkeys([*found.get(field, ()), *measured]))
    return {field: found[field] for field in NAMES if field in found}


def _rows(parts: Sequence[Part], file: ProductFile | None) -> Iterator[Row]:
    """Yield the rows of table 1: one per indicator for each run, and for each function without a run."""
    for kind, group in itertools.groupby(indicators(), key=lambda indicator: indicator.kind):
        own = list(group)
        tested = [part for part in parts if part.kind == kind and part.rates is None]
        opinions = {part.rates: part for part in parts if part.rates is not None}
        named = () if file is None else file.sorting()[kind]
        waiting = [one.name for one in named if one.name not in {part.function for part in tested}]
        for part in tested:
            yield from (_row(indicator, part, opinions.get(part.seal)) for indicator in own)
        for name in waiting:
            yield from (Row(indicator, name, None, None, NOT_TESTED) for indicator in own)
        if not tested and not waiting:
            state = NOT_TESTED if file is None else NOT_APPLICABLE
            yield from (Row(indicator, None, None, None, state) for indicator in own)


def _row(indicator: Indicator, part: Part, opinion: Part | None) -> Row:
    measure = part.measure(indicator.measure)
    if measure is not None:
        return Row(indicator, part.function, part, measure, None)
    rated = None if opinion is None else opinion.measure(indicator.measure)
    if opinion is None or rated is None:
        return Row(indicator, part.function, part, None, WAITS)
    indicator = _said_by(indicator, opinion)
    if rated.value is None:
        return Row(indicator, part.function, opinion, None, missing_raters(opinion))
    return Row(indicator, part.function, opinion, rated, None)


def _said_by(indicator: Indicator, opinion: Part) -> Indicator:
    """Return the indicator with its evaluation method as it was: simulated raters are named as such."""
    simulated = opinion.manifest.plan["simulated"]
    return indicator._replace(method=text("rated by simulated raters")) if simulated else indicator


def _other_platforms(facts: dict[str, tuple[str, ...]]) -> Iterator[Text]:
    for field in FACTS:
        if len(facts[field]) > 1:
            yield text(
                "The runs state different values of {field}: {values}.",
                field=NAMES[field],
                values=" · ".join(facts[field]),
            )


def _other_environments(parts: Sequence[Part]) -> Iterator[Text]:
    """Yield a sentence for each difference between the software or machines that computed the scores."""
    found = [{**part.manifest.software, **part.manifest.hardware} for part in parts]
    for field in dict.fromkeys(itertools.chain(*found)):
        # A kind that does not need a library does not state its version.
        values = dict.fromkeys(str(one[field]) for one in found if field in one)
        if len(values) > 1:
            yield text(
                "The runs were measured with different {field}: {values}.", field=field, values=" · ".join(values)
            )
