"""Sound of a clip: pieces of speech laid after each other at known samples, in a small room, with a little noise."""

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
    """A word as it is heard: its text, when it begins and ends in ms, and the punctuation that follows."""

    text: str
    begin_ms: int
    end_ms: int
    after: str = ""


@dataclass(frozen=True, eq=False)
class Utterance:
    """What is heard in a clip: words by clause, and samples from the clip's begin on; ``voice`` says whose."""

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
        """When each clause begins and ends, ms."""
        return tuple((clause[0].begin_ms, clause[-1].end_ms) for clause in self.clauses)


@dataclass(frozen=True, eq=False)
class Piece:
    """A word that was spoken but has no place in time yet."""

    text: str
    samples: Samples
    after: str = ""


def lay(clauses: Sequence[Sequence[Piece]], pauses_s: Sequence[float], rate: int, voice: str) -> Utterance:
    """Return words one after the other: each clause after its pause (the first: from the clip's begin), at whole samples.

    Args:
        clauses: The words, by clause.
        pauses_s: The silence before each clause.
        rate: Samples per second.
        voice: Whose voice it is.
    """
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
    """Return the sound as a small room gives it back, as loud as speech, for the whole length of a clip."""
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
