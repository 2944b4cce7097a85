"""``http:URL``: an agent served over HTTP with a JSON protocol.

Three requests, in this order:

``POST /episode`` {version, instruction, language, places, budget, observation} → {episode}
``POST /act``     {version, episode, observation} → {action: {action: "pick", x: 420, y: 615}}
``POST /end``     {version, episode, how} → anything

An observation is {picture: base64 of a JPEG, words, holding, left} and, where the task is a menu, {choices}. ``version`` is
1. Statuses other than 2xx are failures of the agent. Requests are repeated only if no connection could be made, because then nothing has
reached the agent. A token in ``MINDSIGHT_HTTP_TOKEN`` is sent as bearer token.
"""

import base64
import contextlib
import http.client
import json
import os
import socket
import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

from mindsight.errors import InputError, SubjectError
from mindsight.harness.episodes.dialogue import Item
from mindsight.harness.episodes.rules import AgentFailed, OutOfTime
from mindsight.harness.processes.slots import InfrastructureError, Observation, UnreachableError
from mindsight.redacting import redact
from mindsight.subjects.product import quoted
from mindsight.text import Language, text

VERSION = 1
TOKEN = "MINDSIGHT_HTTP_TOKEN"  # noqa: S105  (the variable's name)
MOST_BYTES = 1 << 20
_CONNECT_LIMIT_S = 10.0
_WAITS_S = (0.2, 1.0, 3.0)
_END_LIMIT_S = 10.0
_MOST_NAME = 200


class HttpAgent:
    """Client of the agent; one connection per request."""

    def __init__(self, url: str, language: Language, *, waits_s: tuple[float, ...] = _WAITS_S) -> None:
        self._address = _parsed(url)
        self._language = language
        self._waits_s = waits_s
        self._episode: Any = None
        self._line: http.client.HTTPConnection | None = None

    def check(self) -> None:
        """Check that the address accepts connections.

        Raises:
            SubjectError: It does not.
        """
        try:
            self._connected().close()
        except InfrastructureError as error:
            raise SubjectError(error.text.message, **error.text.args) from error

    def start(self, item: Item, observation: Observation, limit_s: float) -> None:
        """Begin an episode."""
        answer = self._post(
            "episode",
            {
                "instruction": item.instruction,
                "language": self._language,
                "places": observation.get("places", ()),
                "budget": observation.get("left"),
                "observation": _shown(observation),
            },
            limit_s,
        )
        episode = answer.get("episode") if isinstance(answer, dict) else None
        if not isinstance(episode, str | int) or len(str(episode)) > _MOST_NAME:
            raise AgentFailed(text("it gave the episode no name: {found}", found=quoted(repr(answer))[:_MOST_NAME]))
        self._episode = episode

    def act(self, observation: Observation, limit_s: float) -> Any:
        """Return the action that the agent wants; None if its answer has none."""
        answer = self._post("act", {"episode": self._episode, "observation": _shown(observation)}, limit_s)
        return answer.get("action") if isinstance(answer, dict) else None

    def end(self, how: str) -> None:
        """Notify the agent that the episode is over; its response does not matter."""
        episode, self._episode = self._episode, None
        if episode is not None:
            try:
                self._post("end", {"episode": episode, "how": how}, _END_LIMIT_S)
            except (AgentFailed, OutOfTime, InfrastructureError):
                return

    def close(self) -> None:
        """Do nothing: no connection is kept between requests."""

    def abandon(self) -> None:
        """Abort the request that another thread is waiting for."""
        line = self._line
        if line is not None and line.sock is not None:
            with contextlib.suppress(OSError):
                line.sock.shutdown(socket.SHUT_RDWR)

    def _post(self, path: str, body: dict[str, Any], limit_s: float) -> Any:
        end = time.monotonic() + limit_s
        line = self._line = self._connected()
        try:
            target = f"{self._address.path.rstrip('/')}/{path}"
            line.sock.settimeout(_left(end))
            line.request("POST", target, json.dumps({"version": VERSION, **body}), self._headers())
            reply = line.getresponse()
            data = _read(line, reply, end)
        except TimeoutError as error:
            raise OutOfTime from error
        except (OSError, http.client.HTTPException) as error:
            raise AgentFailed(text("the connection broke ({words})", words=quoted(str(error)) or "-")) from error
        finally:
            line.close()
        if not 200 <= reply.status < 300:
            raise AgentFailed(text("it answered {status}", status=reply.status))
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return None

    def _connected(self) -> http.client.HTTPConnection:
        host, port = str(self._address.hostname), self._address.port
        kind = http.client.HTTPSConnection if self._address.scheme == "https" else http.client.HTTPConnection
        server = self._address.netloc.rpartition("@")[2]
        for wait_s in (*self._waits_s, None):
            line = kind(host, port, timeout=_CONNECT_LIMIT_S)
            try:
                line.connect()
                return line
            except OSError as error:
                line.close()
                if wait_s is None:
                    raise UnreachableError(
                        text("{server} cannot be reached ({words})", server=server, words=quoted(str(error)))
                    ) from error
            time.sleep(wait_s)
        raise AssertionError

    def _headers(self) -> dict[str, str]:
        token = os.environ.get(TOKEN)
        return {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}


def _parsed(url: str) -> SplitResult:
    try:
        address = urlsplit(url if "://" in url else f"http:{url}" if url.startswith("//") else f"http://{url}")
        _ = address.port
    except ValueError:
        address = SplitResult("", "", "", "", "")
    if address.scheme not in {"http", "https"} or not address.hostname:
        raise InputError("http: write the agent's address, such as http://127.0.0.1:8000, got: {url}", url=redact(url))
    return address


def _read(line: http.client.HTTPConnection, reply: http.client.HTTPResponse, end: float) -> bytes:
    """Return the complete answer; fail at the time or size limit, also for one that arrives too slowly."""
    parts = bytearray()
    while True:
        if line.sock is not None:
            line.sock.settimeout(_left(end))
        _left(end)
        part = reply.read1(65536)
        if not part:
            return bytes(parts)
        parts += part
        if len(parts) > MOST_BYTES:
            raise AgentFailed(text("its answer is longer than {bytes} bytes", bytes=MOST_BYTES))


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _shown(observation: Observation) -> dict[str, Any]:
    shown: dict[str, Any] = {
        name: observation[name] for name in ("words", "holding", "left", "choices") if name in observation
    }
    return {"picture": base64.b64encode(observation.get("picture", b"")).decode(), **shown}
