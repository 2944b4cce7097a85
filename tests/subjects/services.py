"""A local service whose replies are scripted by a test."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

PNG = b"\x89PNG and the rest of a picture"


class Asked(NamedTuple):
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Reply(NamedTuple):
    """A reply; without a length, the end of the connection ends the body."""

    body: bytes = PNG
    kind: str | None = "image/png"
    status: int = 200
    headers: dict[str, str] = {}  # noqa: RUF012
    length: int | None = -1


Script = Callable[[Asked, int], "Reply | Callable[[Any], None] | None"]
"""(request, number) → reply, or a function applied to the connection, or None to hang up."""


class Service:
    """The service; ``asked`` keeps the POST requests, ``greeted`` the others."""

    def __init__(self, script: Script, greeting: Reply | None = None) -> None:
        self.script, self.greeting = script, greeting or Reply(b"", None, 405)
        self.asked: list[Asked] = []
        self.greeted: list[Asked] = []
        self.stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"owner": self}))
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  (clients leave here on purpose)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/enhance"

    def close(self) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: Service

    def do_OPTIONS(self) -> None:
        self.owner.greeted.append(self._asked())
        self._send(self.owner.greeting)

    def do_POST(self) -> None:
        asked = self._asked()
        self.owner.asked.append(asked)
        reply = self.owner.script(asked, len(self.owner.asked))
        if callable(reply):
            self.close_connection = True
            reply(self)
        elif reply is None:
            self.close_connection = True
        else:
            self._send(reply)

    def _asked(self) -> Asked:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return Asked(self.command, self.path, dict(self.headers), body)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        if reply.kind is not None:
            self.send_header("Content-Type", reply.kind)
        if reply.length is not None:
            self.send_header("Content-Length", str(len(reply.body) if reply.length < 0 else reply.length))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)
        self.close_connection = reply.length is None or reply.length >= 0 or self.close_connection

    def log_message(self, *_: object) -> None:
        """Log nothing."""
