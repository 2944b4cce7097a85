"""How far slots, a judge and people agree on the same descriptions, two at a time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mindsight.record.blocks import Cell, Column, Link, Table
from mindsight.record.model import Item
from mindsight.statistics import cohen_kappa, krippendorff_alpha
from mindsight.text import Text, text
from mindsight.vsig.judge_human import Marks
from mindsight.vsig.judge_measures import ALPHA, KAPPA, pairs_of

Place = tuple[str, str]


class Verdicts(NamedTuple):
    """What somebody makes of descriptions: how good each is, 0 … 1, and which are right."""

    marks: Mapping[Place, float]
    right: Mapping[Place, bool]


class Agreement(NamedTuple):
    """How far two agree: over how many descriptions, in what share of them on right or not, κ of that, α and ρ of the marks.

    None where not estimable: without descriptions in common, or where nothing varies.
    """

    who: Text
    n: int
    same: float | None
    kappa: float | None
    alpha: float | None
    rho: float | None


def agreements(items: Sequence[Item], judgements: Mapping[str, Item], human: Marks | None) -> list[Agreement]:
    """Return the agreement of judge and slots, of either with people, and of people with each other, as far as they are there."""
    slots = slots_verdicts(items)
    judge = judge_verdicts(items, judgements) if judgements else None
    people = None if human is None else human_verdicts(human)
    found = []
    if judge is not None:
        found.append(agreement(text("judge and slots"), judge, slots))
    if people is not None:
        if judge is not None:
            found.append(agreement(text("judge and people (their median)"), judge, people))
        found.append(agreement(text("slots and people (their median)"), slots, people))
    if human is not None and len(human.raters) > 1:
        found.append(_among(human))
    return found


def slots_verdicts(items: Iterable[Item]) -> Verdicts:
    """Return what slots make of the descriptions of a run."""
    targets = {
        (item.id, str(number)): target
        for item in items
        if item.outcome == "scored"
        for number, target in enumerate(item.terms["targets"], 1)
    }
    return Verdicts(
        {place: target["intent"] for place, target in targets.items()},
        {place: bool(target["what"]) for place, target in targets.items()},
    )


def judge_verdicts(items: Iterable[Item], judgements: Mapping[str, Item]) -> Verdicts:
    """Return what a judge makes of the descriptions that it has marked."""
    marks = {(pair.item, pair.place): pair.mark for pair in pairs_of(items, judgements)}
    return Verdicts(marks, {place: mark == 1.0 for place, mark in marks.items()})


def human_verdicts(human: Marks) -> Verdicts:
    """Return what people make of descriptions: the median of their marks; right where that is ``right``."""
    marks = human.medians
    return Verdicts(marks, {place: mark == 1.0 for place, mark in marks.items()})


def strays(items: Iterable[Item], human: Marks) -> int:
    """Return how many marks of people belong to no description of a run."""
    known = slots_verdicts(items).marks.keys()
    return sum(place not in known for own in human.of for place in own)


def agreement(who: Text, one: Verdicts, other: Verdicts) -> Agreement:
    """Return how far two agree on the descriptions that both have marked."""
    both = sorted(one.marks.keys() & other.marks.keys())
    if not both:
        return Agreement(who, 0, None, None, None, None)
    right = [(one.right[place], other.right[place]) for place in both]
    marks = [[verdicts.marks[place] for place in both] for verdicts in (one, other)]
    return Agreement(
        who,
        len(both),
        sum(a == b for a, b in right) / len(both),
        cohen_kappa(*(np.array(column, np.float64) for column in zip(*right, strict=True))),
        krippendorff_alpha(marks),
        _rank_correlation(*marks),
    )


def table(found: Sequence[Agreement], *, linked: bool = False) -> Table:
    """Return the agreements as a block; ``linked``: the first one's κ and α are measures of the run."""
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(found):
        kappa, alpha = (
            Link(value=value, target=f"measure-{kind.name}") if linked and number == 0 and value is not None else value
            for kind, value in ((KAPPA, one.kappa), (ALPHA, one.alpha))
        )
        rows.append((one.who, one.n, one.same, kappa, alpha, one.rho))
    columns = (
        Column(title=text("Who"), align="left"),
        Column(title=text("Descriptions"), decimals=0),
        Column(title=text("the same verdict"), decimals=3),
        Column(title=text("Cohen's κ"), decimals=3),
        Column(title=text("Krippendorff's α"), decimals=3),
        Column(title=text("Spearman's ρ"), decimals=3),
    )
    return Table(id="judge-agreement", title=text("Agreement on descriptions"), columns=columns, rows=tuple(rows))


def _among(human: Marks) -> Agreement:
    """Return how far people agree with each other: α over all of them; of two the rest too."""
    who = text("people with each other")
    if len(human.raters) == 2:
        one, other = (Verdicts(own, {place: mark == 1.0 for place, mark in own.items()}) for own in human.of)
        return agreement(who, one, other)
    places = sorted(human.medians)
    ratings = [[own.get(place, np.nan) for place in places] for own in human.of]
    several = sum(sum(place in own for own in human.of) > 1 for place in places)
    return Agreement(who, several, None, None, krippendorff_alpha(ratings), None)


def _rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Spearman's ρ; None for fewer than three, or where one does not vary."""
    from scipy import stats

    if len(one) < 3 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(stats.spearmanr(one, other).statistic)
