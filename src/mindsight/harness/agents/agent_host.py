"""What the process of a Python agent holds: the user's own class or function, called as the protocol of agents says."""

import importlib
import inspect
from typing import Any


class Host:
    """Holds one agent and runs one episode at a time with it.

    A class is made once, without arguments. Its ``start(instruction, observation)`` is called at the beginning of every
    episode if there is one, ``act(observation)`` for every turn, ``end(how)`` at the end if there is one. A function is
    called as ``function(instruction, observation)`` for every turn.
    """

    def __init__(self) -> None:
        self._agent: Any = None
        self._instruction = ""

    def load(self, target: str) -> None:
        """Import ``package.module:name`` and make the agent."""
        module, _, name = target.partition(":")
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        if not callable(found):
            raise TypeError(f"{target} is neither a class nor a function")
        self._agent = found() if inspect.isclass(found) else found
        if inspect.isclass(found) and not callable(getattr(self._agent, "act", None)):
            raise TypeError(f"{target} has no method act(observation)")

    def start(self, instruction: str, observation: dict[str, Any]) -> None:
        """Begin an episode."""
        self._instruction = instruction
        if hasattr(self._agent, "start"):
            self._agent.start(instruction, observation)

    def act(self, observation: dict[str, Any]) -> Any:
        """Return what the agent wishes."""
        if hasattr(self._agent, "act"):
            return self._agent.act(observation)
        return self._agent(self._instruction, observation)

    def end(self, how: str) -> None:
        """End the episode."""
        if hasattr(self._agent, "end"):
            self._agent.end(how)
