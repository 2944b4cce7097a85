"""What the fields of a data set mean: a TOML file that somebody fills in, or one that is shipped under its name."""

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mindsight.errors import InputError
from mindsight.filled import read_filled
from mindsight.home.classes import Dimension
from mindsight.record.canonical import sha256

Form = Literal["choice", "yes_no", "number", "text", "sequence", "point", "box", "span"]
Spelling = Literal["auto", "letter", "words", "from_0", "from_1"]
Scale = Literal["thousandths", "share", "pixels"]
SpanIn = Literal["pictures", "seconds"]
OTHERS = "*"
"""The class of all rows whose class is not named."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FIELD = re.compile(r"\{([^{}]+)\}")
_MISSING = object()


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fields(_Part):
    """Where in a row things are: a field by name (``a.b`` for one inside another), or words with ``{fields}``.

    ``pictures`` may hold pictures, clips, folders of frames, and lists of them. ``reason`` says why a question cannot be answered; empty
    if it can be. ``group`` names questions that depend on each other, by default those on the same pictures.
    """

    question: str
    question_zh: str = ""
    pictures: tuple[str, ...]
    answer: str = ""
    choices: tuple[str, ...] = ()
    choices_zh: tuple[str, ...] = ()
    kind: str = ""
    group: str = ""
    id: str = ""
    reason: str = ""
    begin: tuple[str, ...] = ()
    end: tuple[str, ...] = ()


class Clips(_Part):
    """How many frames of a clip are shown, at equal distances, and how many a second a folder of frames has."""

    frames: int = Field(8, ge=1, le=64)
    folder_fps: float = Field(3.0, gt=0, le=1000)


class Kind(_Part):
    """A class: its place in table 1, the form of its answers, and how the truth is spelled.

    ``answer`` is how a choice is named: by letter, words, or number. A number is right within ``tolerance``, or within
    ``tolerance_share`` of the truth, whichever is more. A span is from one number of a picture to another, or from one second of the clip
    to another (``span_in``). ``choices_in_question``: the words end with the choices, as ``A. … B. …``.
    ``question``, ``truth`` and ``reason`` are where these things are for this class, if they are not where they are for all.
    """

    dimension: Dimension
    ability: str = ""
    ability_zh: str = ""
    title: str = ""
    title_zh: str = ""
    form: Form = "choice"
    answer: Spelling = "auto"
    choices_in_question: bool = False
    unit: str = Field("", max_length=40)
    tolerance: float = Field(0.0, ge=0, le=1e9)
    tolerance_share: float = Field(0.0, ge=0, le=1)
    scale: Scale = "thousandths"
    span_in: SpanIn = "pictures"
    question: str = ""
    question_zh: str = ""
    truth: str = ""
    reason: str = ""


class MappingFile(_Part):
    """A mapping: ``name`` begins the keys of its classes, ``language`` is that of its words.

    ``search`` are folders in which files may lie; ``markers`` stand in the words where a file is meant; words from ``cut`` on are left out.
    """

    version: Literal[1] = 1
    name: str = Field(pattern=_NAME.pattern)
    about: str = ""
    language: Literal["zh", "en"] = "en"
    fields: Fields
    files: tuple[str, ...] = ()
    search: tuple[str, ...] = ("",)
    markers: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    clips: Clips = Clips(frames=8, folder_fps=3.0)
    classes: dict[str, Kind]

    @model_validator(mode="after")
    def _has_classes(self) -> "MappingFile":
        if not self.classes:
            raise ValueError("no classes")
        return self

    def kind_of(self, row: Mapping[str, Any]) -> tuple[str, Kind] | None:
        """Return the class of a row, as the data set names it, and what it is; None if the mapping leaves such rows out."""
        if not self.fields.kind:
            named = next(iter(self.classes))
            return ("" if named == OTHERS else named), self.classes[named]
        named = text_of(row, self.fields.kind)
        found = self.classes.get(named, self.classes.get(OTHERS))
        return None if found is None else (named, found)

    def key_of(self, named: str, kind: Kind) -> str:
        """Return the key under which a class is tested."""
        slug = re.sub(r"\W+", "_", named.casefold()).strip("_")[:40]
        return f"{kind.dimension}.{self.name}_{slug}" if slug else f"{kind.dimension}.{self.name}"


def value_of(row: Mapping[str, Any], place: str) -> Any:
    """Return what stands in a field of a row, or words filled with fields; None if there is no such field."""
    if _FIELD.search(place):
        parts = {name: _inside(row, name) for name in _FIELD.findall(place)}
        if any(part is _MISSING or part is None or isinstance(part, list | dict | bytes) for part in parts.values()):
            return None
        return _FIELD.sub(lambda found: str(parts[found.group(1)]), place)
    found = _inside(row, place)
    return None if found is _MISSING else found


def text_of(row: Mapping[str, Any], place: str) -> str:
    """Return a field as text; empty if there is none."""
    found = value_of(row, place) if place else None
    return str(found).strip() if isinstance(found, str | int | float) else ""


def _inside(row: Mapping[str, Any], name: str) -> Any:
    if name in row:
        return row[name]
    found: Any = row
    for part in name.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return _MISSING
        found = found[part]
    return found


def shipped() -> dict[str, str]:
    """Return the names of the mappings that are shipped, and what each is for."""
    found = {}
    for file in sorted(_folder().iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            found[file.name.removesuffix(".toml")] = file.read_text("utf-8").partition("\n")[0].lstrip("# ")
    return found


def read_mapping(named: str) -> tuple[MappingFile, str]:
    """Return a mapping by its file or by the name of a shipped one, and the SHA-256 of its file.

    Raises:
        InputError: There is none, or a field of it is not as it should be.
    """
    if named in shipped():
        with resources.as_file(_folder() / f"{named}.toml") as file:
            found, data = read_filled(file, MappingFile)
        return found, sha256(data)
    if not Path(named).is_file():
        raise InputError(
            "--mapping: {name} is neither a file nor one of {known}", name=named, known=", ".join(shipped())
        )
    found, data = read_filled(Path(named), MappingFile)
    return found, sha256(data)


def _folder() -> Any:
    return resources.files("mindsight.home.imported") / "mappings"
