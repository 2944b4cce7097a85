"""Marks and lead-ins around a value, and values inside lists and objects."""

import pytest

from mindsight.answers.values.basics import bare, by_key, inner


@pytest.mark.parametrize(
    "said",
    [
        "B", " B\n", "B.", "B。", "**B**", "`B`", "“B”", "『B』", r"\boxed{B}", r"\boxed{\text{B}}", r"$\boxed{B}$.", "<answer>B</answer>",
        "The answer is B", "the correct answer is: B.", "Answer: B", "So, my final answer is **B**.", "Therefore the answer is B",
        "The answer's B",
        "答案是B", "最终答案：B。", "所以正确的答案应该是“B”", "正確答案為B",
    ],
)  # fmt: skip
def test_only_the_value_is_left(said: str) -> None:
    assert bare(said) == "B"


@pytest.mark.parametrize(
    "said",
    [
        "Answer box",
        "optional",
        "Results",
        "答案很好",
        "B. mug",
        "**B** or **C**",
        "“B” or “C”",
        ".",
        "choice cuts",
        "最终",
    ],
)
def test_what_is_no_mark_and_no_lead_in_stays(said: str) -> None:
    assert bare(said) == said


def test_a_denial_stays() -> None:
    assert bare("The answer is not B") == "not B"


def test_what_lies_within() -> None:
    assert inner([{"Answer": ["B"]}], ("answer",)) == "B"
    assert inner(["B", "C"], ("answer",)) == ["B", "C"]
    assert inner([[[[[["B"]]]]]], ()) == [["B"]]


def test_keys_that_become_the_same_with_other_values_are_none() -> None:
    assert by_key({"Point_2D": 1, "label": 2}) == {"point2d": 1, "label": 2}
    assert by_key({"X": 1, "x": 2, "y": 3}) == {"y": 3}
    assert by_key({"X": 1, "x": 1}) == {"x": 1}
