"""The same samples with something taken away: the scores under each condition, their changes, and what is left of them."""

from __future__ import annotations

from typing import Any, Iterator

from mindsight.checker.basics import Json, Row
from mindsight.checker.findings import Finding
from mindsight.checker.home.changes import condition_doubts, condition_ends, conditions_of
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean, summarise
from mindsight.checker.vsig.grounding import (
    ACCURACIES,
    accuracies_of,
    does_count,
    grounding_scores,
    overall_lines,
    overall_of,
    pot_of,
    sample_list_doubts,
)
from mindsight.checker.vsig.pots import DIMENSIONS, linearised, pooled
from mindsight.checker.vsig.terms import grounding_doubts


def control_scores(item: Json, manifest: Json) -> Json:
    """Return the scores of a sample in the columns of its condition."""
    found, key = grounding_scores(item, manifest), "@" + str(item["terms"]["condition"])
    return {name + key: score for name, score in found.items() if name != "vsig.repaired"}


def control_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield what no answer under a condition has."""
    yield from condition_doubts(item, manifest)
    yield from grounding_doubts(item, entry, manifest)


def control_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the pooled scores under each condition, their changes from the first, and what is left of them."""
    profile, keys = manifest["plan"]["profile"], conditions_of(manifest)
    apart: dict[str, list[Json]] = {key: [] for key in keys}
    for item, _ in table:
        apart[item["terms"]["condition"]].append(item)
    measures: dict[str, Json] = {}
    for key in keys:
        if profile["family"] == "vsig":
            pot = pot_of(apart[key], profile)
            measures.update({"vsig." + name + "@" + key: pooled(pot, name) for name in (*DIMENSIONS, "joint")})
            measures["vsig.overall@" + key] = overall_of(pot, profile)
        for name, pairs in _lines(apart[keys[0]], apart[key], profile).items() if key != keys[0] else ():
            family, _, rest = name.partition(".")
            changes: list[tuple[Any, float | None]] = [(cluster, then - first) for cluster, first, then in pairs]
            measures[family + ".change." + rest + "@" + key] = summarise(changes, -1.0, 1.0)
            measures[family + ".left." + rest + "@" + key] = summarise(_ratios(pairs), 0.0)
    return measures


def _lines(first: list[Json], then: list[Json], profile: Json) -> dict[str, list[tuple[str, float, float]]]:
    """Return recording and both scores of each sample that counts under both conditions, for each measure."""
    sides = [{_sample_id(item): item for item in side if does_count(item, profile)} for side in (first, then)]
    both = sorted(sides[0].keys() & sides[1].keys(), key=lambda name: name + "@")
    clusters = [str(sides[0][name].get("cluster")) for name in both]
    one, other = (_columns([side[name] for name in both], profile) for side in sides)
    return {
        name: list(zip(clusters, one[name], other[name])) if len(one[name]) == len(other[name]) == len(both) else []
        for name in one
    }


def _columns(items: list[Json], profile: Json) -> dict[str, list[float]]:
    """Return a score of each item for each measure."""
    if profile["family"] == "ecog":
        own = [accuracies_of(item["terms"]["targets"]) for item in items]
        return {"ecog." + name: [one["ecog." + name] for one in own] for name in ACCURACIES}
    pot = pot_of(items, profile)
    found = {"vsig." + name: linearised(pot, name) for name in (*DIMENSIONS, "joint")}
    return {**found, "vsig.overall": overall_lines(pot, profile)}


def _ratios(pairs: list[tuple[str, float, float]]) -> list[tuple[Any, float | None]]:
    """Return values whose mean is the second score by the first, and whose spread is that of the ratio."""
    base = mean([first for _, first, _ in pairs]) if pairs else 0.0
    if base <= 0:
        return []
    ratio = mean([then for *_, then in pairs]) / base
    return [(cluster, ratio + (then - ratio * first) / base) for cluster, first, then in pairs]


def _sample_id(item: Json) -> str:
    return str(item["id"]).rpartition("@")[0]


CONTROLS = Kind(
    control_scores,
    control_doubts,
    control_measures,
    list_doubts=sample_list_doubts,
    repeats=condition_ends,
    entries="samples",
)
