"""Run one function over many items: here, in processes of this machine, or on a cluster.

Results come in the order of the items; items are read lazily, never more than a bounded window ahead, so memory stays flat. An
error names its item. A process that dies is replaced and its items tried again where that is asked for; a cluster repeats what
it lost with a machine. ``machine`` runs processes of this machine, ``cluster`` a Ray cluster (nothing else knows Ray), ``batches``
is what travels to either. Nothing here knows models, documents, scores, run folders or progress bars.
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
from mindsight.parallel.batches import Answer, Function, Name, Pool, R, T, cause_of, short_name
from mindsight.parallel.cluster import on_a_cluster
from mindsight.parallel.machine import Lost, on_this_machine, usable_cpus

__all__ = ["Engine", "map_items", "parse_shard", "shard", "short_name", "usable_cpus"]

Engine = Literal["serial", "local", "ray"]


def map_items(
    function: Function[T, R],
    items: Iterable[T],
    *,
    engine: Engine = "serial",
    workers: int = 0,
    batch: int = 32,
    name: Name[T] = short_name,
    tries: int = 1,
    lost: Lost[T, R] | None = None,
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
        tries: How often ``local`` puts items to a process that dies with them, each time a fresh one; Ray repeats by itself.
        lost: What becomes of an item with which every process of ``local`` died, from the item and the error that would
            end everything; items then travel one by one.

    Raises:
        ItemError: The function failed on an item, or its process died; the results before that item came first.
        MindsightError: The function raised it: it says what is wrong in its own words and passes through.
        InputError: An argument cannot be used, or the cluster cannot be reached.
        MissingExtra: Ray is asked for and not installed.
    """
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
    pool = partial(on_this_machine, tries=tries, lost=lost) if engine == "local" else on_a_cluster
    return _pooled(pool(function, workers, name), items, batch if lost is None else 1, name)


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
