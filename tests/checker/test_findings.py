"""Each sentence is used, and says the same in both languages."""

import re
import string
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.checker.findings import MESSAGES, Finding

HAN = "[\u4e00-\u9fff]"
SOURCES = "".join(path.read_text("utf-8") for path in Path(checker.__file__).parent.rglob("*.py"))


def fields(sentence: str) -> list[str]:
    """Return what fills a sentence."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name)


@pytest.mark.parametrize("key", MESSAGES)
def test_a_sentence_is_used_and_fits_its_translation(key: str) -> None:
    english, chinese = MESSAGES[key]
    assert f'"{key}"' in SOURCES
    assert fields(english) == fields(chinese)
    assert not re.search(HAN, english)
    assert re.search(HAN, chinese)


def test_a_place_is_added_where_there_is_none() -> None:
    finding = Finding("term", field="score", value="2", found="own").at(file="items.jsonl", byte=3, found="0001")
    assert finding.say() == "items.jsonl: byte 3: the term score of item own cannot be 2"
    assert finding.say("zh") == "items.jsonl：第 3 字节：样本 own 的统计量 score 不可能是 2"


def test_what_cannot_be_printed_is_escaped() -> None:
    assert Finding("missing", file="a\n\x1b").say() == "a\\x0a\\x1b: listed in SHA256SUMS but not there"
    assert "…" in Finding("unfinished", file="m", found=10**6000).say()
