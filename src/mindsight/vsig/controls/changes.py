"""The change of each score from the full condition to a control.

A change is computed over the samples that count under both conditions. A score pooled over targets is linearised over them, as
in comparisons of subjects, so that the mean of the samples' changes is the change of the pooled score; its interval is
clustered by recording.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest
from mindsight.record.scores import MeasureKind
from mindsight.statistics import holm, sign_flip_test
from mindsight.vsig.controls.conditions import AT
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import measures
from mindsight.vsig.scoring.measures import DIMENSIONS, Pool
from mindsight.vsig.scoring.shares import ecog_scores
from mindsight.vsig.scoring.slimming import slim

_SEED = 7


class Lines(NamedTuple):
    """A score's value for each sample that counts under both conditions; their means are the scores."""

    first: Sequence[float]
    then: Sequence[float]
    clusters: Sequence[str]


class Change(NamedTuple):
    """The change of a score under a control: its name, the condition, both scores, and p corrected for all changes.

    ``differences`` are control minus full for each sample; their mean is the change.
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


def keys_of(manifest: Manifest) -> list[str]:
    """Return the keys of the conditions, the full one first."""
    return [condition["key"] for condition in manifest.plan["conditions"]]


def by_condition(run: RunFolder) -> dict[str, list[Item]]:
    """Return the items of each condition, without the raw answers."""
    apart: dict[str, list[Item]] = {key: [] for key in keys_of(run.manifest)}
    for item in slim(run.items):
        apart[item.id.rpartition(AT)[2]].append(item)
    return apart


def headline(profile: Profile) -> tuple[MeasureKind, ...]:
    """Return the measures that are compared between conditions."""
    if profile.family == "ecog":
        return measures.ECOG
    pooled = {kind.name: kind for kind in measures.MICRO}
    return (*(pooled[f"vsig.{name}"] for name in DIMENSIONS), measures.OVERALL, pooled["vsig.joint"])


def lines_of(first: Sequence[Item], then: Sequence[Item], profile: Profile) -> dict[str, Lines]:
    """Return each score over the samples that count under both conditions, leaving out scores without any value."""
    both = {_sample(item) for item in first if _counts(item)} & {_sample(item) for item in then if _counts(item)}
    sides = [sorted((one for one in side if _sample(one) in both), key=_sample) for side in (first, then)]
    clusters = [item.cluster for item in sides[0]]
    if not both:
        return {}
    if profile.family == "ecog":
        own = [[ecog_scores(item.terms) for item in side] for side in sides]
        pairs = {kind.name: [[_number(one[kind.name]) for one in side] for side in own] for kind in measures.ECOG}
    else:
        pools = [Pool.of(side, profile) for side in sides]
        pairs = {kind.name: [_linearised(kind, pool) for pool in pools] for kind in headline(profile)}
    return {
        name: Lines(one, other, clusters)
        for name, (one, other) in pairs.items()
        if all(map(math.isfinite, (*one, *other)))
    }


def changes_of(apart: Mapping[str, Sequence[Item]], profile: Profile) -> list[Change]:
    """Return the change of each score under each control, with p from sign flips, corrected for all of them (Holm)."""
    (_, first), *others = apart.items()
    found = []
    for key, then in others:
        for name, lines in lines_of(first, then, profile).items():
            differences = [b - a for a, b in zip(lines.first, lines.then, strict=True)]
            # Each test has its own generator, so that one more control does not change the others' p.
            p = sign_flip_test(differences, np.random.default_rng(_SEED), lines.clusters)
            found.append(Change(name, key, fmean(lines.first), fmean(lines.then), differences, lines.clusters, p))
    tested = [change.p for change in found if change.p is not None]
    corrected = iter(holm(tested) if tested else ())
    return [change if change.p is None else change._replace(p=next(corrected)) for change in found]


def _linearised(kind: MeasureKind, pool: Pool) -> list[float]:
    lines = pool.linearised_overall() if kind is measures.OVERALL else pool.linearised(measures.shown_as(kind))
    return list(map(float, lines))


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _counts(item: Item) -> bool:
    return item.status == "scored" and bool(item.terms["counted"])


def _sample(item: Item) -> str:
    return item.id.rpartition(AT)[0]
