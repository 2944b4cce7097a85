"""Terms of items as rows: nested values by path, and what they sum up to over a run."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_PATHS = 60


@dataclass
class TermSum:
    """One numeric term over all items that have it."""

    path: str
    values: list[float] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many items have the term."""
        return len(self.values)

    @property
    def total(self) -> float:
        """Its sum, exact for whole numbers."""
        whole = all(isinstance(value, int) for value in self.values)
        return sum(self.values) if whole else math.fsum(self.values)

    @property
    def mean(self) -> float:
        """Its mean."""
        return float(self.total / self.count)


def flat(values: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return nested values as rows of path and value, in their own order; lists stay whole."""
    rows: list[tuple[str, Any]] = []
    for name, value in values.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping) and value:
            rows.extend(flat(value, path + "."))
        else:
            rows.append((path, value))
    return rows


def sum_up(terms: Iterable[Mapping[str, Any]]) -> list[TermSum]:
    """Return every numeric term of the items with its values, in the order of first appearance."""
    found: dict[str, TermSum] = {}
    for one in terms:
        for path, value in flat(one):
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            if path in found or len(found) < MOST_PATHS:
                found.setdefault(path, TermSum(path)).values.append(value)
    return list(found.values())
