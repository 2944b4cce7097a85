"""Speech as characters, each with its time, interpolated within the recognised word."""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mindsight.vsig.dataset.samples import Word

HAN = re.compile(r"[㐀-鿿]")


class Letter(NamedTuple):
    """One character: as it is looked up, as it was written, and its share of the word's time."""

    look: str
    written: str
    begin_ms: float
    end_ms: float
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Utterance:
    """The letters of an instruction, without punctuation; ``breaks`` are the positions that followed punctuation.

    English words are separated by one space, which has no time.
    """

    letters: tuple[Letter, ...]
    breaks: frozenset[int]

    @property
    def text(self) -> str:
        """The text that rules are matched against."""
        return "".join(letter.look for letter in self.letters)

    @property
    def is_chinese(self) -> bool:
        """Whether any character is Chinese."""
        return HAN.search(self.text) is not None


def utterance(words: Iterable[Word], equal: Mapping[str, str]) -> Utterance:
    """Divide words into timed letters; ``equal`` maps characters to the ones they count as."""
    letters: list[Letter] = []
    breaks: set[int] = set()
    for word in words:
        spoken = _spoken(word.text, breaks, len(letters))
        if spoken and letters and _needs_space(letters[-1].look, spoken[0]):
            letters.append(Letter(" ", " ", letters[-1].end_ms, letters[-1].end_ms, first=True, last=True))
        letters.extend(_spread(spoken, word, equal))
    return Utterance(tuple(letters), frozenset(breaks))


def _spoken(text: str, breaks: set[int], before: int) -> str:
    spoken = ""
    for character in unicodedata.normalize("NFKC", text):
        if character.isalnum():
            spoken += character
        elif character in "'’" and spoken:
            spoken += "'"
        elif character.isspace() or character == "-":
            spoken += " " if spoken and not spoken.endswith(" ") else ""
        else:
            breaks.add(before + len(spoken.rstrip()))
    return spoken.rstrip(" '")


def _needs_space(before: str, after: str) -> bool:
    return not (HAN.match(before) or HAN.match(after))


def _spread(spoken: str, word: Word, equal: Mapping[str, str]) -> Iterable[Letter]:
    step = (word.end_ms - word.begin_ms) / max(len(spoken), 1)
    last = len(spoken) - 1
    for place, written in enumerate(spoken):
        # Lower case may have more characters than upper case: only the first is looked up.
        look = written.lower()[:1]
        begin = word.begin_ms + place * step
        end = word.end_ms if place == last else begin + step
        yield Letter(equal.get(look, look), written, begin, end, first=place == 0, last=place == last)


def is_timed(word: Word) -> bool:
    """Return whether a word's time is valid: finite, and not ending before it begins."""
    return math.isfinite(word.begin_ms) and math.isfinite(word.end_ms) and word.begin_ms <= word.end_ms
