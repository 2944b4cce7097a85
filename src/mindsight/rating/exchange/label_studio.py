"""Ratings from Label Studio: the JSON export of a project whose tasks have a number of 0 to 100 for each output."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.rating.events import RANGES, Question
from mindsight.rating.exchange.table import Answered, doubt_about_name, numbers_of
from mindsight.record import canonical
from mindsight.text import Text, text


def read_label_studio(path: Path, items: Sequence[str], question: Question) -> list[Answered]:
    """Return the answers of an export.

    A task's item is ``data.item``; its annotations hold one number each, from a Number tag. Stars of a Rating tag are refused: they are no
    points. The rater is the number of the user who completed the annotation; cancelled annotations are passed over.

    Args:
        path: The JSON export (not JSON-MIN).
        items: Numbers of the items that can be rated.
        question: Whose scale the values have.

    Raises:
        InputError: The file is no such export, or an annotation cannot be used: which task and why.
    """
    page = canonical.load(path)
    if not isinstance(page, list) or not all(isinstance(task, dict) for task in page):
        raise InputError("{file}: is not the JSON export of a Label Studio project (a list of tasks)", file=str(path))
    known = numbers_of(items)
    found: dict[tuple[str, str], Answered] = {}
    for task in page:
        for one in _answers(path, task, known, question):
            if (one.item, one.rater) in found:
                raise _wrong(path, task, "{rater} rated item {item} twice; keep one annotation", one.rater, one.item)
            found[one.item, one.rater] = one
    if not found:
        raise InputError("{file}: holds no annotations", file=str(path))
    return list(found.values())


def _answers(path: Path, task: dict[str, Any], known: dict[str, str], question: Question) -> Iterator[Answered]:
    data = task.get("data")
    named = str(data.get("item", "")) if isinstance(data, dict) else ""
    item = known.get(named)
    if item is None:
        raise _wrong(path, task, 'data.item is "{item}", and the run has no output for it', "", named)
    annotations = task.get("annotations")
    for annotation in annotations if isinstance(annotations, list) else ():
        if not isinstance(annotation, dict) or annotation.get("was_cancelled"):
            continue
        rater = annotation.get("completed_by")
        rater = rater.get("id") if isinstance(rater, dict) else rater
        if not isinstance(rater, int | str) or isinstance(rater, bool) or not str(rater):
            raise _wrong(path, task, "an annotation does not say who completed it", "", named)
        if (doubt := doubt_about_name(str(rater))) is not None:
            raise _refused(path, task, doubt)
        lead = annotation.get("lead_time")
        spent = (
            float(lead)
            if isinstance(lead, int | float) and not isinstance(lead, bool) and 0 <= lead < math.inf
            else None
        )
        yield Answered(item, str(rater), _number(path, task, named, annotation, question), spent)


def _number(path: Path, task: dict[str, Any], item: str, annotation: dict[str, Any], question: Question) -> float:
    results = [one for one in annotation.get("result") or () if isinstance(one, dict)]
    numbers = [one["value"].get("number") for one in results if isinstance(one.get("value"), dict)]
    numbers = [number for number in numbers if isinstance(number, int | float) and not isinstance(number, bool)]
    low, high = RANGES[question]
    if any(one.get("type") == "rating" for one in results):
        raise _wrong(
            path, task, "holds stars of a Rating tag, which are no points; ask with a Number tag of 0 to 100", "", item
        )
    if len(numbers) != 1:
        raise _wrong(path, task, "an annotation of item {item} does not hold exactly one number", "", item)
    if not low <= numbers[0] <= high:
        raise _wrong(path, task, "the number of item {item} is outside the scale of 0 to 100", "", item)
    return float(numbers[0])


def _wrong(path: Path, task: dict[str, Any], message: str, rater: str, item: str) -> InputError:
    return _refused(path, task, text(message, rater=rater, item=item))


def _refused(path: Path, task: dict[str, Any], reason: Text) -> InputError:
    return InputError("{file}: task {id}: {reason}", file=str(path), id=str(task.get("id", "?"))[:50], reason=reason)


_SENTENCES = (
    text("{rater} rated item {item} twice; keep one annotation"),
    text('data.item is "{item}", and the run has no output for it'),
    text("an annotation does not say who completed it"),
    text("holds stars of a Rating tag, which are no points; ask with a Number tag of 0 to 100"),
    text("an annotation of item {item} does not hold exactly one number"),
    text("the number of item {item} is outside the scale of 0 to 100"),
)
"""The reasons above, for the catalogue of messages."""
