"""Runs inside the process of a Python agent and calls the user's class or function."""

import importlib
import inspect
from typing import Any


class Host:
    """Runs one agent, one episode at a time.

    A class is instantiated once, without arguments. Its ``start(instruction, observation)``, if defined, is called at the beginning of
    every episode, ``act(observation)`` at every turn, ``end(how)``, if defined, at the end. A function is called as ``function(instruction,
    observation)`` at every turn.
    """

    def __init__(self) -> None:
        self._agent: Any = None
        self._instruction = ""

    def load(self, target: str) -> None:
        """Import ``package.module:name`` and create the agent."""
        module, _, name = target.partition(":")
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        self.hold(found, target)

    def hold(self, found: Any, name: str) -> None:
        """Take a class, a function, or an agent itself."""
        whole = callable(getattr(found, "act", None)) and not inspect.isclass(found)
        if not callable(found) and not whole:
            raise TypeError(f"{name} is neither a class nor a function")
        self._agent = found() if inspect.isclass(found) else found
        if inspect.isclass(found) and not callable(getattr(self._agent, "act", None)):
            raise TypeError(f"{name} has no method act(observation)")

    def start(self, instruction: str, observation: dict[str, Any]) -> None:
        """Begin an episode."""
        self._instruction = instruction
        if hasattr(self._agent, "start"):
            self._agent.start(instruction, observation)

    def act(self, observation: dict[str, Any]) -> Any:
        """Return the action that the agent wants."""
        if hasattr(self._agent, "act"):
            return self._agent.act(observation)
        return self._agent(self._instruction, observation)

    def end(self, how: str) -> None:
        """End the episode."""
        if hasattr(self._agent, "end"):
            self._agent.end(how)
