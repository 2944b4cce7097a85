"""Read the answer to a question: what the room of answers makes of a text, as a value of the question's form."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mindsight.answers.reply import Answer
from mindsight.answers.single import Expected, Problem, Status, read_single
from mindsight.answers.values.basics import Read
from mindsight.answers.values.boxes import ReadBox, read_box
from mindsight.answers.values.choices import Option, read_option
from mindsight.answers.values.lists import read_options, read_pictures
from mindsight.answers.values.numbers import read_number
from mindsight.answers.values.points import ReadPoint, read_point
from mindsight.answers.values.texts import read_text
from mindsight.answers.values.yes_no import read_yes_no
from mindsight.home.questions.question import Form, Question

_MOST = 2000
_LONGEST_TEXT = 80
"""Characters of a bare answer that is a text at most: more may be prose around it."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of options, by their place."""
_KEYS: Mapping[Form, tuple[str, ...]] = {
    "choice": ("choice", "option", "letter", "selected", "selected_option"),
    "yes_no": (),
    "point": ("point", "point_2d", "points", "coordinates", "coordinate", "xy", "position", "location", "click"),
    "box": ("bbox", "bbox_2d", "box_2d", "box", "bounding_box"),
    "number": ("value", "number", "count", "quantity", "distance", "total"),
    "text": ("text", "words"),
    "sequence": ("order", "sequence", "list"),
    "span": ("span", "range", "pictures", "frames"),
}
"""Keys under which models put values of a form."""
_PLACES = frozenset(("point", "box", "sequence", "span"))
"""Forms that have no value for what is not there."""


class Reading(NamedTuple):
    """What was read: an answer of the question's form, that it cannot be answered (with the reason given), or nothing (and why)."""

    status: Status
    value: Any = None
    reason: str = ""
    evidence: tuple[float, float] | None = None
    problem: Problem = ""
    repairs: tuple[str, ...] = ()


def read(said: Answer | str, question: Question) -> Reading:
    """Return what a subject answered."""
    answer = said if isinstance(said, Answer) else Answer(text=said)
    expected = Expected(
        lambda value: _READERS[question.form](value, question),
        keys=_KEYS[question.form],
        absence=question.form in _PLACES,
        longest=_LONGEST_TEXT if question.form == "text" else _MOST,
    )
    found = read_single(answer, expected)
    pointed = read_point(found.page.get("evidence")) if found.status == "answer" else Read()
    return Reading(
        found.status,
        found.value,
        found.reason[:_MOST],
        None if pointed.value is None else place_of(pointed.value),
        found.problem,
        found.repairs,
    )


def value_of(said: Any, question: Question) -> Any:
    """Return an answer as a value of the question's form; None if it is none."""
    return _READERS[question.form](said, question).value


def letter_of(place: int) -> str:
    """Return the letter of an option."""
    return LETTERS[place]


def place_of(point: ReadPoint) -> tuple[float, float]:
    """Return a point that was read as (x, y), 0–1000."""
    return point.first, point.second


def sides_of(box: ReadBox) -> tuple[float, float, float, float]:
    """Return a box that was read as left, top, right, bottom, 0–1000."""
    return (*place_of(box.corners[0]), *place_of(box.corners[1]))


def _options(question: Question) -> list[Option]:
    return [
        Option(letter_of(place), (option.key, option.zh, option.en)) for place, option in enumerate(question.options)
    ]


def _key(letter: str, question: Question) -> str:
    return question.options[LETTERS.index(letter)].key


def _option(said: Any, question: Question) -> Read:
    read = read_option(said, _options(question))
    return read if read.value is None else read._replace(value=_key(read.value, question))


def _sequence(said: Any, question: Question) -> Read:
    read = read_options(said, _options(question))
    return read if read.value is None else read._replace(value=[_key(letter, question) for letter in read.value])


def _point(said: Any, _: Question) -> Read:
    read = read_point(said, only=True)
    return read if read.value is None else read._replace(value=place_of(read.value))


def _box(said: Any, _: Question) -> Read:
    read = read_box(said)
    return read if read.value is None else read._replace(value=sides_of(read.value))


def _span(said: Any, _: Question) -> Read:
    read = read_pictures(said)
    return read if read.value is None else read._replace(value=[float(number) for number in read.value])


_READERS: dict[Form, Callable[[Any, Question], Read]] = {
    "choice": _option,
    "yes_no": lambda said, _: read_yes_no(said),
    "point": _point,
    "box": _box,
    "number": lambda said, question: read_number(said, question.unit),
    "text": lambda said, _: read_text(said),
    "sequence": _sequence,
    "span": _span,
}
