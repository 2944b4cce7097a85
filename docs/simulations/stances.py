"""What the prompt's sentence about impossible tasks does to T of subjects that heed it, and of those that do not.

Run it from the root of the repository as ``python -m docs.simulations.stances [TRIALS] [--tasks a,b]``: it prints the table of
``docs/explanation/home-robustness``. Three scripted models stand behind a local server and are run like any model, by
``mindsight home robustness --conditions stance``. None sees the pictures: they read the instruction alone, decline what its
n-grams make likely to be irrelevant, and claim success at all else. They differ in how much likelihood they ask for.
"""

import argparse
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from mindsight.cli import run as mindsight
from mindsight.home.classes import CLASSES
from mindsight.home.episodes.blind import irrelevance
from mindsight.record.folder import RunFolder

STANCES = ("neutral", "eager", "cautious")
MARKS = {"请务必完成": "eager", "未必都能做": "cautious"}
"""Words of the prompts by which a model knows the stance; without either it is the neutral one."""
NEVER, ALWAYS, LIKELY = float("inf"), float("-inf"), 0.0
MODELS: Mapping[str, Mapping[str, float]] = {
    "does what it is told": {"neutral": LIKELY, "eager": NEVER, "cautious": ALWAYS},
    "leans the way it is told": {"neutral": LIKELY, "eager": 8.0, "cautious": -8.0},
    "heeds no stance": dict.fromkeys(STANCES, LIKELY),
}
"""By model and stance: the log odds from which it declines."""


def reply(body: dict[str, Any], limits: Mapping[str, float], instructions: Mapping[str, str]) -> dict[str, Any]:
    """Return the answer of a scripted model: a tool call, or a word where none is offered (the question before the run)."""
    if not body.get("tools"):
        return {"role": "assistant", "content": "grey"}
    asked = json.dumps(body, ensure_ascii=False)
    stance = next((name for mark, name in MARKS.items() if mark in asked), "neutral")
    words = next((one for one in instructions if one in asked), "")
    declines = bool(words) and irrelevance(words, instructions[words], "zh") > limits[stance]
    name, arguments = ("decline", {"text": "做不了"}) if declines else ("finish", {})
    call = {"id": "1", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


@contextmanager
def served(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[str]:
    """Serve a model by OpenAI's chat protocol and give its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            message = answer(body)
            choice = {
                "index": 0,
                "message": message,
                "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
            }
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            page = {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice],
                "usage": usage,
            }
            data = json.dumps(page).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def instructions_of(tasks: str, trials: int) -> dict[str, str]:
    """Return the class of every instruction of the test."""
    from mindsight.home.preparation.drawing import cache_folder, prepare, slots

    prepared = prepare(slots(tasks.split(","), trials=trials, irrelevant=0.5, seed=7), cache=cache_folder(), workers=2)
    return {one.instance.instruction["zh"]: one.instance.task for one in prepared}


def run_of(limits: Mapping[str, float], tasks: str, trials: int, instructions: Mapping[str, str]) -> RunFolder:
    """Run one scripted model under every stance and return its record."""
    out = Path(tempfile.mkdtemp(prefix="stances-")) / "run"
    with served(lambda body: reply(body, limits, instructions)) as url:
        os.environ.update(OPENAI_BASE_URL=url, OPENAI_API_KEY="none")
        words = ["home", "robustness", "--model", "scripted", "--no-media", "--conditions", "stance", "--seed", "7"]
        if mindsight([*words, "--tasks", tasks, "--trials", str(trials), "--out", str(out)]):
            raise RuntimeError("the run failed")
    return RunFolder.open(out)


def row(name: str, run: RunFolder) -> str:
    """Return the line of a model: T, recall and precision of abstention under each stance, and the spread of T."""
    cells, indices = [], []
    for stance in STANCES:
        end = "base" if stance == "neutral" else f"stance-{stance}"
        found = [
            run.results.measure(f"home.{measure}@{end}").value
            for measure in ("T", "abstention_recall", "abstention_precision")
        ]
        cells.append(" · ".join("–" if value is None else f"{value:.2f}" for value in found))
        indices += [found[0]] if found[0] is not None else []
    return f"| {name} | {' | '.join(cells)} | {max(indices) - min(indices):.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="?", type=int, default=16)
    parser.add_argument("--tasks", default=",".join(CLASSES))
    options = parser.parse_args()
    instructions = instructions_of(options.tasks, options.trials)
    print("| model | neutral: T · recall · precision | eager | cautious | spread of T |")
    print("| --- | --- | --- | --- | ---: |")
    for name, limits in MODELS.items():
        print(row(name, run_of(limits, options.tasks, options.trials, instructions)), flush=True)


if __name__ == "__main__":
    main()
