"""What the harness adds to Inspect: the same conversations with the same pictures, once through it and once without.

A scripted server in a process of its own answers at once, so that nothing hides behind a model's thinking. CPU seconds of
this process; the environment, which only shows finished pictures, has a process of its own as in every run.
"""

import gc
import io
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from benchmarks.rows import Row

EPISODES, TURNS, ROUNDS = 3, 30, 5
_SYSTEM = "You see a room. Look around."
_WORDS = "You look on."
_SENT = 3
"""How many of the last pictures are sent along, in both ways."""


def measure() -> Iterator[Row]:
    """Yield the one row."""
    with _server() as url:
        ours: list[float] = []
        bare: list[float] = []
        for number in range(ROUNDS + 1):
            for way, taken in ((_through_harness, ours), (_through_inspect, bare)):
                gc.collect()
                seconds = _timed(lambda way=way: way(url))  # type: ignore[misc]
                if number:
                    taken.append(seconds)
    ratio = statistics.median(a / b for a, b in zip(ours, bare, strict=True))
    each = 1000 * statistics.median(bare) / (EPISODES * TURNS)
    limit = f"Inspect alone takes {each:.0f} CPU ms a request with {_SENT} pictures"
    yield Row("harness: through mindsight / bare Inspect", ratio, "×", "≤ 1.1", ratio <= 1.10, limit)


class Tool(NamedTuple):
    """The one thing to do."""

    name: str = "look"
    description: str = "Look on."
    parameters: dict[str, Any] = {}  # noqa: RUF012  (nobody writes to it)
    required: tuple[str, ...] = ()


class Slides:
    """An environment that shows one finished picture after another."""

    def open(self) -> dict[str, Any]:
        """Show the first picture."""
        self.shown = 0
        return self._observation()

    def act(self, wish: Any) -> dict[str, Any]:  # noqa: ARG002
        """Show the next picture, whatever was wished."""
        self.shown += 1
        return self._observation()

    def end(self, how: str) -> dict[str, Any]:
        """Say how many pictures were shown."""
        return {"shown": self.shown, "how": how}

    def _observation(self) -> dict[str, Any]:
        left = TURNS - self.shown
        return {
            "picture": slides()[self.shown % len(slides())],
            "words": _WORDS,
            "left": left,
            "done": left == 0,
            "choices": [],
        }


@lru_cache(maxsize=1)
def slides() -> list[bytes]:
    """Return photographs as JPEG files of the size that home runs send."""
    from itertools import islice

    from PIL import Image

    from benchmarks.pictures import photographs

    files = []
    for pixels in islice(photographs(640, 480), 8):
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=90)
        files.append(file.getvalue())
    return files


def _through_harness(url: str) -> None:
    from mindsight.harness.episodes.dialogue import Dialogue, Item
    from mindsight.harness.runs.plans import Plan
    from mindsight.harness.runs.run import run_model
    from mindsight.harness.runs.settings import Effort, ModelSpec

    dialogue = Dialogue(
        system=lambda _shown, _lines: _SYSTEM, words=lambda shown: shown["words"], tools=(Tool(),), language="en"
    )
    plan = Plan(
        ModelSpec(name="scripted", base_url=url),
        dialogue,
        "benchmarks.harness:Slides",
        tools="on",
        effort=Effort(workers=1, connections=1),
    )
    outcomes = list(run_model(plan, [Item(str(number), "Look.", {}) for number in range(EPISODES)]))
    _check([outcome.result["shown"] if outcome.result else 0 for outcome in outcomes])


def _through_inspect(url: str) -> None:
    import base64

    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessageSystem,
        ChatMessageTool,
        ChatMessageUser,
        ContentImage,
        ContentText,
        GenerateConfig,
        get_model,
    )  # fmt: skip
    from inspect_ai.solver import solver
    from inspect_ai.tool import ToolInfo

    shown: list[int] = []

    def picture(number: int) -> ContentImage:
        data = base64.b64encode(slides()[number % len(slides())]).decode()
        return ContentImage(image=f"data:image/jpeg;base64,{data}")

    @solver
    def look() -> Any:
        async def solve(state: Any, generate: Any) -> Any:  # noqa: ARG001
            tools = [ToolInfo(name=Tool().name, description=Tool().description)]
            pictured = [ChatMessageUser(content=[ContentText(text="Look.\n\n" + _WORDS), picture(0)])]
            state.messages = [ChatMessageSystem(content=_SYSTEM), *pictured]
            for number in range(1, TURNS + 1):
                output = await model.generate(state.messages, tools=tools)
                call = (output.message.tool_calls or [])[0]
                pictured.append(ChatMessageUser(content=[picture(number)]))
                told = ChatMessageTool(content=_WORDS, tool_call_id=call.id, function=call.function)
                state.messages += [output.message, told, pictured[-1]]
                if len(pictured) > _SENT:
                    pictured[-_SENT - 1].content = "(an older picture stood here)"
            shown.append(number)
            return state

        return solve

    config = GenerateConfig(max_tokens=4096, temperature=0.0, max_connections=1)
    model = get_model("openai-api/bench/scripted", base_url=url, api_key="none", config=config, memoize=False)
    task = Task(dataset=MemoryDataset([Sample(id=str(n), input="Look.") for n in range(EPISODES)]), solver=look())
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as logs:
        evaluate(
            task, model=model, log_dir=logs, display="none", log_images=False, log_samples=False, log_realtime=False,
            max_samples=1, score=False, log_level="critical",
        )  # fmt: skip
    _check(shown)


def _check(shown: list[int]) -> None:
    if shown != [TURNS] * EPISODES:
        raise RuntimeError(f"of {EPISODES} conversations with {TURNS} turns there were {shown}")


@contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.harness"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.terminate()


class _Scripted(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer every question with the one tool there is."""
        self.rfile.read(int(self.headers["content-length"]))
        call = {"id": "call", "type": "function", "function": {"name": Tool().name, "arguments": "{}"}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        reply = json.dumps(
            {
                "id": "c",
                "object": "chat.completion",
                "created": 1,
                "model": "scripted",
                "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
            }
        ).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _timed(way: Callable[[], object]) -> float:
    started = time.process_time()
    way()
    return time.process_time() - started


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Scripted)
    print(server.server_address[1], flush=True)
    server.serve_forever()
