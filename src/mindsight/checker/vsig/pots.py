"""Shares of all targets as one pot: the value, and for each item one whose mean is the value and whose spread is its own."""

from __future__ import annotations

import math
from typing import Any

from mindsight.checker.basics import Json
from mindsight.checker.statistics import summarise

DIMENSIONS = ("intent", "spatial", "temporal")
Pot = list[tuple[str, dict[str, tuple[float, int]]]]
"""Of each item its recording and, by name, what is right of how many."""


def share_of(pot: Pot, name: str) -> tuple[float | None, float]:
    """Return the pooled value of a measure, None where there is nothing to score, and how many targets it is of."""
    total = math.fsum(parts[name][1] for _, parts in pot)
    return (math.fsum(parts[name][0] for _, parts in pot) / total if total else None), total


def linearised(pot: Pot, name: str) -> list[float]:
    """Return a value for each item."""
    value, total = share_of(pot, name)
    if value is None:
        return []
    return [value + (part - value * of) * len(pot) / total for part, of in (parts[name] for _, parts in pot)]


def pooled(pot: Pot, name: str) -> Json:
    """Return a pooled measure with the interval of its linearised values, clustered by recording."""
    there = [(cluster, parts) for cluster, parts in pot if parts[name][1]]
    value, total = share_of(there, name)
    if value is None:
        return summarise([])
    rows: list[tuple[Any, float | None]] = list(zip([cluster for cluster, _ in there], linearised(there, name)))
    return dict(summarise(rows, 0.0, 1.0), value=value, n=int(total))


def scored_dimensions(pot: Pot, reading: Json) -> list[str]:
    """Return the dimensions of which the overall score is the mean; as published, time counts only above zero."""
    values = {name: share_of(pot, name)[0] for name in DIMENSIONS}
    if reading["overall"] == "above_zero" and values["temporal"] == 0:
        values["temporal"] = None
    return [name for name in DIMENSIONS if values[name] is not None]
