"""From a campaign's events to the items of a rated run, and from these to scores (6.3.1, 6.4.1).

An item's terms are the ratings of all raters; the manifest's plan says who of them is complete. Everything else follows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mindsight.errors import InputError
from mindsight.rating.events import Question, Rating
from mindsight.rating.opinion.likelihood import Likelihood, maximum_likelihood
from mindsight.rating.opinion.score import LEAST_RATERS, item_opinion
from mindsight.record.model import Draft, Item
from mindsight.record.scores import MeasureKind, ScoreTable, tabulate
from mindsight.statistics.arrays import FloatArray

CLAUSES: Mapping[Question, str] = {"enhancement": "6.3.1", "segmentation": "6.4.1"}
"""The clause whose table a question shows; comparisons have none."""
UNRATED = "not_rated"
"""Outcome of an item that nobody has rated."""
_POINTS = {"unit": "points", "low": 0.0, "high": 100.0}


class Answers(NamedTuple):
    """The scored answers to the outputs of one run: by item and rater, and the raters by completeness.

    ``complete`` have rated every item that has an output; ``partial`` says how many items each of the others has rated.
    """

    ratings: dict[str, dict[str, float]]
    complete: tuple[str, ...]
    partial: dict[str, int]


def name_of(question: str, part: str = "") -> str:
    """Return the name of a measure of a question, such as ``album.enhancement_opinion``."""
    return f"album.{question}_opinion{part}"


def kinds_of(question: Question) -> tuple[MeasureKind, ...]:
    """Return the measures that are means over the items: the score, and beside it the medians.

    The likelihood model has a column of ``scores.csv`` and no measure: over a complete table its mean is always the plain mean.
    """
    return tuple(
        MeasureKind(name_of(question, part), CLAUSES[question], **_POINTS)  # type: ignore[arg-type]
        for part in ("", "_median")
    )


def answers_of(ratings: Iterable[Rating], question: Question, run: str | None, rateable: Sequence[str]) -> Answers:
    """Return the answers that count to the outputs of a run.

    Args:
        ratings: The events that count, of any phase and run.
        question: Whose table was shown.
        run: Hash of the run's seal; None for answers to pictures of no run.
        rateable: Ids of the items that have an output.

    Raises:
        InputError: A rating is of an item that the run does not have an output for, or a rater has rated an item twice.
    """
    found: dict[str, dict[str, float]] = {item: {} for item in rateable}
    raters: dict[str, int] = {}
    for rating in ratings:
        if rating.phase != "scored" or rating.run != run or rating.question != question:
            continue
        if rating.item not in found:
            raise InputError(
                "rating {id} of {rater}: the run has no output for item {item}; rate the outputs of this run, or name another run",
                id=rating.id,
                rater=rating.rater,
                item=rating.item,
            )
        raters.setdefault(rating.rater, 0)
        if rating.value is None:
            continue
        if rating.rater in found[rating.item]:
            raise InputError(
                "{rater} has two scored ratings of item {item}; only one can count: mark the other as a repeat",
                rater=rating.rater,
                item=rating.item,
            )
        found[rating.item][rating.rater] = rating.value
        raters[rating.rater] += 1
    complete = tuple(sorted(rater for rater, count in raters.items() if rateable and count == len(rateable)))
    return Answers(found, complete, {rater: raters[rater] for rater in sorted(raters) if rater not in complete})


def drafts(items: Iterable[Item], answers: Answers) -> Iterator[Draft]:
    """Yield the items of a rated run: those of the run that was rated, with the raters' answers as terms."""
    for item in sorted(items, key=lambda one: one.id):
        given = dict(sorted(answers.ratings.get(item.id, {}).items()))
        failed = item.status == "failed"
        yield Draft(
            id=item.id,
            instance=item.instance,
            cluster=item.cluster,
            status=item.status,
            outcome=item.outcome if failed else "scored" if given else UNRATED,
            terms={"ratings": None if failed else given},
            error=item.error,
        )


def matrix(items: Iterable[Item], raters: Sequence[str]) -> tuple[FloatArray, list[str]]:
    """Return the ratings of these raters of every item that has an output, shape (items, raters), NaN where missing, and the ids."""
    rows: list[list[float]] = []
    ids: list[str] = []
    for item in sorted(items, key=lambda one: one.id):
        given = item.terms["ratings"]
        if given is not None:
            rows.append([given.get(rater, np.nan) for rater in raters])
            ids.append(item.id)
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(raters)), ids


def fitted(items: Sequence[Item], raters: Sequence[str]) -> tuple[Likelihood, list[str]] | None:
    """Return the likelihood model of complete raters and the items' ids; None below two raters or two items."""
    table, ids = matrix(items, raters)
    return None if min(table.shape) < 2 else (maximum_likelihood(table), ids)


def score_table(items: Sequence[Item], raters: Sequence[str], question: Question) -> ScoreTable:
    """Return the score of each item: mean, median and quality under the model; nothing with fewer than three complete raters.

    An output that failed in the run has 0 from each rater and in each column.
    """
    names = [name_of(question, part) for part in ("", "_median", "_mle")]
    enough = len(raters) >= LEAST_RATERS
    model = fitted(items, raters) if enough else None
    qualities = {} if model is None else dict(zip(model[1], model[0].quality.tolist(), strict=True))

    def scores(item: Item) -> dict[str, float | None]:
        if not enough:
            return {}
        given = item.terms["ratings"]
        if given is None:
            return dict.fromkeys(names, 0.0)
        found = item_opinion([given[rater] for rater in raters])
        quality = qualities.get(item.id)
        # The model knows no ends of the scale.
        within = None if quality is None else min(100.0, max(0.0, quality))
        return dict(zip(names, (found.mean, found.median, within), strict=True))

    return tabulate(items, names, scores)


def full_matrix(items: Sequence[Item], raters: Sequence[str]) -> tuple[FloatArray, list[str]]:
    """Return the ratings of complete raters with 0 for outputs that failed, shape (items, raters), and the items' clusters."""
    ordered = sorted(items, key=lambda one: one.id)
    rows = [
        [0.0] * len(raters) if item.terms["ratings"] is None else [item.terms["ratings"][rater] for rater in raters]
        for item in ordered
    ]
    table = np.array(rows, dtype=np.float64).reshape(len(ordered), len(raters))
    return table, [item.cluster for item in ordered]


def cannot_be_judged(ratings: Iterable[Rating]) -> Counter[str]:
    """Return how often each rater said that an item cannot be judged."""
    return Counter(rating.rater for rating in ratings if rating.phase == "scored" and rating.value is None)


def repeated(ratings: Sequence[Rating]) -> dict[str, list[tuple[float, float]]]:
    """Return each rater's pairs of first and second answer to the same output."""
    first = {
        (one.rater, one.run, one.item, one.question): one.value
        for one in ratings
        if one.phase == "scored" and one.value is not None
    }
    found: dict[str, list[tuple[float, float]]] = {}
    for one in ratings:
        before = first.get((one.rater, one.run, one.item, one.question))
        if one.phase == "repeat" and one.value is not None and before is not None:
            found.setdefault(one.rater, []).append((before, one.value))
    return found
