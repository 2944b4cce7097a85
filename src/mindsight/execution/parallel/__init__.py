"""Run one function over many items: in this process, in processes of this machine, or on a cluster.

Results come in the order of the items; items are read lazily, never more than a bounded window ahead, so memory use is constant. An error
names its item. A process that dies is replaced and its items are optionally retried; a cluster repeats work lost with a machine.
``machine`` runs processes of this machine, ``cluster`` uses a Ray cluster (nothing else imports Ray), ``batches`` is the data sent to
either. This package does not depend on models, documents, scores, run folders or progress bars.
"""

import pickle
import re
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sized
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from typing import Any, Literal, NoReturn, get_args

from mindsight.errors import InputError, ItemError, MindsightError
from mindsight.execution.parallel.batches import Answer, Function, Lost, Name, Pool, R, T, cause_of, short_name
from mindsight.execution.parallel.cluster import on_a_cluster
from mindsight.execution.parallel.machine import on_this_machine, usable_cpus
from mindsight.plugins.registry import carrying

__all__ = ["Engine", "at_hand", "map_items", "parse_shard", "shard", "short_name", "usable_cpus"]

Engine = Literal["serial", "local", "ray"]


def map_items(
    function: Function[T, R],
    items: Iterable[T],
    *,
    engine: Engine | None = None,
    workers: int = 0,
    batch: int = 32,
    name: Name[T] = short_name,
    tries: int = 1,
    lost: Lost[T, R] | None = None,
) -> Generator[R, None, None]:
    """Yield ``function(item)`` for every item, in the order of the items.

    Closing the generator early ends the workers at once. ``local`` starts new Python processes: the function must be
    importable, and a script that calls this needs ``if __name__ == "__main__":``. ``ray`` finds its cluster through Ray's environment
    variables, or starts one on this machine; the connection stays open for the next call.

    Args:
        function: Called with one item.
        items: Any iterable, also an infinite one.
        engine: Where the function runs; by default in processes of this machine if there is more than one worker, else in this one.
        workers: Number of items processed at the same time; 0 uses every available CPU.
        batch: Most items sent to a worker at once; a short list is split further, so that every worker gets a share.
        name: Returns the name of an item in errors.
        tries: How often ``local`` tries items whose process dies, each time in a new process; Ray tries them four times.
        lost: Returns the result of an item whose processes all died, from the item and the error that would be raised; items are then
            sent one by one.

    Raises:
        ItemError: The function failed on an item, or its process died; earlier results were yielded before.
        MindsightError: Raised by the function, passed on unchanged.
        InputError: An argument cannot be used, or the cluster cannot be reached.
        MissingExtra: Ray is requested and not installed.
    """
    if engine is None:
        engine = "local" if workers > 1 else "serial"
    if engine not in get_args(Engine):
        raise InputError('no engine "{engine}"; choose serial, local or ray', engine=engine)
    if workers < 0 or min(batch, tries) < 1:
        raise InputError(
            "workers must be 0 or more, batch and tries 1 or more, got {workers}, {batch} and {tries}",
            workers=workers,
            batch=batch,
            tries=tries,
        )
    if engine == "serial":
        return _serial(function, items, name)
    pool = partial(on_this_machine, tries=tries) if engine == "local" else on_a_cluster
    return _pooled(pool(carrying(function), workers, name, lost=lost), items, batch if lost is None else 1, name)


def at_hand(workers: int) -> int:
    """Return how many processes of this machine a number of workers stands for: 0 for one on each CPU."""
    return workers or usable_cpus()


def parse_shard(shard_of: str) -> tuple[int, int]:
    """Return (index, count) of a shard written ``k/n``, for example ``2/5``."""
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", shard_of)
    if match is None:
        raise InputError('"{shard}" is not a shard; write k/n, for example 2/5', shard=shard_of)
    index, count = int(match[1]), int(match[2])
    _check_shard(index, count)
    return index, count


def shard(items: Iterable[T], index: int, count: int) -> Iterator[T]:
    """Return every ``count``-th item from the ``index``-th on (counted from 1); together the shards contain all items."""
    _check_shard(index, count)
    return islice(items, index - 1, None, count)


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
    raise ItemError("{item} failed: {reason}", item=name(item), reason=cause_of(error)) from error


def _pooled(
    start: AbstractContextManager[Pool[T]], items: Iterable[T], batch: int, name: Name[T]
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
