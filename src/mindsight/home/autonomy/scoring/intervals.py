"""Intervals of S and its parts, by resampling the scenes of each class (basic bootstrap); within a class, the t interval.

A scene is drawn independently, its needs and tasks are not; the classes of a test are fixed. So whole scenes are drawn with
replacement, in each class as many as it has. An interval without any width is none.
``docs/autonomy/intervals.md`` states the coverage that was simulated.
"""

from collections.abc import Callable, Sequence

import numpy as np

from mindsight.home.autonomy.scoring.scores import ClassScore, class_score
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.statistics import Interval, basic_bootstrap, mean_interval
from mindsight.statistics.arrays import FloatArray, IndexArray

DRAWS = 2_000
SEED = 20_250_801
"""The resamples are the same in every run, so that results can be rebuilt byte for byte."""
LEVEL = 0.95

Column = Callable[[Terms], float | None]
"""What a scene contributes to a mean; None if it contributes nothing."""
_NO_WIDTH = 1e-9


def mean_over_classes(terms: Sequence[Terms], column: Column, *, level: float = LEVEL) -> Interval | None:
    """Return the interval of the mean over classes of a class's mean over scenes; None if a class has fewer than two, or all are alike."""
    held = [(one.task_class, value) for one in terms if (value := column(one)) is not None]
    if not held or {name for name, _ in held} != {one.task_class for one in terms}:
        return None
    values = np.array([value for _, value in held])
    weights = _weights([name for name, _ in held])

    def statistic(places: IndexArray) -> float:
        return float(values[places] @ weights)

    return _bootstrap(statistic, [name for name, _ in held], level)


def mean_in_class(terms: Sequence[Terms], column: Column, *, level: float = LEVEL) -> Interval | None:
    """Return the t interval of a class's mean over scenes of a share, cut at 0 and 1; None below two scenes, or if all are alike."""
    held = [(one.scene, value) for one in terms if (value := column(one)) is not None]
    if not held:
        return None
    found = mean_interval([value for _, value in held], [scene for scene, _ in held], level)
    found = _with_width(found)
    return None if found is None else found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))


def ratio_over_classes(terms: Sequence[Terms], *, level: float = LEVEL) -> Interval | None:
    """Return the interval of R / R(H), the mean over classes of the ratio of two means; None if it is not estimable."""
    scenes = [one for one in terms if one.needs]
    names = [one.task_class for one in scenes]
    near, perfect = (np.array([getattr(one, f"relevance{end}") or 0.0 for one in scenes]) for end in ("", "_perfect"))
    if not scenes or not (perfect > 0).all() or set(names) != {one.task_class for one in terms}:
        return None
    _, numbers = np.unique(names, return_inverse=True)

    def statistic(places: IndexArray) -> float:
        # Position i is always a scene of the class of scene i.
        return float(np.mean(np.bincount(numbers, near[places]) / np.bincount(numbers, perfect[places])))

    return _bootstrap(statistic, names, level)


def score_column(alpha: float) -> Column:
    """Return the column whose mean over classes is S: the score of each scene by formula (4)."""
    return _figure(lambda one: one.score, alpha)


def plain_column(alpha: float) -> Column:
    """Return the column whose mean over classes is S without an embedding."""
    return _figure(lambda one: one.plain, alpha)


def _figure(figure: Callable[[ClassScore], float], alpha: float) -> Column:
    def column(one: Terms) -> float | None:
        score = class_score([one], alpha=alpha)
        return None if score is None else figure(score)

    return column


def _weights(names: Sequence[str]) -> FloatArray:
    """Return the weight of each scene in the mean over classes of the means over scenes."""
    _, numbers, counts = np.unique(names, return_inverse=True, return_counts=True)
    return np.asarray(1 / (counts[numbers] * len(counts)), dtype=np.float64)


def _bootstrap(statistic: Callable[[IndexArray], float], strata: Sequence[str], level: float) -> Interval | None:
    rng = np.random.default_rng(SEED)
    return _with_width(basic_bootstrap(statistic, len(strata), rng, strata=list(strata), draws=DRAWS, level=level))


def _with_width(found: Interval | None) -> Interval | None:
    """Return an interval that has a width: where all scenes agree no spread was seen, which does not prove that there is none."""
    return None if found is None or found.high - found.low < _NO_WIDTH else found
