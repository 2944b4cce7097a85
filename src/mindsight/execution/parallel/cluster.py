"""Use a Ray cluster; the only file that imports Ray."""

import contextlib
import logging
import os
import pickle
import socket
import time
from collections.abc import Iterator
from typing import Any, cast

from mindsight.errors import InputError, ItemError, MissingExtra
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
    cause_of,
    pack,
    sent,
)

_CANCELLATIONS = 5  # Ray loses a signal that arrives while a task is being sent to its worker

_PATIENCE_S = 10.0
_KNOCKS = 3
"""Times that the head may be asked in vain."""

_KEEPALIVE = {"RAY_grpc_client_keepalive_time_ms": 70_000, "RAY_grpc_client_keepalive_timeout_ms": 30_000}
"""A worker that is frozen keeps its connections: without these Ray asks after it only after seven minutes.

Whoever asks a worker more often than once a minute is cut off by it, and its work is taken for lost.
"""


@contextlib.contextmanager
def on_a_cluster(
    function: Function[T, R], workers: int, name: Name[T], *, lost: Lost[T, R] | None
) -> Iterator[Pool[T]]:
    """Use a Ray cluster; work lost with one of its machines is repeated on another."""
    ray = _connected_ray()
    task = ray.remote(max_retries=3)(_answer_on_cluster)
    packed_function = sent(function, ray.put)
    unanswered: list[Any] = []
    head = _Head(ray.get_runtime_context().gcs_address)

    def submit(items: list[T]) -> Answer:
        ticket = task.remote(packed_function, pack(items, name))
        unanswered.append(ticket)
        return lambda: answer(items, ticket)

    def answer(items: list[T], ticket: Any) -> bytes:
        head.await_answer(ray, ticket)
        unanswered.remove(ticket)
        try:
            return cast("bytes", ray.get(ticket))
        except ray.exceptions.RayError as error:
            reason = cause_of(getattr(error, "cause", None) or error)
            given_up = ItemError(
                "the cluster gave up on the items from {first} to {last}: {reason}",
                first=name(items[0]),
                last=name(items[-1]),
                reason=reason,
            )
            if lost is None or not isinstance(
                error, ray.exceptions.WorkerCrashedError | ray.exceptions.OutOfMemoryError
            ):
                raise given_up from error
            return pickle.dumps(([lost(items[0], given_up)], None))

    try:
        yield workers or AHEAD * int(ray.cluster_resources().get("CPU", 1)), submit
    finally:
        for _ in range(_CANCELLATIONS if ray.is_initialized() else 0):
            for ticket in unanswered:
                ray.cancel(ticket, force=True)
            if unanswered:
                _, unanswered = ray.wait(unanswered, num_returns=len(unanswered), timeout=GRACE_S)


class _Head:
    """The head of the cluster: it is asked now and then whether it still is there, before Ray ends this process without a word."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._asked = time.monotonic()
        self._silent = 0

    def await_answer(self, ray: Any, ticket: Any) -> None:
        """Wait until a batch is answered.

        Raises:
            InputError: The head has been silent for too long.
        """
        self._ask()
        while not ray.wait([ticket], timeout=_PATIENCE_S)[0]:
            self._ask()

    def _ask(self) -> None:
        if time.monotonic() - self._asked < _PATIENCE_S:
            return
        self._asked = time.monotonic()
        try:
            _knock(self._address)
            self._silent = 0
        except OSError as error:
            self._silent += 1
            if self._silent == _KNOCKS:
                raise InputError(
                    "the Ray cluster {address} no longer answers: {reason}",
                    address=self._address,
                    reason=cause_of(error),
                ) from error


def _answer_on_cluster(function: Function[T, R], packed: bytes) -> bytes:
    return answer_to(function, packed, [0])


def _knock(address: str) -> None:
    """Raise an error if nobody listens at an address: Ray would wait for a minute, and then end this process."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE_S).close()


def _connected_ray() -> Any:
    """Return Ray, connected to the cluster in its environment variables, else to one started here."""
    address = os.environ.get("RAY_ADDRESS", "")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of batches that are no longer awaited
    for name, milliseconds in _KEEPALIVE.items():
        os.environ.setdefault(name, str(milliseconds))
    if address:
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # a cluster without a token runs code from anyone
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("Ray is not installed; run: pip install 'mindsight[cluster]'") from error
    if not ray.is_initialized():
        try:
            _knock(address)
            # By itself Ray would join whatever cluster somebody else has started on this machine.
            ray.init(address or "local", log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise InputError(
                "the Ray cluster {address} cannot be used: {reason}", address=address or "local", reason=cause_of(error)
            ) from error
    return ray
