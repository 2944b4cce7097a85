"""A run's list of questions as a file."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import dropwhile
from pathlib import Path
from typing import Any, BinaryIO

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.home.preparation.data_file import damaged, reading
from mindsight.home.questions.question import Question
from mindsight.reasons import system_reason
from mindsight.record import canonical

FORMAT = "mindsight.home-questions"
_BEGINS, _ENDS = b"  {\n", (b"  }\n", b"  },\n")
"""Lines around an item: a page is indented by one space, so that nothing else in it has such lines."""
_LAST = b" ],\n"
"""The line after the last item."""


def write_questions(path: Path, questions: Iterable[Question], **more: Any) -> None:
    """Write questions as a run's data file, one by one; ``more`` are fields after them, in the order of their names."""
    with path.open("wb") as file:
        file.write(f'{{\n "format": "{FORMAT}",\n "items": ['.encode())
        for number, one in enumerate(questions):
            item = canonical.page(one.model_dump(mode="json"))[:-1].replace(b"\n", b"\n  ")
            file.write(b",\n  " + item if number else b"\n  " + item)
        file.write(b"\n ]," + canonical.page({**more, "version": 1})[1:])


def first_question(path: Path) -> Question:
    """Read the first question of a run's data file.

    Raises:
        RecordError: The file is not a list of questions.
    """
    with _opened(path) as file:
        for _, data in _items(file):
            return _read(path, data)
    raise damaged(path)


def read_after(path: Path) -> Any:
    """Read what a run's data file holds after its questions.

    Raises:
        RecordError: The file is not a list of questions.
    """
    with _opened(path) as file:
        rest = b"".join(dropwhile(lambda line: line != _LAST, file))[len(_LAST) :]
    try:
        return json.loads(b"{" + rest)
    except decoder_errors() as error:
        raise damaged(path) from error


def read_questions(path: Path) -> list[Question]:
    """Read the questions of a run's data file.

    Raises:
        RecordError: The file is not a list of questions.
    """
    with reading(path) as page:
        found = [Question.model_validate(entry) for entry in page["items"]]
        if not found:
            raise ValueError("no questions")
        return found


class QuestionFile(Mapping[str, Question]):
    """The questions of a run's data file by id, each read when it is asked for: of ten thousand only the places are kept.

    Raises:
        RecordError: The file is not a list of questions as ``write_questions`` writes it, or two have one id.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, tuple[int, int]] = {}
        with _opened(path) as file:
            for begin, data in _items(file):
                name = _read(path, data).id
                if name in self._places:
                    raise damaged(path)
                self._places[name] = (begin, len(data))
        if not self._places:
            raise damaged(path)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> Question:
        begin, length = self._places[name]
        with _opened(self._path) as file:
            file.seek(begin)
            return _read(self._path, file.read(length))


def _read(path: Path, data: bytes) -> Question:
    try:
        return Question.model_validate(json.loads(data))
    except decoder_errors() as error:
        raise damaged(path) from error


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise RecordError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error


def _items(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield where each item begins, and its bytes without a comma at the end."""
    begin, lines, place = 0, list[bytes](), 0
    for line in file:
        if line == _BEGINS:
            begin, lines = place, []
        lines.append(line)
        if line in _ENDS:
            yield begin, b"".join(lines).rstrip(b",\n")
            lines = []
        place += len(line)
