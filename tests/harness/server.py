"""A local server with OpenAI's chat protocol whose replies are scripted by a test."""

import json
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any], int], Any]
"""(body, number of the request) → reply: a completion, ``Refusal``, ``Raw``, raw bytes, or None to die."""


class Refusal:
    """A reply with an error status."""

    def __init__(self, status: int, words: str = "no", headers: dict[str, str] | None = None) -> None:
        self.status, self.words, self.headers = status, words, headers or {}


class Raw:
    """A reply whose status, body and headers are its own; ``close`` ends the connection after it."""

    def __init__(
        self, body: Any, status: int = 200, headers: dict[str, str] | None = None, *, close: bool = False
    ) -> None:
        self.data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        self.status, self.headers, self.close = status, headers or {}, close


def said(content: Any, *calls: tuple[str, Any], stop: str = "", **more: Any) -> dict[str, Any]:
    """Return a completion with a text and tool calls."""
    message: dict[str, Any] = {"role": "assistant", "content": content, **more}
    if calls:
        message["tool_calls"] = [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": name, "arguments": a if isinstance(a, str) else json.dumps(a)},
            }
            for number, (name, a) in enumerate(calls)
        ]
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": stop or ("tool_calls" if calls else "stop")}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
    }


class Server:
    """The server; ``requests``, ``headers`` and ``paths`` keep what it received, ``models`` are those that it lists."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.models: list[str] = []
        self.latency_s = 0.0
        self.at_once = self.most_at_once = 0
        self.closed = False
        self.lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"owner": self}))
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  (clients die here on purpose)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def close(self) -> None:
        if self.closed:
            return
        # Connections that are open still have their threads.
        self.closed = True
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: Server

    def do_GET(self) -> None:
        models = self.owner.models
        page = {"object": "list", "data": [{"id": name, "object": "model"} for name in models]}
        self._send(*((200, json.dumps(page).encode(), {}) if models else (404, b"{}", {})))

    def do_POST(self) -> None:
        server = self.owner
        if server.closed:
            self._die()
            return
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with server.lock:
            number = len(server.requests)
            server.requests.append(body)
            server.paths.append(self.path)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        if server.latency_s:
            time.sleep(server.latency_s)
        reply = server.script(body, number)
        with server.lock:
            server.at_once -= 1
        if reply is None:
            self._die()
        else:
            self.close_connection = isinstance(reply, Raw) and reply.close
            self._send(*_encoded(reply, streamed=bool(body.get("stream"))))

    def _die(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers, "content-length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


def _encoded(reply: Any, *, streamed: bool) -> tuple[int, bytes, dict[str, str]]:
    if isinstance(reply, Refusal):
        return reply.status, json.dumps({"error": {"message": reply.words}}).encode(), reply.headers
    if isinstance(reply, Raw):
        return reply.status, reply.data, reply.headers
    if isinstance(reply, bytes):
        return 200, reply, {"content-encoding": "gzip"} if reply.startswith(b"\x1f\x8b") else {}
    if streamed:
        return 200, streamed_bytes(reply), {"content-type": "text/event-stream"}
    return 200, json.dumps(reply).encode(), {}


def streamed_bytes(reply: dict[str, Any]) -> bytes:
    """Return a completion as a stream of events."""
    message = reply["choices"][0]["message"]
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    events = [
        {
            **head,
            "choices": [
                {"index": 0, "delta": {"role": "assistant", "content": message["content"]}, "finish_reason": None}
            ],
        },
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reply["choices"][0]["finish_reason"]}]},
        {**head, "choices": [], "usage": reply["usage"]},
    ]
    return b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events) + b"data: [DONE]\n\n"
