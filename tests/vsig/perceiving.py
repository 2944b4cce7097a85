"""A subject that really sees and hears: it answers canaries from its request, and can have faults.

It knows no answers: letters are matched with the typeface, the disc is found by its colour, digits by the shape of their sound. The
question tells it what to answer.
"""

import io
import json
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.signal import correlate

from mindsight.answers.conventions import ModelProfile, model_profile
from mindsight.text import Language
from mindsight.vsig.canaries.clips import picture, spoken
from mindsight.vsig.canaries.questions import LETTERS, SIZE, Film
from mindsight.vsig.canaries.running import PROMPTS
from mindsight.vsig.media.sound import RATE
from mindsight.vsig.models.prompts import sections
from vsig.asked import Held, media_in

Pixels = NDArray[np.int16]
_MIDDLE = (slice(110, 250, 4), slice(250, 390, 4))
_COARSE = 3
_MS = re.compile(r"(\d+) ms|(\d+\.\d+) s|(\d+):(\d+\.\d+)")


@dataclass
class Perceiver:
    """Answers canaries; ``faults`` names what is broken between a request and its answer.

    ``deaf``: no sound is heard. ``stale``: the sound of an earlier request with the same pictures is heard. ``axes``: coordinates are
    exchanged. ``unit``: they run from 0 to 1. ``tail``: the last picture is lost. ``shuffle``: pictures are in another order.
    ``blind``: no picture is seen. ``late``: times are two seconds too small. ``mute``: its answers are unreadable. ``illiterate``:
    words are not read. ``step_ms`` is the interval of pictures without stated times.
    """

    faults: frozenset[str] = frozenset()
    language: Language = "zh"
    profile: ModelProfile = field(default_factory=lambda: model_profile("default"))
    step_ms: float = 0.0
    heard_before: dict[bytes, NDArray[np.int16]] = field(default_factory=dict)

    def knows(self, body: dict[str, Any]) -> bool:
        """Whether a request is a canary."""
        return sections(self.language, PROMPTS)["check"].split("{", maxsplit=1)[0] in _words(body)

    def answer(self, body: dict[str, Any]) -> str:
        """Return the answer to a canary."""
        if "mute" in self.faults:
            return "I see a video."
        shown, heard = self._seen(body), self._heard(body)
        entries = [self._entry(name, shown, heard, body) for name in self._asked(body)]
        return json.dumps({"explicit_command": "", "point_list": entries})

    def _asked(self, body: dict[str, Any]) -> list[str]:
        words = sections(self.language, PROMPTS)
        found = {name: _words(body).find(words[name]) for name in words if name not in {"check", "entry", "rest"}}
        return sorted((name for name in found if found[name] >= 0), key=lambda name: found[name])

    def _entry(self, name: str, shown: list[tuple[float, Pixels]], heard: Any, body: dict[str, Any]) -> dict[str, Any]:
        entry: dict[str, Any] = {"type": "target_object", "description": "", "point": [0, 0], "timestamp": 0}
        if self.profile.time == "clock":
            entry["timestamp"] = "00:00.000"
        if name in {"flash", "beep", "word"}:
            ms = self._when(name, shown, heard, body)
            return entry if ms is None else {**entry, "timestamp": self._moment(ms)}
        if name == "disc":
            return {**entry, "point": self._disc(shown)}
        if name == "digit":
            return {**entry, "description": self._digit(heard, body)}
        said = letters(shown) if name == "order" else _letter(shown[-1][1]) if shown else ""
        return {**entry, "description": " ".join(said) or "?"}

    def _when(self, name: str, shown: list[tuple[float, Pixels]], heard: Any, body: dict[str, Any]) -> float | None:
        ms = None
        if name == "flash":
            ms = next((ms for ms, pixels in shown if _white(pixels)), None)
        elif name == "beep" and heard is not None:
            ms = beep_ms(heard)
        elif name == "word" and "illiterate" not in self.faults:
            span = re.search(r"(\d+) ms – (\d+) ms: ", _words(body))
            ms = None if span is None else (int(span[1]) + int(span[2])) / 2
        return ms if ms is None or "late" not in self.faults else ms - 2000

    def _moment(self, ms: float) -> Any:
        said = self.profile.moment(ms)
        return said if self.profile.time == "clock" else round(float(said), 3)

    def _disc(self, shown: list[tuple[float, Pixels]]) -> list[float]:
        if not shown:
            return [500, 500]
        red, green, blue = (shown[-1][1][..., channel] for channel in range(3))
        rows, columns = np.nonzero((red > 150) & (green < 90) & (blue < 90))
        point = float(columns.mean()) / SIZE[0], float(rows.mean()) / SIZE[1]
        first, second = point if "unit" in self.faults else self.profile.said(point, SIZE)
        return [second, first] if "axes" in self.faults else [first, second]

    def _digit(self, heard: Any, body: dict[str, Any]) -> str:
        quoted = re.search(r"[：:] ?[“\"](.+?)[”\"]", _words(body).splitlines()[0])
        if quoted is not None:
            return "3" if "illiterate" in self.faults else quoted[1]
        return "3" if heard is None else str(digit_of(heard, self.language))

    def _seen(self, body: dict[str, Any]) -> list[tuple[float, Pixels]]:
        if "blind" in self.faults:
            return []
        shown, ms = [], 0.0
        for part in body["messages"][-1]["content"]:
            if part["type"] == "text" and (time := _MS.search(part["text"])):
                ms = _ms(time)
            for held in media_in(part):
                if held.mime.startswith("image"):
                    ms = len(shown) * self.step_ms if self.step_ms else ms
                    shown.append((ms, _decoded(held.data)))
                elif held.mime.startswith("video"):
                    shown += _film(held)
        if "tail" in self.faults:
            shown = [one for one in shown if not _boxed(one[1])]
        if "shuffle" in self.faults:
            pixels = [pixels for _, pixels in shown[-2::-1]]
            shown = [*((ms, held) for (ms, _), held in zip(shown, pixels, strict=False)), shown[-1]]
        return shown

    def _heard(self, body: dict[str, Any]) -> NDArray[np.int16] | None:
        sounds = [heard for held in media_in(body) if (heard := _sound(held)) is not None]
        if "deaf" in self.faults or not sounds:
            return None
        if "stale" in self.faults:
            pictures = b"".join(held.data for held in media_in(body) if held.mime.startswith("image"))
            return self.heard_before.setdefault(pictures, sounds[0])
        return sounds[0]


def letters(shown: list[tuple[float, Pixels]]) -> str:
    """Return the letters of pictures; the same letter in neighbouring pictures counts once."""
    found = ["" if _boxed(pixels) else _letter(pixels) for _, pixels in shown]
    return "".join(letter for place, letter in enumerate(found) if letter and found[place - 1 : place] != [letter])


def digit_of(heard: NDArray[np.int16], language: Language) -> int:
    """Return the digit whose sound is most similar to a part of the heard sound."""
    scores = []
    for digit in range(10):
        own = _own(digit, language)
        scores.append(float(np.abs(correlate(heard[::_COARSE].astype(float), own, method="fft")).max()))
    return int(np.argmax(scores))


@cache
def _own(digit: int, language: Language) -> NDArray[np.float64]:
    sound = spoken(digit, language)[::_COARSE].astype(float)
    return np.asarray(sound / np.linalg.norm(sound), np.float64)


def beep_ms(heard: NDArray[np.int16]) -> float:
    """Return the middle of the longest interval in which 1000 Hz are loudest."""
    step = RATE // 50
    pieces = heard[: len(heard) // step * step].reshape(-1, step).astype(float)
    tone = np.exp(-2j * np.pi * 1000 * np.arange(step) / RATE)
    pure = np.abs(pieces @ tone) / (np.linalg.norm(pieces, axis=1) + 100)
    smooth = np.convolve(pure, np.ones(13), "same")
    return (float(np.argmax(smooth)) + 0.5) * 20


def _letter(pixels: Pixels) -> str:
    patch = pixels[_MIDDLE].mean(axis=2)
    if _white(pixels) or (patch > 180).sum() < 20:
        return ""
    apart = {letter: np.abs(_template(letter, box=_boxed(pixels)) - patch).mean() for letter in LETTERS}
    return min(apart, key=lambda letter: apart[letter])


def _white(pixels: Pixels) -> bool:
    return bool(pixels[::8, ::8].mean() > 230)


def _boxed(pixels: Pixels) -> bool:
    return bool((pixels[110:115, 250:390] < 40).all())


@cache
def _template(letter: str, *, box: bool) -> NDArray[np.float64]:
    film = Film(name="A", letters=(), flash=-1, cell=(0, 3), last=letter)
    return np.asarray(picture(film, letter, last=box)[_MIDDLE].mean(axis=2), np.float64)


def _film(held: Held) -> list[tuple[float, Pixels]]:
    with av.open(io.BytesIO(held.data)) as container:
        return [(1000 * (frame.time or 0), _pixels(frame.to_image())) for frame in container.decode(video=0)]


def _sound(held: Held) -> NDArray[np.int16] | None:
    if held.mime.startswith("image"):
        return None
    with av.open(io.BytesIO(held.data)) as container:
        if not container.streams.audio:
            return None
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        pieces = [piece for frame in [*container.decode(audio=0), None] for piece in resampler.resample(frame)]
    return np.concatenate([piece.to_ndarray()[0] for piece in pieces])


def _pixels(image: Image.Image) -> Pixels:
    return np.asarray(image.convert("RGB").resize(SIZE, Image.Resampling.NEAREST), np.int16)


@lru_cache(maxsize=512)
def _decoded(data: bytes) -> Pixels:
    return _pixels(Image.open(io.BytesIO(data)))


def _words(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[-1]["text"])


def _ms(time: re.Match[str]) -> float:
    if time[1]:
        return float(time[1])
    return 1000 * float(time[2]) if time[2] else 60_000 * int(time[3]) + 1000 * float(time[4])
