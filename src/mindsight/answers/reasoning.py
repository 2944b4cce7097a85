"""Take the thoughts out of a text: only what follows them is the answer, and a first draft in them never is.

Each family of models marks its thoughts in its own way, and servers pass the marks on where they do not know them. Thoughts that never
end leave no answer.
"""

import re
from typing import NamedTuple

_WORDS = (
    r"(?:seed:|longcat_)?(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad|chain_of_thought|cot)"
)
_ANSWER = r"(?:final_?answer|final_?response|final|answer|response|conclusion|choice|result)"


class Mark(NamedTuple):
    """How thoughts, or a final answer, begin and end: as regular expressions and as people see them; ``families`` write so."""

    begin: str
    end: str
    shown: str
    families: str


THOUGHTS = (
    Mark(
        rf"<{_WORDS}(?:\s[^<>]{{0,200}})?>",
        rf"</{_WORDS}\s*>",
        "<think> … </think>, <thinking>, <thought>, <reasoning>, <reflection>, <analysis>, <seed:think>, <longcat_think>",
        "DeepSeek-R1, Qwen3, GLM, InternVL, EXAONE, Seed-OSS, LongCat",
    ),
    Mark(rf"◁{_WORDS}▷", rf"◁/{_WORDS}▷", "◁think▷ … ◁/think▷", "Kimi-VL"),
    Mark(r"\[think(?:ing)?\]", r"\[/think(?:ing)?\]", "[THINK] … [/THINK]", "Magistral"),
    Mark(
        r"<\|(?:begin_of_thought|start_of_thought|start_thinking|think_start|begin_of_think|think)\|>",
        r"<\|(?:end_of_thought|end_thinking|think_end|end_of_think|/think)\|>",
        "<|begin_of_thought|> … <|end_of_thought|>, <|START_THINKING|> … <|END_THINKING|>",
        "OpenThinker, Command A",
    ),
    Mark(r"<\|channel>\s*(?:thought|thinking|analysis)", r"<channel\|>", "<|channel>thought … <channel|>", "Gemma 4"),
    Mark(r"<unused94>", r"<unused95>", "<unused94> … <unused95>", "MedGemma"),
    Mark(r"\A\s*Thinking\.\.\.\s", r"\.\.\.done thinking\.", "Thinking... … ...done thinking.", "Ollama"),
)
"""Marks of thoughts, as regular expressions. The channels of gpt-oss are read by ``_channels``."""
FINAL = (
    Mark(
        rf"<{_ANSWER}(?:\s[^<>]{{0,200}})?>",
        rf"</{_ANSWER}\s*>",
        "<answer> … </answer>, <response>, <conclusion>, <final_answer>, <final>, <choice>, <result>",
        "ERNIE, LLaVA-CoT, R1",
    ),
    Mark(r"<\|begin_of_box\|>", r"<\|end_of_box\|>", "<|begin_of_box|> … <|end_of_box|>", "GLM-4.5V"),
    Mark(
        r"<\|(?:begin_of_solution|start_response)\|>",
        r"<\|(?:end_of_solution|end_response)\|>",
        "<|begin_of_solution|> … <|end_of_solution|>, <|START_RESPONSE|> … <|END_RESPONSE|>",
        "OpenThinker, Command A",
    ),
    Mark(
        r"\[BEGIN FINAL RESPONSE\]",
        r"\[END FINAL RESPONSE\]",
        "[BEGIN FINAL RESPONSE] … [END FINAL RESPONSE]",
        "Apriel",
    ),
)
"""Marks of the final answer: if there is one, only what the last one holds counts."""

_FLAGS = re.DOTALL | re.IGNORECASE
_THINKING = re.compile("|".join(f"(?:{mark.begin}).*?(?:{mark.end}|\\Z)" for mark in THOUGHTS), _FLAGS)
_THOUGHT = re.compile("|".join(mark.end for mark in THOUGHTS), _FLAGS)
_OPEN = re.compile("|".join(f"(?:{mark.begin})" for mark in THOUGHTS), _FLAGS)
_FINAL = [re.compile(f"(?:{mark.begin})(.*?)(?:{mark.end}|\\Z)", _FLAGS) for mark in FINAL]
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w*)([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>")
_ENDED = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_FUNCTION = re.compile(r"to=functions\.([\w.-]+)")
_BARE_CHANNELS = re.compile(r"\Aanalysis.*?assistant\s*final(.*)\Z", re.DOTALL)
"""The channels of gpt-oss where a server has removed their marks and left their names."""
_LEFT = re.compile(
    r"<\|(?:im_end|end|eot_id|endoftext|return|eot|eom_id)\|>|</?s>|<\|(?:im_start|start_header_id)\|>\s*assistant|<\|end_header_id\|>|<\|assistant\|>|\[/INST\]|<｜end▁of▁sentence｜>|<eos>|<end_of_turn>|<channel\|>|<\|channel>\s*final",
    re.IGNORECASE,
)


_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\ufe0f\u20e3]")


def without_reasoning(text: str) -> str:
    r"""Return the final answer of a text: without thoughts, drafts and marks; "" if the thoughts never end.

    Examples:
        >>> without_reasoning('<think>{"answer": "A"}? No.</think>{"answer": "B"}').strip()
        '{"answer": "B"}'
        >>> without_reasoning('◁think▷Perhaps {"answer": "A"}')
        ''
    """
    text = _written_out(text)
    if "<|channel|>" in text and (channels := _channels(text)) is not None:
        return channels
    if (bare := _BARE_CHANNELS.match(text)) is not None:
        return bare[1]
    without = _THINKING.sub(" ", text) if _OPEN.search(text) else text
    ends = list(_THOUGHT.finditer(without))
    # Some templates open the thoughts in the prompt: only their end is in the answer.
    without = without[ends[-1].end() :] if ends else without
    return _final(_LEFT.sub(" ", without))


def _written_out(text: str) -> str:
    """Return a text without letters that cannot be seen, and with the signs that a server has escaped for a web page."""
    seen = _INVISIBLE.sub("", text)
    if "&" in seen:
        escaped = ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), *((("&quot;", '"'),) if '"' not in seen else ())
        for entity, sign in escaped:
            seen = seen.replace(entity, sign)
    return seen.replace('\\"', '"') if seen.lstrip().startswith('{\\"') else seen


def _final(without: str) -> str:
    """Return what the last mark of a final answer holds; the whole text if there is none or it holds nothing."""
    for pattern in _FINAL:
        held = [match[1] for match in pattern.finditer(without) if match[1].strip()]
        if held:
            return held[-1]
    return without if without.strip() else ""


def _channels(text: str) -> str | None:
    """Return the final channel of gpt-oss, or its last call of a tool as an object; "" if it only thought; None without channels."""
    heads = list(_CHANNEL.finditer(text))
    if not heads:
        return None
    said = ""
    for head in heads:
        ended = _ENDED.search(text, head.end())
        body = text[head.end() : ended.start() if ended else len(text)]
        if head[1] == "final":
            said = body
        elif head[1] == "commentary" and (function := _FUNCTION.search(head[2])) is not None:
            said = f'{{"name": "{function[1]}", "arguments": {body}}}'
    return said
