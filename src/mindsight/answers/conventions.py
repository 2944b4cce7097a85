"""Profiles of model families: in which order, scale and unit they write places and times.

A model that answers [y, x] where [x, y] is expected scores nothing however well it sees. Every model is therefore asked for the form
that it was trained on, and its answers are read only in that form. Profiles are TOML files; those of known families are built in and
selected by the model's name.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mindsight.decoding import reading, toml_in, whole
from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.model import Scalar

Dialect = Literal["vllm", "openai", "dashscope"]
"""How a server takes video and sound; ``harness.models.dialects`` says what each means."""
Point = tuple[float, float]
Order = Literal["xy", "yx"]
Scale = Literal["unit", "percent", "thousand", "999", "1023", "pixels"]
Unit = Literal["ms", "s", "clock"]
"""``s``: seconds with decimals; ``clock``: ``MM:SS.mmm``."""

DEFAULT = "default"
_FULL: dict[Scale, float] = {"unit": 1.0, "percent": 100.0, "thousand": 1000.0, "999": 999.0, "1023": 1023.0}
_ALIBABA = ("dashscope", "aliyuncs.com")


class ModelProfile(BaseModel):
    """The form in which a model is asked for places and times.

    ``scale`` is the number at the right and the lower edge; with ``pixels`` it is the size of the last frame as sent, with its sides
    rounded to a ``multiple``. ``match`` are patterns for the names of its models. ``confirmed`` is false if no reliable source confirms
    the convention.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    order: Order = "xy"
    scale: Scale = "thousand"
    time: Unit = "ms"
    dialect: Dialect = "openai"
    multiple: int = Field(default=1, ge=1, le=256)
    match: tuple[str, ...] = ()
    confirmed: bool = True
    notes: str = ""

    @field_validator("match")
    @classmethod
    def _compiles(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern} is no regular expression") from error
        return patterns

    @property
    def fingerprint(self) -> str:
        """Hash of the fields that decide how answers are asked for and read; part of a result's identity."""
        return canonical.digest(self.model_dump(mode="json", include={"order", "scale", "time", "multiple"}))

    def full(self, size: tuple[int, int]) -> tuple[float, float]:
        """Return the numbers at the right and the lower edge of a picture sent in a size."""
        if self.scale != "pixels":
            return _FULL[self.scale], _FULL[self.scale]
        width, height = (max(self.multiple, round(side / self.multiple) * self.multiple) for side in size)
        return float(width), float(height)

    def canonical(self, first: float, second: float, size: tuple[int, int]) -> Point:
        """Return two numbers of an answer as (x, y) in [0, 1]; points outside stay outside."""
        x, y = (first, second) if self.order == "xy" else (second, first)
        width, height = self.full(size)
        return x / width, y / height

    def said(self, point: Point, size: tuple[int, int]) -> tuple[float, float]:
        """Return (x, y) in [0, 1] as the two numbers that the model would write."""
        width, height = self.full(size)
        x, y = point[0] * width, point[1] * height
        return (x, y) if self.order == "xy" else (y, x)

    @property
    def points_as_usual(self) -> bool:
        """Whether points are asked for as of any model: as [x, y] from 0 to 1000."""
        return (self.order, self.scale) == ("xy", "thousand")

    def moment(self, ms: float) -> str:
        """Return a time as written in a prompt."""
        if self.time == "ms":
            return f"{ms:.0f}"
        if self.time == "s":
            return f"{ms / 1000:.3f}"
        minutes, rest = divmod(round(ms), 60_000)
        return f"{minutes:02d}:{rest // 1000:02d}.{rest % 1000:03d}"


class Points(NamedTuple):
    """How a model is asked for points in pictures of a size; without a profile as [x, y] from 0 to 1000."""

    profile: ModelProfile | None = None
    size: tuple[int, int] = (0, 0)

    @property
    def axes(self) -> tuple[str, str]:
        """The axes in the order in which they are written."""
        return ("y", "x") if self.profile is not None and self.profile.order == "yx" else ("x", "y")

    @property
    def full(self) -> dict[str, float]:
        """The numbers at the right and the lower edge."""
        width, height = (1000.0, 1000.0) if self.profile is None else self.profile.full(self.size)
        return {"x": width, "y": height}

    def placed(self, first: float, second: float, *, named: bool = False) -> Point:
        """Return two numbers of an answer as (x, y) from 0 to 1000; ``named``: they are x and y, whatever the order asked for."""
        if self.profile is None:
            return first, second
        x, y = (first, second) if named or self.axes == ("x", "y") else (second, first)
        return tuple(1000 * number / self.full[axis] for axis, number in (("x", x), ("y", y)))  # type: ignore[return-value]

    def written(self, x: float, y: float) -> dict[str, float]:
        """Return a point from 0 to 1000 by axes, in the order and the scale in which a model writes it."""
        point = {"x": x * self.full["x"] / 1000, "y": y * self.full["y"] / 1000}
        return {axis: round(point[axis], 3) for axis in self.axes}


def points_otherwise(name: str | None) -> ModelProfile | None:
    """Return the profile that an option names, if it asks for points in another way than usual; else None.

    Raises:
        InputError: There is none of that name, or the file cannot be used.
    """
    profile = None if name is None else model_profile(name)
    return None if profile is None or profile.points_as_usual else profile


def convention_facts(profile: ModelProfile | None) -> dict[str, Scalar]:
    """Return a profile as settings of the subject in a result's identity; nothing if points are asked for as usual."""
    if profile is None:
        return {}
    return {"subject.model_profile": profile.name, "subject.convention": f"sha256-{profile.fingerprint}"}


def model_profile(name: str) -> ModelProfile:
    """Return a built-in profile, or the one in a TOML file.

    Raises:
        InputError: There is none of that name, or the file cannot be used; the message lists the built-in ones.
    """
    if name.endswith(".toml"):
        return _read(Path(name).stem, name, partial(whole, Path(name)))
    found = built_in().get(name)
    if found is None:
        raise InputError(
            'no model profile "{name}"; there are {names}; a file of your own ends in .toml',
            name=name,
            names=", ".join(built_in()),
        )
    return found


def profile_for(model: str) -> ModelProfile:
    """Return the profile of the family in a model's name, else the default one.

    If several match, the longest matched piece of the name decides, and the later one of equal pieces: the base model is named before
    the model itself.
    """
    best, profile = (0, -1), built_in()[DEFAULT]
    for candidate in built_in().values():
        for pattern in candidate.match:
            for found in re.finditer(pattern, model.casefold()):
                if (rank := (len(found[0]), found.start())) > best:
                    best, profile = rank, candidate
    return profile


def dialect_for(profile: ModelProfile, base_url: str = "") -> Dialect:
    """Return the request dialect for media: by the server's address, else the family's usual one."""
    return "dashscope" if any(name in base_url for name in _ALIBABA) else profile.dialect


@lru_cache(maxsize=1)
def built_in() -> dict[str, ModelProfile]:
    """Return the built-in profiles by their names."""
    folder = resources.files("mindsight.answers") / "profiles"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        name: _read(name, file.name, file.read_bytes) for file in files for name in [file.name.removesuffix(".toml")]
    }


def _read(name: str, file: str, read: Callable[[], bytes]) -> ModelProfile:
    with reading(file, "TOML"):
        return ModelProfile.model_validate({"name": name, **toml_in(read())})
