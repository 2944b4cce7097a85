"""Timing of a clip's strokes: each is a little ahead of the clause that it belongs to."""

from dataclasses import dataclass

from numpy.random import Generator

Window = tuple[float, float]

LEAD_S = (0.060, 0.200)
"""Lead of a gesture over its words, as in people's speech."""
REACH_S, RETRACT_S = 0.78, 0.70
_HOLD_S = (0.0, 0.10)
_APART_S = 0.36
"""Least time of the hand between two places."""
_BEFORE_S, _AFTER_S = (1.25, 1.75), (1.0, 1.4)
_BETWEEN_S = (0.62, 0.92)
_MUTE_S = (0.85, 1.35)


@dataclass(frozen=True)
class Timing:
    """Begin and end of each stroke, and the clip's length; s from its first frame."""

    strokes: tuple[Window, ...]
    length_s: float


def draw_pauses(count: int, rng: Generator) -> tuple[float, ...]:
    """Return the silence before each clause, s, in which the hand enters or moves on."""
    return (float(rng.uniform(*_BEFORE_S)), *(float(rng.uniform(*_BETWEEN_S)) for _ in range(count - 1)))


def mute_windows(count: int, rng: Generator) -> tuple[Window, ...]:
    """Return the times at which each thing would be mentioned in a silent clip, s."""
    now, windows = 0.0, []
    for pause in draw_pauses(count, rng):
        begin = now + pause
        now = begin + float(rng.uniform(*_MUTE_S))
        windows.append((begin, now))
    return tuple(windows)


def draw_timing(windows: tuple[Window, ...], rng: Generator) -> Timing:
    """Return strokes that lead the words by 60 to 200 ms and end at about the same time."""
    strokes: list[Window] = []
    for begin, end in windows:
        early = begin - float(rng.uniform(*LEAD_S))
        strokes.append((early, end + float(rng.uniform(*_HOLD_S))))
    for place, (begin, end) in enumerate(strokes[:-1]):
        strokes[place] = (begin, min(end, strokes[place + 1][0] - _APART_S))
    return Timing(tuple(strokes), strokes[-1][1] + RETRACT_S + float(rng.uniform(*_AFTER_S)))
