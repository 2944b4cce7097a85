"""Judge a read answer against a question's truth (home 4.2, 6.4.1 e): right or wrong, answered or left alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.answers.values.texts import plain
from mindsight.home.questions.question import Box, Question
from mindsight.home.questions.scoring.reading import Reading
from mindsight.home.scoring.outcomes import Outcome

LEAST_IOU = 0.5
"""Least overlap of a box, or of a span of pictures, with the true one."""


class Judged(NamedTuple):
    """An outcome and its finer name.

    ``grounded`` is whether the answer is right and the point given as evidence lies on what it rests on; None if the question has no
    answer, or one that rests on nothing that could be pointed at.
    """

    outcome: Outcome
    manner: str
    grounded: bool | None = None


def judge(question: Question, reading: Reading) -> Judged:
    """Return the outcome of an answer (home 6.4.1-e).

    A question that can be answered: the right answer → TP; a wrong one → FP; that it cannot be answered, or nothing
    readable → FN. One that cannot: saying so → TN, whatever the reason given; any answer → FP; nothing readable, or a
    refusal to answer at all → NR, because leaving a question alone is a decision.
    """
    if not question.valid:
        if reading.status == "cannot":
            return Judged("TN", "declined")
        return Judged("FP", "answered") if reading.status == "answer" else Judged("NR", "unreadable")
    grounded = False if question.evidence else None
    if reading.status != "answer":
        return Judged("FN", "declined" if reading.status == "cannot" else "unreadable", grounded)
    if not right(question, reading.value):
        return Judged("FP", "wrong", grounded)
    if reading.evidence is not None and question.evidence:
        grounded = any(region.holds(reading.evidence) for region in question.evidence)
    return Judged("TP", "right", grounded)


def right(question: Question, value: Any) -> bool:
    """Return whether a value of the question's form is right."""
    truth = question.truth
    if question.form == "point":
        return any(region.holds(value) for region in truth.regions)
    if question.form == "box":
        return truth.box is not None and overlap(truth.box, value) >= LEAST_IOU
    if question.form == "span":
        return shared_pictures(truth.value, value) >= LEAST_IOU
    if question.form == "number":
        return bool(abs(value - truth.value) <= truth.tolerance + 1e-9)
    if question.form == "text":
        return value in {plain(one) for one in truth.value}
    return bool(value == truth.value)


def overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes, in [0, 1]."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(width, 0.0) * max(height, 0.0)
    whole = sum(max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0) for box in (one, other)) - shared
    return shared / whole if whole > 0 else 0.0


def shared_pictures(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the intersection over union of two runs of pictures, each by the numbers of its first and last, in [0, 1].

    A run that ends before it begins holds no picture.
    """
    shared = max(0.0, min(one[1], other[1]) - max(one[0], other[0]) + 1)
    whole = sum(max(0.0, run[1] - run[0] + 1) for run in (one, other)) - shared
    return shared / whole if whole > 0 else 0.0
