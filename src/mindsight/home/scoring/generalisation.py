"""Home 4.2 and 6.4.1: task generalisation T, from counts of tasks to class accuracies to formula (1).

Valid and irrelevant tasks are counted separately, because the document's four counts hide an important difference: a
subject that refuses everything has an accuracy equal to the share of irrelevant tasks, in every class, and so no spread at
all. T is therefore always reported together with T on valid tasks and the gain over the best trivial subject.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import NamedTuple

from mindsight.clauses import implements
from mindsight.statistics.arrays import FloatArray, Values, mean_of, sample_of

PENALTIES = (0.0, 0.5, 1.0, 2.0)
"""Weights λ at which T is reported besides the one chosen; the document's example has 1."""

INDICATIVE_BELOW = 50
"""Trials per class below which T is only indicative: chance alone then lowers it by 0.01 or more."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The four counts of formula (1) for one task class.

    Attributes:
        tp: Tasks correctly done, 正确完成.
        tn: Tasks correctly ignored, 正确忽略.
        fp: Tasks wrongly done, 错误完成.
        fn: Tasks wrongly ignored, 错误忽略.
        nr: Irrelevant tasks that were not read or not reached: neither done nor ignored. The document does not know them.
    """

    tp: int
    tn: int
    fp: int
    fn: int
    nr: int = 0

    def __post_init__(self) -> None:
        _check_counts(astuple(self))

    @property
    def trials(self) -> int:
        """Number of tasks."""
        return self.tp + self.tn + self.fp + self.fn + self.nr


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How the tasks of one class ended, valid and irrelevant ones counted separately; the four counts follow from it.

    Attributes:
        tp: Valid, and the goal was reached.
        fp_valid: Valid; the subject claimed success, but the goal was not reached.
        fn: Valid; declined, not begun, or not done within the budget.
        tn_declined: Irrelevant, and the subject declined.
        tn_idle: Irrelevant; the subject changed nothing and did not decline.
        fp_irrelevant: Irrelevant; the subject claimed success or changed the room.
        nr: Irrelevant; the subject never gave a readable turn, or was never asked.
    """

    tp: int
    fp_valid: int
    fn: int
    tn_declined: int
    tn_idle: int
    fp_irrelevant: int
    nr: int = 0

    def __post_init__(self) -> None:
        _check_counts(astuple(self))

    @property
    def valid(self) -> int:
        """Number of valid tasks."""
        return self.tp + self.fp_valid + self.fn

    @property
    def irrelevant(self) -> int:
        """Number of irrelevant tasks."""
        return self.tn_declined + self.tn_idle + self.fp_irrelevant + self.nr

    @property
    def counts(self) -> Counts:
        """The document's four counts, and those not read or not reached."""
        return Counts(self.tp, self.tn_declined + self.tn_idle, self.fp_valid + self.fp_irrelevant, self.fn, self.nr)

    @property
    def read(self) -> Outcomes:
        """The same without the tasks that were not read or not reached."""
        return replace(self, nr=0)


Result = float | Counts | Outcomes
"""The result of one class: its accuracy, or counts of tasks."""


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """The results of one model, class by class."""

    name: str
    classes: dict[str, Result] = field(default_factory=dict)


def accuracy(counts: Counts) -> float:
    """Return the accuracy f_m of a class (4.2): (TP + TN) / (TP + TN + FP + FN + NR), in [0, 1].

    Raises:
        ValueError: The class has no task, so that its accuracy is undefined.

    Example:
        >>> accuracy(Counts(tp=3, tn=2, fp=4, fn=1))
        0.5
    """
    return _share(counts.tp + counts.tn, counts.trials, "task")


def valid_accuracy(outcomes: Outcomes) -> float:
    """Return the share of the valid tasks of a class that were done, in [0, 1]; T over these is T_valid.

    Raises:
        ValueError: The class has no valid task.

    Example:
        >>> valid_accuracy(Outcomes(tp=1, fp_valid=2, fn=1, tn_declined=4, tn_idle=0, fp_irrelevant=0))
        0.25
    """
    return _share(outcomes.tp, outcomes.valid, "valid task")


def precision(counts: Counts) -> float | None:
    """Return TP / (TP + FP): of the tasks a subject did or claimed, the share done correctly; None if there is none.

    Example:
        >>> precision(Counts(tp=3, tn=2, fp=1, fn=1))
        0.75
    """
    return counts.tp / (counts.tp + counts.fp) if counts.tp + counts.fp else None


def recall(counts: Counts) -> float | None:
    """Return TP / (TP + FN): of the tasks done or wrongly ignored, the share done; None if there is none.

    A valid task that was only claimed to be done is an FP and is left out here; `valid_accuracy` counts it.

    Example:
        >>> recall(Counts(tp=3, tn=2, fp=1, fn=2))
        0.6
    """
    return counts.tp / (counts.tp + counts.fn) if counts.tp + counts.fn else None


@implements("home", "4.2")
@implements("home", "6.4.1-f")
def generalisation_index(accuracies: Values, *, penalty: float = 1.0) -> float:
    """Return T: the mean class accuracy less a penalty on its spread (4.2 and 6.4.1 f), formula 1).

    The spread is the population standard deviation; only that reading reproduces the 0.172 and 0.108 of annex A.

    Args:
        accuracies: One accuracy per task class, shape (M,), M ≥ 1, each in [0, 1].
        penalty: Weight of the spread, the document's λ (任务表现波动性惩罚强度), ≥ 0.

    Returns:
        T in [(1 - √(1 + λ²)) / 2, 1]; it may be negative.

    Raises:
        ValueError: No class was given, an accuracy lies outside [0, 1], or the penalty is negative.

    Example:
        >>> round(generalisation_index([0.55, 0.40, 0.30, 0.29, 0.33, 0.13, 0.24, 0.15]), 3)  # annex A, 大模型1
        0.172
        >>> round(generalisation_index([0.05, 0.33, 0.13, 0.34, 0.27, 0.20, 0.15, 0.16]), 3)  # annex A, 大模型2
        0.108
    """
    sample = check_accuracies(accuracies)
    check_penalty(penalty)
    return mean_of(sample) - penalty * spread(sample)


def spread(sample: FloatArray) -> float:
    """Return the population standard deviation; exactly 0 where all values are the same."""
    if sample.min() == sample.max():
        return 0.0
    centre = mean_of(sample)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in sample.tolist()) / len(sample))


def least_index(penalty: float) -> float:
    """Return the lowest T that any accuracies can give: (1 - √(1 + λ²)) / 2, some classes at 1 and the rest at 0.

    Example:
        >>> round(least_index(1.0), 3)
        -0.207
    """
    return (1 - math.hypot(1, penalty)) / 2


def penalty_sweep(accuracies: Values, penalties: Sequence[float] = PENALTIES) -> dict[float, float]:
    """Return T under several penalties λ; at 0 it is the mean accuracy.

    Example:
        >>> penalty_sweep([0.5, 1.0], (0, 1))
        {0: 0.75, 1: 0.5}
    """
    return {penalty: generalisation_index(accuracies, penalty=penalty) for penalty in penalties}


def trivial_indices(classes: Sequence[Outcomes], *, penalty: float = 1.0) -> dict[str, float]:
    """Return T on the same tasks of subjects that neither see nor act.

    ``refuse`` declines everything: TN on irrelevant, FN on valid tasks, so f_m is the share of irrelevant tasks.
    ``claim`` says at once that it has done everything: FP throughout, so f_m is 0.

    Example:
        >>> trivial_indices([Outcomes(tp=0, fp_valid=0, fn=3, tn_declined=1, tn_idle=0, fp_irrelevant=0)])
        {'refuse': 0.25, 'claim': 0.0}
    """
    refused = [_share(one.irrelevant, one.valid + one.irrelevant, "task") for one in classes]
    return {
        "refuse": generalisation_index(refused, penalty=penalty),
        "claim": generalisation_index([0.0] * len(refused), penalty=penalty),
    }


def gain_over_trivial(classes: Sequence[Outcomes], *, penalty: float = 1.0) -> float:
    """Return T less that of the best trivial subject on the same tasks; ≤ 0 means that seeing did not help.

    Example:
        >>> gain_over_trivial([Outcomes(tp=2, fp_valid=0, fn=0, tn_declined=1, tn_idle=0, fp_irrelevant=1)])
        0.25
    """
    own = generalisation_index([accuracy(one.counts) for one in classes], penalty=penalty)
    return own - max(trivial_indices(classes, penalty=penalty).values())


@dataclass(frozen=True, slots=True)
class Part:
    """Mean accuracy and T over some of the classes."""

    mean: float
    index: float
    classes: int


class KnowledgeSplit(NamedTuple):
    """Results on classes known and unknown to the subject (4.2: 已知任务和未知任务); the gaps are known less unknown."""

    known: Part
    unknown: Part

    @property
    def mean_gap(self) -> float:
        """How much higher the mean accuracy is on known classes."""
        return self.known.mean - self.unknown.mean

    @property
    def index_gap(self) -> float:
        """How much higher T is on known classes."""
        return self.known.index - self.unknown.index


def knowledge_split(
    accuracies: Mapping[str, float], unknown: Sequence[str], *, penalty: float = 1.0
) -> KnowledgeSplit | None:
    """Return mean accuracy and T for known and unknown classes; None unless there are classes of both kinds.

    Raises:
        ValueError: A class named as unknown is not among the accuracies.
    """
    if stray := sorted(set(unknown) - set(accuracies)):
        raise ValueError(f"no class {', '.join(stray)}; there are {', '.join(accuracies)}")
    sides = [[value for name, value in accuracies.items() if (name in unknown) is kind] for kind in (False, True)]
    if not all(sides):
        return None
    known, other = (_part(side, penalty) for side in sides)
    return KnowledgeSplit(known, other)


def check_accuracies(accuracies: Values) -> FloatArray:
    """Return the accuracies as an array, or raise ValueError if there is none or one lies outside [0, 1]."""
    sample = sample_of(accuracies, "accuracies")
    if sample.min() < 0 or sample.max() > 1:
        raise ValueError(f"accuracies from {sample.min():g} to {sample.max():g}; expected 0 … 1")
    return sample


def check_penalty(penalty: float) -> None:
    """Raise ValueError unless the penalty λ is a number ≥ 0."""
    if not 0 <= penalty < math.inf:
        raise ValueError(f"penalty {penalty}; expected a number ≥ 0, such as 1")


def _part(accuracies: list[float], penalty: float) -> Part:
    return Part(
        generalisation_index(accuracies, penalty=0), generalisation_index(accuracies, penalty=penalty), len(accuracies)
    )


def _share(part: int, whole: int, what: str) -> float:
    if whole == 0:
        raise ValueError(f"the class has no {what}; its accuracy is undefined")
    return part / whole


def _check_counts(counts: tuple[int, ...]) -> None:
    if any(type(count) is not int or count < 0 for count in counts):
        raise ValueError(f"counts {', '.join(map(str, counts))}; expected whole numbers ≥ 0")
