"""Verdicts on a model's answers to the canaries: which passed, which failed, and a possible cause of a failure.

Pure functions. A canary passes when so many answers are right that blind guesses would reach that in at most 1 % of cases; if
that cannot be reached, all answers have to be right, and the probability of lucky guesses states how little it proves.
"""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Literal, NamedTuple, get_args

from mindsight.answers.conventions import ModelProfile, Order, Scale
from mindsight.text import Text, text
from mindsight.vsig.canaries.questions import (
    BEEP_MS,
    GRID,
    Canary,
    Name,
    asked_for,
    digit_word,
    guessed,
    timeline,
    tolerance_ms,
)
from mindsight.vsig.dataset.samples import Data, Sample
from mindsight.vsig.media.conditions import Condition
from mindsight.vsig.models.answers.predictions import Prediction

Status = Literal["passed", "failed", "not_applicable", "undecided"]
ALPHA = 0.01
"""Highest accepted probability that blind guesses pass."""
NAMES: tuple[Name, ...] = get_args(Name)
_CAPITAL = re.compile(r"(?<![A-Za-z])[A-Z](?![A-Za-z])")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_EXACT = 1e-9


class Reply(NamedTuple):
    """The answer to a canary: its clip as it was sent, the size of the last frame, and the entries."""

    canary: Canary
    sample: Sample
    size: tuple[int, int]
    entries: tuple[Prediction, ...]

    def entry(self, place: int) -> Prediction:
        """Return an entry; an empty one if nothing was answered."""
        return self.entries[place] if place < len(self.entries) else Prediction()


class Verdict(Data):
    """The result of one canary.

    ``right`` of ``asked`` answers were right and ``needed`` had to be; ``guess`` is the probability that one blind guess is
    right, ``chance`` that blind guesses pass. ``hint`` says what failed answers have in common, or why it was not asked.
    """

    name: Name
    status: Status
    right: int = 0
    asked: int = 0
    needed: int = 0
    guess: float | None = None
    chance: float | None = None
    hint: Text | None = None


def verdicts(
    asked: Sequence[Canary], replies: Sequence[Reply], condition: Condition, profile: ModelProfile
) -> tuple[Verdict, ...]:
    """Return the verdict on every canary; one without a reply is undecided."""
    return tuple(_verdict(name, asked, replies, condition, profile) for name in NAMES)


def needed(asked: int, guess: float) -> int:
    """Return how many answers must be right for a pass: the fewest that guesses reach in at most 1 % of cases."""
    return next((count for count in range(1, asked) if pass_probability(asked, count, guess) <= ALPHA + _EXACT), asked)


def pass_probability(asked: int, right: int, guess: float) -> float:
    """Return the probability of at least so many right blind guesses: the upper tail of the binomial distribution."""
    return sum(
        math.comb(asked, count) * guess**count * (1 - guess) ** (asked - count) for count in range(right, asked + 1)
    )


def expected(name: Name, canary: Canary, condition: Condition, sample: Sample) -> Any:
    """Return the right answer as in the record: a digit, letters, (x, y) of the disc's centre, or a span in ms."""
    film, sound = canary.film, canary.sound
    match name:
        case "digit" | "swap":
            return sound.digit
        case "order":
            return "".join(letter for _, letter in film.letters)
        case "last":
            return film.last
        case "disc":
            return list(film.disc)
        case "flash":
            slot = timeline(condition).slot_ms
            span = (film.flash * slot, (film.flash + 1) * slot)
        case "beep":
            span = (sound.beep_ms, sound.beep_ms + BEEP_MS)
        case "word":
            word = sample.speech.words[0] if sample.speech is not None else None
            span = (0.0, 0.0) if word is None else (word.begin_ms, word.end_ms)
    tolerance = tolerance_ms(name, condition)
    return [span[0] - tolerance, span[1] + tolerance]


def is_right(name: Name, right: Any, said: Prediction, film_last: str) -> bool:
    """Return whether an entry holds the right answer; letters may end with that of the last frame, which is shown last."""
    match name:
        case "digit" | "swap":
            return digits_in(said.description) == {right}
        case "order":
            return letters_in(said.description, len(right)) in {right, right + film_last}
        case "last":
            return letters_in(said.description, 1) == str(right)
        case "disc":
            return said.point is not None and _near(said.point, right)
    return said.time_ms is not None and bool(right[0] <= said.time_ms <= right[1])


def digits_in(words: str) -> set[int]:
    """Return the digits in a text, written as figures or as words of either language."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    found = {int(figure) for figure in re.findall(r"(?<!\d)\d(?!\d)", plain)}
    if re.search(r"\d\d", plain):
        return set()
    for digit in range(10):
        if digit_word(digit, "zh") in plain or re.search(rf"\b{digit_word(digit, 'en')}\b", plain):
            found.add(digit)
    return found | ({0} if "〇" in plain else set())


def letters_in(words: str, count: int) -> str:
    """Return the letters in a text, in order; one that is named twice in a row was seen twice and counts once.

    Letters are single, or all together as one word of about ``count`` letters.
    """
    plain = unicodedata.normalize("NFKC", words)
    # Capitals first: "a" may be an article.
    found = "".join(_CAPITAL.findall(plain)) or "".join(_LETTER.findall(plain)).upper()
    together = re.fullmatch(r"\W*([A-Za-z]+)\W*", plain)
    if together and len(together[1]) <= 2 * count + 2:
        found = together[1].upper()
    return "".join(letter for place, letter in enumerate(found) if place == 0 or letter != found[place - 1])


def _verdict(
    name: Name, asked: Sequence[Canary], replies: Sequence[Reply], condition: Condition, profile: ModelProfile
) -> Verdict:
    places = {
        canary.id: asked_for(canary, condition).index(name) for canary in asked if name in asked_for(canary, condition)
    }
    if not places:
        return Verdict(name=name, status="not_applicable", hint=_why_not(name, condition))
    guess, count = guessed(name, condition), len(places)
    own = [reply for reply in replies if reply.canary.id in places]
    said = [(reply, reply.entry(places[reply.canary.id])) for reply in own]
    right = sum(
        is_right(name, expected(name, reply.canary, condition, reply.sample), entry, reply.canary.film.last)
        for reply, entry in said
    )
    least = needed(count, guess)
    passed: Status = "passed" if right >= least else "failed" if right + count - len(own) < least else "undecided"
    return Verdict(
        name=name,
        status=passed,
        right=right,
        asked=count,
        needed=least,
        guess=round(guess, 6),
        chance=round(pass_probability(count, least, guess), 8),
        hint=_hint(name, said, condition, profile) if passed == "failed" else None,
    )


def _why_not(name: Name, condition: Condition) -> Text:
    if name in {"order", "flash", "disc", "last"}:
        if not condition.shows_last:
            return text("nothing is shown in this input")
        return text("too few frames are sent for it")
    if name in {"swap", "beep"}:
        return text("no sound is sent in this input")
    if name == "word":
        return text("no times of words are sent in this input")
    return text("neither sound nor words are sent in this input")


def _near(point: Sequence[float], middle: Sequence[float]) -> bool:
    return all(abs(one - other) <= 0.5 / GRID for one, other in zip(point, middle, strict=True))


def _hint(
    name: Name, said: Sequence[tuple[Reply, Prediction]], condition: Condition, profile: ModelProfile
) -> Text | None:
    """Return what failed answers have in common; None if there is no known pattern."""
    if not any(entry != Prediction() for _, entry in said):
        return text("no answer could be read")
    match name:
        case "digit" | "swap":
            return None
        case "order":
            read = [set(letters_in(entry.description, 5)) - {reply.canary.film.last} for reply, entry in said]
            shown = [{letter for _, letter in reply.canary.film.letters} for reply, _ in said]
            return text("the letters are right and their order is not") if read == shown else None
        case "last":
            earlier = [
                letters_in(entry.description, 1) in {letter for _, letter in reply.canary.film.letters}
                for reply, entry in said
            ]
            return text("a letter of an earlier frame was answered") if all(earlier) else None
        case "disc":
            return _convention(said, profile)
    return _offset(name, said, condition)


def _offset(name: Name, said: Sequence[tuple[Reply, Prediction]], condition: Condition) -> Text | None:
    """Return the median offset of the answered times from the true ones."""
    apart = [
        entry.time_ms - sum(expected(name, reply.canary, condition, reply.sample)) / 2
        for reply, entry in said
        if entry.time_ms is not None
    ]
    if not apart:
        return text("no time was answered")
    if len(said) > 1 and len({entry.time_ms for _, entry in said}) == 1:
        return text("the same time was answered each time")
    return text("the answers are {ms} ms from the truth (median)", ms=f"{median(apart):+.0f}")


def _convention(said: Sequence[tuple[Reply, Prediction]], profile: ModelProfile) -> Text | None:
    """Return an order or scale of coordinates under which all answers are right; None if there is none.

    A wrong convention makes an answer right by luck with probability 1 / number of cells.
    """
    points = [(reply, entry.point) for reply, entry in said if entry.point is not None]
    if len(points) < 2:
        return None
    for order, scale in _readings(profile):
        other = profile.model_copy(update={"order": order, "scale": scale})
        places = [(reply, other.canonical(*profile.said(point, reply.size), reply.size)) for reply, point in points]
        if all(_near(place, reply.canary.film.disc) for reply, place in places):
            return text(
                "the answers are right when read as {order}, {scale}",
                order=f"[{order[0]}, {order[1]}]",
                scale=_SCALES[scale],
            )
    return None


def _readings(profile: ModelProfile) -> Sequence[tuple[Order, Scale]]:
    """Return the conventions other than the profile's: first the order changed, then the scale, then both."""
    flipped: Order = "yx" if profile.order == "xy" else "xy"
    others = [scale for scale in _SCALES if scale != profile.scale]
    return [(flipped, profile.scale), *((profile.order, scale) for scale in others), *((flipped, s) for s in others)]


_SCALES: Mapping[Scale, Text] = {
    "unit": text("0 to 1"),
    "percent": text("0 to 100"),
    "thousand": text("0 to 1000"),
    "pixels": text("pixels of the picture sent"),
}
"""Scales that can be distinguished: 999 and 1023 differ from 1000 by less than the precision of answers."""
