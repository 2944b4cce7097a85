"""Secret tasks: their seed, once published in ``reveal.json``, is the one committed to, and every task comes from it.

The hundred seeds of a pair begin at the first 62 bits of HMAC-SHA256(secret, "task/pair").
"""

from __future__ import annotations

import hmac
import os
import re
from typing import Any, Iterator

from mindsight.checker.basics import brief, digest, same
from mindsight.checker.files import page_of
from mindsight.checker.findings import Finding, unlike
from mindsight.record.reading.strict import Json, a_dict, is_file

_REVEAL = "reveal.json"
_SEALED = {
    "tasks",
    "trials",
    "irrelevant",
    "reasons",
    "penalty",
    "unknown",
    "interface",
    "setting",
    "epochs",
    "tasks_per_scene",
}
_SEALED_ROOMS = {"tasks", "scenes", "empty", "alpha", "interface", "setting", "embedder"}
_DRAWING = {"mindsight", "mujoco-core", "numpy"}
SEEDS_OF_A_PAIR = 100


def sealing_doubts(folder: str, manifest: Json, entries: list[Json]) -> Iterator[Finding]:
    """Yield where a published seed is not the one committed to, and tasks that do not come from it."""
    sealed = a_dict(manifest.get("plan")).get("sealed")
    if not os.path.lexists(os.path.join(folder, _REVEAL)):
        return
    unreadable: list[Finding] = []
    opening = page_of(folder, _REVEAL, unreadable)
    if unreadable:
        yield from unreadable
    elif digest(opening) != sealed:
        yield Finding("commitment", file=_REVEAL, expected=brief(sealed))
    else:
        yield from opening_doubts(manifest, opening, entries)
        yield from drawn_doubts(opening, entries)


def opening_doubts(manifest: Json, opening: Json, entries: list[Json]) -> Iterator[Finding]:
    """Yield where a run was tested by another plan, or with other versions, than those committed to."""
    plan, used = dict(a_dict(manifest.get("plan"))), a_dict(manifest.get("software"))
    # How a model is asked for points is the subject's own; a seal is made before there is one.
    plan["setting"] = {name: value for name, value in a_dict(plan.get("setting")).items() if name != "model_profile"}
    agreed, versions = a_dict(opening.get("plan")), a_dict(opening.get("versions"))
    software = a_dict(versions.get("software"))
    drawn = {str(entry.get("task")): entry.get("task_version") for entry in entries}
    alone = "scenes" in agreed
    fields = (_SEALED_ROOMS if alone else _SEALED) | agreed.keys()
    pairs: list[tuple[str, Any, str, Any]] = [
        ("format", opening.get("format"), "kind", "mindsight.home-opening"),
        ("version", opening.get("version"), "kind", 1),
        *(("plan." + name, agreed.get(name), "plan", plan.get(name)) for name in sorted(fields)),
        (
            "versions.rule",
            versions.get("rule"),
            "identity",
            a_dict(manifest.get("identity")).get("engine_rule" if alone else "rule"),
        ),
        ("versions.tasks", a_dict(versions.get("tasks")), "data", drawn),
    ]
    names = sorted(_DRAWING | software.keys())
    pairs += [("versions.software." + name, software.get(name), "software", used.get(name)) for name in names]
    for field, value, other, expected in pairs:
        doubts = unlike(field, value, "manifest.json " + other, expected, key="disagrees", fits=same)
        yield from (doubt.at(file=_REVEAL) for doubt in doubts)


def drawn_doubts(opening: Json, entries: list[Json]) -> Iterator[Finding]:
    """Yield each task whose seed does not follow from the published one."""
    count: dict[tuple[str, bool], int] = {}
    for entry in entries:
        task, valid = str(entry.get("task")), entry.get("reason") == ""
        pair = count[task, valid] = count.get((task, valid), -1) + 1
        first = first_seed(str(opening.get("seed")), task, pair)
        if first is None or entry.get("seed") not in range(first, first + SEEDS_OF_A_PAIR):
            yield seed_doubt(entry, _REVEAL, first)


def seed_doubt(entry: Json, other: str, first: int | None) -> Finding:
    """Return that a task's seed is none of those set aside for it."""
    bounds = "?" if first is None else "{} … {}".format(first, first + SEEDS_OF_A_PAIR - 1)
    shown = {"value": brief(entry.get("seed")), "other": other, "expected": bounds}
    return Finding("disagrees", field="{}.seed".format(entry.get("id")), **shown)


def first_seed(secret: str, task: str, pair: int) -> int | None:
    """Return where the seeds of a pair begin; None where the secret is no number in hexadecimal."""
    if not re.fullmatch("[0-9a-f]{64}", secret):
        return None
    drawn = hmac.new(bytes.fromhex(secret), "{}/{}".format(task, pair).encode("utf-8", "replace"), "sha256").digest()
    number = int.from_bytes(drawn[:8], "big") >> 2
    return number - number % SEEDS_OF_A_PAIR


def sealing_notes(folder: str, manifest: Json) -> Iterator[Finding]:
    """Yield whether the seed of sealed tasks is published."""
    sealed = a_dict(manifest.get("plan")).get("sealed")
    if sealed:
        yield Finding("revealed" if is_file(os.path.join(folder, _REVEAL)) else "sealed", file=folder, found=sealed)
