"""Sound of a clip: pieces of speech at known samples, with a small room's echo and a little noise."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.signal import fftconvolve

Samples = NDArray[np.float32]

_ROOM_S, _ROOM_SHARE, _FLOOR = 0.22, 0.10, 0.0006
_LOUD = 0.55


@dataclass(frozen=True)
class Spoken:
    """A word in the sound: its text, begin and end in ms, and the punctuation that follows."""

    text: str
    begin_ms: int
    end_ms: int
    after: str = ""


@dataclass(frozen=True, eq=False)
class Utterance:
    """The speech of a clip: words by clause, and samples from the clip's begin on; ``voice`` names the speaker."""

    clauses: tuple[tuple[Spoken, ...], ...]
    samples: Samples
    rate: int
    voice: str

    @property
    def words(self) -> tuple[Spoken, ...]:
        """All words in their order."""
        return tuple(word for clause in self.clauses for word in clause)

    @property
    def windows(self) -> tuple[tuple[int, int], ...]:
        """Begin and end of each clause, ms."""
        return tuple((clause[0].begin_ms, clause[-1].end_ms) for clause in self.clauses)


@dataclass(frozen=True, eq=False)
class Piece:
    """A spoken word without a time yet."""

    text: str
    samples: Samples
    after: str = ""


def lay(clauses: Sequence[Sequence[Piece]], pauses_s: Sequence[float], rate: int, voice: str) -> Utterance:
    """Return the words joined at whole samples, each clause after its pause (the first counts from the clip's begin)."""
    parts: list[Samples] = []
    spoken: list[tuple[Spoken, ...]] = []
    now = 0
    for pieces, pause in zip(clauses, pauses_s, strict=True):
        quiet = round(pause * rate)
        parts.append(np.zeros(quiet, np.float32))
        now += quiet
        words = []
        for piece in pieces:
            begin, now = now, now + len(piece.samples)
            words.append(Spoken(piece.text, round(begin * 1000 / rate), round(now * 1000 / rate), piece.after))
            parts.append(piece.samples)
        spoken.append(tuple(words))
    return Utterance(tuple(spoken), np.concatenate(parts), rate, voice)


def in_room(samples: Samples, rate: int, length_s: float, rng: Generator) -> Samples:
    """Return the sound with a small room's echo, at the loudness of speech, for the whole length of a clip."""
    whole = np.zeros(round(length_s * rate), np.float32)
    count = min(len(whole), len(samples))
    whole[:count] = samples[:count]
    tail = np.arange(round(_ROOM_S * rate)) / rate
    answer = rng.normal(0, 1, len(tail)) * np.exp(-6.9 * tail / _ROOM_S)
    answer *= _ROOM_SHARE / np.sqrt((answer**2).sum())
    answer[0] = 1.0
    heard = fftconvolve(whole, answer)[: len(whole)]
    loudest = float(np.abs(heard).max(initial=0.0))
    heard = heard * (_LOUD / loudest) if loudest > 0 else heard
    return np.asarray(heard + rng.normal(0, _FLOOR, len(whole)), np.float32)
