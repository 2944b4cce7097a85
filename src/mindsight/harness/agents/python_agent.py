"""``python:package.module:name``: a user's agent, in a separate process."""

import time
from typing import Any

from mindsight.errors import InputError, SubjectError
from mindsight.harness.episodes.dialogue import Item
from mindsight.harness.episodes.rules import AgentFailed, OutOfTime
from mindsight.harness.processes.slots import Observation
from mindsight.harness.processes.workers import Worker, WorkerFault, WorkerLost

_HOST = "mindsight.harness.agents.agent_host:Host"
_LOAD_LIMIT_S = 600.0
_END_LIMIT_S = 10.0


class PythonAgent:
    """Calls the agent in its process, and restarts the process if the agent ended it."""

    def __init__(self, target: str) -> None:
        module, colon, name = target.partition(":")
        if not (colon and module and name):
            raise InputError("python: write package.module:name, got: {target}", target=target)
        self._target = target
        self._worker: Worker | None = None

    def check(self) -> None:
        """Load the agent.

        Raises:
            SubjectError: It cannot be loaded.
        """
        self._living()

    def start(self, item: Item, observation: Observation, limit_s: float) -> None:
        """Begin an episode."""
        self._ask("start", limit_s, instruction=item.instruction, observation=_seen(observation))

    def act(self, observation: Observation, limit_s: float) -> Any:
        """Return the action that the agent wants."""
        return self._ask("act", limit_s, observation=_seen(observation))

    def end(self, how: str) -> None:
        """Notify the agent that the episode is over; its response does not matter."""
        if self._worker is not None:
            try:
                self._worker.call("end", _END_LIMIT_S, how=how)
            except (WorkerLost, WorkerFault):
                self.close()

    def close(self) -> None:
        """End the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    def abandon(self) -> None:
        """Abort the call that another thread is waiting for."""
        if self._worker is not None:
            self._worker.kill()

    def _ask(self, name: str, limit_s: float, **arguments: Any) -> Any:
        worker = self._living()
        begun = time.monotonic()
        try:
            return worker.call(name, limit_s, **arguments)
        except WorkerLost as error:
            self.close()
            if time.monotonic() - begun >= limit_s:
                raise OutOfTime from error
            raise AgentFailed(error.text) from error
        except WorkerFault as error:
            raise AgentFailed(error.text) from error

    def _living(self) -> Worker:
        if self._worker is None:
            worker = Worker(_HOST, secrets=True)
            try:
                worker.call("load", _LOAD_LIMIT_S, target=self._target)
            except (WorkerLost, WorkerFault) as error:
                worker.stop()
                raise SubjectError(
                    "{target} could not be loaded ({reason})", target=self._target, reason=error.text
                ) from error
            self._worker = worker
        return self._worker


def _seen(observation: Observation) -> Observation:
    """Return the part of an observation that an agent may see."""
    return {name: value for name, value in observation.items() if name not in {"sha256", "done", "worded"}}
