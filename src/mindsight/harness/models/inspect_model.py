"""Open Inspect's model for a specification, and probe before a run whether it can be used."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    get_model,
)
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util._concurrency import init_concurrency

from mindsight.answers.actions import read_call
from mindsight.errors import SubjectError
from mindsight.harness.episodes.conversation import answer_of, elsewhere, usage_of
from mindsight.harness.models import registration  # noqa: F401  (registers our provider, installed or not)
from mindsight.harness.models.dialects import data_uri
from mindsight.harness.models.faults import status_of, words_of
from mindsight.harness.models.reaching import server_of, unreachable
from mindsight.harness.models.wire import DEFAULT_URL, address, hide_credentials
from mindsight.harness.runs.settings import Found, ModelSpec, ToolUse
from mindsight.text import storable

PROVIDER = "mindsight"
_PROBE_TOKENS = 512
_MARKUP = re.compile(r"\[/?[a-z ]*\]")
_QUESTION = "What colour is this picture? Call the tool `tell`; without tools, answer with one word."
_LINE = 'What colour is the sky? Answer with one line of JSON and nothing else: {"action": "tell", "colour": "…"}'
_MOST_UNREAD = 200
_PROBE_TOOL = ToolInfo(
    name="tell",
    description="Tell the colour.",
    parameters=ToolParams.model_validate(
        {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
    ),
)


def open_model(spec: ModelSpec, *, connections: int, answer_tokens: int) -> Model:
    """Return the model of the provider in its name, else of a server with OpenAI's protocol.

    Raises:
        SubjectError: Its key or its libraries are missing.
    """
    # Inspect keeps the first limit of connections to a server for all that follow in a process; each model has its own.
    init_concurrency()
    config = _config(spec, connections, answer_tokens)
    stream: dict[str, Any] = {} if spec.stream is None else {"stream": spec.stream}
    try:
        if "/" in spec.name and not spec.name.startswith(f"{PROVIDER}/"):
            base_url = spec.base_url or None
            return with_local_counts(get_model(spec.name, config=config, base_url=base_url, memoize=False, **stream))
    except ValueError as error:
        if "not recognized" not in str(error):
            raise _unusable(spec, error) from error
    except Exception as error:
        raise _unusable(spec, error) from error
    return _open_ours(spec, config, stream)


def _open_ours(spec: ModelSpec, config: GenerateConfig, stream: dict[str, Any]) -> Model:
    if address(spec.base_url) == DEFAULT_URL and not os.environ.get("OPENAI_API_KEY"):
        raise SubjectError(
            "{model}: {key} is not set; set it, or name a server of your own in {address}",
            model=spec.name,
            key="OPENAI_API_KEY",
            address="OPENAI_BASE_URL",
        )
    name = f"{PROVIDER}/{spec.name.removeprefix(f'{PROVIDER}/')}"
    options: dict[str, Any] = {"dialect": spec.dialect, "first_wait_s": spec.first_wait_s, **stream}
    try:
        # Not the address: Inspect writes these arguments into its log, including any user and password.
        return get_model(name, config=config, memoize=False, server=hide_credentials(address(spec.base_url)), **options)
    except Exception as error:
        raise _unusable(spec, error) from error


def with_local_counts(model: Model) -> Model:
    """Return a model whose token counts are estimated on this machine if its server does not report them.

    Inspect's own estimate downloads a table, and its ``mockllm`` needs one for every answer.
    """
    if type(model.api).count_text_tokens is ModelAPI.count_text_tokens:
        setattr(model.api, "count_text_tokens", _estimated)  # noqa: B010  (a method, to a type checker)
    return model


async def _estimated(said: str) -> int:
    return max(1, len(said.encode("utf-8", "replace")) // 3)


async def probe(spec: ModelSpec, *, tools: ToolUse, picture: bytes) -> Found:
    """Ask the model once with a picture and once without, and return the findings.

    Raises:
        SubjectError: There is no answer; the message says why.
    """
    quick = impatient(spec)
    async with open_model(quick, connections=1, answer_tokens=_PROBE_TOKENS) as model:
        try:
            words = await model.generate([ChatMessageUser(content=_QUESTION)])
            shown = await model.generate(_shown(picture))
            called = tools != "off" and await _calls_tools(model, _shown(picture), insist=tools == "on")
            unread = "" if called or tools == "on" else await _unread_line(model)
        except SubjectError:
            raise
        except Exception as error:
            raise await unreachable(quick, model, error) from error
    taken = usage_of(shown).input - usage_of(words).input
    return Found(
        tools=tools == "on" or called,
        picture_tokens=max(0, taken),
        answer_s=shown.time or 0.0,
        answer_tokens=usage_of(shown).output,
        server=server_of(quick, model),
        unread=unread,
        habits={**habits_learned(model), **served_as(model, shown)},
        elsewhere=elsewhere(shown),
    )


def impatient(spec: ModelSpec) -> ModelSpec:
    """Return the specification with short time limits for probing, so that a missing server is noticed soon."""
    return spec.model_copy(update={"retries": min(spec.retries, 1)})


def habits_learned(model: Model) -> dict[str, Any]:
    """Return how a server wants to be asked, as far as it differs from the protocol."""
    habits = getattr(model.api, "habits", None)
    return {} if habits is None else habits.facts()


def served_as(model: Model, output: ModelOutput) -> dict[str, Any]:
    """Return the server's own name for the model, if it has another."""
    return {} if output.model in {"", model.api.model_name, model.name} else {"served_as": storable(output.model)}


def _shown(picture: bytes) -> list[ChatMessage]:
    image = ContentImage(image=data_uri(picture, "image/jpeg"))
    return [ChatMessageUser(content=[ContentText(text=_QUESTION), image])]


async def _calls_tools(model: Model, messages: list[ChatMessage], *, insist: bool) -> bool:
    try:
        output: ModelOutput = await model.generate(messages, tools=[_PROBE_TOOL])
    except Exception as error:
        if insist or status_of(error) not in {400, 404, 422, 501}:
            raise
        return False
    return not output.empty and bool(output.message.tool_calls)


async def _unread_line(model: Model) -> str:
    """Ask for a JSON line, as a run does for a model without tool calls; return the answer if it cannot be read, else ""."""
    output = await model.generate([ChatMessageUser(content=_LINE)])
    answer, verbatim = answer_of(output)
    known = read_call(answer, {_PROBE_TOOL.name: _ProbeTool()})
    # A line with another action is fine: only the form is tested.
    return "" if known.problem in {"", "unknown_name"} else str(verbatim.get("text") or "")[:_MOST_UNREAD] or "-"


@dataclass(frozen=True)
class _ProbeTool:
    """The tool of the probe, for reading lines."""

    name: str = _PROBE_TOOL.name
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"colour": {"type": "string"}})


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


def _unusable(spec: ModelSpec, error: Exception) -> SubjectError:
    # Inspect's message contains Rich markup for bold and blue.
    reason = _MARKUP.sub("", words_of(error))
    return SubjectError("{model}: {reason}", model=spec.name, reason=reason)
