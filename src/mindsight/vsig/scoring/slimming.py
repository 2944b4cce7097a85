"""Reduce items to the parts that measures and tables need, so that ten thousand of them take little memory."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from mindsight.record.model import Item

_OF_SAMPLE: tuple[str, ...] = ("template", "level", "scene", "language", "counted", "speech", "command")
_OF_SAMPLE += ("extra", "missing", "wrong_kinds", "any_order", "repairs", "unusable")
_OF_TARGET: tuple[str, ...] = ("kind", "intent", "slots", "choice", "what", "where", "when")
_OF_TARGET += ("point", "masked", "in_mask", "area", "distance_units", "distance_px")
_OF_TARGET += ("reference_hit", "other_hit", "window", "interpolated", "time_ms", "overlap")


def slim(items: Iterable[Item]) -> list[Item]:
    """Return the items sorted by id, without the raw answers and other parts for readers only."""
    known: dict[tuple[Any, ...], dict[str, Any]] = {}
    return sorted((_slim(item, known) for item in items), key=lambda item: item.id)


def _slim(item: Item, known: dict[tuple[Any, ...], dict[str, Any]]) -> Item:
    terms = {name: _shared(item.terms[name]) for name in _OF_SAMPLE}
    command = item.terms["command"]
    # Records of rule 1 do not hold what was not understood.
    terms["command"] = {"score": command["score"], "best": command.get("best", command["score"])}
    terms["targets"] = [_target(target, known) for target in item.terms["targets"]]
    kept: dict[str, Any] = {"id": item.id, "cluster": sys.intern(item.cluster), "status": sys.intern(item.status)}
    kept |= {"outcome": sys.intern(item.outcome), "terms": terms, "notes": item.notes, "error": item.error}
    # Validated when it was read: nothing in it is new.
    return Item.model_construct(instance="", previous="", **kept)


def _target(target: Mapping[str, Any], known: dict[tuple[Any, ...], dict[str, Any]]) -> dict[str, Any]:
    found = {name: _shared(target[name]) for name in _OF_TARGET}
    found["point"] = None if target["point"] is None else tuple(target["point"])
    found["intent_best"] = target.get("intent_best", target["intent"])
    # Earlier records do not hold the finger's terms.
    found |= {name: target.get(name) for name in ("tip_hit", "tip_astray")}
    found["slots"] = known.setdefault(tuple(target["slots"].items()), target["slots"])
    found["window"] = None if target["window"] is None else tuple(target["window"])
    return found


def _shared(value: Any) -> Any:
    return sys.intern(value) if isinstance(value, str) else value
