"""Read the action from a model's answer: a tool call, a JSON line, or the number of a choice.

Nothing a model writes raises an error here. An answer that could not be read has a ``problem``; repairs are named, so that the share of
repaired answers can be measured. ``action_forms`` lists the other accepted forms.
"""

import json
import math
import re
from collections.abc import Collection, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.answers import action_forms, loose_json
from mindsight.answers.action_forms import Tool
from mindsight.answers.hearing import hear
from mindsight.answers.reasoning import without_reasoning
from mindsight.answers.refusals import is_refusal
from mindsight.answers.reply import Answer

How = Literal["tool", "line", "number", "text", "none"]
Problem = Literal["", "empty", "refused", "cut", "no_call", "unknown_name", "unreadable", "several", "ambiguous"]
Tools = Mapping[str, Tool]
_FENCE = re.compile(r"```[\w-]*")
_NUMBERED = re.compile(r"\s*(\d{1,9})[ \t]*[:：\n](?=.*[^\W\d_])\s*(.*\S)\s*", re.DOTALL)
"""A number, a colon or a new line, and words: something with a letter in it."""
_INTEGER = re.compile(r"(?<![\w.,-])(\d{1,9})(?![\w]|[.,]\d|\s?[%+])")
_DENIED = re.compile(r"(?:\bnot|\bnever|n't(?: \w+)?|\bcannot(?: \w+)?|不[选是]?)\s*\d", re.IGNORECASE)
_CORRECTION = re.compile(
    r"\b(?:no|wait|actually|instead|sorry)\s*[,.:!—…-]|\b(?:actually|on second thoughts?|let me (?:revise|correct|rethink)"
    r"|on reflection|hmm+|(?:double|re)-?\s?check\w*|reconsider|final(?=\s*[:：])"
    r"|correct(?:ed|ion)|(?:my )?final (?:answer|action|decision))\b"
    r"|不对|等等|等一下|更正|改成|改为|最终(?:动作|答案|决定)",
    re.IGNORECASE,
)
_EITHER = re.compile(r"[\s,，]{0,9}(?:or|或者?|还是)\s{0,9}", re.IGNORECASE)
_MOST_TEXT = 20_000
_DEEPEST = 4
_OTHER_FORM = frozenset(("other_action", "other_key", "extra_key", "point_form", "number_as_text", "call"))
"""Repairs of an action's form; an answer that needs none of them is in the form that was asked for."""
_OF_KNOWN = frozenset(("", "several", "ambiguous"))


class Reading(BaseModel):
    """The result of reading an answer.

    ``name`` and ``arguments`` of the action, or ``number`` of the choice, or the whole ``text``; ``repairs`` names the repairs, ``ignored``
    counts further actions in the same answer, which are not executed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    how: How = "none"
    name: str = ""
    arguments: dict[str, Any] = {}
    number: int | None = None
    text: str = ""
    repairs: tuple[str, ...] = ()
    ignored: int = 0
    problem: Problem = ""


def read_call(answer: Answer, tools: Tools) -> Reading:
    """Return the first action of an answer: tool calls before text, known names before others.

    If the first known action needs a repair of its form, a different second action makes the answer ambiguous.
    """
    heard = hear(answer)
    if heard.problem == "refused":
        return Reading(problem="refused")
    found = [_tool_call(name, arguments, tools) for name, arguments in answer.calls] or _lines(heard.text, tools)
    if not found:
        return Reading(problem=_why_none(answer))
    known = [one for one in found if one.problem in _OF_KNOWN]
    first = (known or found)[0]
    if _OTHER_FORM & set(first.repairs) and any(
        (one.name, one.arguments) != (first.name, first.arguments) for one in known
    ):
        return Reading(how=first.how, problem="several", ignored=len(found) - 1)
    return first.model_copy(update={"ignored": len(found) - 1})


def read_number(answer: Answer, most: int, worded: Collection[int] = ()) -> Reading:
    """Return the number of a choice, 1 to ``most``: the whole answer, else the only number in it.

    After a choice in ``worded`` and a colon words may follow, such as ``7: there is no kettle``; they are the text, whatever
    numbers they hold.
    """
    heard = hear(answer)
    if heard.problem == "refused":
        return Reading(problem="refused")
    said = heard.text[:_MOST_TEXT]
    found = _NUMBERED.fullmatch(said) if worded else None
    if found is not None and int(found[1]) in worded:
        return Reading(how="number", number=int(found[1]), text=_plain(found[2]))
    numbers = [int(found) for found in _INTEGER.findall(said)]
    if not numbers:
        return Reading(problem=_why_none(answer))
    fitting = {number for number in numbers if 1 <= number <= most}
    if len(fitting) != 1 or _DENIED.search(said):
        return Reading(how="number", problem="unreadable")
    repairs = () if said.strip() == str(numbers[0]) else ("text_around",)
    return Reading(how="number", number=fitting.pop(), repairs=repairs)


def read_text(answer: Answer) -> Reading:
    """Return the whole text of an answer, without its reasoning."""
    heard = hear(answer)
    if heard.problem == "refused":
        return Reading(problem="refused")
    return Reading(how="text", text=heard.text) if heard.text else Reading(problem=_why_none(answer))


def _tool_call(name: str, arguments: str, tools: Tools) -> Reading:
    if not arguments.strip():
        return _settled("tool", name, {}, (), tools)
    found = loose_json.objects(arguments)
    if len(found) != 1:
        return Reading(how="tool", name=name, problem="unreadable")
    value, repairs, begin, end = found[0]
    around = () if not (arguments[:begin] + arguments[end:]).strip() else ("text_around",)
    return _settled("tool", name, value, (*repairs, *around), tools)


def _lines(said: str, tools: Tools) -> list[Reading]:
    """Return the actions in a text; one before a correction, such as "no, wait", is a draft and does not count."""
    unfenced = _FENCE.sub(" ", said)
    if call := action_forms.call_alone(unfenced[:_MOST_TEXT], tools):
        return [_settled("line", *call, ("call", *(["fence"] if unfenced != said else [])), tools)]
    found: list[Reading] = []
    outside, last = "", 0
    for value, repairs, begin, end in loose_json.objects(unfenced):
        if found and _EITHER.fullmatch(unfenced, last, begin):
            return [Reading(how="line", problem="several")]
        if found and _CORRECTION.search(unfenced, last, begin):
            found = []
        outside, last = outside + unfenced[last:begin], end
        found += _from_object(value, repairs, tools)
    outside += unfenced[last:]
    # Reasoning in the text is not counted as a repair: whether it is included depends on the server.
    general = ["fence"] if unfenced != said else []
    if outside.strip("[], \t\r\n"):
        general.append("text_around")
    return [one.model_copy(update={"repairs": (*one.repairs, *general)}) for one in found]


def _from_object(value: Mapping[str, Any], repairs: tuple[str, ...], tools: Tools, depth: int = 0) -> list[Reading]:
    """Return the actions in an object; an empty list if it names none."""
    listed = next((value[key] for key in action_forms.LISTS if isinstance(value.get(key), list)), None)
    if listed is not None and depth < _DEEPEST:
        inner = [one for one in listed if isinstance(one, dict)]
        return [one for part in inner for one in _from_object(part, (*repairs, "nested"), tools, depth + 1)]
    keys = [key for key in (*action_forms.NAMES, *action_forms.MORE_NAMES) if key in value]
    known = {key: _action_in(value[key], tools) for key in keys}
    known = {key: name for key, name in known.items() if name}
    if len(set(known.values())) > 1:
        return [Reading(how="line", problem="several", repairs=repairs)]
    wrapper = next((key for key in keys if isinstance(value[key], dict)), None)
    if not known and wrapper is not None and depth < _DEEPEST:  # {"function": {"name": …, "arguments": …}}
        rest = {name: inner for name, inner in value.items() if name not in keys}
        return _from_object({**rest, **value[wrapper]}, (*repairs, "nested"), tools, depth + 1)
    key = next(iter(known), None) or next((name for name in keys if name in action_forms.NAMES), None)
    if key is None:
        return _keyed(value, repairs, tools)
    arguments = {name: inner for name, inner in value.items() if name not in {key, *known}}
    wrapped = next(
        (name for name in action_forms.ARGUMENTS if isinstance(arguments.get(name), dict | str | list)), None
    )
    if wrapped is not None:
        inner = arguments.pop(wrapped)
        arguments, repairs = {**arguments, **_unwrapped(inner)}, (*repairs, "nested")
    if key != action_forms.NAMES[0]:
        repairs = (*repairs, "other_name")
    if call := action_forms.call_in(value[key], tools):
        return [_settled("line", call[0], {**arguments, **call[1]}, (*repairs, "call"), tools)]
    named = value[key]
    return [_settled("line", named.strip() if isinstance(named, str) else "", arguments, repairs, tools)]


def _action_in(named: Any, tools: Tools) -> str:
    call = action_forms.call_in(named, tools)
    return call[0] if call else action_forms.action_named(named, tools)


def _keyed(value: Mapping[str, Any], repairs: tuple[str, ...], tools: Tools) -> list[Reading]:
    """Return the action of an object with the action as its only key, as in {"pick": [420, 615]}."""
    if len(value) != 1:
        return []
    ((key, inner),) = value.items()
    name = action_forms.action_named(key, tools)
    # {"answer": "…"} is not necessarily an action to speak: only the action's own name makes a text its argument.
    if not name or not (isinstance(inner, dict | list) or (isinstance(inner, str) and key in tools)):
        return []
    given = inner if isinstance(inner, dict) else _unwrapped(inner)
    return [_settled("line", key, given, (*repairs, "nested"), tools)]


def _settled(how: How, said: str, given: Mapping[str, Any], repairs: tuple[str, ...], tools: Tools) -> Reading:
    """Return an action brought into the requested form, if possible."""
    name = action_forms.action_named(said, tools)
    if not name:
        problem: Problem = "unknown_name" if said else "unreadable"
        return Reading(how=how, name=said[:100], arguments=_plain(dict(given)), repairs=repairs, problem=problem)
    form = action_forms.settled(name, given, tools[name])
    other = () if name == said else ("other_action",)
    problem = "ambiguous" if form.ambiguous else ""
    return Reading(
        how=how, name=name, arguments=_plain(form.arguments), repairs=(*repairs, *other, *form.repairs), problem=problem
    )


def _unwrapped(value: dict[str, Any] | list[Any] | str) -> dict[str, Any]:
    """Return the arguments in a wrapper: an object (or one as text), or a bare point or text."""
    if isinstance(value, str):
        found = loose_json.objects(value)
        if not found:
            return {"point" if action_forms.point_in(value) else "text": value} if value.strip() else {}
        return found[0][0]
    if isinstance(value, list):
        return value[0] if len(value) == 1 and isinstance(value[0], dict) else {"point": value}
    return value


def _why_none(answer: Answer) -> Problem:
    if not answer.text.strip():
        return "cut" if answer.stop == "max_tokens" else "empty"
    if not without_reasoning(answer.text).strip():
        return "cut" if answer.stop == "max_tokens" else "no_call"
    if answer.stop == "max_tokens":
        return "cut"
    if is_refusal(without_reasoning(answer.text)):
        return "refused"
    return "unreadable" if "{" in answer.text else "no_call"


def _plain(value: Any) -> Any:
    """Return arguments as plain data for the record: NaN and infinities become words, texts are truncated."""
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
    """Return a tool call's arguments as text: servers send text, libraries have often parsed it already."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False, default=str)
