"""The choices of a question and which of them is right, from the many ways in which data sets spell them."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mindsight.answers.values.texts import plain
from mindsight.home.imported.mapping import Spelling, value_of
from mindsight.home.questions.scoring.reading import LETTERS

_LETTERED = re.compile(r"\s*\(?([A-Z])(?:[.):]|\s-)\s*")
_ALONE = re.compile(r"\s*[\(\[]?([A-Za-z])[\)\].:]?\s*")
_HEADING = re.compile(r"(?:\b(?:options|choices|answer choices|选项)\s*[:：]?\s*)$", re.IGNORECASE)


def choices_of(row: Mapping[str, Any], places: Sequence[str]) -> list[str]:
    """Return the words of the choices, without letters before them; a field may hold all of them, or each one of them."""
    found: list[str] = []
    for place in places:
        value = value_of(row, place)
        if isinstance(value, str) and value.lstrip().startswith("["):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                value = [value]
        if isinstance(value, Mapping):
            value = [value[name] for name in sorted(value)]
        found += [str(one) for one in (value if isinstance(value, list | tuple) else [value]) if one is not None]
    return unlettered(found)


def unlettered(words: Sequence[str]) -> list[str]:
    """Return choices without the letters before them, if all have the letters of their places."""
    marks = [_LETTERED.match(one) for one in words]
    if words and all(mark and mark.group(1) == letter for mark, letter in zip(marks, LETTERS, strict=False)):
        return [one[mark.end() :].strip() for one, mark in zip(words, marks, strict=True) if mark]
    return [one.strip() for one in words]


def split_choices(words: str) -> tuple[str, list[str]]:
    """Return a question and the choices with which its words end, such as ``… A. left B. right``; no choices if it has none."""
    for first in reversed(list(_marks("A", words, 0))):
        marks = [first]
        for letter in LETTERS[1:]:
            following = next(_marks(letter, words, marks[-1].end()), None)
            if following is None:
                break
            marks.append(following)
        if len(marks) > 1:
            ends = [mark.start() for mark in marks[1:]] + [len(words)]
            found = [
                words[mark.end() : end].strip().rstrip(",;，；").strip() for mark, end in zip(marks, ends, strict=True)
            ]
            return _HEADING.sub("", words[: first.start()].rstrip()).rstrip(), found
    return words, []


def _marks(letter: str, words: str, start: int) -> Any:
    return re.compile(rf"(?:(?<=\s)|(?<=[,;:?，；：？。])|^)\(?{letter}[.):：]\s*(?=\S)").finditer(words, start)


def place_of(said: Any, choices: Sequence[str], spelling: Spelling) -> int | None:
    """Return the place of the choice that is right; None if the data do not say it clearly."""
    if spelling in {"from_0", "from_1"}:
        try:
            place = int(said) - (spelling == "from_1")
        except (TypeError, ValueError, OverflowError):
            return None
        return place if 0 <= place < len(choices) else None
    if not isinstance(said, str | int | float) or isinstance(said, bool):
        return None
    words = str(said)
    same = [place for place, one in enumerate(choices) if plain(one) == plain(words)]
    if spelling != "letter" and len(same) == 1:
        return same[0]
    mark = None if spelling == "words" else (_ALONE.fullmatch(words) or _LETTERED.match(words))
    place = LETTERS.find(mark.group(1).upper()) if mark else -1
    return place if 0 <= place < len(choices) else None
