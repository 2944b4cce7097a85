"""Counts and sums of pixels as a record holds them, checked before anything is computed of them."""

from collections.abc import Mapping
from typing import Any, TypeVar

Key = TypeVar("Key")


def whole_numbers(stored: Mapping[Key, Any]) -> Mapping[Key, int]:
    """Return stored counts as they are; a word or a list among them could be multiplied into more than any memory holds.

    Raises:
        TypeError: One is no whole number.
    """
    if not all(type(value) is int for value in stored.values()):
        raise TypeError("a count of pixels is no whole number")
    return stored
