"""Read single values of an answer: a point, a time, an option, in every form that models use.

A reader returns the value, what it repaired (``repairs``) and what could not be used (``problem``); no content of an answer raises an
error.
"""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.text import storable

_MOST_TEXT = 2_000
_MOST_SHOWN = 40
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PAIR = re.compile(
    r"\s*[\[(（]?\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*[,，;\s]\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*[\])）]?\s*"
)
_TAG = re.compile(r"<point\b([^<>]{0,300})>", re.IGNORECASE)
_TAG_AXES = re.compile(r"\b([xy])1?\s*=\s*[\"']?\s*([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))", re.IGNORECASE)
_TAG_TEXT = re.compile(r"<point>([^<>]{1,100})</point>", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d{1,30})?)")
_WITH_UNIT = re.compile(r"([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*([a-zµ]{1,12}|毫秒|秒钟|秒)\.?", re.IGNORECASE)
_UNITS = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "毫秒"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒", "秒钟"), "s"),
}
_NOTHING = frozenset(("", "null", "none", "n/a", "nan", "无", "-"))
_X, _Y = ("x", "x_norm", "px"), ("y", "y_norm", "py")
_BEGIN, _END = ("start_ms", "begin_ms", "start", "begin", "from", "start_time"), ("end_ms", "end", "to", "end_time")
_OPTION = re.compile(
    r"\s*(?i:option|选项|选择)?\s*[\"'(（\[【]*\s*(?:([A-Za-z])(?![A-Za-z])|([A-Z]{2}|[a-z]{2})(?=\s*(?:[.、:：)）\]】]|$)))"
)


class ReadPoint(NamedTuple):
    """Two numbers in the subject's scale; ``named`` if the subject stated which is x and which is y."""

    first: float
    second: float
    named: bool = False


class ReadTime(NamedTuple):
    """A moment, or both ends of an interval; ``unit`` is "" if only a number was written."""

    values: tuple[float, ...]
    unit: str = ""


class Read(NamedTuple):
    """A value that was read; ``value`` is None if there is nothing usable."""

    value: Any = None
    repairs: tuple[str, ...] = ()
    problem: str = ""


def number(value: Any) -> float | None:
    """Return a finite number, also from a string of digits; None for anything else, booleans included."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        if len(value) > _MOST_SHOWN or not _NUMBER.fullmatch(value):
            return None
    elif not isinstance(value, (int, float)):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def words(value: Any) -> str:
    """Return a text in a form that a record can hold; "" for anything else."""
    return storable(value[:_MOST_TEXT]).strip() if isinstance(value, str) else ""


def shown(value: Any) -> str:
    """Return an unusable value for messages: short, on one line."""
    if isinstance(value, (dict, list)):
        return "list" if isinstance(value, list) else "object"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "number too large"
    plain = "".join(c if c.isprintable() else " " for c in str(value)[: 2 * _MOST_SHOWN])
    return storable(" ".join(plain.split()))[:_MOST_SHOWN]


def read_point(value: Any, *, depth: int = 0) -> Read:
    """Return a point from [x, y], {"x", "y"}, text, a tag, the first of several, or the centre of a box."""
    if value is None or depth > 3:
        return Read(problem="too deep" if value is not None else "")
    if isinstance(value, dict):
        return _point_of_object(value, depth=depth)
    if isinstance(value, str):
        return _point_of_text(value)
    return _point_of_list(value, depth=depth) if isinstance(value, (list, tuple)) else Read(problem=shown(value))


def read_time(value: Any, *, depth: int = 0) -> Read:
    """Return a time from a number, text with or without a unit, MM:SS, or an interval."""
    if value is None or depth > 2:
        return Read(problem="too deep" if value is not None else "")
    if isinstance(value, dict):
        begin, end = first_of(value, _BEGIN), first_of(value, _END)
        unit = "ms" if any(name in value and name.endswith("_ms") for name in (*_BEGIN, *_END)) else ""
        return _interval([begin, end], unit=unit, depth=depth) if begin is not None else Read(problem="object")
    if isinstance(value, (list, tuple)):
        return _interval(list(value), unit="", depth=depth)
    if isinstance(value, str):
        return _time_of_text(value)
    found = number(value)
    return Read(problem=shown(value)) if found is None else Read(ReadTime((found,)))


def read_choice(value: Any, choices: Sequence[str] = ()) -> Read:
    """Return the letter of an option, from ``A``, ``A. mug``, ``(A)`` or the option's words."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = first_of(value, ("choice", "option", "letter", "id", "key"))
    said = words(value)
    if not said:
        return Read(problem="" if value is None or value == "" else shown(value))
    by_name = {_named(choice): letter for choice in choices if (letter := letter_of(choice))}
    if said.casefold() in by_name:
        return Read(by_name[said.casefold()], ("option_by_name",))
    letter = letter_of(said)
    if not letter:
        return Read(problem=shown(said))
    return Read(letter, () if said == letter else ("option_text",))


def letter_of(option: str) -> str:
    """Return the letter (two after the 26th) before an option's words; "" if there is none."""
    found = _OPTION.match(option)
    return (found[1] or found[2]) if found else ""


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
    if value.strip().casefold() in _NOTHING:
        return Read()
    if "<" in value:
        tags = tagged_points(value[:_MOST_TEXT])
        if tags:
            return Read(tags[0], ("point_tag", *(("several_points",) if len(tags) > 1 else ())))
    pair = _PAIR.fullmatch(value) if len(value) <= 2 * _MOST_SHOWN + 40 else None
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


def _time_of_text(value: str) -> Read:
    said = value.strip()
    if said.casefold() in _NOTHING:
        return Read()
    if len(said) > 4 * _MOST_SHOWN:
        return Read(problem=shown(said))
    plain = number(said)
    if plain is not None:
        return Read(ReadTime((plain,)), ("number_text",))
    one = _moment(said)
    if one is not None:
        return Read(one, ("time_text",))
    for separator in ("-", "–", "~", "～", "至", "到", " to ", ","):
        begin, found, end = said.strip("[]()").partition(separator)
        if found and begin.strip() and end.strip():
            return _text_interval(begin, end)
    return Read(problem=shown(said))


def _text_interval(begin: str, end: str) -> Read:
    parts = [_moment(begin), _moment(end)]
    known = [part for part in parts if part is not None]
    if len(known) < 2:
        return Read(problem=shown(f"{begin}-{end}"))
    units = {part.unit for part in known} - {""}
    if len(units) > 1:
        return Read(problem=shown(f"{begin}-{end}"))
    unit = units.pop() if units else ""
    return Read(ReadTime((known[0].values[0], known[1].values[0]), unit), ("time_text",))


def _moment(said: str) -> ReadTime | None:
    """Return a moment from text: ``1.4``, ``1.4 s``, ``1400ms``, ``00:01.4``; clock times are in seconds."""
    said = said.strip().strip("<>\"'")
    if (plain := number(said)) is not None:
        return ReadTime((plain,))
    if with_unit := _WITH_UNIT.fullmatch(said):
        unit = _UNITS.get(with_unit[2].lower(), "")
        return ReadTime((float(with_unit[1]),), unit) if unit else None
    if clock := _CLOCK.fullmatch(said):
        hours, minutes, seconds = int(clock[1] or 0), int(clock[2]), float(clock[3].replace(",", "."))
        # 00:00:400 is not a clock time; that milliseconds were meant is a guess.
        if seconds >= 60 or (clock[1] and minutes >= 60):
            return None
        return ReadTime((hours * 3600 + minutes * 60 + seconds,), "s")
    return None


def _interval(value: list[Any], *, unit: str, depth: int) -> Read:
    if not value or len(value) > 2:
        return Read(problem=f"{len(value)} values")
    read = [read_time(one, depth=depth + 1) for one in value if one is not None]
    usable = [one.value for one in read if isinstance(one.value, ReadTime) and len(one.value.values) == 1]
    if not usable:
        return Read(problem=next((one.problem for one in read if one.problem), ""))
    units = {one.unit for one in usable} | ({unit} if unit else set())
    if len(usable) < len(value) or len(units) > 1:
        return Read(problem=shown(value[0]) if len(usable) == len(value) else "half an interval")
    repairs = tuple(repair for one in read for repair in one.repairs)
    return Read(ReadTime(tuple(one.values[0] for one in usable), unit or units.pop()), repairs)


def first_of(value: dict[str, Any], names: Sequence[str]) -> Any:
    """Return the value under the first of the names that has one; None if there is none."""
    return next((value[name] for name in names if value.get(name) is not None), None)


def _named(choice: str) -> str:
    """Return an option's words without its letter."""
    return re.sub(r"^\s*[A-Za-z]{1,2}\s*[.、:：)）]\s*", "", choice).strip().casefold()
