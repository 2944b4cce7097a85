"""The same tasks under several conditions: the numbers under each, and their changes from the first, task by task."""

from __future__ import annotations

import math
from typing import Iterator

from mindsight.checker.basics import Json, Row, a_dict, brief, dicts
from mindsight.checker.findings import Finding
from mindsight.checker.home.episodes import can_be_judged, episode_doubts, judged
from mindsight.checker.home.index import index_measures, index_of
from mindsight.checker.home.noise import class_noises, corrected_index, joined
from mindsight.checker.home.tallies import Tally
from mindsight.checker.home.tasks import task_list_doubts
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import deviations, mean, product_sum, spread, stated, tango, wilson

Pair = tuple[str, bool, bool, bool]
"""A task under two conditions: its class, whether it is valid, whether it ended rightly first and then."""
Ended = dict[str, tuple[str, bool, str]]
"""Class, validity and outcome of each task."""
_PARTS: dict[str, tuple[bool, ...]] = {"f": (True, False), "f_valid": (True,), "f_irrelevant": (False,)}
_RIGHTLY = {(True, True): "TP", (True, False): "FN", (False, True): "TN", (False, False): "FP"}


def conditions_of(manifest: Json) -> list[str]:
    """Return the keys of the conditions, the undisturbed one first."""
    return [str(one.get("key")) for one in dicts(a_dict(manifest.get("plan")).get("conditions"))]


def condition_ends(manifest: Json) -> list[str]:
    """Return what the ids of an entry's items end with."""
    return ["@" + key for key in conditions_of(manifest)]


def condition_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield a condition that is not the one for which the item stands."""
    condition = str(item["terms"].get("condition"))
    if condition not in conditions_of(manifest) or not str(item["id"]).endswith("@" + condition):
        yield Finding("term", field="condition", value=brief(condition))


def changed_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield what no episode under a condition has."""
    yield from condition_doubts(item, manifest)
    yield from episode_doubts(item, entry, manifest)


def changed_scores(item: Json, manifest: Json) -> Json:
    """Return whether a task ended rightly and, of a valid one, its graded score, in the columns of its condition."""
    terms, scores = item["terms"], {}
    for key in conditions_of(manifest):
        own = item["status"] == "scored" and terms["condition"] == key
        scores["home.right@" + key] = float(item["outcome"] in ("TP", "TN")) if own else None
        scores["home.graded@" + key] = terms["score"] if own and terms["valid"] else None
    return scores


def changed_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the numbers under each condition, and their changes from the first."""
    plan, keys = manifest["plan"], conditions_of(manifest)
    ended: dict[str, Ended] = {key: {} for key in keys}
    for item, _ in table:
        if can_be_judged(item, plan["tasks"]):
            terms, task = item["terms"], str(item["id"]).split("@")[0]
            ended[terms["condition"]][task] = (terms["task"], terms["valid"], judged(terms)[0])
    measures: dict[str, Json] = {}
    for key in keys:
        found = _of_condition(list(ended[key].values()), plan)
        if key != keys[0]:
            found.update(_of_changes(_pairs(ended[keys[0]], ended[key]), plan))
        measures.update({"home." + name + "@" + key: measure for name, measure in found.items()})
    return measures


def _of_condition(ended: list[tuple[str, bool, str]], plan: Json) -> dict[str, Json]:
    classes, measures = [], {}
    for name in plan["tasks"]:
        one = Tally([(valid, outcome) for task, valid, outcome in ended if task == name])
        classes.append(one)
        counts = {
            "f": (one.right, int(one.all), one.whole),
            "f_valid": (one.count["TP"], one.valid, one.valid > 0),
            "f_irrelevant": (one.count["TN"], one.irrelevant, one.irrelevant > 0),
        }
        for part, (right, n, known) in counts.items():
            measures[part + "." + name] = stated(right / n if known else None, n, wilson(right, n) if known else None)
    index = index_measures(classes, float(plan["penalty"]))
    return {**measures, **{name: index[name] for name in ("T", "T_corrected", "f_mean", "f_spread")}}


def _pairs(first: Ended, then: Ended) -> list[Pair]:
    """Return the tasks that were tested under both conditions."""
    return [
        (task, valid, outcome in ("TP", "TN"), then[id_][2] in ("TP", "TN"))
        for id_, (task, valid, outcome) in first.items()
        if id_ in then
    ]


def _of_changes(pairs: list[Pair], plan: Json) -> dict[str, Json]:
    measures, penalty = {}, float(plan["penalty"])
    classes = [[pair for pair in pairs if pair[0] == name] for name in plan["tasks"]]
    for name, found in zip(plan["tasks"], classes):
        for part, kinds in _PARTS.items():
            own = [pair for pair in found if pair[1] in kinds]
            value, limits = None, None
            if {pair[1] for pair in own} == set(kinds):
                value, limits = (
                    (sum(pair[3] for pair in own) - sum(pair[2] for pair in own)) / len(own),
                    moved([own])[1],
                )
            measures["change." + part + "." + name] = stated(value, len(own), limits)
    n = len(pairs)
    measures.update({"change." + name: stated(None, n) for name in ("f_mean", "T", "T_corrected")})
    if not all({pair[1] for pair in own} == {True, False} for own in classes):
        return measures
    before, after = ([mean([float(pair[side]) for pair in own]) for own in classes] for side in (2, 3))
    (centre, limits), corrected = moved(classes), _changed_index(classes, penalty)
    measures["change.f_mean"] = stated(centre, n, limits)
    measures["change.T"] = stated(index_of(after, penalty) - index_of(before, penalty), n)
    if corrected and limits:
        value, (low, high) = corrected
        # The change of T is taken for no surer than that of the mean accuracy.
        reach = min(low, value - (centre - limits[0])), max(high, value + (limits[1] - centre))
        measures["change.T_corrected"] = stated(value, n, reach)
    return measures


def moved(classes: list[list[Pair]]) -> tuple[float, tuple[float, float] | None]:
    """Return by how much the mean accuracy of some classes changes, with Tango's interval; none below two tasks."""
    weights = [1 / (len(classes) * len(own)) for own in classes for _ in own]
    moves = [pair[3] - pair[2] for own in classes for pair in own]
    value, n = product_sum(list(map(float, moves)), weights), len(moves)
    if n < 2:
        return value, None
    apart = math.sqrt(n * product_sum(weights, weights))
    gained, lost = moves.count(1), moves.count(-1)
    pooled = (gained - lost) / n
    low, high = -tango(lost, gained, n), tango(gained, lost, n)
    return value, (max(value - apart * (pooled - low), -1.0), min(value + apart * (high - pooled), 1.0))


def _changed_index(classes: list[list[Pair]], penalty: float) -> tuple[float, tuple[float, float]] | None:
    """Return by how much the noise-corrected index of some classes changes on the same tasks, with its interval (MOVER).

    None where a class, or a kind of task within it, has fewer than two tasks.
    """
    if any(0 < sum(pair[1] is kind for pair in own) < 2 or not own for own in classes for kind in (True, False)):
        return None
    first, then = (
        [Tally([(pair[1], _RIGHTLY[pair[1], bool(pair[side])]) for pair in own]) for own in classes] for side in (2, 3)
    )
    shared = [_shared_noise(own) for own in classes]
    slopes = [_slopes(side, penalty) for side in (then, first)]
    one, other = (product_sum([s * s for s in own], class_noises(side)) for own, side in zip(slopes, (then, first)))
    scale = math.sqrt(one * other)
    together = math.fsum(a * b * c for a, b, c in zip(*slopes, shared))
    correlation = min(max(together / scale, -1.0), 1.0) if scale > 0 else 0.0
    (value, (low, high)), (base, (base_low, base_high)) = (corrected_index(side, penalty) for side in (then, first))
    down, up = joined(value - low, base_high - base, correlation), joined(high - value, base - base_low, correlation)
    return value - base, (value - base - down, value - base + up)


def _shared_noise(own: list[Pair]) -> float:
    """Return the covariance of a class's accuracies under both conditions, kind by kind."""
    parts = []
    for kind in {pair[1] for pair in own}:
        mine = [pair for pair in own if pair[1] is kind]
        n, weight = len(mine), len(mine) / len(own)
        a, b, both = (sum(map(bool, marks)) for marks in zip(*((p[2], p[3], p[2] and p[3]) for p in mine)))
        parts.append(weight * weight * (both / n - a / n * (b / n)) / n)
    return math.fsum(parts)


def _slopes(classes: list[Tally], penalty: float) -> list[float]:
    """Return how T moves with each class accuracy."""
    accuracies, count = [one.accuracy for one in classes], len(classes)
    width = spread(accuracies)
    return [(1 - penalty * apart / width if width else 1.0) / count for apart in deviations(accuracies)]


ROBUSTNESS = Kind(
    changed_scores, changed_doubts, changed_measures, list_doubts=task_list_doubts, repeats=condition_ends
)
