"""Read the answers of people, judge them as those of any subject, and count them by class."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindsight.decoding import decoder_errors, whole
from mindsight.errors import InputError
from mindsight.home.questions.people.form import COLUMNS
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.judging import Judged, judge
from mindsight.home.questions.scoring.reading import Reading, value_of
from mindsight.statistics import Interval, wilson_interval

LEVEL = 0.95
LEAST_ANSWERS, LEAST_AGREEMENT = 8, 0.85
"""Answers of people and the share of right ones that confirm a class about custom, culture or safety."""
_CANNOT = {"cannot", "无法回答", "cannot be answered"}
_MOST_BYTES = 10_000_000


@dataclass(frozen=True)
class Person:
    """What one person answered: by question, the answer and how it was judged; ``left`` counts questions without an answer."""

    name: str
    judged: dict[str, tuple[str, Judged]]
    left: int


@dataclass(frozen=True)
class Agreement:
    """How often people agreed with the truth of a class."""

    kind: str
    version: int
    right: int
    asked: int

    @property
    def share(self) -> float:
        """The share."""
        return self.right / self.asked

    @property
    def interval(self) -> Interval:
        """Its interval (Wilson); answers of different people to one question are counted like answers to different ones."""
        return wilson_interval(self.right, self.asked, LEVEL)


def read_answers(path: Path, questions: Sequence[Question]) -> Person:
    """Read a table of answers.

    Raises:
        InputError: It is not the table of these questions.
    """
    by_id = {one.id: one for one in questions}
    judged: dict[str, tuple[str, Judged]] = {}
    for number, name, said in _rows(path):
        if name not in by_id:
            raise InputError("{file}, row {row}: there is no question {id}", file=str(path), row=number, id=name[:80])
        if name in judged:
            raise InputError("{file}, row {row}: question {id} occurs twice", file=str(path), row=number, id=name)
        if said:
            judged[name] = (said, judge(by_id[name], reading_of(said, by_id[name])))
    return Person(path.stem, judged, len(by_id) - len(judged))


def _rows(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the number of each filled row below the heading, its question and its answer."""
    if path.stat().st_size > _MOST_BYTES:
        raise InputError("{file}: is too large for a table of answers", file=str(path))
    try:
        lines = enumerate(csv.reader(path.read_text("utf-8-sig").splitlines()), 1)
        rows = [(number, row) for number, row in lines if any(row)]
    except decoder_errors() as error:
        raise InputError("{file}: is no CSV table in UTF-8", file=str(path)) from error
    if not rows or tuple(cell.strip() for cell in rows[0][1]) != COLUMNS:
        raise InputError("{file}: its first row must be {heads}", file=str(path), heads=",".join(COLUMNS))
    for number, row in rows[1:]:
        if len(row) != len(COLUMNS):
            raise InputError(
                "{file}, row {row}: found {found} cells, expected {expected}", file=str(path), row=number, found=len(row),
                expected=len(COLUMNS),
            )  # fmt: skip
        yield number, row[0].strip(), row[1].strip()


def reading_of(said: str, question: Question) -> Reading:
    """Return what a person wrote, as it is read from any subject."""
    if said.casefold() in _CANNOT:
        return Reading("cannot", reason=said)
    value: object = said
    if question.form in {"point", "box", "sequence", "span"}:
        try:
            value = json.loads(said)
        except (ValueError, RecursionError):
            value = [part.strip() for part in re.split("[,，、]", said.strip("[]()［］【】（） "))]
    found = value_of(value, question)
    return Reading("unreadable") if found is None else Reading("answer", found)


def read_agreements(path: Path) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the counts of a file that ``agreement score --out`` wrote, by class and version.

    Raises:
        InputError: It is not such a file.
    """
    try:
        page = json.loads(whole(path).decode())
        found = {(one["class"], one["version"]): (one["right"], one["asked"]) for one in page["people"]}
        if not all(
            type(right) is int and type(asked) is int and 0 <= right <= asked > 0 for right, asked in found.values()
        ):
            raise ValueError("counts")
    except decoder_errors(OSError) as error:
        raise InputError(
            "{file}: holds no answers of people, as mindsight home agreement score --out writes them", file=str(path)
        ) from error
    return found


def confirmed(right: int, asked: int) -> bool:
    """Return whether people agree with the truth of a class often enough for it to be asked although it is about custom or safety."""
    return asked >= LEAST_ANSWERS and right >= LEAST_AGREEMENT * asked


def agreements(people: Iterable[Person], questions: Sequence[Question]) -> list[Agreement]:
    """Return how often all people together agreed with the truth, by class; classes that nobody answered are left out."""
    kinds = {one.id: (one.kind, one.kind_version) for one in questions}
    counts: dict[tuple[str, int], list[int]] = {}
    for person in people:
        for name, (_, judged) in person.judged.items():
            own = counts.setdefault(kinds[name], [0, 0])
            own[0] += judged.outcome in {"TP", "TN"}
            own[1] += 1
    order = dict.fromkeys(kinds.values())
    return [Agreement(*kind, *counts[kind]) for kind in order if kind in counts]
