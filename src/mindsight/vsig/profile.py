"""The choices that the VSIG README leaves open, as a named, hashed profile."""

import difflib
import operator
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.record import canonical

DEFAULT = "vsig/1"
AS_PUBLISHED = "vsig-as-published/1"
ECOG = "ecog/1"
ECOG_EXACT = "ecog-exact/1"
_BUILT_IN = {DEFAULT: "vsig-1.toml", AS_PUBLISHED: "vsig-as-published-1.toml", ECOG: "ecog-1.toml"}
_BUILT_IN[ECOG_EXACT] = "ecog-exact-1.toml"


class Profile(BaseModel):
    """One admissible reading of the document; every field is part of a score's identity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=100)
    family: Literal["vsig", "ecog"]
    failures: Literal["wrong", "left_out"]
    intent: Literal["targets", "command"]
    intent_right: float = Field(gt=0, le=1)
    far_edge: Literal["inside", "outside"]
    geometry: Literal["continuous", "whole_pixels"]
    space_unit: Literal["units", "pixels", "diagonal"]
    space_within: float = Field(gt=0, le=10_000)
    unmasked_object: Literal["as_space", "left_out"]
    windows: Literal["words", "strokes"]
    tolerance_ms: float = Field(ge=0, le=60_000)
    whole_ms: bool
    gesture_alone: Literal["not_counted", "counted"]
    overall: Literal["scored", "above_zero"]
    strict_answers: bool = Field(default=False, exclude_if=operator.not_)
    """Answers are read as by EcoG-Bench's own evaluator. Left out if false, so that earlier profiles keep their hash."""

    @property
    def sha256(self) -> str:
        """Hash of the fields, as written in an identity."""
        return "sha256-" + canonical.digest(self.model_dump(mode="json"))


def load_profile(name: str = DEFAULT) -> Profile:
    """Return a built-in profile by name, or one from a TOML file; missing fields are those of the default profile.

    Raises:
        InputError: No such profile, or a field is unknown or out of range.
    """
    path = Path(name)
    if name in _BUILT_IN:
        return _profile(_built_in(name), name)
    if path.suffix == ".toml" and path.is_file():
        return _own_name(_profile(_read(path), name), name)
    close = difflib.get_close_matches(name, _BUILT_IN, n=1, cutoff=0.3)
    raise InputError(
        'no profile "{name}"; give a TOML file or one of {names} (did you mean "{guess}"?)',
        name=name,
        names=", ".join(_BUILT_IN),
        guess=close[0] if close else DEFAULT,
    )


def _profile(source: str, file: str) -> Profile:
    try:
        return Profile.model_validate({**_fields(_built_in(DEFAULT)), **_fields(source, needed="name")})
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            "{file}: is not valid TOML ({reason})", file=file, reason=reason_of(error, "tomllib")
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        reason = reason_of(first["msg"], "pydantic")
        raise InputError("{file}: field {field}: {reason}", file=file, field=field, reason=reason) from error


def _fields(source: str, *, needed: str = "") -> dict[str, Any]:
    values = tomllib.loads(source)
    # A file without a name must not get that of the default profile.
    return {needed: None, **values} if needed else values


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InputError("{file}: is not text in UTF-8", file=str(path)) from error


def _built_in(name: str) -> str:
    return (resources.files("mindsight.vsig") / "profiles" / _BUILT_IN[name]).read_text("utf-8")


def _own_name(profile: Profile, file: str) -> Profile:
    """Raise an error if a user's profile has the name of a built-in one."""
    if profile.name in _BUILT_IN and profile != load_profile(profile.name):
        raise InputError(
            '{file}: "{name}" is the name of a built-in profile with other fields; give yours a name of its own',
            file=file,
            name=profile.name,
        )
    return profile
