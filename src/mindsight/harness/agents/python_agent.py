"""A user's agent in Python: ``python:package.module:name`` in a separate process, or an object of this program."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from mindsight.errors import InputError, SubjectError
from mindsight.harness.agents.agent_host import Host
from mindsight.harness.episodes.dialogue import Item
from mindsight.harness.episodes.rules import AgentFailed, OutOfTime
from mindsight.harness.processes.frames import plain
from mindsight.harness.processes.slots import Observation
from mindsight.harness.processes.workers import Worker, WorkerFault, WorkerLost
from mindsight.subjects.product import quoted
from mindsight.subjects.python_host import describe
from mindsight.text import text

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


class HeldAgent:
    """Calls an agent that is an object of this program, in this process: it is not interrupted if it hangs.

    Args:
        agent: A class, a function, or an object with ``act``.
        name: What it is called in sentences.
    """

    def __init__(self, agent: Any, name: str) -> None:
        self._agent, self._name = agent, name
        self._host: Host | None = None

    def check(self) -> None:
        """Make the agent.

        Raises:
            SubjectError: It cannot be made.
        """
        host = Host()
        try:
            host.hold(self._agent, self._name)
        except Exception as error:  # anything that a class raises is its answer
            reason = quoted(describe(error))
            raise SubjectError("{target} could not be loaded ({reason})", target=self._name, reason=reason) from error
        self._host = host

    def start(self, item: Item, observation: Observation, limit_s: float) -> None:
        """Begin an episode."""
        self._ask(limit_s, lambda host: host.start(item.instruction, _seen(observation)))

    def act(self, observation: Observation, limit_s: float) -> Any:
        """Return the action that the agent wants."""
        return self._ask(limit_s, lambda host: host.act(_seen(observation)))

    def end(self, how: str) -> None:
        """Notify the agent that the episode is over; its response does not matter."""
        with suppress(AgentFailed, OutOfTime):
            self._ask(_END_LIMIT_S, lambda host: host.end(how))

    def close(self) -> None:
        """Keep the agent: it is the caller's."""

    def abandon(self) -> None:
        """Wait: a call in this process cannot be aborted."""

    def _ask(self, limit_s: float, call: Callable[[Host], Any]) -> Any:
        if self._host is None:
            self.check()
        begun = time.monotonic()
        try:
            wanted = plain(call(cast("Host", self._host)))
        except Exception as error:
            reason = text("{target} failed: {reason}", target=self._name, reason=quoted(describe(error)))
            raise AgentFailed(reason) from error
        if time.monotonic() - begun >= limit_s:
            raise OutOfTime
        return wanted


def _seen(observation: Observation) -> Observation:
    """Return the part of an observation that an agent may see."""
    return {name: value for name, value in observation.items() if name not in {"sha256", "done", "worded"}}
