"""Run an event loop in a thread, so that the caller stays synchronous and can be interrupted at any moment."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

R = TypeVar("R")
_PATIENCE_S = 30.0


class Background(Generic[R]):
    """Runs a coroutine in a thread; ``then`` is called there when it has ended, also by an error."""

    def __init__(self, work: Coroutine[Any, Any, R], then: Callable[[], None] = lambda: None) -> None:
        self.error: BaseException | None = None
        self._result: R | None = None
        self._work = work
        self._then = then
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[R] | None = None
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._main, daemon=True)
        self._thread.start()
        self._running.wait()

    def result(self) -> R:
        """Wait for the coroutine and return its result, or raise its error."""
        while self._thread.is_alive():
            self._thread.join(1.0)  # in pieces: on some systems Ctrl-C does not interrupt an unlimited wait
        if self.error is not None:
            raise self.error
        return self._result  # type: ignore[return-value]

    def stop(self) -> None:
        """Cancel the coroutine and wait until it has cleaned up."""
        if self._loop is not None and self._task is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it has just ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(_PATIENCE_S)

    def _main(self) -> None:
        try:
            self._result = asyncio.run(self._watched())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001  (raised again by the thread that waits)
            self.error = error
        finally:
            self._running.set()
            self._then()

    async def _watched(self) -> R:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.ensure_future(self._work)
        self._running.set()
        return await self._task
