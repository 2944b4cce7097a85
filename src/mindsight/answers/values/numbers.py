"""Read the one number that an answer gives, in the unit of the question."""

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mindsight.answers.values.basics import MOST_TEXT, Form, Read, bare, shown
from mindsight.answers.values.numerals import HAN, first_number, normal, numeral_at
from mindsight.answers.values.quantities import Quantity, article_at, quantity_at
from mindsight.answers.values.units import UNITS, Unit, unit_named

MOST = 1e9
_LONGEST = 300
_DEEPEST = 2
_SAME = Fraction(1, 20)
"""How far a number may be from its repetition in another unit, which is rounded."""

FORMS: tuple[Form, ...] = (
    Form(3, 3, ""), Form(3.5, 3.5, "cm"), Form(True, None, ""), Form(math.nan, None, ""), Form(math.inf, None, ""), Form(10**30, None, ""),
    Form("3", 3, ""), Form("-3", -3, ""), Form("−3", -3, ""), Form("1,200", 1200, ""), Form("1,234.5", 1234.5, ""), Form("1 200", 1200, ""),
    Form("1.234,5", 1234.5, ""), Form("1.200", 1.2, ""), Form("0,45 m", 45, "cm"), Form("3,4", None, ""), Form("1/2", 0.5, ""),
    Form("½", 0.5, ""), Form("twenty-one", 21, ""), Form("a dozen", 12, ""), Form("十二", 12, ""), Form("二十一个", 21, ""), Form("none", 0, ""),
    Form("没有", 0, ""), Form("none", None, "cm"), Form("about 3", 3, ""), Form("3 cups", 3, ""), Form("There are 3 cups on the table.", 3, ""),
    Form("图中一共有三个杯子。", 3, ""), Form("3个", 3, ""), Form("three (3)", 3, ""), Form("**3**", 3, ""), Form("The answer is 3.", 3, ""),
    Form([3], 3, ""), Form([3, 4], None, ""), Form({"value": 3, "unit": "cm"}, 3, "cm"), Form({"m": 1, "cm": 20}, 120, "cm"),
    Form("3-4", None, ""), Form("3 or 4", None, ""), Form("3~4", None, ""), Form("two or three", None, ""), Form("三四个", None, ""),
    Form("at least 3", None, ""), Form("3+", None, ""), Form("十几个", None, ""), Form("3 cups and 2 plates", None, ""),
    Form("3/4 of the cups", None, ""), Form("50%", None, ""), Form("cup 3", None, ""), Form("第3个", None, ""), Form("三角形", None, ""),
    Form("one of them is hidden, so I cannot count", None, ""), Form("no idea", None, ""), Form("unknown, no number is visible", None, ""),
    Form("N/A", None, ""), Form("3 cm", None, ""), Form("3 kg", None, ""),
    Form("45 cm", 45, "cm"), Form("450毫米", 45, "cm"), Form("17.7 inches", 44.958, "cm"), Form("1 m 20", 120, "cm"), Form("1米2", 120, "cm"),
    Form("5'7\"", 170.18, "cm"), Form("The mug is about 9 cm tall.", 9, "cm"), Form("杯子高约9厘米", 9, "cm"), Form("45cm (0.45m)", 45, "cm"),
    Form("45cm (0.6m)", None, "cm"), Form("45 ± 5 cm", None, "cm"), Form("30 apples", None, "cm"), Form("3 kg", None, "cm"),
    Form("90 s", 1.5, "minutes"), Form("1h30", 90, "minutes"), Form("半小时", 30, "minutes"), Form("一刻钟", 15, "minutes"),
    Form("1:30", None, "minutes"), Form("1:30:00", 90, "minutes"), Form("20平米", 20, "m²"), Form("215 sq ft", 19.9741536, "m²"),
    Form("45°", 45, "degrees"), Form("25 °C", None, "degrees"), Form("25 °C", 25, "°C"), Form("3个苹果", 3, "个"),
)  # fmt: skip
_NONE = frozenset(("none", "no", "没有", "沒有", "无", "無"))
"""Whole answers that count nothing."""
_VALUES, _UNIT = frozenset(("value", "number", "count", "answer", "amount")), frozenset(("unit", "units"))
_MEASURES = "个個只隻把张張条條杯瓶本台件块塊辆輛种種位名人头頭匹棵朵支枝份片粒颗顆座间間层層面扇幅套架盒箱袋包碗盘盤壶壺桶罐部艘根盏盞"
"""Chinese measure words: after a number in characters nothing else shows that it counts, as 三角形 does not."""
_STOCK = re.compile(r"一共|一样|一起|差不多|总共|(?:can be|is|are) (?:visible|seen|shown|present)|\bor so\b")
"""Phrases that hold a numeral or a word of doubt and mean neither."""
_DOUBT = re.compile(
    r"\b(?:or|nor|not|no|none|never|cannot|\w+n't|unable|impossible|un(?:known|clear|sure|certain|readable)|hidden|missing|invisible|but|except"
    r"|without|than|more|less|fewer|least|most|max(?:imum)?|min(?:imum)?|every|each|per|percent|times|twice|fold|plus|minus|half|halves|quarters?"
    r"|second|thirds?|fourths?|fifths?|dozens?|hundreds?|thousands?|millions?|billions?|pairs?|couple|few|several|many|some|others?|another|extra"
    r"|if|unless|between|squared?|cub\w+|last|next|first)\b"
    rf"|[不没沒无無未非否或至多少几幾余餘超第每另若来來倍之]|以[上下内內]|其中|模糊|[{HAN}]"
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did|will|would|could|might|may|can|and|to)\b")
_FREE = re.compile(r"(?:[^\W\d_]|[ ,.;:'\"()。、-])*")
_LEAD = re.compile(
    r"(?:.*[:=]|(?:.*[ ,])?(?:it's|there's|there're|is|are|was|were|be|has|have|had|see|saw|count(?:ed|s)?|about|around|approximately|approx\.?|roughly"
    r"|circa|ca\.|exactly|only|just|all|contains?|shows?|measur(?:es|ing)|equals?|say|takes?|took|lasts?|likely|probably|perhaps|maybe|possibly"
    r"|nearly|almost|estimated?|(?:(?:a|the) )?(?:total of|(?:height|width|length|depth|distance|area|duration|angle)(?: of)?))"
    r"|.*(?:有|是|为|為|约|約|概|共|计|計|见|見|到|得|高|长|長|宽|寬|远|遠|深|应该|可能|也许|[正恰刚]好|只|仅|近|需要?|要|用了?|距离|面积|高度|长度|差不多)"
    r"|[~≈约約])? ?"
)
_SIGN = re.compile(r"(?:(?<![^ :=~≈])(?P<minus>[-–]|minus |negative )|(?P<han>负|負)|(?<![^ :=])\+)$")
_SIZED = re.compile(
    r"(?:[ ,]*(?:tall|high|long|wide|deep|away|apart|across|in (?:height|length|width|total)|左右|上下|高|长|宽|远|深|吧))*[ .。]*"
)
_AGAIN = re.compile(r" ?(?P<open>\()? ?(?:(?:or |about |approximately |i\.e\.,? |即|约|=|≈|~) ?)*")


def read_number(value: Any, unit: str = "", *, depth: int = 0) -> Read:
    """Return the number that is written, in the question's unit; nothing if there are several, or it could be another one."""
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
    parts = [(str(key).strip().casefold(), part) for key, part in value.items()]
    if not all(isinstance(part, (int, float, str)) and not isinstance(part, bool) and len(str_of(part)) < _LONGEST for _, part in parts):
        return ""
    names = [name for name, _ in parts]
    if all(normal(name) in UNITS for name in names):
        return " ".join(f"{str_of(part)} {name}" for name, part in parts)
    if sum(name in _VALUES for name in names) != 1 or not _VALUES | _UNIT >= set(names) or len(names) > 2:
        return ""
    return " ".join(str_of(part) for _, part in sorted(parts, key=lambda part: part[0] in _UNIT))


def str_of(value: float | str) -> str:
    """Return a JSON number or text as text; "" for an integer with thousands of digits."""
    return "" if isinstance(value, int) and abs(value) >= MOST else str(value)


def _of_text(value: str, asked: Unit) -> Read:
    if len(value) > MOST_TEXT or len(plain := bare(value)) > _LONGEST:
        return Read(problem=shown(value))
    said = _STOCK.sub("", normal(plain)).strip()
    if not asked.kind and said in _NONE:
        return Read(0.0, ("number_word",))
    places = [place for place in (first_number(said), article_at(said) if asked.kind else -1) if place >= 0]
    number = _only(said, min(places), asked) if places else None
    if number is None or abs(number) >= MOST:
        return Read(problem=shown(value))
    return Read(float(number), ("number_text",))


def _only(said: str, at: int, asked: Unit) -> Fraction | None:
    """Return the only number of a text, which begins at a place, in the unit asked; None if the words around it put it in doubt."""
    before = said[:at]
    sign = _SIGN.search(before)
    lead = before[: sign.start()] if sign else before
    if not _LEAD.fullmatch(lead) or _DOUBT.search(lead) or not _FREE.fullmatch(lead.strip("~≈= ")):
        return None
    found = quantity_at(said, at, asked)
    number = None if found is None else _in_unit(found, asked)
    if found is None or number is None:
        return None
    end = _repeated(said, found, number, asked)
    if end is None or not _fits(said[end:], found, asked, lead):
        return None
    return -number if sign and (sign["minus"] or sign["han"]) else number


def _in_unit(found: Quantity, asked: Unit) -> Fraction | None:
    """Return a quantity in the unit asked; None if it measures another thing, or its comma could stand between two numbers."""
    if found.unit is not None:
        return found.value / asked.factor if found.unit.kind == asked.kind else None
    return None if found.style == "comma" and not asked.kind and found.value >= 1 else found.value


def _repeated(said: str, found: Quantity, number: Fraction, asked: Unit) -> int | None:
    """Return where a quantity ends, with its repetition in other words or another unit; None if that is another number."""
    begin = found.end + (not asked.kind and said[found.end : found.end + 1] in set(_MEASURES))
    joint = _AGAIN.match(said, begin)
    if joint is None or joint.end() <= begin + (said[begin : begin + 1] == " ") or first_number(said[joint.end() :]) != 0:
        return found.end
    again = quantity_at(said, joint.end(), asked)
    same = None if again is None or (again.unit is None) != (found.unit is None) else _in_unit(again, asked)
    if again is None or same is None or abs(same - number) > (_SAME * abs(number) if found.unit else 0):
        return None
    end = again.end + (not asked.kind and said[again.end : again.end + 1] in set(_MEASURES))
    return end + 1 if joint["open"] and said[end : end + 1] == ")" else None if joint["open"] else end


def _fits(tail: str, found: Quantity, asked: Unit, lead: str) -> bool:
    """Return whether the words after a number leave it what it is."""
    if found.unit is None and asked.kind:
        return _SIZED.fullmatch(tail) is not None
    if found.unit is None and tail and not _counts(tail, found, lead):
        return False
    return not (_DOUBT.search(tail) or _VERB.search(tail) or first_number(tail) >= 0 or not _FREE.fullmatch(tail) or tail[:1] == "-")


def _counts(tail: str, found: Quantity, lead: str) -> bool:
    """Return whether the words after a bare number are what it counts."""
    if tail[0] in _MEASURES:
        return not (found.style == "han" and found.value == 1 and lead.endswith("是"))  # 这是一张图片: "a picture"
    if found.style == "fraction" or found.value.denominator != 1:
        return not tail.strip(" .。")
    if found.style != "han" and tail[0].isalpha() and not tail[0].isascii():
        return tail[0] not in "双雙对對打排组組堆群半倍成分"
    return not tail[0].isalpha()
