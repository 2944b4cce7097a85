"""Data exchanged with workers: batches and answers as bytes, independent of the transport."""

import pickle
import reprlib
import traceback
from collections.abc import Callable, MutableSequence
from itertools import takewhile
from typing import Any, TypeVar

from mindsight.errors import InputError, ItemError, MindsightError

T = TypeVar("T")
R = TypeVar("R")
Function = Callable[[T], R]
Name = Callable[[T], str]
Lost = Callable[[T, MindsightError], R]
"""Returns the result of an item that no process survives."""
Answer = Callable[[], bytes]
Pool = tuple[int, Callable[[list[T]], Answer]]
"""The number of batches that may be in flight, and the function that sends one."""

AHEAD = 3
"""Batches in flight per worker: one in work, two waiting so that it never idles."""
GRACE_S = 1.0
_NAME_LENGTH = 80
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = _NAME_LENGTH


def short_name(item: object) -> str:
    """Return the item's repr, shortened in the middle to at most 80 characters."""
    name = _SHORT.repr(item)
    return name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"


def cause_of(error: BaseException) -> str:
    """Return an error's type and message."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def answer_to(function: Function[T, R], packed: bytes, position: MutableSequence[int]) -> bytes:
    """Return the pickled (results, failure) of a batch; ``position`` is updated to the current item."""
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
    return error if _travels(error) else RuntimeError(cause_of(error))


def _travels(value: object) -> bool:
    try:
        pickle.loads(pickle.dumps(value))  # noqa: S301
    except Exception:  # noqa: BLE001  (foreign classes may raise anything)
        return False
    return True


def sent(function: Function[T, R], send: Callable[[Function[T, R]], Any]) -> Any:
    """Return the result of ``send`` for a function; raise InputError if it cannot be pickled."""
    try:
        return send(function)
    except Exception as error:
        raise InputError(
            "the function cannot be sent to a worker; define it at the top of a module ({reason})",
            reason=cause_of(error),
        ) from error


def pack(items: list[T], name: Name[T]) -> bytes:
    """Return a batch as bytes; raise ItemError naming an item that cannot be pickled."""
    try:
        return pickle.dumps(items)
    except Exception as error:
        item = next((item for item in items if not _travels(item)), items[0])
        reason = cause_of(error)
        raise ItemError("{item} cannot be sent to a worker: {reason}", item=name(item), reason=reason) from error
