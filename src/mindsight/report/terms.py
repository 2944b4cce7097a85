"""Terms of items as rows: nested values by path, and what they sum up to over a run."""

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_PATHS = 60


@dataclass
class TermSum:
    """One numeric term over all items that have it; whole numbers add up exactly."""

    path: str
    count: int = 0
    least: float = math.inf
    greatest: float = -math.inf
    whole: int = 0
    broken: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, value: float) -> None:
        """Take in one value."""
        self.count += 1
        self.least, self.greatest = min(self.least, value), max(self.greatest, value)
        if isinstance(value, int):
            self.whole += value
        else:
            self.broken.append(value)

    @property
    def total(self) -> float:
        """The sum."""
        return self.whole + math.fsum(self.broken) if self.broken else self.whole

    @property
    def mean(self) -> float:
        """The mean."""
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


def add_up(found: dict[str, TermSum], terms: Mapping[str, Any]) -> None:
    """Take one item's numeric terms into the sums, in the order of first appearance."""
    for path, value in flat(terms):
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if path in found or len(found) < MOST_PATHS:
            found.setdefault(path, TermSum(path)).add(value)
