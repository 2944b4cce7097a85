"""What is known of one file once it was read to its end: a line of ``files.jsonl``. No check opens a file again."""

import operator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.text import Text

Kind = Literal["picture", "clip", "text", "other", "link", "special"]
Trace = Literal["place", "serial", "owner", "device", "date", "thumbnail", "comment"]
SignKind = Literal["phone", "identity_number", "e_mail", "plate", "user_folder", "absolute_path", "name"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sign(_Part):
    """Something in a text that points to a person: of what kind, where, and the text with its middle hidden."""

    kind: SignKind
    where: str
    shown: str


class Look(_Part):
    """What a picture looks like, in little.

    ``hashes`` are 64-bit perceptual hashes: as it stands, turned by 90, 180 and 270 degrees, mirrored, upside down. ``small`` is the
    picture in 16 × 16 grey values, base64. ``light``, ``colour`` and ``edges`` are its mean brightness, colourfulness and sharpness;
    ``is_mask`` says that it has two grey values only, ``is_flat`` that it shows next to nothing.
    """

    hashes: tuple[str, ...]
    small: str
    light: float
    colour: float
    edges: float
    is_mask: bool
    is_flat: bool


class FileFacts(_Part):
    """Facts of one file; ``id`` is its path below the root, ``problem`` why it cannot be used.

    ``traces`` names what its metadata holds and never repeats it: a review must not be a second copy of what it warns of.
    """

    id: str
    bytes: int
    sha256: str = ""
    kind: Kind
    format: str = ""
    fits_name: bool = True
    size: tuple[int, int] | None = None
    depth: int | None = None
    mode: str = ""
    frames: int | None = None
    length_ms: float | None = None
    has_sound: bool | None = None
    problem: Text | None = None
    traces: tuple[Trace, ...] = ()
    taken: str | None = None
    signs: tuple[Sign, ...] = ()
    look: Look | None = None
    label: str = Field(default="", exclude_if=operator.not_)
    """The class that the data set gives it, so that the next version can be compared with this one."""


class FileLine(FileFacts):
    """The facts as they stand in ``files.jsonl``: chained to the line before."""

    previous: str
