"""Types and expressions shared by the Chinese and the English rules for instructions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

Range = tuple[int, int]
"""First letter, and one past the last."""


class Cut(NamedTuple):
    """The range of letters that mention one target, and the range of the demonstrative in it."""

    span: Range
    core: Range


@dataclass(frozen=True, slots=True)
class Finding:
    """The cuts of an instruction, one for each target, or None; ``doubtful`` if a person should check them."""

    cuts: tuple[Cut, ...] | None
    doubtful: bool = False


def longest(words: Iterable[str]) -> str:
    """Return an expression that matches any of the words, a longer one first."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


def either(*expressions: str) -> str:
    """Return an expression that matches what any of the expressions does."""
    return "|".join(f"(?:{expression})" for expression in expressions)
