"""Read an answer from a subject's text: the last JSON object with an answer, or that there is none."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from mindsight.answers.conventions import Points
from mindsight.answers.loose_json import objects
from mindsight.home.questions.question import Form, Question

READING_RULE = 1
"""Raised with any change that can read an answer differently."""
_MOST = 2000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of options, by their place."""
_CHINESE = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_ENGLISH = {
    "zero": 0, "no": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_METRES = re.compile(r"(?<![a-z厘毫分])(?:m|metres?|meters?|米)(?![a-z])")
_YES = {"yes", "true", "是", "是的", "对", "能", "可以", "会", "有"}
_NO = {"no", "false", "否", "不", "不是", "不对", "不能", "不可以", "不会", "没有", "没"}


class Reading(NamedTuple):
    """What was read: an answer of the question's form, that it cannot be answered (with the reason given), or nothing.

    ``named``: of the answer, and of the point given as evidence, whether the subject said which number is x and which is y.
    """

    status: Literal["answer", "cannot", "unreadable"]
    value: Any = None
    reason: str = ""
    evidence: tuple[float, float] | None = None
    named: tuple[bool, bool] = (False, False)

    def placed(self, question: Question, points: Points, first: Points | None = None) -> "Reading":
        """Return the same with points and boxes from 0 to 1000.

        Args:
            question: The question.
            points: How points were asked for in the picture of the answer.
            first: The same in the first picture, where evidence is pointed at; the same as ``points`` if there is one picture.
        """
        value, evidence = self.value, self.evidence
        if self.status == "answer" and question.form in {"point", "box"}:
            pairs = (points.placed(*value[at : at + 2], named=self.named[0]) for at in range(0, len(value), 2))
            value = tuple(number for pair in pairs for number in pair)
        if evidence is not None:
            evidence = (first or points).placed(*evidence, named=self.named[1])
        return self._replace(value=value, evidence=evidence)


def read(text: str, question: Question) -> Reading:
    """Return what a subject answered.

    The last JSON object with ``answer`` or ``cannot`` counts; the forms of values are read leniently where their meaning is
    clear: an option by its letter, key or words, numbers in digits or words of either language.
    """
    for page, _, _, _ in reversed(objects(text)):
        if page.get("cannot") and page.get("answer") in {None, ""}:
            return Reading("cannot", reason=str(page["cannot"])[:_MOST])
        if "answer" in page:
            value = value_of(page["answer"], question)
            if value is None:
                return Reading("unreadable")
            named = (isinstance(page["answer"], dict), isinstance(page.get("evidence"), dict))
            return Reading("answer", value, evidence=_point(page.get("evidence")), named=named)
    return Reading("unreadable")


def value_of(said: Any, question: Question) -> Any:
    """Return an answer as a value of the question's form; None if it is none."""
    return _READERS[question.form](said, question)


def plain(said: Any) -> str:
    """Return a text in the form that is compared: one width and case, without punctuation, articles and spaces at Chinese letters."""
    folded = unicodedata.normalize("NFKC", str(said)[:_MOST]).casefold()
    kept = "".join(" " if unicodedata.category(one)[0] in "PSZ" and one != "%" else one for one in folded)
    words = [word for word in kept.split() if word not in {"the", "a", "an"}]
    return re.sub(r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", "", " ".join(words))


def number_of(said: Any, unit: str) -> float | None:
    """Return a number from digits or words, in the question's unit (metres are converted to cm); None if there is not exactly one."""
    if isinstance(said, bool):
        return None
    if isinstance(said, int | float):
        return float(said) if abs(float(said)) < 1e9 else None
    words = unicodedata.normalize("NFKC", str(said)[:_MOST]).casefold()
    found = [float(one.replace(",", ".")) for one in _NUMBER.findall(words)]
    if not found:
        found = [float(_ENGLISH[word]) for word in re.findall(r"[a-z]+", words) if word in _ENGLISH] or _chinese(words)
    if len(found) != 1:
        return None
    return found[0] * 100 if unit == "cm" and _METRES.search(words) else found[0]


def _chinese(words: str) -> list[float]:
    """Return the numbers written in Chinese numerals up to 99, as 十二 or 三十."""
    found = []
    for run in re.findall(r"[零〇一二两三四五六七八九十]+", words):
        tens, ten, ones = run.partition("十")
        if not ten:
            digits = [_CHINESE[one] for one in run]
            found.append(float(int("".join(map(str, digits)))))
        else:
            found.append(float(10 * (_CHINESE.get(tens, 1) if tens else 1) + (_CHINESE.get(ones, 0) if ones else 0)))
    return found


def _text(said: Any, _: Question) -> str | None:
    return plain(said) if isinstance(said, str | int | float) and not isinstance(said, bool) else None


def yes_no_of(said: Any) -> str | None:
    """Return ``yes`` or ``no`` from a word of either language; None if it is neither."""
    word = ("yes" if said else "no") if isinstance(said, bool) else plain(said) if isinstance(said, str) else ""
    return "yes" if word in _YES else "no" if word in _NO else None


def _sequence(said: Any, question: Question) -> list[str] | None:
    keys = [_option(one, question) for one in said] if isinstance(said, list) else [None]
    return None if None in keys else [key for key in keys if key is not None]


def _span(said: Any, _: Question) -> list[float] | None:
    """Return the numbers of the first and the last picture; a single one is both."""
    whole = [said] if isinstance(said, int) and not isinstance(said, bool) else said
    found = _numbers(whole * 2 if isinstance(whole, list) and len(whole) == 1 else whole, 2)
    return None if found is None else list(found)


def _option(said: Any, question: Question) -> str | None:
    """Return the option that an answer names: by its letter, its key or its words, or by letter and words."""
    if not isinstance(said, str):
        return None
    # The letter A would be taken for an article.
    lettered = re.sub(r"[\s.:()、，。]+", "", unicodedata.normalize("NFKC", said[:_MOST]).casefold())
    word = plain(said)
    for place, option in enumerate(question.options):
        letter = letter_of(place).casefold()
        names = {plain(option.key), plain(option.zh), plain(option.en)} - {""}
        if word in names or lettered in {letter, *(letter + name.replace(" ", "") for name in names)}:
            return option.key
    return None


def letter_of(place: int) -> str:
    """Return the letter of an option."""
    return LETTERS[place]


def _point(said: Any) -> tuple[float, float] | None:
    if isinstance(said, dict):
        said = [said.get("x"), said.get("y")]
    found = _numbers(said, 2)
    return None if found is None else (found[0], found[1])


def _numbers(said: Any, count: int) -> tuple[float, ...] | None:
    if not isinstance(said, list | tuple) or len(said) != count:
        return None
    if not all(isinstance(one, int | float) and not isinstance(one, bool) and -1e6 < one < 1e6 for one in said):
        return None
    return tuple(float(one) for one in said)


_READERS: dict[Form, Callable[[Any, Question], Any]] = {
    "choice": _option,
    "yes_no": lambda said, _: yes_no_of(said),
    "point": lambda said, _: _point(said),
    "box": lambda said, _: _numbers(said, 4),
    "number": lambda said, question: number_of(said, question.unit),
    "text": _text,
    "sequence": _sequence,
    "span": _span,
}
