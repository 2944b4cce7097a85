"""How a server wants to be asked: learned from what it refuses, once for all requests of a run to one model.

What is learned is never a matter of taste: it is a refusal of the server, and the request is repeated without what was refused.
"""

import os
from dataclasses import dataclass, field
from typing import Any

import openai

from mindsight.errors import InputError
from mindsight.harness.servers.addresses import alternatives
from mindsight.harness.servers.failures import said_in
from mindsight.harness.servers.receiving import FAULT
from mindsight.harness.servers.refusals import (
    is_about_model,
    is_about_place,
    is_about_system,
    is_refusal,
    named,
    wants_stream,
)

LIMIT_VARIABLE = "MINDSIGHT_TOKEN_LIMIT"
"""The environment variable with the name under which the limit of an answer's tokens is sent; ``none`` sends no limit."""
_LIMITS = ("max_tokens", "max_completion_tokens", "none")
_LEARNED_FROM = frozenset((400, 403, 404, 405, 415, 422, 500, 501))
_OPTIONAL = (
    "temperature", "top_p", "seed", "reasoning_effort", "stream_options", "tool_choice", "parallel_tool_calls", "strict", "detail",
)  # fmt: skip
"""What a request can do without."""
_NO_PLACE = frozenset((404, 405))


@dataclass
class Habits:
    """How one server wants to be asked about one model.

    ``limit`` is the name of the limit of tokens, ``without`` what is left out, ``stream`` whether answers are streamed, ``folded`` whether
    the system message is part of the first question, ``address`` where the server answers, if not at the address given.
    """

    limit: str = "max_tokens"
    without: tuple[str, ...] = ()
    stream: bool = False
    folded: bool = False
    address: str = ""
    streamed_first: bool = False
    proven: set[str] = field(default_factory=set)
    """Parts of requests that the server has answered: what it says of them later is not about their names."""

    def applied(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return a request as the server wants it."""
        asked = {name: value for name, value in request.items() if name not in self.without}
        body = {name: value for name, value in (asked.get("extra_body") or {}).items() if name not in self.without}
        if "max_tokens" in asked and self.limit != "max_tokens":
            limit = asked.pop("max_tokens")
            asked |= {} if self.limit == "none" else {self.limit: limit}
        if self.stream:
            # Streamed on the wire only: the answer is put together before the client reads it.
            body["stream"] = True
            body |= {} if "stream_options" in self.without else {"stream_options": {"include_usage": True}}
        if "messages" in body:
            body["messages"] = self._messages(body["messages"])
        if "strict" in self.without and isinstance(asked.get("tools"), list):
            asked["tools"] = [_without(tool, "function", "strict") for tool in asked["tools"]]
        return {**asked, "extra_body": body} if body else asked

    def _messages(self, messages: list[Any]) -> list[Any]:
        if self.folded:
            messages = _folded(messages)
        if "detail" not in self.without:
            return messages
        return [
            {**one, "content": [_without(part, "image_url", "detail") for part in one["content"]]}
            if isinstance(one.get("content"), list)
            else one
            for one in messages
        ]

    def learn(self, request: dict[str, Any], words: str) -> None:
        """Learn from the words with which a server refused a request."""
        refused = is_refusal(words)
        limits = [] if self.limit in self.proven else named(words, _LIMITS[:2])
        if self.limit == "max_tokens" in limits and (refused or _LIMITS[1] in limits):
            self.limit = "max_completion_tokens"
        elif self.limit == "max_completion_tokens" in limits and refused:
            self.limit = "none"
        elif optional := [name for name in named(words, _OPTIONAL) if self._may_leave(name, request, refused=refused)]:
            self.without += tuple(optional)
        elif not self.stream and not self.proven and wants_stream(words):
            self.stream = True
        elif self.stream and not self.proven and refused and named(words, ("stream", "streaming")):
            self.stream = False
        elif (
            not self.folded
            and "system" not in self.proven
            and is_about_system(words)
            and (refused or "alternate" in words)
        ):
            self.folded = True

    def _may_leave(self, name: str, request: dict[str, Any], *, refused: bool) -> bool:
        if name in self.without or name in self.proven:
            return False
        # Zero is our own default, and some servers that sample find it out of range; a value that somebody chose is not dropped for that.
        return refused or (name == "temperature" and request.get(name) == 0)

    def prove(self, request: dict[str, Any]) -> None:
        """Record that a request was answered."""
        roles = {message.get("role") for message in (request.get("extra_body") or {}).get("messages", ())}
        self.proven |= {*self.applied(request), *(roles & {"system"})}

    def facts(self) -> dict[str, Any]:
        """Return what was learned, for the record; nothing of a server that follows the protocol."""
        found: dict[str, Any] = {}
        if self.limit != "max_tokens":
            found["limit_sent_as"] = self.limit
        if self.without:
            found["sent_without"] = ", ".join(sorted(self.without))
        if self.stream != self.streamed_first:
            found["streamed"] = self.stream
        if self.folded:
            found["system_sent_as"] = "user"
        if self.address:
            found["answers_at"] = self.address
        return found


_KNOWN: dict[tuple[str, str, bool], Habits] = {}


def habits_of(address: str, model: str, *, stream: bool) -> Habits:
    """Return what is known of a server: learned by the first request of a run, and used by all that follow in this process.

    Raises:
        InputError: The variable for the limit's name has another value.
    """
    limit = os.environ.get(LIMIT_VARIABLE) or "max_tokens"
    if limit not in _LIMITS:
        raise InputError(
            '{variable}: "{value}" is none of {known}', variable=LIMIT_VARIABLE, value=limit, known=", ".join(_LIMITS)
        )
    known = _KNOWN.setdefault((address, model, stream), Habits(stream=stream, streamed_first=stream))
    if LIMIT_VARIABLE in os.environ:
        known.limit = limit
    return known


async def ask(api: Any, request: dict[str, Any]) -> Any:
    """Return a server's completion, asked as it wants to be; ``api`` has ``habits``, ``client`` and ``base_url``."""
    habits: Habits = api.habits
    while True:
        if habits.address:
            api.client.base_url = api.base_url = habits.address
        before = (habits.limit, habits.without, habits.stream, habits.folded)
        try:
            completion = await api.client.chat.completions.create(**habits.applied(request))
        except openai.APIStatusError as error:
            if error.status_code in _LEARNED_FROM:
                habits.learn(request, said_in(error.body) or error.message)
            # Another request may have learned it meanwhile.
            if (habits.limit, habits.without, habits.stream, habits.folded) != before:
                continue
            if habits.proven or not await _found_elsewhere(api, request, error):
                raise
        else:
            habits.prove(request)
            return completion


async def _found_elsewhere(api: Any, request: dict[str, Any], error: openai.APIStatusError) -> bool:
    """Return whether the server answers at another address: most are served under ``/v1``, which is easily left out."""
    given = str(api.base_url)
    if not is_no_place(error) or api.habits.address:
        return False
    for address in alternatives(given):
        api.client.base_url = address
        try:
            await api.client.chat.completions.create(**api.habits.applied(request))
        except openai.APIStatusError as other:
            if is_no_place(other):
                continue
        except openai.OpenAIError:
            continue
        api.habits.address = address
        return True
    api.client.base_url = given
    return False


def is_no_place(error: openai.APIStatusError) -> bool:
    """Return whether a server says that there is nothing at the address, as opposed to no model of that name."""
    words = said_in(error.body) or error.message
    if is_about_model(words):
        return False
    fault = error.response.headers.get(FAULT)
    return error.status_code in _NO_PLACE or fault == "web_page" or (fault == "error_body" and is_about_place(words))


def _folded(messages: list[Any]) -> list[Any]:
    """Return messages in which the system message stands at the beginning of the first question."""
    system = [str(one["content"]) for one in messages if one.get("role") == "system"]
    others = [one for one in messages if one.get("role") != "system"]
    first = next((place for place, one in enumerate(others) if one.get("role") == "user"), None)
    if not system or first is None:
        return messages
    words, content = "\n\n".join(system), others[first]["content"]
    joined = f"{words}\n\n{content}" if isinstance(content, str) else [{"type": "text", "text": words}, *content]
    return [*others[:first], {**others[first], "content": joined}, *others[first + 1 :]]


def _without(holder: Any, key: str, name: str) -> Any:
    """Return an object without a name in one of its parts."""
    if not isinstance(holder, dict) or not isinstance(holder.get(key), dict):
        return holder
    return {**holder, key: {inner: value for inner, value in holder[key].items() if inner != name}}
