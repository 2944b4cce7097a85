"""Read a moment or an interval of time in every form that models use: numbers, texts with a unit, clock times, two ends."""

import re
from typing import Any, NamedTuple

from mindsight.answers.values.basics import MOST_SHOWN, NOTHING, Read, first_of, number, shown

_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}):(\d{1,6}(?:[.,]\d{1,30})?)")
_WITH_UNIT = re.compile(r"([-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))\s*([a-zµ]{1,12}|毫秒|秒钟|秒)\.?", re.IGNORECASE)
_UNITS = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "毫秒"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒", "秒钟"), "s"),
}
_BEGIN, _END = ("start_ms", "begin_ms", "start", "begin", "from", "start_time"), ("end_ms", "end", "to", "end_time")


class ReadTime(NamedTuple):
    """A moment, or both ends of an interval; ``unit`` is "" if only a number was written."""

    values: tuple[float, ...]
    unit: str = ""


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


def _time_of_text(value: str) -> Read:
    said = value.strip()
    if said.casefold() in NOTHING:
        return Read()
    if len(said) > 4 * MOST_SHOWN:
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
