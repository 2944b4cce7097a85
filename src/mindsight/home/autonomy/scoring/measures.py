"""The measures of a system left alone: S, what it is made of, and what always stands beside it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mindsight.home.autonomy.scoring.intervals import (
    LEVEL,
    mean_in_class,
    mean_over_classes,
    plain_column,
    ratio_over_classes,
    score_column,
)
from mindsight.home.autonomy.scoring.scores import Autonomy, ClassScore
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.record.model import Interval, Measure, Signature
from mindsight.statistics import Interval as Limits
from mindsight.statistics import wilson_interval

RULE = 1
"""Version of the rules; raised whenever the same protocol and similarities can give different numbers."""

_FIGURES: dict[str, tuple[str, str]] = {
    "R": ("relevance", "4.3-a"),
    "R_proposed": ("relevance_proposed", "4.3-a"),
    "R_unique": ("relevance_unique", "4.3-a"),
    "R_best": ("relevance_best", "4.3-a"),
    "R_perfect": ("relevance_perfect", "4.3-a"),
    "R_pooled": ("relevance_pooled", "4.3-a"),
    "TC": ("coverage", "4.3-b"),
    "TC_union": ("coverage_union", "4.3-b"),
    "S_perfect": ("perfect", "4.3-c"),
}
"""Measure → its attribute of a class, and its clause; each is a mean over classes, and stands for each class too."""

_LOWER = {"harm", "worse", "decoys", "duplicates"}


@dataclass(frozen=True, slots=True)
class _Maker:
    signature: Signature
    terms: Sequence[Terms]

    def __call__(
        self,
        name: str,
        value: float | None,
        *,
        clause: str = "6.4.2-e",
        n: int | None = None,
        limits: Limits | None = None,
        low: float | None = 0.0,
        high: float | None = 1.0,
        unit: str = "index",
    ) -> Measure:
        return Measure(
            name=f"home.{name}",
            value=value,
            status="scored" if value is not None else "not_scored" if n == 0 else "not_estimable",
            unit=unit,
            clause=clause,
            n=len(self.terms) if n is None else n,
            interval=None if limits is None or value is None else Interval(**limits._asdict()),
            low=low,
            high=high,
            better="lower" if name.partition(".")[0] in _LOWER else "higher",
            signature=self.signature,
        )


def autonomy_measures(terms: Sequence[Terms], found: Autonomy, signature: Signature) -> tuple[Measure, ...]:
    """Return all measures of a system.

    Args:
        terms: The terms of its scenes.
        found: The scores computed from them.
        signature: The signature of all measures.
    """
    make = _Maker(signature, terms)
    return (*_headline(make, found), *_parts(make, found), *_beside(make, found), *_of_classes(make, found))


def _headline(make: _Maker, found: Autonomy) -> Iterator[Measure]:
    scenes = sum(one.scenes for one in found.classes.values() if one)
    terms, alpha = make.terms, found.alpha
    yield make("S", found.index, clause="6.4.2-f", n=scenes, limits=mean_over_classes(terms, score_column(alpha)))
    limits = mean_over_classes(terms, plain_column(alpha))
    yield make("S_plain", found.plain, clause="6.4.2-f", n=scenes, limits=limits, low=-alpha)


def _parts(make: _Maker, found: Autonomy) -> Iterator[Measure]:
    terms = make.terms
    intervals = {
        "R": mean_over_classes(terms, lambda one: one.relevance),
        "R_proposed": mean_over_classes(terms, lambda one: one.relevance_proposed),
        "R_best": mean_over_classes(terms, lambda one: one.relevance_best),
        "TC": mean_over_classes(terms, lambda one: one.coverage),
    }
    for name, (attribute, clause) in _FIGURES.items():
        yield make(name, found.over_classes(_get(attribute)), clause=clause, limits=intervals.get(name))
    relative = found.over_classes(lambda one: one.relevance_relative)
    yield make("R_relative", relative, clause="4.3-a", limits=ratio_over_classes(terms), high=None)
    plain = mean_over_classes(terms, lambda one: one.relevance_plain if one.needs else None)
    yield make("R_plain", found.over_classes(lambda one: one.relevance_plain), limits=plain, low=-1.0)


def _beside(make: _Maker, found: Autonomy) -> Iterator[Measure]:
    terms, shares = make.terms, found.shares
    needs, distinct = sum(one.needs for one in terms), sum(one.distinct for one in terms)
    empty = sum(not one.needs for one in terms)
    alone = None if shares.left_alone is None else wilson_interval(round(shares.left_alone * empty), empty, LEVEL)
    done = sum(one.completed for one in terms)
    yield make("N", float(done), clause="4.3-a", unit="count", high=None)
    yield make("unannounced", float(sum(one.unannounced for one in terms)), n=done, unit="count", high=None)
    yield make("duplicates", float(sum(one.duplicates for one in terms)), n=done, unit="count", high=None)
    yield make("needs_met", shares.met, n=needs)
    yield make("needs_noticed", shares.noticed, n=needs)
    yield make("carried_out", shares.carried_out, n=distinct)
    harm = mean_over_classes(terms, lambda one: float(one.harm))
    yield make("harm", shares.harm, unit="per scene", high=None, limits=harm)
    yield make("worse", shares.worse, unit="per scene", high=None)
    yield make("decoys", shares.decoys, unit="per scene", high=None)
    yield make("left_alone", shares.left_alone, n=empty, limits=alone)


def _of_classes(make: _Maker, found: Autonomy) -> Iterator[Measure]:
    for key, one in found.classes.items():
        own = [each for each in make.terms if each.task_class == key]
        n = sum(bool(each.needs) for each in own)
        columns = {"S": score_column(found.alpha), "R": lambda each: each.relevance, "TC": lambda each: each.coverage}
        figures = {"S": ("score", "4.3-c"), **_FIGURES}
        for name, (attribute, clause) in figures.items():
            value = None if one is None else _get(attribute)(one)
            limits = mean_in_class(own, columns[name]) if name in columns else None
            yield make(f"{name}.{key}", value, clause=clause, n=n, limits=limits)
        plain = mean_over_classes(own, plain_column(found.alpha))
        value = None if one is None else one.plain
        yield make(f"S_plain.{key}", value, clause="4.3-c", n=n, limits=plain, low=-found.alpha)
        relative = None if one is None else one.relevance_relative
        yield make(f"R_relative.{key}", relative, clause="4.3-a", n=n, high=None)
        yield make(f"N.{key}", float(sum(each.completed for each in own)), n=len(own), unit="count", high=None)
        harm = sum(each.harm for each in own) / len(own)
        yield make(f"harm.{key}", harm, n=len(own), unit="per scene", high=None)


def _get(attribute: str) -> Callable[[ClassScore], float]:
    return lambda one: float(getattr(one, attribute))
