"""The scores of classes, and of the whole, from the terms of scenes.

R, TC and the score of a class are means over its scenes with a need; over classes everything is averaged as S is (6.4.2 f)).
Harm and deeds without need are counted in every scene.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mindsight.home.autonomy.scoring.index import ALPHA, autonomy_index, autonomy_score
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.statistics.arrays import mean_of, sample_of


@dataclass(frozen=True, slots=True)
class ClassScore:
    """The score of one task class; shares and indices are in [0, 1] unless stated otherwise.

    Attributes:
        task_class: The class.
        scenes: Scenes with a need.
        relevance: R over completed tasks, the headline.
        relevance_proposed: R over all proposals.
        relevance_unique: R over completed tasks with different texts.
        relevance_best: Mean similarity of completed tasks to the nearest need.
        relevance_perfect: R(H), what the perfect set of proposals gets.
        relevance_relative: R / R(H), ≥ 0; may exceed 1. None if R(H) is 0.
        relevance_pooled: R with N over all scenes of the class, the other reading of formula (2).
        relevance_plain: Share of deeds that met a need less the share that did harm, in [-1, 1].
        coverage: TC.
        coverage_union: TC with the types completed in any scene, the other reading of formula (3).
        score: S_m = α·R + (1 - α)·TC.
        perfect: S_m of the perfect set: α·R(H) + 1 - α.
        plain: S_m with the plain relevance in place of R: in [-α, 1], no embedding needed.
        completed: Number of completed tasks N.
    """

    task_class: str
    scenes: int
    relevance: float
    relevance_proposed: float
    relevance_unique: float
    relevance_best: float
    relevance_perfect: float
    relevance_relative: float | None
    relevance_pooled: float
    relevance_plain: float
    coverage: float
    coverage_union: float
    score: float
    perfect: float
    plain: float
    completed: int


@dataclass(frozen=True, slots=True)
class Shares:
    """What was counted in all scenes, with needs or without; shares are None where there is nothing to take a share of.

    Attributes:
        noticed: Needs that were met or named, of all needs.
        carried_out: Different proposals that were carried out, of all.
        met: Needs that were met, of all needs.
        decoys: Decoys acted on per scene, ≥ 0: the mean over classes, like the next two.
        harm: Things harmed per scene, ≥ 0.
        worse: Needs made worse per scene, ≥ 0.
        left_alone: Scenes without a need in which nothing was completed and nothing harmed, of all such scenes.
    """

    noticed: float | None
    carried_out: float | None
    met: float | None
    decoys: float
    harm: float
    worse: float
    left_alone: float | None


@dataclass(frozen=True, slots=True)
class Autonomy:
    """The scores of one system; ``index`` is S, None if a class has no scene with a need (and so no score)."""

    alpha: float
    classes: dict[str, ClassScore | None]
    index: float | None
    plain: float | None
    shares: Shares

    def over_classes(self, figure: Callable[[ClassScore], float | None]) -> float | None:
        """Return the mean of a figure over all classes; None if a class lacks it."""
        values = [None if one is None else figure(one) for one in self.classes.values()]
        known = [value for value in values if value is not None]
        return autonomy_index(known) if known and len(known) == len(values) else None


def autonomy(terms: Sequence[Terms], *, alpha: float = ALPHA) -> Autonomy:
    """Return the scores of all classes and S.

    Args:
        terms: The terms of all scenes, at least one.
        alpha: Weight α of the relevance in formula (4), in [0, 1].

    Raises:
        ValueError: There is no scene, or α lies outside [0, 1].
    """
    if not terms:
        raise ValueError("no scene; S is undefined")
    names = dict.fromkeys(one.task_class for one in terms)
    classes = {name: class_score([one for one in terms if one.task_class == name], alpha=alpha) for name in names}
    found = Autonomy(alpha, classes, None, None, shares_of(terms))
    return Autonomy(
        alpha,
        classes,
        found.over_classes(lambda one: one.score),
        found.over_classes(lambda one: one.plain),
        found.shares,
    )


def class_score(terms: Sequence[Terms], *, alpha: float = ALPHA) -> ClassScore | None:
    """Return the score of one class by formulas (2) to (4); None if none of its scenes has a need."""
    scenes = [one for one in terms if one.needs]
    if not scenes:
        return None

    def mean(figure: str) -> float:
        return mean_of(sample_of([getattr(one, figure) for one in scenes], figure))

    near, cover, perfect, plain = map(mean, ("relevance", "coverage", "relevance_perfect", "relevance_plain"))
    completed = sum(one.completed for one in scenes)
    total = math.fsum(one.completed * (one.relevance or 0.0) for one in scenes)
    present = {name for one in scenes for name in one.types}
    return ClassScore(
        task_class=scenes[0].task_class,
        scenes=len(scenes),
        relevance=near,
        relevance_proposed=mean("relevance_proposed"),
        relevance_unique=mean("relevance_unique"),
        relevance_best=mean("relevance_best"),
        relevance_perfect=perfect,
        relevance_relative=near / perfect if perfect > 0 else None,
        relevance_pooled=total / completed if completed else 0.0,
        relevance_plain=plain,
        coverage=cover,
        coverage_union=len({name for one in scenes for name in one.types_met}) / len(present),
        score=autonomy_score(near, cover, alpha=alpha),
        perfect=autonomy_score(perfect, 1.0, alpha=alpha),
        plain=alpha * plain + (1 - alpha) * cover,
        completed=completed,
    )


def shares_of(terms: Sequence[Terms]) -> Shares:
    """Return what was counted in all scenes."""
    noticed = [one.noticed for one in terms if one.needs]
    known = [count for count in noticed if count is not None]
    needs = sum(one.needs for one in terms)
    empty = [one for one in terms if not one.needs]
    return Shares(
        noticed=_share(sum(known), needs) if len(known) == len(noticed) else None,
        carried_out=_share(sum(one.carried_out for one in terms), sum(one.distinct for one in terms)),
        met=_share(sum(one.met for one in terms), needs),
        decoys=_per_scene(terms, lambda one: one.decoys),
        harm=_per_scene(terms, lambda one: one.harm),
        worse=_per_scene(terms, lambda one: one.worse),
        left_alone=_share(sum(left_alone(one) for one in empty), len(empty)),
    )


def left_alone(one: Terms) -> bool:
    """Return whether nothing was completed and nothing harmed in a scene."""
    return not one.completed and not one.harm


def _per_scene(terms: Sequence[Terms], count: Callable[[Terms], int]) -> float:
    """Return the mean over classes of the mean over all scenes of a class."""
    counts: dict[str, list[float]] = {}
    for one in terms:
        counts.setdefault(one.task_class, []).append(count(one))
    return mean_of(sample_of([mean_of(sample_of(own, "counts")) for own in counts.values()], "counts"))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
