"""Agreement between slots, a judge and people on the same descriptions, pair by pair."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mindsight.record.blocks import Cell, Column, Link, Table
from mindsight.record.model import Interval, Item
from mindsight.record.spelling import range_of
from mindsight.statistics import cohen_kappa, cohen_kappa_interval, krippendorff_alpha, krippendorff_alpha_interval
from mindsight.text import Text, text
from mindsight.vsig.judge.human import Marks
from mindsight.vsig.judge.measures import ALPHA, KAPPA, pairs_of, within

Place = tuple[str, str]


class Verdicts(NamedTuple):
    """One marker's view of descriptions: how good each is, 0 … 1, and which are right."""

    marks: Mapping[Place, float]
    right: Mapping[Place, bool]


class Agreement(NamedTuple):
    """Agreement of two markers: number of descriptions, share on which they agree on right or not, its κ, α and ρ of the marks.

    None if not estimable: no descriptions in common, or nothing varies. The intervals of κ and α are over recordings, and also
    None for a single recording.
    """

    who: Text
    n: int
    same: float | None
    kappa: float | None
    alpha: float | None
    rho: float | None
    kappa_interval: Interval | None = None
    alpha_interval: Interval | None = None

    def page(self) -> dict[str, Any]:
        """Return the agreement as JSON."""
        held = {**self._asdict(), "who": str(self.who)}
        for name in ("kappa_interval", "alpha_interval"):
            one: Interval | None = held[name]
            held[name] = None if one is None else one.model_dump(mode="json")
        return held


def agreements(items: Sequence[Item], judgements: Mapping[str, Item], human: Marks | None) -> list[Agreement]:
    """Return the agreement of judge and slots, of each with people, and among people, as far as marks exist."""
    slots = slots_verdicts(items)
    judge = judge_verdicts(items, judgements) if judgements else None
    people = None if human is None else human_verdicts(human)
    # People's marks may concern samples that are not in this run.
    clusters = {item.id: item.cluster for item in items}
    found = []
    if judge is not None:
        found.append(agreement(text("judge and slots"), judge, slots, clusters))
    if people is not None:
        if judge is not None:
            found.append(agreement(text("judge and people (their median)"), judge, people, clusters))
        found.append(agreement(text("slots and people (their median)"), slots, people, clusters))
    if human is not None and len(human.raters) > 1:
        found.append(_among(human, clusters))
    return found


def slots_verdicts(items: Iterable[Item]) -> Verdicts:
    """Return the slots' verdicts on the descriptions of a run."""
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
    """Return a judge's verdicts on the descriptions that it has marked."""
    marks = {(pair.item, pair.place): pair.mark for pair in pairs_of(items, judgements)}
    return Verdicts(marks, {place: mark == 1.0 for place, mark in marks.items()})


def human_verdicts(human: Marks) -> Verdicts:
    """Return people's verdicts: the median of their marks; right if that is ``right``."""
    marks = human.medians
    return Verdicts(marks, {place: mark == 1.0 for place, mark in marks.items()})


def unmatched_marks(items: Iterable[Item], human: Marks) -> int:
    """Return the number of people's marks that match no description of a run."""
    known = slots_verdicts(items).marks.keys()
    return sum(place not in known for own in human.of for place in own)


def agreement(who: Text, one: Verdicts, other: Verdicts, clusters: Mapping[str, str] | None = None) -> Agreement:
    """Return the agreement of two markers on the descriptions that both have marked.

    A sample that is missing in ``clusters`` is a recording of its own.
    """
    both = sorted(one.marks.keys() & other.marks.keys())
    if not both:
        return Agreement(who, 0, None, None, None, None)
    right = [(one.right[place], other.right[place]) for place in both]
    marks = [[verdicts.marks[place] for place in both] for verdicts in (one, other)]
    recordings = _recordings(both, clusters)
    own, others = (np.array(column, np.float64) for column in zip(*right, strict=True))
    return Agreement(
        who,
        len(both),
        sum(a == b for a, b in right) / len(both),
        cohen_kappa(own, others),
        krippendorff_alpha(marks),
        _rank_correlation(*marks),
        within(cohen_kappa_interval(own, others, recordings), KAPPA),
        within(krippendorff_alpha_interval(marks, recordings), ALPHA),
    )


def table(found: Sequence[Agreement], *, linked: bool = False) -> Table:
    """Return the agreements as a table; ``linked``: the first one's κ and α link to measures of the run."""
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(found):
        kappa, alpha = (
            Link(value=value, target=f"measure-{kind.name}") if linked and number == 0 and value is not None else value
            for kind, value in ((KAPPA, one.kappa), (ALPHA, one.alpha))
        )
        limits = (_bounds(one.kappa, one.kappa_interval), _bounds(one.alpha, one.alpha_interval))
        rows.append((one.who, one.n, one.same, kappa, limits[0], alpha, limits[1], one.rho))
    columns = (
        Column(title=text("Who"), align="left"),
        Column(title=text("Descriptions"), decimals=0),
        Column(title=text("the same verdict"), decimals=3),
        Column(title=text("Cohen's κ"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Krippendorff's α"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Spearman's ρ"), decimals=3),
    )
    return Table(id="judge-agreement", title=text("Agreement on descriptions"), columns=columns, rows=tuple(rows))


def _bounds(value: float | None, interval: Interval | None) -> Cell:
    if interval is None:
        return None if value is None else text("not_estimable")
    return range_of(interval.low, interval.high, 3)


def _recordings(places: Iterable[Place], clusters: Mapping[str, str] | None) -> list[str]:
    known = clusters or {}
    return [known.get(sample, sample) for sample, _ in places]


def _among(human: Marks, clusters: Mapping[str, str]) -> Agreement:
    """Return the agreement among people: α over all of them; for two people the rest too."""
    who = text("people with each other")
    if len(human.raters) == 2:
        one, other = (Verdicts(own, {place: mark == 1.0 for place, mark in own.items()}) for own in human.of)
        return agreement(who, one, other, clusters)
    places = sorted(human.medians)
    ratings = [[own.get(place, np.nan) for place in places] for own in human.of]
    several = sum(sum(place in own for own in human.of) > 1 for place in places)
    found = krippendorff_alpha_interval(ratings, _recordings(places, clusters))
    return Agreement(who, several, None, None, krippendorff_alpha(ratings), None, alpha_interval=within(found, ALPHA))


def _rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Spearman's ρ; None for fewer than three values, or if one side does not vary."""
    from scipy import stats

    if len(one) < 3 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(stats.spearmanr(one, other).statistic)
