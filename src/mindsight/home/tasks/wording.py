"""Sentences that tasks share: demands that are no household tasks, and how an instruction is composed.

The wordings of a sentence form two disjoint sets: the first half of them, *a*, and the rest, *b*. Normally an instruction
is drawn from all; within ``spoken_as`` the same draws take the wordings of one set, so that the same task gets other words.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.setting import WordingSet

Sentence = dict[Literal["zh", "en"], str]

_SPOKEN: ContextVar[WordingSet] = ContextVar("wordings", default="drawn")
_OTHERWISE = {"请": "麻烦你", "Please ": "I would like you to "}
"""Beginnings of demands that have a single wording, and their replacements in the other set."""

NOT_HOME: tuple[tuple[str, str], ...] = (
    ("请帮我预订下周五去上海的高铁票。", "Please book a train ticket to Shanghai for next Friday."),
    ("请写一段快速排序的程序并运行它。", "Please write a quicksort program and run it."),
    ("请到公司替我开上午的例会。", "Please go to the office and sit in on the morning meeting for me."),
    ("请把楼下停车场的车洗干净。", "Please wash the car in the car park downstairs."),
    ("请预测下个月的黄金价格。", "Please predict next month's price of gold."),
    ("请去银行办理一张信用卡。", "Please go to the bank and apply for a credit card."),
    ("请给邻居家的孩子补一节物理课。", "Please give the neighbours' child a physics lesson."),
    ("请修好小区门口坏掉的路灯。", "Please repair the broken street lamp at the gate."),
    ("请替我参加今晚的马拉松比赛。", "Please run tonight's marathon for me."),
    ("请把这篇论文投稿到期刊。", "Please submit this paper to a journal."),
    ("请驾驶公交车跑完今天的末班。", "Please drive today's last bus."),
    ("请去机场接一位国外来的客户。", "Please meet a customer from abroad at the airport."),
)
"""Demands that are no household tasks, zh and en."""


def not_home(rng: Generator) -> Sentence:
    """Return a demand that is no household task."""
    return draw_demand(rng, NOT_HOME, {}, {})


def listed(words: list[str], language: Literal["zh", "en"]) -> str:
    """Join words into a list within a sentence: 甲、乙和丙 / a, b and c."""
    if len(words) < 2:
        return "".join(words)
    comma, last = ("、", "和") if language == "zh" else (", ", " and ")
    return comma.join(words[:-1]) + last + words[-1]


def names(kinds: Sequence[str], language: Literal["zh", "en"]) -> dict[str, str]:
    """Return the field ``names`` of a sentence: kinds of things, listed by name."""
    return {"names": listed([KINDS[kind].name(language) for kind in kinds], language)}


@contextmanager
def spoken_as(words: WordingSet) -> Iterator[None]:
    """Take all wordings from one set while the context is active."""
    token = _SPOKEN.set(words)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def spoken() -> WordingSet:
    """Return the set from which wordings are taken now; a cache of instructions must be keyed by it."""
    return _SPOKEN.get()


def pick(rng: Generator, sentences: tuple[tuple[str, str], ...], zh: dict[str, str], en: dict[str, str]) -> Sentence:
    """Draw one of several wordings of a sentence and fill its fields in both languages."""
    chinese, english = sentences[_in_set(int(rng.integers(len(sentences))), len(sentences))]
    return {"zh": chinese.format_map(zh), "en": english.format_map(en)}


def draw_demand(
    rng: Generator, sentences: tuple[tuple[str, str], ...], zh: dict[str, str], en: dict[str, str]
) -> Sentence:
    """Draw one of several different demands; the sets of wordings differ only in how it begins."""
    chinese, english = (_begun(words) for words in sentences[int(rng.integers(len(sentences)))])
    return {"zh": chinese.format_map(zh), "en": english.format_map(en)}


def _in_set(drawn: int, count: int) -> int:
    """Return the index of the wording that replaces a drawn one."""
    first = (count + 1) // 2
    if _SPOKEN.get() == "a":
        return drawn % first
    # A sentence with a single wording is the same in both sets.
    return first + drawn % (count - first) if _SPOKEN.get() == "b" and count > 1 else drawn


def _begun(words: str) -> str:
    if _SPOKEN.get() != "b":
        return words
    usual = next(usual for usual in _OTHERWISE if words.startswith(usual))
    return _OTHERWISE[usual] + words.removeprefix(usual)
