"""VSIG: shares of targets over all samples as one pot, with linearised intervals; EcoG-Bench: means over samples.

Overall is the mean of what, where and when. A run of controls has each score under each condition.
"""

from __future__ import annotations

import math
from typing import Any, Collection

from mindsight.checker.basics import Json, Row
from mindsight.checker.kinds import Kind, condition_ends
from mindsight.checker.statistics import summarise
from mindsight.checker.vsig.terms import grounding_doubts

ACCURACIES = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")
DIMENSIONS = ("intent", "spatial", "temporal")
Pot = list[tuple[str, dict[str, tuple[float, int]]]]
"""Of each item its recording and, by name, what is right of how many."""


def sample_ends(manifest: Json) -> list[str]:
    """Return what the ids of a sample's items end with."""
    return condition_ends(manifest) or [""]


def _stands_for(item: Json, end: str) -> bool:
    return not end or "@" + str(item["terms"]["condition"]) == end


def does_count(item: Json, profile: Json) -> bool:
    """Return whether an item counts: what could not be tested never does, what could not be read as the profile says."""
    return bool(item["status"] == "scored" and (profile["failures"] == "wrong" or item["outcome"] == "scored"))


def grounding_scores(item: Json, manifest: Json) -> Json:
    """Return the accuracies of EcoG-Bench, in the columns of the item's condition."""
    profile, scores = manifest["plan"]["profile"], {}
    for end in sample_ends(manifest) if profile["family"] == "ecog" else ():
        own = does_count(item, profile) and _stands_for(item, end)
        values = _accuracies(item["terms"]["targets"]) if own else [None] * len(ACCURACIES)
        scores.update({"ecog." + name + end: value for name, value in zip(ACCURACIES, values)})
    return scores


def _accuracies(targets: list[Json]) -> list[Any]:
    """Return the shares of targets right in choice, place, time and all three, and whether all targets are.

    Without options in the truth, only places have a share.
    """
    rights = [[target[name] is True for name in ("choice", "where", "when")] for target in targets]
    eco = [all(one) for one in rights]
    columns: list[Any] = [*zip(*rights), eco, [all(eco)]] if rights else [[0.0]] * len(ACCURACIES)
    shares = [sum(column) / len(column) for column in columns]
    if any(target["choice"] is None for target in targets):
        return [None, shares[1], None, None, None]
    return shares


def grounding_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return the scores of VSIG over all targets as one pot, and the overall ones."""
    profile, measures = manifest["plan"]["profile"], {}
    for end in sample_ends(manifest) if profile["family"] != "ecog" else ():
        own = [item for item, _ in table if does_count(item, profile) and _stands_for(item, end)]
        pot = [(str(item.get("cluster")), _parts_of(item["terms"], profile)) for item in own]
        measures.update({"vsig." + name + end: _pooled(pot, name) for name in DIMENSIONS})
        measures["vsig.overall" + end] = _overall(pot, profile)
    return measures


def _parts_of(terms: Json, profile: Json) -> dict[str, tuple[float, int]]:
    """Return what is right of how many; what intent is, the profile says."""
    targets = terms["targets"]
    placed = [target["where"] is True for target in targets if target["where"] is not None]
    timed = [target["when"] is True for target in targets if target["window"] is not None]
    intents = [terms["command"]["score"]] if profile["intent"] == "command" else [one["intent"] for one in targets]
    columns: list[list[float]] = [intents, list(map(float, placed)), list(map(float, timed))]
    return {name: (math.fsum(column), len(column)) for name, column in zip(DIMENSIONS, columns)}


def _share_of(pot: Pot, name: str) -> tuple[float | None, list[float]]:
    """Return the share of all targets, and of each item a value whose mean is the share and whose spread is its own."""
    total = sum(parts[name][1] for _, parts in pot)
    if not total:
        return None, []
    value = math.fsum(parts[name][0] for _, parts in pot) / total
    return value, [value + (right - value * of) * len(pot) / total for right, of in (parts[name] for _, parts in pot)]


def _pooled(pot: Pot, name: str) -> Json:
    there = [(cluster, parts) for cluster, parts in pot if parts[name][1]]
    value, lines = _share_of(there, name)
    if value is None:
        return summarise([], [])
    clusters = [cluster for cluster, _ in there]
    return dict(summarise(clusters, lines, 0.0, 1.0), value=value, n=sum(parts[name][1] for _, parts in there))


def _overall(pot: Pot, profile: Json) -> Json:
    """Return the mean of the dimensions that are scored; as published, time counts only above zero."""
    found = {name: _share_of(pot, name) for name in DIMENSIONS}
    if profile["overall"] == "above_zero" and found["temporal"][0] == 0:
        del found["temporal"]
    scored = [(value, lines) for value, lines in found.values() if value is not None]
    if not scored:
        return dict(summarise([], []), n=len(pot))
    lines = [math.fsum(own) / len(scored) for own in zip(*(lines for _, lines in scored))]
    clusters = [cluster for cluster, _ in pot]
    return dict(
        summarise(clusters, lines, 0.0, 1.0), value=math.fsum(value for value, _ in scored) / len(scored), n=len(pot)
    )


GROUNDING = Kind(grounding_scores, grounding_doubts, grounding_measures, repeats=sample_ends, entries="samples")
