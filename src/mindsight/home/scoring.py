"""From the results of one subject to measures: f of each class, T, and what T must not stand without."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mindsight.errors import InputError
from mindsight.home.generalisation import (
    INDICATIVE_BELOW,
    PENALTIES,
    Counts,
    Outcomes,
    accuracy,
    check_accuracies,
    gain_over_trivial,
    generalisation_index,
    knowledge_split,
    least_index,
    penalty_sweep,
    precision,
    recall,
    spread,
    trivial_indices,
    valid_accuracy,
)
from mindsight.home.results_table import ResultsRow
from mindsight.home.sampling import CorrectedIndex, corrected_index, strata_of
from mindsight.record.model import Interval, Measure, Signature
from mindsight.statistics import Interval as Limits
from mindsight.statistics import wilson_interval

RULE = 1
"""Goes up whenever the same results can give another number."""

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Score:
    """What is known of one subject.

    Attributes:
        name: The subject.
        accuracies: f of each class.
        intervals: Wilson's interval of each f; empty where the tasks were not counted.
        index: T as the document has it.
        corrected: T without the noise of sampling, with its interval; None where it is not estimable.
        valid: T over the valid tasks; None where they are not known apart from the irrelevant ones.
        gain: T less that of the best trivial subject; None likewise.
        trials: Tasks of the class that has fewest; None where they were not counted.
        measures: All of this as measures.
    """

    name: str
    accuracies: dict[str, float]
    intervals: dict[str, Limits]
    index: float
    corrected: CorrectedIndex | None
    valid: float | None
    gain: float | None
    trials: int | None
    measures: tuple[Measure, ...]

    @property
    def indicative(self) -> bool:
        """Whether T is a hint only: fewer than 50 tasks in a class, or an unknown number."""
        return self.trials is None or self.trials < INDICATIVE_BELOW


def score_row(row: ResultsRow, signature: Signature, *, penalty: float = 1.0, unknown: Sequence[str] = ()) -> Score:
    """Score one subject.

    Args:
        row: Its results by class.
        signature: What the numbers depend on.
        penalty: Weight λ of the spread, ≥ 0.
        unknown: Classes that the subject did not know; the rest it knew.

    Raises:
        InputError: A class has no tasks, or no valid or no irrelevant ones; 6.4.1 c) asks for both.
    """
    _check(row)
    accuracies = {name: one if isinstance(one, float) else accuracy(_counts(one)) for name, one in row.classes.items()}
    counted = {name: one for name, one in row.classes.items() if not isinstance(one, float)}
    apart = [one for one in counted.values() if isinstance(one, Outcomes)]
    strata = strata_of(list(counted.values()))
    trials = [_counts(one).trials for one in counted.values()]
    score = Score(
        name=row.name,
        accuracies=accuracies,
        intervals={name: wilson_interval(_right(one), _counts(one).trials, LEVEL) for name, one in counted.items()},
        index=generalisation_index(list(accuracies.values()), penalty=penalty),
        corrected=None if strata is None else corrected_index(strata, penalty=penalty, level=LEVEL),
        valid=generalisation_index([valid_accuracy(one) for one in apart], penalty=penalty) if apart else None,
        gain=gain_over_trivial(apart, penalty=penalty) if apart else None,
        trials=min(trials) if trials else None,
        measures=(),
    )
    maker = _Maker(signature, sum(trials) or len(accuracies))
    measures = (
        *_of_classes(maker, score, counted),
        *_of_index(maker, score, penalty),
        *_of_parts(maker, score, apart, unknown, penalty),
    )
    return replace(score, measures=measures)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the measures of one subject; ``n`` is the number of its tasks, or of its classes if none were counted."""

    signature: Signature
    n: int

    def __call__(
        self,
        name: str,
        value: float | None,
        *,
        clause: str = "4.2",
        n: int | None = None,
        limits: Limits | None = None,
        low: float | None = None,
        high: float | None = 1.0,
        better: Literal["higher", "lower"] = "higher",
    ) -> Measure:
        return Measure(
            name=f"home.{name}",
            value=value,
            status="not_estimable" if value is None else "scored",
            unit="index",
            clause=clause,
            n=self.n if n is None else n,
            interval=None if limits is None else Interval(**limits._asdict()),
            low=low,
            high=high,
            better=better,
            signature=self.signature,
        )


def _of_classes(make: _Maker, score: Score, counted: Mapping[str, Counts | Outcomes]) -> Iterator[Measure]:
    for name, value in score.accuracies.items():
        trials = _counts(counted[name]).trials if name in counted else 1
        yield make(f"f.{name}", value, n=trials, limits=score.intervals.get(name), low=0.0)
    for name, one in counted.items():
        counts = _counts(one)
        yield make(f"precision.{name}", precision(counts), n=counts.tp + counts.fp, low=0.0)
        yield make(f"recall.{name}", recall(counts), n=counts.tp + counts.fn, low=0.0)
        if isinstance(one, Outcomes):
            yield make(f"f_valid.{name}", valid_accuracy(one), n=one.valid, low=0.0)


def _of_index(make: _Maker, score: Score, penalty: float) -> Iterator[Measure]:
    accuracies, least = list(score.accuracies.values()), least_index(penalty)
    corrected = score.corrected
    yield make("T", score.index, clause="6.4.1-f", low=least)
    yield make(
        "T_corrected",
        None if corrected is None else corrected.value,
        limits=None if corrected is None else corrected.interval,
        low=least,
    )
    yield make("T_valid", score.valid, low=least)
    yield make("T_gain", score.gain, low=least - 1)
    yield make("f_mean", generalisation_index(accuracies, penalty=0), low=0.0)
    yield make("f_spread", spread(check_accuracies(accuracies)), low=0.0, high=0.5, better="lower")
    for weight, value in penalty_sweep(accuracies, PENALTIES).items():
        yield make(f"T_at.{weight:g}", value, low=least_index(weight))


def _of_parts(
    make: _Maker, score: Score, apart: Sequence[Outcomes], unknown: Sequence[str], penalty: float
) -> Iterator[Measure]:
    least = least_index(penalty)
    if apart:
        for name, value in trivial_indices(apart, penalty=penalty).items():
            yield make(f"T_trivial.{name}", value, low=least)
    split = knowledge_split(score.accuracies, unknown, penalty=penalty) if unknown else None
    if split is not None:
        for kind, part in (("known", split.known), ("unknown", split.unknown)):
            yield make(f"f_{kind}", part.mean, n=part.classes, low=0.0)
            yield make(f"T_{kind}", part.index, n=part.classes, low=least)
        yield make("f_gap", split.mean_gap, low=-1.0, better="lower")
        yield make("T_gap", split.index_gap, low=least - 1, high=1 - least, better="lower")


def _check(row: ResultsRow) -> None:
    for name, one in row.classes.items():
        if not isinstance(one, float) and _counts(one).trials == 0:
            raise InputError(
                '"{model}" has no tasks of the class "{name}"; its accuracy is undefined, not 0',
                model=row.name,
                name=name,
            )
        if isinstance(one, Outcomes) and 0 in (one.valid, one.irrelevant):
            raise InputError(
                '"{model}" has {valid} valid and {irrelevant} irrelevant tasks of the class "{name}"; clause 6.4.1 c) asks for both',
                model=row.name,
                valid=one.valid,
                irrelevant=one.irrelevant,
                name=name,
            )


def _counts(one: Counts | Outcomes) -> Counts:
    return one.counts if isinstance(one, Outcomes) else one


def _right(one: Counts | Outcomes) -> int:
    counts = _counts(one)
    return counts.tp + counts.tn
