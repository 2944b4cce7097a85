"""Messages between two processes: four bytes of length, then JSON. Bytes travel in it as base64.

Not pickle, so that a worker can send nothing but data.
"""

import base64
import json
import os
import selectors
import time
from typing import Any

MOST_BYTES = 1 << 30
_LENGTH = 4
_MARK = "\0bytes"


class Closed(Exception):  # noqa: N818  (an event, not a fault)
    """The other side is gone."""


def packed(value: Any) -> bytes:
    """Return plain data as a frame."""
    body = json.dumps(value, default=_as_json, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return len(body).to_bytes(_LENGTH, "little") + body


def unpacked(body: bytes) -> Any:
    """Return the data of a frame's body."""
    return json.loads(body.decode("utf-8", "surrogatepass"), object_hook=_from_json)


def plain(value: Any) -> Any:
    """Return data as they arrive in another process.

    Raises:
        TypeError: They are not plain.
    """
    return unpacked(packed(value)[_LENGTH:])


def send(descriptor: int, value: Any) -> None:
    """Write a frame.

    Raises:
        Closed: The other side is gone.
    """
    write(descriptor, packed(value))


def write(descriptor: int, frame: bytes) -> None:
    """Write a packed frame.

    Raises:
        Closed: The other side is gone.
    """
    rest = memoryview(frame)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except (BrokenPipeError, ConnectionError) as error:
        raise Closed from error


def receive(descriptor: int, end: float | None = None) -> Any:
    """Read a frame, waiting until ``end`` on the monotonic clock, or without limit.

    Raises:
        TimeoutError: The time is over.
        Closed: The other side is gone, perhaps in the middle of a frame.
    """
    length = int.from_bytes(_exactly(descriptor, _LENGTH, end), "little")
    if length > MOST_BYTES:
        raise Closed
    return unpacked(_exactly(descriptor, length, end))


def _exactly(descriptor: int, count: int, end: float | None) -> bytes:
    parts = bytearray()
    with selectors.DefaultSelector() as waiting:
        waiting.register(descriptor, selectors.EVENT_READ)
        while len(parts) < count:
            if not waiting.select(None if end is None else max(0.0, end - time.monotonic())):
                raise TimeoutError
            part = os.read(descriptor, min(count - len(parts), 1 << 20))
            if not part:
                raise Closed
            parts += part
    return bytes(parts)


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes | bytearray | memoryview):
        return {_MARK: base64.b64encode(bytes(value)).decode()}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if hasattr(value, "tolist"):  # numbers and arrays of NumPy and similar libraries
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not plain data")


def _from_json(value: dict[str, Any]) -> Any:
    return base64.b64decode(value[_MARK]) if value.keys() == {_MARK} else value
