"""From a model's answer to the action it means: a tool call, a JSON line, or the number of a choice.

Nothing a model writes is an error here. What could not be understood has a ``problem``; what was overlooked to understand
it is named, so that the share of repaired answers can be measured.
"""

import json
import math
import re
from collections.abc import Collection, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.harness.episodes import tolerant

READING_RULE = 1
"""Moves with anything that changes how an answer is understood; part of a result's identity."""

How = Literal["tool", "line", "number", "text", "none"]
Problem = Literal["", "empty", "refused", "cut", "no_call", "unknown_name", "unreadable"]
NAMES = ("action", "name", "tool", "verb", "function")
_ARGUMENTS = ("arguments", "args", "parameters", "params", "input")
_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT = re.compile(r"\A.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*")
_INTEGER = re.compile(r"(?<![\w.,-])(\d{1,9})(?![\w]|[.,]\d)")
_MOST_TEXT = 20_000


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Answer(_Data):
    """What a model gave, verbatim: its text, and tool calls as (name, arguments as they were sent)."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    stop: str = "stop"


class Reading(_Data):
    """What was understood of an answer.

    ``name`` and ``arguments`` of the action, or ``number`` of the choice, or the whole ``text``; ``repairs`` names what was
    overlooked, ``ignored`` counts further actions in the same answer, which are not carried out.
    """

    how: How = "none"
    name: str = ""
    arguments: dict[str, Any] = {}
    number: int | None = None
    text: str = ""
    repairs: tuple[str, ...] = ()
    ignored: int = 0
    problem: Problem = ""


def read_call(answer: Answer, names: Collection[str]) -> Reading:
    """Return the first action of an answer: tool calls before text, known names before others."""
    if answer.stop == "content_filter":
        return Reading(problem="refused")
    found = [_tool_call(name, arguments) for name, arguments in answer.calls]
    found += _lines(answer.text) if not found else []
    if not found:
        return Reading(problem=_why_none(answer))
    readable = [one for one in found if not one.problem]
    first = next((one for one in readable if one.name in names), (readable or found)[0])
    problem = first.problem or ("" if first.name in names else "unknown_name")
    return first.model_copy(update={"ignored": len(found) - 1, "problem": problem})


def read_number(answer: Answer, most: int) -> Reading:
    """Return the number of a choice, 1 to ``most``: the whole answer, else the only number in it."""
    if answer.stop == "content_filter":
        return Reading(problem="refused")
    said = spoken(answer.text)[:_MOST_TEXT]
    numbers = [int(found) for found in _INTEGER.findall(said)]
    if not numbers:
        return Reading(problem=_why_none(answer))
    fitting = {number for number in numbers if 1 <= number <= most}
    if len(fitting) != 1:
        return Reading(how="number", problem="unreadable")
    repairs = () if said.strip() == str(numbers[0]) else ("text_around",)
    return Reading(how="number", number=fitting.pop(), repairs=repairs)


def read_text(answer: Answer) -> Reading:
    """Return the whole text of an answer, without what the model thought aloud."""
    if answer.stop == "content_filter":
        return Reading(problem="refused")
    said = spoken(answer.text).strip()
    return Reading(how="text", text=said) if said else Reading(problem=_why_none(answer))


def spoken(text: str) -> str:
    """Return a text without what the model thought aloud in it."""
    without = _THINKING.sub(" ", text)
    # Some templates open the thought in the prompt: only its end is in the answer.
    return _THOUGHT.sub(" ", without)


def _tool_call(name: str, arguments: str) -> Reading:
    if not arguments.strip():
        return Reading(how="tool", name=name)
    found = tolerant.objects(arguments)
    if len(found) != 1:
        return Reading(how="tool", name=name, problem="unreadable")
    value, repairs, begin, end = found[0]
    around = () if not (arguments[:begin] + arguments[end:]).strip() else ("text_around",)
    return Reading(how="tool", name=name, arguments=_plain(value), repairs=(*repairs, *around))


def _lines(text: str) -> list[Reading]:
    said = spoken(text)
    unfenced = _FENCE.sub(" ", said)
    found = []
    outside, last = "", 0
    for value, repairs, begin, end in tolerant.objects(unfenced):
        outside, last = outside + unfenced[last:begin], end
        found.append(_from_object(value, repairs))
    outside += unfenced[last:]
    # Thinking aloud is no fault: whether it reaches us depends on the server.
    general = ["fence"] if unfenced != said else []
    if outside.strip("[], \t\r\n"):
        general.append("text_around")
    return [one.model_copy(update={"repairs": (*one.repairs, *general)}) for one in found if one is not None]


def _from_object(value: Mapping[str, Any], repairs: tuple[str, ...]) -> Reading | None:
    """Return the action that an object means; None if it names none."""
    key = next((name for name in NAMES if name in value), None)
    if key is None:
        return None
    named: Any = value[key]
    if isinstance(named, dict):  # {"function": {"name": …, "arguments": …}}
        return _from_object(named, (*repairs, "nested"))
    arguments = {name: inner for name, inner in value.items() if name != key}
    wrapped = next((name for name in _ARGUMENTS if name in arguments), None)
    if wrapped is not None:
        inner = arguments.pop(wrapped)
        arguments, repairs = {**arguments, **_unwrapped(inner)}, (*repairs, "nested")
    if key != NAMES[0]:
        repairs = (*repairs, "other_name")
    name = named.strip() if isinstance(named, str) else ""
    problem: Problem = "" if name else "unreadable"
    return Reading(how="line", name=name[:100], arguments=_plain(arguments), repairs=repairs, problem=problem)


def _unwrapped(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        found = tolerant.objects(value)
        value = found[0][0] if found else {}
    return value if isinstance(value, dict) else {}


def _why_none(answer: Answer) -> Problem:
    if not answer.text.strip():
        return "cut" if answer.stop == "max_tokens" else "empty"
    if not spoken(answer.text).strip():
        return "cut" if answer.stop == "max_tokens" else "no_call"
    if answer.stop == "max_tokens":
        return "cut"
    return "unreadable" if "{" in answer.text else "no_call"


def _plain(value: Any) -> Any:
    """Return arguments as a record can hold them: numbers that are none become words, texts are bounded."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and abs(value) > 2**53:
        return "inf"
    if isinstance(value, str):
        return value[:_MOST_TEXT].encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_plain(str(name))[:100]: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def arguments_text(arguments: Any) -> str:
    """Return a tool call's arguments as text: servers send text, libraries have often read it already."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False, default=str)
