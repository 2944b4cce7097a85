"""The measures of a rated run: the score with its crossed interval, and beside it medians, model, agreement, number of raters."""

from collections.abc import Sequence

from mindsight.rating.events import Question
from mindsight.rating.opinion.score import Agreement, OpinionScore, agreement, opinion_score
from mindsight.rating.scoring import CLAUSES, full_matrix, kinds_of, matrix, name_of
from mindsight.record import scores
from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import ScoreTable
from mindsight.statistics import Interval as Found


def measures_of(
    items: Sequence[Item], raters: Sequence[str], question: Question, table: ScoreTable, signature: Signature
) -> tuple[Measure, ...]:
    """Return the measures of a rated run (6.3.1, 6.4.1).

    Args:
        items: The items of the record.
        raters: The complete raters.
        question: Whose table was shown.
        table: The scores of the items.
        signature: What the scores depend on.
    """
    found = opinion_score(*full_matrix(items, raters)) if raters else OpinionScore(None, None, 0, 3, len(items))
    own, *beside = (scores.measure(kind, table, signature) for kind in kinds_of(question))
    # The interval of a mean over items leaves out that other raters would have said otherwise.
    own = own.model_copy(update={"interval": None if own.value is None else _interval(found.interval)})
    agreed = agreement(matrix(items, raters)[0]) if raters else Agreement(None, None, None, None)
    return (
        own,
        *(one.model_copy(update={"interval": None}) for one in beside),
        _agreement(name_of(question, "_alpha"), question, agreed.alpha, agreed.alpha_interval, found.items, signature),
        _agreement(name_of(question, "_icc"), question, agreed.icc, agreed.icc_interval, found.items, signature),
        Measure(
            name=name_of(question, "_raters"),
            value=float(found.raters),
            status="scored",
            unit="raters",
            clause=CLAUSES[question],
            n=found.items,
            low=0.0,
            signature=signature,
        ),
    )


def _agreement(
    name: str, question: Question, value: float | None, interval: Found | None, n: int, signature: Signature
) -> Measure:
    return Measure(
        name=name,
        value=value,
        status="not_estimable" if value is None else "scored",
        unit="index",
        clause=CLAUSES[question],
        n=n,
        interval=_interval(interval, most=1.0),
        high=1.0,
        signature=signature,
    )


def _interval(found: Found | None, *, most: float | None = None) -> Interval | None:
    if found is None:
        return None
    high = found.high if most is None else min(found.high, most)
    return Interval(low=found.low, high=high, level=found.level, method=found.method)
