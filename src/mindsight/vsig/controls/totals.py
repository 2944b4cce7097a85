"""Measures of a record under controls: each score under each condition, its changes, and the share that is left.

The share that is *left* is the score under the control divided by that under the full condition, with the interval of a ratio
of means (linearised).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Interval, Item, Manifest, Measure, Results, Signature
from mindsight.record.scores import LEVEL, MeasureKind, Scores, ScoreTable
from mindsight.statistics import mean_interval
from mindsight.vsig.canaries.marks import condition_of_marks, marked
from mindsight.vsig.controls.changes import Lines, by_condition, headline, keys_of, lines_of
from mindsight.vsig.controls.conditions import AT
from mindsight.vsig.scoring import measures
from mindsight.vsig.scoring.measures import Pool, estimable, item_scores
from mindsight.vsig.totals import profile_of


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute the table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return the table of each item's own scores, in the columns of its condition."""
    manifest = run.manifest
    profile = profile_of(manifest)

    def own(item: Item) -> Scores:
        key = item.terms["condition"]
        return {f"{name}{AT}{key}": value for name, value in item_scores(item, profile).items()}

    return scores.tabulate(run.items, [kind.name for kind in _columns(manifest)], own)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return the scores under each condition, their changes, and the blocks of the report."""
    from mindsight.vsig.controls.report import blocks

    manifest = run.manifest
    environment = {**manifest.software, **manifest.hardware, **condition_of_marks(manifest.canaries)}
    signature = Signature(identity=manifest.identity, environment=environment)
    apart = by_condition(run)
    own = tuple(scores.measure(kind, table, signature) for kind in _columns(manifest))
    found = marked(map(estimable, (*_measures(manifest, apart, signature), *own)), manifest)
    return Results(measures=found, blocks=tuple(blocks(run, found, apart)))


def _measures(manifest: Manifest, apart: Mapping[str, Sequence[Item]], signature: Signature) -> Iterator[Measure]:
    """Yield the pooled scores under each condition, their changes, and the shares that are left."""
    profile, (first, *_) = profile_of(manifest), keys_of(manifest)
    for key, items in apart.items():
        if profile.family == "vsig":
            pool = Pool.of(items, profile)
            for kind in headline(profile):
                own = measures.overall if kind is measures.OVERALL else measures.micro
                yield own(kind, pool, signature).model_copy(update={"name": f"{kind.name}{AT}{key}"})
        if key != first:
            lines = lines_of(apart[first], items, profile)
            for kind in headline(profile):
                yield _change(kind, key, lines.get(kind.name), signature)
            for kind in headline(profile):
                yield _left(kind, key, lines.get(kind.name), signature)


def _change(kind: MeasureKind, key: str, lines: Lines | None, signature: Signature) -> Measure:
    values = [] if lines is None else [b - a for a, b in zip(lines.first, lines.then, strict=True)]
    return _measure(
        _named(kind, "change", key), kind, (values, [] if lines is None else lines.clusters), (-1.0, 1.0), signature
    )


def _left(kind: MeasureKind, key: str, lines: Lines | None, signature: Signature) -> Measure:
    """Return the score under the control divided by the full one; without a value if the full one is 0."""
    values: list[float] = []
    whole = 0.0 if lines is None else fmean(lines.first)
    if lines is not None and whole > 0:
        ratio = fmean(lines.then) / whole
        values = [ratio + (b - ratio * a) / whole for a, b in zip(lines.first, lines.then, strict=True)]
    clusters = lines.clusters if lines is not None and values else []
    return _measure(_named(kind, "left", key), kind, (values, clusters), (0.0, None), signature)


def _named(kind: MeasureKind, what: str, key: str) -> str:
    family, _, name = kind.name.partition(".")
    return f"{family}.{what}.{name}{AT}{key}"


def _measure(
    name: str,
    kind: MeasureKind,
    samples: tuple[Sequence[float], Sequence[str]],
    ends: tuple[float, float | None],
    signature: Signature,
) -> Measure:
    values, clusters = samples
    found = mean_interval(values, clusters, level=LEVEL) if values else None
    low, high = ends
    interval = None
    if found is not None:
        most = found.high if high is None else min(found.high, high)
        interval = Interval(low=max(found.low, low), high=most, level=LEVEL, method=found.method)
    return Measure(
        name=name,
        value=fmean(values) if values else None,
        status="scored" if values else "not_scored",
        unit=kind.unit,
        clause=kind.clause,
        n=len(values),
        interval=interval,
        low=low,
        high=high,
        signature=signature,
    )


def _columns(manifest: Manifest) -> list[MeasureKind]:
    profile = profile_of(manifest)
    kinds = [kind for kind in measures.columns_of(profile) if kind.name != "vsig.repaired"]
    return [replace(kind, name=f"{kind.name}{AT}{key}") for key in keys_of(manifest) for kind in kinds]
