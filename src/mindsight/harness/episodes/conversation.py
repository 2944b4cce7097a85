"""Messages to a model: the system message, then each turn's observation and answer.

Only the last pictures are sent; a line replaces each older one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentAudio,
    ContentImage,
    ContentReasoning,
    ContentText,
    ContentVideo,
    ModelOutput,
)
from inspect_ai.tool import ToolInfo, ToolParams
from pydantic import TypeAdapter

from mindsight.answers.actions import arguments_text
from mindsight.answers.reply import REASONING, Answer
from mindsight.harness.episodes.dialogue import NOT_CARRIED_OUT, PICTURE_LEFT_OUT, Dialogue, Tool
from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.models.dialects import data_uri
from mindsight.harness.models.wire import all_storable
from mindsight.harness.processes.slots import Observation
from mindsight.harness.servers.completions import reasoning_text
from mindsight.text import Text, text

_PARAMETERS = TypeAdapter(ToolParams)
_FORMATS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}


@dataclass
class _Shown:
    """An observation and the subject's answer to it."""

    words: str
    media: list[Any]
    answer: ChatMessageAssistant | None = None

    @cached_property
    def plain(self) -> ChatMessageAssistant:
        """The answer without tool calls."""
        return ChatMessageAssistant(content=self.answer.text if self.answer else "")


class Conversation:
    """The turns of one episode, and the messages built from them."""

    def __init__(self, dialogue: Dialogue, instruction: str, first: Observation, *, tools: bool, pictures: int) -> None:
        self.tools = tools
        self._dialogue = dialogue
        self._first = first
        self._pictures = pictures
        self._made: dict[tuple[int, bool, bool], list[ChatMessage]] = {}
        words = "\n\n".join(part for part in (instruction, dialogue.words(first)) if part)
        self._shown = [_Shown(words, media_of(first))]

    def answered(self, message: ChatMessageAssistant | None, observation: Observation) -> None:
        """Add the subject's answer and the next observation."""
        self._shown[-1].answer = message or ChatMessageAssistant(content="")
        self._shown.append(_Shown(self._dialogue.words(observation), media_of(observation)))

    def messages(self) -> list[ChatMessage]:
        """Return the messages of the next request."""
        fresh = self._fresh()
        found = [*self._kept((-1, False, self.tools), self._system)]
        for number, shown in enumerate(self._shown):
            found += self._kept((number, number in fresh, self.tools), partial(self._turn, number, number in fresh))
            if shown.answer is not None:
                found.append(shown.answer if self.tools else shown.plain)
        return found

    def _kept(self, key: tuple[int, bool, bool], make: Callable[[], list[ChatMessage]]) -> list[ChatMessage]:
        """Return messages built before if possible: Inspect logs a message object only once."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _system(self) -> list[ChatMessage]:
        return [ChatMessageSystem(content=self._dialogue.system(self._first, not self.tools))]

    def _turn(self, number: int, fresh: bool) -> list[ChatMessage]:  # noqa: FBT001
        """Return the messages of a turn's observation."""
        shown, before = self._shown[number], self._shown[number - 1].answer if number else None
        calls = (before.tool_calls or ()) if before is not None and self.tools else ()
        return self._told(shown.words, shown.media if fresh else _left_out(shown.media, self._dialogue), calls)

    def _fresh(self) -> set[int]:
        pictured = [number for number, shown in enumerate(self._shown) if shown.media]
        return set(pictured[-self._pictures :])

    def _told(self, words: str, media: list[Any], calls: Sequence[Any]) -> list[ChatMessage]:
        if not calls:
            return [_from_user([ContentText(text=words), *media] if words else media)]
        # Not every server accepts a picture in a tool's result: it follows in a separate message.
        first, *others = calls
        results: list[ChatMessage] = [ChatMessageTool(content=words, tool_call_id=first.id, function=first.function)]
        for call in others:
            said = NOT_CARRIED_OUT[self._dialogue.language]
            results.append(ChatMessageTool(content=said, tool_call_id=call.id, function=call.function))
        return [*results, _from_user(media)] if media else results


def _from_user(parts: list[Any]) -> ChatMessageUser:
    """Return a user message; text alone is sent as a plain string, which every server accepts."""
    if len(parts) == 1 and isinstance(parts[0], ContentText):
        return ChatMessageUser(content=parts[0].text)
    return ChatMessageUser(content=parts)


def media_of(observation: Observation) -> list[Any]:
    """Return an observation's picture and other media as parts of a message."""
    found = []
    if observation.get("picture"):
        found.append(content_of("image", "image/jpeg", observation["picture"]))
    return found + [content_of(one["kind"], one["mime"], one["data"]) for one in observation.get("media", ())]


def tool_infos(tools: Sequence[Tool]) -> list[ToolInfo]:
    """Return the tools in Inspect's terms."""
    found = []
    for tool in tools:
        schema = {"type": "object", "properties": dict(tool.parameters), "required": list(tool.required)}
        found.append(
            ToolInfo(name=tool.name, description=tool.description, parameters=_PARAMETERS.validate_python(schema))
        )
    return found


def answer_of(output: ModelOutput) -> tuple[Answer, dict[str, Any]]:
    """Return a model's answer: as ``Answer``, and verbatim for the record."""
    if output.empty:
        return Answer(), {"text": ""}
    message = output.message
    raw = (output.metadata or {}).get("raw") or {}
    sent = [call["function"] for call in raw.get("tool_calls") or () if isinstance(call.get("function"), dict)]
    calls = [(str(one.get("name")), arguments_text(one.get("arguments") or "")) for one in sent] or [
        (call.function, arguments_text(call.arguments)) for call in message.tool_calls or ()
    ]
    words = raw.get("content") if isinstance(raw.get("content"), str) else message.text
    stop = "content_filter" if raw.get("refusal") else output.stop_reason
    verbatim: dict[str, Any] = {"text": words, "stop": stop}
    if calls:
        verbatim["calls"] = [list(call) for call in calls]
    if isinstance(raw.get("refusal"), str):
        verbatim["refusal"] = raw["refusal"]
    beside = _reasoning(raw, message)
    verbatim |= beside
    reasoning = next(iter(beside.values()), "")
    return Answer(text=str(words), calls=tuple(calls), stop=stop, reasoning=reasoning), all_storable(verbatim)


def _reasoning(raw: Mapping[str, Any], message: ChatMessageAssistant) -> dict[str, str]:
    """Return the reasoning that came beside an answer, by the name under which the server sent it."""
    found = {name: words for name in REASONING if (words := reasoning_text(raw.get(name)))}
    if raw or isinstance(message.content, str):
        return found
    parts = [part.reasoning for part in message.content if isinstance(part, ContentReasoning)]
    return {"reasoning": "\n".join(parts)} if any(parts) else {}


def elsewhere(output: ModelOutput) -> Text | None:
    """Return why an answer is empty, if the server put all of it beside or sent none at all; None for any other answer."""
    if output.empty:
        return text("the answer is empty: the server's list of choices is")
    answer, verbatim = answer_of(output)
    if answer.text.strip() or answer.calls or not answer.reasoning or answer.stop not in {"stop", "unknown"}:
        return None
    return text(
        "the answer is empty, and the server put {count} characters into {field}; look at the setting of its reasoning parser, or "
        "switch the model's thinking on or off",
        count=len(answer.reasoning),
        field=next(name for name in REASONING if name in verbatim),
    )


def usage_of(output: ModelOutput) -> Usage:
    """Return the token usage of an answer."""
    found = output.usage
    if found is None:
        return Usage()
    cached = found.input_tokens_cache_read or 0
    written = found.input_tokens_cache_write or 0
    return Usage(
        input=found.input_tokens + cached + written,
        output=found.output_tokens,
        cached=cached,
        reasoning=found.reasoning_tokens or 0,
    )


def content_of(kind: str, mime: str, data: bytes, detail: Literal["auto", "high"] = "auto") -> Any:
    """Return a medium as a part of a message."""
    uri = data_uri(data, mime)
    if kind == "video":
        return ContentVideo(video=uri, format="mov" if mime == "video/quicktime" else "mp4")
    if kind == "audio":
        return ContentAudio(audio=uri, format=_FORMATS.get(mime, "wav"))
    return ContentImage(image=uri, detail=detail)


def _left_out(media: list[Any], dialogue: Dialogue) -> list[Any]:
    return [ContentText(text=PICTURE_LEFT_OUT[dialogue.language])] if media else []
