"""The questions of the canaries: asked before a run to prove that a model sees and hears what is sent.

Two films and two sounds are made at random from a seed: a film shows letters one after another, a white flash, a red disc, and
one more letter on its last frame alone; a sound holds a spoken digit and a beep. Each film is sent with its own sound and with
the other's, in the same form as the run's clips. The answers cannot be known without seeing or hearing the clip; the
probability of a blind guess is reported beside every result.
"""

import math
import random
from typing import Literal, NamedTuple

from mindsight.text import Language
from mindsight.vsig.dataset.samples import Data, Sample, Speech, Target, Word
from mindsight.vsig.media.conditions import FPS, Condition

RULE = 1
"""To be raised with any change of what is shown, asked or passed."""

Name = Literal["digit", "swap", "beep", "word", "order", "flash", "disc", "last"]
"""``digit``: the spoken digit; ``swap``: the same for two clips with exchanged sounds; ``beep``, ``flash``: their times; ``word``: the
time of the digit in timed words; ``order``: letters in order; ``disc``: its position; ``last``: the letter that only the last frame
shows."""
Kind = Literal["sight", "speech"]

LETTERS = "ACEFHJKLMNPRTUXY"
"""Letters that are not mistaken for another letter or a digit."""
DIGITS = (0, 1, 2, 3, 4, 5, 8, 9)
"""Not 6 and 7: 六 is mistaken for 九, 七 for 一, and synthetic "six" and "seven" for other digits."""
GRID = 4
CELLS = tuple(
    (column, row) for row in range(GRID) for column in range(GRID) if column != row and {column, row} != {1, 2}
)
"""Cells of the disc: not on the diagonal, where swapped axes make no difference, and not at the letters' place."""
BEEP_MS = 300.0
SIZE = (640, 360)
_SLOTS, _FEWEST_SLOTS, _SHOWN_LETTERS = 13, 4, 5
_SLOT_MS, _FILM_SLOT_MS, _LONGEST_SLOT_MS = 500.0, 1000.0, 5000.0
_LENGTH_MS = 7200.0
_DIGIT_MS = 700.0
"""A little longer than every spoken digit."""
_DIGITS: dict[Language, tuple[str, ...]] = {
    "zh": ("零", "一", "二", "三", "四", "五", "六", "七", "八", "九"),
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
}


class Timeline(NamedTuple):
    """The time slots of a film: ``slots`` pieces of ``slot_ms``, then the last frame.

    Every slot is long enough for one of its frames to be sent; with fewer than four slots, changes cannot be asked about.
    """

    slots: int
    slot_ms: float

    @property
    def last_ms(self) -> float:
        """Time of the last frame."""
        return self.slots * self.slot_ms

    @property
    def can_ask_times(self) -> bool:
        """Whether enough frames are sent to ask when something happens."""
        return self.slots >= _FEWEST_SLOTS


class Film(Data):
    """What a film shows: ``letters`` as (slot, letter) in order, ``flash`` the white slot, ``cell`` of the disc as (column, row)."""

    name: str
    letters: tuple[tuple[int, str], ...]
    flash: int
    cell: tuple[int, int]
    last: str

    @property
    def disc(self) -> tuple[float, float]:
        """The centre of the disc, (x, y) in [0, 1]."""
        return (self.cell[0] + 0.5) / GRID, (self.cell[1] + 0.5) / GRID


class Sound(Data):
    """A digit and a beep, with the ms at which each begins."""

    name: str
    digit: int
    digit_ms: float
    beep_ms: float


class Canary(NamedTuple):
    """A question about what is seen or said in a film with a sound."""

    kind: Kind
    film: Film
    sound: Sound

    @property
    def clip(self) -> str:
        """Name of the clip."""
        return f"{self.film.name}{self.sound.name}"

    @property
    def id(self) -> str:
        """Name of the question."""
        return f"{self.kind}-{self.clip}"

    @property
    def swapped(self) -> bool:
        """Whether the sound belongs to the other film."""
        return self.sound.name != {"A": "x", "B": "y"}[self.film.name]


def timeline(condition: Condition) -> Timeline:
    """Return a timeline in which every slot is sampled under a condition."""
    if condition.shows_video:
        # Many servers sample one frame per second.
        return Timeline(_SLOTS, _FILM_SLOT_MS)
    if condition.frames is not None and condition.shows_frames:
        slots = min(_SLOTS, condition.frames - 1)
        return Timeline(slots, _LENGTH_MS / slots) if slots > 0 else Timeline(1, _LENGTH_MS)
    slot_ms = 1200 / (condition.fps or FPS)
    if slot_ms > _LONGEST_SLOT_MS:
        return Timeline(1, _LENGTH_MS)
    return Timeline(_SLOTS, max(_SLOT_MS, slot_ms))


def canaries(condition: Condition, seed: int) -> tuple[Canary, ...]:
    """Return the questions of a run: two about pictures, two about words, or four about sound."""
    times = timeline(condition)
    chance = random.Random(f"canaries {RULE} {seed}")  # noqa: S311  (a seed, not a secret)
    films, sounds = _films(chance, times), _sounds(chance, times)
    own = tuple(zip(films, sounds, strict=True))
    asked = [Canary("sight", film, sound) for film, sound in own if condition.shows_last]
    if condition.heard or condition.read:
        asked += [Canary("speech", film, sound) for film, sound in own]
    if condition.heard:
        asked += [Canary("speech", film, sound) for film, sound in zip(films, reversed(sounds), strict=True)]
    return tuple(asked)


def asked_for(canary: Canary, condition: Condition) -> tuple[Name, ...]:
    """Return the entries that a question asks for; the digit of a swapped clip counts as ``swap``."""
    if canary.kind == "sight":
        return ("order", "flash", "disc", "last") if timeline(condition).can_ask_times else ("disc", "last")
    digit: Name = "swap" if canary.swapped else "digit"
    if condition.heard:
        return digit, "beep"
    return (digit, "word") if condition.words_timed else (digit,)


def guessed(name: Name, condition: Condition) -> float:
    """Return the probability that one blind guess is right."""
    times = timeline(condition)
    options: dict[Name, int] = {
        "digit": len(DIGITS),
        "swap": len(DIGITS),
        # Compared with a subject that reads every letter but has lost their order.
        "order": math.factorial(_letters(times)),
        "disc": len(CELLS),
        "last": len(LETTERS),
    }
    if name in options:
        return 1 / options[name]
    spread = times.last_ms - (times.slot_ms if name == "flash" else 0)
    lasts = {"flash": times.slot_ms, "beep": BEEP_MS}.get(name, _DIGIT_MS)
    return min(1.0, (lasts + 2 * tolerance_ms(name, condition)) / spread)


def tolerance_ms(name: Name, condition: Condition) -> float:
    """Return the tolerance of an answered time in ms; larger if frames are sent without their times."""
    if name == "beep":
        return 300.0
    if name == "flash" and not (condition.timestamps and condition.shows_frames):
        return timeline(condition).slot_ms / 4
    return 50.0


def digit_word(digit: int, language: Language) -> str:
    """Return the word for a digit."""
    return _DIGITS[language][digit]


def sample_of(canary: Canary, condition: Condition, language: Language) -> Sample:
    """Return a question's clip as a sample, with all that is known before the clip is made."""
    times, sound = timeline(condition), canary.sound
    word = Word(text=digit_word(sound.digit, language), begin_ms=sound.digit_ms, end_ms=sound.digit_ms + _DIGIT_MS)
    return Sample(
        id=canary.id, layout="vsig", template=2, scene="", language=language, recording="", folder="",
        video=f"{canary.clip}.mp4", sha256="", size=SIZE, last_ms=times.last_ms, length_ms=times.last_ms,
        has_sound=True, speech=Speech(text=word.text, words=(word,)),
        targets=(Target(kind="object", name="", points=(canary.film.disc,)),),
    )  # fmt: skip


def _letters(times: Timeline) -> int:
    return min(_SHOWN_LETTERS, times.slots - 1)


def _films(chance: random.Random, times: Timeline) -> list[Film]:
    # Not at the beginning: 0 is the answer of a subject that knows nothing.
    flashes = chance.sample(range(1, times.slots), 2) if times.can_ask_times else [-1, -1]
    # No letter twice: the same answer for both films can be right for one at most.
    letters = iter(chance.sample(LETTERS, len(LETTERS)))
    films = []
    for name, flash, cell in zip("AB", flashes, chance.sample(CELLS, 2), strict=True):
        count = _letters(times) if times.can_ask_times else 0
        shown, last = [next(letters) for _ in range(count)], next(letters)
        slots = sorted(chance.sample([slot for slot in range(times.slots) if slot != flash], count))
        films.append(Film(name=name, letters=tuple(zip(slots, shown, strict=True)), flash=flash, cell=cell, last=last))
    return films


def _sounds(chance: random.Random, times: Timeline) -> list[Sound]:
    """Return two sounds: the digit comes first in one, the beep in the other, so that no time is right for both."""
    digits = chance.sample(DIGITS, 2)
    half = times.last_ms / 2
    sounds = []
    for name, digit, digit_begin, beep_begin in zip("xy", digits, (0, half), (half, 0), strict=True):
        first = digit_begin + _pause(chance, half - _DIGIT_MS)
        sounds.append(
            Sound(name=name, digit=digit, digit_ms=first, beep_ms=beep_begin + _pause(chance, half - BEEP_MS))
        )
    return sounds


def _pause(chance: random.Random, most_ms: float) -> float:
    return float(round(chance.uniform(300, most_ms - 300), -1))
