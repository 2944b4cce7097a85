"""Task generalisation: the accuracy f of each class (4.2, 6.3) and T = mean f - λ · spread of f (formula 1), in [0, 1].

None has a value where a class lacks one kind of task: the index then says nothing.
"""

from __future__ import annotations

import math
from typing import Any

from mindsight.checker.basics import Json, Row, a_dict, whole
from mindsight.checker.home.episodes import can_be_judged, episode_doubts, graded_scores, judged
from mindsight.checker.home.noise import sure_index
from mindsight.checker.home.sealing import sealing_notes
from mindsight.checker.home.tallies import Tally
from mindsight.checker.home.tasks import task_list_doubts
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import chi_square, deviations, mean, spread, stated


def index_of(accuracies: list[float], penalty: float) -> float:
    """Return T by formula (1)."""
    return mean(accuracies) - penalty * spread(accuracies)


def epoch_ends(manifest: Json) -> list[str]:
    """Return what the ids of a task's items end with: a number each, where every task was put several times."""
    epochs: Any = a_dict(manifest.get("plan")).get("epochs")
    return ["@{}".format(n) for n in range(1, epochs + 1)] if whole(epochs) and 1 < epochs <= 1000 else [""]


def generalisation_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the numbers of the run; where every task was put several times, their means over the runs, and how these differ."""
    ends = epoch_ends(manifest)
    if ends == [""]:
        return _of_one_run(table, manifest)
    runs = [_of_one_run([row for row in table if str(row[0]["id"]).endswith(end)], manifest) for end in ends]
    measures: dict[str, Json] = {}
    for name in runs[0]:
        alike = [run[name] for run in runs]
        measures[name] = _mean_of_runs(alike)
        if name in ("home.T", "home.f_mean") or name.startswith("home.f."):
            measures.update({name + end: one for end, one in zip(ends, alike)})
            bare = name[len("home.") :]
            measures.update({"home." + key + "." + bare: one for key, one in _between(alike).items()})
    return measures


def _mean_of_runs(alike: list[Json]) -> Json:
    values, limits = ([one[part] for one in alike if one[part] is not None] for part in ("value", "interval"))
    interval = None
    if len(values) == len(limits) == len(alike):
        interval = (mean([one["low"] for one in limits]), mean([one["high"] for one in limits]))
    return stated(mean(values) if len(values) == len(alike) else None, sum(one["n"] for one in alike), interval)


def _between(alike: list[Json]) -> dict[str, Json]:
    """Return the standard deviation between runs with its interval by chi-square, the least and the greatest."""
    values, n = [one["value"] for one in alike], sum(one["n"] for one in alike)
    if None in values:
        return {key: stated(None, n) for key in ("between", "least", "greatest")}
    freedom, interval, apart = len(values) - 1, None, 0.0
    if max(values) - min(values) > 1e-12 * max(abs(max(values)), 1.0):
        apart = math.sqrt(math.fsum(d * d for d in deviations(values)) / freedom)
        low, high = (apart * math.sqrt(freedom / chi_square(share, freedom)) for share in (0.975, 0.025))
        interval = (low, high)
    return {"between": stated(apart, n, interval), "least": stated(min(values), n), "greatest": stated(max(values), n)}


def _of_one_run(table: list[Row], manifest: Json) -> dict[str, Json]:
    plan = manifest["plan"]
    ends: dict[str, list[tuple[bool, str]]] = {name: [] for name in plan["tasks"]}
    rounds: dict[str, list[str]] = {name: [] for name in plan["tasks"]}
    for item, _ in table:
        if can_be_judged(item, plan["tasks"]):
            terms = item["terms"]
            ends[terms["task"]].append((terms["valid"], judged(terms)[0]))
            rounds[terms["task"]].append(str(item.get("cluster")))
    classes = {name: Tally(ends[name], rounds[name] if "tasks_per_scene" in plan else None) for name in ends}
    if not classes:
        return {}
    measures: dict[str, Json] = {}
    for name, one in classes.items():
        measures.update(_of_class(name, one))
    measures.update(index_measures(list(classes.values()), float(plan["penalty"])))
    measures.update(_of_knowledge(classes, plan["unknown"], float(plan["penalty"])))
    for view, groups in plan.get("groups", {}).items():
        for name, keys in groups.items():
            measures[view + "." + name] = _of_group([classes[key] for key in keys])
    return {"home." + name: measure for name, measure in measures.items()}


def _of_class(name: str, one: Tally) -> dict[str, Json]:
    right, claimed, met = one.count["TP"], one.count["TP"] + one.count["FP"], one.count["TP"] + one.count["FN"]
    if not one.whole:
        ns = {"f.": int(one.all), "precision.": claimed, "recall.": met, "f_valid.": one.valid}
        return {kind + name: stated(None, n) for kind, n in ns.items()}
    return {
        "f." + name: stated(one.accuracy, int(one.all), one.limits()),
        "precision." + name: stated(right / claimed if claimed else None, claimed),
        "recall." + name: stated(right / met if met else None, met),
        "f_valid." + name: stated(right / one.valid, one.valid),
    }


def index_measures(classes: list[Tally], penalty: float) -> dict[str, Json]:
    """Return T with what it must not stand without: other weights, trivial subjects, valid tasks alone, without noise."""
    accuracies, known = [one.accuracy for one in classes], all(one.whole for one in classes)
    index, interval = index_of(accuracies, penalty), None
    refuse, claim, valid, corrected = 0.0, index_of([0.0 for _ in classes], penalty), 0.0, None
    if known:
        refuse = index_of([one.irrelevant / one.all for one in classes], penalty)
        valid = index_of([one.count["TP"] / one.valid for one in classes], penalty)
        corrected, interval = sure_index(classes, penalty)
    values: dict[str, float | None] = {
        "T": index,
        "T_corrected": corrected,
        "T_valid": valid,
        "T_gain": index - max(refuse, claim),
        "f_mean": mean(accuracies),
        "f_spread": spread(accuracies),
        "T_trivial.refuse": refuse,
        "T_trivial.claim": claim,
        **{"T_at." + weight: index_of(accuracies, float(weight)) for weight in ("0", "0.5", "1", "2")},
    }
    n = sum(int(one.all) for one in classes)
    limits = {"T_corrected": interval}
    return {name: stated(value if known else None, n, limits.get(name)) for name, value in values.items()}


def _of_knowledge(classes: dict[str, Tally], unknown: list[str], penalty: float) -> dict[str, Json]:
    """Return mean and T of the classes that the subject knew and of those that it did not; nothing unless it has both."""
    known = [one.accuracy for name, one in classes.items() if name not in unknown]
    other = [one.accuracy for name, one in classes.items() if name in unknown]
    measures: dict[str, Json] = {}
    tasks, there = sum(int(one.all) for one in classes.values()), all(one.whole for one in classes.values())
    for kind, weight in (("f", 0.0), ("T", penalty)) if known and other else ():
        one, two = index_of(known, weight), index_of(other, weight)
        for part, value, n in (("known", one, len(known)), ("unknown", two, len(other)), ("gap", one - two, tasks)):
            measures[kind + "_" + part] = stated(value if there else None, n)
    return measures


def _of_group(classes: list[Tally]) -> Json:
    """Return the mean accuracy of the classes of a dimension of table 1, or of a domain."""
    tasks = sum(int(one.all) for one in classes)
    if not all(one.whole for one in classes):
        return stated(None, tasks)
    return stated(mean([one.accuracy for one in classes]), tasks, sure_index(classes, 0.0)[1])


GENERALISATION = Kind(
    graded_scores,
    episode_doubts,
    generalisation_measures,
    list_doubts=task_list_doubts,
    repeats=epoch_ends,
    notes=sealing_notes,
)
