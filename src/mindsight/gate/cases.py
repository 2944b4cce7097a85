"""Pair the items of two runs, measure by measure: flips with McNemar's exact test, other scores with flipped signs."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from mindsight.gate.deciding import Case
from mindsight.record.folder import SCORES, RunFolder
from mindsight.record.scores import ScoreTable, from_csv
from mindsight.statistics import clustered_standard_error, exact_paired_test, paired_difference, wilson_limits

_Z = 1.96
"""Normal quantile of a 95 % interval."""


class Whole(NamedTuple):
    """The difference of a measure that is no mean over items, from the suite's own comparison: new less base."""

    difference: float
    low: float | None
    high: float | None
    p: float | None
    n: int


def case_of(name: str, base: RunFolder, new: RunFolder, whole: Mapping[str, Whole], seed: int) -> Case:
    """Return what two runs of one test give for a measure; ``whole`` holds those that the suite compares in its own way."""
    found = [{one.name: one for one in run.results.measures}.get(name) for run in (base, new)]
    values = [None if one is None else one.value for one in found]
    if found[0] is None or None in values:
        return Case(values[0], values[1])
    sign = 1.0 if found[0].better == "higher" else -1.0
    if (other := whole.get(name)) is not None:
        return _of_whole(values[0], values[1], other, sign)
    tables = [from_csv(run.path / SCORES) for run in (base, new)]
    if any(name not in table.columns for table in tables):
        return Case(values[0], values[1])
    return _of_items(values[0], values[1], tables[0], tables[1], name, sign, seed)


def _of_whole(base: float | None, new: float | None, other: Whole, sign: float) -> Case:
    error = None if other.low is None or other.high is None else (other.high - other.low) / (2 * _Z)
    return Case(base, new, sign * other.difference, other.p, error, other.n)


def _of_items(
    base: float | None, new: float | None, first: ScoreTable, second: ScoreTable, name: str, sign: float, seed: int
) -> Case:
    before, after = _scores(first, name), _scores(second, name)
    # An item that only one run has is a missing result: nothing is certified by the rest.
    if set(before) != set(after) or not before:
        return Case(base, new)
    pairs = [(sign * before[id_], sign * after[id_]) for id_ in before]
    clusters = [cluster for id_, cluster in zip(first.ids, first.clusters, strict=True) if id_ in before]
    gains = [now - then for then, now in pairs]
    mean = math.fsum(gains) / len(gains)
    if not {abs(one) for pair in pairs for one in pair} <= {0.0, 1.0}:
        tested = paired_difference(
            [now for _, now in pairs], [then for then, _ in pairs], np.random.default_rng(seed), clusters
        )
        return Case(base, new, mean, tested.p, clustered_standard_error(gains, clusters), len(pairs))
    whole = [round(gain) for gain in gains]
    gained, lost = sum(one > 0 for one in whole), sum(one < 0 for one in whole)
    # Few flips may be luck: the error takes as many as the data allow, so that a small run never seems certain.
    most = float(wilson_limits(np.array(float(gained + lost)), np.array(float(len(whole))), _Z)[1])
    error = max(math.sqrt(most / len(whole)), clustered_standard_error(gains, clusters) or 0.0)
    return Case(base, new, mean, exact_paired_test(whole, clusters), error, len(pairs), gained, lost)


def _scores(table: ScoreTable, name: str) -> dict[str, float]:
    return {
        id_: float(score) for id_, score in zip(table.ids, table.columns[name], strict=True) if math.isfinite(score)
    }
