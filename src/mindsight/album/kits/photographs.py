"""Find, number and prepare the photographs of a kit in parallel; all unusable ones are refused in one error."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from mindsight.album.kits.kit import KitEntry
from mindsight.errors import InputError, KitError, MindsightError, PictureError
from mindsight.execution.parallel import map_items
from mindsight.names import composed
from mindsight.reasons import system_reason
from mindsight.text import Text, text

Cluster = Literal["file", "folder"]
"""Whether single photographs (``file``) or only those of different sub-folders are independent."""

Progress = Callable[[int, int], None]
"""Called with (finished, all)."""

SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".webp", ".avif", ".heic", ".heif", ".gif", ".ppm"}
LARGEST_FILE = 1 << 30
"""Largest picture file in bytes. A larger one is not a picture, and would fill the memory before that is noticed."""
_MOST_FINDINGS = 10

E = TypeVar("E", bound=KitEntry)
P = TypeVar("P", bound="Photo")


@dataclass(frozen=True)
class Photo:
    """One photograph that will go into a kit."""

    id: str
    number: int
    path: Path
    source: str
    cluster: str


def find_photos(folder: Path) -> tuple[list[Path], list[str]]:
    """Return the pictures of a folder and its sub-folders sorted by name, and the names of other files.

    Raises:
        InputError: No such folder, no pictures in it, or a link in it leads outside.
    """
    if not folder.is_dir():
        raise InputError("{folder}: is not a folder; name the folder that holds the photographs", folder=str(folder))
    root = folder.resolve()
    pictures, others = [], []
    for path in sorted(folder.rglob("*"), key=lambda path: [composed(part) for part in path.parts]):
        name = readable(path.relative_to(folder))
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        if _leads_outside(path, root):
            raise InputError(
                "{folder}: {file} is a link that leads outside; copy the picture itself", folder=str(folder), file=name
            )
        if path.is_dir():
            continue
        if path.suffix.lower() in SUFFIXES:
            pictures.append(path)
        else:
            others.append(name)
    if not pictures:
        raise InputError(
            "{folder}: holds no pictures; JPEG, PNG, TIFF, BMP, WebP, AVIF and HEIC are read", folder=str(folder)
        )
    return pictures, others


def _leads_outside(path: Path, root: Path) -> bool:
    try:
        return not path.resolve().is_relative_to(root)
    except RuntimeError:  # a cycle of links
        return True


def readable(path: Path) -> str:
    """Return a path as text that can be written as UTF-8: names from other systems need not be."""
    return os.fsencode(path).decode("utf-8", "replace")


def number_photos(found: Sequence[Path], photos: Path, cluster: Cluster) -> list[Photo]:
    """Number the pictures of a folder in order, starting at 0001."""
    width = max(4, len(str(len(found))))
    return [_numbered(path, photos, number, width, cluster) for number, path in enumerate(found, start=1)]


def _numbered(path: Path, photos: Path, number: int, width: int, cluster: Cluster) -> Photo:
    identifier = f"{number:0{width}d}"
    relative = path.relative_to(photos)
    # A photograph outside any sub-folder is a cluster of its own.
    group = identifier if cluster == "file" or len(relative.parts) == 1 else composed(readable(relative.parent))
    return Photo(identifier, number, path, composed(readable(relative)), group)


def bytes_of(photo: Photo) -> bytes:
    """Return the photograph's file.

    Raises:
        PictureError: It is not a file, cannot be read, or is too large.
    """
    if not photo.path.is_file():
        raise PictureError("{file}: is not a file, or a link to nothing; copy the picture itself", file=photo.source)
    try:
        if photo.path.stat().st_size > LARGEST_FILE:
            raise PictureError(
                "{file}: is larger than {limit} GiB; save it with compression, as PNG or JPEG",
                file=photo.source,
                limit=LARGEST_FILE >> 30,
            )
        return photo.path.read_bytes()
    except OSError as error:
        raise PictureError(
            "{file}: cannot be read ({reason})", file=photo.source, reason=system_reason(error)
        ) from error


def prepare_all(
    plan: Sequence[P], prepare: Callable[[P], tuple[E, str] | Text], workers: int, progress: Progress
) -> list[E]:
    """Prepare all photographs and return their entries.

    ``prepare`` returns an entry with the hash of the photograph's pixels, or a sentence saying what is wrong: a picture that comes in two
    containers is one picture.

    Raises:
        KitError: Some pictures cannot be used or are duplicates; the message gives finding and remedy for each.
    """
    entries: list[E] = []
    findings: list[Text] = []
    seen: dict[str, str] = {}
    results = map_items(
        prepare,
        plan,
        workers=workers,
        batch=4,
        name=lambda photo: photo.source,
    )
    # Closed at once on an interrupt: no worker may still write while the folder is removed.
    with contextlib.closing(results):
        for done, result in enumerate(results, start=1):
            if isinstance(result, Text):
                findings.append(result)
            elif result[1] in seen:
                entry, pixels = result
                findings.append(
                    text("{file}: is the same picture as {other}; remove one", file=entry.source, other=seen[pixels])
                )
            else:
                entry, pixels = result
                seen[pixels] = entry.source
                entries.append(entry)
            progress(done, len(plan))
    if findings:
        raise refusal(findings)
    return entries


def refusal(findings: Sequence[Text]) -> MindsightError:
    """Return one error for everything that is wrong with the pictures of a kit; the first findings are quoted in full."""
    if len(findings) == 1:
        return KitError(findings[0].message, **findings[0].args)
    shown = {f"finding{number}": finding for number, finding in enumerate(findings[:_MOST_FINDINGS], start=1)}
    listed = "".join(f"\n  {{{name}}}" for name in shown)
    return KitError(
        "{summary}" + listed,
        summary=text("{count} pictures cannot be used; no kit was made:", count=len(findings)),
        **shown,
    )
