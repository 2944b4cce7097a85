"""The home suite's tasks for ``inspect eval mindsight/home``, in the harness's types; this file does not import Inspect."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.runs.suites import Judged
from mindsight.home import options
from mindsight.home.adapters.outside import ENVIRONMENT, dialogue, item_of
from mindsight.home.classes import CLASSES
from mindsight.home.episodes.episode import Result
from mindsight.home.episodes.running import facts_of
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import Prepared, cache_folder, prepare, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.scoring.generalisation import generalisation_index

OPTIONS = options.names_of(Plan)


def plan_of_options(**given: Any) -> Plan:
    """Return the plan that options make.

    Raises:
        InputError: A value is not valid.
    """
    plan: Plan = options.chosen(Plan, given)
    options.check_keys(plan.tasks, CLASSES)
    return plan


def tasks_of(
    plan: Plan, *, workers: int = 1, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> list[Prepared]:
    """Prepare the tasks of a plan as ``mindsight home tasks run`` does, from the same cache."""
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=plan.seed, reasons=plan.reasons)
    return prepare(wanted, cache=cache_folder(), workers=workers, progress=progress)


def inspect_items(*, workers: int = 1, **given: Any) -> tuple[list[Item], Dialogue, str]:
    """Prepare the tasks of a plan.

    Raises:
        InputError: A value is not valid.
    """
    plan = plan_of_options(**given)
    items = [item_of(task.instance, plan.setting, plan.interface) for task in tasks_of(plan, workers=workers)]
    return items, dialogue(plan.setting, plan.interface), ENVIRONMENT


def judge(item: Item, result: dict[str, Any]) -> Judged:
    """Return how a task ended; TP and TN are right, as f counts them."""
    ended = Result.model_validate(result["result"])
    facts = {
        **facts_of(Instance.model_validate(item.opening["instance"])),
        "outcome": ended.outcome,
        "manner": ended.manner,
        "ending": ended.ending,
        "held_first": ended.held_first,
        "steps": len(ended.steps),
        "graded": ended.score,
    }
    return Judged(ended.outcome in {"TP", "TN"}, facts)


def measures(judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
    """Return T by formula (1), the measures always reported with it, and f of each class.

    T is undefined if a class lacks valid or irrelevant tasks, as it may after ``--limit``.
    """
    classes: dict[str, list[tuple[float, bool]]] = {}
    for right, facts in judged:
        classes.setdefault(facts["task"], []).append((right, facts["valid"]))
    accuracies = {f"f.{key}": fmean(right for right, _ in rows) for key, rows in classes.items()}
    irrelevant = [fmean(not valid for _, valid in rows) for rows in classes.values()]
    if not classes or not all(0 < share < 1 for share in irrelevant):
        return {**dict.fromkeys(("T", "T_valid", "T_gain"), math.nan), **accuracies}
    index = generalisation_index(list(accuracies.values()))
    valid = generalisation_index([fmean(right for right, valid in rows if valid) for rows in classes.values()])
    # Declining everything is right for the irrelevant tasks; claiming everything is never right.
    gain = index - max(0.0, generalisation_index(irrelevant))
    return {"T": index, "T_valid": valid, "T_gain": gain, **accuracies}
