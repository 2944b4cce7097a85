"""Instructions with spans marked by brackets, and the words that a recogniser would return."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mindsight.vsig.dataset.samples import Speech, Word
from mindsight.vsig.language.speech import spans_of

DATA = Path(__file__).parent / "data"
LETTER_MS = 100.0


@dataclass(frozen=True)
class Utterance:
    """One line of the file; ``spans`` are the marked texts and the letters before each, without punctuation."""

    template: int
    marked: str
    status: str
    part: str

    @property
    def plain(self) -> str:
        return re.sub(r"[\[\]]", "", self.marked)

    @property
    def spans(self) -> list[str]:
        return [_spoken(span) for span in re.findall(r"\[([^]]*)\]", self.marked)]

    @property
    def times(self) -> list[tuple[float, float]]:
        """Time of each span if every letter takes equally long without silence; only for Chinese."""
        times, at = [], 0
        for piece in re.split(r"(\[[^]]*\])", self.marked):
            length = len(_spoken(piece).replace(" ", ""))
            if piece.startswith("["):
                times.append((at * LETTER_MS, (at + length) * LETTER_MS))
            at += length
        return times

    def speech(self, *, longest: int = 1) -> Speech:
        """Return the words: English ones as they are, Chinese ones of at most ``longest`` letters."""
        random_lengths = random.Random(self.plain)
        words: list[Word] = []
        at = 0.0
        for piece in _pieces(self.plain, longest, random_lengths):
            end = at + LETTER_MS * len(re.sub(r"\W", "", piece))
            words.append(Word(text=piece, begin_ms=at, end_ms=end))
            at = end
        return Speech(text=self.plain, words=tuple(words))


def _pieces(text: str, longest: int, lengths: random.Random) -> Iterator[str]:
    if text.isascii():
        yield from text.split()
        return
    for run in re.findall(r"\w+\W*", text):
        at = 0
        while at < len(run):
            end = min(at + lengths.randint(1, longest), len(run))
            # Punctuation stays with the word before it, as recognisers give it.
            end += len(run[end:]) - len(run[end:].lstrip("，。,. …"))
            yield run[at:end]
            at = end


def _spoken(text: str) -> str:
    return re.sub(r"[^\w' ]", "", text.replace("-", " ")).strip()


def utterances(*parts: str) -> list[Utterance]:
    """Return the instructions of some parts of the file."""
    lines = (json.loads(line) for line in (DATA / "utterances.jsonl").read_text("utf-8").splitlines())
    return [
        Utterance(line["template"], line["said"], line["status"], line["part"])
        for line in lines
        if line["part"] in parts
    ]


def is_right(one: Utterance, *, longest: int = 1) -> str:
    """Return "" where the rule finds the marked spans, or what it found."""
    found = spans_of(one.template, one.speech(longest=longest))
    if one.status != found.status:
        return f"{found.status} {[clause.text for clause in found.spans]}"
    texts = [clause.text for clause in found.spans]
    return "" if one.status != "ok" or texts == one.spans else f"{texts}"
