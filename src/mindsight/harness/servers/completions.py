"""Bring an answer into the form of OpenAI's protocol: text as one string, tool calls as calls, reasoning and usage under known names."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

_WRAPPERS = ("data", "output", "response", "result", "completion")
_FINISH = {
    "max_tokens": "length", "max_output_tokens": "length", "token_limit": "length", "length_limit": "length", "max_length": "length",
    "model_context_window_exceeded": "model_length", "context_length": "model_length",
    "end_turn": "stop", "eos_token": "stop", "stop_sequence": "stop", "end": "stop", "complete": "stop", "completed": "stop",
    "finished": "stop", "normal": "stop",
    "tool_use": "tool_calls", "tool_call": "tool_calls",
    "safety": "content_filter", "recitation": "content_filter", "blocklist": "content_filter", "prohibited_content": "content_filter",
    "spii": "content_filter", "image_safety": "content_filter", "sensitive": "content_filter", "refusal": "content_filter",
    "content_filtered": "content_filter", "guardrail_intervened": "content_filter",
}  # fmt: skip
"""Reasons for an answer's end as servers write them, in lower case, and the protocol's own word."""
_MEDIA = frozenset(
    ("text", "image", "image_url", "audio", "input_audio", "output_audio", "video_url", "file", "citation")
)
_COUNTS = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}


def completion_of(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a server's answer in the protocol's form; None if it is none. An empty list of choices is an empty answer.

    ``model`` is "" if the server names none.
    """
    page = _unwrapped(page)
    choices = [_choice(choice, number) for number, choice in enumerate(listed(page.get("choices"))) if _holds(choice)]
    if not choices and isinstance(page.get("message"), Mapping):
        # Ollama's own protocol.
        choices = [_choice({**page, "finish_reason": page.get("done_reason")}, 0)]
    if not choices and page.get("choices") != []:
        return None
    created = page.get("created")
    return {
        **{name: page[name] for name in ("system_fingerprint", "service_tier", "provider") if name in page},
        "id": str(page.get("id") or ""),
        "object": "chat.completion",
        "created": int(created) if isinstance(created, int | float) else 0,
        "model": str(page.get("model") or ""),
        "choices": choices,
        "usage": _usage(page.get("usage")),
    }


def reasoning_text(value: Any) -> str:
    """Return reasoning as one text, whether it is written as text, as parts, or as objects with a summary."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        names = ("text", "thinking", "reasoning", "summary", "content")
        return next((words for name in names if (words := reasoning_text(value.get(name)))), "")
    return "\n".join(filter(None, map(reasoning_text, listed(value))))


def listed(value: Any) -> list[Any]:
    """Return a list, or an empty one in place of anything else."""
    return value if isinstance(value, list) else []


def _unwrapped(page: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object with the choices: some gateways put the whole answer under a name of their own."""
    if not listed(page.get("choices")):
        for name in _WRAPPERS:
            inner = page.get(name)
            if isinstance(inner, Mapping) and listed(inner.get("choices")):
                return {**page, **inner}
    return page


def _holds(choice: Any) -> bool:
    return isinstance(choice, Mapping) and any(choice.get(name) is not None for name in ("message", "delta", "text"))


def _choice(choice: Mapping[str, Any], number: int) -> dict[str, Any]:
    index = choice.get("index")
    finish = choice.get("finish_reason")
    kept = {
        name: choice[name]
        for name in ("content_filter_results", "native_finish_reason", "stop_reason")
        if name in choice
    }
    return {
        **kept,
        "index": index if isinstance(index, int) else number,
        "message": _message(choice),
        "finish_reason": _FINISH.get(finish.lower(), finish) if isinstance(finish, str) and finish else None,
    }


def _message(choice: Mapping[str, Any]) -> dict[str, Any]:
    held = choice.get("message") or choice.get("delta") or choice.get("text")
    message = dict(held) if isinstance(held, Mapping) else {"content": held}
    text, beside = _parts(message.get("content"))
    calls = [*_calls(message), *beside["calls"]]
    for name in ("tool_calls", "function_call", "audio"):
        message.pop(name, None)
    for name in ("reasoning_content", "reasoning"):
        if name in message:
            message[name] = reasoning_text(message[name]) or None
    if beside["reasoning"] and not message.get("reasoning_content"):
        message["reasoning_content"] = "\n".join(beside["reasoning"])
    refusal = message.get("refusal") or "\n".join(beside["refusal"]) or None
    message |= {"role": "assistant", "content": text, "refusal": refusal if isinstance(refusal, str) else None}
    return {**message, "tool_calls": [_call(call, place) for place, call in enumerate(calls)]} if calls else message


def _parts(content: Any) -> tuple[str | None, dict[str, list[Any]]]:
    """Return the text in a message's content, and the reasoning, refusals and tool calls among its parts."""
    beside: dict[str, list[Any]] = {"reasoning": [], "refusal": [], "calls": []}
    if content is None or isinstance(content, str):
        return content, beside
    found = [_part(part, beside) for part in (content if isinstance(content, list) else [content])]
    return "".join(found), beside


def _part(part: Any, beside: dict[str, list[Any]]) -> str:
    if not isinstance(part, Mapping):
        return part if isinstance(part, str) else "" if part is None else json.dumps(part, ensure_ascii=False)
    kind = str(part.get("type") or "")
    if kind in {"thinking", "reasoning", "redacted_thinking", "reasoning_text"} or part.get("thought") is True:
        beside["reasoning"] += filter(None, [reasoning_text(part)])
    elif kind == "refusal":
        beside["refusal"].append(str(part.get("refusal") or part.get("text") or ""))
    elif kind in {"tool_use", "tool_call", "function_call"}:
        beside["calls"].append(part)
    elif isinstance(part.get("text"), str | Mapping) and (kind or len(part) == 1):
        text = part["text"]
        return text if isinstance(text, str) else str(text.get("value", ""))
    elif kind not in _MEDIA:
        # An object that is no part is an answer that the server has parsed already.
        return json.dumps(part, ensure_ascii=False)
    return ""


def _calls(message: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    calls = message.get("tool_calls") or message.get("function_call") or ()
    return [calls] if isinstance(calls, Mapping) else [call for call in listed(calls) if isinstance(call, Mapping)]


def _call(call: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return a tool call in the protocol's form; it may be a bare function, as in the first version of the protocol."""
    inner = call.get("function")
    function: Mapping[str, Any] = inner if isinstance(inner, Mapping) else call
    arguments = next(
        (function[name] for name in ("arguments", "input", "parameters") if function.get(name) is not None), ""
    )
    given = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {
        "id": str(call.get("id") or f"call_{place}"),
        "type": "function",
        "function": {"name": str(function.get("name") or ""), "arguments": given},
    }


def _usage(usage: Any) -> dict[str, Any] | None:
    if not isinstance(usage, Mapping):
        return None
    counts = {name: _count(usage.get(name)) or _count(usage.get(other)) for name, other in _COUNTS.items()}
    details = {
        name: {part: count for part, count in usage[name].items() if isinstance(count, int)}
        for name in ("prompt_tokens_details", "completion_tokens_details")
        if isinstance(usage.get(name), Mapping)
    }
    return {**counts, "total_tokens": _count(usage.get("total_tokens")) or sum(counts.values()), **details}


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and value == value and abs(value) < 1e15 else 0  # noqa: PLR0124  (NaN)
