"""The table of how many tasks are needed to distinguish two subjects."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mindsight.errors import InputError
from mindsight.home.studies.power import index_tasks_needed, same_gap, shares, tasks_needed
from mindsight.reasons import reason_of
from mindsight.record.blocks import Cell, Column, Table
from mindsight.text import text

DIFFERENCES = (0.05, 0.10, 0.15, 0.20, 0.30)
POWERS = (0.8, 0.9)


class Case(NamedTuple):
    """The subjects to distinguish.

    ``middle`` is the accuracy between the two, ``spread`` the standard deviation of the accuracies over the classes (by
    default that of model 1 in table A.1), ``alike`` the correlation of their correct endings.
    """

    classes: int = 8
    middle: float = 0.5
    spread: float = 0.13
    alike: float = 0.0
    level: float = 0.05


class Needed(NamedTuple):
    """Tasks per class that distinguish two subjects: by f of one class, by mean f, by T; None if too many are needed."""

    difference: float
    power: float
    f: int | None
    mean: int | None
    t: int | None


def needed(case: Case, difference: float, power: float) -> Needed:
    """Return how many tasks per class distinguish two subjects that differ by the same amount in every class.

    Raises:
        InputError: There are no such subjects.
    """
    try:
        gain, loss = shares(case.middle + difference / 2, case.middle - difference / 2, case.alike)
        first, second = same_gap(_accuracies(case), difference)
    except ValueError as error:
        raise InputError(
            "there are no two subjects {difference} apart around {middle} with a spread of {spread}: {reason}",
            difference=difference,
            middle=case.middle,
            spread=case.spread,
            reason=reason_of(error, "mindsight"),
        ) from None
    one = tasks_needed(gain, loss, level=case.level, power=power)
    index = index_tasks_needed(first, second, alike=case.alike, level=case.level, power=power)
    # The tasks of all classes are tested together; each class has its share of them.
    mean = None if one is None else -(-one // case.classes)
    return Needed(difference, power, one, mean, index)


def table(case: Case, differences: Sequence[float] = DIFFERENCES, powers: Sequence[float] = POWERS) -> Table:
    """Return the table: a row for each difference, the tasks per class for each power."""
    rows: list[tuple[Cell, ...]] = []
    for difference in differences:
        found = [needed(case, difference, power) for power in powers]
        rows.append(
            (
                difference,
                *(value for which in ("f", "mean", "t") for value in (getattr(one, which) for one in found)),
            )
        )
    heads = (
        text("f of one class, power {power}", power=0.0),
        text("mean f, power {power}", power=0.0),
        text("T, power {power}", power=0.0),
    )
    columns = [head.model_copy(update={"args": {"power": power}}) for head in heads for power in powers]
    return Table(
        id="power",
        title=text(
            "Tasks per class that distinguish two subjects on the same tasks, by their difference ({classes} classes)",
            classes=case.classes,
        ),
        columns=(
            Column(title=text("Difference"), decimals=2),
            *(Column(title=head, decimals=0) for head in columns),
        ),
        rows=tuple(rows),
    )


def _accuracies(case: Case) -> list[float]:
    """Return accuracies evenly spaced around the middle, with the case's spread."""
    steps = np.arange(case.classes) - (case.classes - 1) / 2
    scale = case.spread / float(steps.std()) if case.classes > 1 else 0.0
    return [case.middle + scale * float(step) for step in steps]
