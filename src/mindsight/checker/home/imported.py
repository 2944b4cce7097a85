"""Questions that somebody brought along, with generated ones beside them: each class as the pool has it, measures as for all questions."""

from __future__ import annotations

from typing import Any, Collection, Iterator, Mapping

from mindsight.checker.basics import Row, a_list, brief, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.home.index import measures_of_ends
from mindsight.checker.home.questions import (
    above_chance,
    end_of,
    of_wordings,
    question_doubts,
    question_list_doubts,
    rows_by_class,
    share_of_ends,
    what_was_read,
)
from mindsight.checker.kinds import Kind
from mindsight.record.reading.strict import Json, a_dict


def imported_list_doubts(_folder: str, _items: Mapping[str, Json], manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield where the list has not of each class as many numbers as planned, or a twin that is not made from its question."""
    plan = a_dict(manifest.get("plan"))
    pool = {str(a_dict(one).get("key")): a_dict(one) for one in a_list(a_dict(data.get("pool")).get("classes"))}
    tasks = [str(task) for task in a_list(plan.get("tasks"))]
    generated = [task for task in tasks if task not in pool]
    if generated:
        drawn = [one for one in data["items"] if a_dict(one).get("kind") in generated]
        yield from question_list_doubts("", {}, {"plan": {**plan, "tasks": generated}}, {"items": drawn})
    entries = {
        str(a_dict(one).get("id")): a_dict(one) for one in data["items"] if a_dict(one).get("kind") not in generated
    }
    numbers: dict[str, set[str]] = {task: set() for task in tasks if task in pool}
    for name, entry in entries.items():
        number, _, place = name.rpartition("-")
        kind = str(entry.get("kind"))
        if kind not in numbers or number.rpartition("-")[0] != kind:
            yield Finding("disagrees", field=name + ".kind", value=brief(kind), other="plan", expected=name)
            continue
        numbers[kind].add(number)
        first = entries.get(number + "-1", {})
        if place == "2":
            for field in ("words", "options", "form", "group"):
                yield from unlike(
                    name + "." + field, entry.get(field), number + "-1", first.get(field), key="disagrees", fits=same
                )
    for kind, found in numbers.items():
        whole_class: Any = a_dict(pool.get(kind)).get("numbers")
        trials: Any = plan.get("trials")
        wanted = min(whole_class, trials or whole_class) if whole(whole_class, trials) else None
        if len(found) != wanted:
            yield Finding("disagrees", field="items", value=len(found), other="plan", expected=brief(wanted))


def imported_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return f of each class, T, and accuracy, above chance and what was declined rightly; questions of a group depend on each other."""
    plan = manifest["plan"]
    rows = rows_by_class(table, plan)
    ends = {name: [end_of(item) for item in own] for name, own in rows.items()}
    measures = {**measures_of_ends(ends, plan, shared=True), **what_was_read(rows, manifest)}
    every = [item for own in rows.values() for item in own]
    for end, own in [("", every), *(("." + name, own) for name, own in rows.items())]:
        valid = [item for item in own if item["terms"]["valid"]]
        measures["home.f_above_chance" + end] = above_chance(valid)
        measures["home.accuracy" + end] = share_of_ends([end_of(item) for item in valid])
        measures["home.declined" + end] = share_of_ends([end_of(item) for item in own if not item["terms"]["valid"]])
    generated = {key: own for key, own in rows.items() if a_dict(a_dict(plan.get("classes")).get(key)).get("generated")}
    if generated:
        measures.update(of_wordings(generated))
    return measures


IMPORTED = Kind(lambda _item, _manifest: {}, question_doubts, imported_measures, list_doubts=imported_list_doubts)
