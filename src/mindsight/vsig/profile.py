"""The choices that the VSIG README leaves open, as a named, hashed profile."""

import difflib
import operator
from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.decoding import reading, toml_in, whole
from mindsight.errors import InputError
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
        return _profile(partial(_built_in, name), name)
    if path.suffix == ".toml" and path.is_file():
        return _own_name(_profile(partial(whole, path), name), name)
    close = difflib.get_close_matches(name, _BUILT_IN, n=1, cutoff=0.3)
    raise InputError(
        'no profile "{name}"; give a TOML file or one of {names} (did you mean "{guess}"?)',
        name=name,
        names=", ".join(_BUILT_IN),
        guess=close[0] if close else DEFAULT,
    )


def _profile(source: Callable[[], bytes], file: str) -> Profile:
    with reading(file, "TOML"):
        # A file without a name must not get that of the default profile.
        return Profile.model_validate({**toml_in(_built_in(DEFAULT)), "name": None, **toml_in(source())})


def _built_in(name: str) -> bytes:
    return (resources.files("mindsight.vsig") / "profiles" / _BUILT_IN[name]).read_bytes()


def _own_name(profile: Profile, file: str) -> Profile:
    """Raise an error if a user's profile has the name of a built-in one."""
    if profile.name in _BUILT_IN and profile != load_profile(profile.name):
        raise InputError(
            '{file}: "{name}" is the name of a built-in profile with other fields; give yours a name of its own',
            file=file,
            name=profile.name,
        )
    return profile
