"""Thoughts are taken away in the marks of every family of models; a draft in them never counts, the final answer always does.

The marks are those of the models' chat templates; a draft that counted, or a final answer that did not, was reported for several evaluation
tools (lmms-eval #1100, #1380; vllm #52640).
"""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.answers.hearing import Heard, hear
from mindsight.answers.reasoning import FINAL, THOUGHTS, without_reasoning
from mindsight.answers.refusals import declines, is_refusal
from mindsight.answers.reply import Answer, answer_from

FINAL_ANSWER = '{"answer": "B"}'
DRAFT = 'Perhaps {"answer": "A"}? No, wait.'
MARKED = {
    "think": f"<think>\n{DRAFT}\n</think>\n\n{FINAL_ANSWER}",
    "thinking with a duration": f'<thinking time="3">{DRAFT}</thinking>{FINAL_ANSWER}',
    "escaped for a web page": f"&lt;think&gt;{DRAFT}&lt;/think&gt;{FINAL_ANSWER}",
    "with letters that cannot be seen": f"<th\u200bink>{DRAFT}</think>\ufeff{FINAL_ANSWER}",
    "thought": f"<thought>{DRAFT}</thought>\n{FINAL_ANSWER}",
    "Seed": f"<seed:think>{DRAFT}</seed:think>{FINAL_ANSWER}",
    "Kimi": f"◁think▷{DRAFT}◁/think▷{FINAL_ANSWER}",
    "Magistral": f"[THINK]{DRAFT}[/THINK]{FINAL_ANSWER}",
    "gpt-oss": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{FINAL_ANSWER}<|return|>",
    "gpt-oss whose marks a server removed": f"analysis{DRAFT}assistantfinal{FINAL_ANSWER}",
    "Gemma": f"<|channel>thought\n{DRAFT}<channel|>{FINAL_ANSWER}",
    "MedGemma": f"<unused94>thought\n{DRAFT}<unused95>{FINAL_ANSWER}",
    "Command A": f"<|START_THINKING|>{DRAFT}<|END_THINKING|><|START_RESPONSE|>{FINAL_ANSWER}<|END_RESPONSE|>",
    "OpenThinker": f"<|begin_of_thought|>{DRAFT}<|end_of_thought|><|begin_of_solution|>{FINAL_ANSWER}<|end_of_solution|>",
    "GLM": f"<think>{DRAFT}</think>\n<|begin_of_box|>{FINAL_ANSWER}<|end_of_box|>",
    "Apriel": f"{DRAFT}\n[BEGIN FINAL RESPONSE]\n{FINAL_ANSWER}\n[END FINAL RESPONSE]",
    "think and answer": f"<think>{DRAFT}</think><answer>{FINAL_ANSWER}</answer>",
    "Ollama's terminal": f"Thinking...\n{DRAFT}\n...done thinking.\n\n{FINAL_ANSWER}",
    "opened in the prompt": f"{DRAFT}</think>{FINAL_ANSWER}",
    "one in the other": f"<think>a<think>{DRAFT}</think>{DRAFT}</think>{FINAL_ANSWER}",
    "afterwards": f"{FINAL_ANSWER}<think>{DRAFT}</think>",
    "twice": f"<think>{DRAFT}</think>{DRAFT}</think>{FINAL_ANSWER}<|im_end|>",
}


@pytest.mark.parametrize("name", MARKED)
def test_the_final_answer_counts_in_the_marks_of_every_family(name: str) -> None:
    assert without_reasoning(MARKED[name]).strip() == FINAL_ANSWER


@pytest.mark.parametrize(
    "begin",
    [
        "<think>",
        "<thought>",
        "<seed:think>",
        "◁think▷",
        "[THINK]",
        "<|channel|>analysis<|message|>",
        "<|channel>thought ",
    ],
)
def test_thoughts_that_never_end_hold_no_answer(begin: str) -> None:
    assert not without_reasoning(f"{begin}{DRAFT}").strip()


def test_a_call_of_a_tool_in_a_channel_is_kept() -> None:
    said = '<|channel|>commentary to=functions.pick <|constrain|>json<|message|>{"x": 1, "y": 2}<|call|>'
    assert without_reasoning(said) == '{"name": "pick", "arguments": {"x": 1, "y": 2}}'


@given(st.text(alphabet=st.characters(exclude_characters="<>[]◁▷|"), max_size=200))
def test_a_text_without_marks_stays_as_it_is(said: str) -> None:
    if not said.lstrip().startswith(("analysis", "Thinking...")):
        assert without_reasoning(said) == said


@given(st.text(alphabet="<|>/think[]◁▷channel answerTHINK \n{}", max_size=300))
def test_no_text_of_marks_raises_an_error(said: str) -> None:
    without_reasoning(said)


@pytest.mark.parametrize("mark", ["<think>", "</think>", "<|channel|>", "<", "[THINK", "<answer>", "◁think▷"])
def test_a_megabyte_of_marks_is_read_in_linear_time(mark: str) -> None:
    def cost(count: int) -> float:
        begun = time.process_time()
        without_reasoning(mark * count)
        return time.process_time() - begun

    cost(1000)
    assert cost(100_000) < 60 * max(cost(10_000), 0.002)


def test_every_family_is_named() -> None:
    assert all(mark.families for mark in (*THOUGHTS, *FINAL))


# --- what came back, and where ---


def test_an_answer_in_a_call_of_a_tool_is_heard() -> None:
    assert hear(Answer(calls=(("answer", FINAL_ANSWER),))) == Heard(FINAL_ANSWER, repairs=("tool_call",))


def test_an_answer_put_among_the_thoughts_is_heard_only_where_it_ends_them() -> None:
    misplaced = Answer(reasoning=f"Let me think. {FINAL_ANSWER}")
    assert hear(misplaced) == Heard(FINAL_ANSWER, repairs=("put_into_reasoning",))
    assert hear(Answer(reasoning=f"{DRAFT} The last frame shows")).problem == "empty"
    assert hear(misplaced.model_copy(update={"stop": "max_tokens"})).problem == "cut"
    assert hear(Answer(text="<think>…", reasoning=FINAL_ANSWER)).problem == "empty"


def test_a_content_filter_is_a_refusal_whatever_was_written() -> None:
    assert hear(Answer(text=FINAL_ANSWER, stop="content_filter")).problem == "refused"


def test_an_answer_comes_back_from_what_the_record_keeps() -> None:
    facts = {"stop": "max_tokens", "calls": [["answer", "{}"]], "reasoning_content": "hm"}
    assert answer_from("x", facts) == Answer(text="x", calls=(("answer", "{}"),), stop="max_tokens", reasoning="hm")
    assert answer_from("x", {"stop": 3, "calls": "no", "reasoning": None}) == Answer(text="x")
    assert answer_from("x", {"calls": [1, ["a"], ["a", {"b": 1}]]}).calls == (("a", "{'b': 1}"),)


# --- refusals ---


@pytest.mark.parametrize(
    "said",
    [
        "As an AI language model, I cannot see images.",
        "I'm sorry, but I can't view images. I am a text-based assistant.",
        "I’m sorry, but I can’t help with that.",
        "I'm sorry, I can't help with identifying people in images.",
        "I can't assist with that.",
        "No image was provided.",
        "我没有看到任何图片，请上传图片",
        "很抱歉，我目前还不支持查看视频内容",
        "抱歉，我无法查看图片，请您描述一下图片内容。",
        "抱歉，我无法提供帮助。",
        "对不起，我不能识别人物身份",
    ],
)
def test_a_refusal_is_known_and_is_no_answer(said: str) -> None:
    assert is_refusal(said)
    assert not declines(said)


@pytest.mark.parametrize(
    "said",
    [
        "It cannot be answered.", "I cannot tell from the picture.", "Sorry, I cannot tell.", "The answer cannot be determined", "cannot",
        "I cannot determine the colour because the cup is hidden.", "无法回答", "无法判断", "抱歉，无法确定", "这个问题没有答案。",
    ],
)  # fmt: skip
def test_that_there_is_no_answer_is_no_refusal(said: str) -> None:
    assert declines(said)
    assert not is_refusal(said)


@pytest.mark.parametrize(
    "said", ["blue", "I don't know", "There is no cup in the picture.", "No.", "没有", "无", "cannot" * 100]
)
def test_what_could_be_an_answer_declines_nothing(said: str) -> None:
    assert not declines(said)


def test_what_is_not_there_has_no_place() -> None:
    assert declines("There is no cup in the picture.", absence=True)
    assert declines("画面中没有杯子", absence=True)
