"""Ask a model of Inspect's questions: each message is built, sent, and dropped in a task of its own, and the reply is reported.

Not as samples of an Inspect task: that holds a coroutine and a log entry for every question from the beginning, 14 KiB each.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import anyio
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.util import JSONSchema

from mindsight.errors import InputError, MindsightError
from mindsight.harness.episodes.conversation import answer_of, content_of, elsewhere, usage_of
from mindsight.harness.episodes.outcomes import ErrorKind
from mindsight.harness.episodes.rules import RunStopped
from mindsight.harness.models.dialects import REMOVED
from mindsight.harness.models.faults import blame, status_of
from mindsight.harness.models.inspect_model import PROVIDER, habits_learned, impatient, open_model
from mindsight.harness.models.reaching import server_of, unreachable
from mindsight.harness.questions.fallbacks import REFUSALS, Fallbacks, response_format
from mindsight.harness.questions.question import MOST_TEXT, Asking, Fallback, Met, Part, Question, Replied, Words
from mindsight.harness.runs.accounts import Account
from mindsight.text import Text, storable, text

Report = Callable[[Replied | None], None]


async def first_question(asking: Asking, asked: Question) -> Met:
    """Ask a model one question before a run begins, and return the findings.

    Raises:
        SubjectError: There is no answer; the message says why.
    """
    quick = impatient(asking.spec)
    async with open_model(quick, connections=1, answer_tokens=asking.answer_tokens) as model:
        messages, _ = messages_of(asked)
        try:
            output, fallback = await Asker(model, asking).output(messages, asked.schema)
        except Exception as error:
            raise await unreachable(quick, model, error) from error
        return Met(
            server_of(quick, model),
            fallback,
            usage_of(output),
            output.time or 0.0,
            storable(output.model),
            str(answer_of(output)[1]["text"]),
            habits_learned(model),
            elsewhere(output),
        )


async def interview(asking: Asking, questions: Iterable[Question], account: Account, report: Report) -> None:
    """Ask every question and report each reply as it arrives; questions are taken when there is room for one more."""
    model = open_model(asking.spec, connections=asking.connections, answer_tokens=asking.answer_tokens)
    interviewer = _Interviewer(asking, account, report, model)
    room = asyncio.Semaphore(asking.connections + asking.makers)
    async with model, asyncio.TaskGroup() as group:
        await room.acquire()
        for asked in interviewer.begun(questions):
            # Inspect notes requests in the context of the task that makes them: with a task for each, nothing piles up.
            group.create_task(interviewer.ask(asked)).add_done_callback(lambda _ended: room.release())
            await room.acquire()


class _Interviewer:
    """Asks one model questions."""

    def __init__(self, asking: Asking, account: Account, report: Report, model: Model) -> None:
        self._account = account
        self._report = report
        self._asker = Asker(model, asking)
        self._makers = anyio.CapacityLimiter(asking.makers)
        self._connections = asyncio.Semaphore(asking.connections)

    def begun(self, questions: Iterable[Question]) -> Iterator[Question]:
        """Yield the questions as long as another one may begin."""
        known = set[str]()
        try:
            for asked in questions:
                self._account.begin()
                if asked.id in known:
                    raise InputError("two items have the same id; each must have one of its own")
                known.add(asked.id)
                yield asked
        except RunStopped:
            return
        except Exception as error:  # noqa: BLE001  (raised by the thread that takes the replies)
            self._fail(error)

    async def ask(self, asked: Question) -> None:
        """Ask a question and report the reply."""
        with contextlib.suppress(RunStopped):
            try:
                reply = await self._replied(asked)
                # An error in building the message says nothing about the server.
                if reply.tested or reply.unreachable:
                    self._account.ended(reply)
                self._report(reply)
            except RunStopped:
                raise
            except Exception as error:  # noqa: BLE001  (raised by the thread that takes the replies)
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._account.fail(error)
        self._report(None)

    async def _replied(self, asked: Question) -> Replied:
        try:
            messages, sent = await anyio.to_thread.run_sync(
                messages_of, asked, abandon_on_cancel=True, limiter=self._makers
            )
        except MindsightError as error:
            return Replied(id=asked.id, error="infrastructure_error", reason=error.text)
        try:
            # What waits for a connection has not begun: the budget may be spent before.
            async with self._connections:
                self._account.begin()
                output, fallback = await self._asker.output(messages, asked.schema)
                self._account.pay(usage_of(output))
        except RunStopped:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is: the question ends and the run goes on)
            kind, reason = blame(error)
            unreachable = kind == "infrastructure_error"
            return Replied(id=asked.id, error=kind, reason=reason, unreachable=unreachable, sent=sent)
        finally:
            _let_go(messages)
        return _reply(asked.id, output, fallback, sent, self._asker.name)


class Asker:
    """Asks a model with the first fallback that its server accepts."""

    def __init__(self, model: Model, asking: Asking) -> None:
        self._model = model
        self.name = model.api.model_name
        self._fallbacks = Fallbacks(asking.fallback)
        self._extra = asking.spec.extra_body

    async def output(self, messages: list[ChatMessage], schema: dict[str, Any] | None) -> tuple[ModelOutput, Fallback]:
        """Ask with the first fallback that the server accepts."""
        *others, last = self._fallbacks.remaining(schema)
        for fallback in others:
            try:
                return await self._on(fallback, messages, schema)
            except Exception as error:
                if status_of(error) not in REFUSALS or self._fallbacks.proven(fallback):
                    raise
        return await self._on(last, messages, schema)

    async def _on(
        self, fallback: Fallback, messages: list[ChatMessage], schema: dict[str, Any] | None
    ) -> tuple[ModelOutput, Fallback]:
        output = await self._model.generate(messages, config=self._config(fallback, schema))
        self._fallbacks.succeeded(fallback)
        return output, fallback

    def _config(self, fallback: Fallback, schema: dict[str, Any] | None) -> GenerateConfig:
        form = response_format(fallback, schema)
        if form is None:
            return GenerateConfig()
        if str(self._model).startswith((f"{PROVIDER}/", "openai-api/", "vllm/", "openrouter/")):
            # Inspect's own schema has no lengths of lists and no closed objects: this one is sent unchanged.
            return GenerateConfig(extra_body={**self._extra, "response_format": form})
        if fallback == "json_schema" and schema is not None:
            return GenerateConfig(response_schema=ResponseSchema(name="answer", json_schema=JSONSchema(**schema)))
        return GenerateConfig()


def messages_of(asked: Question) -> tuple[list[ChatMessage], dict[str, int]]:
    """Return a question as messages, and the number of bytes of each kind of medium in them."""
    sent: dict[str, int] = {}
    content: list[Any] = []
    for part in asked.parts():
        if not isinstance(part, Words):
            sent[part.kind] = sent.get(part.kind, 0) + len(part.data)
        content.append(_content(part))
    system: list[ChatMessage] = [ChatMessageSystem(content=asked.system)] if asked.system else []
    plain = content[0].text if len(content) == 1 and isinstance(content[0], ContentText) else None
    return [*system, ChatMessageUser(content=content if plain is None else plain)], sent


def _let_go(messages: list[ChatMessage]) -> None:
    """Remove the media from sent messages and from Inspect's copies, which stay until Python collects cycles."""
    noted = transcript()
    noted.attachments.clear()
    copies = [event.input for event in noted.events if isinstance(event, ModelEvent)]
    for message in chain(messages, *copies):
        for part in message.content if isinstance(message.content, list) else ():
            for kind in ("image", "audio", "video"):
                if hasattr(part, kind):
                    setattr(part, kind, REMOVED)


def _content(part: Part) -> Any:
    if isinstance(part, Words):
        return ContentText(text=part.text)
    # By default some servers reduce pictures to 512 pixels, in which small objects are lost.
    return content_of(part.kind, part.mime, part.data, detail="high")


def _reply(name: str, output: ModelOutput, fallback: Fallback, sent: dict[str, int], model: str) -> Replied:
    answer, said = answer_of(output)
    words = said.pop("text")
    if output.model not in {"", model}:
        said["model"] = storable(output.model)
    if len(words) > MOST_TEXT:
        said["characters"] = len(words)
    error, reason = _fate(output, answer.stop)
    return Replied(
        id=name,
        error=error,
        reason=reason,
        text=words[:MOST_TEXT],
        said=said,
        usage=usage_of(output),
        time_s=output.time or 0.0,
        fallback=fallback,
        sent=sent,
        model=storable(output.model),
    )


def _fate(output: ModelOutput, stop: str) -> tuple[ErrorKind, Text | None]:
    if stop == "content_filter":
        return "refused", None
    if not output.empty and stop == "model_length":
        return "model_error", text("the model's context is full")
    return "", elsewhere(output)
