"""Faces: what action units of the facial action coding system move, and which of them an expression is made of.

The package's facial actions have names of their own (those of ARKit); the table gives them for each action unit.
Intensities A to E are shares of the full strength. Sources: Ekman, Friesen and Hager, *Facial Action Coding System*
(2002), for the units and the prototypes of the six basic emotions; Matsumoto and Ekman on contempt (1989).
"""

from collections.abc import Mapping
from typing import Literal

Intensity = Literal["A", "B", "C", "D", "E"]
Emotion = Literal["happiness", "sadness", "anger", "surprise", "fear", "disgust", "contempt", "neutral"]

INTENSITIES: Mapping[Intensity, float] = {"A": 0.12, "B": 0.28, "C": 0.52, "D": 0.78, "E": 1.0}


def _both(name: str, share: float = 1.0) -> dict[str, float]:
    return {f"{name}Left": share, f"{name}Right": share}


UNITS: Mapping[str, Mapping[str, float]] = {
    "1": {"browInnerUp": 1.0},
    "2": _both("browOuterUp"),
    "4": _both("browDown"),
    "5": _both("eyeWide"),
    "6": _both("cheekSquint"),
    "7": _both("eyeSquint"),
    "9": _both("noseSneer"),
    "10": _both("mouthUpperUp"),
    "12": _both("mouthSmile"),
    "R12": {"mouthSmileRight": 0.8},
    "R14": {"mouthDimpleRight": 1.0, "mouthPressRight": 0.5},
    "15": _both("mouthFrown"),
    "16": _both("mouthLowerDown"),
    "17": {"mouthShrugLower": 1.0},
    "20": _both("mouthStretch"),
    "23": {**_both("mouthPress", 0.6), "mouthRollLower": 0.4, "mouthRollUpper": 0.4},
    "24": _both("mouthPress"),
    "25": _both("mouthLowerDown", 0.35),
    "26": {"jawOpen": 0.45},
    "27": {"jawOpen": 0.85},
    "43": _both("eyeBlink"),
}
"""Action unit → facial actions at full strength."""

PROTOTYPES: Mapping[Emotion, tuple[str, ...]] = {
    "happiness": ("6", "12", "25"),
    "sadness": ("1", "4", "15", "17"),
    "anger": ("4", "5", "7", "23", "24"),
    "surprise": ("1", "2", "5", "26"),
    "fear": ("1", "2", "4", "5", "20", "25", "26"),
    "disgust": ("9", "10", "15", "16"),
    "contempt": ("R12", "R14"),
    "neutral": (),
}
"""Emotion → action units of its prototype."""

_ONE_AGAINST_ANOTHER: Mapping[Emotion, Mapping[str, float]] = {
    "sadness": {"4": 0.35},
    "fear": {"4": 0.4, "2": 0.7, "26": 0.3},
    "anger": {"5": 0.5},
}
"""Where two units of a prototype pull the same skin, the strength of the weaker one."""


def expression(emotion: Emotion, strength: float) -> dict[str, float]:
    """Return the facial actions of an emotion's prototype; ``strength`` from 0 to 1."""
    found: dict[str, float] = {}
    for unit in PROTOTYPES[emotion]:
        share = _ONE_AGAINST_ANOTHER.get(emotion, {}).get(unit, 1.0)
        for action, full in UNITS[unit].items():
            found[action] = min(1.0, found.get(action, 0.0) + strength * share * full)
    return found


def course(t_s: float, *, onset_s: float, apex_s: float, offset_s: float, begin_s: float = 0.0) -> float:
    """Return how far an expression has risen: up over the onset, held over the apex, down over the offset; 0 before and after."""
    since = t_s - begin_s
    if since <= 0 or since >= onset_s + apex_s + offset_s:
        return 0.0
    if since < onset_s:
        return _smooth(since / onset_s)
    return 1.0 if since <= onset_s + apex_s else _smooth((onset_s + apex_s + offset_s - since) / offset_s)


def _smooth(share: float) -> float:
    return share * share * (3 - 2 * share)
