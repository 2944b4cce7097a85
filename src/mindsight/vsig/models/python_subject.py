"""``python:package.module:name``: a user's function, run in processes of its own on samples without their truth.

A crash, a hang or an error affects that sample only: it is recorded as failed, and a fresh process takes the next one.
"""

import contextlib
import json
import queue
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mindsight.errors import InputError, SubjectError
from mindsight.harness.processes.workers import Worker, WorkerFault, WorkerLost
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.conditions import condition_of
from mindsight.vsig.models.said import Said, clip_of
from mindsight.vsig.plan import Plan

LIMIT_S = 600.0
"""Seconds that a function may take for one sample."""
_HOST = "mindsight.vsig.models.python_host:Host"
_LOAD_LIMIT_S = 600.0


def check_python(target: str) -> None:
    """Check that a function can be loaded.

    Raises:
        InputError: ``target`` is not spelled ``package.module:name``.
        SubjectError: It cannot be loaded.
    """
    asked = _Asked(target)
    try:
        asked.check()
    finally:
        asked.close()


def ask_python(
    target: str, samples: Iterable[Sample], plan: Plan, root: Path, workers: int = 1
) -> Generator[tuple[Sample, Said], None, None]:
    """Yield the answers to all samples in order, asking several at once.

    Closing the generator ends the processes at once.

    Raises:
        SubjectError: The function cannot be loaded.
        InputError: A clip was changed.
    """
    places = [_Asked(target) for _ in range(max(1, workers))]
    free: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
    for place in places:
        free.put(place)

    def ask(sample: Sample) -> Said:
        place = free.get()
        try:
            return place.ask(seen(sample, plan, root))
        finally:
            free.put(place)

    with ThreadPoolExecutor(len(places)) as threads:
        try:
            yield from _in_order(threads, ask, samples, 2 * len(places))
        finally:
            for place in places:
                place.abandon()
            threads.shutdown(cancel_futures=True)
            for place in places:
                place.close()


def seen(sample: Sample, plan: Plan, root: Path) -> dict[str, Any]:
    """Return the part of a sample that a function receives: never names, places, masks or times of the truth.

    ``video`` is the clip's path, ``size`` its upright (width, height), times are ms. ``speech`` follows the input condition: the text,
    with the words and their times if the condition has them. ``choices`` are the options of a multiple choice. ``targets`` are the
    kinds of the targets in order, unless they are blind.

    Raises:
        InputError: The clip was changed since the data was prepared.
    """
    given = condition_of(plan.input)
    speech = None
    if sample.speech is not None and given.read:
        words = [word.model_dump(mode="json") for word in sample.speech.words] if given.words_timed else []
        speech = {"text": sample.speech.text, "words": words}
    return {
        "id": sample.id,
        "template": None if plan.blind_targets else sample.template,
        "targets": None if plan.blind_targets else [target.kind for target in sample.targets],
        "language": plan.language,
        "video": str(clip_of(root, sample).resolve()) if given.shown else None,
        "size": list(sample.size),
        "last_ms": sample.last_ms,
        "length_ms": sample.length_ms,
        "has_sound": sample.has_sound,
        "speech": speech,
        "choices": {"object": list(sample.object_choices), "space": list(sample.space_choices)},
    }


def _in_order(
    threads: ThreadPoolExecutor, ask: Any, samples: Iterable[Sample], most: int
) -> Iterator[tuple[Sample, Said]]:
    """Yield answers in the order of the questions, while a few more questions are under way."""
    waiting: deque[tuple[Sample, Future[Said]]] = deque()
    for sample in samples:
        waiting.append((sample, threads.submit(ask, sample)))
        if len(waiting) >= most:
            first, answer = waiting.popleft()
            yield first, answer.result()
    while waiting:
        first, answer = waiting.popleft()
        yield first, answer.result()


class _Asked:
    """One process with the function, restarted if the function ended it."""

    def __init__(self, target: str) -> None:
        module, colon, name = target.partition(":")
        if not (colon and module and name):
            raise InputError("python: write package.module:name, got: {target}", target=target)
        self._target = target
        self._worker: Worker | None = None
        self._abandoned = threading.Event()

    def check(self) -> None:
        """Load the function.

        Raises:
            SubjectError: It cannot be loaded.
        """
        self._living()

    def ask(self, sample: dict[str, Any]) -> Said:
        """Return the function's answer to a sample, or how it failed."""
        if self._abandoned.is_set():
            return Said()
        worker = self._living()
        begun = time.monotonic()
        try:
            answer = worker.call("ask", LIMIT_S, sample=sample)
        except (WorkerLost, WorkerFault) as error:
            if isinstance(error, WorkerLost):
                self.close()
            return Said(ending="model_error", error=error.text, took_s=time.monotonic() - begun)
        return Said(text=_words(answer), took_s=time.monotonic() - begun)

    def close(self) -> None:
        """End the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    def abandon(self) -> None:
        """Make another thread's pending call fail at once, and start no other: the answer is no longer needed."""
        self._abandoned.set()
        worker = self._worker
        if worker is not None:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()

    def _living(self) -> Worker:
        if self._worker is None:
            # Registered before the function is loaded, which may take minutes, so that ``abandon`` can reach it.
            worker = self._worker = Worker(_HOST, secrets=True)
            try:
                if self._abandoned.is_set():
                    worker.stop()
                worker.call("load", _LOAD_LIMIT_S, target=self._target)
            except (WorkerLost, WorkerFault) as error:
                self.close()
                raise SubjectError(
                    "{target} could not be loaded ({reason})", target=self._target, reason=error.text
                ) from error
        return self._worker


def _words(answer: Sequence[Any] | dict[str, Any] | str | None) -> str:
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
