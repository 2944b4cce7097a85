"""The choices that T/GDCSA 022-2024 leaves open, as one named, hashed object."""

import difflib
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.record import canonical
from mindsight.record.blocks import Note
from mindsight.text import text

DEFAULT = "gdcsa022-2024/1"
_BUILT_IN = {DEFAULT: "gdcsa022-2024-1.toml"}


class Profile(BaseModel):
    """One admissible reading of the document; every field is part of a score's identity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    blur_sigma: float = Field(ge=0, le=50)
    noise_sigma: float = Field(ge=0, le=255)
    downscale: Literal["area", "cubic", "lanczos", "nearest"]
    grey: Literal["bt601", "channels"]
    peak: Literal["reference", "full"]

    @property
    def sha256(self) -> str:
        """The hash of the fields, in the spelling of an identity."""
        return "sha256-" + canonical.digest(self.model_dump(mode="json"))


def load_profile(name: str = DEFAULT) -> Profile:
    """Return a built-in profile by name, or one from a TOML file.

    Raises:
        InputError: No such profile, or a field is missing, unknown or out of range.
    """
    path = Path(name)
    if name in _BUILT_IN:
        source = (resources.files("mindsight.album") / "profiles" / _BUILT_IN[name]).read_text("utf-8")
    elif path.suffix == ".toml" and path.is_file():
        source = path.read_text("utf-8")
    else:
        close = difflib.get_close_matches(name, _BUILT_IN, n=1, cutoff=0.3)
        raise InputError(
            'no profile "{name}"; give a TOML file or one of {names} (did you mean "{guess}"?)',
            name=name,
            names=", ".join(_BUILT_IN),
            guess=close[0] if close else DEFAULT,
        )
    try:
        values: dict[str, Any] = tomllib.loads(source)
        profile = Profile.model_validate(values)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            "{file}: is not valid TOML ({reason})", file=name, reason=reason_of(error, "tomllib")
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        reason = reason_of(first["msg"], "pydantic")
        raise InputError("{file}: field {field}: {reason}", file=name, field=field, reason=reason) from error
    return profile if name in _BUILT_IN else _own_name(profile, name)


def _own_name(profile: Profile, file: str) -> Profile:
    """Refuse a profile of the user's that goes by the name of a built-in one."""
    if profile.name in _BUILT_IN and profile != load_profile(profile.name):
        raise InputError(
            '{file}: "{name}" is the name of a built-in profile with other fields; give yours a name of its own',
            file=file,
            name=profile.name,
        )
    return profile


def departures(profile: Profile) -> tuple[Note, ...]:
    """Return a note for every field that differs from the default reading."""
    default = load_profile().model_dump()
    notes = []
    for field, value in profile.model_dump().items():
        if field == "name" or value == default[field]:
            continue
        # Only MAX_I is said outright by the document; the other fields fill a silence of it.
        clause = {"peak": "6.3.2", "grey": "6.3.2"}.get(field, "5.3-enhancement-a")
        body = text(
            "profile field {field} is {found}; the default reading has {expected}",
            field=field,
            found=str(value),
            expected=str(default[field]),
        )
        notes.append(Note(id=f"departure-{field}", title=text("Departure"), role="departure", clause=clause, body=body))
    return tuple(notes)


def readings() -> tuple[Note, ...]:
    """Return how mindsight reads the clauses of image enhancement where the document is silent or unclear."""
    said = (
        (
            "5.3-enhancement-a",
            text("“More than 30” references means at least 31; fewer are refused unless a trial is asked for."),
        ),
        (
            "5.3-enhancement-a",
            text(
                "Blur and noise: Gaussian blur first, then additive Gaussian noise, independent in each channel, from a "
                "recorded seed; the result is rounded and clipped to 0..255."
            ),
        ),
        (
            "5.3-enhancement-a",
            text("Where the product changes the size, inputs are the references scaled down by the profile's filter."),
        ),
        (
            "5.3-enhancement-b",
            text("An output of another size than its reference is an error of that item; it is never resized."),
        ),
        ("5.4", text("A missing, unreadable or wrong-sized output scores 0 and is listed; nothing is dropped.")),
        ("5.4", text("The score of a set is the mean of its pictures' scores.")),
        (
            "6.3.2",
            text(
                "Grey pictures use the ITU-R BT.601 weights and are rounded to 8 bits; 16-bit pictures are scaled to 8 bits "
                "first; EXIF orientation is applied to both sides; colour profiles are ignored."
            ),
        ),
        ("6.3.2", text("MAX_I is the largest pixel value of the grey reference, as the clause says, not 255.")),
        (
            "6.3.2",
            text(
                "Identical pictures have infinite PSNR and score 100; an all-black reference with another output scores 0."
            ),
        ),
        (
            "6.3.3",
            text(
                "SSIM is computed once over the whole picture, as formula (8) is printed, with population moments. The windowed "
                "SSIM of reference [5] stands beside it and never enters the score."
            ),
        ),
    )
    return tuple(
        Note(id=f"reading-{number}", title=text("Reading"), role="reading", clause=clause, body=body)
        for number, (clause, body) in enumerate(said, start=1)
    )
