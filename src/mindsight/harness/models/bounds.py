"""Limit the size of a server's answer, also after decompression."""

from collections.abc import AsyncIterator
from typing import Any

from mindsight.errors import InputError

LARGEST_ANSWER = 32 << 20
"""Largest answer in bytes, decompressed; a long answer of a model has a few hundred thousand."""


def bounded(client: Any) -> Any:
    """Return the client, changed to fail on an answer that is too large."""
    hooks = client.event_hooks["response"]
    if _count not in hooks:
        hooks.append(_count)
    return client


async def _count(response: Any) -> None:
    # All ways to read an answer, at once or in pieces, use this method.
    read = response.aiter_bytes

    async def counted(chunk_size: int | None = None) -> AsyncIterator[bytes]:
        total = 0
        async for part in read(chunk_size):
            total += len(part)
            if total > LARGEST_ANSWER:
                raise InputError("the server's answer is larger than {limit} MiB", limit=LARGEST_ANSWER >> 20)
            yield part

    response.aiter_bytes = counted
