"""The prompts for models in Chinese or English, and the schema of the answer.

The texts are files with a version in their names; their hash is part of a result's identity. They ask for the form in the model's
profile: the order of coordinates, their scale, the unit of time.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.record import canonical
from mindsight.record.model import Scalar
from mindsight.text import Language
from mindsight.vsig.dataset.samples import Kind, Sample, Speech
from mindsight.vsig.media.conditions import Condition

VERSION = 1
CONTROLS = "controls-"
"""Prefix of the files with texts for controls only."""
_HEADING = re.compile(r"^\[([a-z0-9-]+)\]$", re.MULTILINE)
_PLACE = re.compile(r"\{([a-z]+)\}")
_TYPES: dict[Kind, str] = {"object": "target_object", "space": "spatial_affordance"}
_ORDERS = {"xy": "[x, y]", "yx": "[y, x]"}


def identity(language: Language) -> dict[str, Scalar]:
    """Return the prompt's version and hash for a result's identity."""
    return {"prompt": VERSION, "prompt_hash": f"sha256-{prompt_hash(language)}"}


@lru_cache
def prompt_hash(language: Language, kind: str = "") -> str:
    """Return the hash of all prompt texts in a language."""
    return canonical.sha256(_file(language, kind).encode())


class Wording:
    """The prompt texts for a language, an input condition and a model's profile."""

    def __init__(self, language: Language, condition: Condition, profile: ModelProfile) -> None:
        self._language = language
        self._sections = sections(language)
        self._condition = condition
        self._profile = profile
        self._comma = "、" if language == "zh" else ", "

    def system(self, sample: Sample, size: tuple[int, int]) -> str:
        """Return the system prompt; ``size`` is that of the last frame as sent."""
        profile = self._profile
        width, height = profile.full(size)
        scale = self._say(f"scale-{profile.scale}", width=f"{width:.0f}", height=f"{height:.0f}")
        options = has_options(sample)
        answer = self._say("answer", order=_ORDERS[profile.order], choice=', "choice": "…"' if options else "")
        return self._say(
            "system",
            answer=answer,
            point=self._say(f"order-{profile.order}") + scale,
            time=self._say(f"time-{profile.time}"),
            choice=self._say("choice") if options else "",
        )

    def before(self, sample: Sample, frames: int, size: tuple[int, int]) -> str:
        """Return the text before the pictures; if there are none, it says so."""
        length = self.moment(sample.length_ms)
        if self._condition.shows_video:
            return self._timed("video", length=length)
        if self._condition.shows_frames:
            return self._timed("frames", count=str(frames), length=length)
        return self._say("nothing-shown", length=length, width=str(size[0]), height=str(size[1]))

    def frame(self, ms: float) -> str:
        """Return the text before a frame: its time, or nothing if times are not stated."""
        return self._say("frame", time=self.moment(ms)) if self._condition.timestamps else ""

    def last(self, ms: float) -> str:
        """Return the text that announces the last frame, or says that it is withheld."""
        if self._condition.last:
            return self._timed("last", time=self.moment(ms))
        section = "last-withheld" if self._condition.timestamps else "last-withheld-untimed"
        return filled(sections(self._language, CONTROLS)[section], {"time": self.moment(ms)})

    def sound(self, *, has_sound: bool, within: bool) -> str:
        """Return the text on the sound: that it follows, that the clip holds it, or that there is none."""
        if not has_sound:
            return self._say("no-sound")
        return self._say("sound-within" if within else "sound")

    def question(self, sample: Sample, *, blind: bool) -> str:
        """Return the final question: the speech, the number of targets unless ``blind``, the options."""
        asked = [self._speech(sample)] if self._condition.read else []
        asked += [] if blind else [self._targets(sample)]
        if sample.object_choices:
            asked.append(self._say("options", objects="\n".join(sample.object_choices)))
        if sample.space_choices:
            asked.append(self._say("space-options", spaces="\n".join(sample.space_choices)))
        return "\n".join([*asked, self._say("ask")])

    def moment(self, ms: float) -> str:
        """Return a time with its unit, as the model should write it."""
        said = self._profile.moment(ms)
        return said if self._profile.time == "clock" else f"{said} {self._profile.time}"

    def _speech(self, sample: Sample) -> str:
        if sample.speech is None:
            return self._say("no-speech" if sample.template == 1 else "unknown-speech")
        said = self._say("speech", text=sample.speech.text)
        if not self._condition.words_timed or not sample.speech.words:
            return said
        return f"{said}\n{self._say('words', words=self._words(sample.speech))}"

    def _words(self, speech: Speech) -> str:
        return "\n".join(
            f"{self.moment(word.begin_ms)} – {self.moment(word.end_ms)}: {word.text}" for word in speech.words
        )

    def _targets(self, sample: Sample) -> str:
        kinds = self._comma.join(_TYPES[target.kind] for target in sample.targets)
        return self._say(
            "target" if len(sample.targets) == 1 else "targets", count=str(len(sample.targets)), kinds=kinds
        )

    def _timed(self, section: str, **values: str) -> str:
        return self._say(section if self._condition.timestamps else f"{section}-untimed", **values)

    def _say(self, section: str, **values: str) -> str:
        return filled(self._sections[section], values)


def has_options(sample: Sample) -> bool:
    """Return whether a sample has options for a multiple choice."""
    return bool(sample.object_choices or sample.space_choices)


def schema(profile: ModelProfile, *, options: bool) -> dict[str, Any]:
    """Return the JSON Schema of the answer; it restricts neither the number of targets nor their content."""
    time = {"type": "string"} if profile.time == "clock" else {"type": "integer" if profile.time == "ms" else "number"}
    entry: dict[str, Any] = {
        "type": {"type": "string", "enum": list(_TYPES.values())},
        "description": {"type": "string"},
        "point": {"type": "array", "items": {"type": "number"}},
        "timestamp": time,
    }
    if options:
        entry["choice"] = {"type": "string"}
    return object_schema(
        {"explicit_command": {"type": "string"}, "point_list": {"type": "array", "items": object_schema(entry)}}
    )


def filled(words: str, values: Mapping[str, str]) -> str:
    """Return a text with its placeholders filled once: filled-in text is never expanded again."""
    return _PLACE.sub(lambda place: values[place[1]], words)


@lru_cache
def sections(language: Language, kind: str = "") -> dict[str, str]:
    """Return the sections of a prompt file by their headings; ``kind`` is the prefix of its name."""
    return pieces(_file(language, kind))


def pieces(words: str) -> dict[str, str]:
    """Return the sections of a text by their headings."""
    _, *parts = _HEADING.split(words)
    return {name: piece.strip("\n") for name, piece in zip(parts[::2], parts[1::2], strict=True)}


def _file(language: Language, kind: str = "") -> str:
    return words_of(resources.files("mindsight.vsig.models") / "prompts" / f"{kind}{language}-{VERSION}.txt")


def words_of(path: Traversable) -> str:
    """Return a text file of the suite, with line ends normalised so that its hash is the same in every checkout."""
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")


def object_schema(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
