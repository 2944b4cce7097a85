"""An embeddings endpoint: a real server on this machine, its answers and its failures."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from mindsight.errors import SubjectError
from mindsight.harness.models import embeddings
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.embedders.lexical import Lexical

Answer = Callable[[dict[str, Any]], tuple[int, Any]]


class Server(ThreadingHTTPServer):
    """Answers requests with a function and keeps them."""

    answer: Answer
    asked: list[tuple[str, str, dict[str, Any]]]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.asked.append((self.path, self.headers.get("Authorization", ""), body))
        status, answer = server.answer(body)
        sent = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        pass


def vectors_of(body: dict[str, Any]) -> list[list[float]]:
    return [row[:512].tolist() for row in Lexical().embed(body["input"])]


def served(body: dict[str, Any]) -> tuple[int, Any]:
    """Answer as such servers do, entries in any order."""
    entries = [{"object": "embedding", "index": n, "embedding": v} for n, v in enumerate(vectors_of(body))]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return 200, {"object": "list", "data": entries[::-1], "model": "embed-2-large", "usage": usage}


@contextmanager
def serving() -> Iterator[Server]:
    """Provide a server that answers as such servers do."""
    running = Server(("127.0.0.1", 0), Handler)
    running.answer, running.asked = served, []
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield running
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(embeddings, "_TRIES", 0)
    with serving() as running:
        yield running


def url_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1"


def test_vectors_come_in_the_order_of_the_texts(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "BATCH", 2)
    embedder = open_embedder("openai:embed-2", url=url_of(server))
    texts = ["把书放回书架", "关掉台灯", "wipe the table", "x", "y"]
    assert np.array_equal(embedder.embed(texts), np.array(vectors_of({"input": texts})))
    paths = {path for path, _, _ in server.asked}
    assert paths == {"/v1/embeddings"}
    assert [len(body["input"]) for _, _, body in server.asked] == [1, 2, 2, 1]
    assert {body["model"] for _, _, body in server.asked} == {"embed-2"}


def test_identity_is_what_the_server_says(server: Server) -> None:
    identity = open_embedder("openai:embed-2", url=url_of(server)).identity
    assert (identity.name, identity.version, identity.sha256) == ("openai:embed-2", "embed-2-large", "")
    assert identity.server == url_of(server)


def test_address_and_key_come_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url_of(server))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    open_embedder("openai:embed-2")
    assert server.asked[0][1] == "Bearer sk-secret"


def test_user_and_password_are_not_shown(server: Server) -> None:
    address = url_of(server).replace("//", "//me:secret@")
    identity = open_embedder("openai:embed-2", url=address).identity
    assert "secret" not in identity.server
    assert server.asked[0][1].startswith("Basic ")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda _: (401, {"error": {"message": "no such key sk-secret"}}), "401"),
        (lambda _: (404, {"error": {"message": "no such model"}}), "404"),
        (lambda _: (500, b"oops"), "500"),
        (lambda _: (200, b"oops"), "one vector for each|failed"),
        (lambda _: (200, {"data": []}), "one vector for each"),
        (lambda _: (200, {"data": [{"index": 0, "embedding": []}]}), "one vector for each"),
        (lambda _: (200, {"data": [{"index": 1, "embedding": [1.0]}]}), "one vector for each"),
        (lambda _: (200, {"data": [{"index": 0, "embedding": ["a"]}]}), "one vector for each"),
        (lambda _: (200, {"data": "none"}), "one vector for each"),
        (lambda _: (200, []), "one vector for each|failed"),
    ],
)
def test_whatever_a_server_answers_is_reported_in_a_sentence(
    answer: Answer, says: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    server.answer = answer
    with pytest.raises(SubjectError, match=says) as raised:
        open_embedder("openai:embed-2", url=url_of(server))
    assert "sk-secret" not in str(raised.value)
    assert "embed-2" in str(raised.value)


def test_vectors_of_different_lengths_are_refused(server: Server) -> None:
    embedder = open_embedder("openai:embed-2", url=url_of(server))
    server.answer = lambda body: (
        200,
        {"data": [{"index": n, "embedding": [1.0] * (n + 1)} for n in range(len(body["input"]))]},
    )
    with pytest.raises(SubjectError, match="different lengths"):
        embedder.embed(["a", "b"])


def test_no_server_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "_TRIES", 0)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(SubjectError, match="no connection"):
        open_embedder("openai:embed-2", url="http://127.0.0.1:9/v1")
    with pytest.raises(SubjectError, match="OPENAI_API_KEY"):
        open_embedder("openai:embed-2")
