"""Reading of models' answers."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.answers import loose_json
from mindsight.answers.actions import Reading, read_call, read_number, read_text
from mindsight.answers.reply import Answer
from mindsight.home.episodes.interface import tools

NAMES = {tool.name: tool for tool in tools("en", "neutral") if tool.name in {"pick", "look", "finish", "decline"}}
PICK = {"x": 420, "y": 615}


def line(text: str, stop: str = "stop") -> Reading:
    return read_call(Answer(text=text, stop=stop), NAMES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ('{"action": "pick", "x": 420, "y": 615}', ()),
        ('\n  {"action": "pick", "x": 420, "y": 615}\n', ()),
        ('```json\n{"action": "pick", "x": 420, "y": 615}\n```', ("fence",)),
        ('{"action": "pick", "x": 420, "y": 615,}', ("comma",)),
        ('I see it. {"action": "pick", "x": 420, "y": 615} Done.', ("text_around",)),
        ('<think>{"action": "finish"}?</think>{"action": "pick", "x": 420, "y": 615}', ()),
        ('so {"action": "finish"} no</think>{"action": "pick", "x": 420, "y": 615}', ()),
        ("{'action': 'pick', 'x': 420, 'y': 615}", ("quotes",)),
        ('{action: "pick", x: 420, y: 615}', ("name",)),
        ("｛“action”：“pick”，“x”：420，“y”：615｝", ("punctuation", "quotes")),
        ('{"action": "pick", // the cup\n "x": 420, "y": 615}', ("comment",)),
        ('{"action": "pick"\n "x": 420\n "y": 615}', ("comma",)),
        ('{"name": "pick", "arguments": {"x": 420, "y": 615}}', ("nested", "other_name")),
        ('{"name": "pick", "arguments": "{\\"x\\": 420, \\"y\\": 615}"}', ("nested", "other_name")),
        ('{"function": {"name": "pick", "arguments": {"x": 420, "y": 615}}}', ("nested", "nested", "other_name")),
        (
            '<tool_call>\n{"name": "pick", "arguments": {"x": 420, "y": 615}}\n</tool_call>',
            ("nested", "other_name", "text_around"),
        ),
        ('{"action": "pick", "x": 420, "y": 0615}', ("number",)),
        ('{"action": "pick", "x": 420, "y": 61', None),
        ('{"action": "pick", "x": 420 "y": 615}', None),
    ],
)
def test_a_line_is_read_as_far_as_its_meaning_is_beyond_doubt(text: str, repairs: tuple[str, ...] | None) -> None:
    reading = line(text)
    if repairs is None:
        assert (reading.problem, reading.name) == ("unreadable", "")
    else:
        assert (reading.how, reading.name, reading.arguments, reading.problem) == ("line", "pick", PICK, "")
        assert reading.repairs == repairs


@pytest.mark.parametrize(
    ("text", "stop", "problem"),
    [
        ("", "stop", "empty"),
        ("   \n", "stop", "empty"),
        ("I would pick up the cup.", "stop", "no_call"),
        ("<think>hm", "stop", "no_call"),
        ("<think>hm", "max_tokens", "cut"),
        ('{"action": "pick", "x": 4', "max_tokens", "cut"),
        ('{"action": "pick"}', "content_filter", "refused"),
        ('{"x": 4}', "stop", "unreadable"),
        ('{"action": 7}', "stop", "unreadable"),
        ('{"action": "fly"}', "stop", "unknown_name"),
    ],
)
def test_an_answer_that_cannot_be_used_says_why(text: str, stop: str, problem: str) -> None:
    assert line(text, stop).problem == problem


def test_of_ten_tool_calls_the_first_counts() -> None:
    calls = tuple(("look" if number else "pick", '{"x": 420, "y": 615}') for number in range(10))
    reading = read_call(Answer(calls=calls), NAMES)
    assert (reading.how, reading.name, reading.arguments, reading.ignored) == ("tool", "pick", PICK, 9)


def test_of_several_tool_calls_the_first_well_formed_one_counts() -> None:
    calls = (("pick", '{"x": 420'), ("fly", "{}"), ("look", '{"to": "门口"}'))
    reading = read_call(Answer(calls=calls), NAMES)
    assert (reading.name, reading.arguments, reading.ignored) == ("look", {"to": "门口"}, 2)


def test_a_tool_call_without_arguments_is_one() -> None:
    assert read_call(Answer(calls=(("finish", ""),)), NAMES).problem == ""


def test_several_lines_are_counted_too() -> None:
    reading = line('[{"action": "pick", "x": 420, "y": 615}, {"action": "finish"}]')
    assert (reading.name, reading.ignored, reading.repairs) == ("pick", 1, ())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "9" * 6000])
def test_numbers_that_are_none_become_words(number: str) -> None:
    reading = line('{"action": "pick", "x": ' + number + "}")
    assert isinstance(reading.arguments["x"], str)
    assert not math.isfinite(float(reading.arguments["x"]))


@pytest.mark.parametrize(
    "text",
    ["{" * 100_000, '{"a":' * 50_000, "[" * 100_000, "x" * 3_000_000, "<think>" * 100_000, "{'" * 50_000, "“" * 50_000],
)
@pytest.mark.timeout(20)
def test_monstrous_answers_are_refused_quickly(text: str) -> None:
    assert line(text).problem in {"unreadable", "no_call"}


@given(st.text())
def test_nothing_a_model_writes_is_an_error(text: str) -> None:
    for reading in (
        line(text),
        line('{"action": ' + text),
        read_number(Answer(text=text), 5),
        read_text(Answer(text=text)),
    ):
        reading.model_dump_json()


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_arguments_are_an_answer(value: Any) -> None:
    for text in (json.dumps({"action": "pick", "x": value}), json.dumps(value)):
        json.dumps(line(text).model_dump(), allow_nan=False)
        read_call(Answer(calls=(("pick", text),)), NAMES)


@given(st.dictionaries(st.text(), st.none() | st.booleans() | st.integers(-(2**50), 2**50) | st.text(), max_size=5))
def test_good_json_is_read_as_json_reads_it(value: dict[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert loose_json.objects(text) == [(value, (), 0, len(text))]


@pytest.mark.parametrize(
    ("text", "number", "repairs"),
    [
        ("3", 3, ()),
        (" 3\n", 3, ()),
        ("3.", 3, ("text_around",)),
        ("I choose 3: pick up the cup", 3, ("text_around",)),
        ("选 3", 3, ("text_around",)),
        ("<think>1 or 2</think>3", 3, ()),
        ("3 or 4", None, ()),
        ("9", None, ()),
        ("0", None, ()),
        ("2.5", None, ()),
        ("the cup", None, ()),
        ("-3", None, ()),
    ],
)
def test_a_choice_is_the_only_number_in_an_answer(text: str, number: int | None, repairs: tuple[str, ...]) -> None:
    reading = read_number(Answer(text=text), 5)
    assert (reading.number, reading.repairs) == (number, repairs)
    assert bool(reading.problem) == (number is None)


def test_a_text_is_the_answer_without_its_thoughts() -> None:
    assert read_text(Answer(text="<think>hm</think> the red one ")).text == "the red one"
    assert read_text(Answer(text=" ")).problem == "empty"


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("4: there are 3 cups, not 2", 4, "there are 3 cups, not 2"),
        (" 4：没有杯子。\n", 4, "没有杯子。"),
        ("4\nno cup", 4, "no cup"),
        ("<think>2 or 3?</think>4: no cup", 4, "no cup"),
        ("4", 4, ""),
        ("4:", 4, ""),
        ("4: 3", None, ""),
        ("4 or 3", None, ""),
        ("3: there is no cup", 3, ""),
        ("3: there are 2 cups", None, ""),
        ("9: there is no cup", None, ""),
        ("no cup, so 4", 4, ""),
    ],
)
def test_words_may_follow_a_choice_that_takes_them(text: str, number: int | None, words: str) -> None:
    reading = read_number(Answer(text=text), 5, worded=[4])
    assert (reading.number, reading.text) == (number, words)
    assert bool(reading.problem) == (number is None)


@given(st.text(max_size=40))
def test_without_choices_that_take_words_nothing_is_read_otherwise(text: str) -> None:
    plain = read_number(Answer(text=text), 5)
    assert plain.text == ""
    worded = read_number(Answer(text=text), 5, worded=[4])
    assert worded == plain or worded.number == 4


DRAFT = '{"action": "pick", "x": 100, "y": 100}'
WANTED = '{"action": "pick", "x": 420, "y": 615}'


@pytest.mark.parametrize(
    "between",
    [
        "\nHmm, let me double-check: ",
        "\n\nOn reflection:\n",
        "\n等等，应该是",
        "\nFinal: ",
        "\nLet me recheck. ",
        "\nWait, no. ",
    ],
)
def test_an_action_before_a_correction_is_a_draft(between: str) -> None:
    assert line(DRAFT + between + WANTED).arguments == PICK


@pytest.mark.parametrize("between", [" or ", "\nor\n", "，或者 ", " 还是 "])
def test_one_of_two_actions_is_none(between: str) -> None:
    assert (line(DRAFT + between + WANTED).name, line(DRAFT + between + WANTED).problem) == ("", "several")


@pytest.mark.parametrize("text", ["not 3", "I can't do 3", "3+", "3%", "Never 3", "不选3"])
def test_a_number_that_is_denied_or_a_bound_is_no_choice(text: str) -> None:
    assert read_number(Answer(text=text), 5).number is None
