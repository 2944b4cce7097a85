"""Speech by eSpeak NG, an external program: started as a process, never linked.

Words are synthesised with long gaps, so that the silence shows the samples at which each begins and ends; then they are joined again.
So every time is known exactly, and a clause keeps its melody.
"""

import shutil
import subprocess
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from mindsight.errors import InputError
from mindsight.text import Language
from mindsight.vsig.synthesis.speech.sound import Piece, Samples
from mindsight.vsig.synthesis.speech.wording import Clause

PROGRAM = "espeak-ng"
VOICES: dict[Language, tuple[str, ...]] = {
    # The voice "cmn" of some packages reads Chinese letter by letter in English.
    # Variants with an echo are left out: their words do not end.
    "zh": ("cmn-latn-pinyin", "cmn-latn-pinyin+f1", "cmn-latn-pinyin+m3", "cmn-latn-pinyin+Annie"),
    "en": ("en-us", "en-us+f1", "en-gb", "en-us+m3", "en-us+Annie"),
}
_APART = 20
"""Gap between words for the program, in tens of ms; silence within a word is far shorter."""
_SILENT_S = 0.18
_QUIET = 2
_TIMEOUT_S = 30


@dataclass(frozen=True)
class Manner:
    """The voice, its words per minute, and its pitch (0 to 99)."""

    voice: str
    rate: int
    pitch: int


def is_there() -> bool:
    """Return whether the program is installed."""
    return shutil.which(PROGRAM) is not None


@lru_cache(maxsize=1)
def version() -> str:
    """Return the program's name and version; empty if it is not installed."""
    if not is_there():
        return ""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, check=False, timeout=_TIMEOUT_S)
    return said.stdout.decode("utf-8", "replace").partition("  ")[0].strip()


def speak(clause: Clause, manner: Manner, language: Language) -> tuple[tuple[Piece, ...], int]:
    """Return a clause word by word, and the samples per second.

    Raises:
        InputError: The program failed, or its words cannot be separated.
    """
    between = "" if language == "zh" else " "
    samples, rate = _said(between.join(clause.words) + clause.after, manner)
    # The program separates Chinese characters, not words.
    counts = [len(word) if language == "zh" else 1 for word in clause.words]
    parts = _pieces(samples, rate)
    if len(parts) != sum(counts):
        # Words ran together: synthesise each by itself, without the melody of the clause.
        parts = [_whole(*_said(word, manner)) for word in clause.words]
        counts = [1] * len(parts)
    ends = np.cumsum(counts)
    pieces = []
    for place, (word, count, end) in enumerate(zip(clause.words, counts, ends, strict=True)):
        last = place == len(clause.words) - 1
        pieces.append(Piece(word, _joined(parts[end - count : end]), clause.after if last else ""))
    return tuple(pieces), rate


def _said(words: str, manner: Manner) -> tuple[Samples, int]:
    command = [PROGRAM, "-v", manner.voice, "-s", str(manner.rate), "-p", str(manner.pitch), "-g", str(_APART)]
    try:
        done = subprocess.run(
            [*command, "--stdout", "--stdin"], input=words.encode(), capture_output=True, check=True, timeout=_TIMEOUT_S
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(
            "{program} did not speak with the voice {voice} ({reason}); reinstall it or use --silent",
            program=PROGRAM,
            voice=manner.voice,
            reason=type(error).__name__,
        ) from error
    return read_wave(done.stdout)


def read_wave(content: bytes) -> tuple[Samples, int]:
    """Return the samples of a 16-bit wave file in [-1, 1], the mean of its channels, and the samples per second.

    Raises:
        wave.Error: It is not a wave file.
        ValueError: It does not hold 16-bit samples.
    """
    with wave.open(BytesIO(content)) as opened:
        if opened.getsampwidth() != 2:
            raise ValueError(f"{8 * opened.getsampwidth()} bits a sample; expected 16")
        # A program that writes to a pipe cannot know the length, and states the maximum.
        raw = opened.readframes(len(content))
        channels, rate = opened.getnchannels(), opened.getframerate()
    if rate <= 0:
        raise ValueError(f"{rate} samples a second")
    whole = np.frombuffer(raw[: len(raw) // (2 * channels) * 2 * channels], "<i2").astype(np.float32) / 32768
    return np.asarray(whole.reshape(-1, channels).mean(axis=1), np.float32), rate


def _pieces(samples: Samples, rate: int) -> list[Samples]:
    heard = np.flatnonzero(np.abs(samples) > _QUIET / 32768)
    if not len(heard):
        return []
    gaps = np.flatnonzero(np.diff(heard) > _SILENT_S * rate)
    begins, ends = heard[np.r_[0, gaps + 1]], heard[np.r_[gaps, len(heard) - 1]] + 1
    return [samples[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _whole(samples: Samples, rate: int) -> Samples:
    parts = _pieces(samples, rate)
    if not parts:
        raise InputError("{program} produced no speech; reinstall it or use --silent", program=PROGRAM)
    return np.concatenate(parts)


def _joined(parts: Sequence[NDArray[np.float32]]) -> Samples:
    return np.asarray(np.concatenate(parts), np.float32)
