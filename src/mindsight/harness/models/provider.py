"""The provider ``mindsight/<model>``: any server with OpenAI's chat protocol, with video and sound.

There are two implementations. The first derives from Inspect's own provider, whose module is private: it keeps streaming, error classes and
all options. The second uses public names only and is the fallback if the first cannot be imported. ``OPENAI_API_KEY`` and
``OPENAI_BASE_URL`` give key and address.
"""

from functools import lru_cache
from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI
from inspect_ai.tool import ToolChoice, ToolInfo

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


@lru_cache
def provider() -> type[ModelAPI]:
    """Return the best implementation that this version of Inspect allows."""
    try:
        return derived()
    except (ImportError, AttributeError):
        from mindsight.harness.models.provider_public import PublicProvider

        return PublicProvider


def derived() -> type[ModelAPI]:  # noqa: C901  (a class, not a flow)
    """Return the implementation derived from Inspect's own provider.

    Raises:
        ImportError: Inspect has moved it.
    """
    from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI

    class DerivedProvider(OpenAICompatibleAPI):
        """Inspect's provider for OpenAI-compatible servers, with our dialects."""

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
            self.dialect = checked(dialect)
            self.first_wait_s = first_wait_s
            # Inspect counts and times retries; those of the client would be hidden from it.
            options.setdefault("max_retries", 0)
            # Servers without strict tools reject the parameter itself.
            options.setdefault("strict_tools", False)
            url, headers = address_and_headers(base_url or server)
            keep_off_proxies(url)
            streamed = streams(self.dialect) if stream is None else stream
            self.habits = habits_of(url, model_name, stream=streamed)
            options["default_headers"] = {**headers, **options.get("default_headers", {})}
            super().__init__(
                model_name,
                base_url=url,
                api_key=key_of(base_url or server, api_key),
                config=config,
                service="mindsight",
                api_key_var="OPENAI_API_KEY",
                # Streams are put together as they are received, whoever asked for them.
                stream=False,
                **options,
            )

        def initialize(self) -> None:
            """Open the connection, again if it was closed."""
            super().initialize()
            prepared(self.http_client)

        async def messages_to_openai(self, input: list[ChatMessage]) -> Any:  # noqa: A002
            """Return the messages in the server's dialect."""
            return await request_messages(input, self.dialect, super().messages_to_openai)

        async def generate(
            self,
            input: list[ChatMessage],  # noqa: A002
            tools: list[ToolInfo],
            tool_choice: ToolChoice,
            config: GenerateConfig,
        ) -> Answered:
            """Ask the server; keep the answer verbatim, with the key removed."""
            try:
                answer = await super().generate(input, tools, tool_choice, config)
            except Exception as error:  # noqa: BLE001  (raised again)
                raise scrubbed(error, self.api_key) from None
            return with_raw(answer, self.api_key, without_media, self.habits.applied)

        def service_model_name(self) -> str:
            """Return the model's name on the server; it may contain the name of our provider."""
            return self.model_name

        def connection_key(self) -> str:
            """Return the key by which connection limits are shared; Inspect's own contains the secret key."""
            return self.model_name

        async def _generate_completion(self, request: dict[str, Any], config: GenerateConfig) -> Any:  # noqa: ARG002
            return writable(await ask(self, unchecked(request)))

        def retry_wait(self) -> Any:
            """Return the wait before a retry."""
            return longer_wait(self.first_wait_s)

        def should_retry(self, ex: BaseException) -> Any:
            """Return whether a retry may help."""
            return isinstance(ex, ValueError) or super().should_retry(ex)

    return DerivedProvider
