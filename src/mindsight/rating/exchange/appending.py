"""Add answers of another program to a ``ratings.jsonl``, as events of their own."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mindsight.errors import InputError
from mindsight.rating.events import LONGEST_NAME, Question, RatingDraft, RatingLog, Source, read_ratings
from mindsight.rating.exchange.table import Answered


def append_answers(
    path: Path, answers: Sequence[Answered], *, campaign: str, question: Question, run: str, source: Source
) -> int:
    """Append the answers to the outputs of a run and return their number; the order is that of the file, per rater.

    Raises:
        InputError: The file has an answer of the same rater to the same output already; nothing is appended.
        RecordError: The file is no chained file of ratings.
    """
    if not 0 < len(campaign) <= LONGEST_NAME:
        raise InputError("--campaign: give a name of 1 to {most} characters", most=LONGEST_NAME)
    orders: Counter[str] = Counter()
    given: set[tuple[str, str]] = set()
    count = 0
    if path.exists():
        for rating in read_ratings(path):
            count += 1
            if rating.campaign == campaign:
                orders[rating.rater] = max(orders[rating.rater], rating.order)
                if rating.run == run and rating.phase == "scored" and rating.question == question:
                    given.add((rating.rater, rating.item))
    for answer in answers:
        if (answer.rater, answer.item) in given:
            raise InputError(
                "{file}: has a rating of item {item} by {rater} already; import each table once",
                file=str(path),
                item=answer.item,
                rater=answer.rater,
            )
    with RatingLog(path) as log:
        for number, answer in enumerate(answers, start=count + 1):
            orders[answer.rater] += 1
            log.append(
                RatingDraft(
                    id=f"{source}-{number:06}",
                    campaign=campaign,
                    rater=answer.rater,
                    question=question,
                    phase="scored",
                    item=answer.item,
                    run=run,
                    order=orders[answer.rater],
                    value=answer.value,
                    time_s=answer.time_s,
                    source=source,
                )
            )
    return len(answers)
