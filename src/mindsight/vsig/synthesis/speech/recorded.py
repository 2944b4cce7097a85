"""Speech recorded by people, instead of a synthetic voice: wav files with the times of their words.

``speech.json`` in a folder lists them: ``{"file", "template", "language", "sides", "side_names", "clauses": [[{"text",
"begin_time", "end_time", "punctuation"}]]}``, one list of words for each thing that is pointed at, times in ms of the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, RootModel

from mindsight.decoding import reading, whole
from mindsight.engine.seeds import stream
from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.text import text
from mindsight.vsig.dataset.annotations import Milliseconds, RecognisedWord
from mindsight.vsig.synthesis.clip import Order
from mindsight.vsig.synthesis.speech.sound import Spoken, Utterance
from mindsight.vsig.synthesis.speech.timing import draw_pauses
from mindsight.vsig.synthesis.speech.voice import read_wave
from mindsight.vsig.synthesis.speech.wording import BESIDE, STROKES, Clause, Side, Wording

LIST = "speech.json"
_LONGEST_S = 30.0
_LEAST_CLAUSE_MS, _LEAST_PAUSE_MS = 200, 400


class _Word(RecognisedWord):
    begin_time: Milliseconds
    end_time: Milliseconds


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    template: int = Field(ge=2, le=6)
    language: Literal["zh", "en"]
    sides: tuple[Side, ...] = ()
    side_names: tuple[Annotated[str, Field(min_length=1, max_length=40)], ...] = ()
    clauses: tuple[Annotated[tuple[_Word, ...], Field(min_length=1)], ...]


class _Entries(RootModel[list[_Entry]]):
    pass


@dataclass(frozen=True)
class Recording:
    """A recorded sentence; ``file`` is its wav file, ``fingerprint`` the hash of its sound and words."""

    file: Path
    template: int
    language: Literal["zh", "en"]
    wording: Wording
    words: tuple[tuple[Spoken, ...], ...]
    fingerprint: str

    def utterance(self, order: Order) -> Utterance:
        """Return the sentence as heard in a clip: complete, after the pause in which the hand enters."""
        samples, rate = read_wave(self.file.read_bytes())
        first = self.words[0][0].begin_ms / 1000
        quiet_s = max(0.0, draw_pauses(1, stream(order.seed, *order.names, "recorded"))[0] - first)
        quiet = np.zeros(round(quiet_s * rate), np.float32)
        later = round(len(quiet) * 1000 / rate)
        clauses = tuple(
            tuple(Spoken(word.text, word.begin_ms + later, word.end_ms + later, word.after) for word in clause)
            for clause in self.words
        )
        return Utterance(clauses, np.concatenate([quiet, samples]), rate, f"recorded {self.fingerprint[:16]}")


def read_recordings(folder: Path) -> tuple[Recording, ...]:
    """Return the recorded sentences of a folder.

    Raises:
        InputError: The list or a file cannot be used; the message names it and the reason.
    """
    path = folder / LIST
    with reading(path, "JSON"):
        entries = _Entries.model_validate_json(whole(path)).root
    if not entries:
        raise InputError("{file}: lists no recordings", file=str(path))
    return tuple(_recording(folder, entry) for entry in entries)


def chosen(recordings: Sequence[Recording], order: Order) -> Recording | None:
    """Return a recording for an order; None if there is none for its template and language."""
    fitting = [one for one in recordings if (one.template, one.language) == (order.template, order.language)]
    return fitting[order.seed % len(fitting)] if fitting else None


def _recording(folder: Path, entry: _Entry) -> Recording:
    if Path(entry.file).name != entry.file:
        raise InputError(
            "{file}: {name} is not a file name but a path; paths are not followed",
            file=str(folder / LIST),
            name=entry.file,
        )
    path = folder / entry.file
    # A pipe or a device may never end.
    if path.exists() and not path.is_file():
        raise InputError("{file}: is not a file", file=str(path))
    with reading(path, text("16-bit WAV")):
        content = path.read_bytes()
        samples, rate = read_wave(content)
    length_ms = len(samples) * 1000 / rate
    if not 0 < length_ms <= _LONGEST_S * 1000:
        raise InputError(
            "{file}: lasts {found} s; at most {most} s can be used",
            file=str(path),
            found=round(length_ms / 1000, 1),
            most=_LONGEST_S,
        )
    _check(entry, path, length_ms)
    words = tuple(
        tuple(
            Spoken(word.text, round(word.begin_time), round(word.end_time), word.punctuation or "") for word in clause
        )
        for clause in entry.clauses
    )
    wording = Wording(
        tuple(Clause(tuple(word.text for word in clause), clause[-1].after) for clause in words),
        entry.sides,
        entry.side_names,
    )
    fingerprint = canonical.digest({"sound": canonical.sha256(content), "words": entry.model_dump(mode="json")})
    return Recording(path, entry.template, entry.language, wording, words, fingerprint)


def _check(entry: _Entry, path: Path, length_ms: float) -> None:
    """Raise an error if a sentence does not fit its template, or its times are impossible."""
    number, sides = entry.template, BESIDE.get(entry.template, 0)
    if len(entry.clauses) != STROKES[number]:
        raise InputError(
            "{file}: has {found} clauses; template {number} has {expected} gestures, and there must be one clause for each",
            file=str(path),
            found=len(entry.clauses),
            number=number,
            expected=STROKES[number],
        )
    if not len(entry.sides) == len(entry.side_names) == sides:
        raise InputError(
            "{file}: names {found} sides; template {number} has {expected}",
            file=str(path),
            found=len(entry.sides),
            number=number,
            expected=sides,
        )
    times = [time for clause in entry.clauses for word in clause for time in (word.begin_time, word.end_time)]
    if times != sorted(times) or times[-1] > length_ms:
        raise InputError(
            "{file}: the times of its words run backwards or beyond its end ({length} ms)",
            file=str(path),
            length=round(length_ms),
        )
    _check_pauses(entry, path)


def _check_pauses(entry: _Entry, path: Path) -> None:
    """Raise an error if the pauses are too short for the hand to move on: its strokes would run backwards."""
    ends = [(clause[0].begin_time, clause[-1].end_time) for clause in entry.clauses]
    for number, (begin, end) in enumerate(ends, 1):
        if end - begin < _LEAST_CLAUSE_MS:
            raise InputError(
                "{file}: clause {number} lasts {found} ms; nothing can be pointed at in less than {least} ms",
                file=str(path),
                number=number,
                found=round(end - begin),
                least=_LEAST_CLAUSE_MS,
            )
        if number < len(ends) and ends[number][0] - end < _LEAST_PAUSE_MS:
            raise InputError(
                "{file}: {found} ms lie between clauses {number} and {next}; the hand needs at least {least} ms",
                file=str(path),
                found=round(ends[number][0] - end),
                number=number,
                next=number + 1,
                least=_LEAST_PAUSE_MS,
            )
