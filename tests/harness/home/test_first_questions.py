"""Whether a model can be used at all is known before anything is drawn, proved or decoded for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Raw, Refusal, Script, Server, said
from mindsight.cli import run as mindsight
from mindsight.errors import SubjectError
from mindsight.harness.servers import habits
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
DRAWING = {
    "tasks": "mindsight.home.running.tasks.write_tasks",
    "questions": "mindsight.home.questions.drawing.prepare",
    "rooms": "mindsight.home.autonomy.runs.drawing.prepare_rooms",
    "clips": "mindsight.vsig.running.run.data_of",
}
COMMANDS = {
    "tasks": ["home", "run", "--tasks", "buttons", "--trials", "4"],
    "robustness": ["home", "robustness", "--tasks", "buttons", "--trials", "4"],
    "questions": ["home", "run", "--tasks", "object.colour", "--trials", "4"],
    "rooms": ["home", "run", "--mode", "autonomous", "--scenes", "2"],
    "clips": ["vsig", "run", "--data", "."],
}
QUESTIONS = [*COMMANDS["questions"], "--model", "scripted", "--out", "run"]


@pytest.fixture(autouse=True)
def _unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "_KNOWN", {})


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what was begun to be drawn."""
    begun: list[str] = []
    for name, place in DRAWING.items():
        monkeypatch.setattr(place, lambda *_, name=name, **__: begun.append(name))
    return begun


def text_only(body: dict[str, Any], _number: int) -> Any:
    parts = [
        part for message in body["messages"] if isinstance(message["content"], list) for part in message["content"]
    ]
    return Refusal(400, "image_url is not supported") if any("image_url" in part for part in parts) else said("blue")


UNUSABLE: dict[str, tuple[Script, str]] = {
    "no server": (lambda _body, _number: None, "cannot be reached"),
    "no key": (lambda _body, _number: Refusal(401, "no key"), "put it into OPENAI_API_KEY"),
    "no pictures": (text_only, "image_url is not supported"),
    "no such model": (lambda _body, _number: Refusal(404, "The model `scripted` does not exist"), "it serves other-7b"),
    "an error with 200": (lambda _body, _number: Raw({"error": {"message": "out of memory"}}), "out of memory"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_server_that_is_not_there_is_found_before_anything_is_drawn(
    command: list[str], drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(SubjectError, match=r"scripted: http://127.0.0.1:9/v1 cannot be reached"):
        mindsight(["--lang", "en", *command, "--model", "scripted", "--out", "run"])
    assert drawn == []
    assert not Path("run").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("script", "words"), UNUSABLE.values(), ids=UNUSABLE)
def test_a_model_that_cannot_be_used_is_found_before_questions_are_drawn(
    script: Script, words: str, drawn: list[str], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(script)
    server.models = ["other-7b"]
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    with pytest.raises(SubjectError, match=words):
        mindsight(["--lang", "en", *QUESTIONS])
    assert drawn == []


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--dry-run", "--as-text"])
def test_pictures_are_tried_only_if_a_run_sends_them(
    option: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(text_only)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert mindsight(["--lang", "en", *QUESTIONS, option]) == 0
    assert bool(server.requests) == (option == "--as-text")


def test_what_a_server_refuses_is_left_out_and_recorded(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As newer OpenAI models do: another name for the limit, no temperature, answers as parts, another name for the model."""

    def script(body: dict[str, Any], _number: int) -> Any:
        if "max_tokens" in body:
            return Refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in body:
            return Refusal(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return {
            **said([{"type": "text", "text": json.dumps({"answer": "A", "cannot": None})}]),
            "model": "scripted-2026",
        }

    server = serve(script)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert mindsight(["--lang", "en", *QUESTIONS]) == 0
    run = RunFolder.open(Path("run"))
    details = run.manifest.subject.details
    assert details["limit_sent_as"] == "max_completion_tokens"
    assert details["sent_without"] == "temperature"
    assert run.manifest.identity["subject.temperature"] is None
    assert [item.answer["said"]["model"] for item in run.items] == ["scripted-2026"] * 4
    assert {item.parsed["status"] for item in run.items} == {"answer"}
    assert "sent_without: temperature" in capsys.readouterr().err
    assert mindsight(["verify", "run"]) == 0


def test_an_answer_that_is_all_reasoning_is_said_to_be_empty(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(lambda _body, _number: said(None, reasoning_content="I think that it is the red one."))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    mindsight(["--lang", "en", *QUESTIONS])
    assert "put 31 characters into reasoning_content" in " ".join(capsys.readouterr().err.split())
    for item in RunFolder.open(Path("run")).items:
        assert any("put {count} characters into {field}" in note.message for note in item.notes)
