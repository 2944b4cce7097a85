"""Whether tasks measure what they should: a damage to the subject lowers the classes that need what it damages, and no other."""

from __future__ import annotations

from mindsight.checker.basics import Json, Row
from mindsight.checker.home.changes import (
    Pair,
    changed_doubts,
    changed_measures,
    changed_scores,
    condition_ends,
    conditions_of,
    moved,
)
from mindsight.checker.home.episodes import can_be_judged, judged
from mindsight.checker.home.tasks import task_list_doubts
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import stated

Rights = dict[str, bool]
"""Whether each task ended rightly."""


def validity_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the numbers under each condition, and how many dials and classes are as declared."""
    plan, measures = manifest["plan"], changed_measures(table, manifest)
    right: dict[tuple[str, str, bool], Rights] = {}
    for item, _ in table:
        if can_be_judged(item, plan["tasks"]):
            terms = item["terms"]
            own = right.setdefault((terms["condition"], terms["task"], terms["valid"]), {})
            own[str(item["id"]).split("@")[0]] = judged(terms)[0] in ("TP", "TN")
    for side, valid in (("valid", True), ("irrelevant", False)):
        found = []
        for dial in plan["dials"]:
            keys = [one["key"] for one in plan["conditions"] if one["facts"].get("dial") == dial]
            for task in plan["tasks"]:
                ends = [right.get((key, task, valid), {}) for key in (conditions_of(manifest)[0], *keys)]
                found.append(as_declared(ends, needed=dial in plan["needs"][task][side]))
        for verdict in ("falls", "flat", "unsure", "misfits"):
            measures["home.validity." + verdict + "." + side] = stated(float(found.count(verdict)), len(found))
    return measures


def as_declared(own: list[Rights], *, needed: bool) -> str:
    """Return whether the tasks of a class fall or stay as they are, from those without damage on to the greatest damage."""
    first, *others = own
    changes = [_shared_change(first, one) for one in others]
    further = [_shared_change(*two) for two in zip(others, others[1:])]  # noqa: RUF007  (Python 3.9 has no pairwise)
    if any(limits and limits[0] > 0 for _, limits in further):
        return "misfits"
    if not needed:
        return "misfits" if any(limits and (limits[0] > 0 or limits[1] < 0) for _, limits in changes) else "flat"
    value, limits = changes[-1]
    if limits and limits[1] < 0:
        return "falls"
    return "misfits" if limits and limits[0] > -0.25 and value >= 0 else "unsure"


def _shared_change(one: Rights, other: Rights) -> tuple[float, tuple[float, float] | None]:
    pairs: list[Pair] = [("", True, one[task], other[task]) for task in one if task in other]
    return moved([pairs]) if pairs else (0.0, None)


VALIDITY = Kind(changed_scores, changed_doubts, validity_measures, list_doubts=task_list_doubts, repeats=condition_ends)
