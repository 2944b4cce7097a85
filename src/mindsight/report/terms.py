"""Terms of items as rows: nested values by path, and the range of each over a run."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_PATHS = 60


@dataclass
class TermRange:
    """The range of one numeric term over all items that have it.

    There is no sum: scores are computed per item and then averaged, and a pooled sum would suggest another computation.
    """

    path: str
    count: int = 0
    least: float = math.inf
    greatest: float = -math.inf

    def add(self, value: float) -> None:
        """Add one value."""
        self.count += 1
        self.least, self.greatest = min(self.least, value), max(self.greatest, value)


def flat(values: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return nested values as rows (path, value), in their own order; lists are not split."""
    rows: list[tuple[str, Any]] = []
    for name, value in values.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping) and value:
            rows.extend(flat(value, path + "."))
        else:
            rows.append((path, value))
    return rows


def take_in(found: dict[str, TermRange], terms: Mapping[str, Any]) -> None:
    """Add one item's numeric terms to the ranges, in the order of first appearance."""
    for path, value in flat(terms):
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if path in found or len(found) < MOST_PATHS:
            found.setdefault(path, TermRange(path)).add(value)
