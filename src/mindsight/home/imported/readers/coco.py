"""Rows from annotations in the form of COCO: for each picture and kind of thing, how many, whether any, and where the only one is.

A picture gives three rows (``ask`` is ``count``, ``present`` or ``box``) for each kind of thing that is marked on it, and for one kind that
is not. Where a single thing is asked for and there are none or several, ``reason`` says that this cannot be answered.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.decoding import decoder_errors
from mindsight.engine.seeds import subseed
from mindsight.home.imported.readers.lines import FILE, damaged, need_ijson
from mindsight.home.imported.readers.row import Row
from mindsight.shallow import Shallow
from mindsight.text import Text, text

_MOST_MARKS = 20_000_000


class _Marked(NamedTuple):
    """How many things of a kind a picture shows, and the box of the first; a crowd has no number."""

    things: int
    box: tuple[float, ...]
    crowd: bool


def is_coco(file: Path) -> bool:
    """Return whether a JSON file has lists of pictures and of annotations."""
    ijson = need_ijson()
    found = set()
    try:
        with file.open("rb") as stream:
            for prefix, event, value in ijson.parse(Shallow(stream)):
                if prefix == "" and event == "map_key":
                    found.add(value)
                    if {"images", "annotations"} <= found:
                        return True
                elif prefix == "" and event == "start_array":
                    return False
    except decoder_errors():
        return False
    return False


def rows_of_coco(file: Path) -> Iterator[Row]:
    """Yield the rows of a file of annotations; damage becomes a row that says so."""
    ijson = need_ijson()
    place = "categories"
    try:
        names = _names(ijson, file)
        place = "annotations"
        marks, wrong = _marks(ijson, file, names)
        yield from (Row(f"{file.name}:annotations", {}, problem) for problem in wrong)
        place = "images"
        with file.open("rb") as stream:
            for number, image in enumerate(ijson.items(Shallow(stream), "images.item", use_float=True), 1):
                yield from _rows(file, number, image, marks, names)
    except decoder_errors() as error:
        yield Row(f"{file.name}:{place}", {}, damaged(error))


def _names(ijson: Any, file: Path) -> dict[Any, str]:
    with file.open("rb") as stream:
        found = ijson.items(Shallow(stream), "categories.item", use_float=True)
        return {
            one["id"]: str(one["name"])[:200]
            for one in found
            if isinstance(one, dict) and isinstance(one.get("id"), int | str) and one.get("name")
        }


def _marks(ijson: Any, file: Path, names: dict[Any, str]) -> tuple[dict[Any, dict[Any, _Marked]], list[Text]]:
    found: dict[Any, dict[Any, _Marked]] = defaultdict(dict)
    unusable = 0
    with file.open("rb") as stream:
        for number, one in enumerate(ijson.items(Shallow(stream), "annotations.item", use_float=True)):
            if number > _MOST_MARKS:
                raise ValueError("too many annotations")
            box = one.get("bbox") if isinstance(one, dict) else None
            place = one.get("image_id") if isinstance(one, dict) else None
            kind = one.get("category_id") if isinstance(one, dict) else None
            named = isinstance(place, int | str) and isinstance(kind, int | str) and kind in names
            if (
                not named
                or not isinstance(box, list)
                or len(box) != 4
                or not all(isinstance(s, int | float) for s in box)
            ):
                unusable += 1
                continue
            before = found[place].get(kind)
            crowd = bool(one.get("iscrowd")) or (before is not None and before.crowd)
            corners = (box[0], box[1], box[0] + box[2], box[1] + box[3])
            found[place][kind] = (
                _Marked(1, corners, crowd) if before is None else _Marked(before.things + 1, before.box, crowd)
            )
    problems = [text("{count} annotations have no picture, kind or box", count=unusable)] if unusable else []
    return found, problems


def _rows(
    file: Path, number: int, image: Any, marks: dict[Any, dict[Any, _Marked]], names: dict[Any, str]
) -> Iterator[Row]:
    place = f"{file.name}:images[{number}]"
    if not isinstance(image, dict) or not isinstance(image.get("id"), int | str):
        yield Row(place, {}, text("is no JSON object"))
        return
    own = marks.get(image["id"], {})
    absent = sorted(
        (kind for kind in names if kind not in own), key=lambda kind: subseed(0, str(image["id"]), str(kind))
    )
    shown = [(kind, own[kind]) for kind in own if not own[kind].crowd]
    for kind, mark in [*shown, *((kind, _Marked(0, (), crowd=False)) for kind in absent[:1])]:
        fields = {
            FILE: file.stem,
            "file_name": image.get("file_name"),
            "width": image.get("width"),
            "height": image.get("height"),
            "image_id": image["id"],
            "category": names[kind],
            "count": mark.things,
            "present": "yes" if mark.things else "no",
            "box": list(mark.box),
        }
        for ask in ("count", "present", "box"):
            reason = {0: "absent", 1: ""}.get(mark.things, "ambiguous") if ask == "box" else ""
            yield Row(f"{place} {names[kind]} {ask}", {**fields, "ask": ask, "reason": reason})
