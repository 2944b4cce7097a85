"""Places in rows, columns and orders: how they are found in a text, and which of them are the same."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.vsig.language.reader.counting import take_ranks
from mindsight.vsig.language.reader.words import plain
from mindsight.vsig.scoring.intent import score_description

RIGHT_FROM = 0.75
TABLE = Path(__file__).parents[1] / "data" / "ranked_descriptions.tsv"
"""Descriptions with ranks, materials, wholes and parts, and whether they mean the thing that is named."""

SAID = {
    "从左往右数第二个": "across 2",
    "从左数第二个": "across 2",
    "左起第2个": "across 2",
    "左边第二个": "across 2",
    "左二": "across 2",
    "右数第三个": "across -3",
    "从右往左数第一个": "across -1",
    "从左往右数最后一个": "across -1",
    "最左边的": "across 1",
    "倒数第二排": "down -2",
    "最上面一排": "down 1",
    "第一行第三列": "down 1, across 3",
    "1行3列": "down 1, across 3",
    "从上往下第三个": "down 3",
    "第二个": "nth 2",
    "最后一个": "nth -1",
    "离人最近": "deep 1",
    "靠墙": "deep -1",
    "the second from the left": "across 2",
    "second vise from the right": "across -2",
    "the leftmost vise": "across 1",
    "on the far right": "across -1",
    "row 1, column 3": "down 1, across 3",
    "in the first row and third column": "down 1, across 3",
    "the top row": "down 1",
    "second-to-last drawer": "nth -2",
    "the last one": "nth -1",
    "farthest from the person": "deep -1",
    "a first-person view": "",
    "面板上一排按钮": "",
    "两个按钮": "",
}


@pytest.mark.parametrize("text", SAID)
def test_a_rank_is_found_with_its_direction(text: str) -> None:
    rest, signs = take_ranks(plain(text))
    in_order = [signs[sign] for sign in rest if sign in signs]
    assert ", ".join(f"{rank.family} {rank.value}" for rank in in_order) == SAID[text]


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['name']} {row['said']}")
def test_a_description_with_a_rank_means_one_thing(row: dict[str, str]) -> None:
    found = score_description(row["said"], row["name"], kind="space" if row["kind"] == "space" else "object")
    assert (found.score >= RIGHT_FROM) == (row["right"] == "yes"), found


@given(st.text(alphabet="左右上下前后最第一二三个行列从往数起倒的 ,\ue000\ue001firstlathowcumn", max_size=60))
def test_any_text_is_searched(text: str) -> None:
    rest, signs = take_ranks(plain(text))
    assert all(rest.count(sign) <= 1 for sign in signs)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("从左往右数第二个扳手", "从右往左数第二个扳手"),  # Of three they are the same one.
        ("丝杆座", "the frobnicator"),
        ("转接模块", "interposer"),
    ],
)
def test_what_is_not_understood_is_said(name: str, said: str) -> None:
    found = score_description(said, name)
    assert not found.is_sure
    assert found.score == 0 < found.best
    assert found.why


@pytest.mark.parametrize(("name", "said"), [("红色杯子", "blue cup"), ("红色杯子", "red cup"), ("扳手", "红色杯子")])
def test_what_is_understood_has_one_score(name: str, said: str) -> None:
    assert score_description(said, name).is_sure
