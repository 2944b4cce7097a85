"""A data set in neutral words: files with their roles, samples with their targets, amounts per measure. No suite is named but in data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from mindsight.review.findings import Layout
from mindsight.text import Text

Role = Literal["picture", "reference", "input", "mask", "clip", "table", "other"]
COMPARED: frozenset[Role] = frozenset(("picture", "reference", "clip"))
"""Roles within which a file should not occur twice: an input resembles its reference, and masks resemble each other."""


class Entry(NamedTuple):
    """One file: path below the root, what it is for, its class, its part of the data, and what it belongs together with."""

    path: str
    role: Role
    label: str = ""
    split: str = ""
    group: str = ""
    sha256: str = ""
    """The hash that the data set itself states."""


class Amount(NamedTuple):
    """Items that feed a measure: how many, in which group, and the least that the measure's document asks for (0: nothing)."""

    measure: str
    clause: str
    group: str
    number: int
    least: int = 0
    kind: Literal["share", "points"] = "points"


class Region(NamedTuple):
    """A place named in an annotation, in a frame of the clip or picture: where the field is, and what is wrong with it if anything is."""

    file: str
    sample: str
    media: str
    mask: tuple[int, int] | None
    box: tuple[float, float, float, float] | None
    problem: Text | None


@dataclass(frozen=True)
class Catalogue:
    """A data set that was listed and not yet read.

    ``problems`` are faults of its structure, each with the file it is about; ``origin`` is what the data set itself says of where it
    comes from (licence, version, date …).
    """

    root: Path
    name: str
    layout: Layout
    files: tuple[str, ...]
    """Paths below the root as the system spells them; entries name them readably."""
    entries: tuple[Entry, ...]
    amounts: tuple[Amount, ...] = ()
    regions: tuple[Region, ...] = ()
    problems: tuple[tuple[str, Text], ...] = ()
    is_trial: bool = False
    is_generated: bool = False
    origin: Mapping[str, str] = field(default_factory=dict)
