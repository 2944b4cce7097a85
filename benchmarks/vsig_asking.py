"""What asking about clips costs beside Inspect: the same questions with the same frames, once through mindsight and once not.

A scripted server in a process of its own answers each request after two seconds. Frames come ready made in both ways: that
they are decoded once and kept is measured with the media. CPU seconds are those of this process alone.
"""

import gc
import io
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.rows import Row

SAMPLES, FRAMES, CONNECTIONS, LATENCY_S, ROUNDS = 500, 8, 64, 2.0, 3
_PICTURES = 40
_WARM = 64
Asked = Sequence[tuple[str, Sequence[Any]]]
"""Words to begin with, and the parts of the message after them."""
_ANSWER = json.dumps(
    {
        "explicit_command": "put the red cup to the right of the box",
        "point_list": [
            {"type": "target_object", "description": "red cup", "point": [412, 633], "timestamp": 1480},
            {"type": "spatial_affordance", "description": "right of the box", "point": [702, 540], "timestamp": 2710},
        ],
    }
)


class Taken(NamedTuple):
    """What a way took, in seconds."""

    wall_s: float
    cpu_s: float


def measure() -> Iterator[Row]:
    """Yield a row for the time and one for the processor."""
    from mindsight.answers.conventions import DEFAULT, model_profile
    from mindsight.vsig.models.prompts import schema

    ours: list[Taken] = []
    bare: list[Taken] = []
    with serving("benchmarks.vsig_asking") as url:
        for number in range(ROUNDS + 1):
            count = SAMPLES if number else _WARM
            spent = [_timed(partial(_through_mindsight, url, count))]
            form = schema(model_profile(DEFAULT), options=False)
            spent.append(_timed(partial(through_inspect, url, _words_and_frames(count), form, CONNECTIONS, _ANSWER)))
            if number:
                ours.append(spent[0])
                bare.append(spent[1])
    ideal = SAMPLES * LATENCY_S / CONNECTIONS
    wall = statistics.median(a.wall_s / b.wall_s for a, b in zip(ours, bare, strict=True))
    cpu = statistics.median(a.cpu_s / b.cpu_s for a, b in zip(ours, bare, strict=True))
    name = f"vsig asking, {SAMPLES} × {FRAMES} frames, {CONNECTIONS} at once"
    to_ideal = [statistics.median(taken.wall_s for taken in way) / ideal for way in (ours, bare)]
    limit = f"{to_ideal[0]:.2f} × the ideal {ideal:.1f} s; Inspect alone {to_ideal[1]:.2f} ×"
    yield Row(f"{name}: wall / bare Inspect", wall, "×", "≤ 1.1", wall <= 1.10, limit)
    each = 1000 * statistics.median(taken.cpu_s for taken in bare) / SAMPLES
    yield Row(
        f"{name}: CPU / bare Inspect", cpu, "×", "≤ 1.25", cpu <= 1.25, f"Inspect alone {each:.1f} CPU ms a sample"
    )


@lru_cache(maxsize=1)
def pictures() -> list[bytes]:
    """Return photographs as JPEG files of the size and quality that are usually sent."""
    from itertools import islice

    from PIL import Image

    from benchmarks.pictures import photographs

    files = []
    for pixels in islice(photographs(640, 360), _PICTURES):
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=85)
        files.append(file.getvalue())
    return files


def frames_of(number: int) -> list[bytes]:
    """Return the frames of a sample."""
    held = pictures()
    return [held[(7 * number + place) % len(held)] for place in range(FRAMES)]


def _questions(count: int) -> tuple[Any, dict[str, Any], list[Any]]:
    """Return what asks, the samples by id and their questions; frames come from memory in place of clips."""
    from mindsight.vsig.dataset.samples import Sample, Speech, Target, Word
    from mindsight.vsig.media.cache import MediaCache, Still
    from mindsight.vsig.media.conditions import Condition
    from mindsight.vsig.models.asking import Asker
    from mindsight.vsig.plan import Plan

    class Ready(MediaCache):
        """Media that are there already; a clip is named by its number."""

        def frames(self, path: Path, sha256: str, **_options: Any) -> list[Still]:
            """Return the frames, half a second apart."""
            del path
            return [Still(500.0 * place, (640, 360), file) for place, file in enumerate(frames_of(int(sha256)))]

    words = tuple(
        Word(text=text, begin_ms=500.0 * place, end_ms=500.0 * place + 400)
        for place, text in enumerate(("把这个", "放到", "它的", "右边"))
    )
    samples = {
        str(number): Sample(
            id=str(number), layout="vsig", template=4, scene="bench", language="zh", recording=str(number), folder="",
            video="", sha256=str(number), size=(640, 360), last_ms=3500.0, length_ms=3533.0, has_sound=True,
            speech=Speech(text="把这个放到它的右边", words=words),
            targets=(
                Target(kind="object", name="红色杯子", points=((0.4, 0.6),)),
                Target(kind="space", name="盒子的右边", points=((0.7, 0.5),)),
            ),
        )
        for number in range(count)
    }  # fmt: skip
    condition = Condition(given="frames-words", frames=FRAMES)
    plan = Plan(input=condition.identity(), keep_last=False)
    asker = Asker(plan, Path(), within=False, cache=Ready(Path(tempfile.gettempdir())))
    return asker, samples, asker.questions(samples.values())


def _through_mindsight(url: str, count: int) -> None:
    from mindsight.harness.questions.asking import ask_all
    from mindsight.harness.questions.question import Asking
    from mindsight.harness.runs.settings import ModelSpec

    asker, samples, questions = _questions(count)
    asking = Asking(ModelSpec(name="scripted", base_url=url), answer_tokens=4096, connections=CONNECTIONS)
    said = [asker.said(samples[reply.id], reply) for reply in ask_all(asking, questions)]
    _check(count, [one.text for one in said])


def _words_and_frames(count: int) -> Asked:
    """Return what is sent, ready made: who asks Inspect alone has it from somewhere."""
    _, _, questions = _questions(count)
    return [(question.system, question.parts()) for question in questions]


def through_inspect(url: str, asked: Asked, form: dict[str, Any], connections: int, answer: str) -> None:
    """Ask by Inspect alone and check that every answer is the one that the server gives."""
    import base64

    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessageSystem,
        ChatMessageUser,
        ContentImage,
        ContentText,
        GenerateConfig,
        get_model,
    )  # fmt: skip
    from inspect_ai.solver import solver

    from mindsight.harness.questions.fallbacks import response_format
    from mindsight.harness.questions.question import Words

    said: list[str] = []

    def content(part: Any) -> Any:
        if isinstance(part, Words):
            return ContentText(text=part.text)
        data = base64.b64encode(part.data).decode()
        return ContentImage(image=f"data:{part.mime};base64,{data}", detail="high")

    @solver
    def ask() -> Any:
        async def solve(state: Any, generate: Any) -> Any:  # noqa: ARG001
            system, parts = asked[int(state.sample_id) - 1]
            told = [content(part) for part in parts]
            messages: list[Any] = [ChatMessageSystem(content=system), ChatMessageUser(content=told)]
            said.append((await model.generate(messages)).completion)
            return state

        return solve

    config = GenerateConfig(
        max_tokens=4096,
        temperature=0.0,
        max_connections=connections,
        extra_body={"response_format": response_format("json_schema", form)},
    )
    model = get_model("openai-api/bench/scripted", base_url=url, api_key="none", config=config, memoize=False)
    samples = [Sample(id=number, input="-") for number in range(1, len(asked) + 1)]
    task = Task(dataset=MemoryDataset(samples), solver=ask())
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as logs:
        evaluate(
            task, model=model, log_dir=logs, display="none", log_images=False, log_samples=False, log_realtime=False,
            max_samples=connections, score=False, log_level="critical",
        )  # fmt: skip
    _check(len(asked), said, answer)


def _check(count: int, said: list[str], answer: str = _ANSWER) -> None:
    if said != [answer] * count:
        raise RuntimeError(f"of {count} answers {said.count(answer)} came back")


def _timed(way: Callable[[], None]) -> Taken:
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    way()
    return Taken(time.perf_counter() - wall, time.process_time() - cpu)


@contextmanager
def serving(module: str) -> Iterator[str]:
    """Run a module that serves, and yield the address of the API."""
    command = [sys.executable, "-m", module]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.terminate()


class Serving(BaseHTTPRequestHandler):
    """Gives the one answer there is, some time after the question."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    latency_s, answer = LATENCY_S, _ANSWER

    def do_POST(self) -> None:
        """Answer when it is due."""
        due = time.monotonic() + self.latency_s
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": self.answer}
        reply = json.dumps(
            {
                "id": "c",
                "object": "chat.completion",
                "created": 1,
                "model": "scripted",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
            }
        ).encode()
        time.sleep(max(0.0, due - time.monotonic()))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def serve(handler: type[Serving], connections: int) -> None:
    """Serve until the process is ended; print the port."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 2 * connections
        daemon_threads = True

    server = Server(("127.0.0.1", 0), handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve(Serving, CONNECTIONS)
