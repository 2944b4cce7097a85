"""Precision, recall and F1 of each class and their means (6.2.1, table 2 and formulas 1 to 4), from counts of images.

A row holds, of one class that is tested, how many of its images were taken for which class; -1 stands for none of them.
"""

from __future__ import annotations

from typing import Any, Optional

from mindsight.checker.basics import Json
from mindsight.checker.statistics import mean

Rows = list[dict[int, int]]
Rates = dict[tuple[str, Optional[int]], Any]
"""By name of the rate and number of the class, None for the mean; a 0/0 that is left out is None."""


def cases_of(rows: Rows, classes: int) -> list[tuple[int, int, int]]:
    """Return TP, FP and FN of each class."""
    taken = [0] * classes
    for row in rows:
        for column, images in row.items():
            if column >= 0:
                taken[column] += images
    cases = []
    for number in range(classes):
        row = rows[number] if number < len(rows) else {}
        tp = row.get(number, 0)
        cases.append((tp, taken[number] - tp, sum(row.values()) - tp))
    return cases


def rates_of(rows: Rows, classes: int, profile: Json) -> Rates:
    """Return every rate."""
    of_nothing = {"zero": 0.0, "one": 1.0, "left_out": None}[profile["zero_division"]]
    found: Rates = {}
    for number, (tp, fp, fn) in enumerate(cases_of(rows, classes)):
        for rate, part, total in (
            ("precision", tp, tp + fp),
            ("recall", tp, tp + fn),
            ("f1", 2 * tp, 2 * tp + fp + fn),
        ):
            found[rate, number] = part / total if total else of_nothing
    for rate in ("precision", "recall", "f1"):
        there = [found[rate, number] for number in range(classes) if found[rate, number] is not None]
        found["macro_" + rate, None] = mean(there) if there else None
    if profile["macro"] == "f1_of_means":
        p, r = found["macro_precision", None], found["macro_recall", None]
        found["macro_f1", None] = None if p is None or r is None else 2 * p * r / (p + r) if p + r else 0.0
    return found


def images_behind(rows: Rows, classes: int) -> dict[tuple[str, int | None], int]:
    """Return of how many images each rate is."""
    found: dict[tuple[str, int | None], int] = {}
    for number, (tp, fp, fn) in enumerate(cases_of(rows, classes)):
        found["precision", number], found["recall", number], found["f1", number] = tp + fp, tp + fn, tp + fp + fn
    every = sum(sum(row.values()) for row in rows)
    return {**found, **{("macro_" + rate, None): every for rate in ("precision", "recall", "f1")}}
