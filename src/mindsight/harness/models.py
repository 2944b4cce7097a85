"""Inspect's model for a specification, and the probe that finds out whether it can be used before a run begins."""

import os
from typing import Any, NamedTuple

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.tool import ToolInfo, ToolParams

from mindsight.errors import SubjectError
from mindsight.harness import registry
from mindsight.harness.conversation import usage_of
from mindsight.harness.dialects import data_uri
from mindsight.harness.faults import root, status_of, words_of
from mindsight.harness.settings import ModelSpec, ToolUse
from mindsight.harness.wire import DEFAULT_URL, address

PROVIDER = registry.mindsight.__name__
_PROBE_TOKENS = 512
_PROBE_RETRIES = 1
_QUESTION = "What colour is this picture? Call the tool `tell`; without tools, answer with one word."
_TELL = ToolInfo(
    name="tell",
    description="Tell the colour.",
    parameters=ToolParams.model_validate(
        {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
    ),
)


class Found(NamedTuple):
    """What the probe found: whether the model calls tools, what a picture of the suite's size takes, how long an answer."""

    tools: bool
    picture_tokens: int
    answer_s: float


def qualified(spec: ModelSpec) -> str:
    """Return the model's name with its provider: ours where none of Inspect's is named."""
    from inspect_ai._util.registry import registry_find, registry_unqualified_name

    provider, slash, _ = spec.name.partition("/")
    known = {registry_unqualified_name(info) for info in registry_find(lambda info: info.type == "modelapi")}
    return spec.name if slash and provider in known else f"{PROVIDER}/{spec.name}"


def open_model(spec: ModelSpec, *, connections: int, answer_tokens: int) -> Model:
    """Return the model.

    Raises:
        SubjectError: It cannot be used: its key is missing, its libraries are, there is no such provider.
    """
    name = qualified(spec)
    ours = name.startswith(f"{PROVIDER}/")
    if ours and address(spec.base_url) == DEFAULT_URL and not os.environ.get("OPENAI_API_KEY"):
        raise SubjectError(
            "{model}: {variable} is not set; set it, or name a server of your own in {address}",
            model=spec.name,
            variable="OPENAI_API_KEY",
            address="OPENAI_BASE_URL",
        )
    options: dict[str, Any] = {"dialect": spec.dialect, "first_wait_s": spec.first_wait_s} if ours else {}
    if spec.stream is not None:
        options["stream"] = spec.stream
    try:
        return get_model(
            name,
            config=_config(spec, connections, answer_tokens),
            base_url=spec.base_url or None,
            memoize=False,
            **options,
        )
    except Exception as error:
        raise SubjectError("{model}: {reason}", model=spec.name, reason=words_of(error)) from error


async def probe(spec: ModelSpec, *, tools: ToolUse, picture: bytes) -> Found:
    """Ask once with a picture and once without, and return what was found.

    Raises:
        SubjectError: No answer can be had; says why, in one sentence.
    """
    quick = spec.model_copy(update={"retries": min(spec.retries, _PROBE_RETRIES)})
    async with open_model(quick, connections=1, answer_tokens=_PROBE_TOKENS) as model:
        try:
            words = await model.generate([ChatMessageUser(content=_QUESTION)])
            shown = await model.generate(_shown(picture))
            called = tools != "off" and await _calls_tools(model, _shown(picture), insist=tools == "on")
        except SubjectError:
            raise
        except Exception as error:
            raise _unreachable(spec, error) from error
    taken = usage_of(shown).input - usage_of(words).input
    return Found(tools=tools == "on" or called, picture_tokens=max(0, taken), answer_s=shown.time or 0.0)


def _shown(picture: bytes) -> list[ChatMessage]:
    image = ContentImage(image=data_uri(picture, "image/jpeg"))
    return [ChatMessageUser(content=[ContentText(text=_QUESTION), image])]


async def _calls_tools(model: Model, messages: list[ChatMessage], *, insist: bool) -> bool:
    try:
        output: ModelOutput = await model.generate(messages, tools=[_TELL])
    except Exception as error:
        if insist or status_of(error) not in {400, 404, 422, 501}:
            raise
        return False
    return not output.empty and bool(output.message.tool_calls)


def _config(spec: ModelSpec, connections: int, answer_tokens: int) -> GenerateConfig:
    return GenerateConfig(
        max_retries=spec.retries,
        timeout=spec.patience_s,
        attempt_timeout=spec.timeout_s,
        max_connections=connections,
        max_tokens=answer_tokens,
        temperature=spec.temperature,
        top_p=spec.top_p,
        seed=spec.seed,
        reasoning_effort=spec.reasoning_effort,
        extra_body=spec.extra_body or None,
    )


def _unreachable(spec: ModelSpec, error: BaseException) -> SubjectError:
    where = address(spec.base_url) if qualified(spec).startswith(f"{PROVIDER}/") else spec.name.partition("/")[0]
    cause, status = root(error), status_of(error)
    if status in {401, 403}:
        return SubjectError(
            "{model}: {server} does not accept the key ({words})", model=spec.name, server=public(where), words=words_of(cause)
        )
    if status is not None:
        return SubjectError(
            "{model}: {server} answers {status} ({words})",
            model=spec.name,
            server=public(where),
            status=status,
            words=words_of(cause),
        )
    return SubjectError(
        "{model}: {server} cannot be reached ({words})", model=spec.name, server=public(where), words=words_of(cause)
    )


def public(url: str) -> str:
    """Return an address without a user's name and password in it."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}" if mark else url


