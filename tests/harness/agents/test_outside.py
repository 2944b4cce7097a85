"""Agents other than models: a user's Python, and a service."""

import base64
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import psutil
import pytest

from harness.talking import TOY, dialogue, items
from harness.toy import picture
from mindsight.errors import InputError, SubjectError
from mindsight.harness.agents.http_agent import MOST_BYTES, HttpAgent
from mindsight.harness.agents.outside import open_agent, run_agent
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.runs.settings import Effort, Limits

ONE = Effort(workers=1, call_limit_s=20)
Reply = Callable[[str, dict[str, Any]], Any]


def run(scheme: str, rest: str, count: int = 1, **changes: Any) -> list[Outcome]:
    opening = changes.pop("opening", {})
    values = {"effort": ONE, **changes}
    return list(run_agent((scheme, rest, None), items(count, **opening), dialogue(), TOY, **values))


def one(scheme: str, rest: str, **changes: Any) -> Outcome:
    (outcome,) = run(scheme, rest, **changes)
    return outcome


@pytest.mark.parametrize("name", ["Stepper", "by_function"])
def test_a_users_agent_runs_an_episode(name: str) -> None:
    outcomes = run("python", f"harness.users:{name}", 4, effort=Effort(workers=2))
    assert sorted(outcome.id for outcome in outcomes) == [f"item-{number}" for number in range(4)]
    for outcome in outcomes:
        assert outcome.result is not None
        assert (outcome.ending, outcome.error, outcome.result["success"]) == ("done", "", True)
        assert [turn.wish for turn in outcome.turns] == [{"action": "step"}] * 2 + [{"action": "finish"}]


def test_strange_wishes_are_turns_without_effect() -> None:
    outcome = one("python", "harness.users:Strange")
    assert [turn.problem for turn in outcome.turns] == ["empty", "no_call", "", "", "no_call", "", ""]
    assert outcome.turns[3].wish == {"action": "step", "x": "nan"}
    assert outcome.turns[5].repairs == ("other_name",)
    json.dumps(outcome.model_dump(mode="json"), allow_nan=False)


@pytest.mark.parametrize(
    ("name", "words"),
    [("Raises", "a bug of the user's"), ("Dies", "status 7"), ("Objects", "object is not plain data")],
)
def test_an_agent_that_breaks_has_failed_the_item_and_the_next_one_is_run(name: str, words: str) -> None:
    outcomes = run("python", f"harness.users:{name}", 2)
    for outcome in outcomes:
        assert (outcome.ending, outcome.error, outcome.tested) == ("error", "model_error", True)
        assert words in str(outcome.reason)
        assert outcome.result is not None


@pytest.mark.slow
def test_an_agent_that_hangs_runs_out_of_time() -> None:
    outcome = one("python", "harness.users:Hangs", limits=Limits(model_s=1.0))
    assert (outcome.ending, outcome.error) == ("time", "")
    assert outcome.result is not None
    assert outcome.result["how"] == "time"


@pytest.mark.parametrize(
    "target", ["harness.users:Nobody", "harness.users:NoAct", "no_such_module:Agent", "harness.users:__doc__"]
)
def test_an_agent_that_cannot_be_loaded_is_one_sentence(target: str) -> None:
    with pytest.raises(SubjectError, match="could not be loaded"):
        run("python", target)


@pytest.mark.parametrize(
    ("scheme", "rest"), [("python", "no_colon"), ("http", "http://"), ("http", ""), ("folder", "x")]
)
def test_a_subject_that_is_written_wrongly_is_one_sentence(scheme: str, rest: str) -> None:
    with pytest.raises(InputError):
        open_agent(scheme, rest, None, dialogue())


def test_closing_the_generator_leaves_nothing_behind() -> None:
    running = run_agent(("python", "harness.users:Stepper", None), items(50), dialogue(), TOY, effort=Effort(workers=2))
    next(running)
    running.close()
    assert not [p for p in psutil.Process().children(recursive=True) if "mindsight.harness" in " ".join(p.cmdline())]


class Service:
    """A scripted agent service that keeps the requests it received."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.received: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        handler = type("Bound", (_Handler,), {"owner": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  (clients die here on purpose)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        self.url = f"//127.0.0.1:{self._http.server_address[1]}/agent"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def bodies(self, path: str) -> list[dict[str, Any]]:
        return [body for received, body, _ in self.received if received == path]


class _Handler(BaseHTTPRequestHandler):
    owner: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.owner.received.append((self.path, body, dict(self.headers)))
        reply = self.owner.reply(self.path.rpartition("/")[2], body)
        status, data = reply if isinstance(reply, tuple) else (200, reply)
        if data is None:
            self.connection.close()
            return
        self.send_response(status)
        self.end_headers()
        pieces = (
            data if isinstance(data, Iterator) else [data if isinstance(data, bytes) else json.dumps(data).encode()]
        )
        with contextlib.suppress(OSError):  # the port is closed
            for piece in pieces:
                self.wfile.write(piece)
                self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Callable[[Reply], Service]]:
    found: list[Service] = []

    def start(reply: Reply) -> Service:
        found.append(Service(reply))
        return found[-1]

    yield start
    for one_of_them in found:
        one_of_them.close()


def good(path: str, body: dict[str, Any]) -> Any:
    if path == "episode":
        return {"episode": "e1"}
    return {"action": {"action": "step" if body.get("observation", {}).get("left", 0) > 8 else "finish"}}


def test_a_service_runs_an_episode(service: Callable[[Reply], Service], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDSIGHT_HTTP_TOKEN", "t0ken")
    found = service(good)
    outcome = one("http", found.url)
    assert (outcome.ending, outcome.error) == ("done", "")
    assert outcome.result is not None
    assert (outcome.result["success"], outcome.result["how"]) == (True, "finish")
    assert [path for path, _, _ in found.received] == [
        "/agent/episode", *["/agent/act"] * 3, "/agent/end",
    ]  # fmt: skip
    (begun,) = found.bodies("/agent/episode")
    shown = {
        "picture": base64.b64encode(picture("2 10 ")).decode(),
        "words": "",
        "left": 10,
        "choices": ["step", "finish"],
    }
    assert begun == {
        "version": 1,
        "instruction": "Count down.",
        "language": "en",
        "places": [],
        "budget": 10,
        "observation": shown,
    }
    assert found.bodies("/agent/act")[0] == {"version": 1, "episode": "e1", "observation": shown}
    assert found.bodies("/agent/end") == [{"version": 1, "episode": "e1", "how": "silence"}]
    assert found.received[0][2]["Authorization"] == "Bearer t0ken"


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"not json",
        b'{"action": ',
        {"action": None},
        {},
        [],
        7,
        {"action": [1]},
        b"[" * 100_000,
        b'{"action": {"action": NaN}}',
    ],
)
def test_an_answer_that_is_none_is_a_turn_without_effect(reply: Any, service: Callable[[Reply], Service]) -> None:
    found = service(lambda path, body: good(path, body) if path == "episode" else reply)
    outcome = one("http", found.url, limits=Limits(unusable=2))
    assert (outcome.ending, outcome.error) == ("silence", "parse_error")
    json.dumps(outcome.model_dump(mode="json"), allow_nan=False)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ((500, b"oops"), "answered 500"),
        ((302, b""), "answered 302"),
        ((200, None), "connection broke"),
        ((200, b"x" * (MOST_BYTES + 10)), "longer than"),
    ],
)
def test_a_service_that_breaks_has_failed_the_item(reply: Any, words: str, service: Callable[[Reply], Service]) -> None:
    found = service(lambda path, body: reply if path == "act" else good(path, body))
    outcome = one("http", found.url)
    assert (outcome.ending, outcome.error, outcome.tested) == ("error", "model_error", True)
    assert words in str(outcome.reason)
    # A request that has reached the agent is never repeated.
    assert len(found.bodies("/agent/act")) == 1


def test_an_episode_without_a_name_is_the_agents_failure(service: Callable[[Reply], Service]) -> None:
    outcome = one("http", service(lambda _path, _body: {}).url)
    assert (outcome.error, len(outcome.turns)) == ("model_error", 0)


def dripping() -> Iterator[bytes]:
    for _ in range(100):
        yield b" "
        time.sleep(0.1)


@pytest.mark.parametrize("slow", ["silent", "dripping"])
def test_a_service_that_takes_too_long_runs_out_of_time(slow: str, service: Callable[[Reply], Service]) -> None:
    def reply(path: str, body: dict[str, Any]) -> Any:
        if path != "act":
            return good(path, body)
        if slow == "silent":
            time.sleep(3)
        return (200, dripping())

    begun = time.monotonic()
    outcome = one("http", service(reply).url, limits=Limits(model_s=0.5))
    assert (outcome.ending, outcome.error) == ("time", "")
    assert time.monotonic() - begun < 8


def test_a_missing_service_is_one_sentence() -> None:
    with pytest.raises(SubjectError, match=r"127\.0\.0\.1:9 cannot be reached"):
        HttpAgent("http://127.0.0.1:9", "en", waits_s=(0.01,)).check()


@pytest.mark.slow
def test_a_service_that_goes_away_is_not_the_subjects_fault(service: Callable[[Reply], Service]) -> None:
    found = service(good)
    running = run_agent(("http", found.url, None), items(9), dialogue(), TOY, effort=Effort(workers=1, give_up_after=1))
    assert next(running).tested
    found.close()
    found.close = lambda: None  # type: ignore[method-assign]
    with pytest.raises(SubjectError, match="could not be tested"):
        list(running)
