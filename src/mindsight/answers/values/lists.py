"""Read lists: options in an order, and the first and the last of a run of pictures."""

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from mindsight.answers.values.basics import MOST_TEXT, Form, Read, bare, by_key, first_of, inner, number, shown, words
from mindsight.answers.values.choices import SEVERAL, Option, offered, read_option

_MOST = 200
_KEYS = ("sequence", "order", "answer", "list", "options", "choices", "value", "顺序", "答案")
_SEPARATORS = (
    r"\n+",
    r"→|⇒|➔|=>|->",
    r">",
    r"[,，]?\s*(?:\b(?:and\s+)?then\b|然后|接着|再)",
    r"[;；]",
    r"、",
    r"[,，]",
    r"\s+[-–—]+\s+",
    r"[-–—]",
    r"\s+",
)
_NUMBERED = re.compile(r"(?:^|[\s,;，；])\(?(\d{1,3})\s*[.)、:：]\s*")
_ORDER_WORD = re.compile(
    r"(?:and|then|first|second|third|next|finally|lastly|last|after that)\b[\s,:]*|(?:首先|先|然后|接着|再|其次|最后|和|以及)[\s，,：:]*",
    re.IGNORECASE,
)
_FIRST = ("first", "start", "begin", "from", "firstpicture", "startpicture", "第一张")
_LAST = ("last", "end", "to", "until", "lastpicture", "endpicture", "最后一张")
_PICTURE = (
    r"(?:(?:the\s+)?(?:pictures?|images?|frames?|photos?|no\.?|number)\s*#?\s*|第|图|#)?"
    r"\s*(\d{1,6})\s*(?:张|幅|帧|号)?(?:图片|图|照片|画面)?"
)
_SPAN = re.compile(rf"\s*(?:from|从)?\s*{_PICTURE}\s*(?:[-–—~～至到]|to|through|until)\s*{_PICTURE}\s*", re.IGNORECASE)
_SINGLE = re.compile(rf"\s*{_PICTURE}\s*", re.IGNORECASE)
_COMMAS = re.compile(r"\s*\d{1,6}(?:\s*[,，、]\s*\d{1,6}){1,200}\s*")


def read_options(value: Any, options: Sequence[Option]) -> Read:
    """Return the letters of options in the order in which they are written."""
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], (list, dict)):
        value = value[0]
    value = _ordered(by_key(value)) if isinstance(value, dict) else value
    if isinstance(value, (list, tuple)):
        return _each(value[: _MOST + 1], options) if value else Read(problem="empty list")
    if not isinstance(value, str):
        return Read(problem="" if value is None else shown(value))
    said = bare(unicodedata.normalize("NFKC", words(value))[:MOST_TEXT])
    single = read_option(said, options)
    if single.value is not None:
        return Read((single.value,), single.repairs)
    read = _of_text(said.strip("[](){} \n"), options)
    return read if read.value is not None else Read(problem=shown(value))


def _ordered(value: dict[str, Any]) -> Any:
    """Return the list in an object, or the values under 1, 2, 3, …; None if it has neither."""
    if value and list(value) == [str(place + 1) for place in range(len(value))]:
        return list(value.values())
    return first_of(value, _KEYS)


def _each(parts: Sequence[Any], options: Sequence[Option]) -> Read:
    """Return the letters of a list, which may be numbered."""
    reads = [read_option(_unnumbered(part, place), options) for place, part in enumerate(parts, 1)]
    bad = next((read for read in reads if read.value is None), None)
    if bad is not None or len(parts) > _MOST:
        return Read(problem=bad.problem or "None" if bad else SEVERAL)
    return Read(tuple(read.value for read in reads), tuple(dict.fromkeys(r for read in reads for r in read.repairs)))


def _unnumbered(part: Any, place: int) -> Any:
    if not isinstance(part, str):
        return part
    number = _NUMBERED.match(part)
    return part[number.end() :] if number and int(number[1]) == place and number.end() < len(part) else part


def _of_text(said: str, options: Sequence[Option]) -> Read:
    """Return the letters of a text: numbered, with one kind of separator, or the letters in a row."""
    repair = ("options_text",)
    numbers = list(_NUMBERED.finditer(said))
    if len(numbers) > 1 and [int(number[1]) for number in numbers] == list(range(1, len(numbers) + 1)):
        ends = [*(number.start() for number in numbers[1:]), len(said)]
        parts = [said[number.end() : end] for number, end in zip(numbers, ends, strict=True)]
        return (
            _each([part.strip(" \n,;，；") for part in parts], options)._replace(repairs=repair)
            if not said[: numbers[0].start()]
            else Read()
        )
    for separator in _SEPARATORS:
        parts = [
            _ORDER_WORD.sub("", part.strip(), count=1) if _ORDER_WORD.match(part.strip()) else part
            for part in re.split(separator, said)
        ]
        read = _each([part.strip(" '\"“”") for part in parts], options) if 1 < len(parts) <= _MOST else Read()
        # Twice the same may be a letter and its words: A, red, B, blue.
        if read.value is not None and len({*read.value}) == len(parts):
            return read._replace(repairs=repair)
    row = [read_option(sign, options).value for sign in said[: _MOST + 1]]
    whole = 1 < len(row) <= _MOST and None not in row and len(set(row)) == len(row) and said.isascii()
    return Read(tuple(row), repair) if whole and not any(len(option.letter) > 1 for option in options) else Read()


def read_pictures(value: Any) -> Read:
    """Return the numbers of the first and the last picture; a single one is both, a run is its ends."""
    value = inner(value, ("span", "pictures", "range", "answer", "value", "图片", "答案"))
    if isinstance(value, dict):
        keyed = by_key(value)
        value = [first_of(keyed, _FIRST), first_of(keyed, _LAST)]
    if isinstance(value, str):
        return _pictures_of_text(value)
    whole = list(value[: _MOST + 1]) if isinstance(value, (list, tuple)) else [value]
    numbers = [_picture(one) for one in whole]
    if None in numbers or not numbers or len(numbers) > _MOST:
        return Read(problem="" if value is None else shown(value))
    return _ends(
        [one for one in numbers if one is not None],
        ("number_text",) if any(isinstance(one, str) for one in whole) else (),
        value,
    )


def _ends(numbers: Sequence[int], repairs: tuple[str, ...], value: Any) -> Read:
    if len(numbers) > 2 and list(numbers) != list(range(numbers[0], numbers[0] + len(numbers))):
        return Read(problem=shown(value))
    return Read((numbers[0], numbers[-1]), (*repairs, "run") if len(numbers) > 2 else repairs)


def _picture(value: Any) -> int | None:
    """Return the number of a picture."""
    if isinstance(value, str) and (single := _SINGLE.fullmatch(_plain(value))):
        return int(single[1])
    found = number(value)
    return int(found) if found is not None and found.is_integer() and 0 <= found < 1e6 else None


def _plain(said: str) -> str:
    return bare(unicodedata.normalize("NFKC", said)[:200])


def _pictures_of_text(value: str) -> Read:
    said = _plain(value) if len(value) <= MOST_TEXT else ""
    if said[:1] in {"[", "{"}:
        try:
            return read_pictures(json.loads(said)) if len(value) <= 200 else Read(problem=shown(value))
        except (ValueError, RecursionError):
            return Read(problem=shown(value))
    if span := _SPAN.fullmatch(said):
        return Read((int(span[1]), int(span[2])), ("pictures_text",))
    if _COMMAS.fullmatch(said):
        return _ends([int(digits) for digits in re.findall(r"\d+", said)], ("pictures_text",), value)
    found = _picture(said)
    return Read(problem="" if not said else shown(value)) if found is None else Read((found, found), ("pictures_text",))


_COLOURS = (Option("A", ("red", "红色")), Option("B", ("blue", "蓝色")), Option("C", ("dark green", "深绿色")))
_SIX = offered(("A. bed", "B. cab", "C. desk", "D. door", "E. lamp", "F. chair"))
FORMS_OF_OPTIONS: tuple[Form, ...] = (
    *(
        Form(written, ("B", "A", "C"), _COLOURS)
        for written in (
            ["B", "A", "C"], ["b", "a", "c"], ["blue", "red", "dark green"], ["B. blue", "A. red", "C. dark green"], [["B", "A", "C"]],
            ["1. B", "2. A", "3. C"], "BAC", "B, A, C", "B，A，C", "B、A、C", "B; A; C", "B A C", "B→A→C", "B -> A -> C",
            "B > A > C", "B-A-C",
            "B - A - C", "[B, A, C]", '["B", "A", "C"]', "**B, A, C**", "1. B 2. A 3. C", "1. B\n2. A\n3. C", "B\nA\nC", "B, A, and C",
            "first B, then A, finally C", "先B，然后A，最后C", "B then A then C", "blue, red, dark green", "蓝色→红色→深绿色",
            "B. blue, A. red, C. dark green",
            "The answer is B, A, C", {"order": ["B", "A", "C"]}, {"1": "B", "2": "A", "3": "C"},
        )
    ),
    Form(["B"], ("B",), _COLOURS),
    Form("B", ("B",), _COLOURS),
    Form(["B", "B", "A"], ("B", "B", "A"), _COLOURS),
    Form("CAB", ("C", "A", "B"), _COLOURS),
    Form("CAB", ("B",), _SIX),
    Form("B, blue, A, red", None, _COLOURS),
    Form("A or B, C", None, _COLOURS),
    Form("B/A/C", None, _COLOURS),
    Form("C < A < B", None, _COLOURS),
    Form("B, A, D", None, _COLOURS),
    Form("2. B 1. A 3. C", None, _COLOURS),
    Form(["B", "A or C"], None, _COLOURS),
    Form(["B", None, "C"], None, _COLOURS),
    Form([2, 1, 3], None, _COLOURS),
    Form([], None, _COLOURS),
    Form("", None, _COLOURS),
    Form("I do not know", None, _COLOURS),
    Form(None, None, _COLOURS),
    Form(3, None, _COLOURS),
)  # fmt: skip
"""Accepted and refused forms of options in an order; ``given`` are the options."""
FORMS_OF_PICTURES: tuple[Form, ...] = (
    *(
        Form(written, (3, 5))
        for written in (
            [3, 5], ["3", "5"], [3.0, 5.0], [[3, 5]], [3, 4, 5], "3-5", "3–5", "3~5", "3 - 5", "3 to 5", "from 3 to 5",
            "3至5", "3到5", "第3张到第5张", "第3张图到第5张图", "pictures 3-5",
            "Picture 3 to picture 5", "[3, 5]", "[3,4,5]", "3, 5", "3, 4, 5", "３－５", "The answer is 3-5",
            {"first": 3, "last": 5}, {"start": 3, "end": 5}, {"answer": [3, 5]}, ["第3张", "第5张"],
        )
    ),
    Form(4, (4, 4)),
    Form("4", (4, 4)),
    Form([4], (4, 4)),
    Form("第4张", (4, 4)),
    Form([5, 3], (5, 3)),
    Form([3, 5, 7], None),
    Form([5, 4, 3], None),
    Form([3.5, 5], None),
    Form("3.5", None),
    Form("3 or 5", None),
    Form("3 and 5", None),
    Form("3/5", None),
    Form(-1, None),
    Form("-3", None),
    Form([3, None], None),
    Form({"first": 3}, None),
    Form(True, None),
    Form("", None),
    Form([], None),
    Form(None, None),
    Form("all", None),
    Form(float("nan"), None),
)  # fmt: skip
"""Accepted and refused forms of a run of pictures."""
