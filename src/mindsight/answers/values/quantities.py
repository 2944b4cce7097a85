"""Read a number with its unit or units at a place of a text: 45 cm, 1 h 30 min, 5'7", 一米二, 一个半小时."""

import re
from fractions import Fraction
from typing import NamedTuple

from mindsight.answers.values.basics import Form
from mindsight.answers.values.numerals import DIGITS, HAN, Numeral, Style, numeral_at
from mindsight.answers.values.units import INCH, UNITS, Unit, unit_at

FORMS: tuple[Form, ...] = (
    Form("45 cm", 0.45, "length"), Form("45公分", 0.45, "length"), Form("1 m 20", 1.2, "length"), Form("1m20", 1.2, "length"),
    Form("1米2", 1.2, "length"), Form("一米二", 1.2, "length"), Form("一米七五", 1.75, "length"), Form("一米半", 1.5, "length"),
    Form("5'7\"", 1.7018, "length"), Form("5 ft 7 in", 1.7018, "length"), Form("half a metre", 0.5, "length"), Form("1m2", 1, "area"),
    Form("20 m²", 20, "area"), Form("20平米", 20, "area"), Form("215 sq ft", 19.9741536, "area"), Form("5 m squared", 5, "area"),
    Form("90 s", 90, "time"), Form("1 h 30 min", 5400, "time"), Form("1h30", 5400, "time"), Form("1:30 h", 5400, "time"),
    Form("1:30 min", 90, "time"), Form("1:30:00", 5400, "time"), Form("1分20秒", 80, "time"), Form("一个半小时", 5400, "time"),
    Form("an hour and a half", 5400, "time"), Form("一刻钟", 900, "time"), Form("45°", 45, "angle"), Form("45度", 45, "angle"),
    Form("3 m 4", None, "length"), Form("1.5 h 30 min", None, "time"), Form("1 h 90 min", None, "time"), Form("1:30", None, "time"),
)  # fmt: skip


class Quantity(NamedTuple):
    """An amount in its kind's basic unit, the unit written first, and where it ends; without a unit (None) the number itself."""

    value: Fraction
    unit: Unit | None
    end: int
    style: Style = "digits"


_HOUR, _MINUTE, _SECOND, _METRE, _FOOT = (UNITS[name] for name in ("h", "min", "s", "m", "ft"))
_CLOCK = re.compile(
    r"([0-9]{1,4}):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]{1,9})?))?(?![0-9:.])"
    r"(?: ?(h|hours?|小时|min|minutes?|分钟)(?![a-z]))?"
)
_ARTICLE = re.compile(
    r"\ban? (?=(?:hour|minute|second|metre|meter|foot|yard|inch|centimet|kilomet|square)[a-z]*\b)", re.ASCII
)
_AND_A_HALF = re.compile(r"半钟?(?![个径圆年天])| and a half\b", re.ASCII)
_HALF_BEFORE = re.compile(r"个半(?=小时|钟头)")
_MINUTES = re.compile(r" ?[0-9]{1,2} ?s(?:ec(?:onds?)?)?\b", re.ASCII)
"""After a time's m: minutes."""
_ARTICLE_BETWEEN, _BETWEEN = re.compile(r" (?:of )?an? "), re.compile(r"-(?=[a-z])| ")
_AND = re.compile(r",? (?:and )?|又|零|")
_CUT = rf"(?![0-9a-z{HAN}]|[.,][0-9])"
_SHORT: dict[Unit, tuple[tuple[re.Pattern[str], int | Fraction], ...]] = {
    _HOUR: ((re.compile(rf" ?([0-5][0-9]){_CUT}"), 60),),
    _FOOT: ((re.compile(rf" ?([0-9]|1[01]){_CUT}"), INCH),),
    _METRE: (
        (re.compile(rf"(?<=[米尺])([0-9]{{1,3}}|[零一二三四五六七八九]{{1,2}}){_CUT}"), 0),
        (re.compile(rf" ?([0-9]{{2}}){_CUT}"), 0),
    ),
}
"""Bare numbers after a unit, and what one of them is worth; 0: they are the decimals, as in 1米2 and 1m20."""


def article_at(said: str) -> int:
    """Return where an article that stands for one begins, as in "an hour"; -1 if there is none."""
    found = _ARTICLE.search(said)
    return -1 if found is None else found.start()


def quantity_at(said: str, at: int, asked: Unit) -> Quantity | None:
    """Return the number, with its unit or units if it has any, that begins at a place of a text in normal form."""
    if asked.kind == "time" and (clock := _CLOCK.match(said, at)) is not None:
        return _of_clock(clock)
    article = _ARTICLE.match(said, at) if asked.kind else None
    first = numeral_at(said, at) if article is None else Numeral(Fraction(1), article.end() - 1, "words")
    if first is None:
        return None
    value, place = first.value, first.end
    if (half := _HALF_BEFORE.match(said, place)) is not None and value.denominator == 1:
        value, place = value + Fraction(1, 2), half.end()
    found = unit_at(said, _to_unit(said, place, value), asked)
    if found is None:
        return Quantity(value, None, place, first.style)
    unit, place = found
    if unit == _METRE and asked.kind == "time" and _MINUTES.match(said, place):
        unit = _MINUTE
    return _summed(said, Quantity(value * unit.factor, unit, place, first.style), value, asked)


def _to_unit(said: str, place: int, value: Fraction) -> int:
    """Return where the unit of a number would begin: after a space, a hyphen, or the article in "half a metre"."""
    found = (_ARTICLE_BETWEEN.match(said, place) if value < 1 else None) or _BETWEEN.match(said, place)
    return place if found is None else found.end()


def _of_clock(clock: re.Match[str]) -> Quantity | None:
    """Return a time from h:mm:ss; h:mm and m:ss only with their unit, because nothing else tells them apart."""
    first, second, third, unit = clock.groups()
    if third:
        return Quantity(3600 * int(first) + 60 * int(second) + Fraction(third), _SECOND, clock.end())
    if unit:
        return Quantity((60 * int(first) + Fraction(second)) * (60 if unit[0] in "h小" else 1), _SECOND, clock.end())
    return None


def _summed(said: str, first: Quantity, number: Fraction, asked: Unit) -> Quantity | None:
    """Return a quantity with the smaller parts that follow it; None if a number follows that is no such part."""
    total, unit, place = first.value, first.unit, first.end
    while unit is not None:
        whole = number.denominator == 1
        if whole and (half := _AND_A_HALF.match(said, place)) is not None:
            return first._replace(value=total + unit.factor / 2, end=half.end())
        begin = found.end() if (found := _AND.match(said, place)) is not None else place
        part = numeral_at(said, begin)
        named = None if part is None else unit_at(said, _to_unit(said, part.end, part.value), asked)
        if part is not None and named is not None:
            smaller = _MINUTE if unit == _HOUR and named[0] == _METRE else named[0]
            value = part.value * smaller.factor
            if not whole or smaller.kind != unit.kind or smaller.factor >= unit.factor or value >= unit.factor:
                return None
            total, unit, place, number = total + value, smaller, named[1], part.value
        elif (short := _short(said, place, unit)) is not None and whole:
            return first._replace(value=total + short[0], end=short[1])
        else:
            goes_on = part is not None or said[begin : begin + 1].isdigit()
            return None if goes_on else first._replace(value=total, end=place)
    return None


def _short(said: str, place: int, unit: Unit) -> tuple[Fraction, int] | None:
    """Return what a bare number after a unit adds, and its end."""
    for pattern, worth in _SHORT.get(unit, ()):
        if (found := pattern.match(said, place)) is not None:
            digits = found[1].translate(DIGITS)
            return (Fraction(f"0.{digits}") if not worth else int(digits) * Fraction(worth)), found.end()
    return None
