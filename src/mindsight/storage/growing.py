"""Send a run that is being made now and then, so that a machine that is lost takes little with it."""

import threading
import time
from collections.abc import Callable
from typing import Self

from mindsight.errors import StorageError
from mindsight.record.folder import MANIFEST
from mindsight.storage.mirror import Mirror

_SHARE = 20
"""Sending may take a twentieth of the time: storage has no append, so every time all lines are sent."""


class Growing:
    """A thread that sends a mirror again and again while the block runs."""

    def __init__(self, mirror: Mirror, every_s: float, warn: Callable[[StorageError], None]) -> None:
        self._mirror, self._every_s, self._warn = mirror, every_s, warn
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _work(self) -> None:
        pause, warned = self._every_s, False
        while not self._ended.wait(pause):
            begun = time.monotonic()
            try:
                # Only a run can be resumed; anything else is worth nothing before it is whole.
                if (self._mirror.path / MANIFEST).is_file():
                    self._mirror.send(growing=True)
            except (StorageError, OSError) as error:
                if not warned and isinstance(error, StorageError):
                    self._warn(error)
                warned = True
            pause = max(self._every_s, _SHARE * (time.monotonic() - begun))
