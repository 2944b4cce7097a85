"""Profiles: the choices that T/GDCSA 022-2024 leaves open, as named, hashed objects, one class per kind."""

import difflib
from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from pydantic import BaseModel, ConfigDict, Field

from mindsight.decoding import reading, toml_in, whole
from mindsight.errors import InputError
from mindsight.record import canonical

DEFAULT = "gdcsa022-2024/1"
_BUILT_IN = {DEFAULT: "gdcsa022-2024-1.toml"}

Kind = Literal["classification", "enhancement", "segmentation"]
"""5.2: the kinds of functions."""


class Profile(BaseModel):
    """One admissible reading of the document for one kind; every field is part of a score's identity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str

    @property
    def sha256(self) -> str:
        """The hash of the fields, as written in an identity."""
        return "sha256-" + canonical.digest(self.model_dump(mode="json"))


class ClassificationProfile(Profile):
    """The choices of image classification (5.3, 6.2.1)."""

    least_per_class: int = Field(ge=1, le=1_000_000)
    classes: Literal["tested", "named"]
    unlisted: Literal["miss", "left_out"]
    zero_division: Literal["zero", "one", "left_out"]
    macro: Literal["mean_of_f1", "f1_of_means"]
    several_labels: Literal["top", "any"]


class EnhancementProfile(Profile):
    """The choices of image enhancement (5.3, 6.3.2, 6.3.3).

    Example:
        >>> load_profile().peak
        'reference'
    """

    least_images: int = Field(ge=1, le=1_000_000)
    blur_sigma: float = Field(ge=0, le=50)
    noise_sigma: float = Field(ge=0, le=255)
    degradation: Literal["blur_noise", "noise_blur"]
    noise: Literal["independent", "common"]
    downscale: Literal["area", "cubic", "lanczos", "nearest"]
    other_size: Literal["refuse", "resize", "crop_corner", "crop_centre"]
    registration: Literal["none", "shift"]
    grey: Literal["bt601", "bt709", "mean", "channels"]
    grey_rounding: Literal["to_8_bits"]
    peak: Literal["reference", "full"]
    aggregation: Literal["mean_of_scores", "score_of_mean", "pooled"]
    orientation: Literal["applied"]
    deep_pictures: Literal["scaled_to_8_bits"]
    colour_profile: Literal["ignored"]


class SegmentationProfile(Profile):
    """The choices of image segmentation (5.3, 6.4.2, 6.4.3)."""

    least_images: int = Field(ge=1, le=1_000_000)
    threshold: int = Field(ge=1, le=255)
    border: Literal["background", "foreground", "left_out"]
    both_empty: Literal["one", "zero", "left_out"]
    other_size: Literal["refuse", "resize"]
    aggregation: Literal["mean_of_scores", "pooled"]


P = TypeVar("P", bound=Profile)
_MODELS: dict[Kind, type[Profile]] = {
    "classification": ClassificationProfile,
    "enhancement": EnhancementProfile,
    "segmentation": SegmentationProfile,
}


@overload
def load_profile(name: str = ..., *, kind: Literal["enhancement"] = ...) -> EnhancementProfile: ...
@overload
def load_profile(name: str = ..., *, kind: Literal["classification"]) -> ClassificationProfile: ...
@overload
def load_profile(name: str = ..., *, kind: Literal["segmentation"]) -> SegmentationProfile: ...
def load_profile(name: str = DEFAULT, *, kind: Kind = "enhancement") -> Profile:
    """Return the profile of one kind: a built-in one by name, or one from a TOML file.

    A file needs a name of its own and, in a section per kind, the fields that differ from the default.

    Raises:
        InputError: No such profile, or a field is unknown or out of range.

    Example:
        >>> load_profile(kind="segmentation").threshold
        128
    """
    path = Path(name)
    if name in _BUILT_IN:
        source: Callable[[], bytes] = partial(_built_in, name)
    elif path.suffix == ".toml" and path.is_file():
        source = partial(whole, path)
    else:
        close = difflib.get_close_matches(name, _BUILT_IN, n=1, cutoff=0.3)
        raise InputError(
            'no profile "{name}"; give a TOML file or one of {names} (did you mean "{guess}"?)',
            name=name,
            names=", ".join(_BUILT_IN),
            guess=close[0] if close else DEFAULT,
        )
    with reading(name, "TOML"):
        sections = _sections(toml_in(source()))
        # All kinds are checked, not only the requested one: a mistake is found when the file is first used.
        profiles = {each: model.model_validate(sections[each]) for each, model in _MODELS.items()}
    return profiles[kind] if name in _BUILT_IN else _own_name(profiles[kind], name, kind)


def _built_in(name: str) -> bytes:
    return (resources.files("mindsight.album") / "profiles" / _BUILT_IN[name]).read_bytes()


class _File(BaseModel):
    """A profile's TOML: a name, and a section for each kind."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=100)
    classification: dict[str, Any] = {}
    enhancement: dict[str, Any] = {}
    segmentation: dict[str, Any] = {}


def _sections(values: dict[str, Any]) -> dict[Kind, dict[str, Any]]:
    """Return each kind's fields, completed from the default profile."""
    default, own = _File.model_validate(toml_in(_built_in(DEFAULT))), _File.model_validate(values)
    return {kind: {**getattr(default, kind), **getattr(own, kind), "name": own.name} for kind in _MODELS}


def _own_name(profile: Profile, file: str, kind: Kind) -> Profile:
    """Refuse a user's profile that has the name of a built-in one."""
    if profile.name in _BUILT_IN and profile != load_profile(profile.name, kind=kind):
        raise InputError(
            '{file}: "{name}" is the name of a built-in profile with other fields; give yours a name of its own',
            file=file,
            name=profile.name,
        )
    return profile
