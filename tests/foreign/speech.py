"""Made sentences as files of sound, with the times of their words."""

import wave
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from mindsight.engine.seeds import stream
from mindsight.text import Language
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.sound import Utterance, in_room, lay
from mindsight.vsig.synthesis.speech.timing import draw_pauses
from mindsight.vsig.synthesis.speech.wording import BESIDE, SIDES, draw_wording

RATE = 16_000
RATES: dict[Language, tuple[int, int]] = {"zh": (150, 190), "en": (130, 165)}
_AFTER_S = 1.0


def say(template: int, language: Language, seed: int) -> Utterance:
    """Return a sentence of a template, spoken as in a made clip."""
    rng = stream(seed, "foreign", "speech", template, language)
    sides = tuple(SIDES[int(rng.integers(len(SIDES)))] for _ in range(BESIDE.get(template, 0)))
    clauses = draw_wording(template, language, sides, rng).clauses
    voices = voice.VOICES[language]
    manner = voice.Manner(
        voices[int(rng.integers(len(voices)))], int(rng.integers(*RATES[language])), int(rng.integers(35, 62))
    )
    parts = [voice.speak(clause, manner, language) for clause in clauses]
    return lay([pieces for pieces, _ in parts], draw_pauses(len(parts), rng), parts[0][1], manner.voice)


def write(utterance: Utterance, file: Path) -> Path:
    """Write a sentence as heard in a small room, at 16 kHz."""
    length_s = len(utterance.samples) / utterance.rate + _AFTER_S
    heard = in_room(utterance.samples, utterance.rate, length_s, stream(0, "foreign", "room"))
    sound = resample_poly(heard, RATE, utterance.rate)
    with wave.open(str(file), "wb") as opened:
        opened.setnchannels(1)
        opened.setsampwidth(2)
        opened.setframerate(RATE)
        opened.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    return file
