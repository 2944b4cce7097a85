"""Read the answer to a question: what the room of answers makes of a text, as a value of the question's form."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mindsight.answers.conventions import DEFAULT, Points, model_profile
from mindsight.answers.pages import Expected, Problem, Status
from mindsight.answers.reply import Answer
from mindsight.answers.single import read_single
from mindsight.answers.values.basics import Read
from mindsight.answers.values.boxes import read_box
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
ASKED = Points()
"""Points as they are asked of any model."""
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


def read(said: Answer | str, question: Question, points: Points = ASKED, first: Points | None = None) -> Reading:
    """Return what a subject answered, points and boxes from 0 to 1000.

    Args:
        said: The answer, or its text.
        question: The question.
        points: How points were asked for in the picture of the answer.
        first: The same in the first picture, where evidence is pointed at; the same as ``points`` if there is one picture.
    """
    answer = said if isinstance(said, Answer) else Answer(text=said)
    expected = Expected(
        lambda value: _READERS[question.form](value, question, points),
        keys=_KEYS[question.form],
        absence=question.form in _PLACES,
        longest=_LONGEST_TEXT if question.form == "text" else _MOST,
        loose=question.form == "text",
        units=question.form == "number",
    )
    found = read_single(answer, expected)
    pointed = read_point(found.page.get("evidence")) if found.status == "answer" else Read()
    return Reading(
        found.status,
        found.value,
        found.reason[:_MOST],
        None if pointed.value is None else place_of(pointed.value, first or points),
        found.problem,
        found.repairs,
    )


def value_of(said: Any, question: Question) -> Any:
    """Return an answer as a value of the question's form; None if it is none."""
    return _READERS[question.form](said, question, ASKED).value


def letter_of(place: int) -> str:
    """Return the letter of an option."""
    return LETTERS[place]


def place_of(point: ReadPoint, points: Points = ASKED) -> tuple[float, float]:
    """Return a point that was read as (x, y), 0–1000; a scale that was written with it counts instead of the one asked for."""
    if point.scale:
        asked = points.profile or model_profile(DEFAULT)
        points = points._replace(profile=asked.model_copy(update={"scale": point.scale}))
    return points.placed(point.first, point.second, named=point.named)


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


def _point(said: Any, _: Question, points: Points) -> Read:
    read = read_point(said, only=True)
    return read if read.value is None else read._replace(value=place_of(read.value, points))


def _box(said: Any, _: Question, points: Points) -> Read:
    read = read_box(said)
    if read.value is None:
        return read
    corners = [place_of(corner, points) for corner in read.value.corners]
    return read._replace(value=(*corners[0], *corners[1]))


def _span(said: Any) -> Read:
    read = read_pictures(said)
    return read if read.value is None else read._replace(value=[float(number) for number in read.value])


_READERS: dict[Form, Callable[[Any, Question, Points], Read]] = {
    "choice": lambda said, question, _: _option(said, question),
    "yes_no": lambda said, *_: read_yes_no(said),
    "point": _point,
    "box": _box,
    "number": lambda said, question, _: read_number(said, question.unit),
    "text": lambda said, *_: read_text(said),
    "sequence": lambda said, question, _: _sequence(said, question),
    "span": lambda said, *_: _span(said),
}
