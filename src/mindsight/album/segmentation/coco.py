"""Read a list of images and outlines in COCO's form: which outlines each image has, or what is wrong with the list."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mindsight.album.kits.photographs import LARGEST_FILE
from mindsight.decoding import json_in, reading
from mindsight.errors import InputError


def coco_file(file: Path, categories: Sequence[str]) -> tuple[list[Any], dict[str, list[Any]]]:
    """Return the images of a COCO file and the segmentations of each."""
    with reading(file, "JSON"):
        if file.stat().st_size > LARGEST_FILE:
            raise InputError("{file}: is larger than {limit} GiB; split it", file=str(file), limit=LARGEST_FILE >> 30)
        values = json_in(file.read_bytes())
    images = _list(values, "images", ("id", "file_name"), file)
    fields = ("image_id", "segmentation", "category_id") if categories else ("image_id", "segmentation")
    annotations = _list(values, "annotations", fields, file)
    wanted = _wanted(_list(values, "categories", ("id", "name"), file), categories, file) if categories else None
    _refuse_shared_id(images, file)
    shapes: dict[str, list[Any]] = defaultdict(list)
    for number, annotation in enumerate(annotations, start=1):
        # Some tools write an id as a number in one list and as text in the other.
        if wanted is None or str(annotation["category_id"]) in wanted:
            if not annotation["segmentation"] and _is_box(annotation.get("bbox")):
                raise InputError(
                    "{file}: entry {number} of annotations has a box and no outline; a mask needs outlines: draw it, or remove the entry",
                    file=str(file),
                    number=number,
                )
            shapes[str(annotation["image_id"])].append(annotation["segmentation"])
    return images, shapes


def _refuse_shared_id(images: Iterable[Any], file: Path) -> None:
    names: dict[str, str] = {}
    for image in images:
        other = names.setdefault(str(image["id"]), image["file_name"])
        if other != image["file_name"]:
            raise InputError(
                "{file}: {name} and {other} have the same id {id}, so that an outline may be of either; give each image its own id",
                file=str(file),
                name=image["file_name"],
                other=other,
                id=str(image["id"])[:40],
            )


def _is_box(box: Any) -> bool:
    """Return whether the box of an annotation, ``[x, y, width, height]``, has an area."""
    sides = box[2:4] if isinstance(box, list) else []
    return len(sides) == 2 and all(isinstance(side, int | float) and side > 0 for side in sides)


def whole_side(side: Any) -> int | None:
    """Return the side of an image as a whole number, which some tools write as 640.0 or as text."""
    try:
        return int(float(side)) if float(side).is_integer() else None
    except (TypeError, ValueError, OverflowError):
        return None


def _list(values: Any, key: str, fields: tuple[str, ...], file: Path) -> list[Any]:
    """Return a list of a COCO file, checking that each entry has these fields."""
    found = values.get(key) if isinstance(values, dict) else None
    if not isinstance(found, list):
        raise InputError('{file}: is not a COCO file (it has no list "{key}")', file=str(file), key=key)
    for number, entry in enumerate(found, start=1):
        missing = [field for field in fields if not isinstance(entry, dict) or not _usable(field, entry.get(field))]
        if missing:
            raise InputError(
                "{file}: entry {number} of {key} has no usable {field}",
                file=str(file),
                number=number,
                key=key,
                field=missing[0],
            )
    return found


def _usable(field: str, value: Any) -> bool:
    if field in ("file_name", "name"):
        return isinstance(value, str) and value != ""
    return isinstance(value, list | dict) if field == "segmentation" else isinstance(value, int | str)


def _wanted(known: Iterable[Any], names: Sequence[str], file: Path) -> set[str]:
    by_name: dict[str, set[str]] = defaultdict(set)
    for category in known:
        by_name[category["name"]].add(str(category["id"]))
    for name in names:
        if name not in by_name:
            raise InputError(
                '{file}: has no category "{name}"; it has {names}',
                file=str(file),
                name=name,
                names=", ".join(sorted(by_name))[:300],
            )
    return set().union(*(by_name[name] for name in names))
