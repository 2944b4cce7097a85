"""Measures beside f and T of a run over imported questions: accuracy where there is an answer, and above chance."""

from collections.abc import Iterator, Sequence

from mindsight.home.questions.scoring.measures import above_chance, accuracy_of, of_wordings
from mindsight.home.scoring.dependence import Ended
from mindsight.record.model import Item, Measure, Signature


def imported_measures(
    items: Sequence[Item], keys: Sequence[str], generated: Sequence[str], signature: Signature
) -> Iterator[Measure]:
    """Yield the measures of all scored items of a run.

    ``home.accuracy``: right answers among questions that have one, as data sets usually report. ``home.f_above_chance``: the same, less
    chance, divided by the most it could be above chance. ``home.declined``: questions without an answer of which that was said.
    ``home.pairs`` and ``home.quartets`` are of the ``generated`` classes, if there are any.
    """
    valid = [item for item in items if item.terms["valid"]]
    irrelevant = [item for item in items if not item.terms["valid"]]
    yield accuracy_of("home.accuracy", _ended(valid), signature)
    for key in keys:
        yield accuracy_of(f"home.accuracy.{key}", _ended(_of(valid, key)), signature)
    yield above_chance("home.f_above_chance", valid, signature)
    for key in keys:
        yield above_chance(f"home.f_above_chance.{key}", _of(valid, key), signature)
    yield accuracy_of("home.declined", _ended(irrelevant), signature)
    for key in keys:
        yield accuracy_of(f"home.declined.{key}", _ended(_of(irrelevant, key)), signature)
    if generated:
        yield from of_wordings(items, generated, signature)


def _of(items: Sequence[Item], key: str) -> list[Item]:
    return [item for item in items if item.terms["task"] == key]


def _ended(items: Sequence[Item]) -> list[Ended]:
    return [Ended(item.cluster, item.terms["valid"], item.outcome in {"TP", "TN"}) for item in items]
