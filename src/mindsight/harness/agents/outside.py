"""Agents other than Inspect's models, a user's Python or a service, run in the same environments."""

import json
import queue
import threading
import time
from collections.abc import Generator, Sequence
from typing import Any, Protocol

from mindsight.answers.reply import Answer
from mindsight.errors import InputError
from mindsight.harness.agents.http_agent import HttpAgent
from mindsight.harness.agents.python_agent import HeldAgent, PythonAgent
from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.episodes.outcomes import Outcome, Turn
from mindsight.harness.episodes.rules import HOW, AgentFailed, OutOfTime, Progress, RunStopped, over
from mindsight.harness.processes.slots import InfrastructureError, Observation, Slot, UnreachableError
from mindsight.harness.runs.accounts import Account
from mindsight.harness.runs.settings import Budget, Effort, Limits

MOST_KEPT = 100_000
"""Characters of an action given as text that the record keeps."""


class Agent(Protocol):
    """A subject that runs one episode at a time. It raises OutOfTime, AgentFailed or InfrastructureError."""

    def check(self) -> None:
        """Check that the agent can be used; raise SubjectError if not."""

    def start(self, item: Item, observation: Observation, limit_s: float) -> None:
        """Begin an episode."""

    def act(self, observation: Observation, limit_s: float) -> Any:
        """Return the action that the agent wants."""

    def end(self, how: str) -> None:
        """End the episode."""

    def close(self) -> None:
        """Release everything."""

    def abandon(self) -> None:
        """Abort the call that another thread is waiting for."""


def open_agent(scheme: str, rest: str, held: Any, dialogue: Dialogue) -> Agent:
    """Return the agent of a subject: ``python:package.module:name`` or ``http:URL``, or the one that is ``held`` by this program."""
    if held is not None:
        return HeldAgent(held, rest)
    if scheme == "python":
        return PythonAgent(rest)
    if scheme in {"http", "https"}:
        return HttpAgent(f"{scheme}:{rest}" if rest.startswith("//") else rest, dialogue.language)
    raise InputError('"{scheme}" is not an agent; write {schemes}', scheme=scheme, schemes="python:…, http:…")


def run_agent(
    subject: tuple[str, str, Any],
    items: Sequence[Item],
    dialogue: Dialogue,
    environment: str,
    *,
    limits: Limits = Limits(),  # noqa: B008  (frozen)
    effort: Effort = Effort(),  # noqa: B008  (frozen)
) -> Generator[Outcome, None, None]:
    """Yield the outcome of every item as it ends. Closing the generator aborts running episodes, which have no outcome.

    Args:
        subject: Scheme, rest, and the agent itself if this program holds it, such as ("http", "127.0.0.1:8000", None).
        items: The items to run.
        dialogue: How answers are read.
        environment: ``module:factory`` of the environment.
        limits: Limits of one episode.
        effort: Concurrency, and when to give up.

    Raises:
        SubjectError: The agent cannot be used, or too many items in a row could not be tested.
    """
    if not items:
        return
    threads = _Threads(items, Account(Budget(), effort.give_up_after))
    places = [
        _Place(open_agent(*subject, dialogue), Slot(environment, call_limit_s=effort.call_limit_s), dialogue, limits)
        for _ in range(min(effort.workers, len(items)))
    ]
    try:
        places[0].agent.check()
        threads.start(places)
        yield from threads.outcomes()
    finally:
        threads.stop()
    if threads.account.verdict is not None:
        raise threads.account.verdict


class _Place:
    """An agent with an environment; runs one episode at a time."""

    def __init__(self, agent: Agent, slot: Slot, dialogue: Dialogue, limits: Limits) -> None:
        self.agent = agent
        self.slot = slot
        self._dialogue = dialogue
        self._limits = limits

    def run(self, item: Item, account: Account) -> Outcome:
        """Run one episode to its end."""
        progress, result = Progress(), None
        try:
            observation = self.slot.open(item.opening)
            try:
                self._take_turns(item, observation, progress, account)
            except OutOfTime:
                progress.stop("time")
            except AgentFailed as error:
                progress.stop("error", "model_error", error.reason)
            result = self.slot.end(HOW[progress.ending])
            self.agent.end(HOW[progress.ending])
        except InfrastructureError as error:
            progress.stop("error", "infrastructure_error", error.text)
            progress.unreachable = isinstance(error, UnreachableError)
        return progress.outcome(item.id, result, tools=False, restarts=self.slot.restarts)

    def close(self) -> None:
        """Release everything."""
        self.agent.close()
        self.slot.close()

    def abandon(self) -> None:
        """Abort what another thread is doing here."""
        self.agent.abandon()
        self.slot.abandon()

    def _take_turns(self, item: Item, observation: Observation, progress: Progress, account: Account) -> None:
        self.agent.start(item, observation, self._limits.model_s)
        while not observation.get("done"):
            account.check()
            left_s = self._limits.model_s - sum(turn.time_s for turn in progress.turns)
            begun = time.perf_counter()
            action = self.agent.act(observation, max(0.001, left_s))
            progress.turns.append(turn := self._turn(action, observation, time.perf_counter() - begun))
            if ending := over(progress.turns, self._limits):
                progress.stop(ending)
                return
            observation = self._dialogue.explained(turn, self.slot.act(turn.wish))

    def _turn(self, action: Any, observation: Observation, time_s: float) -> Turn:
        said, kept = as_answer(action)
        return self._dialogue.turn(Answer(text=said), {"action": kept}, observation, time_s=time_s)


def as_answer(action: Any) -> tuple[str, Any]:
    """Return an agent's action as the text that a model would have written, and as plain data for the record."""
    if isinstance(action, str):
        return action, action[:MOST_KEPT]
    try:
        said = "" if action is None else json.dumps(action, ensure_ascii=False)
        return said, json.loads(said or "null", parse_constant=str)
    except (ValueError, TypeError, RecursionError):
        return "", None


class _Threads:
    """Threads, one per place, that take items and report outcomes."""

    def __init__(self, items: Sequence[Item], account: Account) -> None:
        self.account = account
        self._waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
        for item in items:
            self._waiting.put(item)
        self._ended: queue.SimpleQueue[Outcome | BaseException | None] = queue.SimpleQueue()
        self._places: list[_Place] = []
        self._threads: list[threading.Thread] = []

    def start(self, places: list[_Place]) -> None:
        """Start a thread for each place."""
        self._places = places
        self._threads = [threading.Thread(target=self._work, args=(place,), daemon=True) for place in places]
        for thread in self._threads:
            thread.start()

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Yield outcomes until every thread has ended."""
        for _ in self._threads:
            while (found := self._ended.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield found

    def stop(self) -> None:
        """Abort all running episodes."""
        self.account.stopped = True
        for place in self._places:
            place.abandon()
        for thread in self._threads:
            thread.join()
        for place in self._places:
            place.close()

    def _work(self, place: _Place) -> None:
        try:
            while True:
                self.account.begin()
                outcome = place.run(self._waiting.get_nowait(), self.account)
                if not self.account.stopped:
                    self.account.ended(outcome)
                    self._ended.put(outcome)
        except (queue.Empty, RunStopped):
            pass
        except Exception as error:  # noqa: BLE001  (raised again by the thread that waits)
            self._ended.put(error)
        finally:
            self._ended.put(None)
