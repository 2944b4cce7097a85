"""What may enter a record: one check for every text and number that people and browsers send, at whichever door they come in."""

from typing import TypeVar
from unicodedata import category

from pydantic import BaseModel

from mindsight.rating.events import LONGEST_SAID

Value = TypeVar("Value")

MOST_ENTRIES = 200
DEEPEST = 8
LARGEST = float(2**53 - 1)
"""Beyond it whole numbers differ from reader to reader: most read JSON's numbers as doubles."""
_CONTROLS = {"Cc", "Cs", "Zl", "Zp"}
_REORDERING = {*map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))}


def recordable(value: Value) -> Value:
    """Return a value as it is, if a line of a record can hold it and any program can read it there.

    Raises:
        ValueError: A text is too long or has control characters or half of a surrogate pair; a number is none, infinite or too large; or
            there is too much, or too deeply nested.
    """
    _check(value, DEEPEST)
    return value


def is_plain(value: str) -> bool:
    """Return whether a text is one line of characters that UTF-8 can hold, none of which controls how others are shown."""
    return not any(category(letter) in _CONTROLS or letter in _REORDERING for letter in value)


def _check(value: object, depth: int) -> None:
    if depth == 0:
        raise ValueError("is nested too deeply")
    if isinstance(value, BaseModel):
        _check(value.model_dump(), depth)
    elif isinstance(value, dict | list | tuple):
        if len(value) > MOST_ENTRIES:
            raise ValueError("has too many entries")
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        for part in inner:
            _check(part, depth - 1)
    elif isinstance(value, str):
        if len(value) > LONGEST_SAID or not is_plain(value):
            raise ValueError("is no text of one line")
    # "Not a number" is not above the limit, and not below it either.
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:
        raise ValueError("is no number that can be kept")
