"""Units of both languages, what they measure and how much they are worth."""

import math
import re
from fractions import Fraction
from typing import NamedTuple

from mindsight.answers.values.numerals import normal


class Unit(NamedTuple):
    """What a unit measures ("" for a bare number), and how much of the kind's basic unit it is (m, m², s, degrees, kg, l)."""

    kind: str
    factor: Fraction = Fraction(1)


INCH, FOOT, _YARD = Fraction("0.0254"), Fraction("0.3048"), Fraction("0.9144")
_LENGTHS = (
    (Fraction(1, 1000), "mm millimetre millimeter millimetres millimeters 毫米 公釐 公厘"),
    (Fraction(1, 100), "cm cms centimetre centimeter centimetres centimeters 厘米 釐米 公分"),
    (Fraction(1, 10), "dm decimetre decimeter decimetres decimeters 分米 公寸"),
    (Fraction(1), "m metre meter metres meters 米 公尺"),
    (Fraction(1000), "km kilometre kilometer kilometres kilometers 千米 公里"),
    (INCH, 'in inch inches " 英寸 英吋 吋'),
    (FOOT, "ft foot feet ' 英尺 英呎 呎"),
    (_YARD, "yd yds yard yards 码"),
)
_OTHERS = (
    ("area", Fraction(1), "sqm 平米 平方 平"),
    ("area", FOOT**2, "sqft"),
    ("time", Fraction(1, 1000), "ms msec msecs millisecond milliseconds 毫秒"),
    ("time", Fraction(1), "s sec secs second seconds 秒 秒钟 秒鐘"),
    ("time", Fraction(60), "min mins minute minutes 分 分钟 分鐘"),
    ("time", Fraction(900), "刻 刻钟 刻鐘"),
    ("time", Fraction(3600), "h hr hrs hour hours 小时 小時 个小时 個小時 钟头 鐘頭 个钟头 個鐘頭"),
    ("time", Fraction(86_400), "day days 天"),
    ("angle", Fraction(1), "° deg degs degree degrees 度"),
    ("angle", Fraction(180) / Fraction(math.pi), "rad radian radians 弧度"),
    ("percent", Fraction(1), "% percent"),
    ("mass", Fraction(1, 10**6), "mg 毫克"),
    ("mass", Fraction(1, 1000), "g gram grams 克"),
    ("mass", Fraction(1), "kg kgs kilogram kilograms 公斤 千克"),
    ("volume", Fraction(1, 1000), "ml millilitre milliliter millilitres milliliters 毫升"),
    ("volume", Fraction(1), "l litre liter litres liters 升"),
)
_ALONE = "px pixel pixels 像素 °c °f ℃ celsius fahrenheit lb lbs oz fps hz $ € ¥ 元 岁 frame frames 帧 斤 吨 寸 尺 块钱"
"""Units that are changed into no other."""


def _squares(factor: Fraction, names: str) -> dict[str, Unit]:
    latin = [name for name in names.split() if name.isascii() and name.isalpha()]
    square = [
        form.format(name) for name in latin for form in ("{}2", "{}^2", "sq {}", "sq. {}", "square {}", "{} squared")
    ]
    han = [f"平方{name}" for name in names.split() if not name.isascii()]
    return dict.fromkeys([*square, *han], Unit("area", factor**2))


UNITS: dict[str, Unit] = {
    **{name: Unit("length", factor) for factor, names in _LENGTHS for name in names.split()},
    **{name: unit for factor, names in _LENGTHS for name, unit in _squares(factor, names).items()},
    **{name: Unit(kind, factor) for kind, factor, names in _OTHERS for name in names.split()},
    **{name: Unit(name) for name in _ALONE.split()},
}
"""Every name of a unit, in normal form."""
_KINDS = frozenset(unit.kind for unit in UNITS.values())
_LONGEST = max(map(len, UNITS))
_PREPOSITION = re.compile(r"in (?!(?:tall|high|long|wide|deep|away|across|thick|apart)\b)[a-z]", re.ASCII)
_WORD_GOES_ON = re.compile("[a-z_^]")


def unit_named(name: str) -> Unit:
    """Return the unit of a question; one that is not in the table is of a kind of its own."""
    said = normal(name.strip())
    return UNITS.get(said, Unit(said))


def unit_at(said: str, at: int, asked: Unit) -> tuple[Unit, int] | None:
    """Return the unit at a place of a text in normal form, and where it ends; None if there is none."""
    special = "" if asked.kind in _KINDS else asked.kind
    for end in range(min(len(said), at + max(_LONGEST, len(special))), at, -1):
        name = said[at:end]
        if (name == special or name in UNITS) and _stands(said, at, name):
            return (asked if name == special else UNITS[name]), end
    return None


def _stands(said: str, at: int, name: str) -> bool:
    """Return whether a name is a word of its own: metres in 1m20, but not in 1 mug."""
    after = said[at + len(name) : at + len(name) + 1]
    if name[-1].isdigit():
        return not (after.isascii() and after.isalnum())
    if name in {"平", "平方"}:
        return not after.isalpha() or said.startswith("左右", at + len(name))
    if name == "in" and _PREPOSITION.match(said, at):
        return False
    return not (name.isascii() and name[-1].isalpha() and _WORD_GOES_ON.match(after))
