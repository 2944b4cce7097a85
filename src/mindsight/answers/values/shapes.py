"""Find the points, boxes and outlines in any value: numbers in lists, objects, texts and tags.

No number is read that is not written: commas that might be decimal ones, a percentage beside a plain number and half a point are nothing.
"""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from mindsight.answers.values.basics import MOST_TEXT, NOTHING, Read, bare, by_key, number, shown
from mindsight.answers.values.tags import Shape, tags_in

MOST = 1_000
"""Things and numbers in one value."""
POINT_KEYS = (
    "point", "point2d", "points", "points2d", "coordinates", "coordinate", "coords", "coord", "xy", "position", "pos",
    "location", "center",
    "centre", "坐标", "位置", "点",
)  # fmt: skip
BOX_KEYS = ("bbox2d", "box2d", "bbox", "box", "boundingbox", "bndbox", "rect", "rectangle", "框", "边界框")
OUTLINE_KEYS = ("outline", "polygon", "contour", "segmentation", "mask", "vertices", "轮廓", "多边形")
_WITHIN = (*POINT_KEYS, *BOX_KEYS, *OUTLINE_KEYS, "answer", "value", "答案")
_POINTS = (
    ("x", "y"),
    ("xnorm", "ynorm"),
    ("px", "py"),
    ("cx", "cy"),
    ("x0", "y0"),
    ("x1", "y1"),
    ("left", "top"),
    ("横坐标", "纵坐标"),
)
_CORNERS = (
    ("x1", "y1", "x2", "y2"), ("x0", "y0", "x1", "y1"), ("xmin", "ymin", "xmax", "ymax"), ("minx", "miny", "maxx", "maxy"),
    ("left", "top", "right", "bottom"),
)  # fmt: skip
_SIZES = (
    ("x", "y", "width", "height"),
    ("x", "y", "w", "h"),
    ("left", "top", "width", "height"),
    ("xmin", "ymin", "width", "height"),
)
_CENTRES = (("cx", "cy", "w", "h"), ("cx", "cy", "width", "height"), ("xcenter", "ycenter", "width", "height"))
_OPPOSITE = (("topleft", "bottomright"), ("lefttop", "rightbottom"))
_N = r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})[ \t]?%?"
_PAIR = re.compile(rf" ?({_N}) ?[,; ] ?({_N}) ?")
_GROUP = re.compile(r"[\[(]([^\[\]()]{1,200})[\])]")
_BETWEEN_GROUPS = re.compile(r"[\s,;\[\]()]*")
_SEPARATOR = re.compile(r"(?<=[\d.%])( ?[,; ] ?)(?=[-+.\d])")
_KEYED = re.compile(
    rf"[\"']?\b(x[012]?|y[012]?|[xy]_?(?:min|max)|left|top|right|bottom|width|height|w|h|cx|cy|横坐标|纵坐标)[\"']?\s*[:=]\s*[\"']?({_N})[\"']?(?=[\s,;)\]}}]|\Z)",
    re.IGNORECASE,
)
_AROUND_KEYED = re.compile(r"(?:[\s,;:()\[\]{}.]|\b(?:point|box|bbox|and|at)\b)*", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|no|never|or|outside|px|pixels?|percent|cm)\b|n't\b|[不没非或%]|像素", re.IGNORECASE)


def shapes_of(value: Any, *, depth: int = 0) -> Read:
    """Return the shapes in a value as a tuple, all of them or none."""
    if value is None or depth > 4:
        return Read(problem="too deep" if value is not None else "")
    if isinstance(value, dict):
        return _of_object(by_key(value), depth)
    if isinstance(value, str):
        return _of_text(value, depth)
    return _of_list(value, depth) if isinstance(value, (list, tuple)) else Read(problem=shown(value))


def has_place(value: dict[Any, Any]) -> bool:
    """Return whether an object has keys of coordinates."""
    keyed = by_key(value)
    return any(all(keyed.get(key) is not None for key in keys) for keys in (*_CORNERS, *_POINTS))


def as_box(shapes: Sequence[Shape]) -> Shape | None:
    """Return the box of one shape of four numbers, of two corners, or of the four corners of an upright rectangle; None if it is none."""
    if len(shapes) == 1 and len(shapes[0].numbers) == 4:
        return shapes[0]
    whole = joined(shapes)
    if (
        whole is None
        or len(whole.numbers) not in {4, 8}
        or (len(shapes) > 1 and any(len(one.numbers) != 2 for one in shapes))
    ):
        return None
    across, down = whole.numbers[::2], whole.numbers[1::2]
    if len(across) == 4 and (len({*across}), len({*down}), len({*zip(across, down, strict=True)})) != (2, 2, 4):
        return None
    corners = whole.numbers if len(across) == 2 else (min(across), min(down), max(across), max(down))
    return whole._replace(numbers=corners)


def joined(shapes: Sequence[Shape]) -> Shape | None:
    """Return the numbers of shapes of one scale as those of one shape."""
    if len({shape[1:] for shape in shapes}) != 1:
        return None
    return shapes[0]._replace(numbers=tuple(figure for shape in shapes for figure in shape.numbers))


def _of_object(value: dict[str, Any], depth: int) -> Read:
    for keys, change in ((_CORNERS, tuple), (_SIZES, _from_size), (_CENTRES, _from_centre), (_POINTS, tuple)):
        for names in keys:
            if all(value.get(name) is not None for name in names):
                return _named([value[name] for name in names], change)
    for begin, end in _OPPOSITE:
        if value.get(begin) is not None and value.get(end) is not None:
            return _as_one_box(shapes_of([value[begin], value[end]], depth=depth + 1))
    name = next((name for name in _WITHIN if value.get(name) is not None), "")
    if not name:
        return Read(problem="object")
    read = shapes_of(value[name], depth=depth + 1)
    return _as_one_box(read) if name in BOX_KEYS else read._replace(repairs=(*read.repairs, "nested_point"))


def _named(written: Sequence[Any], change: Callable[[tuple[float, ...]], tuple[float, ...]]) -> Read:
    """Return the shape of numbers whose axes were named, as a point or as corners."""
    read = _of_numbers(written)
    if not read.value:
        return read
    shape = read.value[0]._replace(numbers=change(read.value[0].numbers), named=True)
    if not all(map(math.isfinite, shape.numbers)):
        return Read(problem="number too large")
    return Read((shape,), ("point_object", *(repair for repair in read.repairs if repair != "number_text")))


def _as_one_box(read: Read) -> Read:
    """Return the shapes under a key of boxes: two corners are one box."""
    box = as_box(read.value) if read.value else None
    return read._replace(value=(box,) if box else read.value, repairs=(*read.repairs, "nested_point"))


def _from_size(numbers: tuple[float, ...]) -> tuple[float, ...]:
    x, y, width, height = numbers
    return x, y, x + width, y + height


def _from_centre(numbers: tuple[float, ...]) -> tuple[float, ...]:
    x, y, width, height = numbers
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _of_list(value: Sequence[Any], depth: int) -> Read:
    if not value or len(value) > MOST:
        return Read(problem=f"{len(value)} numbers" if value else "empty list")
    if not isinstance(value[0], (list, tuple, dict)) and not (
        isinstance(value[0], str) and coordinate(value[0]) is None
    ):
        return _of_numbers(value)
    reads = [shapes_of(one, depth=depth + 1) for one in value]
    bad = next((read for read in reads if not read.value), None)
    if bad is not None:
        return Read(problem=bad.problem or "None")
    repairs = tuple(dict.fromkeys(repair for read in reads for repair in read.repairs))
    nested = ("nested_point",) if len(value) == 1 else ()
    return Read(tuple(shape for read in reads for shape in read.value), (*repairs, *nested))


def _of_numbers(value: Sequence[Any]) -> Read:
    if len(value) % 2 or len(value) > MOST:
        return Read(problem=f"{len(value)} numbers")
    read = [coordinate(one) for one in value]
    usable = [one for one in read if one is not None]
    if len(usable) < len(read):
        return Read(problem=shown(value[read.index(None)]))
    percent = {is_percent for _, is_percent in usable}
    if len(percent) > 1:
        return Read(problem="percent beside numbers")
    scale = "percent" if percent == {True} else ""
    repair = "own_scale" if scale else "number_text" if any(isinstance(one, str) for one in value) else ""
    return Read((Shape(tuple(figure for figure, _ in usable), False, scale),), (repair,) if repair else ())


def coordinate(value: Any) -> tuple[float, bool] | None:
    """Return a number and whether it is a percentage; None for anything else."""
    percent = isinstance(value, str) and value.rstrip().endswith(("%", "％"))
    found = number(value.rstrip()[:-1] if percent else value)
    return None if found is None else (found, percent)


def _of_text(value: str, depth: int) -> Read:
    if value.strip().casefold() in NOTHING:
        return Read()
    if "<" in value and (tagged := shapes_of_tags(value[:MOST_TEXT])).repairs:
        return tagged if tagged.value else Read(problem=shown(value))
    said = _folded(bare(value))
    read = _of_json(said, depth) if said[:1] in {"[", "{"} else Read()
    if not read.value and len(value) <= MOST_TEXT:
        read = _of_numbers_in(said)
    if not read.value:
        return Read(problem=shown(value))
    return Read(
        read.value,
        tuple(dict.fromkeys((*(repair for repair in read.repairs if repair != "number_text"), "point_text"))),
    )


def shapes_of_tags(said: str) -> Read:
    """Return the shapes in the tags of a text, all of them or none; without repairs if there is no tag."""
    tags = tags_in(said)
    reads = [_of_tag(tag.shapes, tag.inside, box=tag.box) for tag in tags]
    every = tuple(shape for read in reads for shape in read.value or ())
    own = ("own_scale",) if any(shape.scale for shape in every) else ()
    return Read(every if all(read.value for read in reads) else (), ("point_tag", *own) if tags else ())


def _folded(said: str) -> str:
    """Return a text in one width, with one space for several."""
    return " ".join(unicodedata.normalize("NFKC", said[:MOST_TEXT]).replace("、", ",").split())


def _of_tag(shapes: Sequence[Shape], inside: str, *, box: bool) -> Read:
    """Return the shapes of a tag; two points in a tag of boxes are the corners of one."""
    read = _of_numbers_in(_folded(inside)) if inside else Read(tuple(shapes))
    whole = as_box(read.value) if box and read.value else None
    return read._replace(value=(whole,)) if whole else read


def _of_json(said: str, depth: int) -> Read:
    try:
        return shapes_of(json.loads(said), depth=depth + 1)
    except (ValueError, RecursionError):
        return Read()


def _of_numbers_in(said: str) -> Read:
    """Return the shapes of a text of numbers: with named axes, in brackets, or with one kind of separator."""
    if (keyed := list(_KEYED.finditer(said))) and len({found[1].casefold() for found in keyed}) == len(keyed):
        whole = _AROUND_KEYED.fullmatch(_KEYED.sub("", said))
        return _of_object(by_key({found[1]: found[2] for found in keyed}), 0) if whole else Read()
    if pair := _PAIR.fullmatch(said.strip().strip("[]()")):
        return _of_numbers([pair[1], pair[2]])
    groups = [group[1] for group in _GROUP.finditer(said)]
    if not groups:
        return _of_flat(said)
    reads = [_of_flat(group) for group in groups]
    outside = _GROUP.sub("", said)
    if not all(read.value for read in reads):
        return Read()
    # A sentence with one point in it; digits, a unit or a denial beside it might change what it means.
    alone = (
        len(groups) == 1
        and len(reads[0].value[0].numbers) == 2
        and not re.search(r"\d", outside)
        and not _DENIAL.search(outside)
    )
    if not _BETWEEN_GROUPS.fullmatch(outside) and not alone:
        return Read()
    return Read(
        tuple(shape for read in reads for shape in read.value),
        tuple(dict.fromkeys(r for read in reads for r in read.repairs)),
    )


def _of_flat(said: str) -> Read:
    """Return the numbers of a text that have one and the same separator, so that a comma cannot be a decimal one."""
    body = said.strip()
    if pair := _PAIR.fullmatch(body):
        return _of_numbers([pair[1], pair[2]])
    separators = {*_SEPARATOR.findall(body)}
    if len(separators) != 1:
        return Read()
    return _of_numbers(body.split(separators.pop())[: MOST + 1])
