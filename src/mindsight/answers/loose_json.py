"""Read JSON as models write it, if its meaning is unambiguous, and name the repairs.

A trailing comma, single quotes, names without quotes, full-width punctuation, Python's words: the meaning is clear. A truncated object is
not read, because half a number is another number.
"""

import json
import re
from typing import Any

MOST_CHARACTERS = 200_000
_DEEPEST = 20
_MOST_ATTEMPTS = 500
_WORDS: dict[str, Any] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None,
    "NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"), "undefined": None,
}  # fmt: skip
_OURS = frozenset(("true", "false", "null"))
_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/|#[^\n]*)*", re.DOTALL)
_NAME = re.compile(r"-?[^\W\d][\w.-]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”", "`": "`"}
_WIDE = {"，": ",", "：": ":", "｛": "{", "｝": "}", "［": "[", "］": "]", "；": ","}


class Unreadable(ValueError):  # noqa: N818  (reads as what it is)
    """The text is not an object, or is truncated."""


def objects(text: str) -> list[tuple[dict[str, Any], tuple[str, ...], int, int]]:
    """Return every outermost JSON object of a text: its value, repairs, begin and end."""
    found = []
    text = text[:MOST_CHARACTERS]
    place = 0
    for _ in range(_MOST_ATTEMPTS):
        begin = _next_brace(text, place)
        if begin < 0:
            break
        try:
            value, end, repairs = _Reader(text, begin).read()
        except Unreadable:
            place = begin + 1
            continue
        found.append((value, repairs, begin, end))
        place = end
    return found


def begins_another(rest: str) -> bool:
    """Return whether the text after an object begins one that it does not end: what came before was a draft of it."""
    return len(re.findall("[{｛]", rest)) > len(re.findall("[}｝]", rest))


def _next_brace(text: str, place: int) -> int:
    places = [at for brace in "{｛" if (at := text.find(brace, place)) >= 0]
    return min(places, default=-1)


class _Reader:
    """Reads one object at a position of a text."""

    def __init__(self, text: str, begin: int) -> None:
        self._text = text
        self._begin = self._at = begin
        self._repairs: dict[str, None] = {}

    def read(self) -> tuple[dict[str, Any], int, tuple[str, ...]]:
        """Return the object, its end, and the repairs."""
        try:
            value, end = json.JSONDecoder(parse_constant=self._constant).raw_decode(self._text, self._begin)
            if isinstance(value, dict):
                return value, end, tuple(self._repairs)
        except (ValueError, RecursionError):
            self._repairs.clear()
        value = self._object(0)
        # It is not standard JSON, so something was repaired: a line break in a string, an unusual space.
        return value, self._at, tuple(self._repairs) or ("letters",)

    def _constant(self, word: str) -> Any:
        self._repairs["word"] = None
        return _WORDS[word]

    def _object(self, depth: int) -> dict[str, Any]:
        self._take("{", depth)
        found: dict[str, Any] = {}
        while not self._closes("}"):
            name = self._value(depth + 1, name=True)
            self._expect(":")
            found[str(name)] = self._value(depth + 1)
            self._between("}")
        return found

    def _list(self, depth: int) -> list[Any]:
        self._take("[", depth)
        found = []
        while not self._closes("]"):
            found.append(self._value(depth + 1))
            self._between("]")
        return found

    def _value(self, depth: int, *, name: bool = False) -> Any:
        letter = self._peek()
        if letter in _QUOTES:
            return self._string(letter)
        if letter == "{" and not name:
            return self._object(depth)
        if letter == "[" and not name:
            return self._list(depth)
        return self._number_or_word(name=name)

    def _number_or_word(self, *, name: bool) -> Any:
        if (number := _NUMBER.match(self._text, self._at)) and not name:
            self._at = number.end()
            return self._number(number[0])
        word = _NAME.match(self._text, self._at)
        if word is None or not (name or word[0] in _WORDS):
            raise Unreadable
        self._at = word.end()
        if name:
            self._repairs["name"] = None
            return word[0]
        if word[0] not in _OURS:
            self._repairs["word"] = None
        return _WORDS[word[0]]

    def _number(self, digits: str) -> float:
        try:
            return json.loads(digits)  # type: ignore[no-any-return]
        except ValueError:
            self._repairs["number"] = None
        return float(digits)

    def _string(self, quote: str) -> str:
        if quote == '"':
            try:
                value, self._at = json.decoder.scanstring(self._text, self._at + 1, False)  # type: ignore[attr-defined]
            except ValueError:
                raise Unreadable from None
            return str(value)
        self._repairs["quotes"] = None
        end = self._text.find(_QUOTES[quote], self._at + 1)
        if end < 0:
            raise Unreadable
        value, self._at = self._text[self._at + 1 : end], end + 1
        return value

    def _take(self, bracket: str, depth: int) -> None:
        if depth > _DEEPEST:
            raise Unreadable
        self._expect(bracket)

    def _expect(self, letter: str) -> None:
        if self._peek() != letter:
            raise Unreadable
        self._at += 1

    def _closes(self, bracket: str) -> bool:
        if self._peek() != bracket:
            return False
        self._at += 1
        return True

    def _between(self, bracket: str) -> None:
        """Skip the comma between two members; before the end there is none."""
        letter = self._peek()
        if letter == ",":
            self._at += 1
            if self._peek() == bracket:
                self._repairs["comma"] = None
        elif letter != bracket:
            # Two members without a comma are clear only on separate lines.
            before = self._text.rfind("\n", self._begin, self._at)
            if before < 0 or self._text[before : self._at].strip():
                raise Unreadable
            self._repairs["comma"] = None

    def _peek(self) -> str:
        """Return the next significant character, full-width punctuation as its ASCII equivalent."""
        space = _SPACE.match(self._text, self._at)
        if space and space.end() > self._at:
            if space[0].strip():
                self._repairs["comment"] = None
            self._at = space.end()
        if self._at >= len(self._text):
            raise Unreadable
        letter = self._text[self._at]
        if letter in _WIDE:
            self._repairs["punctuation"] = None
        return _WIDE.get(letter, letter)
