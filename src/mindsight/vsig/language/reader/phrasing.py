"""Take from a description what says nothing of the thing: who points (the frame), what it is set against; and say the rest plainly."""

import re
from functools import cache
from typing import NamedTuple

from mindsight.vsig.language.reader.words import load, plain

_MOST = 400
"""A longer text is no sentence or two about one thing: its frames are not looked for."""


class Phrased(NamedTuple):
    """The description that is left, and the thing that it is said not to be; "" if none."""

    text: str
    denied: str = ""


class _Rules(NamedTuple):
    frames: tuple[re.Pattern[str], ...]
    contrasts: tuple[re.Pattern[str], ...]
    words: tuple[tuple[re.Pattern[str], str], ...]
    places: tuple[re.Pattern[str], ...]


def phrased(text: str) -> Phrased:
    """Return a text, in lower case and simplified, without its frame and contrast, and in the words that the rest of the reader expects."""
    said = plain(text).strip(" \t\r\n,，.。;；!！")
    if len(said) > _MOST:
        return Phrased(said)
    denied = ""
    for pattern in _rules().contrasts:
        if found := pattern.search(said):
            denied, said = found["denied"], said[: found.start()] + said[found.end() :]
            break
    for pattern in _rules().frames:
        if (bare := pattern.sub(" ", said)).strip():
            said = bare
    for pattern, other in _rules().words:
        said = pattern.sub(other, said)
    return Phrased(said.strip(), denied)


def place_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the ways to say a free place in clauses of its own; they apply to what ``phrased`` returns."""
    return _rules().places


@cache
def _rules() -> _Rules:
    table = load("phrasing.toml")

    def pattern(rule: dict[str, str]) -> re.Pattern[str]:
        made = rule["pattern"]
        for name, part in table["parts"].items():
            made = made.replace(f"{{{name}}}", part)
        return re.compile(made)

    return _Rules(
        tuple(map(pattern, table["frames"])),
        tuple(map(pattern, table["contrasts"])),
        tuple((pattern(rule), rule["text"]) for rule in table["words"]),
        tuple(map(pattern, table["places"])),
    )
