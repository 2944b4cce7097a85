"""Read a number at a place of a text: in digits with separators, as a fraction, in English words or in Chinese numerals.

Numbers are exact fractions. What could be two numbers, or more than one number by the customs of two languages, is none.
"""

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import Literal, NamedTuple

from mindsight.answers.values.basics import Form

Style = Literal["digits", "dots", "comma", "fraction", "words", "han"]
"""``dots``: 1.234,5; ``comma``: a decimal comma, as in 0,45, which could also stand between two numbers."""

FORMS: tuple[Form, ...] = (
    Form("3", 3), Form("3.25", 3.25), Form(".5", 0.5), Form("3e1", 30), Form("３", 3), Form("③", 3), Form("①②", None), Form("Ⅲ", None),
    Form("5²", None), Form("1,200", 1200), Form("1,234.5", 1234.5), Form("1,234,567", 1234567), Form("1 200", 1200),
    Form("1\n200", None), Form("1  200", None), Form("1.200", 1.2), Form("1.234,5", 1234.5), Form("1.234.567", 1234567),
    Form("0,45", 0.45), Form("0,450", 0.45), Form("12,5", 12.5), Form("1234,567", None), Form("1,20,3", None), Form("1.234,567", None),
    Form("1.2.3", None), Form("1/2", 0.5), Form("½", 0.5), Form("1½", 1.5), Form("1 1/2", 1.5), Form("5/2", None), Form("3/4/5", None),
    Form("zero", 0), Form("twelve", 12), Form("twenty-one", 21), Form("twenty one", 21), Form("one hundred and five", 105),
    Form("a hundred", 100), Form("fifteen hundred", 1500), Form("two thousand three hundred and four", 2304),
    Form("ten thousand", 10_000), Form("a dozen", 12), Form("two dozen", 24), Form("half a dozen", 6), Form("dozens", None),
    Form("half", 0.5), Form("three quarters", 0.75), Form("two and a half", 2.5), Form("one point five", 1.5), Form("several", None),
    Form("零", 0), Form("两", 2), Form("十二", 12), Form("二十三", 23), Form("廿三", 23), Form("一百二十", 120), Form("两百零五", 205),
    Form("一百二", 120), Form("一千二", 1200), Form("一千零五十", 1050), Form("一万", 10_000), Form("兩萬三", 23_000), Form("叁", 3),
    Form("贰拾伍", 25), Form("二〇二六", 2026), Form("一点四", 1.4), Form("半", 0.5), Form("一半", 0.5), Form("3万", 30_000),
    Form("1.2万", 12_000), Form("三四", None), Form("十四五", None), Form("百", None), Form("几", None),
)  # fmt: skip


class Numeral(NamedTuple):
    """A number, where it ends in the text, and how it was written."""

    value: Fraction
    end: int
    style: Style


_PLAIN = str.maketrans(
    "\u2212’‘′”“⁄壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟萬億兩〇", "-'''\"\"/一二二三三三四五六六七八九十百千万亿两零"
)
_GAP = re.compile(r"(?<=\d)\s{2,}(?=\d)|\s*[\n\r\t\v\f]\s*")
"""Between two numbers; a single space may part the thousands of one."""
_LATEX = re.compile(r"\\(?:text|mathrm)\s*\{([^{}]*)\}")
_LATEX_SIGNS = (("\\,", " "), ("^{2}", "^2"), ("^{\\circ}", "°"), ("^\\circ", "°"))


def normal(said: str) -> str:
    """Return a text in one width and case; signs that would melt into a neighbouring number are kept apart.

    Examples:
        >>> normal("１½ Ｍ²")
        '1 1/2 m^2'
    """
    if len(said) == 1 and unicodedata.decomposition(said).startswith("<circle>"):
        return unicodedata.normalize("NFKC", said)
    apart = "".join(map(_apart, _GAP.sub("; ", said.strip())))
    folded = unicodedata.normalize("NFKC", apart).casefold().translate(_PLAIN).replace("''", '"')
    folded = _LATEX.sub(r"\1", folded)
    for sign, plain in _LATEX_SIGNS:
        folded = folded.replace(sign, plain)
    return " ".join(folded.split())


def _apart(letter: str) -> str:
    if unicodedata.category(letter) not in {"No", "Nl"} or letter == "〇":
        return letter
    form = unicodedata.decomposition(letter).partition(" ")[0]
    return {"<fraction>": " " + letter, "<super>": "^" + letter}.get(form, "|")


_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: number for number, word in enumerate(("zero", *_ONES, *_TEENS))}
_SMALL |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_BELOW_100 = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)})\b)?|(?:{'|'.join((*_TEENS, *_ONES, *_TENS, 'zero'))})\b)"
)
_BELOW_1000 = rf"(?:(?:an?|{_BELOW_100}) hundred\b(?:(?: and)? {_BELOW_100})?|{_BELOW_100})"
_WHOLE = rf"(?:(?:a|{_BELOW_1000}) thousand\b(?:(?: and)? {_BELOW_1000})?|{_BELOW_1000})"
_WORDS = re.compile(
    rf"(?P<dozen>half a|a|{_BELOW_100})? ?dozen\b(?! of dozens)|(?:(?:a|one|three)[ -])?quarters?\b"
    r"|(?P<half>(?:one |a )?half)\b"
    rf"|(?P<whole>{_WHOLE})(?P<point> point(?: (?:{'|'.join(('zero', *_ONES))})\b)+)?(?P<more> and a half\b)?",
    re.ASCII,  # so that a word ends before a Chinese letter
)
_DIGIT, _LED = "[一二三四五六七八九]", "[一二两三四五六七八九]"
_UP_TO_99 = rf"(?:{_DIGIT}?十{_DIGIT}?)"
_HUNDREDS = rf"(?:{_LED}百(?:零{_DIGIT}|{_UP_TO_99}|{_DIGIT})?)"
_THOUSANDS = rf"(?:{_LED}千(?:零(?:{_UP_TO_99}|{_DIGIT})|{_HUNDREDS}|{_DIGIT})?)"
_LARGE = rf"(?:{_THOUSANDS}|{_HUNDREDS}|{_UP_TO_99}|{_LED})万(?:零(?:{_HUNDREDS}|{_UP_TO_99}|{_DIGIT})|{_THOUSANDS}|{_DIGIT})?"
DIGITS = str.maketrans("零一二三四五六七八九", "0123456789")
HAN = "零一二两三四五六七八九十百千万亿廿卅"
_CHINESE = re.compile(
    rf"(?:(?P<run>[零一二三四五六七八九]{{3,12}})|(?P<whole>{_LARGE}|{_THOUSANDS}|{_HUNDREDS}|[廿卅]{_DIGIT}?|{_UP_TO_99}|{_LED}|零))"
    rf"(?:点(?P<point>[零一二三四五六七八九]{{1,9}}))?(?![{HAN}半]|点[{HAN}])|一?(?P<half>半)(?![{HAN}])"
)
_END = r"(?![0-9]|[.,:][0-9]| ?/ ?[0-9])"
_SCALES = {"百": 100, "千": 1000, "万": 10_000, "亿": 10**8}
_SCALE = re.compile(r" ?([百千万亿])(?![米克瓦赫帕焦伏卡0-9" + HAN + "])")


def _plainly(found: re.Match[str]) -> Fraction:
    return Fraction(re.sub("[ ,]", "", found[0]))


def _swapped(found: re.Match[str]) -> Fraction:
    return Fraction(found[0].replace(".", "").replace(",", "."))


def _fraction(found: re.Match[str]) -> Fraction | None:
    part, whole = int(found[2]), int(found[3])
    return int(found[1] or 0) + Fraction(part, whole) if 0 < part < whole else None


def _worded(found: re.Match[str]) -> Fraction:
    if found["half"]:
        return Fraction(1, 2)
    if found[0].endswith(("quarter", "quarters")):
        return Fraction(3 if found[0].startswith("three") else 1, 4)
    if found[0].endswith("dozen"):
        many = found["dozen"] or "a"
        return Fraction(6) if many == "half a" else 12 * _of_words(many)
    digits = "".join(str(_SMALL[word]) for word in (found["point"] or "").split()[1:])
    return _of_words(found["whole"]) + Fraction(f"0.{digits or 0}") + (Fraction(1, 2) if found["more"] else 0)


def _of_words(said: str) -> Fraction:
    total = part = 0
    for word in re.findall("[a-z]+", said):
        if word == "thousand":
            total, part = 1000 * part, 0
        elif word == "hundred":
            part *= 100
        elif word != "and":
            part += _SMALL.get(word, 1)
    return Fraction(total + part)


def _of_han(found: re.Match[str]) -> Fraction | None:
    """Return the number of Chinese numerals; three and more digits in a row that only count on, as 三四五, are none."""
    if found["half"]:
        return Fraction(1, 2)
    after = Fraction("0." + (found["point"] or "零").translate(DIGITS))
    if run := found["run"]:
        digits = run.translate(DIGITS)
        return None if digits in "0123456789" else int(digits) + after
    total = section = digit = 0
    said = found["whole"].replace("廿", "二十").replace("卅", "三十").replace("两", "二")
    for place, letter in enumerate(said):
        if letter == "万":
            total, section, digit = (section + digit) * 10_000, 0, 0
        elif letter in _SCALES or letter == "十":
            section, digit = section + (digit or 1) * _SCALES.get(letter, 10), 0
        else:
            digit = int(letter.translate(DIGITS))
            if place == len(said) - 1 and said[place - 1] in _SCALES:  # 一千二 is 1200
                digit *= _SCALES[said[place - 1]] // 10
    return total + section + digit + after


_NUMBER = r"[0-9]{1,30}"
_THREE = "[0-9]{3}"
_DECIMALS = "(?:[0-9]{1,2}|[0-9]{4,30})"
"""After a decimal comma: with three digits the comma would part thousands."""
_STYLES: tuple[tuple[re.Pattern[str], Style, Callable[[re.Match[str]], Fraction | None]], ...] = (
    (re.compile(rf"(?:([0-9]{{1,4}}) )?([0-9]{{1,2}}) ?/ ?([0-9]{{1,3}}){_END}(?!/)"), "fraction", _fraction),
    (re.compile(rf"[1-9][0-9]{{0,2}}(?:,{_THREE}){{1,9}}(?:\.{_NUMBER})?{_END}"), "digits", _plainly),
    (re.compile(rf"[1-9][0-9]{{0,2}}(?: {_THREE}){{1,9}}(?:\.{_NUMBER})?{_END}"), "digits", _plainly),
    (re.compile(rf"[1-9][0-9]{{0,2}}(?:\.{_THREE}){{2,9}}(?:,{_NUMBER})?{_END}"), "dots", _swapped),
    (re.compile(rf"[1-9][0-9]{{0,2}}\.{_THREE},{_DECIMALS}{_END}"), "dots", _swapped),
    (re.compile(rf"(?:0,{_NUMBER}|[1-9][0-9]{{0,29}},{_DECIMALS}){_END}"), "comma", _swapped),
    (re.compile(rf"(?:{_NUMBER}(?:\.{_NUMBER})?|\.{_NUMBER})(?:e[-+]?[0-9]{{1,2}})?{_END}"), "digits", _plainly),
    (_WORDS, "words", _worded),
    (_CHINESE, "han", _of_han),
)
_BEGIN = re.compile(
    rf"\.?[0-9]|[{HAN}半]|\b(?:{'|'.join(_SMALL)}|an? (?:hundred|thousand|dozen|quarter|half)|half|quarters?|dozen)\b",
    re.ASCII,
)


def first_number(said: str) -> int:
    """Return where the first number of a text in normal form begins, -1 if there is none."""
    found = _BEGIN.search(said)
    return -1 if found is None else found.start()


def numeral_at(said: str, at: int) -> Numeral | None:
    """Return the number that begins at a place of a text in normal form; None if there is none, or it is not a single one."""
    for pattern, style, value_of in _STYLES:
        if (found := pattern.match(said, at)) is not None:
            value = value_of(found)
            if value is None:
                return None
            if style == "digits" and (scale := _SCALE.match(said, found.end())) is not None:
                return Numeral(value * _SCALES[scale[1]], scale.end(), style)
            return Numeral(value, found.end(), style)
    return None
