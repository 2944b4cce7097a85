"""Recall of each kind of irrelevance, and T over the document's narrow kinds alone (clauses 4.2, 6.4.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindsight.home.scoring.generalisation import Outcomes, accuracy, generalisation_index, least_index
from mindsight.record.model import Interval, Measure, Signature
from mindsight.statistics import wilson_interval


@dataclass(frozen=True, slots=True)
class Ignored:
    """How many irrelevant tasks of a kind were correctly ignored, out of how many."""

    right: int
    tasks: int


@dataclass(frozen=True, slots=True)
class Apart:
    """The results of a run by kind of irrelevance: of each kind, and of each class over the pairs of the narrow kinds."""

    kinds: Mapping[str, Ignored]
    narrow: Mapping[str, Outcomes]


def narrow_index(classes: Mapping[str, Outcomes], *, penalty: float = 1.0) -> float | None:
    """Return T over the pairs of tasks whose irrelevant one is of a narrow kind (home formula 1).

    Clause 4.2. A valid task and the irrelevant one of its pair are kept or left out together, so that the share of irrelevant
    tasks stays that of the plan.

    Args:
        classes: The outcomes of those tasks by class; not empty.
        penalty: Weight λ of the spread, ≥ 0.

    Returns:
        T, from ``least_index(penalty)`` to 1; None if a class lacks valid or irrelevant tasks.
    """
    if any(0 in (one.valid, one.irrelevant) for one in classes.values()):
        return None
    return generalisation_index([accuracy(one.counts) for one in classes.values()], penalty=penalty)


def kind_measures(
    apart: Apart, signature: Signature, *, penalty: float = 1.0, intervals: bool = True
) -> Iterator[Measure]:
    """Yield T over the narrow kinds, and the recall of each kind with Wilson's interval.

    The recall of a kind is the share of its irrelevant tasks that were correctly ignored (TN), in [0, 1]; it is not estimable
    without any. Tasks that share budgets depend on each other: then ``intervals`` must be false.
    """
    index = narrow_index(apart.narrow, penalty=penalty) if apart.narrow else None
    tasks = sum(one.valid + one.irrelevant for one in apart.narrow.values())
    yield _measure("T_narrow", index, n=tasks, low=least_index(penalty), signature=signature)
    for kind, one in apart.kinds.items():
        limits = Interval(**wilson_interval(one.right, one.tasks)._asdict()) if one.tasks and intervals else None
        share = one.right / one.tasks if one.tasks else None
        yield _measure(f"ignored.{kind}", share, n=one.tasks, low=0.0, signature=signature, interval=limits)


def _measure(
    name: str, value: float | None, *, n: int, low: float | None, signature: Signature, interval: Interval | None = None
) -> Measure:
    return Measure(
        name=f"home.{name}",
        value=value,
        status="not_estimable" if value is None else "scored",
        unit="index",
        clause="4.2",
        n=n,
        interval=interval,
        low=low,
        high=1.0,
        better="higher",
        signature=signature,
    )


def pair_kind(id_: str, *, kinds: Sequence[str], valid: int) -> str:
    """Return the reason of the irrelevant task in the pair of a task, from its id such as ``desk-0007``.

    Args:
        id_: The id in the plan; the valid tasks of a class are numbered first, from 1.
        kinds: The reasons that the irrelevant tasks of its class take in turn.
        valid: The number of valid tasks in the class.
    """
    number = int(id_.rpartition("-")[2]) - 1
    return kinds[(number if number < valid else number - valid) % len(kinds)]
