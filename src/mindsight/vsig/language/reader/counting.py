"""Find places in a row, a column or an order in a text (左起第二个, third from the right, row 1) and put one sign for each.

A rank is a value of one of four families: ``across`` (counted from the left), ``down`` (from the top), ``deep`` (from the front) and
``nth`` (from a side that is not named). Its value is the number: 2 the second, -1 the last, 0 the middle one.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import NamedTuple

from mindsight.vsig.language.reader.words import Quality, load

ACROSS, DOWN, DEEP, NTH = "across", "down", "deep", "nth"
RANKS = frozenset((ACROSS, DOWN, DEEP, NTH))
_FIRST_SIGN = 0xE000
_MOST = 64
_SIGN = "[\ue000-\uf8ff]"
_FOREIGN_SIGNS = re.compile(_SIGN)
_BETWEEN = re.compile(
    rf"[,，、]\s*(?:and\s+)?(?={_SIGN})|(?<={_SIGN})\s*(?:[,，、的/]|and\b|of the\b|和)\s*(?={_SIGN})|(?<={_SIGN})\s+and\s+(?=\s*{_SIGN})"
)

_EDGES = {
    **dict.fromkeys("左", (ACROSS, 1)),
    **dict.fromkeys("右", (ACROSS, -1)),
    **dict.fromkeys("上顶", (DOWN, 1)),
    **dict.fromkeys("下底", (DOWN, -1)),
    **dict.fromkeys("前近", (DEEP, 1)),
    **dict.fromkeys("后远里", (DEEP, -1)),
    "外": (DEEP, 1),
    **dict.fromkeys(("人", "用户", "我", "自己", "closest"), (DEEP, 1)),
    **dict.fromkeys(("墙", "furthest", "farthest", "farther", "further"), (DEEP, -1)),
    "left": (ACROSS, 1),
    "right": (ACROSS, -1),
    **dict.fromkeys(("top", "upper", "high", "highest"), (DOWN, 1)),
    **dict.fromkeys(("bottom", "lower", "low", "lowest"), (DOWN, -1)),
    **dict.fromkeys(("front", "fore", "near", "nearest", "nearer", "closer", "close"), (DEEP, 1)),
    **dict.fromkeys(("back", "rear", "far"), (DEEP, -1)),
}
_LINES = {
    **dict.fromkeys(("行", "排", "层", "row", "tier", "layer"), DOWN),
    **dict.fromkeys(("列", "栏", "column", "col"), ACROSS),
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "首": 1, "头": 1}

_DIRECTION = re.compile(
    r"[(（,，]?\s*(?:(?:从|由|自)|(?=[左右上下](?:边|侧)?[起数]))(?P<edge>[左右上下])(?:边|侧)?(?:[往向到][左右上下](?:边|侧)?)?(?:起数|数起来?|数过来|一路数|起|数|计数)?"
    r"\s*(?:[)）]|$)"
    r"|[(,]?\s*\b(?:count(?:ing|ed) )?from (?:the )?(?P<side>left|right|top|bottom)(?: to (?:the )?\w+)?\s*\)?$"
    r"|[(,]\s*count(?:ing|ed) from (?:the )?(?P<aside>left|right|top|bottom)(?: to (?:the )?\w+)?\s*(?=\))"
)
# How many there are is not where one is: （每行五个）.
_TOTAL = re.compile(
    r"[(（,，]\s*(?:每[行列排层])?(?:一?共|总共|各)?(?:有)?[\d一二三四五六七八九十两]{1,3}[个把支张颗块台][)）]?(?=$|[,，的])"
)
# 锯子里从左往右的第3把: the third saw; 盒子里的第三个 may be anything in the box.
_AMONG = re.compile(
    r"(?:里面?|当中|之中|中)的?(?=(?:(?:从|由|最)?[左右上下近远靠离].{0,10})?第\s*[\d一二三四五六七八九十]{1,3}\s*[把支张根本颗盏卷枚只台块]\s*$)"
)


# 齿轮里左起第二个, 碗里最大的那个: one of them, not in them; a box or a shelf holds other things.
_MEASURE = "[个只把支张根本台件块条枚颗盏瓶盒片部辆座组套卷粒格口]"
_ONE_OF = re.compile(
    rf"(?<![盒屉箱柜筐篮桶袋筒架盘包板上])(?:里面?|里头|当中|之中|中)的?[,，]?\s*(?=(?:最(?:大|小|高|矮|长|短|粗|细)|{_SIGN})(?:的|那|这|一|{_SIGN}|{_MEASURE}|\s)*(?:$|[,，。]|(?<=的)(?:正?[前后左右上下]|旁)))"
)


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    found: Callable[[re.Match[str]], Quality | None]


def take_ranks(text: str) -> tuple[str, dict[str, Quality]]:
    """Return a text with one sign in the place of each rank, and what the signs mean; the text is lower case and simplified."""
    signs: dict[str, Quality] = {}
    text = _AMONG.sub("", _TOTAL.sub("", _FOREIGN_SIGNS.sub(" ", text)))
    for rule in _rules():
        text = rule.pattern.sub(partial(_signed, rule, signs), text)
    text = _ONE_OF.sub("", text)
    nth = [sign for sign, rank in signs.items() if rank.family == NTH]
    if nth and (found := _DIRECTION.search(text)):
        # The first …, counted from the left; on the first board, the fourth button: it is the button that is counted.
        axis, sign = _EDGES[found["edge"] or found["side"] or found["aside"]]
        last = max(nth, key=text.rfind)
        signs[last] = Quality(axis, str(sign * int(signs[last].value)))
        text = text[: found.start()] + text[found.end() :]
    if signs:
        # Row 1, column 3; a button, third from the left: one thing, wherever it is cut.
        text = _BETWEEN.sub("", text)
    return text, signs


def _signed(rule: _Rule, signs: dict[str, Quality], match: re.Match[str]) -> str:
    found = rule.found(match) if len(signs) < _MOST else None
    if found is None:
        return match.group()
    sign = chr(_FIRST_SIGN + len(signs))
    signs[sign] = found
    held = match.groupdict().get("held") or ""
    if match.groupdict().get("on"):
        held = f"{held} on"
    if rule.found is _zone and not match.group().isascii():
        return f"上{sign}"
    return f" {sign} {held} " if match.group().isascii() else f"{sign}{held}"


def _number(said: str) -> int:
    said = said.removeprefix("number ")
    if said in ("last", "final"):
        return -1
    for names in (_ORDINALS, _CARDINALS):
        if said in names:
            return names.index(said) + 1
    if digits := re.match(r"\d+", said):
        return int(digits.group())
    if "十" in said:
        tens, ones = said.split("十", 1)
        return 10 * (_DIGITS.get(tens, 1) if tens else 1) + _DIGITS.get(ones, 0)
    return _DIGITS.get(said, 0)


def _from_edge(match: re.Match[str]) -> Quality | None:
    """Return the rank counted from a side; a row is not counted from the left."""
    axis, sign = _EDGES[match["edge"]]
    line = match.groupdict().get("line")
    number = _number(match["n"])
    if not number or (line and axis != DEEP and _LINES[line] != axis):
        return None
    if match.groupdict().get("back"):
        number = -number
    return Quality(axis, str(sign * number))


def _from_own_edge(match: re.Match[str]) -> Quality | None:
    """Return the rank from a side, unless it is the side of a thing named just before: 显示屏右边的第二个按钮."""
    before = match.string[: match.start()][-1:]
    counted = re.search("[起数]", match.group().replace("倒数", ""))
    beside = "\u4e00" <= before <= "\u9fff" and before not in "上里中内的是着于在为处"
    return None if beside and not counted else _from_edge(match)


def _outermost(match: re.Match[str]) -> Quality | None:
    if match.group().startswith("上") and "一" in match.group() and match.start():
        return None  # 面板上一排按钮: not the upper row.
    axis, sign = _EDGES[match["edge"] or match.groupdict().get("edge2", "")]
    line = match.groupdict().get("line")
    if line and axis != DEEP and _LINES[line] != axis:
        return None
    return Quality(axis, str(sign))


def _zone(match: re.Match[str]) -> Quality:
    """Return the side of an area of something: the upper area of the panel, which is not above the panel."""
    return Quality("side", "top" if _EDGES[match["edge"]] == (DOWN, 1) else "under")


def _near_or_far(match: re.Match[str]) -> Quality:
    """Return the rank by distance from a person; near the wall is far from them."""
    near = match["edge"].startswith(("near", "clos", "against")) != match.group().endswith("wall")
    return Quality(DEEP, "1" if near else "-1")


def _line(match: re.Match[str]) -> Quality | None:
    number = _number(match["n"])
    return Quality(_LINES[match["line"]], str(-number if match.groupdict().get("back") else number)) if number else None


def _middle_line(match: re.Match[str]) -> Quality:
    return Quality(_LINES[match["line"]], "0")


def _last_line(match: re.Match[str]) -> Quality:
    return Quality(_LINES[match["line"]], "-1")


def _order(match: re.Match[str]) -> Quality | None:
    number = _number(match["n"])
    return Quality(NTH, str(-number if match.groupdict().get("back") else number)) if number else None


def _last(match: re.Match[str]) -> Quality:
    del match
    return Quality(NTH, "-1")


def _last_but_one(match: re.Match[str]) -> Quality:
    del match
    return Quality(NTH, "-2")


@cache
def _rules() -> tuple[_Rule, ...]:
    """Return the rules in order: a longer way to say a place before a shorter one inside it."""
    table = load("ranks.toml")
    found = []
    for rule in table["rules"]:
        pattern = rule["pattern"]
        for name, part in table["parts"].items():
            pattern = pattern.replace(f"{{{name}}}", part)
        found.append(_Rule(re.compile(pattern), _MEANINGS[rule["means"]]))
    return tuple(found)


_MEANINGS: Mapping[str, Callable[[re.Match[str]], Quality | None]] = {
    "from_edge": _from_edge,
    "from_own_edge": _from_own_edge,
    "outermost": _outermost,
    "near_or_far": _near_or_far,
    "zone": _zone,
    "line": _line,
    "middle_line": _middle_line,
    "last_line": _last_line,
    "order": _order,
    "last": _last,
    "last_but_one": _last_but_one,
}
