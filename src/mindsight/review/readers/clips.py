"""Folders with ``annotations.json`` or ``eval_gt.json`` beside their clips: samples, what they point at, and when something is said."""

import base64
import binascii
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mindsight.review.catalogue import Amount, Catalogue, Entry, Region
from mindsight.review.examining.clips import SUFFIXES
from mindsight.review.examining.files import readable
from mindsight.review.readers.listing import Listing, read_page
from mindsight.text import Text, text

_MARK, _SIGN, _MADE = ".synth", "made by mindsight vsig synth\n", "truth.json"
"""How generated clips are recognised: the mark of their folder, and the file of the truth behind each clip."""
ANNOTATIONS, TRUTHS = "annotations.json", "eval_gt.json"
TEMPLATES = tuple(f"指令{number}" for number in range(1, 7))
_PNG = b"\x89PNG\r\n\x1a\n"


def read_clips(root: Path, listing: Listing) -> Catalogue:
    """Return the catalogue of a folder of annotated clips."""
    names = {readable(name): name for name in listing.files}
    problems: list[tuple[str, Text]] = []
    regions: list[Region] = []
    samples: list[tuple[str, dict[str, Any]]] = []
    for file, raw in names.items():
        if PurePosixPath(file).name == ANNOTATIONS:
            samples += [(file, one) for one in _samples(read_page(root, raw), file, problems)]
    entries = {path: _entry(path) for path in names}
    seen: set[tuple[str, str]] = set()
    for file, sample in samples:
        name = str(sample.get("id", "?"))[:200]
        media = _media(file, sample)
        if media not in entries:
            problems.append((file, text("sample {sample}: its clip {clip} is not there", sample=name, clip=media)))
        else:
            entries[media] = entries[media]._replace(label=str(sample.get("task_template", ""))[:60], group=name)
        if (file, name) in seen:
            problems.append((file, text("sample {sample} occurs twice", sample=name)))
        seen.add((file, name))
        regions += _regions(file, name, media, sample)
    return Catalogue(
        root=root,
        name=root.resolve().name,
        layout="clips",
        files=listing.files,
        entries=tuple(entries.values()),
        amounts=tuple(_amounts([sample for _, sample in samples])),
        regions=tuple(regions),
        problems=tuple(problems),
        is_generated=_is_synthetic(root, names, entries),
        origin={"rule": "vsig synth"},
    )


def _is_synthetic(root: Path, names: dict[str, str], entries: dict[str, Entry]) -> bool:
    """Return whether the clips were generated: the folder says so, and every clip has the truth that it was made from beside it."""
    try:
        marked = (root / _MARK).read_text("utf-8") == _SIGN
    except (OSError, UnicodeDecodeError):
        return False
    made: set[str] = set()
    for file, raw in names.items():
        if PurePosixPath(file).name == _MADE and isinstance(page := read_page(root, raw), dict):
            made |= {str(PurePosixPath(file).parent / str(name)) for name in page}
    return marked and all(path in made for path, one in entries.items() if one.role == "clip")


def _samples(page: Any, file: str, problems: list[tuple[str, Text]]) -> Iterator[dict[str, Any]]:
    page = [page] if isinstance(page, dict) else page
    if not isinstance(page, list):
        problems.append((file, text("is not a list of samples")))
        return
    for number, sample in enumerate(page, start=1):
        if not isinstance(sample, dict):
            problems.append((file, text("sample {sample} is not an object", sample=number)))
        elif sample.get("is_invalid") is not True:
            yield sample


def _media(file: str, sample: dict[str, Any]) -> str:
    """Return where a sample's clip lies: beside its annotations; folders of another machine are never followed."""
    name = str(sample.get("video_name", "")).replace("\\", "/").rpartition("/")[2]
    return str(PurePosixPath(file).parent / name).removeprefix("./")


def _entry(path: str) -> Entry:
    return Entry(path, "clip" if PurePosixPath(path).suffix.lower() in SUFFIXES else "table")


def _regions(file: str, name: str, media: str, sample: dict[str, Any]) -> Iterator[Region]:
    targets = sample.get("object_space")
    if not isinstance(targets, list) or not targets:
        yield Region(file, name, media, None, None, text("names no targets"))
        return
    for target in targets:
        mask = target.get("mask") if isinstance(target, dict) else None
        box = _box(mask.get("bbox")) if isinstance(mask, dict) else None
        problem = _problem(target, box)
        size = _mask_size(mask.get("mask_base64")) if isinstance(mask, dict) else None
        yield Region(file, name, media, size, box, problem)


def _problem(target: Any, box: tuple[float, float, float, float] | None) -> Text | None:
    if not isinstance(target, dict) or target.get("type") not in {"object", "space"}:
        return text("a target is neither object nor space")
    points = target.get("points")
    if not isinstance(points, list) or not points:
        return text("a target has no points")
    if not all(_is_point(one) for one in points):
        return text("a point lies outside 0–1000")
    if isinstance(target.get("mask"), dict) and box is None:
        return text("a mask has no box of four numbers")
    if box is not None and not (box[0] < box[2] and box[1] < box[3]):
        return text("the corners of a box are not in order")
    return None


def _is_point(point: Any) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        and all(isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 1000 for one in point)
    )


def _box(value: Any) -> tuple[float, float, float, float] | None:
    if isinstance(value, list) and len(value) == 4 and all(isinstance(one, int | float) for one in value):
        return (float(value[0]), float(value[1]), float(value[2]), float(value[3]))
    return None


def _mask_size(encoded: Any) -> tuple[int, int] | None:
    """Return the size that an encoded PNG says it has, from its first bytes."""
    if not isinstance(encoded, str):
        return None
    try:
        head = base64.b64decode(encoded.rpartition(",")[2][:64])
    except (binascii.Error, ValueError):
        return (0, 0)
    return (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) if head.startswith(_PNG) else (0, 0)


def _amounts(samples: list[dict[str, Any]]) -> Iterator[Amount]:
    counts = Counter(str(one.get("task_template", ""))[:60] for one in samples)
    for template in dict.fromkeys((*TEMPLATES, *sorted(counts))):
        yield Amount("vsig.intent", "vsig task.1", template, counts[template], 1, "share")
    yield Amount("vsig.spatial", "vsig task.2", "", len(samples), 1, "share")
    spoken = sum(_is_spoken(one) for one in samples)
    yield Amount("vsig.temporal", "vsig task.3", "", spoken, 1, "share")


def _is_spoken(sample: dict[str, Any]) -> bool:
    said = sample.get("asr_result")
    return isinstance(said, dict) and bool(said.get("words"))
