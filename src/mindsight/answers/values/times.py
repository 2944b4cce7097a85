"""Read a moment or an interval of time in every form that models use: numbers, texts with a unit, clock times, two ends."""

import re
from fractions import Fraction
from typing import Any, NamedTuple

from mindsight.answers.values.basics import MOST_SHOWN, NOTHING, Form, Read, bare, first_of, number, shown
from mindsight.answers.values.numerals import normal
from mindsight.answers.values.quantities import quantity_at
from mindsight.answers.values.units import UNITS

_BEGIN, _END = ("start_ms", "begin_ms", "start", "begin", "from", "start_time"), ("end_ms", "end", "to", "end_time")


class ReadTime(NamedTuple):
    """A moment, or both ends of an interval; ``unit`` is "" if only a number was written."""

    values: tuple[float, ...]
    unit: str = ""


FORMS: tuple[Form, ...] = (
    Form(1400, ReadTime((1400.0,))), Form(1.4, ReadTime((1.4,))), Form(True, None), Form("1400", ReadTime((1400.0,))),
    Form("1,900", ReadTime((1900.0,))), Form("1 900", ReadTime((1900.0,))), Form("1,9", None), Form("1.900,0", None),
    Form("1,900 ms", ReadTime((1900.0,), "ms")), Form("1400ms", ReadTime((1400.0,), "ms")),
    Form("1400 毫秒", ReadTime((1400.0,), "ms")), Form("1.4 s", ReadTime((1.4,), "s")), Form("1,9 s", ReadTime((1.9,), "s")),
    Form("1.4秒", ReadTime((1.4,), "s")), Form("一点四秒", ReadTime((1.4,), "s")), Form("two seconds", ReadTime((2.0,), "s")),
    Form("two", None), Form("1.5 min", ReadTime((90.0,), "s")), Form("1 min 20 s", ReadTime((80.0,), "s")),
    Form("1m20s", ReadTime((80.0,), "s")), Form("1分20秒", ReadTime((80.0,), "s")), Form("00:01.4", ReadTime((1.4,), "s")),
    Form("1:20", ReadTime((80.0,), "s")), Form("0:00:01,400", ReadTime((1.4,), "s")), Form("00:00:75", None),
    Form("at 1.4s", ReadTime((1.4,), "s")), Form("about 1.4 seconds", ReadTime((1.4,), "s")), Form("第1.9秒", ReadTime((1.9,), "s")),
    Form("在1.9秒处", ReadTime((1.9,), "s")), Form([1200, 1600], ReadTime((1200.0, 1600.0))),
    Form({"start": 1.2, "end": 1.6}, ReadTime((1.2, 1.6))), Form("1200-1600", ReadTime((1200.0, 1600.0))),
    Form("1.2s - 1.6s", ReadTime((1.2, 1.6), "s")), Form("1.2 – 1.6 s", ReadTime((1.2, 1.6), "s")),
    Form("1.2~1.6", ReadTime((1.2, 1.6))), Form("1.2s至1.6s", ReadTime((1.2, 1.6), "s")),
    Form("从1.2秒到1.6秒", ReadTime((1.2, 1.6), "s")), Form("from 1.2 to 1.6 s", ReadTime((1.2, 1.6), "s")),
    Form("00:01 - 00:02", ReadTime((1.0, 2.0), "s")), Form("[1200, 1600]", ReadTime((1200.0, 1600.0))),
    Form("1.2, 3.4", ReadTime((1.2, 3.4))), Form("1.2s,3.4s", ReadTime((1.2, 3.4), "s")), Form("1200,1900", None),
    Form("1-2 min", None), Form("900 ms - 1.2 s", None), Form("1.4 or 1.5 s", None), Form("after 1.4 s", None), Form("frame 12", None),
    Form("第12帧", None), Form("1.4 parsecs", None), Form("soon", None), Form("N/A", None), Form([1, 2, 3], None),
)  # fmt: skip
_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,6}):([0-9]{1,6}(?:[.,][0-9]{1,30})?)")
_LEAD = re.compile(r"(?:t ?=|at|@|在|于)? ?(?:the |about |around |approximately |~|≈|大约|约|第(?=[^秒]*秒))? ?")
_TAIL = re.compile(r" ?(?:mark|into the (?:video|clip|audio)|左右|的?时候|时|处)")
_MARKED = re.compile("([<\"'])(.*)[>\"']")
_SEPARATORS = ("-", "–", "—", "~", "至", "到", " to ")
_FROM = re.compile("^(?:from |从|between )")
_APART = re.compile(r"[.:a-z\u4e00-\u9fff]")
"""In both of two times with a comma and no space between them: it cannot be a comma within one number."""


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
    said = value.strip() if len(value) <= MOST_SHOWN * MOST_SHOWN else value
    if said.casefold() in NOTHING:
        return Read()
    if len(said) > 4 * MOST_SHOWN:
        return Read(problem=shown(said))
    plain = number(said)
    if plain is not None:
        return Read(ReadTime((plain,)), ("number_text",))
    said = normal(bare(said))
    moment = _moment(said)
    if moment is not None:
        return Read(ReadTime((float(moment[0]),), _unit(moment)), ("time_text",) if moment[1] else ("number_text",))
    ends = next((ends for begin, end in _split(said) if (ends := _ends(begin, end)) is not None), None)
    return Read(problem=shown(value)) if ends is None else Read(ends, ("time_text",))


def _split(said: str) -> list[tuple[str, str]]:
    """Return the ways to part a text into two ends of an interval."""
    separators = (*_SEPARATORS, " and ") if said.startswith("between ") else _SEPARATORS
    inner = _FROM.sub("", said).strip("[]() ")
    parted = [(begin, end) for separator in separators for begin, found, end in [inner.partition(separator)] if found]
    begin, _, end = inner.partition(",")
    if end.startswith(" ") or (end and said[0] in "[(") or (_APART.search(begin) and _APART.search(end)):
        parted.append((begin, end))
    return parted


def _ends(begin: str, end: str) -> ReadTime | None:
    """Return an interval whose ends agree in their unit; a bare number takes the other's s or ms."""
    first, second = _moment(begin), _moment(end)
    if first is None or second is None:
        return None
    written = {first[1], second[1]} - {""}
    bare_end = "" in {first[1], second[1]}
    if (len(written) > 1 and "ms" in written) or (bare_end and written == {"clock"}):
        return None
    unit = "ms" if "ms" in written else "s" if written else ""
    return ReadTime((float(first[0]), float(second[0])), unit)


def _unit(moment: tuple[Fraction, str]) -> str:
    return "s" if moment[1] == "clock" else moment[1]


def _moment(said: str) -> tuple[Fraction, str] | None:
    """Return a moment from text and what says its unit: s, ms, a clock time or longer units in seconds, or nothing."""
    said = said.strip()
    said = marked[2] if (marked := _MARKED.fullmatch(said)) is not None else said
    if (clock := _CLOCK.fullmatch(said)) is not None:
        return _of_clock(clock)
    at = lead.end() if (lead := _LEAD.match(said)) is not None else 0
    sign = said[at : at + 1] if said[at : at + 1] in {"-", "+"} else ""
    found = quantity_at(said, at + len(sign), UNITS["s"])
    if found is None or not (found.end == len(said) or (found.unit and _TAIL.fullmatch(said, found.end))):
        return None
    value = -found.value if sign == "-" else found.value
    if found.unit is None:  # in another style it could be two numbers
        return (value, "") if found.style == "digits" else None
    if found.unit.kind != "time":
        return None
    written = {UNITS["ms"]: "ms", UNITS["s"]: "s"}.get(found.unit, "clock")
    return (value * 1000 if written == "ms" else value), written


def _of_clock(clock: re.Match[str]) -> tuple[Fraction, str] | None:
    hours, minutes, seconds = int(clock[1] or 0), int(clock[2]), Fraction(clock[3].replace(",", "."))
    # 00:00:400 is not a clock time; that milliseconds were meant is a guess.
    if seconds >= 60 or (clock[1] and minutes >= 60):
        return None
    return hours * 3600 + minutes * 60 + seconds, "clock"


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
