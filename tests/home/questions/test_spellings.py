"""Answers as models write them, around the object and without it; the spellings of single values are tested beside their readers.

Each spelling was reported for a model or a server (lmms-eval #1100 and #1380, VLMEvalKit #1552, vllm #52640, ollama #15288) or follows from
the schema that is sent. What is right was written down by hand.
"""

from typing import Any

import pytest

from home.questions.made_up import question
from mindsight.answers.reply import Answer
from mindsight.home.questions.scoring.reading import read

CANNOT, UNREAD = ("cannot", None), ("unreadable", None)
BLUE = ("answer", "blue")
"""The second option of a made-up question, B."""


@pytest.mark.parametrize(
    ("said", "right"),
    [
        # Both keys of the schema are filled.
        ('{"answer": null, "cannot": "absent"}', CANNOT),
        ('{"answer": [], "cannot": "absent"}', CANNOT),
        ('{"answer": {}, "cannot": "absent"}', CANNOT),
        ('{"answer": "", "cannot": "absent"}', CANNOT),
        ('{"answer": "null", "cannot": "absent"}', CANNOT),
        ('{"answer": "none", "cannot": "absent"}', CANNOT),
        ('{"answer": "N/A", "cannot": "absent"}', CANNOT),
        ('{"answer": "无", "cannot": "没有"}', UNREAD),
        ('{"answer": "无", "cannot": "没有杯子"}', CANNOT),
        ('{"answer": "cannot", "cannot": "absent"}', CANNOT),
        ('{"answer": "B", "cannot": null}', BLUE),
        ('{"answer": "B", "cannot": false}', BLUE),
        ('{"answer": "B", "cannot": "null"}', BLUE),
        ('{"answer": "B", "cannot": "not sure"}', BLUE),
        ('{"answer": ["B"], "cannot": "absent"}', BLUE),
        ('{"answer": null, "cannot": null}', UNREAD),
        ('{"answer": null, "cannot": ""}', UNREAD),
        # A reason in other forms.
        ('{"cannot": true}', CANNOT),
        ('{"cannot": {"reason": "absent"}}', CANNOT),
        ('{"cannot": ["absent"]}', CANNOT),
        ('{"cannot_answer": "absent"}', CANNOT),
        ('{"Cannot": "absent"}', CANNOT),
        ('{"无法回答": "没有杯子"}', CANNOT),
        ('{"answer": {"cannot": "absent"}}', CANNOT),
        ('{"answer": "cannot be answered"}', CANNOT),
        ('{"answer": "It cannot be determined from the picture."}', CANNOT),
        ('{"cannot": false}', UNREAD),
        ('{"cannot": ""}', UNREAD),
        ('{"cannot": "none"}', UNREAD),
        ('{"cannot": []}', UNREAD),
        # Keys.
        ('{"Answer": "B"}', BLUE),
        ('{"ANSWER": "B"}', BLUE),
        ('{"answer ": "B"}', BLUE),
        ('{"final_answer": "B"}', BLUE),
        ('{"finalAnswer": "B"}', BLUE),
        ('{"答案": "B"}', BLUE),
        ('{"choice": "B"}', BLUE),
        ('{"result": {"answer": "B"}}', BLUE),
        ('{"answer": {"letter": "B"}}', BLUE),
        ('{"reasoning": "it is red, or A", "answer": "B"}', BLUE),
        ('{"error": "x"}', UNREAD),
        # The object as it is written.
        ("{'answer': 'B'}", BLUE),
        ('{answer: "B"}', BLUE),
        ('{"answer": B}', BLUE),
        ('{"answer":"B",}', BLUE),
        ('｛“answer”：“B”｝', BLUE),
        ('```json\n{"answer": "B"}\n```', BLUE),
        ('{"answer": "B"}}', BLUE),
        ('[{"answer": "B"}]', BLUE),
        ('"{\\"answer\\": \\"B\\"}"', BLUE),
        ('{"answer": "{\\"answer\\": \\"B\\"}"}', BLUE),
        # Several.
        ('{"answer": "A"} … no: {"answer": "B"}', BLUE),
        ('{"answer": "B"}\n{"cannot": null}', BLUE),
        ('[{"answer": "B"}, {"answer": "C"}]', UNREAD),
        ('[{"answer": "B"}, {"answer": "B"}]', BLUE),
        ('{"answer": "A"} corrected: {"answer": "B', UNREAD),
        # Without an object.
        ("B", BLUE),
        ("B.", BLUE),
        ("blue", BLUE),
        ("**B**", BLUE),
        ("\\boxed{B}", BLUE),
        ("<answer>B</answer>", BLUE),
        ("Answer: B", BLUE),
        ("The answer is B.", BLUE),
        ("答案：B", BLUE),
        ('"B"', BLUE),
        ("The mug is not red.\nSo the final answer is: **B**", BLUE),
        ("Let me look at the mug.\n\nB", BLUE),
        ("It cannot be answered.", CANNOT),
        ("I cannot tell from the picture.", CANNOT),
        ("无法回答", CANNOT),
        ("The answer is B or C", UNREAD),
        ("B or C", UNREAD),
        ("I like the mug.", UNREAD),
        ("", UNREAD),
        # Thoughts.
        ('<think>maybe {"answer": "A"}</think>{"answer": "B"}', BLUE),
        ('<think>maybe {"answer": "B"}? wait', UNREAD),
        ('{"answer": "B"}<think>or {"answer": "A"}</think>', BLUE),
        ('<think>{"cannot": "absent"}, no', UNREAD),
    ],
)  # fmt: skip
def test_an_answer_is_read_however_it_is_written_and_never_as_another(said: str, right: tuple[str, Any]) -> None:
    reading = read(said, question())
    assert (reading.status, reading.value) == right


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer(text=""), "empty"),
        (Answer(text="   "), "empty"),
        (Answer(text="", stop="max_tokens"), "cut"),
        (Answer(text='<think>maybe {"answer": "B"}', stop="max_tokens"), "cut"),
        (Answer(text='{"answer": "A"} No, rather {"answer": "B', stop="max_tokens"), "cut"),
        (Answer(text="The mug stands on the", stop="max_tokens"), "cut"),
        (Answer(text="B", stop="max_tokens"), "cut"),
        (Answer(text='{"answer": "B"}', stop="content_filter"), "refused"),
        (Answer(text="I'm sorry, but I can't view images."), "refused"),
        (Answer(text="抱歉，我无法查看图片。"), "refused"),
        (Answer(text="A fine mug."), "no_answer"),
        (Answer(text='{"answer": "B or C"}'), "several"),
        (Answer(text='{"answer": "D"}'), "unreadable"),
        (Answer(text='{"answer": "a mug"}'), "unreadable"),
    ],
)
def test_what_cannot_be_read_has_its_cause(answer: Answer, problem: str) -> None:
    reading = read(answer, question())
    assert (reading.status, reading.problem) == ("unreadable", problem)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(text='{"answer": "B"} Because the mug', stop="max_tokens"),
        Answer(calls=(("answer", '{"answer": "B"}'),), stop="tool_calls"),
        Answer(reasoning='Let me think. {"answer": "B"}'),
    ],
)
def test_an_answer_is_found_where_the_server_put_it(answer: Answer) -> None:
    assert read(answer, question()).value == "blue"


@pytest.mark.parametrize(
    ("form", "said", "right"),
    [
        ("point", '{"answer": [], "cannot": "nothing"}', CANNOT),
        ("point", '{"point_2d": [500, 300], "label": "cup"}', ("answer", (500.0, 300.0))),
        ("point", '[{"point_2d": [500, 300], "label": "cup"}]', ("answer", (500.0, 300.0))),
        ("point", "[500, 300]", ("answer", (500.0, 300.0))),
        ("point", "(500, 300)", ("answer", (500.0, 300.0))),
        ("point", '{"x": 500, "y": 300}', ("answer", (500.0, 300.0))),
        ("point", '{"answer": [500, 300], "cannot": null}', ("answer", (500.0, 300.0))),
        ("point", "There is no cup in the picture.", CANNOT),
        ("point", '{"answer": [[500, 300], [510, 310]]}', UNREAD),
        ("box", '{"bbox_2d": [1, 2, 3, 4]}', ("answer", (1.0, 2.0, 3.0, 4.0))),
        ("box", "<|box_start|>(1,2),(3,4)<|box_end|>", ("answer", (1.0, 2.0, 3.0, 4.0))),
        ("number", "3", ("answer", 3.0)),
        ("number", "There are 3.", ("answer", 3.0)),
        ("number", '{"count": 3}', ("answer", 3.0)),
        ("number", '{"answer": "no idea"}', UNREAD),
        ("number", '{"answer": "unknown, no number is visible"}', UNREAD),
        ("yes_no", "Yes", ("answer", "yes")),
        ("yes_no", "不是。", ("answer", "no")),
        ("text", '{"answer": "EXIT"}', ("answer", "exit")),
        ("text", "EXIT", ("answer", "exit")),
        ("text", "The picture shows a long corridor with many doors, and at its end hangs a sign whose letters are small.", UNREAD),
        ("sequence", '{"answer": ["B", "A", "C"]}', ("answer", ["blue", "red", "dark_blue"])),
        ("sequence", "B, A, C", ("answer", ["blue", "red", "dark_blue"])),
        ("span", '{"answer": [3, 5]}', ("answer", [3.0, 5.0])),
        ("span", "3-5", ("answer", [3.0, 5.0])),
    ],
)  # fmt: skip
def test_every_form_is_read_with_and_without_an_object(form: Any, said: str, right: tuple[str, Any]) -> None:
    reading = read(said, question(form))
    assert (reading.status, reading.value) == right
