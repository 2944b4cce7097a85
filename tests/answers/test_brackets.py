"""Brackets that are missing or doubled at the end of an answer are put right and counted; a cut answer is not an answer."""

import json

import pytest

from mindsight.answers.brackets import mended
from mindsight.vsig.models.answers.reading import Frame, read_answer

ENTRIES = [
    {"type": "object", "description": "红色杯子 ]}", "point": [250, 500], "timestamp": 1400},
    {"type": "space", "description": 'beside the "box"', "point": [500, 250], "timestamp": 2600},
]
WHOLE = json.dumps({"explicit_command": "把杯子放到盒子旁边", "selected_options": ["A", "b"], "point_list": ENTRIES})
HEAD = WHOLE.removesuffix("}]}")
FRAME = Frame(length_ms=5000.0)


@pytest.mark.parametrize(
    "tail", ["}}", "}]", "}]]}", "}]}]", "}}]}", "}]\n  }}", "} ]", "}}\n```\n", "}} That is all."]
)
@pytest.mark.parametrize("before", ["", "```json\n", "Here it is: "])
def test_the_answer_is_read_and_the_repair_counted(before: str, tail: str) -> None:
    status, answer, _ = read_answer(f"{before}{HEAD}{tail}", FRAME)
    assert status == "scored"
    assert [one.point for one in answer.predictions] == [(0.25, 0.5), (0.5, 0.25)]
    assert [(one.time_ms, one.choice) for one in answer.predictions] == [(1400, "A"), (2600, "b")]
    assert answer.repairs


@pytest.mark.parametrize("tail", ["}}", "}]", "}]]}", "}}]}"])
def test_the_repair_has_a_name(tail: str) -> None:
    assert read_answer(HEAD + tail, FRAME).answer.repairs == ("brackets",)


def test_a_whole_answer_is_left_alone() -> None:
    assert read_answer(WHOLE, FRAME).answer.repairs == ()
    assert mended(WHOLE) is None


@pytest.mark.parametrize("cut", range(1, len(WHOLE) - 3))
def test_an_answer_that_breaks_off_is_not_an_answer(cut: int) -> None:
    """Cut anywhere before the end of its last entry, it is never mended into one with fewer entries or another number."""
    reading = read_answer(WHOLE[:-3][:-cut], FRAME)
    assert "brackets" not in reading.answer.repairs
    assert reading.status == "parse_error"


def test_what_was_cut_at_the_limit_of_tokens_may_have_gone_on() -> None:
    assert read_answer(HEAD + "}]", FRAME, stop="max_tokens").problem == "cut"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "}",
        "]}",
        '{"point_list": [{"point": [250, 500}]}',
        f"{HEAD}}}",
        '{"point_list": [{"point": [250, 500}',
        f"{HEAD}]]}}",
        f"{HEAD}}}]]]]]}}",
        '{"a": "x}',
        "[" * 100_000,
        "{" * 100_000 + "}",
    ],
)
def test_more_than_one_thing_wrong_is_not_guessed_at(text: str) -> None:
    assert mended(text) is None
