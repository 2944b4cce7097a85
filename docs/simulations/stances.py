"""What the prompt's sentence about impossible tasks does to T of a subject that heeds it.

Run it from the root of the repository as ``python -m docs.simulations.stances [TRIALS] [--tasks a,b] [--subjects c,d]``. It prints
the table of ``docs/explanation/home-robustness``, with T, precision and the recall of each kind of irrelevance under each stance, and
f of each class for ``docs/how-to/home-task``. The built-in subjects come first; they read no prompt, so they are run once, by
``mindsight home tasks run``. Scripted models stand behind a local server and are run like any model, by
``mindsight home robustness --conditions stance``: three keep to one stance each, whatever the prompt says, and one does as asked.
None sees the pictures: they read the instruction alone, decline what its n-grams make likely to be irrelevant or what their stance
asks for, and claim success at all else.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from mindsight.cli import run as mindsight
from mindsight.home.classes import CLASSES
from mindsight.home.episodes.baselines import BASELINES
from mindsight.home.episodes.blind import irrelevance
from mindsight.home.episodes.stances import FORMER
from mindsight.home.irrelevance import REASONS
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import redrawn_in
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure

MARKS = {"请务必完成": "eager", "未必都能做": "cautious"}
"""Words of the prompts by which a model knows the stance; without either it is the neutral one."""
NEVER, ALWAYS, LIKELY = float("inf"), float("-inf"), 0.0
FOLLOWED: Mapping[str, float] = {"neutral": LIKELY, "eager": NEVER, "cautious": ALWAYS}
"""By stance: the log odds from which a model that follows it declines."""
MODELS: Mapping[str, Mapping[str, float]] = {
    **{f"always {stance}": dict.fromkeys(FOLLOWED, limit) for stance, limit in FOLLOWED.items()},
    "does as asked": FOLLOWED,
}
"""By model and stance of the prompt: the log odds from which it declines."""


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


def instances_of(tasks: str, trials: int, workers: int) -> list[Instance]:
    """Return the tasks of the test."""
    from mindsight.home.preparation.drawing import cache_folder, prepare, slots

    wanted = slots(tasks.split(","), trials=trials, irrelevant=0.5, seed=7)
    return [one.instance for one in prepare(wanted, cache=cache_folder(), workers=workers)]


def carried_out(words: Sequence[str], out: Path) -> RunFolder:
    """Run a command of mindsight on the tasks of the table and return its record."""
    # The reports of the single runs stand aside, so that what is printed is the two tables.
    with redirect_stdout(sys.stderr):
        failed = mindsight(["home", *words, "--no-media", "--seed", "7", "--out", str(out)])
    if failed:
        raise RuntimeError("the run failed")
    return RunFolder.open(out)


def asked(limits: Mapping[str, float], words: Sequence[str], out: Path, instructions: Mapping[str, str]) -> RunFolder:
    """Run one scripted model under every stance and return its record."""
    with served(lambda body: reply(body, limits, instructions)) as url:
        os.environ.update(OPENAI_BASE_URL=url, OPENAI_API_KEY="none")
        return carried_out(["robustness", "--model", "scripted", "--conditions", "stance", *words], out)


def stances_of(run: RunFolder) -> dict[str, str]:
    """Return the stances of a run, with what the names of their measures end with; "any" if the subject reads no prompt."""
    conditions = run.manifest.plan.get("conditions", [])
    return {one["setting"].get("stance", FORMER): f"@{one['key']}" for one in conditions} or {"any": ""}


def whole(name: str, run: RunFolder) -> Iterator[str]:
    """Yield the lines of a subject in the first table: T, precision and the recall of each kind under each stance."""
    found = {measure.name: measure for measure in run.results.measures}
    for stance, end in stances_of(run).items():
        own = [item for item in run.items if item.id.endswith(end)]
        irrelevant = [item for item in own if not item.terms["valid"]]
        right = sum(item.outcome == "TN" for item in irrelevant)
        ignored = right + sum(item.outcome == "FN" for item in own)
        shares = (found[f"home.T{end}"].value, found[f"home.T_narrow{end}"].value, right / ignored if ignored else None)
        cells = [name, stance, *map(_value, (*shares, right / len(irrelevant)))]
        kinds = [one for kind in REASONS if (one := found.get(f"home.ignored.{kind}{end}")) is not None]
        yield _line([*cells, *map(_limited, kinds)])


def by_class(name: str, run: RunFolder, tasks: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a subject in the second table: f of each class under each stance."""
    found = {measure.name: measure for measure in run.results.measures}
    for stance, end in stances_of(run).items():
        yield _line([name, stance, *(_limited(found[f"home.f.{task}{end}"]) for task in tasks)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _heads(heads: Sequence[str]) -> str:
    return _line(heads) + "\n" + _line(["---", "---", *["--:"] * (len(heads) - 2)])


def _limited(measure: Measure) -> str:
    limits = measure.interval
    return _value(measure.value) + ("" if limits is None else f" ({limits.low:.2f}–{limits.high:.2f})")


def _value(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="?", type=int, default=14)
    parser.add_argument("--tasks", default=",".join(CLASSES))
    parser.add_argument("--subjects", default=",".join([*BASELINES, *MODELS]))
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    tasks, folder = options.tasks.split(","), Path(tempfile.mkdtemp(prefix="stances-"))
    instances = instances_of(options.tasks, options.trials, options.workers)
    words = ["--tasks", options.tasks, "--trials", str(options.trials), "--workers", str(options.workers)]
    kinds = Counter(one.reason for one in instances if one.reason)
    heads = ["subject", "stance", "T", "T, narrow kinds", "precision", "recall"]
    print(_heads([*heads, *(f"`{kind}`, {kinds[kind]}" for kind in REASONS if kind in kinds)]))
    found: dict[str, RunFolder] = {}
    chosen = options.subjects.split(",")
    for name in (one for one in BASELINES if one in chosen):
        found[f"`{name}`"] = run = carried_out(["run", "--subject", f"baseline:{name}", *words], folder / name)
        print(*whole(f"`{name}`", run), sep="\n", flush=True)
    # The undisturbed condition of a test of robustness has the wordings a. A model is not told the class: a sentence that several
    # classes have is judged as the last one's.
    instructions = {redrawn_in(one, "a").instruction["zh"]: one.task for one in instances}
    for name in (one for one in MODELS if one in chosen):
        found[name] = run = asked(MODELS[name], words, folder / name.replace(" ", "-"), instructions)
        print(*whole(name, run), sep="\n", flush=True)
    print("\n" + _heads(["subject", "stance", *(f"`{task}`" for task in tasks)]))
    for name, run in found.items():
        print(*by_class(name, run, tasks), sep="\n")


if __name__ == "__main__":
    main()
