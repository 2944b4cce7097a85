"""Answers in the protocol's form, and phrases of refusals; the words are those of public servers."""

import json

import pytest

from mindsight.harness.servers.receiving import received
from mindsight.harness.servers.refusals import is_about_model, is_about_system, is_refusal, wants_stream

DAMAGED = [
    b"", b"null", b"[]", b"3", b"{}", b'{"choices": null}', b'{"choices": [{}]}', b'{"choices": [{"message": null}]}',
    b'{"choices": ["x"]}',
    b'{"choices": {"0": 1}}', b"[" * 100_000, b'{"error": []}', b"data: [DONE]\n\n", b"data: {\n\ndata: 3\n\n", b"\xff\xfe",
]  # fmt: skip
ODD = {
    b'{"choices": [{"message": {"content": 3}}]}': "3",
    b'{"choices": [{"message": "hello"}]}': "hello",
    b'{"choices": [{"message": {"content": [{"type": "text", "text": null}, null, "a", {"type": "image_url"}]}}]}': "a",
    b'{"choices": [{"message": {"content": "a", "tool_calls": [null, 3]}}], "usage": [1]}': "a",
    b'{"choices": [{"message": {"content": "a"}, "finish_reason": 3}], "created": "yesterday"}': "a",
    b'{"choices": [{"message": {"content": "a"}}], "usage": {"prompt_tokens": 1e999}}': "a",
    b'{"output": {"choices": [{"message": {"content": [{"text": "a"}]}}]}, "usage": {"input_tokens": 3}}': "a",
    b'data: {"choices": [{"delta": {"content": null}}]}\n\ndata: [DONE]\n\n': None,
    b'{"choices": []}': "-",
}
STATUSES = {
    b'{"error": {"code": "429", "message": "slow"}}': 429,
    b'{"error": {"type": "RateLimitError", "message": "slow"}}': 429,
    b'{"error": {"type": "invalid_request_error", "message": "wrong"}}': 400,
    b'{"code": "InvalidParameter", "message": "wrong"}': 400,
    b'{"object": "error", "type": "NotFoundError", "message": "none", "code": 404}': 404,
    b'{"error": {"code": "invalid_api_key", "message": "none"}}': 401,
    b'{"error": {"code": 502, "message": "gone"}}': 502,
    b'{"error": {"code": 1, "message": {"deep": "words"}}}': 500,
    b'{"base_resp": {"status_code": 1004, "status_msg": "not logged in"}, "choices": null}': 500,
    b'{"choices": [{"message": {"content": "half"}, "finish_reason": "network_error"}]}': 500,
}


@pytest.mark.parametrize("body", DAMAGED)
def test_what_is_no_answer_is_asked_for_again(body: bytes) -> None:
    found = received(body)
    assert found.status >= 500
    assert found.fault


@pytest.mark.parametrize(("body", "text"), ODD.items())
def test_an_odd_answer_has_the_form_of_the_protocol(body: bytes, text: str | None) -> None:
    found = received(body)
    assert (found.status, found.fault) == (200, "")
    assert [choice["message"]["content"] for choice in found.page["choices"]] == ([] if text == "-" else [text])
    assert all("tool_calls" not in choice["message"] for choice in found.page["choices"])


@pytest.mark.parametrize(("body", "status"), STATUSES.items())
def test_an_error_has_the_status_that_its_body_names(body: bytes, status: int) -> None:
    found = received(body)
    assert (found.status, found.fault) == (status, "error_body")
    words = json.dumps(found.page)
    assert any(word in words for word in ("slow", "wrong", "none", "gone", "words", "logged in", "network_error"))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Unsupported parameter: 'max_tokens' is not supported with this model.", "refused"),
        ("body.temperature: Extra inputs are not permitted", "refused"),
        ("invalid temperature: only 1 is allowed for this model", "refused"),
        ("max_tokens is too large: 4096. This model supports at most 2048 completion tokens", ""),
        ("This model's maximum context length is 4096 tokens. However, you requested 9000 tokens", ""),
        ("temperature must be between 0 and 2", ""),
        ("At most 1 image(s) may be provided in one request.", ""),
        (
            "This model only support stream mode, please enable the stream parameter to access the model.",
            "refused stream",
        ),
        ("stream=false is not supported", "refused stream"),
        ("System role not supported", "refused system"),
        ("Conversation roles must alternate user/assistant/user/assistant/...", "system"),
        ("The model `m` does not exist.", "model"),
        ("model 'm' not found, try pulling it first", "model"),
        ("模型 m 不存在", "model"),
    ],
)
def test_phrases_are_understood(words: str, meant: str) -> None:
    checks = {"refused": is_refusal, "stream": wants_stream, "system": is_about_system, "model": is_about_model}
    assert " ".join(name for name, check in checks.items() if check(words)) == meant
