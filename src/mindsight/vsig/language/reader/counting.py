"""Find places in a row, a column or an order in a text (左起第二个, third from the right, row 1) and put one sign for each.

A rank is a value of one of four families: ``across`` (counted from the left), ``down`` (from the top), ``deep`` (from the front) and
``nth`` (from a side that is not named). Its value is the number: 2 the second, -1 the last, 0 the middle one.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from mindsight.vsig.language.reader.words import Quality

ACROSS, DOWN, DEEP, NTH = "across", "down", "deep", "nth"
RANKS = frozenset((ACROSS, DOWN, DEEP, NTH))
_FIRST_SIGN = 0xE000
_MOST = 64
_SIGN = "[\ue000-\uf8ff]"
_FOREIGN_SIGNS = re.compile(_SIGN)
_BETWEEN = re.compile(rf"[,，、]\s*(?:and\s+)?(?={_SIGN})|(?<={_SIGN})\s*(?:[,，、的]|and\b|of the\b|和)\s*(?={_SIGN})|(?<={_SIGN})\s+and\s+(?=\s*{_SIGN})")

_EDGES = {
    **dict.fromkeys("左", (ACROSS, 1)),
    **dict.fromkeys("右", (ACROSS, -1)),
    **dict.fromkeys("上顶", (DOWN, 1)),
    **dict.fromkeys("下底", (DOWN, -1)),
    **dict.fromkeys("前近", (DEEP, 1)),
    **dict.fromkeys("后远", (DEEP, -1)),
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
    r"[(（,，]?\s*(?:从|由|自)(?P<edge>[左右上下])(?:边|侧)?(?:[往向到][左右上下](?:边|侧)?)?(?:起|数|计数)?\s*[)）]?$"
    r"|[(,]?\s*\b(?:count(?:ing|ed) )?from (?:the )?(?P<side>left|right|top|bottom)(?: to (?:the )?\w+)?\s*\)?$"
)
# Chinese: a number, a word that counts things, a side.
_N = r"(?P<n>[一二三四五六七八九十两]{1,3}|\d{1,2})"
_COUNTED = r"(?:个|只|把|支|张|根|本|台|件|块|条|枚|颗|盏|位|瓶|盒|片|部|辆|座|组|套|颗|粒|格|号位)?"
_SIDE = r"(?P<edge>[左右上下顶底前后])(?:手边|手侧|边|侧|面|方|部|端|手)?(?:边缘)?"
_LINE = r"(?P<line>行|排|列|栏|层)"
_FROM = r"(?:从|由|自|按)?(?:最)?"
_COUNT = r"(?:依次)?(?:开始|数起|起数|起算|算起|计数|数过来|数过去|往里数|起|数|算|看|排列|排|方向)*(?:的|，|,)?\s*(?:位于)?"
# English.
_NTH = rf"(?P<n>{'|'.join(_ORDINALS)}|last|final|\d{{1,2}}(?:st|nd|rd|th))"
_NUMBER = rf"(?P<n>{'|'.join(_CARDINALS)}|{'|'.join(_ORDINALS)}|\d{{1,2}})"
_EDGE = r"(?P<edge>left|right|top|bottom|front|back|rear)(?:[- ]?most)?(?:[- ]hand)?(?: side| end| edge)?"
_ROW = r"(?P<line>row|column|col|tier|layer)"
_LEAD = r"(?<!front )(?<!back )(?<!left )(?<!right )(?<!top )(?<!side )(?<!behind )(?:(?:,\s*|\b)(?:located |positioned |situated |placed |found |being |which is |that is |it is )?(?:in|on|at|of|from|within|to) )?(?:\b(?:the|its) )?"
_GO = r"(?:,? ?(?:(?:when )?count(?:ing|ed)|starting|start|going|reading|viewed|numbered),?)? ?"


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    found: Callable[[re.Match[str]], Quality | None]


def take_ranks(text: str) -> tuple[str, dict[str, Quality]]:
    """Return a text with one sign in the place of each rank, and what the signs mean; the text is lower case and simplified."""
    signs: dict[str, Quality] = {}
    text = _FOREIGN_SIGNS.sub(" ", text)
    for rule in _rules():
        text = rule.pattern.sub(partial(_signed, rule, signs), text)
    nth = [sign for sign, rank in signs.items() if rank.family == NTH]
    if len(nth) == 1 and (found := _DIRECTION.search(text)):
        # The first …, counted from the left.
        axis, sign = _EDGES[found["edge"] or found["side"]]
        signs[nth[0]] = Quality(axis, str(sign * int(signs[nth[0]].value)))
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
        held = "on"
    return f" {sign} {held} " if match.group().isascii() else f"{sign}{held}"


def _number(said: str) -> int:
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
    axis, sign = _EDGES[match["edge"]]
    line = match.groupdict().get("line")
    if line and axis != DEEP and _LINES[line] != axis:
        return None
    return Quality(axis, str(sign))


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
    rules = (
        # Chinese: counted from a side to its end;
        (rf"{_FROM}[左右上下前后](?:边|侧)?\s*(?:往|向|到|至)\s*(?P<edge>[左右上下前后])(?:边|侧)?{_COUNT}最后一(?:行|列|排|{_COUNTED[3:-2]})", _outermost),
        # Counted from a side; 从左往右数第一个, 右起第二列, 左边第一个, 左一.
        (rf"{_FROM}{_SIDE}\s*(?:往|向|到|至|朝)\s*(?:最)?[左右上下顶底前后](?:边|侧|面|方)?{_COUNT}(?P<back>倒数)?第?\s*{_N}\s*(?:{_LINE}|{_COUNTED})", _from_edge),
        (rf"(?:从|由|自|按|最)(?:最)?{_SIDE}{_COUNT}(?P<back>倒数)?第\s*{_N}\s*(?:{_LINE}|{_COUNTED})", _from_edge),
        # 面板上第一行: not the first from the top.
        (rf"(?P<edge>[左右]|[下前后](?=[边侧面方部端]))(?:手边|手侧|边|侧|面|方|部|端|手)?{_COUNT}(?P<back>倒数)?第\s*{_N}\s*(?:{_LINE}|{_COUNTED})", _from_own_edge),
        (rf"{_FROM}{_SIDE}(?:起|数)\s*{_N}(?:{_LINE}|{_COUNTED})", _from_edge),
        (r"(?P<edge>[左右])(?P<n>[一二三四五六])(?![个只把支张根本台件块条枚\d])", _from_edge),
        # Rows and columns.
        (rf"(?P<back>倒数)?第\s*{_N}\s*(?:横|竖|纵)?{_LINE}", _line),
        (rf"(?<!\d)(?P<n>\d{{1,2}})\s*(?P<line>行|列)", _line),
        (rf"(?P<n>首|头)(?:一)?{_LINE}", _line),
        (rf"(?:最后|最末|末尾|末|尾)(?:的)?(?:一)?{_LINE}", _last_line),
        (rf"(?:最)?(?:正)?中(?:间|央|部)?(?:的)?(?:一|那一|这一|那)?{_LINE}", _middle_line),
        (rf"最?(?:靠)?{_SIDE}(?:的)?(?:一|那一|这一|那|第一)?{_LINE}", _outermost),
        # The outermost one.
        (r"最(?:后|末)(?:面)?(?:的)?一(?:个|只|把|支|张|根|本|台|件|块|条)", _last),
        (rf"(?:最|极)(?:靠近?|偏)?{_SIDE}(?!角|上角|下角)(?:的)?(?:第一个|那一个|那个|一个|一(?:只|把|支|台|件|块|条|根))?", _outermost),
        (r"(?:距离?|离)(?:人|我|用户|相机|镜头|摄像头|观察者|操作者|自己)?(?:最|较|更|比较)?(?P<edge>[近远])(?:处|端|侧|一侧|的一(?:个|侧))?", _outermost),
        (r"(?P<edge>[左右])(?:边|侧|面)?的?(?:最)(?:边|外|外边|外面|靠边)(?:上|侧|缘)?", _outermost),
        (r"最?(?P<edge>[近远])(?:处|端)(?=的)", _outermost),
        (r"(?:最?靠近?|贴着?|紧靠)(?P<edge>墙|人|用户|我|自己)(?:壁|边|的一侧|一侧)?", _outermost),
        # An order whose begin is not said.
        (rf"(?P<back>倒数)第?\s*{_N}\s*{_COUNTED}", _order),
        (rf"第\s*{_N}\s*{_COUNTED}(?!人称|视角)", _order),
        (r"(?P<n>首|头)一?个", _order),
        # English: counted from a side; the first vise from the left, third column from the right.
        (rf"\b{_NTH}(?P<held>(?: (?!row|column|col\b|from|and|or|of|in|on)[\w-]+){{0,6}}?)(?:[ -]{_ROW}s?)?{_GO}[- ]?(?:from|on|at|to) ?-?(?:the )?(?:far |very |extreme )?{_EDGE}(?:(?: side)? to (?:the )?(?:left|right|top|bottom|front|back))?\b(?! of\b)", _from_edge),
        (rf"\b(?:count(?:ing|ed)? |starting )?from (?:the )?{_EDGE}(?: to (?:the )?(?:left|right|top|bottom|front|back))?,? (?:the |it is |is |it's )*{_NTH}(?:[ -]{_ROW})?\b", _from_edge),
        (rf"\b{_NTH} (?P<edge>left|right|top|bottom|front|rear|upper|lower)[- ]?most\b(?: {_ROW})?", _from_edge),
        (rf"\b(?P<edge>left|right) (?P<n>\d|one|two|three|four|first|second|third)\b", _from_edge),
        # Rows and columns.
        (rf"{_LEAD}\b(?:the )?{_NTH}[ -](?:horizontal |vertical )?{_ROW}\b", _line),
        (rf"{_LEAD}\b(?P<line>row|column|col)s?[ .:#]*(?:number |no\.? ?|#)?{_NUMBER}\b", _line),
        (rf"{_LEAD}\b(?P<edge>left|right|top|bottom|front|back|rear|upper|lower)(?:-?most)?(?:-hand)? {_ROW}\b", _outermost),
        (rf"{_LEAD}\b(?:middle|central|center|centre) {_ROW}\b", _middle_line),
        # The outermost one.
        (rf"{_LEAD}\b(?:far|farthest|furthest|extreme|very|most)[- ](?:to the |on the )?(?P<edge>left|right|top|bottom)(?:[- ]hand)?(?: side| end| edge)?\b(?:(?P<on> of)|(?! ?\w))", _outermost),
        (r"\b(?:far|farthest|furthest|extreme|very)[- ](?P<edge>left|right|top|bottom)\b(?! corner)", _outermost),
        (rf"\b(?P<edge>left|right|top|bottom|front|rear|upper|lower|fore)[- ]?most\b(?: one\b)?(?! corner)", _outermost),
        (rf",? ?\b(?P<edge>nearest|closest|nearer|closer|near|close|farthest|furthest|farther|further|far|away|against)(?: (?:one|away))?(?: (?:to|from))? (?:the |a )?(?:camera|viewer|me|user|person|people|operator|observer|speaker|wall)\b", _near_or_far),
        (r"\b(?P<edge>nearest|closest|farthest|furthest)\b(?! to\b)", _near_or_far),
        # An order whose begin is not said.
        (r"\b(?:second[- ]to[- ]last|second[- ]last|penultimate|next to last|last but one)\b", _last_but_one),
        (rf"\b{_NTH}\b(?![- ](?:person|aid|frame|of all|hand|image|one is|picture|view|moment))(?: one\b)?", _order),
    )  # fmt: skip
    return tuple(_Rule(re.compile(pattern), found) for pattern, found in rules)

