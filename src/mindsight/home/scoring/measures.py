"""Compute the measures of one subject: f of each class, T, and the measures always reported with T."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from mindsight.errors import InputError
from mindsight.home.classes import Groups
from mindsight.home.scoring.dependence import Effect, effective_interval, effective_strata
from mindsight.home.scoring.generalisation import (
    INDICATIVE_BELOW,
    PENALTIES,
    Counts,
    Outcomes,
    Result,
    ResultsRow,
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
from mindsight.home.scoring.outcomes import knows_nr
from mindsight.home.scoring.sampling import CorrectedIndex, Strata, corrected_index, strata_of
from mindsight.record.model import Interval, Measure, Signature
from mindsight.statistics import Interval as Limits
from mindsight.statistics import wilson_interval

RULE = 2
"""Version of the rules; raised whenever the same results can give different numbers. In an identity it is ``scoring``."""

LEVEL = 0.95
AT = "@"
"""Separates, in an item's id, the task from the condition or number that distinguishes its repetitions."""
Effects = Mapping[str, Effect | None]
_TRIVIAL = ("refuse", "claim")


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of one subject.

    Attributes:
        name: The subject.
        accuracies: f of each class; None for one that lacks valid or irrelevant tasks.
        intervals: Wilson's interval of each f; empty if the tasks were not counted.
        index: T as the document defines it; None if a class has no f.
        corrected: T without the sampling noise, with its interval; None if it is not estimable.
        valid: T over the valid tasks; None if they are not counted separately from the irrelevant ones.
        gain: T less that of the best trivial subject; None likewise.
        trials: Tasks of the class that has fewest; None if they were not counted.
        measures: All of this as measures.
    """

    name: str
    accuracies: dict[str, float | None]
    intervals: dict[str, Limits]
    index: float | None
    corrected: CorrectedIndex | None
    valid: float | None
    gain: float | None
    trials: int | None
    measures: tuple[Measure, ...]

    @property
    def indicative(self) -> bool:
        """Whether T is only indicative: fewer than 50 tasks in a class, or an unknown number."""
        return self.trials is None or self.trials < INDICATIVE_BELOW

    def value(self, name: str) -> float | None:
        """Return the value of a measure, such as ``f_mean``; None if it is not estimable or does not exist."""
        return next((one.value for one in self.measures if one.name == f"home.{name}"), None)


def score_row(
    row: ResultsRow,
    signature: Signature,
    *,
    penalty: float = 1.0,
    unknown: Sequence[str] = (),
    groups: Groups = MappingProxyType({}),
    gaps: bool = False,
    effects: Effects | None = None,
) -> Score:
    """Score one subject.

    Args:
        row: Its results by class.
        signature: The signature of all measures.
        penalty: Weight λ of the spread, ≥ 0.
        unknown: Classes that the subject did not know; the rest it knew.
        groups: The groups whose mean accuracy is wanted, by view, with the classes of each.
        gaps: Accept classes that lack tasks of a kind, for example because none could be tested; what depends on them is
            not estimable.
        effects: Design effects by class if tasks depend on each other; None for one that is not estimable.

    Raises:
        InputError: A class has no tasks, or no valid or no irrelevant ones; 6.4.1 c) asks for both.
    """
    whole = {name: one for name, one in row.classes.items() if not (gaps and lacking(one))}
    _check(ResultsRow(row.name, whole))
    accuracies = {name: _accuracy(whole[name]) if name in whole else None for name in row.classes}
    known = list(map(_accuracy, whole.values())) if len(whole) == len(accuracies) else None
    counted = {name: one for name, one in row.classes.items() if not isinstance(one, float)}
    apart = [one for one in counted.values() if isinstance(one, Outcomes)]
    estimable = apart if known else []
    strata = _strata(counted, effects) if known else None
    trials = [_counts(one).trials for one in counted.values()]
    score = Score(
        name=row.name,
        accuracies=accuracies,
        intervals={
            name: limits
            for name, one in counted.items()
            if name in whole and (limits := _interval(name, one, effects)) is not None
        },
        index=None if known is None else generalisation_index(known, penalty=penalty),
        corrected=None if strata is None else corrected_index(strata, penalty=penalty, level=LEVEL),
        valid=generalisation_index([valid_accuracy(one) for one in estimable], penalty=penalty) if estimable else None,
        gain=gain_over_trivial(estimable, penalty=penalty) if estimable else None,
        trials=min(trials) if trials else None,
        measures=(),
    )
    maker = _Maker(signature, sum(trials) if trials else len(accuracies))
    measures = (
        *_of_classes(maker, score, counted),
        *_of_index(maker, score, known, penalty),
        *_of_what_was_read(maker, apart if len(apart) == len(accuracies) else [], penalty),
        *_of_trivial(maker, apart, known, penalty),
        *_of_knowledge(maker, list(accuracies), known, unknown, penalty),
        *_of_groups(maker, groups, row.classes, score, effects),
    )
    return replace(score, measures=measures)


def _interval(name: str, one: Counts | Outcomes, effects: Effects | None) -> Limits | None:
    right, trials = _right(one), _counts(one).trials
    if effects is None:
        return wilson_interval(right, trials, LEVEL)
    return effective_interval(right, trials, effects[name], level=LEVEL)


def _strata(classes: Mapping[str, Counts | Outcomes], effects: Effects | None) -> Strata | None:
    strata = strata_of(list(classes.values()))
    return strata if effects is None else effective_strata(strata, [effects[name] for name in classes], level=LEVEL)


def lacking(one: Result) -> bool:
    """Return whether a class lacks valid or irrelevant tasks, or has none at all: its accuracy is undefined."""
    if isinstance(one, Outcomes):
        return 0 in (one.valid, one.irrelevant)
    return isinstance(one, Counts) and one.trials == 0


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the measures of one subject; ``n`` is the number of its tasks, or of its classes if tasks were not counted."""

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
        gap = score.accuracies[name] is None
        yield make(f"precision.{name}", None if gap else precision(counts), n=counts.tp + counts.fp, low=0.0)
        yield make(f"recall.{name}", None if gap else recall(counts), n=counts.tp + counts.fn, low=0.0)
        if isinstance(one, Outcomes):
            yield make(f"f_valid.{name}", None if gap else valid_accuracy(one), n=one.valid, low=0.0)


def _of_index(make: _Maker, score: Score, known: Sequence[float] | None, penalty: float) -> Iterator[Measure]:
    least, corrected = least_index(penalty), score.corrected
    yield make("T", score.index, clause="6.4.1-f", low=least)
    yield make(
        "T_corrected",
        None if corrected is None else corrected.value,
        limits=None if corrected is None else corrected.interval,
        low=least,
    )
    yield make("T_valid", score.valid, low=least)
    yield make("T_gain", score.gain, low=least - 1)
    yield make("f_mean", None if known is None else generalisation_index(known, penalty=0), low=0.0)
    deviation = None if known is None else spread(check_accuracies(known))
    yield make("f_spread", deviation, low=0.0, high=0.5, better="lower")
    sweep = dict.fromkeys(PENALTIES) if known is None else penalty_sweep(known, PENALTIES)
    for weight, value in sweep.items():
        yield make(f"T_at.{weight:g}", value, low=least_index(weight))


def _of_what_was_read(make: _Maker, apart: Sequence[Outcomes], penalty: float) -> Iterator[Measure]:
    """Yield T without the tasks that were not read or not reached, and their share; nothing under rules that did not know them."""
    known_rule = knows_nr(make.signature.identity) or any(one.nr for one in apart)
    if not apart or not known_rule:
        return
    read = [one.read for one in apart]
    known = None if any(map(lacking, read)) else [accuracy(one.counts) for one in read]
    index = None if known is None else generalisation_index(known, penalty=penalty)
    trials, unread = sum(one.counts.trials for one in apart), sum(one.nr for one in apart)
    yield make("T_read", index, clause="6.4.1-f", n=trials - unread, low=least_index(penalty))
    yield make("NR", unread / trials if trials else None, clause="6.4.1-e", n=trials, low=0.0, better="lower")


def _of_trivial(
    make: _Maker, apart: Sequence[Outcomes], known: Sequence[float] | None, penalty: float
) -> Iterator[Measure]:
    if apart:
        values = dict.fromkeys(_TRIVIAL) if known is None else trivial_indices(apart, penalty=penalty)
        for name, value in values.items():
            yield make(f"T_trivial.{name}", value, low=least_index(penalty))


def _of_knowledge(
    make: _Maker, names: Sequence[str], known: Sequence[float] | None, unknown: Sequence[str], penalty: float
) -> Iterator[Measure]:
    """Yield mean and T of the classes known to the subject and of the unknown ones; nothing unless there are both."""
    least, strange = least_index(penalty), sum(name in unknown for name in names)
    if not 0 < strange < len(names):
        return
    split = None if known is None else knowledge_split(dict(zip(names, known, strict=True)), unknown, penalty=penalty)
    sides = (None, None) if split is None else (split.known, split.unknown)
    for kind, part, n in zip(("known", "unknown"), sides, (len(names) - strange, strange), strict=True):
        yield make(f"f_{kind}", None if part is None else part.mean, n=n, low=0.0)
        yield make(f"T_{kind}", None if part is None else part.index, n=n, low=least)
    yield make("f_gap", split and split.mean_gap, low=-1.0, better="lower")
    yield make("T_gap", split and split.index_gap, low=least - 1, high=1 - least, better="lower")


def _of_groups(
    make: _Maker, groups: Groups, results: Mapping[str, Result], score: Score, effects: Effects | None
) -> Iterator[Measure]:
    """Yield the mean accuracy of the classes of each group, with the interval that T has at λ = 0."""
    for view, members in groups.items():
        for name, keys in members.items():
            shares = [share for key in keys if (share := score.accuracies[key]) is not None]
            counted = {key: one for key in keys if not isinstance(one := results[key], float)}
            whole = len(shares) == len(keys)
            strata = _strata(counted, effects) if whole and len(counted) == len(keys) else None
            yield make(
                f"{view}.{name}",
                generalisation_index(shares, penalty=0) if whole else None,
                clause="table.1",
                n=sum(_counts(one).trials for one in counted.values()) if counted else len(keys),
                limits=None if strata is None else corrected_index(strata, penalty=0, level=LEVEL).interval,
                low=0.0,
            )


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


def _accuracy(one: Result) -> float:
    return one if isinstance(one, float) else accuracy(_counts(one))


def _counts(one: Counts | Outcomes) -> Counts:
    return one.counts if isinstance(one, Outcomes) else one


def _right(one: Counts | Outcomes) -> int:
    counts = _counts(one)
    return counts.tp + counts.tn
