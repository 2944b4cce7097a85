"""Read counts from an answer: which number belongs to which label, in Chinese, English, digits or JSON.

Every rule is a plain pattern, so equal words give equal counts on every machine. The last number stated for a label
counts; a number that could belong to two labels is given to neither.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Names = str
"""The accepted names of a label, such as ``红色|red``."""

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {
    word: 10 * tens
    for tens, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2)
}
_HAN = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_SMALL = {word: value for value, word in enumerate(_ONES)}
_NUMBER = re.compile(
    r"(?P<digits>\d+(?:\.\d+)?)"
    rf"|\b(?P<tens>{'|'.join(_TENS)})(?:[-\s](?P<unit>{'|'.join(_ONES[1:10])}))?\b"
    rf"|\b(?P<word>{'|'.join(sorted(_ONES, key=len, reverse=True))})\b"
    r"|(?P<han>[零〇一二两三四五六七八九十百]+)"
)
_NO_NUMBERS = re.compile("大小|大家|一共|一起|一样|一些|一下|一般|统一|之一|唯一|第[一二三四五六七八九十]+|第\\d+")
"""Words that contain a numeral's character but state no number, and ordinals."""
_ASIDE = re.compile(
    r"(?:总共|共计|合计|总计|共有?)\s*(?:\d+|[一二两三四五六七八九十]+)|\d+\s*(?:in total|in all|altogether)"
    r"|(?:in total|total(?: of)?)\s*:?\s*\d+|\b(?:box|tray|no\.?|number|group)\s*#?\d+|#\d+|\bones?\b"
)
"""Totals, numbers of boxes and the pronoun "one": ignored where a clause has another number."""
_EACH = re.compile("各|都[有是]|\\beach\\b|\\bboth\\b")
_SENTENCES = re.compile(r"[;；。!！?？\n]|\.(?!\d)")
_BREAKS = re.compile(r"[,，、;；。!！?？\n{}\[\]]|\.(?!\d)|\band\b|\bwith\b|和|以及|还有|\|")


class Stated(NamedTuple):
    """The numbers last stated for one label: none if it was not mentioned with one, several if they contradict each other."""

    numbers: frozenset[float]

    @property
    def clear(self) -> float | None:
        """The number, if there is exactly one."""
        return next(iter(self.numbers)) if len(self.numbers) == 1 else None


class _Word(NamedTuple):
    """A label or a number in a text; ``label`` is −1 for a number."""

    at: int
    label: int
    number: float = 0.0


def counts(utterances: Iterable[str], labels: Iterable[Names]) -> dict[Names, Stated]:
    """Return the numbers last stated for each label.

    Args:
        utterances: The answers in the order in which they were given.
        labels: The accepted names of each label, separated by ``|``.
    """
    wanted = list(labels)
    pattern = _mentions(wanted)
    found: dict[Names, Stated] = {label: Stated(frozenset()) for label in wanted}
    for utterance in utterances:
        for label, numbers in _numbers_by_label(_plain(utterance), pattern).items():
            found[wanted[label]] = Stated(frozenset(numbers))
    return found


def _plain(utterance: str) -> str:
    text = unicodedata.normalize("NFKC", utterance).casefold()
    return _NO_NUMBERS.sub(" ", text.replace("俩", "两个").replace("_", " "))


def _mentions(labels: list[Names]) -> re.Pattern[str]:
    """Return a pattern that finds every label, the longest name first; its group ``l<index>`` names the label."""
    names = [(name, index) for index, label in enumerate(labels) for name in label.casefold().split("|")]
    names.sort(key=lambda pair: -len(pair[0]))
    parts = []
    for number, (name, index) in enumerate(names):
        core = r"[\s-]*".join(re.escape(word) for word in name.split())
        parts.append(f"(?P<l{index}_{number}>" + (rf"\b{core}(?:e?s)?\b" if name.isascii() else core) + ")")
    return re.compile("|".join(parts))


def _numbers_by_label(text: str, pattern: re.Pattern[str]) -> Mapping[int, set[float]]:
    """Return the numbers that an utterance gives each label, matched within clauses, or else by their order."""
    words = _words(text, pattern)
    mentioned = {word.label for word in words if word.label >= 0}
    by_clause: dict[int, set[float]] = {}
    for sentence in _SENTENCES.split(text) if _EACH.search(text) else ():
        inside = _words(sentence, pattern)
        numbers = {word.number for word in inside if word.label < 0}
        if _EACH.search(sentence) and len(numbers) == 1:
            by_clause.update({word.label: set(numbers) for word in inside if word.label >= 0})
    for clause in _clauses(text, pattern):
        inside = _words(clause, pattern)
        named = {word.label for word in inside if word.label >= 0}
        numbers = {word.number for word in inside if word.label < 0}
        if len(numbers) > 1:
            numbers = {word.number for word in _words(_ASIDE.sub(" ", clause), pattern) if word.label < 0} or numbers
        if len(named) == 1 and numbers:
            by_clause.setdefault(named.pop(), set()).update(numbers)
    if set(by_clause) == mentioned:
        return by_clause
    return _alternating(words) or _alternating(words[::-1]) or by_clause


def _clauses(text: str, pattern: re.Pattern[str]) -> Iterable[str]:
    for clause in _BREAKS.split(text):
        # "Seven things: three red" – the part before the colon is a total.
        head, colon, rest = clause.partition(":")
        yield rest if colon and rest.strip() and not pattern.search(head) else clause


def _alternating(words: list[_Word]) -> dict[int, set[float]]:
    """Return the number after each label if labels and numbers alternate, a label first; otherwise an empty dict."""
    labels, numbers = words[::2], words[1::2]
    turns = len(labels) == len(numbers) and all(word.label >= 0 for word in labels)
    if not turns or any(word.label >= 0 for word in numbers):
        return {}
    found: dict[int, set[float]] = {}
    for label, number in zip(labels, numbers, strict=True):
        found.setdefault(label.label, set()).add(number.number)
    return found


def _words(text: str, pattern: re.Pattern[str]) -> list[_Word]:
    """Return the labels and numbers of a text in order; digits within a label are not numbers."""
    found = [_Word(match.start(), int(str(match.lastgroup)[1:].partition("_")[0])) for match in pattern.finditer(text)]
    blank = pattern.sub(lambda match: "\0" * len(match.group()), text)
    found += [_Word(match.start(), -1, _value(match)) for match in _NUMBER.finditer(blank)]
    return sorted(found)


def _value(match: re.Match[str]) -> float:
    if digits := match["digits"]:
        return float(digits[:12])
    if match["tens"]:
        return float(_TENS[match["tens"]] + _SMALL.get(match["unit"] or "zero", 0))
    return float(_SMALL[match["word"]] if match["word"] else _han(match["han"]))


def _han(numeral: str) -> int:
    """Return the value of a Chinese numeral below a thousand; a row of digits is read digit by digit."""
    hundreds, ten_found, rest = numeral.rpartition("百")
    if ten_found:
        return 100 * (_han(hundreds) if hundreds else 1) + (_han(rest.strip("零〇")) if rest.strip("零〇") else 0)
    tens, ten_found, ones = numeral.rpartition("十")
    if ten_found:
        return 10 * (_han(tens) if tens else 1) + (_HAN.get(ones, 0) if ones else 0)
    return int("".join(str(_HAN[digit]) for digit in numeral[:9]))
