"""Task generalisation: the accuracy f of each class (4.2, 6.3) and T = mean f - λ · spread of f (formula 1), in [0, 1].

None has a value where a class lacks one kind of task. Limits of f are Wilson's; tasks that share sessions count as fewer. A run
for robustness or validity has both under each of its conditions.
"""

from __future__ import annotations

import math
from typing import Any, Collection

from mindsight.checker.basics import Row, whole
from mindsight.checker.home.episodes import (
    NARROW,
    can_be_judged,
    episode_doubts,
    judged,
    kinds_of,
    rule_of,
    turns_of,
)
from mindsight.checker.home.sealing import sealing_notes
from mindsight.checker.home.tasks import task_list_doubts
from mindsight.checker.kinds import Kind, condition_ends
from mindsight.checker.statistics import Z, mean, spread, stated, t_quantile, wilson
from mindsight.record.reading.strict import Json, a_dict

End = tuple[bool, bool, str]
"""How a task ended: whether it was valid, whether it ended rightly, and its round of sessions."""


def epoch_ends(manifest: Json) -> list[str]:
    """Return what the ids of a task's items end with: a number each, where every task was put several times."""
    epochs: Any = a_dict(manifest.get("plan")).get("epochs")
    return ["@{}".format(n) for n in range(1, epochs + 1)] if whole(epochs) and 1 < epochs <= 1000 else [""]


def generalisation_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return f and T of the run; where every task was put several times, of each time and their means."""
    ends, plan, rule = epoch_ends(manifest), manifest["plan"], rule_of(manifest)
    if ends == [""]:
        return {**whole_run(table, plan, rule), **unread_shares(table, rule)}
    runs = [whole_run([row for row in table if str(row[0]["id"]).endswith(end)], plan, rule) for end in ends]
    measures = {name: _mean_of_runs([run[name] for run in runs]) for name in runs[0]}
    for end, run in zip(ends, runs):
        measures.update(
            {name + end: one for name, one in run.items() if name == "home.T" or name.startswith("home.f.")}
        )
    return {**measures, **unread_shares(table, rule)}


def unread_shares(table: Collection[Row], rule: int) -> dict[str, Json]:
    """Return the share of turns that could not be read, and of those cut off, empty and refused, under rules that have them."""
    causes = [cause for item, _ in table for cause in item.get("turns", ())] if rule > 1 else []
    if not causes:
        return {}
    counts = {"": len(causes) - causes.count("")}
    counts.update({"." + part: causes.count(part) for part in ("cut", "empty", "refused")})
    return {"home.unread" + part: stated(count / len(causes), len(causes)) for part, count in counts.items()}


def whole_run(table: Collection[Row], plan: Json, rule: int = 1) -> dict[str, Json]:
    """Return f and T of all tasks and, with wider kinds of irrelevance, T of the narrow ones and the recall of each kind."""
    measures = index_measures(table, plan, rule)
    if "kinds" not in plan:
        return measures
    tasks, trials = plan["tasks"], plan["trials"]
    judged_ones = [item for item, _ in table if can_be_judged(item, tasks)]
    valid = trials - round(trials * plan["irrelevant"])
    narrow: list[Row] = []
    for item in judged_ones:
        number, kinds = (
            int(str(item["id"]).partition("@")[0].rpartition("-")[2]) - 1,
            kinds_of(plan, item["terms"]["task"]),
        )
        # A pair is of the kind of its irrelevant task; the valid tasks of a class are numbered first.
        if kinds[(number if number < valid else number - valid) % len(kinds)] in NARROW:
            narrow.append((item, {}))
    of_narrow: Json = stated(None, 0)
    if set(plan["reasons"]) & set(NARROW):
        of_narrow = index_measures(narrow, plan)["home.T"]
    measures["home.T_narrow"] = of_narrow
    for kind in plan["reasons"]:
        if not any(kind in kinds_of(plan, task) for task in tasks):
            continue
        ends = [judged(item["terms"])[0] == "TN" for item in judged_ones if item["terms"]["reason"] == kind]
        limits = wilson(sum(ends), len(ends)) if ends and "tasks_per_scene" not in plan else None
        measures["home.ignored." + kind] = stated(sum(ends) / len(ends) if ends else None, len(ends), limits)
    return measures


def _mean_of_runs(alike: list[Json]) -> Json:
    values, limits = ([one[part] for one in alike if one[part] is not None] for part in ("value", "interval"))
    interval = None
    if len(values) == len(limits) == len(alike):
        interval = (mean([one["low"] for one in limits]), mean([one["high"] for one in limits]))
    return stated(mean(values) if len(values) == len(alike) else None, sum(one["n"] for one in alike), interval)


def index_measures(table: Collection[Row], plan: Json, rule: int = 1) -> dict[str, Json]:
    """Return f of each class, T, and T of the valid tasks alone; under rules that know NR, T without them and their share."""
    classes: dict[str, list[End]] = {name: [] for name in plan["tasks"]}
    read: dict[str, list[End]] = {name: [] for name in plan["tasks"]}
    for item, _ in table:
        if can_be_judged(item, plan["tasks"]):
            terms, cluster, outcome = item["terms"], str(item.get("cluster")), judged(item["terms"], 2)[0]
            end = (terms["valid"], outcome in ("TP", "TN"), cluster)
            classes[terms["task"]].append(end)
            read[terms["task"]] += [end] if outcome != "NR" else []
    measures = measures_of_ends(classes, plan, shared="tasks_per_scene" in plan)
    return {**measures, **(without_unread(classes, read, plan) if rule > 1 else {})}


def without_unread(classes: dict[str, list[End]], read: dict[str, list[End]], plan: Json) -> dict[str, Json]:
    """Return T over the tasks that were read and reached, and the share of the others among all."""
    n, there = (sum(map(len, ends.values())) for ends in (classes, read))
    index = measures_of_ends(read, plan, shared=False)["home.T"]
    return {"home.T_read": index, "home.NR": stated((n - there) / n if n else None, n)}


def measures_of_ends(classes: dict[str, list[End]], plan: Json, *, shared: bool) -> dict[str, Json]:
    """Return f of each class, T, and T of the valid tasks alone; where tasks depend on each other (``shared``), limits are wider."""
    measures, accuracies, met, penalty = {}, [], [], float(plan["penalty"])
    for name, ends in classes.items():
        valid, right = [end for end in ends if end[0]], sum(end[1] for end in ends)
        if 0 < len(valid) < len(ends):
            accuracies.append(right / len(ends))
            met.append(sum(end[1] for end in valid) / len(valid))
            by = widened(ends) if shared else 1.0
            limits = None if by is None else wilson(right / by, len(ends) / by)
            measures["home.f." + name] = stated(accuracies[-1], len(ends), limits)
        else:
            measures["home.f." + name] = stated(None, len(ends))
    n, known = sum(map(len, classes.values())), len(accuracies) == len(classes)
    for name, values in (("home.T", accuracies), ("home.T_valid", met)):
        measures[name] = stated(mean(values) - penalty * spread(values) if known else None, n)
    return measures


def widened(ends: list[End]) -> float | None:
    """Return by how much the variance of an accuracy is larger over rounds than over independent tasks, at least 1; times t²/z².

    None below two rounds; the mean size of a round where all tasks of a kind ended alike.
    """
    rounds = {end[2] for end in ends}
    count = len(rounds)
    if count < 2:
        return None
    valid = sum(end[0] for end in ends)
    apart = min(valid, len(ends) - valid) >= 2  # else there are too few of a kind to take the kinds apart
    sums, alone = dict.fromkeys(rounds, 0.0), []
    for kind in (True, False) if apart else (None,):
        own = [end for end in ends if kind in (None, end[0])]
        share = sum(end[1] for end in own) / len(own)
        alone.append(len(own) ** 2 * share * (1 - share) / (len(own) - 1))
        for end in own:
            sums[end[2]] += end[1] - share
    effect = len(ends) / count
    if math.fsum(alone):
        effect = max(1.0, count / (count - 1) * math.fsum(total * total for total in sums.values()) / math.fsum(alone))
    return effect * (t_quantile(count - 1) / Z) ** 2


GENERALISATION = Kind(
    lambda _item, _manifest: {},
    episode_doubts,
    generalisation_measures,
    list_doubts=task_list_doubts,
    repeats=epoch_ends,
    notes=sealing_notes,
    keeps=turns_of,
)


def changed_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return f of each class and T under each condition; in a test of robustness also what the kinds of irrelevance give."""
    measures, rule = unread_shares(table, rule_of(manifest)), rule_of(manifest)
    by_condition = whole_run if manifest.get("kind") == "robustness" else index_measures
    for end in condition_ends(manifest):
        rows = [row for row in table if "@" + str(row[0]["id"]).partition("@")[2] == end]
        own = by_condition(rows, manifest["plan"], rule)
        measures.update({name + end: one for name, one in own.items() if name != "home.T_valid"})
    return measures


CONDITIONS = Kind(
    lambda _item, _manifest: {},
    episode_doubts,
    changed_measures,
    list_doubts=task_list_doubts,
    repeats=condition_ends,
    keeps=turns_of,
)
