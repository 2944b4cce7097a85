"""Design effects of class accuracies, for tasks that share a budget and so depend on each other.

Steps that one task of a round wastes are missing for the others, so counting the tasks as independent would make intervals
too narrow. A design effect (Kish 1965) is the variance of a class accuracy divided by that of as many independent tasks;
dividing the number of tasks by it gives the effective sample, which is used in the same interval (Korn and Graubard 1998).
The effect is estimated from few rounds, so the limits are widened by the ratio of Student's t to the normal quantile.
Coverage is simulated in ``docs/simulations/sessions.py``.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

from mindsight.home.scoring.sampling import Strata
from mindsight.statistics import Interval, wilson_limits


class Ended(NamedTuple):
    """The round of a task, whether it was valid, and whether it ended correctly."""

    round: str
    valid: bool
    right: bool


class Effect(NamedTuple):
    """A design effect, ≥ 1, and the number of rounds from which it is estimated, ≥ 2."""

    ratio: float
    rounds: int


def design_effect(tasks: Sequence[Ended]) -> Effect | None:
    """Return the design effect of a class accuracy: its variance over rounds divided by that of independent tasks.

    v = G/(G-1) · Σ_g (Σ_{i in g} (y_i - p_s(i)))² / n² over the G rounds, by Σ_s (n_s/n)² · p_s(1-p_s)/(n_s-1) over the valid
    and the irrelevant tasks; both are one stratum if there are fewer than two of a kind. Less than 1 counts as 1: few
    rounds do not prove that tasks of a round compensate. If all tasks ended alike nothing can be estimated, and the
    largest possible effect is returned, the mean size of a round.

    Returns:
        The effect; None, "not estimable", for fewer than two rounds or tasks.
    """
    names, round_of = np.unique([one.round for one in tasks], return_inverse=True)
    count, rounds = len(tasks), len(names)
    if rounds < 2:
        return None
    right = np.array([one.right for one in tasks], dtype=float)
    kind = np.array([one.valid for one in tasks], dtype=np.int64)
    if min(kind.sum(), count - kind.sum()) < 2:
        kind[:] = 0
    independent, residual = 0.0, np.empty(count)
    for stratum in np.unique(kind):
        own = kind == stratum
        n, share = int(own.sum()), float(right[own].mean())
        residual[own] = right[own] - share
        independent += (n / count) ** 2 * share * (1 - share) / (n - 1)
    if independent == 0:
        return Effect(count / rounds, rounds)
    totals = np.bincount(round_of, residual, rounds)
    clustered = rounds / (rounds - 1) * float((totals**2).sum()) / count**2
    return Effect(max(1.0, clustered / independent), rounds)


def scale_of(effects: Sequence[Effect], index: int, *, level: float) -> float:
    """Return the divisor for the tasks of one of several classes: its effect times the squared ratio of t to normal quantile.

    The degrees of freedom are the rounds of all classes less one each, because the estimates of all classes are combined.
    """
    freedom = sum(one.rounds - 1 for one in effects)
    tail = (1 + level) / 2
    return float(effects[index].ratio * (stdtrit(freedom, tail) / ndtri(tail)) ** 2)


def effective_interval(right: int, trials: int, effect: Effect | None, *, level: float) -> Interval | None:
    """Return Wilson's interval of a class accuracy for its effective sample; None if the effect is not known.

    Args:
        right: Tasks that ended correctly, 0 … trials.
        trials: Tasks, ≥ 1.
        effect: The design effect.
        level: Nominal coverage, in (0, 1).
    """
    if effect is None:
        return None
    scale = scale_of([effect], 0, level=level)
    low, high = wilson_limits(np.array([right / scale]), np.array([trials / scale]), float(ndtri((1 + level) / 2)))
    return Interval(float(low[0]), float(high[0]), level, "Wilson, effective sample")


def effective_strata(strata: Strata | None, effects: Sequence[Effect | None], *, level: float) -> Strata | None:
    """Return strata with the effective number of tasks; None if a class has no effect or too few effective tasks."""
    known = [one for one in effects if one is not None]
    if strata is None or len(known) < len(effects):
        return None
    scale = np.array([scale_of(known, index, level=level) for index in range(len(known))])[strata.classes]
    trials = strata.trials / scale
    return Strata(strata.right / scale, trials, strata.classes) if trials.min() >= 2 else None
