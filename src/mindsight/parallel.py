"""Run one function over many items: here, in processes of this machine, or on a cluster.

What it does:

- calls a function on every item and yields the results in the order of the items;
- reads the items lazily, never more than a bounded window ahead, so memory stays flat;
- names the item when the function fails or when the process that worked on it dies;
- cuts a list of items into shards for machines that know nothing of each other;
- repeats work that a cluster lost together with one of its machines.

What it is not aware of:

- models, subjects and documents;
- metrics and scores;
- files and run folders;
- logs and progress bars.
"""

import contextlib
import logging
import os
import pickle
import re
import reprlib
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, MutableSequence, Sized
from concurrent.futures import Future
from contextlib import AbstractContextManager
from itertools import islice, takewhile
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Literal, NoReturn, TypeVar, cast, get_args

from mindsight.errors import InputError, ItemError, MindsightError, MissingExtra
from mindsight.text import text

T = TypeVar("T")
R = TypeVar("R")
Engine = Literal["serial", "local", "ray"]
Function = Callable[[T], R]
Name = Callable[[T], str]
Answer = Callable[[], bytes]
_Pool = tuple[int, Callable[[list[T]], Answer]]  # batches in flight; how to send one off
_Tasks = SimpleQueue[tuple[list[Any], Future[bytes]] | None]

_AHEAD = 3  # batches in flight per worker: one at work, two so that it never waits for the reader
_NAME_LENGTH = 80
_GRACE_S = 1.0
_CANCELLATIONS = 5  # Ray loses one that arrives while a task is on its way to its worker
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = _NAME_LENGTH


def short_name(item: object) -> str:
    """Return the item's repr, shortened in the middle to at most 80 characters."""
    name = _SHORT.repr(item)
    return name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"


def map_items(
    function: Function[T, R],
    items: Iterable[T],
    *,
    engine: Engine = "serial",
    workers: int = 0,
    batch: int = 32,
    name: Name[T] = short_name,
) -> Generator[R, None, None]:
    """Yield ``function(item)`` for every item, in the order of the items.

    Closing the generator early ends the workers at once. ``local`` starts fresh Python processes: the function must be
    importable, and a script that calls this needs ``if __name__ == "__main__":``. ``ray`` finds its cluster through
    Ray's own variables, or starts one on this machine; the connection stays open for the next call.

    Args:
        function: What to do with one item.
        items: Any iterable, also one that never ends.
        engine: Where the function runs.
        workers: How many items are worked on at the same time; 0 takes every usable CPU.
        batch: Most items sent to a worker at once; a short list is cut finer, so that every worker has a share.
        name: How an error names an item.

    Raises:
        ItemError: The function failed on an item, or its process died; the results before that item came first.
        MindsightError: The function raised it: it says what is wrong in its own words and passes through.
        InputError: An argument cannot be used, or the cluster cannot be reached.
        MissingExtra: Ray is asked for and not installed.
    """
    if engine not in get_args(Engine):
        raise InputError('no engine "{engine}"; choose serial, local or ray', engine=engine)
    if workers < 0 or batch < 1:
        raise InputError(
            "workers must be 0 or more and batch 1 or more, got {workers} and {batch}", workers=workers, batch=batch
        )
    if engine == "serial":
        return _serial(function, items, name)
    pool = _machine if engine == "local" else _cluster
    return _pooled(pool(function, workers, name), items, batch, name)


def parse_shard(shard_of: str) -> tuple[int, int]:
    """Return (index, count) of a shard written ``k/n``, for example ``2/5``."""
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", shard_of)
    if match is None:
        raise InputError('"{shard}" is not a shard; write k/n, for example 2/5', shard=shard_of)
    index, count = int(match[1]), int(match[2])
    _check_shard(index, count)
    return index, count


def shard(items: Iterable[T], index: int, count: int) -> Iterator[T]:
    """Return every ``count``-th item from the ``index``-th on (counted from 1); the shards share out all items."""
    _check_shard(index, count)
    return islice(items, index - 1, None, count)


def usable_cpus() -> int:
    """Return how many CPUs this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_shard(index: int, count: int) -> None:
    if not 1 <= index <= count:
        raise InputError("there is no shard {index} of {count}; shards are counted from 1", index=index, count=count)


def _serial(function: Function[T, R], items: Iterable[T], name: Name[T]) -> Generator[R, None, None]:
    for item in items:
        try:
            result = function(item)
        except Exception as error:  # noqa: BLE001  (raised again with the item's name)
            _refuse(item, error, name)
        yield result


def _refuse(item: T, error: Exception, name: Name[T]) -> NoReturn:
    if isinstance(error, MindsightError):
        raise error
    raise ItemError("{item} failed: {reason}", item=name(item), reason=_reason(error)) from error


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


# Workers elsewhere: batches go out and answers come back as bytes, whatever carries them.


def _pooled(
    start: AbstractContextManager[_Pool[T]], items: Iterable[T], batch: int, name: Name[T]
) -> Generator[Any, None, None]:
    waiting: deque[tuple[list[T], Answer]] = deque()
    with start as (window, submit):
        size = min(batch, max(1, len(items) // window)) if isinstance(items, Sized) else batch
        source = iter(items)
        while part := list(islice(source, size)):
            waiting.append((part, submit(part)))
            if len(waiting) == window:
                yield from _results(*waiting.popleft(), name)
        while waiting:
            yield from _results(*waiting.popleft(), name)


def _results(items: list[T], answer: Answer, name: Name[T]) -> Iterator[Any]:
    results, failure = pickle.loads(answer())  # noqa: S301  (our own worker wrote it)
    yield from results
    if failure is not None:
        _refuse(items[len(results)], failure, name)


def _answer(function: Function[T, R], packed: bytes, position: MutableSequence[int]) -> bytes:
    """Return the pickled (results, failure) of a batch; ``position`` follows the item at work."""
    results: list[R] = []
    failure = None
    try:
        for position[0], item in enumerate(pickle.loads(packed)):  # noqa: S301  (our own parent wrote it)
            results.append(function(item))
    except Exception as error:  # noqa: BLE001  (raised again where the item's name is known)
        failure = _portable(error)
    try:
        return pickle.dumps((results, failure))
    except Exception as error:  # noqa: BLE001  (a result cannot travel: likewise)
        return pickle.dumps((list(takewhile(_travels, results)), _portable(error)))


def _portable(error: Exception) -> Exception:
    if not isinstance(error, MindsightError):
        error.add_note("".join(traceback.format_exception(error)))
    return error if _travels(error) else RuntimeError(_reason(error))


def _travels(value: object) -> bool:
    try:
        pickle.loads(pickle.dumps(value))  # noqa: S301
    except Exception:  # noqa: BLE001  (foreign classes may raise anything)
        return False
    return True


def _sent(function: Function[T, R], send: Callable[[Function[T, R]], Any]) -> Any:
    try:
        return send(function)
    except Exception as error:
        raise InputError(
            "the function cannot be sent to a worker; define it at the top of a module ({reason})",
            reason=_reason(error),
        ) from error


def _packed(items: list[T], name: Name[T]) -> bytes:
    try:
        return pickle.dumps(items)
    except Exception as error:
        item = next((item for item in items if not _travels(item)), items[0])
        reason = _reason(error)
        raise ItemError("{item} cannot be sent to a worker: {reason}", item=name(item), reason=reason) from error


@contextlib.contextmanager
def _machine(function: Function[T, R], workers: int, name: Name[T]) -> Iterator[_Pool[T]]:
    """Start processes of this machine as work comes in, and end them all at the end.

    The standard library's pool shares one pipe between its workers: one that is killed while it writes leaves the
    reader waiting for ever. Here each worker has its own pipe, so the item that killed it is known too.
    """
    packed_function = _sent(function, pickle.dumps)
    count = workers or usable_cpus()
    crew: list[_Worker] = []
    tasks: _Tasks = SimpleQueue()

    def submit(items: list[T]) -> Answer:
        if len(crew) < count:
            crew.append(_Worker(packed_function, name, tasks))
        answer: Future[bytes] = Future()
        tasks.put((items, answer))
        return answer.result

    try:
        yield _AHEAD * count, submit
    finally:
        for worker in crew:
            worker.process.kill()
            tasks.put(None)
        for worker in crew:
            worker.close()


class _Worker:
    """A process of this machine, and the thread here that carries batches to it and answers back."""

    def __init__(self, function: bytes, name: Name[Any], tasks: _Tasks) -> None:
        context = get_context("spawn")
        self._name = name
        self._pipe, theirs = context.Pipe()
        self._position = context.RawArray("i", [-1])  # shared memory, readable when the process is dead
        self.process = context.Process(target=_serve, args=(theirs, function, self._position), daemon=True)
        self.process.start()
        theirs.close()
        self._thread = threading.Thread(target=self._feed, args=(tasks,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._thread.join()
        self._pipe.close()
        self.process.join()
        self.process.close()

    def _feed(self, tasks: _Tasks) -> None:
        while task := tasks.get():
            items, answer = task
            try:
                answer.set_result(self._ask(items))
            except Exception as error:  # noqa: BLE001  (raised again by the thread that waits for the answer)
                answer.set_exception(error)
                break

    def _ask(self, items: list[Any]) -> bytes:
        packed = _packed(items, self._name)
        try:
            self._pipe.send_bytes(packed)
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise self._obituary(items) from None

    def _obituary(self, items: list[Any]) -> MindsightError:
        self.process.join(_GRACE_S)
        self.process.kill()
        self.process.join()
        code = self.process.exitcode or 0
        cause = text("signal {number}", number=-code) if code < 0 else text("exit code {number}", number=code)
        position = self._position[0]
        if position < 0:
            return InputError(
                'a worker could not start ({cause}); a script needs `if __name__ == "__main__":`', cause=cause
            )
        return ItemError(
            "{item} ended its worker process ({cause}); the item may be broken or memory too short",
            item=self._name(items[min(position, len(items) - 1)]),  # it may have died before it looked at the batch
            cause=cause,
        )


def _serve(pipe: Connection, packed_function: bytes, position: MutableSequence[int]) -> None:
    """Answer batches until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    threading.Thread(target=_die_with_parent, daemon=True).start()
    function = pickle.loads(packed_function)  # noqa: S301  (our own parent wrote it)
    with contextlib.suppress(EOFError, OSError):
        while True:
            packed = pipe.recv_bytes()
            position[0] = 0
            pipe.send_bytes(_answer(function, packed, position))


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


@contextlib.contextmanager
def _cluster(function: Function[T, R], workers: int, name: Name[T]) -> Iterator[_Pool[T]]:
    """Use a Ray cluster; what is lost with one of its machines is done again on another."""
    ray = _connected_ray()
    task = ray.remote(max_retries=3)(_answer_on_cluster)
    packed_function = _sent(function, ray.put)
    unanswered: list[Any] = []

    def submit(items: list[T]) -> Answer:
        ticket = task.remote(packed_function, _packed(items, name))
        unanswered.append(ticket)
        return lambda: answer(items, ticket)

    def answer(items: list[T], ticket: Any) -> bytes:
        unanswered.remove(ticket)
        try:
            return cast("bytes", ray.get(ticket))
        except ray.exceptions.RayError as error:
            reason = _reason(getattr(error, "cause", None) or error)
            raise ItemError(
                "the cluster gave up on the items from {first} to {last}: {reason}",
                first=name(items[0]),
                last=name(items[-1]),
                reason=reason,
            ) from error

    try:
        yield workers or _AHEAD * int(ray.cluster_resources().get("CPU", 1)), submit
    finally:
        for _ in range(_CANCELLATIONS if ray.is_initialized() else 0):
            for ticket in unanswered:
                ray.cancel(ticket, force=True)
            if unanswered:
                _, unanswered = ray.wait(unanswered, num_returns=len(unanswered), timeout=_GRACE_S)


def _answer_on_cluster(function: Function[T, R], packed: bytes) -> bytes:
    return _answer(function, packed, [0])


def _connected_ray() -> Any:
    """Return Ray, connected to the cluster that its own variables name, else to one started here."""
    address = os.environ.get("RAY_ADDRESS", "")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of batches that nobody waits for any more
    if address:
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # a cluster without a token runs anybody's code
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("Ray is not installed; run: pip install 'mindsight[cluster]'") from error
    if not ray.is_initialized():
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise InputError(
                "the Ray cluster {address} cannot be used: {reason}", address=address or "local", reason=_reason(error)
            ) from error
    return ray
