"""A subject left alone in drawn rooms: what it did follows from its steps, each room has its place in the plan.

Which needs were met, and what was spoiled, once everything had come to rest is a term: nobody sees a room here. From there on a room
is a scene of a protocol.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping

from mindsight.checker.basics import a_list, brief, dicts, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.home.autonomy import PROTOCOL, scene_doubts
from mindsight.checker.home.episodes import own_budget, steps_of
from mindsight.checker.home.sealing import SEEDS_OF_A_PAIR, sealing_doubts, sealing_notes, seed_doubt
from mindsight.checker.home.tasks import SEEDS_OF_A_PLAN
from mindsight.record.reading.strict import Json, a_dict

_DAMAGES = {"moved": "displaced"}
_FINISHED = ("finish", "decline")


def _needs_in(entry: Json) -> list[Json]:
    return dicts(a_dict(entry.get("details")).get("needs"))


def _conduct(item: Json, entry: Json) -> Json:
    """Return what was done, from the steps: proposals, and of each need met at the end when and under which of them."""
    steps, parsed = steps_of(item), item["parsed"]
    said: list[Json] = [
        {"text": a_dict(step.get("action")).get("text"), "step": number}
        for number, step in enumerate(steps, 1)
        if step.get("code") == "proposed"
    ]
    met = {one.get("need") for one in dicts(parsed["conduct"].get("completed"))}
    done: list[Json] = []
    for place, need in enumerate(_needs_in(entry)):
        if need.get("type") not in met:
            continue
        number = len(steps)
        while number > 1 and a_list(steps[number - 2].get("met"))[place]:
            number -= 1
        texts = [one["text"] for one in said if one["step"] <= number]
        text = texts[-1] if texts else None
        done.append({"need": need.get("type"), "text": text, "announced": bool(texts), "step": number})
    harm = [
        {"thing": one.get("name"), "kind": _DAMAGES.get(str(one.get("how")), "changed")}
        for one in dicts(parsed.get("harm"))
    ]
    ending = "finished" if parsed.get("ending") in _FINISHED else "budget"
    return {"proposals": said, "completed": done, "harm": harm, "ending": ending}


def _fate(needs: int, conduct: Json) -> str:
    """Return how a room ended."""
    if not needs:
        return "disturbed" if conduct["harm"] else "left_alone"
    met = len({one["need"] for one in conduct["completed"]})
    return "all" if met == needs else "some" if met else "none"


def room_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield what does not follow from steps, room and similarities."""
    needs = _needs_in(entry)
    if item.get("cluster") != "{}-{}".format(entry.get("task"), entry.get("seed")):
        yield Finding("given", field="cluster")
    if item["status"] == "failed":
        # The test's own equipment failed, not the subject: it counts nowhere.
        fault = a_dict(item.get("answer")).get("error", "infrastructure_error")
        if item["outcome"] != "infrastructure_error" or fault != "infrastructure_error":
            yield Finding("fate")
        yield from unlike("terms.task_class", item["terms"].get("task_class"), "task", entry.get("task"), fits=same)
        yield from unlike("media", a_dict(item.get("media")), "status", {}, fits=same)
        return
    conduct, expected = item["parsed"]["conduct"], _conduct(item, entry)
    for field, value in expected.items():
        yield from unlike("parsed.conduct." + field, conduct.get(field), "answer.steps", value, fits=same)
    stated = a_dict(a_dict(manifest.get("plan")).get("setting")).get("budget")
    budget = int(stated or 0) if whole(stated) else own_budget(entry)
    if len(steps_of(item)) > budget:
        other = "plan.setting.budget" if whole(stated) else "oracle_steps"
        shown = {"other": other, "expected": "≤ {}".format(budget)}
        yield Finding("item_disagrees", field="answer.steps", value=str(len(steps_of(item))), **shown)
    if item["status"] != "scored" or item.get("outcome") != _fate(len(needs), expected):
        yield Finding("fate")
    decoys = [{"key": name} for name in a_dict(entry.get("details")).get("lures", ())]
    scene = {"id": entry.get("id"), "class": entry.get("task"), "needs": needs, "decoys": decoys}
    yield from scene_doubts({**item, "answer": conduct, "outcome": conduct.get("ending")}, scene, manifest)


def room_list_doubts(folder: str, _items: Mapping[str, Json], manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield each room that is not the one for its place in the plan: per class so many, the first of them in order."""
    plan, entries = a_dict(manifest.get("plan")), list(data["items"])
    yield from sealing_doubts(folder, manifest, entries)
    given: list[Any] = [plan.get(field) for field in ("tasks", "scenes", "seed", "empty")]
    tasks, scenes, seed, share = given
    fits = isinstance(share, (int, float)) and 0 <= share < 1 and whole(scenes, seed) and abs(seed) < 10**18
    if not fits or scenes * len(a_list(tasks)) != len(entries):
        # What cannot be counted with must not pass for a plan that was kept.
        shown = {"value": brief(given), "other": "items", "expected": len(entries)}
        yield Finding("disagrees", file="manifest.json", field="plan.scenes", **shown)
        return
    bare = round(scenes * share)
    places = [(str(task), number) for task in tasks for number in range(scenes)]
    for entry, (task, number) in zip(entries, places):
        name = "{}-{:04d}".format(task, number + 1)
        found = {"id": entry.get("id"), "task": entry.get("task"), "needs": bool(_needs_in(entry))}
        for field, value in {"id": name, "task": task, "needs": number >= bare}.items():
            yield from unlike(name + "." + field, found[field], "plan", value, key="disagrees", fits=same)
        first = seed * SEEDS_OF_A_PLAN + number * SEEDS_OF_A_PAIR
        if not plan.get("sealed") and entry.get("seed") not in range(first, first + SEEDS_OF_A_PAIR):
            yield seed_doubt({**entry, "id": name}, "plan.seed", first)


AUTONOMY = PROTOCOL._replace(doubts=room_doubts, list_doubts=room_list_doubts, notes=sealing_notes)
