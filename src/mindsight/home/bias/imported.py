"""Read a table of questions from elsewhere: JSON Lines or CSV, every line checked, every complaint one sentence.

Columns: ``question`` and ``answer`` (both required), ``id``, ``options`` (a list; in CSV separated by ``|``), ``group`` (what
stays in one fold, such as a video) and ``template`` (the kind of question). With options the answer is one of them, or its letter.
"""

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.home.bias.question import Question

COLUMNS = ("id", "question", "answer", "options", "group", "template")
MOST_QUESTIONS = 20_000
MOST_CHARACTERS = 20_000
MOST_BYTES = 200_000_000
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHOWN = 40


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a table; their label is the answer, or its place among the options.

    Raises:
        InputError: The file or one of its lines cannot be used; names the line.
    """
    found: list[Question] = []
    ids: dict[str, int] = {}
    for number, row in _rows(path):
        if len(found) == MOST_QUESTIONS:
            raise InputError(
                "{file}: has more than {most} questions; audit a part", file=str(path), most=MOST_QUESTIONS
            )
        one = _question(path, number, row, str(len(found) + 1))
        if one.id in ids:
            raise InputError(
                "{file}, line {line}: the id {id} stands in line {first} already",
                file=str(path), line=number, id=one.id[:_SHOWN], first=ids[one.id],
            )  # fmt: skip
        ids[one.id] = number
        found.append(one)
    if not found:
        raise InputError("{file}: holds no questions", file=str(path))
    return found


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if path.suffix.lower() not in {".jsonl", ".csv"}:
        raise InputError("{file}: is no table of questions; give a .jsonl or .csv file", file=str(path))
    if not path.is_file():
        raise InputError("{file}: there is no such file", file=str(path))
    if path.stat().st_size > MOST_BYTES:
        raise InputError("{file}: is larger than {most} bytes; audit a part", file=str(path), most=MOST_BYTES)
    try:
        words = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("{file}: is not UTF-8; save it as UTF-8", file=str(path)) from None
    yield from _csv_rows(path, words) if path.suffix.lower() == ".csv" else _json_rows(path, words)


def _json_rows(path: Path, words: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    # Not splitlines: that would divide strings at characters that JSON allows in them.
    for number, line in enumerate(words.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except decoder_errors():
            row = None
        if not isinstance(row, dict):
            raise InputError("{file}, line {line}: is no JSON object", file=str(path), line=number)
        yield number, row


def _csv_rows(path: Path, words: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    reader = csv.reader(io.StringIO(words, newline=""), strict=True)
    try:
        heads = [head.strip() for head in next((row for row in reader if any(row)), [])]
        for name in ("question", "answer"):
            if heads.count(name) != 1:
                raise InputError("{file}: needs one column {name}", file=str(path), name=name)
        for row in reader:
            if not row:
                continue
            if len(row) != len(heads):
                raise InputError(
                    "{file}, line {line}: has {found} cells, expected {expected}",
                    file=str(path), line=reader.line_num, found=len(row), expected=len(heads),
                )  # fmt: skip
            cells: dict[str, Any] = dict(zip(heads, row, strict=True))
            cells["options"] = [one.strip() for one in cells.get("options", "").split("|") if one.strip()]
            yield reader.line_num, cells
    except csv.Error as error:
        raise InputError(
            "{file}, line {line}: is no line of CSV ({reason})",
            file=str(path), line=reader.line_num, reason=str(error),
        ) from None  # fmt: skip


def _question(path: Path, number: int, row: Mapping[str, Any], place: str) -> Question:
    cells = {name: _cell(path, number, name, row.get(name)) for name in COLUMNS if name != "options"}
    for name in ("question", "answer"):
        if not cells[name]:
            raise InputError("{file}, line {line}: {name} is empty", file=str(path), line=number, name=name)
    given = row.get("options") or []
    if not isinstance(given, list):
        raise InputError("{file}, line {line}: options is no list", file=str(path), line=number)
    options = tuple(_cell(path, number, "options", one) for one in given)
    label = _place(path, number, cells["answer"], options) if options else cells["answer"]
    own = cells["id"] or place
    return Question(own, cells["question"], label, cells["group"] or f"question {own}", cells["template"], options)


def _place(path: Path, number: int, answer: str, options: tuple[str, ...]) -> str:
    """Return the letter of the right option: an answer is read as an option first, then as a letter."""
    if len(options) > len(_LETTERS):
        raise InputError(
            "{file}, line {line}: has more than {most} options", file=str(path), line=number, most=len(_LETTERS)
        )
    if options.count(answer) == 1:
        return _LETTERS[options.index(answer)]
    letter = answer.strip("().").upper()
    if answer not in options and len(letter) == 1 and letter in _LETTERS[: len(options)]:
        return letter
    raise InputError(
        "{file}, line {line}: the answer {answer} is none of its options, or several",
        file=str(path), line=number, answer=answer[:_SHOWN],
    )  # fmt: skip


def _cell(path: Path, number: int, name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError("{file}, line {line}: {name} is no text", file=str(path), line=number, name=name)
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(
            "{file}, line {line}: {name} is {value}, which is no number; write it as text if it is meant",
            file=str(path), line=number, name=name, value=str(value),
        )  # fmt: skip
    words = str(value).strip()
    if len(words) > MOST_CHARACTERS:
        raise InputError(
            "{file}, line {line}: {name} is longer than {most} characters",
            file=str(path), line=number, name=name, most=MOST_CHARACTERS,
        )  # fmt: skip
    # A lone half of a surrogate pair cannot be written again.
    return words.encode("utf-8", "replace").decode("utf-8")
