"""An episode that survives the loss of its process: its actions are repeated in a new one, and the pictures must be equal."""

import hashlib
import threading
from collections.abc import Callable
from typing import Any

from mindsight.harness.processes.workers import CALL_LIMIT_S, Said, Worker, WorkerFault, WorkerLost
from mindsight.text import text

Observation = dict[str, Any]
"""An environment's observation: ``picture`` (JPEG bytes), ``done``, and the values in the suite's texts."""

LIVES = 2
"""How often an episode may lose its process."""
RENEWED_AFTER = 50
"""Number of episodes after which a process is replaced: graphics drivers leak memory."""


class InfrastructureError(Said):
    """The item could not be tested, by no fault of the subject or the task."""


class UnreachableError(InfrastructureError):
    """The subject cannot be asked."""


class Slot:
    """Runs episodes one after another in a process that it replaces when needed.

    The environment has the methods ``open(**opening)`` and ``act(wish=…)``, which return an observation, and
    ``end(how=…)``, which returns the result. Methods raise InfrastructureError when the environment itself fails.
    """

    def __init__(self, target: str, *, call_limit_s: float = CALL_LIMIT_S, renewed_after: int = RENEWED_AFTER) -> None:
        self.restarts = 0
        self._target = target
        self._limit_s = call_limit_s
        self._renewed_after = renewed_after
        self._worker: Worker | None = None
        self._turn = threading.Lock()
        self._abandoned = False
        self._episodes = 0
        self._opening: dict[str, Any] = {}
        self._wishes: list[Any] = []
        self._seen: list[str] = []

    @property
    def pid(self) -> int | None:
        """The process id, if there is a process."""
        return self._worker.pid if self._worker else None

    def open(self, opening: dict[str, Any]) -> Observation:
        """Begin an episode and return the first observation."""
        if self._episodes >= self._renewed_after:
            self.close()
        self._episodes += 1
        self._abandoned = False
        self._opening, self._wishes, self._seen, self.restarts = opening, [], [], 0
        return self._shown(self._with_restarts(lambda worker: worker.call("open", self._limit_s, **opening)))

    def act(self, wish: Any) -> Observation:
        """Execute the subject's action and return the next observation."""
        observation = self._shown(self._with_restarts(lambda worker: worker.call("act", self._limit_s, wish=wish)))
        self._wishes.append(wish)
        return observation

    def end(self, how: str) -> dict[str, Any]:
        """End the episode and return its result."""
        result: dict[str, Any] = self._with_restarts(lambda worker: worker.call("end", self._limit_s, how=how))
        return result

    def close(self) -> None:
        """End the process; the next episode gets a new one."""
        with self._turn:
            self._let_go()

    def abandon(self) -> None:
        """Abort the call that another thread is waiting for."""
        self._abandoned = True
        worker = self._worker
        if worker is not None:
            worker.kill()

    def _let_go(self) -> None:
        worker, self._worker, self._episodes = self._worker, None, 0
        if worker is not None:
            worker.stop()

    def _with_restarts(self, question: Callable[[Worker], Any]) -> Any:
        """Make a call, in a new process if the old one is lost."""
        with self._turn:
            while True:
                try:
                    return question(self._living())
                except WorkerLost as error:
                    self._let_go()
                    self.restarts += 1
                    if self.restarts > LIVES or self._abandoned:
                        raise InfrastructureError(
                            text("the environment's process was lost too often: {reason}", reason=error.text)
                        ) from error
                except WorkerFault as error:
                    # Its state can no longer be trusted.
                    self._let_go()
                    raise InfrastructureError(text("the environment failed: {reason}", reason=error.text)) from error

    def _living(self) -> Worker:
        if self._worker is None:
            self._worker = Worker(self._target)
            self._restore(self._worker)
        return self._worker

    def _restore(self, worker: Worker) -> None:
        """Repeat the actions executed before the process was lost."""
        if not self._seen:
            return
        shown = [worker.call("open", self._limit_s, **self._opening)]
        shown += [worker.call("act", self._limit_s, wish=wish) for wish in self._wishes]
        for turn, (now, before) in enumerate(zip(map(_hash, shown), self._seen, strict=True)):
            if now != before:
                self._let_go()
                raise InfrastructureError(
                    text(
                        "the episode could not be restored after its process was lost: picture {turn} differs",
                        turn=turn,
                    )
                )

    def _shown(self, observation: Observation) -> Observation:
        self._seen.append(_hash(observation))
        return observation


def _hash(observation: Observation) -> str:
    return hashlib.sha256(observation.get("picture", b"")).hexdigest()
