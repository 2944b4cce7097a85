"""Read the one number that an answer gives, in the unit of the question."""

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mindsight.answers.values import surroundings
from mindsight.answers.values.basics import MOST_TEXT, NOTHING, Form, Read, bare, shown
from mindsight.answers.values.numerals import first_number, normal
from mindsight.answers.values.quantities import Quantity, article_at, quantity_at
from mindsight.answers.values.units import UNITS, Unit, unit_named

MOST = 1e9
_LONGEST = 300
_DEEPEST = 2
_SAME = Fraction(1, 20)
"""How far a number may be from its repetition in another unit, which is rounded."""

FORMS: tuple[Form, ...] = (
    Form(3, 3, ""), Form(3.5, 3.5, "cm"), Form(True, None, ""), Form(math.nan, None, ""), Form(math.inf, None, ""),
    Form(10**30, None, ""), Form("3", 3, ""), Form("-3", -3, ""), Form("−3", -3, ""), Form("1,200", 1200, ""),
    Form("1,234.5", 1234.5, ""), Form("1 200", 1200, ""), Form("1.234,5", 1234.5, ""), Form("1.200", 1.2, ""), Form("0,45 m", 45, "cm"),
    Form("3,4", None, ""), Form("1/2", 0.5, ""), Form("½", 0.5, ""), Form("twenty-one", 21, ""), Form("a dozen", 12, ""),
    Form("十二", 12, ""), Form("二十一个", 21, ""), Form("none", 0, ""), Form("没有", 0, ""), Form("none", None, "cm"),
    Form("about 3", 3, ""), Form("3 cups", 3, ""), Form("There are 3 cups on the table.", 3, ""), Form("图中一共有三个杯子。", 3, ""),
    Form("3个", 3, ""), Form("three (3)", 3, ""), Form("**3**", 3, ""), Form("The answer is 3.", 3, ""), Form([3], 3, ""),
    Form([3, 4], None, ""), Form({"value": 3, "unit": "cm"}, 3, "cm"), Form({"m": 1, "cm": 20}, 120, "cm"), Form("3-4", None, ""),
    Form("2 + 1 = 3", 3, ""), Form("2 + 1", None, ""),
    Form("3 or 4", None, ""), Form("3~4", None, ""), Form("two or three", None, ""), Form("三四个", None, ""),
    Form("at least 3", None, ""), Form("3+", None, ""), Form("十几个", None, ""), Form("3 cups and 2 plates", None, ""),
    Form("3/4 of the cups", None, ""), Form("50%", None, ""), Form("cup 3", None, ""), Form("第3个", None, ""),
    Form("三角形", None, ""), Form("one of them is hidden, so I cannot count", None, ""), Form("no idea", None, ""),
    Form("unknown, no number is visible", None, ""), Form("N/A", None, ""), Form("1. red cup", None, ""), Form("3 cm", None, ""),
    Form("3 kg", None, ""), Form("45 cm", 45, "cm"), Form("450毫米", 45, "cm"), Form("17.7 inches", 44.958, "cm"),
    Form("1 m 20", 120, "cm"), Form("1米2", 120, "cm"), Form("5'7\"", 170.18, "cm"), Form("The mug is about 9 cm tall.", 9, "cm"),
    Form("杯子高约9厘米", 9, "cm"), Form("45cm (0.45m)", 45, "cm"), Form("45cm (0.6m)", None, "cm"),
    Form("45 cm or 46 cm", None, "cm"), Form("45 ± 5 cm", None, "cm"),
    Form("30 apples", None, "cm"), Form("3 kg", None, "cm"), Form("90 s", 1.5, "minutes"), Form("1h30", 90, "minutes"),
    Form("半小时", 30, "minutes"), Form("一刻钟", 15, "minutes"), Form("1:30", None, "minutes"), Form("1:30:00", 90, "minutes"),
    Form("20平米", 20, "m²"), Form("215 sq ft", 19.9741536, "m²"), Form("45°", 45, "degrees"), Form("25 °C", None, "degrees"),
    Form("25 °C", 25, "°C"), Form("3个苹果", 3, "个"),
)  # fmt: skip
_NONE = frozenset(("none", "no", "没有", "沒有", "无", "無"))
"""Whole answers that count nothing."""
_VALUES, _UNIT = frozenset(("value", "number", "count", "answer", "amount")), frozenset(("unit", "units"))
_SUM = re.compile(r"\A[0-9.]{1,12}(?: ?\+ ?[0-9.]{1,12}){1,20} ?= ?(?=[0-9])")
"""A sum before its result: 2 + 1 = 3."""
_AGAIN = re.compile(r" ?(?P<open>\()? ?(?P<sign>(?:(?:or |about |approximately |i\.e\.,? |即|约|=|≈|~) ?)*)")


def read_number(value: Any, unit: str = "", *, depth: int = 0) -> Read:
    """Return the number that is written, in the question's unit; nothing if there are several, or if it could be another one.

    Examples:
        >>> [read_number(said, "cm").value for said in ("about 45 cm", "0.45 m", "1米2", "40 or 50 cm")]
        [45.0, 45.0, 120.0, None]
    """
    if isinstance(value, str):
        return _of_text(value, unit_named(unit))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Read(float(value)) if abs(value) < MOST else Read(problem=shown(value))
    if isinstance(value, (list, tuple)) and len(value) == 1 and depth < _DEEPEST:
        return read_number(value[0], unit, depth=depth + 1)
    if isinstance(value, dict) and (said := _joined(value)):
        return _of_text(said, unit_named(unit))
    return Read(problem="" if value is None else shown(value))


def _joined(value: Mapping[Any, Any]) -> str:
    """Return an object with a number and a unit, or with a number for each of several units, as a text; "" for any other."""
    parts = {str(key).strip().casefold(): _written(part) for key, part in value.items() if part is not None}
    if not all(parts.values()):
        return ""
    if all(normal(name[:_LONGEST]) in UNITS for name in parts) and not any(part[0] in "-−" for part in parts.values()):
        return " ".join(f"{part} {name}" for name, part in parts.items())
    numbers = [part for name, part in parts.items() if name in _VALUES]
    units = [part for name, part in parts.items() if name in _UNIT]
    return " ".join(numbers + units) if len(numbers) == 1 and len(units) == len(parts) - 1 <= 1 else ""


def _written(value: Any) -> str:
    """Return a JSON number or text as text; "" for anything else, and for an integer with thousands of digits."""
    if isinstance(value, int) and (isinstance(value, bool) or abs(value) >= MOST):
        return ""
    return str(value) if isinstance(value, (int, float, str)) else ""


def _of_text(value: str, asked: Unit) -> Read:
    if len(value) > MOST_TEXT or len(plain := bare(value)) > _LONGEST:
        return Read(problem=shown(value))
    said = _SUM.sub("", surroundings.without_stock_phrases(normal(plain)))
    if not asked.kind and said in _NONE:
        return Read(0.0, ("number_word",))
    if said in NOTHING:
        return Read()
    places = [place for place in (first_number(said), article_at(said) if asked.kind else -1) if place >= 0]
    number = _only(said, min(places), asked) if places else None
    if number is None or abs(number) >= MOST:
        return Read(problem=shown(value))
    return Read(float(number), ("number_text",))


def _only(said: str, at: int, asked: Unit) -> Fraction | None:
    """Return the only number of a text, which begins at a place, in the unit asked; None if the words around it put it in doubt."""
    before, found = surroundings.sign_before(said[:at]), quantity_at(said, at, asked)
    number = None if found is None else _in_unit(found, asked)
    if before is None or found is None or number is None:
        return None
    end = _end(said, found, number, asked)
    if end is None:
        return None
    sign, lead = before
    tail = said[end:]
    fits = found.unit or (surroundings.only_size(tail) if asked.kind else surroundings.counts(tail, found, lead))
    return sign * number if fits and surroundings.leaves_it(tail) else None


def _in_unit(found: Quantity, asked: Unit) -> Fraction | None:
    """Return a quantity in the unit asked; None if it measures another thing, or its comma could stand between two numbers."""
    if found.unit is not None:
        return found.value / asked.factor if found.unit.kind == asked.kind else None
    return None if found.style == "comma" and not asked.kind and found.value >= 1 else found.value


def _end(said: str, first: Quantity, number: Fraction, asked: Unit) -> int | None:
    """Return where a quantity ends, with its repetition in other words or in another unit; None if that is another number."""
    begin = first.end if asked.kind else surroundings.measure_word(said, first.end)
    joint = _AGAIN.match(said, begin)
    if joint is None or not (joint["open"] or joint["sign"]) or first_number(said[joint.end() :]) != 0:
        return first.end
    again = quantity_at(said, joint.end(), asked)
    if again is None or (again.unit is None) != (first.unit is None):
        return None
    same = _in_unit(again, asked)
    rounded = first.unit is not None and again.unit != first.unit
    if same is None or abs(same - number) > (_SAME * abs(number) if rounded else 0):
        return None
    end = again.end if asked.kind else surroundings.measure_word(said, again.end)
    if joint["open"]:
        return end + 1 if said.startswith(")", end) else None
    return end
