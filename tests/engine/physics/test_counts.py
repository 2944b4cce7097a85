"""Counts in answers: every usual wording is understood, and unclear ones give no count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.engine.physics.counts import counts

RED, BLUE = "红色|红|red", "蓝色|蓝|blue"
LABELS = (RED, BLUE)


def heard(*spoken: str, labels: tuple[str, ...] = LABELS) -> tuple[float | None, ...]:
    found = counts(spoken, labels)
    return tuple(found[label].clear for label in labels)


@pytest.mark.parametrize(
    "said",
    [
        "red: 3, blue: 2",
        "red 3 blue 2",
        "3 red 2 blue",
        "Red=3; Blue=2.",
        "red (3), blue (2)",
        "RED: three; BLUE: two",
        "**RED**: 3 items\n**BLUE**: 2 items",
        "There are three in the red box and 2 in the blue box.",
        "I sorted 5 things: 3 red and two blue.",
        "3 red, 2 blue, 5 in total",
        "3 red and 2 blue in total 5",
        "The red box holds 3 red things, the blue box 2 blue things.",
        "Box 1 (red): 3\nBox 2 (blue): 2",
        "There are 3 red ones, and the blue one is 2",
        "Three things are red. Two are blue.",
        '{"red": 3, "blue": 2}',
        '{"counts": {"blue": 2.0, "red": 3}}',
        '[{"label": "red", "count": 3}, {"label": "blue", "count": 2}]',
        '```json\n{\n "red": 3,\n "blue": 2\n}\n```',
        "红色3个，蓝色2个",
        "红色：三；蓝色：两件。",
        "红三蓝二",
        "三个红色的，两个蓝色的",
        "红色盒子里有３个、蓝色盒子里有２个，一共５个。",
        "红色盒子里有三（3）个，蓝色盒子里有俩",
        "第一个盒子（红色）：3个；第二个盒子（蓝色）：2个",
        "都放在一起了，红色的一共三个，蓝色的共2个",
        "红色 RED：3，蓝色 BLUE：2",
        "红色有3件和蓝色有2件",
    ],
)
def test_usual_wordings_are_understood(said: str) -> None:
    assert heard(said) == (3, 2)


@pytest.mark.parametrize(
    ("said", "red", "blue"),
    [
        ("", None, None),
        ("3, 2", None, None),
        ("red: 3", 3, None),
        ("blue two", None, 2),
        ("red: 3-4, blue: 2", None, 2),
        ("red: 3, red: 4, blue: 2", None, 2),
        ("red: 3 or 4; blue: 2", None, 2),
        ("red and blue: 5", None, 5),
        ("red: 3.5, blue: 2", 3.5, 2),
        ("the colours: red, blue; the counts: 3, 2", None, None),
        ("some red, many blue", None, None),
        ("hundred 3 blueish 2", None, None),
        ("I sorted them all together", None, None),
        ("一起放好了，红色和蓝色", None, None),
    ],
)
def test_unclear_answers_give_no_count(said: str, red: float | None, blue: float | None) -> None:
    assert heard(said) == (red, blue)


@pytest.mark.parametrize(
    "said", ["红色和蓝色各3个", "red and blue: 3 each", "There are three of each, both red and blue."]
)
def test_one_number_may_be_for_each(said: str) -> None:
    assert heard(said) == (3, 3)


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("红色零个", 0), ("红色十个", 10), ("红色十二个", 12), ("红色二十件", 20), ("红色二十四件", 24), ("红色一百零五件", 105),
        ("red: zero", 0), ("red: eleven", 11), ("red: twenty", 20), ("red: twenty-four", 24), ("red: twenty one", 21),
        ("red: 007", 7), ("red: " + "9" * 3000, 999999999999.0),
    ],
)  # fmt: skip
def test_numerals_are_read(said: str, number: float) -> None:
    assert heard(said)[0] == number


def test_the_last_number_for_a_label_is_used() -> None:
    assert heard("red: 3, blue: 1", "no, blue: 2") == (3, 2)
    assert heard("red: 3, blue: 2", "Done, five steps were left.") == (3, 2)
    assert heard("red: 3", "blue: 2") == (3, 2)
    assert heard("red: 3, blue: 2", "red: 2 or 3") == (None, 2)


def test_the_longest_name_is_matched() -> None:
    blocks, cars = "红色积木|red blocks|red block", "红色小汽车|red toy cars|red car"
    assert heard("红色积木4块，红色小汽车2辆", labels=(blocks, cars)) == (4, 2)
    assert heard("4 red blocks and 2 red cars", labels=(blocks, cars)) == (4, 2)
    small, large = "小圆罐|小|small|small tins", "大圆罐|大|large|large tins"
    assert heard("按大小分好了：小的3个，大的7个", labels=(small, large)) == (3, 7)
    assert heard("small tins: 3, large: 7", labels=(small, large)) == (3, 7)


@given(st.lists(st.text(max_size=60), max_size=3))
def test_any_text_can_be_read(spoken: list[str]) -> None:
    found = counts(spoken, LABELS)
    assert set(found) == set(LABELS)
    assert found == counts(spoken, LABELS)


WORDS = ("red", "blue", "红", "蓝色", "三", "12", "two", "，", ": ", "and ", "各", "共", "\n", "{", "。")


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_words_in_any_order_can_be_read(parts: list[str]) -> None:
    for said in counts([" ".join(parts), "".join(parts)], LABELS).values():
        assert all(number >= 0 for number in said.numbers)


def test_a_long_answer_is_read_quickly() -> None:
    assert heard("red 红 3 三 and box 1 " * 180) == (3, None)
