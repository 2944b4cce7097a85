"""Compare runs of different subjects on the same test with the first one: paired differences with intervals."""

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from mindsight.errors import IdentityError, InputError
from mindsight.kinds import kind_of
from mindsight.record.blocks import Block, Note
from mindsight.record.compared.blocks import SIGNIFICANT, Difference, blocks, notes, short_name
from mindsight.record.compared.runs import compared_runs
from mindsight.record.fields import name_of_field, shown_value
from mindsight.record.folder import SCORES, RunFolder
from mindsight.record.model import Manifest, Measure, Results, Scalar
from mindsight.record.scores import ScoreTable, from_csv
from mindsight.record.titles import titles_of
from mindsight.statistics import PairedDifference, holm, least_p, paired_difference
from mindsight.text import Text, text

SUBJECTS_OWN = "subject."
"""Prefixes of identity entries for a subject's settings: differences are reported and not refused."""

_CONVENTIONS = ("warning-convention-", "warning-habit")
"""Beginnings of the ids of notes that a subject writes points or times otherwise than asked."""
_UNTESTED = ("_input", "_empty", "_full", "_gain", "_db", "_index", "_median")
_UNREAD = ("warning-unread", "unread")
"""Notes on answers that could not be read."""
_OUTPUT_WARNINGS = {f"warning-{name}" for name in ("convention", "outputs", "inverted", "from_1", "colours")}
_HOW = text(
    "Each difference is that subject less {first}, item by item, with its 95 % interval; p comes from sign flips and "
    "is corrected for the number of tests (Holm). “Clear” means p below {limit} and an interval without zero."
)


class Way(NamedTuple):
    """A way of comparing two runs for suites whose scores are no plain means over items.

    ``difference`` returns that of a measure, the run less the first one, or None where it has none; ``explained`` is what the page says,
    with the fields ``first`` and ``limit``.
    """

    difference: Callable[[str, RunFolder, RunFolder], PairedDifference | None]
    explained: Text


class Comparison(NamedTuple):
    """The result of a comparison; ``warnings`` name trials and differences of environment."""

    names: tuple[str, ...]
    manifests: tuple[Manifest, ...]
    runs: tuple[Results, ...]
    differences: tuple[Difference, ...]
    warnings: tuple[Text, ...]
    blocks: tuple[Block, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the subjects with their runs and measures, the differences and the blocks as plain values."""
        kept = {"subject", "data", "identity", "software", "started", "ended", "departures"}
        subjects = [
            {
                "name": name,
                "run": manifest.model_dump(mode="json", include=kept),
                "measures": [measure.model_dump(mode="json") for measure in results.measures],
            }
            for name, manifest, results in zip(self.names, self.manifests, self.runs, strict=True)
        ]
        return {
            "subjects": subjects,
            "differences": [difference._asdict() for difference in self.differences],
            "blocks": [block.model_dump(mode="json") for block in self.blocks],
        }


def saved_table(run: RunFolder) -> ScoreTable:
    """Return the saved score table of a run."""
    return from_csv(run.path / SCORES)


def compare_runs(
    runs: Sequence[RunFolder],
    *,
    seed: int,
    table_of: Callable[[RunFolder], ScoreTable] = saved_table,
    way: Way | None = None,
) -> Comparison:
    """Compare runs with the first of them.

    Args:
        runs: Two or more.
        seed: Seed of the sign flips.
        table_of: Returns a run's table of scores; it may have more columns than were saved.
        way: How to compare instead of item by item with sign flips.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; the message names the field.
    """
    if len(runs) < 2:
        raise InputError("a comparison needs two runs or more")
    manifests = [run.manifest for run in runs]
    for run, manifest in zip(runs, manifests, strict=True):
        if manifest.state != "complete":
            raise InputError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    warnings = tuple(itertools.chain(*(_check(manifests[0], other) for other in manifests[1:])))
    tables = _tables(runs, table_of)
    names = _names(manifests)
    for name, table in zip(names, tables, strict=True):
        if failed := sum(status == "failed" for status in table.statuses):
            warnings = (*warnings, _failed(name, failed, table))
    for name, manifest in zip(names, manifests, strict=True):
        marks = manifest.canaries.get("marks", ())
        warnings = (*warnings, *(text("{name}: {mark}", name=name, mark=Text.model_validate(m["text"])) for m in marks))
    if manifests[0].plan.get("demonstration"):
        warnings = (kind_of(manifests[0], runs[0].path).demonstration, *warnings)
    if manifests[0].identity.get("trial"):
        warnings = (text("Non-conforming trial: these numbers must not be quoted as test results."), *warnings)
    results = tuple(run.results for run in runs)
    warnings = (*warnings, *_of_outputs(names, results))
    differences = _differences(names, results, runs, tables, seed, way)
    warnings = (*warnings, *_exact(names, results[0], tables), *(_too_few(differences) if way is None else ()))
    how = _HOW if way is None else way.explained
    found = blocks(names, results, tables, differences, how)
    unread = tuple(_unread(names, results))
    whole = (*notes(warnings), *unread, *found, *compared_runs(names, runs, manifests))
    warnings = (*warnings, *(note.body for note in unread if note.role == "warning"))
    return Comparison(names, tuple(manifests), results, differences, warnings, whole)


def _of_outputs(names: Sequence[str], results: Sequence[Results]) -> Iterator[Text]:
    """Yield what the reports warn of in all outputs of a subject: they may have been read otherwise than they were meant."""
    for name, result in zip(names, results, strict=True):
        for block in result.blocks:
            if isinstance(block, Note) and (block.id in _OUTPUT_WARNINGS or block.id.startswith(_CONVENTIONS)):
                yield text("{name}: {mark}", name=name, mark=block.body)


def _unread(names: Sequence[str], results: Sequence[Results]) -> Iterator[Note]:
    """Yield what each run says of answers that could not be read, with the subject's name."""
    for number, (name, found) in enumerate(zip(names, results, strict=True), start=1):
        for note in found.blocks:
            if not isinstance(note, Note) or note.id not in _UNREAD:
                continue
            body = text("{name}: {sentence}", name=name, sentence=note.body)
            yield note.model_copy(update={"id": f"{note.id}-{number}", "body": body})


def _tables(runs: Sequence[RunFolder], table_of: Callable[[RunFolder], ScoreTable]) -> list[ScoreTable]:
    """Return the runs' tables, which share what must be the same in all of them."""
    tables: list[ScoreTable] = []
    for run in runs:
        table = table_of(run)
        first = tables[0] if tables else table
        if len(table.ids) != len(first.ids) or any(map(operator.ne, table.ids, first.ids)):
            raise InputError("the runs' tables of scores do not list the same items; run mindsight verify on each")
        # Only the clusters of the first run are looked at.
        tables.append(replace(table, ids=first.ids, clusters=first.clusters))
    return tables


def _check(first: Manifest, other: Manifest) -> list[Text]:
    """Refuse another identity; return warnings about other settings of the subject and another environment."""
    names = _names((first, other))
    fields = {*first.identity, *other.identity}
    # For two kinds of test all other entries differ too, and a hash for whatever is named beside it, such as that of prompts.
    for field in sorted(fields, key=lambda field: (field not in ("document", "kind"), _is_hash(first, field), field)):
        a, b = first.identity.get(field), other.identity.get(field)
        if a != b and not field.startswith(SUBJECTS_OWN):
            raise IdentityError(
                "{first} and {other} cannot be compared: {field} is {a} in one and {b} in the other",
                first=names[0],
                other=names[1],
                field=field,
                a="–" if a is None else str(a),
                b="–" if b is None else str(b),
            )
    who = {"first": first.subject.name, "other": other.subject.name}
    return [
        *_other_settings(who, first.identity, other.identity),
        *_other_programs(who, first.software, other.software),
    ]


def _is_hash(manifest: Manifest, field: str) -> bool:
    return str(manifest.identity.get(field)).startswith("sha256-")


def _other_settings(who: Mapping[str, str], one: Mapping[str, Scalar], two: Mapping[str, Scalar]) -> Iterator[Text]:
    """Yield the differences in settings of two subjects, in words if a field has them."""
    for field in sorted(one.keys() & two.keys()):
        if field.startswith(SUBJECTS_OWN) and one[field] != two[field]:
            named = name_of_field(field) or field
            a, b = (_shown(field, value) for value in (one[field], two[field]))
            yield text("{first} and {other} do not have the same {field}: {a}, {b}", **who, field=named, a=a, b=b)


def _shown(field: str, value: Scalar) -> Text | str:
    shown = shown_value(field, value)
    return shown if isinstance(shown, Text) else str(shown)


def _other_programs(who: Mapping[str, str], one: Mapping[str, str], two: Mapping[str, str]) -> Iterator[Text]:
    for field in sorted(one.keys() | two.keys()):
        a, b = str(one.get(field)), str(two.get(field))
        if a != b:
            yield text(
                "{first} and {other} were measured with different {field}: {a}, {b}", **who, field=field, a=a, b=b
            )


def _failed(name: str, count: int, table: ScoreTable) -> Text:
    rows = [row for row, status in enumerate(table.statuses) if status == "failed"]
    if not any(np.isfinite(column[rows]).any() for column in table.columns.values()):
        return text(
            "{name}: {count} items could not be tested and are not counted.",
            name=name,
            count=count,
        )
    if "album.psnr_db" not in table.columns:
        return text("{name}: outputs that failed and count as 0: {count}", name=name, count=count)
    return text(
        "{name}: outputs that failed and count as 0 points: {count}. Its means in dB and SSIM leave them out and are "
        "higher for this reason.",
        name=name,
        count=count,
    )


def _exact(names: Sequence[str], first: Results, tables: Sequence[ScoreTable]) -> Iterator[Text]:
    """Yield, for each product, how many pictures the mean of a measure leaves out because their value is infinite."""
    for name, table in zip(names, tables, strict=True):
        for measure in table.columns:
            # The inputs are the same for all, so what they leave out does not distinguish products.
            count = 0 if measure.endswith("_input") else int(np.isposinf(table.column(measure)).sum())
            if count:
                yield text(
                    "{name}: {count} outputs equal their reference in every pixel; infinite in {measure}, they are left out of its "
                    "mean, which is lower for this reason.",
                    name=name,
                    count=count,
                    measure=short_name(measure, titles_of(first)),
                )


def _too_few(differences: Sequence[Difference]) -> Iterator[Text]:
    """Yield a sentence if no difference, however large, could be significant: too few clusters for so many tests."""
    clusters = [difference.clusters for difference in differences if difference.p is not None]
    if not clusters:
        return
    # Holm multiplies the smallest p by the number of tests; no adjusted p can be below that.
    least = min(1.0, len(clusters) * least_p(max(clusters)))
    if least < SIGNIFICANT:
        return
    needed = next(c for c in itertools.count(2) if len(clusters) * 2.0 ** (1 - c) < SIGNIFICANT)
    yield text(
        "Too few clusters for a conclusion: with {clusters} clusters and {tests} tests the corrected p cannot be less "
        "than {least}, however large a difference is; {needed} clusters or more are needed. Read only the differences "
        "and their intervals.",
        clusters=max(clusters),
        tests=len(clusters),
        least=round(least, 4),
        needed=needed,
    )


def _names(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """Return the subjects' names with the tested function, made unique by version or number if needed."""
    names = [_with_function(manifest) for manifest in manifests]
    versions = [f"{name} {m.subject.version or ''}".strip() for name, m in zip(names, manifests, strict=True)]
    if len(set(names)) == len(names):
        return tuple(names)
    if len(set(versions)) == len(versions):
        return tuple(versions)
    return tuple(f"{name} ({number})" for number, name in enumerate(versions, start=1))


def _with_function(manifest: Manifest) -> str:
    function = manifest.subject.details.get("function")
    return f"{manifest.subject.name}: {function}" if function else manifest.subject.name


def _differences(
    names: Sequence[str],
    results: Sequence[Results],
    runs: Sequence[RunFolder],
    tables: Sequence[ScoreTable],
    seed: int,
    way: Way | None,
) -> tuple[Difference, ...]:
    found = []
    for measure in results[0].measures:
        for name, run, table in zip(names[1:], runs[1:], tables[1:], strict=True):
            paired = (
                _by_items(measure, tables[0], table, seed)
                if way is None
                else way.difference(measure.name, run, runs[0])
            )
            if paired is not None:
                found.append(_difference(measure, name, paired))
    # Holm over all tests of the page: more measures and runs must not make false findings more likely.
    tested = [difference.p for difference in found if difference.p is not None]
    corrected = iter(holm(tested) if tested else [])
    return tuple(d if d.p is None else d._replace(p=next(corrected)) for d in found)


def _by_items(measure: Measure, first: ScoreTable, other: ScoreTable, seed: int) -> PairedDifference | None:
    # The scores of inputs and trivial answers are the same for all, so a difference of gains equals that of the scores. Likewise dB and
    # index are the scores in other units: testing them too would only weaken the correction.
    if measure.name.endswith(_UNTESTED) or measure.name not in other.columns:
        return None
    a, b = first.column(measure.name), other.column(measure.name)
    both = np.isfinite(a) & np.isfinite(b)
    if not both.any():
        return None
    a, b = a[both], b[both]
    # One generator per test: adding a measure or a run does not change the others.
    return paired_difference(b, a, np.random.default_rng(seed), clusters=first.clusters_of(both))


def _difference(measure: Measure, name: str, paired: PairedDifference) -> Difference:
    low, high = (None, None) if paired.interval is None else (paired.interval.low, paired.interval.high)
    return Difference(
        measure.name, measure.unit, name, paired.difference, low, high, paired.p, paired.n, paired.clusters
    )
