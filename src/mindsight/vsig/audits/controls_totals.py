"""From a record under controls to its numbers: each score under each condition, and how far it moves from the full one.

A change is taken over the samples that count under both conditions. A score that is pooled over targets is linearised over
them, as where two subjects are compared, so that the mean of the samples' changes is the change of the pooled score; its
interval is clustered by recording. What is *left* of a score is the score under the control by that under the full condition,
with the interval of a ratio of means (linearised).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Interval, Item, Manifest, Measure, Results, Signature
from mindsight.record.scores import LEVEL, MeasureKind, Scores, ScoreTable
from mindsight.statistics import holm, mean_interval, sign_flip_test
from mindsight.vsig.audits.controls import AT
from mindsight.vsig.canaries.marks import condition_of_marks
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import measures as vsig
from mindsight.vsig.scoring.measures import DIMENSIONS, Pool, ecog_scores, item_scores, reading_of
from mindsight.vsig.scoring.slimming import slim

_SEED = 7


class Lines(NamedTuple):
    """A score of the samples that count under both conditions, sample by sample: their means are the scores."""

    first: Sequence[float]
    then: Sequence[float]
    clusters: Sequence[str]


class Change(NamedTuple):
    """How far a score moves under a control: its name, the condition, both scores, and p corrected for all of them.

    ``differences`` are those of the samples, condition less full, whose mean is the change.
    """

    name: str
    key: str
    first: float
    then: float
    differences: Sequence[float]
    clusters: Sequence[str]
    p: float | None

    @property
    def value(self) -> float:
        """The change."""
        return self.then - self.first


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return each item's own scores, in the columns of its condition."""
    manifest = run.manifest
    profile = profile_of(manifest)

    def own(item: Item) -> Scores:
        key = item.terms["condition"]
        return {f"{name}{AT}{key}": value for name, value in item_scores(item, profile).items()}

    return scores.tabulate(run.items, [kind.name for kind in _columns(manifest)], own)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return the scores under each condition, their changes, and the blocks of the report."""
    from mindsight.vsig.audits.controls_report import blocks

    manifest = run.manifest
    environment = {**manifest.software, **manifest.hardware, **condition_of_marks(manifest.canaries)}
    signature = Signature(identity=manifest.identity, environment=environment)
    apart = by_condition(run)
    own = tuple(scores.measure(kind, table, signature) for kind in _columns(manifest))
    found = (*_measures(manifest, apart, signature), *own)
    return Results(measures=found, blocks=tuple(blocks(run, found, apart)))


def profile_of(manifest: Manifest) -> Profile:
    """Return the reading under which a run was scored."""
    return Profile.model_validate(manifest.plan["profile"])


def keys_of(manifest: Manifest) -> list[str]:
    """Return the keys of the conditions, the full one first."""
    return [condition["key"] for condition in manifest.plan["conditions"]]


def by_condition(run: RunFolder) -> dict[str, list[Item]]:
    """Return the items of each condition, without the answers themselves."""
    apart: dict[str, list[Item]] = {key: [] for key in keys_of(run.manifest)}
    for item in slim(run.items):
        apart[item.id.rpartition(AT)[2]].append(item)
    return apart


def headline(profile: Profile) -> tuple[MeasureKind, ...]:
    """Return the scores that are held against each other."""
    if profile.family == "ecog":
        return vsig.ECOG
    pooled = {kind.name: kind for kind in vsig.MICRO}
    return (*(pooled[f"vsig.{name}"] for name in DIMENSIONS), vsig.OVERALL, pooled["vsig.joint"])


def lines_of(first: Sequence[Item], then: Sequence[Item], profile: Profile) -> dict[str, Lines]:
    """Return each score of the samples that count under both conditions; none for one that nothing is scored in."""
    both = {_sample(item) for item in first if _counts(item)} & {_sample(item) for item in then if _counts(item)}
    sides = [sorted((one for one in side if _sample(one) in both), key=_sample) for side in (first, then)]
    clusters = [item.cluster for item in sides[0]]
    if not both:
        return {}
    if profile.family == "ecog":
        own = [[ecog_scores(item.terms) for item in side] for side in sides]
        pairs = {kind.name: [[one[kind.name] for one in side] for side in own] for kind in vsig.ECOG}
    else:
        pools = [Pool(side, reading_of(profile)) for side in sides]
        clusters = pools[0].clusters
        pairs = {kind.name: [_linearised(kind, pool) for pool in pools] for kind in headline(profile)}
    return {
        name: Lines(one, other, clusters)
        for name, (one, other) in pairs.items()
        if all(map(math.isfinite, (*one, *other)))
    }


def changes_of(apart: Mapping[str, Sequence[Item]], profile: Profile) -> list[Change]:
    """Return how each score moves under each control, with p from sign flips, corrected for all of them (Holm)."""
    (_, first), *others = apart.items()
    found = []
    for key, then in others:
        for name, lines in lines_of(first, then, profile).items():
            differences = [b - a for a, b in zip(lines.first, lines.then, strict=True)]
            # A generator of its own for each test: one control more does not move the others.
            p = sign_flip_test(differences, np.random.default_rng(_SEED), lines.clusters)
            found.append(Change(name, key, _mean(lines.first), _mean(lines.then), differences, lines.clusters, p))
    tested = [change.p for change in found if change.p is not None]
    corrected = iter(holm(tested) if tested else ())
    return [change if change.p is None else change._replace(p=next(corrected)) for change in found]


def _measures(manifest: Manifest, apart: Mapping[str, Sequence[Item]], signature: Signature) -> Iterator[Measure]:
    """Yield the pooled scores under each condition, their changes, and what is left of them."""
    profile, (first, *_) = profile_of(manifest), keys_of(manifest)
    for key, items in apart.items():
        if profile.family == "vsig":
            pool = Pool(items, reading_of(profile))
            for kind in headline(profile):
                own = vsig.overall if kind is vsig.OVERALL else vsig.micro
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
    """Return the score under the control by the full one; none where the full one is 0."""
    values: list[float] = []
    whole = 0.0 if lines is None else _mean(lines.first)
    if lines is not None and whole > 0:
        ratio = _mean(lines.then) / whole
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
        value=_mean(values) if values else None,
        status="scored" if values else "not_scored",
        unit=kind.unit,
        clause=kind.clause,
        n=len(values),
        interval=interval,
        low=low,
        high=high,
        signature=signature,
    )


def _linearised(kind: MeasureKind, pool: Pool) -> list[float]:
    return pool.linearised_overall() if kind is vsig.OVERALL else pool.linearised(vsig.shown_as(kind))


def _counts(item: Item) -> bool:
    return item.status == "scored" and bool(item.terms["counted"])


def _sample(item: Item) -> str:
    return item.id.rpartition(AT)[0]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _columns(manifest: Manifest) -> list[MeasureKind]:
    """Return the measures that are means over samples, for each condition."""
    profile = profile_of(manifest)
    kinds = [kind for kind in vsig.columns_of(profile) if kind.name != "vsig.repaired"]
    return [replace(kind, name=f"{kind.name}{AT}{key}") for key in keys_of(manifest) for kind in kinds]
