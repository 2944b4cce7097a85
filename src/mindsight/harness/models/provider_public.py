"""The provider with Inspect's public names only, used if deriving from Inspect's own provider is impossible."""

import os
import time
from typing import Any

import openai
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelCall, model_output_from_openai
from inspect_ai.tool import ToolChoice, ToolFunction, ToolInfo

from mindsight.harness.models.dialects import checked, streams, without_media
from mindsight.harness.models.wire import (
    Answered,
    address_and_headers,
    key_of,
    longer_wait,
    request_messages,
    scrubbed,
    unchecked,
    with_raw,
    writable,
)
from mindsight.harness.servers.addresses import keep_off_proxies
from mindsight.harness.servers.habits import ask, habits_of
from mindsight.harness.servers.receiving import prepared

_REJECTED = (openai.BadRequestError, openai.UnprocessableEntityError, openai.PermissionDeniedError)
_TRANSIENT = (openai.RateLimitError, openai.APIConnectionError, openai.InternalServerError, ValueError)
_PASSED_ON = ("max_tokens", "temperature", "top_p", "seed", "reasoning_effort", "extra_body")


class PublicProvider(ModelAPI):
    """An OpenAI-compatible server, asked through the ``openai`` library."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008  (Inspect's own signature)
        dialect: str = "openai",
        first_wait_s: float = 1.0,
        server: str = "",
        stream: bool | None = None,  # noqa: FBT001  (an option by name)
        **options: Any,
    ) -> None:
        key = key_of(base_url or server, api_key)
        url, headers = address_and_headers(base_url or server)
        super().__init__(model_name, url, key, ["OPENAI_API_KEY"], config)
        self.dialect = checked(dialect)
        self.first_wait_s = first_wait_s
        keep_off_proxies(url)
        self.habits = habits_of(url, model_name, stream=streams(self.dialect) if stream is None else stream)
        self.api_key = self.api_key or os.environ.get("OPENAI_API_KEY")
        options.pop("strict_tools", None)
        options.setdefault("http_client", prepared(openai.DefaultAsyncHttpxClient()))
        self.client = openai.AsyncOpenAI(
            base_url=self.base_url, api_key=self.api_key, **{"max_retries": 0, "default_headers": headers, **options}
        )

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> Answered:
        """Ask the server; keep the answer verbatim, with the key removed."""
        request: dict[str, Any] = {
            "model": self.model_name,
            "messages": await request_messages(input, self.dialect),
            **{name: value for name in _PASSED_ON if (value := getattr(config, name)) is not None},
        }
        if tools:
            request |= {"tools": [_tool(tool) for tool in tools], "tool_choice": _choice(tool_choice)}
        begun = time.perf_counter()
        try:
            completion = writable(await ask(self, unchecked(request)))
        except _REJECTED as error:
            return with_raw((error, ModelCall.create(request, {})), self.api_key, without_media, self.habits.applied)
        except Exception as error:  # noqa: BLE001  (raised again)
            raise scrubbed(error, self.api_key) from None
        time_s = time.perf_counter() - begun
        if not isinstance(completion, openai.types.chat.ChatCompletion):
            # The library passes on a JSON body that is not an object.
            raise ValueError("the server's answer is no chat completion")  # noqa: TRY004
        call = ModelCall.create(request, completion.model_dump(), time=time_s)
        return with_raw(
            (await model_output_from_openai(completion), call), self.api_key, without_media, self.habits.applied
        )

    def should_retry(self, ex: Exception) -> bool:
        """Return whether a retry may help."""
        return isinstance(ex, _TRANSIENT)

    def retry_wait(self) -> Any:
        """Return the wait before a retry."""
        return longer_wait(self.first_wait_s)

    def connection_key(self) -> str:
        """Return the key by which connection limits are shared."""
        return self.model_name

    async def aclose(self) -> None:
        """Close the connections."""
        await self.client.close()


def _tool(tool: ToolInfo) -> dict[str, Any]:
    parameters = tool.parameters.model_dump(exclude_none=True)
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": parameters},
    }


def _choice(choice: ToolChoice) -> Any:
    if isinstance(choice, ToolFunction):
        return {"type": "function", "function": {"name": choice.name}}
    return "required" if choice == "any" else choice
