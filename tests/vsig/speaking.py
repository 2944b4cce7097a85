"""Speech of generated clips: the words of each template, their targets, and tones instead of a voice."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindsight.text import Language

RATE = 16_000
BEGIN_MS, WORD_MS, GAP_MS, PAUSE_MS = 400, 240, 40, 160
_TONES_HZ = (440, 550, 660, 770, 880)


@dataclass(frozen=True)
class Said:
    """A word with its times; ``target`` is the place of the target whose span it belongs to."""

    text: str
    begin_ms: int
    end_ms: int
    target: int | None


_PLAIN: dict[Language, dict[int, tuple[tuple[str, int | None], ...]]] = {
    "zh": {
        1: (),
        2: (("把这个", 0), ("拿起来", None)),
        3: (("把这个", 0), ("放到", 1), ("这里", 1)),
        4: (("把这个", 0), ("放到", 1), ("它的", 1), ("{side}", 1)),
        5: (
            ("把这个", 0),
            ("放到", 1),
            ("它的", 1),
            ("{side}", 1),
            ("然后", 2),
            ("把它", 2),
            ("拿起来", 2),
        ),
        6: (
            ("把这个", 0),
            ("放到", 1),
            ("它的", 1),
            ("{side}", 1),
            ("然后再", 2),
            ("把这个", 2),
            ("放到", 3),
            ("它的", 3),
            ("{side2}", 3),
        ),
    },
    "en": {
        1: (),
        2: (("pick", None), ("this", 0), ("up", None)),
        3: (("put", 0), ("this", 0), ("here", 1)),
        4: (("put", 0), ("this", 0), ("{side}", 1), ("{it}", 1)),
        5: (
            ("put", 0),
            ("this", 0),
            ("{side}", 1),
            ("{it}", 1),
            ("then pick", 2),
            ("it up", 2),
        ),
        6: (
            ("put", 0),
            ("this", 0),
            ("{side}", 1),
            ("{it}", 1),
            ("then put", 2),
            ("this", 2),
            ("{side2}", 3),
            ("{it2}", 3),
        ),
    },
}
SIDES: dict[Language, dict[str, str]] = {
    "zh": {"left": "左边", "right": "右边", "front": "前面", "back": "后面"},
    "en": {"left": "left", "right": "right", "front": "front", "back": "back"},
}
BESIDE = {"left": "to the left of", "right": "to the right of", "front": "in front of", "back": "behind"}


def said(template: int, language: Language, sides: tuple[str, ...] = ()) -> tuple[Said, ...]:
    """Return the words of a template with their times; a pause separates targets."""
    beside = [BESIDE[side].partition(" of") if language == "en" else (SIDES["zh"][side], "", "") for side in sides]
    filled = {
        f"{what}{number}".rstrip("1"): said
        for number, (side, of, _) in enumerate(beside, 1)
        for what, said in (("side", side), ("it", f"{of} it".strip()))
    }
    spoken: list[Said] = []
    now, last = BEGIN_MS, None
    for word, target in _PLAIN[language][template]:
        now += PAUSE_MS if spoken and target != last else GAP_MS if spoken else 0
        spoken.append(Said(word.format(**filled), now, now + WORD_MS, target))
        now, last = now + WORD_MS, target
    return tuple(spoken)


def sentence(words: tuple[Said, ...], language: Language) -> str:
    """Return the words as one string, without punctuation."""
    return ("" if language == "zh" else " ").join(word.text for word in words)


def span_of(words: tuple[Said, ...], target: int) -> tuple[float, float] | None:
    """Return the span of the words for a target; in template 2 only 这个, a share of its word."""
    own = [word for word in words if word.target == target]
    if not own:
        return None
    begin, end = float(own[0].begin_ms), float(own[-1].end_ms)
    if len(words) == 2 and own[0].text == "把这个":
        begin += (end - begin) / 3
    return begin, end


def tones(words: tuple[Said, ...], length_ms: float, *, rate: int = RATE) -> NDArray[np.int16]:
    """Return mono sound with a tone where each word is said and silence elsewhere."""
    sound = np.zeros(round(length_ms * rate / 1000), np.float64)
    for number, word in enumerate(words):
        begin, end = (round(ms * rate / 1000) for ms in (word.begin_ms, word.end_ms))
        time = np.arange(end - begin) / rate
        sound[begin:end] = 0.5 * np.sin(2 * np.pi * _TONES_HZ[number % len(_TONES_HZ)] * time)
    return np.asarray(sound * 32767, np.int16)
