"""VSIG: shares of targets over all samples as one pot, with linearised intervals; EcoG-Bench: means over samples.

Overall is the mean of what, where and when. A run of controls has each score under each condition.
"""

from __future__ import annotations

import math
from typing import Any, Collection, Iterator

from mindsight.checker.basics import Row
from mindsight.checker.kinds import Kind, condition_ends
from mindsight.checker.statistics import summarise
from mindsight.checker.vsig.terms import grounding_doubts
from mindsight.record.reading.spill import Numbers, Words
from mindsight.record.reading.strict import Json

ACCURACIES = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")
DIMENSIONS = ("intent", "spatial", "temporal")


class Pot:
    """Of each item the number of its recording and, by name, what is right of how many."""

    def __init__(self) -> None:
        self._known = Words()
        self.clusters = Numbers("I")
        self.rights = {name: Numbers("d") for name in DIMENSIONS}
        self.wholes = {name: Numbers("I") for name in DIMENSIONS}

    def add(self, cluster: str, parts: dict[str, tuple[float, int]]) -> None:
        """Add an item."""
        self.clusters.append(self._known.add(cluster))
        for name, (right, whole) in parts.items():
            self.rights[name].append(right)
            self.wholes[name].append(whole)

    def value(self, name: str) -> float | None:
        """Return the share of all targets."""
        total = sum(self.wholes[name])
        return math.fsum(self.rights[name]) / total if total else None

    def lines(self, name: str, value: float, count: int) -> Iterator[float]:
        """Yield of each item a value whose mean over so many is the share and whose spread is its own."""
        total = sum(self.wholes[name])
        return (value + (right - value * of) * count / total for right, of in zip(self.rights[name], self.wholes[name]))


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
        pot = Pot()
        for item, _ in table:
            if does_count(item, profile) and _stands_for(item, end):
                pot.add(str(item.get("cluster")), _parts_of(item["terms"], profile))
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


def _pooled(pot: Pot, name: str) -> Json:
    value, wholes = pot.value(name), pot.wholes[name]
    if value is None:
        return summarise([], [])
    lines = pot.lines(name, value, sum(map(bool, wholes)))
    there = Numbers("d", (line for line, whole in zip(lines, wholes) if whole))
    clusters = Numbers("I", (cluster for cluster, whole in zip(pot.clusters, wholes) if whole))
    return dict(summarise(clusters, there, 0.0, 1.0), value=value, n=sum(wholes))


def _overall(pot: Pot, profile: Json) -> Json:
    """Return the mean of the dimensions that are scored; as published, time counts only above zero."""
    count, found = len(pot.clusters), {name: pot.value(name) for name in DIMENSIONS}
    if profile["overall"] == "above_zero" and found["temporal"] == 0:
        del found["temporal"]
    scored = {name: value for name, value in found.items() if value is not None}
    if not scored:
        return dict(summarise([], []), n=count)
    several = zip(*(pot.lines(name, value, count) for name, value in scored.items()))
    lines = Numbers("d", (math.fsum(own) / len(scored) for own in several))
    value = math.fsum(scored.values()) / len(scored)
    return dict(summarise(pot.clusters, lines, 0.0, 1.0), value=value, n=count)


GROUNDING = Kind(grounding_scores, grounding_doubts, grounding_measures, repeats=sample_ends, entries="samples")
