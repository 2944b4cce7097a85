"""Put a streamed answer together, whether or not a stream was asked for: some servers stream every answer."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mindsight.harness.servers.completions import listed

_DONE = "[DONE]"


def is_stream(body: str) -> bool:
    """Return whether an answer is a stream of events; comments may stand before the first."""
    return body.lstrip("\ufeff \r\n").startswith(("data:", "event:", "id:", "retry:", ":"))


def joined(body: str) -> dict[str, Any]:
    """Return a stream of events as one answer.

    A stream that ends before its answer does is an error, like a connection that breaks off.
    """
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {}
    finish: Any = None
    ended = False
    for event in _events(body):
        if event is None:
            ended = True
            continue
        if event.get("error"):
            return dict(event)
        whole |= {name: value for name, value in event.items() if name != "choices" and value is not None}
        for choice in listed(event.get("choices"))[:1]:
            if isinstance(choice, Mapping):
                if choice.get("error"):
                    return {"error": choice["error"]}
                _extend(message, choice)
                finish = choice.get("finish_reason") or finish
    if not message or not (ended or finish):
        return {"error": whole.get("message") or whole.get("detail") or "the stream ended before the answer did"}
    return {**whole, "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def _events(body: str) -> Iterator[dict[str, Any] | None]:
    """Yield the events; None for the end of the stream."""
    for line in body.splitlines():
        name, _, data = line.partition(":")
        if name.strip("\ufeff ") != "data":
            continue
        if data.strip() == _DONE:
            yield None
            continue
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            yield event


def _extend(message: dict[str, Any], choice: Mapping[str, Any]) -> None:
    if isinstance(choice.get("message"), Mapping) and not choice.get("delta"):
        message |= choice["message"]
        return
    delta = choice.get("delta") or {"content": choice.get("text")}
    for name, value in delta.items() if isinstance(delta, Mapping) else ():
        if name == "role" or value is None:
            message.setdefault(name, value)
        elif name == "tool_calls":
            _extend_calls(message, listed(value))
        else:
            message[name] = _added(message.get(name), value)


def _added(before: Any, value: Any) -> Any:
    if before is None:
        return value
    if isinstance(before, str) and isinstance(value, str):
        return before + value
    if isinstance(before, list) or isinstance(value, list):
        return [*_as_list(before), *_as_list(value)]
    if isinstance(before, Mapping) and isinstance(value, Mapping):
        return {**before, **{name: _added(before.get(name), inner) for name, inner in value.items()}}
    return value


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _extend_calls(message: dict[str, Any], pieces: Iterable[Any]) -> None:
    """Add pieces of tool calls: each belongs to the call with its index, unless it has another id."""
    calls = message.setdefault("tool_calls", [])
    for piece in pieces:
        if not isinstance(piece, Mapping):
            continue
        index, name = piece.get("index", len(calls) - 1 if not piece.get("id") else len(calls)), piece.get("id")
        held = next((call for call in reversed(calls) if call["index"] == index), None)
        if held is None or (name and held["id"] and name != held["id"]):
            calls.append(held := {"index": index, "id": None, "function": {"name": "", "arguments": ""}})
        held["id"] = held["id"] or name
        function = piece.get("function")
        if isinstance(function, Mapping):
            held["function"]["name"] = held["function"]["name"] or function.get("name") or ""
            given = function.get("arguments") or ""
            held["function"]["arguments"] += given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
