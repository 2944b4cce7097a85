"""Servers as they really come: each habit works, or ends in one sentence that names cause and remedy.

The habits were reported for public servers and gateways; the replies have the form that is quoted there.
"""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from harness.server import Raw, Refusal, Script, Server, said
from mindsight.errors import SubjectError
from mindsight.harness.questions import asking as questions
from mindsight.harness.questions.question import Asking, Met, Question, Replied, Words
from mindsight.harness.runs.settings import ModelSpec
from mindsight.harness.servers import habits
from mindsight.text import say

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
GOOD = '{"answer": "B"}'
OK = said(GOOD)
RATE = {"message": "Provider returned error", "code": 429, "metadata": {"raw": "Too Many Requests"}}
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


@pytest.fixture(autouse=True)
def _unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's port may have been another's before."""
    monkeypatch.setattr(habits, "_KNOWN", {})


def asking(url: str, **more: Any) -> Asking:
    more = {"retries": 2, "first_wait_s": 0.01, "timeout_s": 5, **more}
    return Asking(ModelSpec(**{"name": "scripted", "base_url": url, **more}), answer_tokens=100, connections=1)


def check(url: str, **more: Any) -> Met:
    return questions.check_model(asking(url, **more), pictures=True)


def reply_of(url: str, **more: Any) -> Replied:
    system = "Answer in JSON."
    asked = Question("q", lambda: [Words("Which one?")], system=system, schema=SCHEMA)
    (reply,) = questions.ask_all(asking(url, **more), [asked])
    return reply


def some(table: dict[str, Any], most: int = 5) -> list[Any]:
    """Return the entries of a table as parameters; those after the first few take the same path and are slow."""
    slow = pytest.mark.slow
    return [
        pytest.param(*(entry if isinstance(entry, tuple) else (entry,)), id=name, marks=slow if place >= most else ())
        for place, (name, entry) in enumerate(table.items())
    ]


def message(content: Any = None, *, finish: Any = "stop", **more: Any) -> dict[str, Any]:
    """Return a completion whose message holds just this."""
    reply = said("")
    reply["choices"] = [
        {"index": 0, "message": {"role": "assistant", "content": content, **more}, "finish_reason": finish}
    ]
    return reply


def changed(**more: Any) -> dict[str, Any]:
    return {**OK, **more}


def call(arguments: Any) -> dict[str, Any]:
    return {"name": "answer", "arguments": arguments}


def events(*deltas: dict[str, Any], finish: str | None = "stop", end: bytes = b"data: [DONE]\n\n") -> Raw:
    """Return a stream; some servers send comments to keep the connection."""
    pieces: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
    ]
    if finish:
        pieces.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    body = b": KEEP-ALIVE\n\n" + b"".join(b"data: " + json.dumps(piece).encode() + b"\n\n" for piece in pieces) + end
    return Raw(body, headers={"content-type": "text/event-stream"})


TEXTS: dict[str, Any] = {
    "a list of parts": message([{"type": "text", "text": GOOD}]),
    "a text in two parts": message([{"type": "text", "text": GOOD[:5]}, {"type": "text", "text": GOOD[5:]}]),
    "strings in a list": message([GOOD]),
    "output_text": message([{"type": "output_text", "text": GOOD, "annotations": []}]),
    "one part": message({"type": "text", "text": GOOD}),
    "text with a value": message([{"type": "text", "text": {"value": GOOD, "annotations": []}}]),
    "thinking among the parts": message(
        [{"type": "thinking", "thinking": [{"type": "text", "text": "A? no"}]}, {"type": "text", "text": GOOD}]
    ),
    "an answer that the server has parsed": message({"answer": "B"}),
    "reasoning beside it": message(GOOD, reasoning_content='{"answer": "A"}'),
    "details of reasoning beside it": message(GOOD, reasoning_details=[{"type": "reasoning.text", "text": "A?"}]),
    "no reason for its end": message(GOOD, finish=None),
    "an odd reason for its end": message(GOOD, finish="eos_token"),
    "no usage": {name: value for name, value in OK.items() if name != "usage"},
    "usage without numbers": changed(usage={"prompt_tokens": None, "completion_tokens": None}, created=1.5, id=None),
    "no index": changed(choices=[{"message": {"content": GOOD}, "finish_reason": "stop"}]),
    "the text of the first protocol": changed(choices=[{"text": GOOD, "index": 0, "finish_reason": "stop"}]),
    "a delta": changed(choices=[{"delta": {"content": GOOD}, "index": 0, "finish_reason": "stop"}]),
    "the whole under another name": {"code": 0, "data": OK},
    "no error named": changed(error=None),
    "an error that is none": changed(error={"code": 0, "message": "success"}),
    "Ollama's own protocol": {"model": "m", "message": {"role": "assistant", "content": GOOD}, "done": True},
    "another type of content": Raw(OK, headers={"content-type": "text/plain; charset=utf-8"}),
    "a mark of byte order": Raw(b"\xef\xbb\xbf" + json.dumps(OK).encode()),
    "blank lines before it": Raw(b"\n\n  \n" + json.dumps(OK).encode()),
    "a connection that is closed": Raw(OK, close=True),
    "a stream that nobody asked for": events({"role": "assistant", "content": GOOD[:4]}, {"content": GOOD[4:]}),
    "a stream of parts": events(
        {"content": [{"type": "text", "text": GOOD[:4]}]}, {"content": [{"type": "text", "text": GOOD[4:]}]}
    ),
    "a stream without an end mark": events({"content": GOOD}, end=b""),
}


@pytest.mark.parametrize("reply", some(TEXTS))
def test_the_text_of_an_answer_is_found(reply: Any, serve: Serve) -> None:
    reply_got = reply_of(serve(lambda _body, _number: reply).url)
    assert (reply_got.text, reply_got.error, reply_got.reason) == (GOOD, "", None)
    assert reply_got.answer.text == GOOD


CALLS: dict[str, Any] = {
    "a call": message(None, tool_calls=[{"id": "c", "type": "function", "function": call(GOOD)}], finish="tool_calls"),
    "arguments as an object": message(None, tool_calls=[{"function": call({"answer": "B"})}]),
    "a call without a function": message(None, tool_calls=[call(GOOD)]),
    "one call, not in a list": message(None, tool_calls={"function": call(GOOD)}),
    "the call of the first protocol": message(None, function_call=call(GOOD), finish="function_call"),
    "a call among the parts": message([{"type": "tool_use", "name": "answer", "input": {"answer": "B"}}]),
    "a streamed call": events(
        {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "answer", "arguments": GOOD[:3]}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": GOOD[3:]}}]},
    ),
}


@pytest.mark.parametrize("reply", some(CALLS))
def test_a_tool_call_that_nobody_asked_for_is_passed_on(reply: Any, serve: Serve) -> None:
    found = reply_of(serve(lambda _body, _number: reply).url)
    assert [(name, json.loads(arguments)) for name, arguments in found.answer.calls] == [("answer", {"answer": "B"})]
    assert (found.error, found.reason) == ("", None)


BESIDE = {
    name: message(content, **{name: value})
    for content, (name, value) in zip(
        itertools.cycle((None, "", "\n\n")),
        {
            "reasoning_content": f"Hm. {GOOD}",
            "reasoning": f"Hm. {GOOD}",
            "thinking": f"Hm. {GOOD}",
            "reasoning_details": [{"type": "reasoning.text", "text": f"Hm. {GOOD}"}],
        }.items(),
        strict=False,
    )
}


@pytest.mark.parametrize("reply", some(BESIDE))
def test_an_answer_that_is_all_reasoning_is_kept_and_explained(reply: Any, serve: Serve) -> None:
    found = reply_of(serve(lambda _body, _number: reply).url)
    assert not found.text.strip()
    assert found.answer.reasoning == f"Hm. {GOOD}"
    assert found.reason is not None
    assert "19 characters into reasoning" in say(found.reason, "en").replace("into thinking", "into reasoning")
    met = check(serve(lambda _body, _number: reply).url)
    assert met.elsewhere is not None


STOPS = {
    "length": "max_tokens",
    "MAX_TOKENS": "max_tokens",
    "max_output_tokens": "max_tokens",
    "content_filter": "content_filter",
    "SAFETY": "content_filter",
    "end_turn": "stop",
}


@pytest.mark.parametrize(("finish", "stop"), STOPS.items())
def test_the_end_of_an_answer_is_understood(finish: str, stop: str, serve: Serve) -> None:
    assert reply_of(serve(lambda _body, _number: message(GOOD, finish=finish)).url).stop == stop


@pytest.mark.parametrize(
    "reply", [message(None, refusal="I will not"), message([{"type": "refusal", "refusal": "I will not"}])]
)
def test_a_refusal_is_one(reply: Any, serve: Serve) -> None:
    found = reply_of(serve(lambda _body, _number: reply).url)
    assert (found.error, found.said["refusal"]) == ("refused", "I will not")


ERRORS: dict[str, Any] = {
    "as an object": (changed(choices=None, error=RATE), "Provider returned error: Too Many Requests"),
    "in the choice": (
        changed(choices=[{"index": 0, "error": RATE, "message": {"content": ""}, "finish_reason": "error"}]),
        "Too Many",
    ),
    "as text": ({"error": "the backend is busy"}, "the backend is busy"),
    "of vLLM": ({"object": "error", "message": "out of memory", "code": 500}, "out of memory"),
    "of FastAPI": ({"detail": "upstream is gone"}, "upstream is gone"),
    "of FastAPI, as a list": (
        {"detail": [{"loc": ["body", "x"], "msg": "is missing", "type": "missing"}]},
        "body.x: is missing",
    ),
    "in a list": ([{"error": {"code": 503, "message": "try later"}}], "try later"),
    "that is only true": ({"error": True, "message": "no worker"}, "no worker"),
    "with a status as text": ({"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, "slow down"),
    "in a stream": (
        Raw(b'data: {"error": {"message": "lost", "code": 502}}\n\n', headers={"content-type": "text/event-stream"}),
        "lost",
    ),
    "half a stream": (events({"content": "{"}, finish=None, end=b""), "ended before the answer did"),
    "no choices": (changed(choices=None), "chat.completion"),
    "half of it": (b'{"id": "c", "choi', '{"id": "c", "choi'),
    "a web page": (b"<html>Bad gateway</html>", "Bad gateway"),
    "a bare string": (b'"hm"', "hm"),
    "nothing": (b"", "-"),
}


@pytest.mark.parametrize(("reply", "words"), some(ERRORS, 2))
def test_an_error_with_http_200_is_asked_again_and_quoted(reply: Any, words: str, serve: Serve) -> None:
    server = serve(lambda _body, number: reply if number == 0 else OK)
    assert reply_of(server.url).text == GOOD
    assert check(serve(lambda _body, number: reply if number == 0 else OK).url).text == GOOD
    always = serve(lambda _body, _number: reply)
    found = reply_of(always.url)
    assert found.error == "infrastructure_error"
    assert words in say(found.reason, "en")  # type: ignore[arg-type]
    assert len(always.requests) == 3
    with pytest.raises(SubjectError) as caught:
        check(always.url)
    assert words in str(caught.value)


def test_an_error_with_http_200_that_is_the_requests_is_not_asked_again(serve: Serve) -> None:
    server = serve(lambda _body, _number: {"error": {"message": "the context is too long", "code": 400}})
    found = reply_of(server.url)
    assert found.error == "model_error"
    assert "the context is too long" in say(found.reason, "en")  # type: ignore[arg-type]


def refuses(words: str, when: Callable[[dict[str, Any]], Any], *, status: int = 400) -> Script:
    return lambda body, _number: Raw({"error": {"message": words}}, status) if when(body) else OK


def streams_only(body: dict[str, Any], _number: int) -> Any:
    if not body.get("stream"):
        return Refusal(
            400, "This model only support stream mode, please enable the stream parameter to access the model. "
        )
    return events({"content": GOOD[:6]}, {"content": GOOD[6:]})


def like_gpt_5(body: dict[str, Any], _number: int) -> Any:
    if "max_tokens" in body:
        return Refusal(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        )
    if body.get("temperature", 1) != 1:
        return Refusal(
            400,
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        )
    return OK


def system_in(body: dict[str, Any]) -> bool:
    return any(one["role"] == "system" for one in body["messages"])


ASKED: dict[str, tuple[Script, dict[str, Any]]] = {
    "like GPT-5": (like_gpt_5, {"limit_sent_as": "max_completion_tokens", "sent_without": "temperature"}),
    "a range without zero": (
        refuses("`temperature` must be strictly positive", lambda body: body.get("temperature") == 0, status=422),
        {"sent_without": "temperature"},
    ),
    "extra inputs": (
        refuses("body.max_tokens: Extra inputs are not permitted", lambda body: "max_tokens" in body, status=422),
        {"limit_sent_as": "max_completion_tokens"},
    ),
    "only streams": (streams_only, {"streamed": True}),
    "only streams, in Chinese": (lambda body, _n: OK if body.get("stream") else Refusal(400, "该模型仅支持流式输出"), {"streamed": True}),
}  # fmt: skip


@pytest.mark.parametrize(("script", "learned"), some(ASKED, 2))
def test_a_server_is_asked_as_it_wants_to_be(script: Script, learned: dict[str, Any], serve: Serve) -> None:
    server = serve(script)
    met = check(server.url)
    assert (met.text, dict(met.habits)) == (GOOD, learned)
    before = len(server.requests)
    assert reply_of(server.url).text == GOOD
    # What the first question has shown is not learned again.
    assert len(server.requests) == before + 1


def test_a_system_message_that_is_refused_begins_the_question(serve: Serve) -> None:
    server = serve(refuses("System role not supported", system_in))
    assert reply_of(server.url).text == GOOD
    assert server.requests[-1]["messages"] == [{"role": "user", "content": "Answer in JSON.\n\nWhich one?"}]


@pytest.mark.parametrize(
    ("words", "status"), [("response_format type is unavailable now", 400), ("Grammar error: unsupported schema", 500)]
)
def test_a_schema_that_is_refused_is_left_out(words: str, status: int, serve: Serve) -> None:
    server = serve(refuses(words, lambda body: "response_format" in body, status=status))
    found = reply_of(server.url)
    assert (found.text, found.fallback) == (GOOD, "plain")
    assert len(server.requests) == 3


def test_a_chosen_temperature_out_of_range_is_an_error(serve: Serve) -> None:
    server = serve(refuses("temperature must be between 0 and 2", lambda body: body.get("temperature", 0) > 2))
    with pytest.raises(SubjectError, match=r"must be between 0 and 2"):
        check(server.url, temperature=5.0)


def test_a_limit_that_is_too_large_is_not_renamed(serve: Serve) -> None:
    server = serve(
        refuses("max_tokens is too large: 100. This model supports at most 50", lambda body: "max_tokens" in body)
    )
    with pytest.raises(SubjectError, match=r"too large"):
        check(server.url)


@pytest.mark.parametrize(("name", "value"), [("max_completion_tokens", 100), ("none", None)])
def test_the_name_of_the_limit_can_be_set(
    name: str, value: int | None, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINDSIGHT_TOKEN_LIMIT", name)
    server = serve(lambda _body, _number: OK)
    assert check(server.url).habits == {"limit_sent_as": name}
    assert "max_tokens" not in server.requests[0]
    assert server.requests[0].get("max_completion_tokens") == value


ENDINGS = {"": "", "a slash": "/", "the endpoint": "/chat/completions", "a space": " ", "quotes": '"'}


@pytest.mark.parametrize("ending", some(ENDINGS, 3))
def test_an_address_may_be_written_otherwise(ending: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: OK)
    assert check(server.url + ending).server == server.url
    assert set(server.paths) == {"/v1/chat/completions"}


def test_an_address_may_lack_its_scheme(serve: Serve) -> None:
    server = serve(lambda _body, _number: OK)
    assert check(server.url.removeprefix("http://")).server == server.url


WRONG_PLACES = {
    "404": Raw(b"404 page not found", 404, {"content-type": "text/plain"}),
    "405": Raw({"detail": "Method Not Allowed"}, 405),
    "a web page": Raw(b"<!doctype html><html>Chat</html>", headers={"content-type": "text/html"}),
    "200 anyway": Raw({"error": "Unexpected endpoint or method. (POST /chat/completions)"}),
}


@pytest.mark.parametrize("wrong", some(WRONG_PLACES, 1))
@pytest.mark.parametrize("base", ["", "/api"])
def test_a_version_left_out_of_the_address_is_added(wrong: Raw, base: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: wrong)
    server.script = lambda _body, number: OK if server.paths[number] == "/v1/chat/completions" else wrong
    met = check(server.url.removesuffix("/v1") + base)
    assert (met.text, met.server) == (GOOD, server.url)
    assert met.habits == {"answers_at": server.url}
    assert reply_of(server.url.removesuffix("/v1") + base).text == GOOD


@pytest.mark.parametrize("wrong", some(WRONG_PLACES, 1))
def test_an_address_at_which_nothing_is_found_is_explained(wrong: Raw, serve: Serve) -> None:
    with pytest.raises(SubjectError, match=r"as far as the version, such as http://127.0.0.1:8000/v1"):
        check(serve(lambda _body, _number: wrong).url.removesuffix("/v1"))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_on_the_same_host_is_followed_with_the_question(status: int, serve: Serve) -> None:
    new = serve(lambda _body, _number: OK)
    old = serve(lambda _body, _number: Raw(b"", status, {"location": f"{new.url}/chat/completions"}))
    assert check(old.url).text == GOOD


def test_a_redirect_to_another_host_is_not_followed(serve: Serve) -> None:
    place = "https://elsewhere.example/v1/chat/completions"
    old = serve(lambda _body, _number: Raw(b"", 307, {"location": place}))
    with pytest.raises(
        SubjectError, match=r"redirects to another server; if it is right, set https://elsewhere.example/v1 as"
    ):
        check(old.url)


def test_a_proxy_never_catches_this_machine(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    assert check(serve(lambda _body, _number: OK).url).text == GOOD


def test_a_proxy_that_does_not_forward_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://me:secret@127.0.0.1:9")
    with pytest.raises(
        SubjectError, match=r"through the proxy http://127.0.0.1:9 .*add the server to NO_PROXY"
    ) as caught:
        check("http://models.example/v1", retries=0)
    assert "secret" not in str(caught.value)


def test_a_model_of_another_name_is_found_in_the_servers_list(serve: Serve) -> None:
    server = serve(
        lambda _body, _number: Raw({"object": "error", "message": "The model `scripted` does not exist."}, 404)
    )
    server.models = ["embedder", "Qwen/scripted-7B"]
    with pytest.raises(SubjectError, match=r"it serves Qwen/scripted-7B, embedder$"):
        check(server.url)


def test_a_key_that_is_wanted_and_not_set_is_named(serve: Serve) -> None:
    server = serve(lambda _body, _number: Refusal(401, "Incorrect API key provided: none."))
    with pytest.raises(SubjectError, match=r"none is set: put it into OPENAI_API_KEY"):
        check(server.url)


def test_a_model_that_sees_nothing_is_found_out_before_the_run(serve: Serve) -> None:
    def blind(body: dict[str, Any], _number: int) -> Any:
        words = isinstance(body["messages"][-1]["content"], str)
        return OK if words else Refusal(400, "image_url is only supported by certain models")

    with pytest.raises(SubjectError, match=r"image_url.*with a picture: one in words was answered"):
        check(serve(blind).url)


def test_milliseconds_to_wait_are_respected(serve: Serve) -> None:
    def busy(_body: dict[str, Any], number: int) -> Any:
        return Refusal(429, "busy", {"retry-after-ms": "300", "retry-after": "50"}) if number == 0 else OK

    assert reply_of(serve(busy).url).text == GOOD


def test_a_connection_that_is_dropped_once_is_opened_again(serve: Serve) -> None:
    assert check(serve(lambda _body, number: None if number == 0 else OK).url).text == GOOD
