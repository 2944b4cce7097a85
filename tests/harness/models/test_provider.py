"""Requests as sent, in every dialect and from both implementations, without exposing the key."""

import asyncio
import base64
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said

pytest.importorskip("inspect_ai")

from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentAudio,
    ContentImage,
    ContentText,
    ContentVideo,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
    modelapi,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams

from mindsight.errors import MindsightError
from mindsight.harness.models import bounds
from mindsight.harness.models.dialects import DIALECTS, REMOVED
from mindsight.harness.models.faults import root
from mindsight.harness.models.provider import derived, provider
from mindsight.harness.models.provider_public import PublicProvider

Serve = Callable[[Script], Server]
BUILDS = ("derived", "public")
modelapi(name="trial-derived")(derived)
modelapi(name="trial-public")(lambda: PublicProvider)

IMAGE, VIDEO, SOUND = b"\xff\xd8\xffimage", b"video", b"sound"
B64 = {name: base64.b64encode(data).decode() for name, data in (("image", IMAGE), ("video", VIDEO), ("sound", SOUND))}
IMAGE_URI = f"data:image/jpeg;base64,{B64['image']}"
VIDEO_URI = f"data:video/mp4;base64,{B64['video']}"
SOUND_URI = f"data:audio/wav;base64,{B64['sound']}"
CALL = ToolCall(id="call_0", function="pick", arguments={"x": 420})
PICK = ToolInfo(
    name="pick",
    description="Pick it up.",
    parameters=ToolParams.model_validate(
        {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}
    ),
)
MESSAGES = [
    ChatMessageSystem(content="You are a robot."),
    ChatMessageUser(
        content=[
            ContentText(text="Look."),
            ContentImage(image=IMAGE_URI),
            ContentVideo(video=VIDEO_URI, format="mp4"),
            ContentAudio(audio=SOUND_URI, format="wav"),
        ]
    ),
    ChatMessageAssistant(content="", tool_calls=[CALL]),
    ChatMessageTool(content="done", tool_call_id="call_0", function="pick"),
    ChatMessageUser(content=[ContentImage(image=IMAGE_URI)]),
]

# How the servers' own pages write these parts: platform.openai.com (input_audio: bare base64), docs.vllm.ai (video_url,
# audio_url), the Qwen-Omni page of Alibaba Model Studio (video_url; input_audio.data a data URI).
AUDIO_PARTS = {
    "openai": {"type": "input_audio", "input_audio": {"data": B64["sound"], "format": "wav"}},
    "vllm": {"type": "audio_url", "audio_url": {"url": SOUND_URI}},
    "dashscope": {"type": "input_audio", "input_audio": {"data": SOUND_URI, "format": "wav"}},
}

TEXT_PART = {"type": "text", "text": "Look."}
IMAGE_PART = {"type": "image_url", "image_url": {"url": IMAGE_URI, "detail": "auto"}}
VIDEO_PART = {"type": "video_url", "video_url": {"url": VIDEO_URI}}
# The same page: a user message may hold text and one other kind of medium.
MEDIA: dict[bool, Callable[[Any], list[list[Any]]]] = {
    False: lambda sound: [[TEXT_PART, IMAGE_PART, VIDEO_PART, sound]],
    True: lambda sound: [[TEXT_PART, IMAGE_PART], [VIDEO_PART], [sound]],
}


def model_of(build: str, server: Server, config: GenerateConfig | None = None, **options: Any) -> Model:
    config = config or GenerateConfig(max_retries=3, max_tokens=64, temperature=0.0)
    return get_model(
        f"trial-{build}/scripted", base_url=server.url, config=config, memoize=False, first_wait_s=0.01, **options
    )


def ask(model: Model, *, tools: list[ToolInfo] | None = None) -> ModelOutput:
    async def asked() -> ModelOutput:
        async with model:
            return await model.generate(MESSAGES, tools=tools or [])

    return asyncio.run(asked())


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_request_has_the_form_of_its_dialect(build: str, dialect: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: said("4"))
    output = ask(model_of(build, server, dialect=dialect), tools=[PICK])
    assert output.completion == "4"
    (body,) = server.requests
    (answer,) = (message for message in body["messages"] if message["role"] == "assistant")
    assert body["messages"] == [
        {"role": "system", "content": "You are a robot."},
        *[{"role": "user", "content": parts} for parts in MEDIA[dialect == "dashscope"](AUDIO_PARTS[dialect])],
        {
            "role": "assistant",
            "content": answer["content"],
            "tool_calls": [
                {"type": "function", "id": "call_0", "function": {"name": "pick", "arguments": '{"x": 420}'}}
            ],
        },
        {"role": "tool", "content": "done", "tool_call_id": "call_0"},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": IMAGE_URI, "detail": "auto"}}]},
    ]
    assert not answer["content"] or isinstance(answer["content"], str)
    (tool,) = body["tools"]
    assert tool["type"] == "function"
    assert (tool["function"]["name"], tool["function"]["description"]) == ("pick", "Pick it up.")
    assert not tool["function"].get("strict")
    assert tool["function"]["parameters"]["properties"] == {"x": {"type": "number"}}
    assert tool["function"]["parameters"]["required"] == ["x"]
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("scripted", 64, 0.0)
    assert bool(body.get("stream")) == (dialect == "dashscope")
    assert (output.usage.input_tokens, output.usage.output_tokens) == (100, 5)  # type: ignore[union-attr]


@pytest.mark.parametrize("build", BUILDS)
def test_the_answer_is_kept_verbatim(build: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: said(None, ("pick", '{"x": 42'), ("pick", "{}"), reasoning_content="hm"))
    raw = (ask(model_of(build, server), tools=[PICK]).metadata or {})["raw"]
    assert [call["function"]["arguments"] for call in raw["tool_calls"]] == ['{"x": 42', "{}"]
    assert raw["reasoning_content"] == "hm"


@pytest.mark.parametrize("build", BUILDS)
def test_half_a_surrogate_is_escaped(build: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: said("half a \ud800", ("pick", '{"x": "\ud800"}'), reasoning="\udfff"))
    output = ask(model_of(build, server), tools=[PICK])
    assert output.completion == "half a \\ud800"
    output.model_dump_json()


@pytest.mark.parametrize("build", BUILDS)
def test_a_busy_server_is_asked_again_and_waits_do_not_count(build: str, serve: Serve) -> None:
    def script(_body: dict[str, Any], number: int) -> Any:
        return [Refusal(429, headers={"retry-after": "0.3"}), Refusal(500), None, said("4")][number]

    server = serve(script)
    output = ask(model_of(build, server))
    assert output.completion == "4"
    assert len(server.requests) == 4
    assert (output.time or 9) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("half", [b'{"id": "c", "choi', b'"a bare string"', b"<html>Bad gateway</html>"])
def test_half_an_answer_is_asked_for_again(build: str, half: bytes, serve: Serve) -> None:
    server = serve(lambda _body, number: half if number == 0 else said("4"))
    assert ask(model_of(build, server)).completion == "4"


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize(
    ("packed", "stream"),
    [(False, True), (True, False), *(pytest.param(same, same, marks=pytest.mark.slow) for same in (False, True))],
)
def test_an_answer_without_end_is_given_up(
    build: str, stream: bool, packed: bool, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be small on the wire and unpack to gigabytes."""
    monkeypatch.setattr(bounds, "LARGEST_ANSWER", 1 << 20)
    long = json.dumps(said("." * (4 << 20))).encode()
    server = serve(lambda _body, _number: gzip.compress(long) if packed else long)
    with pytest.raises(Exception, match="larger than 1 MiB") as caught:
        ask(model_of(build, server, GenerateConfig(max_retries=2), stream=stream))
    assert isinstance(root(caught.value), MindsightError)
    assert len(server.requests) == 1


@pytest.mark.parametrize("build", BUILDS)
def test_a_request_that_is_wrong_is_not_repeated(build: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: Refusal(400, "no such part"))
    with pytest.raises(Exception, match="no such part"):
        ask(model_of(build, server))
    assert len(server.requests) == 1


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("status", [400, 401, 500])
def test_a_key_that_the_server_repeats_is_in_no_error(
    build: str, status: int, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-very-private-key")
    server = serve(lambda _body, _number: Refusal(status, "wrong key: a-very-private-key"))
    with pytest.raises(Exception) as caught:  # noqa: PT011  (which one is not the point)
        ask(model_of(build, server, GenerateConfig(max_retries=0)))
    seen: list[str] = []
    error: BaseException | None = caught.value
    while error is not None:
        attempt = getattr(error, "last_attempt", None)
        seen += [str(error), repr(error), json.dumps(getattr(error, "body", None))]
        error = error.__cause__ or (attempt.exception() if attempt else None)
    assert "wrong key: ***" in "".join(seen)
    assert "a-very-private-key" not in "".join(seen)
    assert server.headers[0].get("authorization") == "Bearer a-very-private-key"


@pytest.mark.parametrize("build", BUILDS)
def test_where_and_as_whom_come_from_the_environment(build: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(lambda _body, _number: said("4"))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "k1")
    assert ask(get_model(f"trial-{build}/scripted", memoize=False)).completion == "4"
    assert server.headers[0]["authorization"] == "Bearer k1"


@pytest.mark.parametrize("build", BUILDS)
def test_the_logged_request_holds_no_media(build: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: said("4"))
    api = model_of(build, server).api

    async def asked() -> Any:
        try:
            return await api.generate(MESSAGES, [], "auto", GenerateConfig())
        finally:
            await api.aclose()

    _, call = asyncio.run(asked())
    logged = json.dumps(call.request)
    assert REMOVED in logged
    assert not any(data in logged for data in B64.values())


def test_where_inspect_has_moved_its_provider_ours_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    assert provider().__name__ == "DerivedProvider"
    provider.cache_clear()
    monkeypatch.setitem(sys.modules, "inspect_ai.model._providers.openai_compatible", None)
    assert provider() is PublicProvider
    provider.cache_clear()


def test_inspect_finds_the_provider_by_its_entry_point() -> None:
    from importlib.metadata import entry_points

    assert [point.value for point in entry_points(group="inspect_ai", name="mindsight")] == [
        "mindsight.harness.registry"
    ]
