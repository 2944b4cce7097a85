"""Shared by both implementations of the provider: the server's address, requests in its dialect, waits, and hiding the key."""

import base64
import os
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import unquote

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentAudio,
    ContentVideo,
    ModelCall,
    ModelOutput,
    messages_to_openai,
)
from tenacity import RetryCallState

from mindsight.answers.conventions import Dialect
from mindsight.errors import MindsightError
from mindsight.harness.models.dialects import audio_part, video_part
from mindsight.harness.models.faults import BENEATH
from mindsight.harness.servers.addresses import tidy
from mindsight.text import storable

DEFAULT_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent as key to a local server that needs none: the protocol requires a value."""
LONGEST_WAIT_S = 60.0
_HIDDEN = "***"
_ENTRUSTED: dict[str, str] = {}
Answered = ModelOutput | tuple[ModelOutput | Exception, ModelCall]
"""The return type of Inspect's providers."""


def hide_credentials(url: str) -> str:
    """Return an address without user and password, which are kept here: Inspect logs what it is given."""
    shown = public(url)
    _ENTRUSTED[shown] = url
    return shown


def public(url: str) -> str:
    """Return an address without user and password."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}" if mark else url


def address_and_headers(base_url: str | None) -> tuple[str, dict[str, str]]:
    """Return the address of the server, and headers in place of a user and password in it."""
    full = address(base_url)
    shown = public(full)
    user = full.partition("://")[2].partition("/")[0].rpartition("@")[0]
    if not user:
        return shown, {}
    return shown, {"Authorization": f"Basic {base64.b64encode(unquote(user).encode()).decode()}"}


def address(base_url: str | None) -> str:
    """Return the server's address: the given one, else ``OPENAI_BASE_URL``, else OpenAI's."""
    if base_url:
        return _ENTRUSTED.get(base_url) or tidy(base_url)
    return tidy(os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL)


def key_of(base_url: str | None, api_key: str | None) -> str | None:
    """Return the key if it must be passed; None if Inspect reads it from ``OPENAI_API_KEY``."""
    if api_key or os.environ.get("OPENAI_API_KEY"):
        return api_key
    return NO_KEY if address(base_url) != DEFAULT_URL else None


async def request_messages(
    messages: list[ChatMessage], dialect: Dialect, convert: Callable[[list[ChatMessage]], Any] = messages_to_openai
) -> list[Any]:
    """Return messages in the form of a request; ``convert`` is Inspect's conversion, one result per message."""
    # Inspect's public conversion looks up the client's version at each call, which takes milliseconds: call it once.
    split = [_pieces(message) for message in messages]
    converted = iter(await convert([piece for pieces in split for piece in pieces]))
    found: list[Any] = []
    for message, pieces in zip(messages, split, strict=True):
        made: list[Any] = [next(converted) for _ in pieces]
        if isinstance(message, ChatMessageUser) and isinstance(message.content, list):
            plain = iter(made)
            parts = [_medium(one, dialect) or next(plain)["content"][0] for one in message.content]
            found += [{"role": "user", "content": some} for some in _messages(parts, dialect)]
        else:
            found += made
    return found


def unchecked(request: dict[str, Any]) -> dict[str, Any]:
    """Return a request whose messages the client sends unchecked: it would validate each part against its types."""
    body = {**(request.get("extra_body") or {}), "messages": request["messages"]}
    return {**request, "messages": [], "extra_body": body}


def _pieces(message: ChatMessage) -> list[ChatMessage]:
    """Return the messages for Inspect to convert: the message itself, or each part on whose form servers agree."""
    if not (isinstance(message, ChatMessageUser) and isinstance(message.content, list)):
        return [message]
    return [
        ChatMessageUser(content=[one]) for one in message.content if not isinstance(one, ContentVideo | ContentAudio)
    ]


def _messages(parts: list[Any], dialect: Dialect) -> list[list[Any]]:
    """Distribute parts over messages: DashScope accepts one kind of medium in each, besides text.

    Text before a medium stays with it, because it names it.
    """
    if dialect != "dashscope":
        return [parts]
    messages: list[list[Any]] = [[]]
    for part in parts:
        kinds = {held["type"] for held in messages[-1]} - {"text"}
        if part["type"] != "text" and kinds - {part["type"]}:
            messages.append(_trailing_words(messages[-1]))
        messages[-1].append(part)
    return messages


def _trailing_words(parts: list[Any]) -> list[Any]:
    """Remove the text after the last medium from a message and return it."""
    end = max(place for place, part in enumerate(parts) if part["type"] != "text") + 1
    words = parts[end:]
    del parts[end:]
    return words


def _medium(content: Any, dialect: Dialect) -> Any:
    """Return a video or a sound in the server's format; None for anything else."""
    if isinstance(content, ContentVideo):
        return video_part(content.video)
    if isinstance(content, ContentAudio):
        return audio_part(content.audio, content.format, dialect)
    return None


def longer_wait(first_s: float) -> Any:
    """Return the wait before each retry: twice the previous one, or what the server asks for."""

    def wait(state: RetryCallState) -> float:
        asked = _asked_wait(state.outcome.exception() if state.outcome else None)
        return float(min(LONGEST_WAIT_S, max(asked, first_s * 2 ** (state.attempt_number - 1))))

    return wait


def _asked_wait(error: BaseException | None) -> float:
    headers = getattr(getattr(error, "response", None), "headers", {})
    asked = str(headers.get("retry-after", 0))
    try:
        return float(headers["retry-after-ms"]) / 1000
    except (KeyError, ValueError):
        pass
    try:
        return float(asked)
    except ValueError:
        return _until(asked)


def _until(date: str) -> float:
    """Return the seconds until an HTTP date; 0 if it is past or invalid."""
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0


def writable(completion: Any) -> Any:
    """Return the completion with characters escaped that UTF-8 cannot encode: a lone surrogate would break every log."""
    for choice in getattr(completion, "choices", None) or ():
        message = choice.message
        for holder in (message, *(getattr(call, "function", None) for call in message.tool_calls or ())):
            for name, value in list(vars(holder).items()) if holder is not None else ():
                if isinstance(value, str):
                    setattr(holder, name, storable(value))
            extra = getattr(holder, "model_extra", None) or {}
            extra.update({name: storable(value) for name, value in extra.items() if isinstance(value, str)})
    return completion


def all_storable(value: Any) -> Any:
    """Return plain data with characters escaped that UTF-8 cannot encode."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(name)): all_storable(inner) for name, inner in value.items()}
    return [all_storable(inner) for inner in value] if isinstance(value, list) else value


def scrubbed(error: Exception, key: str | None) -> Exception:
    """Return the error without the key: some servers repeat it in errors, which are logged.

    Errors raised by mindsight while the client read an answer are returned unchanged.
    """
    if isinstance(error.__cause__, MindsightError):
        return error.__cause__
    if error.__cause__ is not None and "connect" in type(error).__name__.lower():
        # The cause is dropped with its frames, which hold the request.
        setattr(error, BENEATH, f"({error.__cause__})")
    if key and key != NO_KEY:
        error.args = tuple(_hide(value, key) for value in error.args)
        for name in ("message", "body"):
            if hasattr(error, name):
                setattr(error, name, _hide(getattr(error, name), key))
    return error


def with_raw(
    answer: Answered, key: str | None, media: Any, as_sent: Callable[[Any], Any] = lambda request: request
) -> Answered:
    """Add the server's message to Inspect's answer, and remove media and key from the logged request, which is logged as sent."""
    if not isinstance(answer, tuple):
        return answer
    output, call = answer
    call.request = _run_and_report(_hide(as_sent(call.request), key), media)
    call.response = _hide(call.response, key)
    if isinstance(output, ModelOutput):
        for choice in output.choices:
            for asked in choice.message.tool_calls or ():
                asked.arguments = all_storable(asked.arguments)
        output.metadata = {**(output.metadata or {}), "raw": _message(call)}
        return output, call
    return scrubbed(output, key), call


def _message(call: ModelCall) -> dict[str, Any]:
    choices = (call.response or {}).get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    message = first.get("message") if isinstance(first, dict) else None
    return {name: value for name, value in message.items() if value is not None} if isinstance(message, dict) else {}


def _hide(value: Any, key: str | None) -> Any:
    if not key or key == NO_KEY:
        return value
    if isinstance(value, str):
        return value.replace(key, _HIDDEN)
    if isinstance(value, dict):
        return {name: _hide(inner, key) for name, inner in value.items()}
    return [_hide(inner, key) for inner in value] if isinstance(value, list) else value


def _run_and_report(value: Any, change: Any) -> Any:
    if isinstance(value, list):
        return [_run_and_report(inner, change) for inner in value]
    if not isinstance(value, dict):
        return value
    changed = change(None, value).items()
    return {
        name: _run_and_report(inner, change) if isinstance(inner, dict | list) else inner for name, inner in changed
    }
