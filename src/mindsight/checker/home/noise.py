"""T without the noise of sampling in its spread, and its interval by recovered variances (MOVER).

The spread of few tasks is larger than that of the classes; what chance adds to its square is taken away.
"""

from __future__ import annotations

import math

from mindsight.checker.home.tallies import Tally, wider
from mindsight.checker.statistics import Z, deviations, mean, product_sum, wilson

_ROUNDING = 1e-12  # relative: what differs by less is the same number


def sure_index(classes: list[Tally], penalty: float) -> tuple[float | None, tuple[float, float] | None]:
    """Return the corrected T and its interval; nothing where too little is known of the noise."""
    if all(one.rounds is None for one in classes):
        return corrected_index(classes, penalty)
    effects = [one.effect() for one in classes]
    if None in effects:
        return None, None
    by = wider(classes)
    fewer = [one.fewer(effect * by) for one, effect in zip(classes, effects) if effect is not None]
    if min(tasks for one in fewer for _, tasks in one.strata) < 2:
        return None, None
    return corrected_index(fewer, penalty)


def corrected_index(classes: list[Tally], penalty: float) -> tuple[float, tuple[float, float]]:
    """Return mean - penalty · corrected spread, and its limits from those of its two parts."""
    count, accuracies = len(classes), [one.accuracy for one in classes]
    centre = mean(accuracies)
    noise, below, above = [], [], []
    for one in classes:
        own = []
        for right, tasks in one.strata:
            share, weight, (low, high) = right / tasks, tasks / one.all, wilson(right, tasks)
            own.append(weight * weight * share * (1 - share) / (tasks - 1))
            below.append((weight * (share - low)) ** 2)
            above.append((weight * (high - share)) ** 2)
        noise.append(math.fsum(own))
    reach_down, reach_up = math.sqrt(math.fsum(below)) / count, math.sqrt(math.fsum(above)) / count
    chance = (1 - 1 / count) * mean(noise)
    excess = mean([d * d for d in deviations(accuracies)]) - chance
    variance = excess if excess > _ROUNDING * chance else 0.0
    width = math.sqrt(variance)
    least, most, correlation = _spread_limits(classes, variance)
    value = centre - penalty * width
    low = value - joined(reach_down, penalty * (most - width), correlation)
    high = value + joined(reach_up, penalty * (width - least), correlation)
    # Where the classes may be all alike, T may be as high as their mean.
    return value, (low, max(high, centre + reach_up) if least == 0 else high)


def _spread_limits(classes: list[Tally], variance: float) -> tuple[float, float, float]:
    """Return the limits of the corrected spread, and the correlation of its square with the mean.

    The square is estimated with the variance a·σ² + b. Its limits are the x with (variance - x)² = z² (a·x + b).
    """
    count = len(classes)
    if count == 1:
        return 0.0, 0.0, 0.0
    noises, apart = class_noises(classes), deviations([one.accuracy for one in classes])
    squares = [deviation * deviation for deviation in apart]
    total = math.fsum(squares)
    typical = product_sum(squares, noises) / total if total > 0 else mean(noises)
    a = 4 * typical / count
    b = 2 * (1 - 1 / count) * mean([noise * noise for noise in noises]) / count
    # x² - 2px + q = 0; the lesser root is q by the greater, which loses no digits.
    p, q = variance + Z * Z * a / 2, variance * variance - Z * Z * b
    greater = p + math.sqrt(p * p - q)
    scale = math.sqrt(math.fsum(noises) * (a * total / count + b)) / count
    correlation = 2 * product_sum(apart, noises) / (count * count) / scale
    return math.sqrt(max(q / greater, 0.0)), math.sqrt(greater), min(max(correlation, -1.0), 1.0)


def class_noises(classes: list[Tally]) -> list[float]:
    """Return the sampling variance of each class accuracy, z² tasks added as in Wilson's interval."""
    noises = []
    for one in classes:
        parts = []
        for right, tasks in one.strata:
            share, weight = (right + Z * Z / 2) / (tasks + Z * Z), tasks / one.all
            parts.append(weight * weight * share * (1 - share) / tasks)
        noises.append(math.fsum(parts))
    return noises


def joined(one: float, other: float, correlation: float) -> float:
    """Return how far a limit of a difference lies from it, by the limits of its two parts."""
    return math.sqrt(max(one * one + other * other - 2 * correlation * one * other, 0.0))
