"""The same tasks under several conditions, of a robustness run or a validation: f of each class and T under each."""

from __future__ import annotations

from typing import Iterator

from mindsight.checker.basics import Json, Row, a_dict, brief, dicts
from mindsight.checker.findings import Finding
from mindsight.checker.home.episodes import episode_doubts
from mindsight.checker.home.index import index_measures
from mindsight.checker.home.tasks import task_list_doubts
from mindsight.checker.kinds import Kind


def condition_ends(manifest: Json) -> list[str]:
    """Return what the ids of an entry's items end with: the key of each condition."""
    return ["@" + str(one.get("key")) for one in dicts(a_dict(manifest.get("plan")).get("conditions"))]


def condition_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield a condition that is not the one for which the item stands."""
    end = "@" + str(item["terms"].get("condition"))
    if end not in condition_ends(manifest) or not str(item["id"]).endswith(end):
        yield Finding("term", field="condition", value=brief(item["terms"].get("condition")))


def _changed_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    yield from condition_doubts(item, manifest)
    yield from episode_doubts(item, entry, manifest)


def changed_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return f of each class and T under each condition."""
    measures = {}
    for end in condition_ends(manifest):
        own = index_measures([row for row in table if "@" + _condition_of(row[0]) == end], manifest["plan"])
        measures.update({name + end: one for name, one in own.items() if name != "home.T_valid"})
    return measures


def _condition_of(item: Json) -> str:
    return str(item["id"]).partition("@")[2]


CONDITIONS = Kind(
    lambda _item, _manifest: {}, _changed_doubts, changed_measures, list_doubts=task_list_doubts, repeats=condition_ends
)
