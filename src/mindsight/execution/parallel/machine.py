"""Processes of this machine: new Python interpreters, each with its own pipe, that end with the call and with their parent."""

import contextlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, MutableSequence
from concurrent.futures import Future
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any

from mindsight.errors import InputError, ItemError, MindsightError
from mindsight.execution.parallel.batches import (
    AHEAD,
    GRACE_S,
    Answer,
    Function,
    Lost,
    Name,
    Pool,
    R,
    T,
    answer_to,
    pack,
    sent,
)
from mindsight.text import text

_Tasks = SimpleQueue[tuple[list[Any], Future[bytes]] | None]

_TURN = threading.Lock()
"""Starting a process also reaps all ended ones with their exit codes, so only one thread may do so at a time."""


def usable_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def on_this_machine(
    function: Function[T, R], workers: int, name: Name[T], *, tries: int, lost: Lost[T, R] | None
) -> Iterator[Pool[T]]:
    """Start processes of this machine on demand, and end them all on exit.

    The standard library's pool shares one pipe between its workers: one that is killed while writing blocks the reader for ever. Here each
    worker has its own pipe, so the item that killed it is also known.
    """
    packed_function = sent(function, pickle.dumps)
    count = workers or usable_cpus()
    started: list[_Worker] = []
    tasks: _Tasks = SimpleQueue()

    def submit(items: list[T]) -> Answer:
        if len(started) < count:
            started.append(_Worker(packed_function, name, tasks, tries, lost))
        answer: Future[bytes] = Future()
        tasks.put((items, answer))
        return answer.result

    try:
        yield AHEAD * count, submit
    finally:
        # At interpreter exit the library has already ended the processes, and no thread is left to wait for.
        if not sys.is_finalizing():
            for worker in started:
                worker.end()
                tasks.put(None)
            for worker in started:
                worker.close()


class _Worker:
    """A process of this machine, replaced when it dies, and the thread that exchanges batches and answers with it."""

    def __init__(
        self, function: bytes, name: Name[Any], tasks: _Tasks, tries: int, lost: Lost[Any, Any] | None
    ) -> None:
        self._function = function
        self._name = name
        self._tries = tries
        self._lost = lost
        self._over = False
        with _TURN:
            self._start()
        self._thread = threading.Thread(target=self._feed, args=(tasks,), daemon=True)
        self._thread.start()

    def end(self) -> None:
        with _TURN:
            self._over = True
            self._process.kill()

    def close(self) -> None:
        self._thread.join()
        _release(self._pipe, self._process)

    def _start(self) -> None:
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        position = context.RawArray("i", [-1])  # shared memory, readable when the process is dead
        process = context.Process(target=_serve, args=(theirs, self._function, position), daemon=True)
        process.start()
        theirs.close()
        self._pipe, self._position, self._process = pipe, position, process

    def _revive(self) -> None:
        with _TURN:
            # An idle process can send nothing but the end of its pipe.
            if self._pipe.poll() and not self._over:
                dead = self._pipe, self._process
                self._start()
                _release(*dead)

    def _feed(self, tasks: _Tasks) -> None:
        while task := tasks.get():
            items, answer = task
            try:
                answer.set_result(self._persist(items))
            except Exception as error:  # noqa: BLE001  (raised again by the thread that waits for the answer)
                answer.set_exception(error)
                break

    def _persist(self, items: list[Any]) -> bytes:
        """Return the answer to a batch, or the result of ``lost`` for an item that no process survives."""
        packed = pack(items, self._name)
        for _ in range(self._tries - 1):
            with contextlib.suppress(ItemError, InputError):
                return self._ask(items, packed)
        try:
            return self._ask(items, packed)
        except ItemError as error:
            if self._lost is None:
                raise
            return pickle.dumps(([self._lost(items[0], error)], None))

    def _ask(self, items: list[Any], packed: bytes) -> bytes:
        self._revive()
        try:
            self._pipe.send_bytes(packed)
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._obituary(items) from None

    def _obituary(self, items: list[Any]) -> MindsightError:
        with _TURN:
            self._process.join(GRACE_S)
            self._process.kill()
            self._process.join()
            code = self._process.exitcode or 0
        cause = text("signal {number}", number=-code) if code < 0 else text("exit code {number}", number=code)
        position = self._position[0]
        if position < 0:
            return InputError(
                'a worker could not start ({cause}); a script needs `if __name__ == "__main__":`', cause=cause
            )
        return ItemError(
            "{item} ended its worker process ({cause}); the item may be broken or memory too short",
            item=self._name(items[min(position, len(items) - 1)]),  # it may have died before it read the batch
            cause=cause,
        )


def _release(pipe: Connection, process: SpawnProcess) -> None:
    pipe.close()
    process.kill()
    process.join()
    process.close()


def _serve(pipe: Connection, packed_function: bytes, position: MutableSequence[int]) -> None:
    """Answer batches until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    threading.Thread(target=_die_with_parent, daemon=True).start()
    function = pickle.loads(packed_function)  # noqa: S301  (our own parent wrote it)
    with contextlib.suppress(EOFError, OSError):
        while True:
            packed = pipe.recv_bytes()
            position[0] = 0
            pipe.send_bytes(answer_to(function, packed, position))


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
