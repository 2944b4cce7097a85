"""The list of tasks: of each class as many as planned, valid and irrelevant ones in pairs (6.4.1 c), in sessions (6.4.1 d)."""

from __future__ import annotations

from typing import Any, Iterator, Mapping

from mindsight.checker.basics import a_list, brief, dicts, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.home.episodes import kinds_of, own_budget, steps_of
from mindsight.checker.home.sealing import SEEDS_OF_A_PAIR, sealing_doubts, seed_doubt
from mindsight.record.reading.strict import Json, a_dict

SEEDS_OF_A_PLAN = 1_000_000


def task_list_doubts(folder: str, items: Mapping[str, Json], manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield whatever is not as plan, sessions and seal have it."""
    plan, entries = a_dict(manifest.get("plan")), list(data["items"])
    yield from _place_doubts(plan, entries)
    yield from sealing_doubts(folder, manifest, entries)
    yield from session_doubts(items, manifest, {**data, "items": entries})


def _place_doubts(plan: Json, entries: list[Json]) -> Iterator[Finding]:
    """Yield each task that is not the one for its place in the plan.

    Both of a pair come from one seed, the first of those set aside for the pair that gives a task.
    """
    given: list[Any] = [plan.get(field) for field in ("tasks", "trials", "seed", "irrelevant")]
    tasks, trials, seed, share = given
    fits = isinstance(share, float) and 0 < share < 1 and a_list(tasks) and whole(trials, seed) and abs(seed) < 10**18
    if not fits or trials * len(tasks) != len(entries):
        # What cannot be counted with must not pass for a plan that was kept.
        shown = {"value": brief(given), "other": "items", "expected": len(entries)}
        yield Finding("disagrees", file="manifest.json", field="plan.trials", **shown)
        return
    unfit = round(trials * share)
    places: list[tuple[str, int, int, str]] = []
    for task in map(str, tasks):
        reasons = kinds_of(plan, task)
        kinds = [(pair, "") for pair in range(trials - unfit)]
        kinds += [(pair, reasons[pair % len(reasons)]) for pair in range(unfit)]
        places += [(task, number, *kind) for number, kind in enumerate(kinds, 1)]
    for entry, (task, number, pair, reason) in zip(entries, places):
        wanted = {"id": "{}-{:04d}".format(task, number), "task": task, "reason": reason}
        for field, value in wanted.items():
            yield from unlike(wanted["id"] + "." + field, entry.get(field), "plan", value, key="disagrees")
        # The seeds of a sealed plan are known once its secret is published.
        first = seed * SEEDS_OF_A_PLAN + pair * SEEDS_OF_A_PAIR
        if plan.get("sealed") is None and entry.get("seed") not in range(first, first + SEEDS_OF_A_PAIR):
            yield seed_doubt({**entry, "id": wanted["id"]}, "plan.seed", first)


def session_doubts(items: Mapping[str, Json], manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield where tasks do not share sessions as the list has it, or have not what those before them left of the budget."""
    entries, sittings = {str(entry.get("id")): entry for entry in dicts(data.get("items"))}, dicts(data.get("sittings"))
    size: Any = a_dict(manifest.get("plan")).get("tasks_per_scene", 1)
    sat = [list(map(str, a_list(one.get("tasks")))) for one in sittings]
    each_once = sorted(id_ for one in sat for id_ in one) == sorted(entries) if sittings else size == 1
    if not each_once or not whole(size) or any(not 0 < len(one) <= size for one in sat) or (sittings and size == 1):
        shown = {"value": max(map(len, sat)) if sat else 1, "other": "plan.tasks_per_scene", "expected": brief(size)}
        yield Finding("disagrees", field="sittings", **shown)
        return
    alone = [] if sittings else [id_ for id_, item in items.items() if "sitting" in a_dict(item.get("terms"))]
    yield from (Finding("given", found=id_, field="sitting") for id_ in alone)
    for one, tasks in zip(sittings, sat):
        yield from _one_after_another(one, tasks, entries, items)


def _one_after_another(sitting: Json, tasks: list[str], entries: Any, items: Mapping[str, Json]) -> Iterator[Finding]:
    """Yield where a task of a session is not at its place, or did not begin with what those before it left."""
    if not all(whole(entries[id_].get("oracle_steps")) for id_ in tasks):
        return
    left = sum(own_budget(entries[id_]) for id_ in tasks)
    for place, id_ in enumerate(tasks, 1):
        if id_ not in items:
            return
        item = items[id_]
        terms = {**a_dict(item.get("terms")), "cluster": item.get("cluster")}
        given = {"sitting": sitting.get("name"), "place": place, "left": left, "cluster": sitting.get("round")}
        for field, value in given.items():
            if not same(terms.get(field), value):
                yield Finding("given", found=id_, field=field)
        # Who could not be tested takes along what it would have had alone.
        left -= min(left, len(steps_of(item)) if item.get("status") == "scored" else own_budget(entries[id_]))
