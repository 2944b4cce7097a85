"""What asking about pictures costs beside Inspect: the same 10,000 questions, once by a test and once by Inspect alone; and its memory.

A scripted server in a process of its own answers each request after half a second. Each way runs in a process of its own too. Ours
reads the list and the pictures from the disk, judges, and writes the record and the media; Inspect alone sends what is in its memory.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.rows import Row
from benchmarks.vsig_asking import Serving, serving

QUESTIONS, FEW, CONNECTIONS, LATENCY_S, ROUNDS = 10_000, 1_000, 64, 0.5, 1
_TASKS = ("object.colour", "object.left_right", "object.marked", "object.point")
_TRIALS, _SEED = 8, 3
_ALLOWED_MIB = 50
_ANSWER = '{"answer": "A", "cannot": null}'


class Taken(NamedTuple):
    """What a way took: seconds, seconds of its processor, and its peak memory."""

    wall_s: float
    cpu_s: float
    peak_mib: float


def measure(count: int = QUESTIONS, few: int = FEW) -> Iterator[Row]:
    """Yield a row for the time, one for the processor, one for the memory."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder, serving("benchmarks.questions") as url:
        # Drawing takes memory of its own, so the lists are written by processes that end.
        for number in (few, count):
            subprocess.run([sys.executable, "-m", "benchmarks.questions", "list", str(number), url, folder], check=True)
        small = _way("ours", few, url, Path(folder))
        pairs = [
            (_way("ours", count, url, Path(folder)), _way("bare", count, url, Path(folder))) for _ in range(ROUNDS)
        ]
    ideal = count * LATENCY_S / CONNECTIONS
    wall = statistics.median(ours.wall_s / bare.wall_s for ours, bare in pairs)
    cpu = statistics.median(ours.cpu_s / bare.cpu_s for ours, bare in pairs)
    ours, bare = pairs[0]
    name = f"home questions, {count:,}, {CONNECTIONS} at once"
    told = f"{ours.wall_s / ideal:.2f} × the ideal {ideal:.1f} s; Inspect alone {bare.wall_s / ideal:.2f} ×"
    yield Row(f"{name}: wall / bare Inspect", wall, "×", "≤ 1.1", wall <= 1.10, told)
    each = f"{1000 * ours.cpu_s / count:.1f} CPU ms a question; Inspect alone {1000 * bare.cpu_s / count:.1f}"
    yield Row(f"{name}: CPU / bare Inspect", cpu, "×", "≤ 1.25", cpu <= 1.25, each)
    grown = ours.peak_mib - small.peak_mib
    peaks = f"peaks {small.peak_mib:.0f} and {ours.peak_mib:.0f} MiB; Inspect alone {bare.peak_mib:.0f} MiB"
    yield Row(
        f"memory, home questions: {count:,} less {few:,}",
        grown,
        "MiB",
        f"≤ {_ALLOWED_MIB}",
        grown <= _ALLOWED_MIB,
        peaks,
    )


def _way(way: str, count: int, url: str, folder: Path) -> Taken:
    command = [sys.executable, "-m", "benchmarks.questions", way, str(count), url, str(folder)]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return Taken(*json.loads(printed.splitlines()[-1]))


def _data(folder: Path, count: int) -> Path:
    """Return the list of so many questions: a few that are drawn, again and again with other ids."""
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.drawing import numbered, prepare
    from mindsight.home.questions.plan import of_group

    data = folder / f"{count}.json"
    if not data.exists():
        drawn = list(of_group(prepare(_TASKS, trials=_TRIALS, seed=_SEED)).values())
        by_class = {key: [four for four in drawn if four[0].kind == key] for key in _TASKS}
        each = count // len(_TASKS) // 4
        write_questions(
            data,
            [
                question
                for own in by_class.values()
                for number in range(1, each + 1)
                for question in numbered(tuple(own[number % len(own)]), number)
            ],
        )
    return data


def _ours(url: str, count: int, folder: Path) -> Callable[[], None]:
    from mindsight.home.plan import Means
    from mindsight.home.questions.plan import QuestionPlan
    from mindsight.home.questions.suite import QuestionsTest
    from mindsight.pipeline import run_test
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    data = _data(folder, count)

    def run() -> None:
        os.environ["OPENAI_BASE_URL"] = url
        os.environ["OPENAI_API_KEY"] = "none"
        plan = QuestionPlan(tasks=_TASKS, trials=count // len(_TASKS), seed=_SEED, language="en")
        spec, subject = SubjectSpec("model", "scripted"), Subject(spec="model:scripted", name="scripted", details={})
        test = QuestionsTest(plan, data, spec, subject, Means(connections=CONNECTIONS))
        with tempfile.TemporaryDirectory(dir=folder) as place:
            found = run_test(test, Path(place) / "run")
            said = {item.answer["text"] for item in found.items}
        if said != {_ANSWER}:
            raise RuntimeError(f"other answers came back: {sorted(said)[:3]}")

    return run


def _bare(url: str, count: int, folder: Path) -> Callable[[], None]:
    from benchmarks.vsig_asking import through_inspect
    from mindsight.answers.conventions import Points
    from mindsight.home.questions.asking.files import Pictures
    from mindsight.home.questions.asking.messages import parts_of, schema_of, system_prompt
    from mindsight.home.questions.data_file import read_questions
    from mindsight.home.questions.plan import QuestionPlan

    plan, pictures = QuestionPlan(tasks=_TASKS, language="en"), Pictures()
    questions = read_questions(_data(folder, count))
    shown = {name: data for one in questions[:64] for name, data in zip(one.pictures, pictures.of(one), strict=True)}
    asked = [
        (
            system_prompt(plan, Points()),
            parts_of(one, plan, [shown.get(name) or pictures.of(one)[0] for name in one.pictures]),
        )
        for one in questions
    ]
    return lambda: through_inspect(url, asked, schema_of(questions[0], plan), CONNECTIONS, _ANSWER)


class _Scripted(Serving):
    latency_s, answer = LATENCY_S, _ANSWER


def _main(way: str, count: str, url: str, folder: str) -> None:
    if way == "list":
        _data(Path(folder), int(count))
        return
    run = (_ours if way == "ours" else _bare)(url, int(count), Path(folder))
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    taken = time.perf_counter() - wall, time.process_time() - cpu
    print(json.dumps([*taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _main(*sys.argv[1:])
    else:
        from benchmarks.vsig_asking import serve

        serve(_Scripted, CONNECTIONS)
