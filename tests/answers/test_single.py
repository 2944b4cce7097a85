"""Where an answer stands in a text: the last one that is stated counts, a draft and a doubt never."""

import os
import subprocess
import sys
import time

import pytest
from tests.answers.values.hostile import HOSTILE
from tests.home.questions.made_up import question

from mindsight.answers.reply import Answer
from mindsight.home.questions.scoring.reading import read

CANNOT = "cannot"
NOTHING = None


def said(text: str, form: str = "choice", stop: str = "stop", unit: str = "") -> object:
    """Return what is read from a text: a value, ``cannot`` or nothing."""
    found = read(Answer(text=text, stop=stop), question(form, 3 if form == "number" else "blue", unit=unit))
    return found.value if found.status == "answer" else CANNOT if found.status == "cannot" else NOTHING


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"answer": "A"} Wait, that is wrong. The answer is B.', "blue"),
        ('{"answer": "A"}\n\nActually, on closer look the mug is blue, so the correct answer is B.', "blue"),
        ('{"answer": "A"}\n\nFinal answer: B', "blue"),
        ('{"answer": "A"}\n最终答案：B', "blue"),
        ('{"answer": "A"}\n更正：B', "blue"),
        ('{"answer": "A"}\n\\boxed{B}', "blue"),
        ('{"cannot": "hidden"}\n\nWait, I can see it. The answer is B.', "blue"),
        ('{"answer": "A"}\n\nHmm, let me double check. It should be B.', NOTHING),
        ('{"answer": "A"}\nNo, it is B.', NOTHING),
        ('{"answer": "A"}\n\nThe question cannot be answered.', NOTHING),
        ('{"answer": "A"} So the answer is B.', NOTHING),
        ('{"answer": "B"}\n\nI chose B because A is red.', "blue"),
        ('{"answer": "B"}\n\nThe answer is B because the mug is blue.', "blue"),
        ('{"answer": "B"}\n\nHowever, the picture is blurred.', "blue"),
        ('{"answer": "B"}\n\nThe mug is actually blue, and no other mug is there.', "blue"),
    ],
)
def test_words_after_an_object_may_correct_it(text: str, value: object) -> None:
    assert said(text) == value


@pytest.mark.parametrize("text", ['{"answer": "A"} Wait, the answer is B', '{"answer": "A"} Wait, that is'])
def test_a_correction_that_was_cut_is_none_and_what_came_before_it_is_a_draft(text: str) -> None:
    assert said(text, stop="max_tokens") is NOTHING


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Option A is red, which does not match. Option B is blue. So the answer is **B**.", "blue"),
        ("First I thought the answer is A. But on reflection, the answer is B.", "blue"),
        ("What colour is the mug?\nA. red\nB. blue\nC. dark blue\nAnswer: C", "dark_blue"),
        ("**Final Answer**: B", "blue"),
        ("\\[\\boxed{\\text{B}}\\]", "blue"),
        ("The answer is A.\nThe answer is B.", "blue"),
        ("Answer: A\nCorrection: B", "blue"),
        ("The answer is A.\nNo wait, it is B.", NOTHING),
        ("Answer: A\n\nOn second thought, blue fits better.", NOTHING),
        ("The answer is A.\nHowever, B is possible too.", NOTHING),
        ("I don't think the answer is A.", NOTHING),
        ("It's unlikely that the answer is A.", NOTHING),
        ("One might think the answer is A.", NOTHING),
        ("If the mug were red the answer is A.", NOTHING),
        ("Initially I thought the answer is A", NOTHING),
        ("The answer is A or B", NOTHING),
    ],
)
def test_the_last_statement_counts_unless_it_is_doubted_or_taken_back(text: str, value: object) -> None:
    assert said(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I can't tell for sure, but the answer is B.", "blue"),
        ("I cannot say with certainty, but B is most likely", NOTHING),
        ("无法确定，但应该是B", NOTHING),
        ('{"answer": "I cannot tell for sure, but probably B"}', NOTHING),
        ("It cannot be answered, but there is a plate.", CANNOT),
        ("There's no mug in the image, so I can't answer the question.", CANNOT),
        ("图片中没有马克杯，因此无法回答。", CANNOT),
        ("根据图片无法判断马克杯的颜色。", CANNOT),
    ],
)
def test_that_there_is_no_answer_is_not_read_where_one_follows(text: str, value: object) -> None:
    assert said(text) == value


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ('{"answer": 0.45, "unit": "m"}', "cm", 45),
        ('{"answer": 18, "unit": "inches"}', "cm", 45.72),
        ('{"answer": {"value": 0.45, "unit": "m"}}', "cm", 45),
        ('{"answer": 0.45, "单位": "米"}', "cm", 45),
        ('{"answer": 45, "unit": "pixels"}', "cm", NOTHING),
        ('{"answer": 45, "unit": ""}', "cm", 45),
        ('{"answer": "about 0.45", "unit": "m"}', "cm", 45),
        ('{"answer": "45 cm", "unit": "cm"}', "cm", 45),
        ('{"answer": 45, "unit": "N/A"}', "cm", 45),
        ("answer: 0.45\nunit: m", "cm", 45),
        ('{"answer": 2, "unit": "hours"}', "minutes", 120),
        ('{"answer": 3, "unit": "cups"}', "", 3),
    ],
)
def test_a_unit_beside_a_number_belongs_to_it(text: str, unit: str, value: object) -> None:
    assert said(text, "number", unit=unit) == value


@pytest.mark.parametrize(
    ("text", "form", "value"),
    [
        ("- mug: (415, 360)\n- plate: (100, 100)", "point", NOTHING),
        ("mug: (415, 360)\nplate: (100, 100)", "point", NOTHING),
        ('{"answer": [-1, -1], "cannot": "no mug"}', "point", CANNOT),
        ('{"answer": ""}', "text", NOTHING),
        ('{"answer": "EX', "text", NOTHING),
        ("TOTAL: 45", "text", "total 45"),
        ("The answer is: EXIT\n\nThe sign is green.", "text", "exit"),
        ("I can't read it.", "text", CANNOT),
        ("The text is not readable.", "text", CANNOT),
        ('{"answer": "EXIT"} The answer is based on the sign.', "text", "exit"),
        ('{"answer": "EXIST"} Correction: the answer is EXIT', "text", "exit"),
        ("Answer: 2\n\nActually there is one more: 3.", "number", NOTHING),
        ("Left: 2\nRight: 1\nTotal: 3", "number", 3),
        ("Left: 1\nRight: 2", "number", NOTHING),
        ('{"answer": 3}\n\nLeft: 2\nRight: 1', "number", 3),
        ('<tool_call>{"name": "answer", "arguments": {"choice": "B"}}</tool_call>', "choice", "blue"),
        ('{"name": "submit", "arguments": "{\\"answer\\": \\"B\\"}"}', "choice", "blue"),
        ('{"answer": "A", "final_answer": "B"}', "choice", "blue"),
        ('&lt;think&gt;{"answer": "A"} hmm', "choice", NOTHING),
        ("&lt;think&gt;maybe A&lt;/think&gt;B", "choice", "blue"),
        ("{&quot;answer&quot;: &quot;B&quot;}", "choice", "blue"),
        ('{\\"answer\\": \\"B\\"}', "choice", "blue"),
        ('{"answer": "\u200bB"}', "choice", "blue"),
        ("<|im_start|>assistant\nB<|im_end|>", "choice", "blue"),
    ],
)
def test_other_places_of_an_answer(text: str, form: str, value: object) -> None:
    assert said(text, form) == value


def test_of_several_keys_the_same_counts_in_every_process() -> None:
    program = (
        "from tests.answers.test_single import said; "
        """print(said('{"result": "A", "answer": "B", "prediction": "C"}'))"""
    )
    for seed in "123":
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "blue"


@pytest.mark.parametrize("form", ["choice", "number", "point", "text", "yes_no"])
def test_a_long_tail_is_read_in_no_time(form: str) -> None:
    for noise in (*HOSTILE, "\n" * 100_000, "No, " * 30_000, "answer is " * 20_000, "\\boxed{" * 20_000):
        begin = time.perf_counter()
        said('{"answer": "B"}' + noise[:100_000], form)
        said(noise[:100_000], form)
        assert time.perf_counter() - begin < 2
