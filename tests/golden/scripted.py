"""A server on this machine whose every reply follows from the bytes of the request, so that another request shows as another answer."""

import hashlib
import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

JUDGE = "judge"
"""The model that marks descriptions; every other one is a subject."""
_MARKS = ("right", "partly", "wrong")
_WORDS = ("白色的杯子", "the red cup", "蓝色的书的右侧", "right of the blue book", "it", "")
_CODE = re.compile(r"[0-9a-f]{32}")
"""What is drawn anew for each question to a judge."""
_NEVER_THE_SAME = re.compile(rf"{_CODE.pattern}|data:video/[^\"]*")
"""The code of a question, and a film: two threads encode it, and it comes out another by some bytes each time."""


class Scripted:
    """The server; ``asked`` holds what it was asked, as hashes; ``better`` maps what it would say to what it says instead."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.better: dict[str, str] = {}
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"owner": self}))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        self.port = int(self._http.server_address[1])

    def reply(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a request: to a model by OpenAI's protocol, or to an agent by that of household tasks."""
        asked = _NEVER_THE_SAME.sub("code", json.dumps([path, body], sort_keys=True))
        digest = hashlib.sha256(asked.encode()).hexdigest()
        self.asked.append(digest)
        chance = random.Random(digest)
        if not path.endswith("/chat/completions"):
            return _of_agent(path, chance)
        if body["model"] == JUDGE:
            return _said(body, _judged(body, chance))
        if "tools" in body:
            return _said(body, "", _called(body["tools"], chance))
        written = _written(body, chance)
        return _said(body, self.better.get(written, written))

    def close(self) -> None:
        """Stop."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@contextmanager
def serving() -> Iterator[Scripted]:
    """Start a server and stop it."""
    server = Scripted()
    try:
        yield server
    finally:
        server.close()


def passing(manifest: Path) -> dict[str, str]:
    """Return what was answered to the canaries of a run, and to each the right answer."""
    asked = json.loads(manifest.read_bytes())["canaries"]["asked"]
    return {one["answer"]["text"]: json.dumps({"explicit_command": "", "point_list": _right(one)}) for one in asked}


def _right(canary: dict[str, Any]) -> list[dict[str, Any]]:
    entries = []
    for name in canary["asks"]:
        truth, entry = canary["expected"][name], {"type": "target_object", "description": "?", "point": [0, 0]}
        if name == "disc":
            entry["point"] = [1000 * share for share in truth]
        elif isinstance(truth, list):
            entry["timestamp"] = round(sum(truth) / 2)
        else:
            entry["description"] = " ".join(str(truth))
        entries.append({"timestamp": 0, **entry})
    return entries


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: Scripted

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        data = json.dumps(self.owner.reply(self.path, body)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _said(body: dict[str, Any], content: str, *calls: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
    }


def _called(tools: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Call any of the tools with values that its schema asks for; every fourth time end the task."""
    known = {tool["function"]["name"]: tool["function"] for tool in tools}
    last = [name for name in ("finish", "decline") if name in known]
    name = chance.choice(last if last and chance.random() < 0.25 else sorted(known))
    schema = known[name].get("parameters", {}).get("properties", {})
    arguments = {key: _value(schema[key], chance) for key in sorted(schema)}
    called = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": "call_0", "type": "function", "function": called}


def _value(schema: dict[str, Any], chance: random.Random) -> Any:
    if options := schema.get("enum"):
        return chance.choice(options)
    kinds = {"integer": chance.randint(1, 900), "number": chance.randint(1, 900), "array": [chance.randint(1, 900)] * 2}
    return kinds.get(schema.get("type", ""), "door")


def _written(body: dict[str, Any], chance: random.Random) -> str:
    """Answer in words: a number where choices are numbered, else what a clip means."""
    words = json.dumps(body["messages"], ensure_ascii=False)
    if "编号" in words or "numbered list" in words:
        return str(chance.randint(1, 12))
    if chance.random() < 0.1:
        return chance.choice(("I'm sorry, but I can't assist with that request.", "……"))
    entries = [_entry(chance) for _ in range(chance.randint(1, 4))]
    page = {"explicit_command": chance.choice(_WORDS), "selected_options": ["A", "b"], "point_list": entries}
    written = json.dumps(page, ensure_ascii=False)
    return f"```json\n{written}\n```" if chance.random() < 0.3 else written


def _entry(chance: random.Random) -> dict[str, Any]:
    return {
        "type": chance.choice(("target_object", "space", "object")),
        "description": chance.choice(_WORDS),
        "point": [chance.randint(0, 1000), chance.randint(0, 1000)],
        "timestamp": chance.randint(0, 8000),
    }


def _judged(body: dict[str, Any], chance: random.Random) -> str:
    """Mark every entry that is asked for in the message's last line."""
    system, message = (_text(one["content"]) for one in body["messages"])
    places = dict.fromkeys(re.findall(r"\d|command", message.rpartition("\n")[2]))
    marks = [{"entry": place, "reason": "so", "mark": chance.choice(_MARKS)} for place in places]
    found = _CODE.search(system)
    return json.dumps({"code": found[0] if found else "", "marks": marks})


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _of_agent(path: str, chance: random.Random) -> dict[str, Any]:
    if path.endswith("/episode"):
        return {"episode": "1"}
    verb = chance.choice(("pick", "place", "press", "open", "wait", "finish", "decline"))
    return {"action": {"action": verb, "x": chance.randint(1, 639), "y": chance.randint(1, 479)}}
