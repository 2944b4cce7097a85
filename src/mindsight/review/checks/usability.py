"""6.2 d): usability: every file opens, is what its name says, is named so that any system can hold it, and is as the set itself states."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from mindsight.clauses import implements
from mindsight.review.checks.check import Checks, Evidence, Outcome, doubt, fault, good, note, waits
from mindsight.review.findings import Checked
from mindsight.text import Text, text

_D = Checks("6.2-d")
_SHOWN = 20
Box = tuple[float, float, float, float]
_FORBIDDEN = set('<>:"|?*\\')
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{name}{number}" for name in ("com", "lpt") for number in range(1, 10)))
)
_LONGEST_NAME = 255
_DARK, _LIGHT = 20.0, 240.0


@implements("home", "6.2-d")
def usability(evidence: Evidence) -> tuple[Checked, ...]:
    """6.2 d): check that files decode, formats are common, names are portable and hashes, sizes and places agree."""
    return _D.run(evidence)


@_D.add("d1", "decided", text("Every file opens"), text("every picture and clip decodes to its end"))
def _decodes(evidence: Evidence) -> Iterator[Outcome]:
    broken = [one for one in evidence.facts if one.problem is not None]
    for one in broken:
        yield fault(text("{file}: {problem}", file=one.id, problem=one.problem or ""), (one.id,))
    if not broken:
        media = sum(one.kind in {"picture", "clip"} for one in evidence.facts)
        yield good(text("{count} pictures and clips decoded to their end", count=media))


@_D.add("d2", "decided", text("Content and name agree"), text("the end of the name says what is inside"))
def _suffixes(evidence: Evidence) -> Iterator[Outcome]:
    wrong = [one for one in evidence.facts if not one.fits_name]
    for one in wrong[:_SHOWN]:
        yield fault(text("{file} holds {format}", file=one.id, format=one.format), (one.id,))
    if len(wrong) > _SHOWN:
        yield fault(text("{count} more", count=len(wrong) - _SHOWN), [one.id for one in wrong[_SHOWN:]])
    if not wrong:
        yield good(text("all names fit"))


@_D.add(
    "d2n",
    "decided",
    text("Portable names"),
    text("no two names that some systems take for one, none that some cannot hold, no path of one machine"),
)
def _names(evidence: Evidence) -> Iterator[Outcome]:
    same: dict[str, list[str]] = defaultdict(list)
    for one in evidence.facts:
        same[unicodedata.normalize("NFC", one.id).casefold()].append(one.id)
    clashes = [names for names in same.values() if len(names) > 1]
    for names in clashes[:_SHOWN]:
        yield fault(text("one name on some systems: {names}", names=", ".join(names)), names)
    if odd := [one.id for one in evidence.facts if _is_odd(one.id)]:
        yield fault(
            text("{count} names cannot be held by every system, such as {name}", count=len(odd), name=odd[0]), odd
        )
    if parts := [one.id for one in evidence.facts if unicodedata.normalize("NFC", one.id) != one.id]:
        yield doubt(text("{count} names are spelled with separate accents (not NFC)", count=len(parts)), parts)
    if paths := [one.id for one in evidence.facts if any(sign.kind == "absolute_path" for sign in one.signs)]:
        yield doubt(text("{count} files name folders of one machine, such as C:\\…", count=len(paths)), paths)
    if evidence.hidden:
        yield note(
            text(
                "{count} hidden files or folders are no part of the review, such as {name}",
                count=len(evidence.hidden),
                name=evidence.hidden[0],
            )
        )
    if not (clashes or odd):
        yield good(text("all names are portable"))


def _is_odd(path: str) -> bool:
    return any(
        bool(set(part) & _FORBIDDEN)
        or any(unicodedata.category(sign).startswith("C") for sign in part)
        or part.endswith((" ", "."))
        or part.partition(".")[0].casefold() in _RESERVED
        or len(part.encode()) > _LONGEST_NAME
        for part in PurePosixPath(path).parts
    )


@_D.add("d3", "decided", text("Lists and annotations"), text("each list of contents is as its format says"))
def _structure(evidence: Evidence) -> Iterator[Outcome]:
    for file, problem in evidence.catalogue.problems:
        yield fault(text("{file}: {problem}", file=file, problem=problem), (file,))
    if not evidence.catalogue.problems and evidence.catalogue.layout != "pictures":
        yield good(text("nothing wrong in its structure"))


@_D.add(
    "d4",
    "decided",
    text("Description in Croissant"),
    text(
        "it is valid and states licence, version, date, collection, purpose, limits and personal data, and hashes that hold"
    ),
)
def _described(evidence: Evidence) -> Iterator[Outcome]:
    for one in evidence.descriptions:
        if one.problem is not None:
            yield fault(text("{file}: {problem}", file=one.file, problem=one.problem), (one.file,))
            continue
        if one.lacks:
            yield fault(text("{file}: lacks {fields}", file=one.file, fields=", ".join(one.lacks)), (one.file,))
        if wrong := [
            file for file, sha256 in one.hashes if file in evidence.by_path and evidence.by_path[file].sha256 != sha256
        ]:
            yield fault(text("{file}: states another SHA-256 of {count} files", file=one.file, count=len(wrong)), wrong)
        if missing := [file for file, _ in one.hashes if file not in evidence.by_path]:
            yield fault(
                text("{file}: describes {name}, which is not there", file=one.file, name=missing[0]), (one.file,)
            )
        if not (one.lacks or wrong or missing):
            yield good(text("{file}: valid and complete", file=one.file))


@_D.add("d5", "decided", text("Integrity"), text("every file has the SHA-256 that the data set states"))
def _integrity(evidence: Evidence) -> Iterator[Outcome]:
    stated = [one for one in evidence.entries.values() if one.sha256]
    changed = [one.path for one in stated if evidence.by_path[one.path].sha256 != one.sha256]
    if changed:
        yield fault(text("{count} files were changed since their hash was written", count=len(changed)), changed)
    elif stated:
        yield good(text("{count} files are as stated", count=len(stated)))
    else:
        yield note(text("the data set states no hashes; this review does from now on"))


@_D.add("d6", "decided", text("Formats and colour depth"), text("common formats, one depth throughout"))
def _formats(evidence: Evidence) -> Iterator[Outcome]:
    media = [one for one in evidence.facts if one.format]
    if not media:
        return
    formats, depths = Counter(one.format for one in media), Counter(one.depth for one in media if one.kind == "picture")
    yield note(
        text("formats: {found}", found=", ".join(f"{name} × {count}" for name, count in sorted(formats.items())))
    )
    if len(depths) > 1:
        said = ", ".join(f"{depth} bit × {count}" for depth, count in sorted(depths.items(), key=str))
        yield note(text("colour depths: {found}", found=said))
    if moving := [one.id for one in media if one.kind == "picture" and (one.frames or 1) > 1]:
        yield fault(text("{count} files hold several pictures; which one is meant?", count=len(moving)), moving)
    if inks := [one.id for one in media if one.mode == "CMYK"]:
        yield doubt(text("{count} pictures are in printing inks (CMYK)", count=len(inks)), inks)


@_D.add(
    "d7",
    "person",
    text("Odd pictures"),
    text("a person looks at pictures that are dark, light, blurred, empty or of an unusual shape"),
)
def _odd(evidence: Evidence) -> Iterator[Outcome]:
    shown = [one for one in evidence.pictures if one.look and not one.look.is_mask]
    if not shown:
        return
    edges = np.array([one.look.edges for one in shown if one.look])
    blurred = float(np.median(edges)) / 8
    kinds: tuple[tuple[Text, Callable[[Any], bool]], ...] = (
        (text("{count} pictures show next to nothing"), lambda one: one.look.is_flat),
        (text("{count} pictures are very dark"), lambda one: one.look.light < _DARK),
        (text("{count} pictures are very light"), lambda one: one.look.light > _LIGHT),
        (text("{count} pictures are far less sharp than the others"), lambda one: one.look.edges < blurred),
        (
            text("{count} pictures are more than four times as long as wide"),
            lambda one: max(one.size) > 4 * min(one.size),
        ),
    )
    is_odd = False
    for sentence, judge in kinds:
        if files := [one.id for one in shown if judge(one)]:
            is_odd = True
            yield waits(sentence.model_copy(update={"args": {"count": len(files)}}), files)
    if not is_odd:
        yield good(text("no picture stands out"))


@_D.add("d8", "decided", text("Places in pictures"), text("masks are as large as their frame, boxes lie inside it"))
def _places(evidence: Evidence) -> Iterator[Outcome]:
    wrong = 0
    for one in evidence.catalogue.regions:
        facts = evidence.by_path.get(one.media)
        if facts is None or facts.size is None:
            continue
        frames = (facts.size, facts.size[::-1])
        if one.box is not None and not any(_is_inside(one.box, frame) for frame in frames):
            wrong += 1
            yield fault(text("sample {sample}: a box lies outside the frame", sample=one.sample), (one.file,))
        if one.mask is not None and one.mask not in frames and not _is_crop(one.mask, one.box):
            wrong += 1
            yield fault(
                text("sample {sample}: a mask is neither as large as the frame nor as its box", sample=one.sample),
                (one.file,),
            )
    placed = sum(one.box is not None or one.mask is not None for one in evidence.catalogue.regions)
    if placed and not wrong:
        yield good(text("{count} places lie inside their frames", count=placed))
    yield from _mask_sizes(evidence)


def _is_inside(box: Box, frame: tuple[int, int]) -> bool:
    left, top, right, bottom = box
    return min(left, top) >= 0 and right <= frame[0] and bottom <= frame[1]


def _is_crop(mask: tuple[int, int], box: Box | None) -> bool:
    return box is not None and abs(mask[0] - (box[2] - box[0])) <= 1 and abs(mask[1] - (box[3] - box[1])) <= 1


def _mask_sizes(evidence: Evidence) -> Iterator[Outcome]:
    """Compare masks with the pictures of the same name, or of the same instance of a kit."""
    masks = [one for one in evidence.entries.values() if one.role == "mask"]
    pictures = {
        one.group or PurePosixPath(one.path).stem: one.path
        for one in evidence.entries.values()
        if one.role == "picture"
    }
    other, compared = [], 0
    for mask in masks:
        size = evidence.by_path[mask.path].size
        picture = evidence.by_path.get(pictures.get(mask.group or PurePosixPath(mask.path).stem, ""))
        if size is not None and picture is not None and picture.size is not None:
            compared += 1
            if picture.size not in (size, size[::-1]):
                other.append(mask.path)
    if other:
        yield fault(text("{count} masks are not as large as their picture", count=len(other)), other)
    elif compared:
        yield good(text("{count} masks are as large as their pictures", count=compared))
