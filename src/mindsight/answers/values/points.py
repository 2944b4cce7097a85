"""Read a point in every form that models use: numbers in a list, an object, a text or a tag, several points, a box."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.answers.values.basics import MOST_SHOWN, MOST_TEXT, NOTHING, Read, first_of, number, shown

_PAIR = re.compile(
    r"\s*[\[(（]?\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*[,，;\s]\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*[\])）]?\s*"
)
_TAG = re.compile(r"<point\b([^<>]{0,300})>", re.IGNORECASE)
_TAG_AXES = re.compile(r"\b([xy])1?\s*=\s*[\"']?\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))", re.IGNORECASE)
_TAG_TEXT = re.compile(r"<point>([^<>]{1,100})</point>", re.IGNORECASE)
_X, _Y = ("x", "x_norm", "px"), ("y", "y_norm", "py")


class ReadPoint(NamedTuple):
    """Two numbers in the subject's scale; ``named`` if the subject stated which is x and which is y."""

    first: float
    second: float
    named: bool = False


def read_point(value: Any, *, depth: int = 0) -> Read:
    """Return a point from [x, y], {"x", "y"}, text, a tag, the first of several, or the centre of a box."""
    if value is None or depth > 3:
        return Read(problem="too deep" if value is not None else "")
    if isinstance(value, dict):
        return _point_of_object(value, depth=depth)
    if isinstance(value, str):
        return _point_of_text(value)
    return _point_of_list(value, depth=depth) if isinstance(value, (list, tuple)) else Read(problem=shown(value))


def tagged_points(said: str) -> list[ReadPoint]:
    """Return the points in tags of a text: ``<point x="41" y="55">``, ``<point>410 550</point>``."""
    found: list[ReadPoint] = []
    for tag in _TAG.finditer(said):
        point = _axes(tag[1])
        if point is not None:
            found.append(point)
    return found or [
        ReadPoint(float(pair[1]), float(pair[2]))
        for tag in _TAG_TEXT.finditer(said)
        if (pair := _PAIR.fullmatch(tag[1]))
    ]


def _point_of_object(value: dict[str, Any], *, depth: int) -> Read:
    x, y = first_of(value, _X), first_of(value, _Y)
    if x is None and y is None:
        inner = first_of(value, ("point", "point_2d", "coordinates", "xy", "position"))
        read = read_point(inner, depth=depth + 1)
        return read._replace(repairs=(*read.repairs, "nested_point")) if inner is not None else Read(problem="object")
    first, second = number(x), number(y)
    if first is None or second is None:
        return Read(problem=shown(y if first is not None else x))
    return Read(ReadPoint(first, second, named=True), ("point_object",))


def _point_of_text(value: str) -> Read:
    if value.strip().casefold() in NOTHING:
        return Read()
    if "<" in value:
        tags = tagged_points(value[:MOST_TEXT])
        if tags:
            return Read(tags[0], ("point_tag", *(("several_points",) if len(tags) > 1 else ())))
    pair = _PAIR.fullmatch(value) if len(value) <= 2 * MOST_SHOWN + 40 else None
    return Read(ReadPoint(float(pair[1]), float(pair[2])), ("point_text",)) if pair else Read(problem=shown(value))


def _point_of_list(value: Sequence[Any], *, depth: int) -> Read:
    if not value:
        return Read(problem="empty list")
    if isinstance(value[0], (list, tuple, dict)):
        first = read_point(value[0], depth=depth + 1)
        return first._replace(repairs=(*first.repairs, "several_points" if len(value) > 1 else "nested_point"))
    return _point_of_numbers(value)


def _point_of_numbers(value: Sequence[Any]) -> Read:
    numbers = [number(one) for one in value[:5]]
    repairs = ("number_text",) if any(isinstance(one, str) for one in value[:5]) else ()
    if len(numbers) not in {2, 4}:
        return Read(problem=f"{len(value)} numbers")
    usable = [one for one in numbers if one is not None]
    if len(usable) < len(numbers):
        return Read(problem=shown(value[numbers.index(None)]))
    if len(usable) == 2:
        return Read(ReadPoint(usable[0], usable[1]), repairs)
    return Read(ReadPoint((usable[0] + usable[2]) / 2, (usable[1] + usable[3]) / 2), (*repairs, "box"))


def _axes(attributes: str) -> ReadPoint | None:
    axes: dict[str, float] = {}
    for name, digits in _TAG_AXES.findall(attributes):
        axes.setdefault(name.lower(), float(digits))
    return ReadPoint(axes["x"], axes["y"], named=True) if len(axes) == 2 else None
