"""Read a text that is to be compared: what a sign says, a name, a word."""

import re
import unicodedata
from typing import Any

from mindsight.answers.values.basics import MOST_TEXT, Form, Read, bare, inner, shown, words

_KEYS = ("text", "answer", "value", "content", "words", "文字", "答案", "内容")
_THING = r"(?:(?:the|this)\s+)?(?:text|word|words|sign|label|board|poster|screen|display|note|writing|title)"
_SAYS = re.compile(
    rf"(?:(?:it|{_THING}|.{{1,60}}\b(?:sign|label|text|board))\s+(?:says|reads|say|read)|(?:the\s+)?(?:text|words?|title|writing)\s+(?:is|are))\s*[:,，]?\s*",
    re.IGNORECASE,
)
_SAYS_QUOTED = re.compile(
    r"(?:.{0,60}\b(?:says|reads|say|read|is|are|shows)|.{0,30}(?:写着|写的是|写了|显示|是|为))\s*[:：,，]?\s*",
    re.IGNORECASE,
)
_SAYS_CHINESE = re.compile(
    r"(?:.{0,12}上)?(?:面)?(?:写着|写的是|写了)\s*[:：]?\s*|(?:文字|字|内容)(?:是|为)\s*[:：]?\s*|(?:文字|内容)\s*[:：]\s*"
)
_DENIAL = re.compile(r"\bnot\b|n't\b|[不没非]", re.IGNORECASE)
_QUOTED = re.compile(r"“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|\"([^\"]+)\"|‘([^‘’]+)’|(?<!\w)'([^']+)'(?!\w)")


def read_text(value: Any) -> Read:
    """Return a text as it is compared (``plain``), without quotes and words such as "It says"."""
    value = inner(value, _KEYS)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or value != value:  # noqa: PLR0124 (NaN)
        return Read(problem="" if value is None else shown(value))
    if isinstance(value, int) and value.bit_length() > 200:
        return Read(problem=shown(value))
    said = words(str(value))
    what = _said(bare(said))
    found = plain(what)
    return Read(found, () if plain(said) == found else ("text_around",)) if found else Read(problem=shown(said))


def _said(said: str) -> str:
    """Return what is quoted, or what follows the words before it."""
    quotes = list(_QUOTED.finditer(said))
    if len(quotes) == 1:
        quote = quotes[0]
        before, after = said[: quote.start()].strip(), said[quote.end() :].strip(" .。!！")
        if not after and (not before or (_SAYS_QUOTED.fullmatch(before) and not _DENIAL.search(before))):
            return next(group for group in quote.groups() if group)
    lead = None if quotes else _SAYS.match(said) or _SAYS_CHINESE.match(said)
    return bare(said[lead.end() :]) if lead and lead.end() < len(said) else said


def plain(said: Any) -> str:
    """Return a text in the form that is compared: one width and case, without punctuation, articles and spaces at Chinese letters."""
    every = words_of(said)
    # A sign that says A says something.
    return together([word for word in every if word not in {"the", "a", "an"}] or every)


def words_of(said: Any) -> list[str]:
    """Return the words of a text in one width and case, without punctuation."""
    folded = unicodedata.normalize("NFKC", str(said)[:MOST_TEXT]).casefold()
    return "".join(" " if unicodedata.category(sign)[0] in "PSZ" and sign != "%" else sign for sign in folded).split()


def together(found: list[str]) -> str:
    """Return words as one text, without spaces at Chinese letters."""
    return re.sub(r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", "", " ".join(found))


FORMS: tuple[Form, ...] = (
    Form("EXIT", "exit"),
    Form("ＥＸＩＴ", "exit"),
    Form("The Exit!", "exit"),
    Form('"EXIT"', "exit"),
    Form("**EXIT**", "exit"),
    Form("It says EXIT", "exit"),
    Form("It says: EXIT.", "exit"),
    Form('The sign reads "EXIT".', "exit"),
    Form('The text is "EXIT"', "exit"),
    Form("The answer is EXIT", "exit"),
    Form("写着“出口”", "出口"),
    Form("牌子上写着出口", "出口"),
    Form("文字是「出口」。", "出口"),
    Form("绿 茶 。", "绿茶"),
    Form(["EXIT"], "exit"),
    Form({"text": "EXIT"}, "exit"),
    Form(12, "12"),
    Form(12.0, "12"),
    Form("50%", "50%"),
    Form("Answer box", "answer box"),
    Form("Don't say it reads", "don t say it reads"),
    Form("It does not say 'EXIT'", "it does not say exit"),
    Form("A", "a"),
    Form("", None),
    Form("…", None),
    Form(None, None),
    Form(True, None),
    Form(["EXIT", "ENTRANCE"], None),
    Form({"a": 1, "b": 2}, None),
    Form(float("nan"), None),
)
"""Accepted and refused forms."""
