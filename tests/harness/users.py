"""Agents as users write them, good and bad."""

# ruff: noqa: ARG002, T201

import os
import time
from typing import Any


class Stepper:
    """Steps until it has done so twice, then finishes."""

    def start(self, instruction: str, observation: dict[str, Any]) -> None:
        self.steps = 0
        print("what a user prints goes nowhere", instruction)

    def act(self, observation: dict[str, Any]) -> dict[str, Any]:
        assert isinstance(observation["picture"], bytes)
        self.steps += 1
        return {"action": "step"} if self.steps <= 2 else {"action": "finish"}


def by_function(instruction: str, observation: dict[str, Any]) -> dict[str, Any]:
    return {"action": "step" if observation["left"] > 8 else "finish"}


class Strange:
    """Returns invalid actions."""

    def __init__(self) -> None:
        self.turn = 0

    def act(self, observation: dict[str, Any]) -> Any:
        self.turn += 1
        wishes = [
            None,
            "step",
            '{"action": "step"}',
            {"action": "step", "x": float("nan")},
            7,
            {"verb": "step"},
            {"action": "finish"},
        ]
        return wishes[self.turn - 1]


class Objects:
    def act(self, observation: dict[str, Any]) -> Any:
        return object()


class Raises:
    def act(self, observation: dict[str, Any]) -> Any:
        raise ValueError("a bug of the user's")


class Dies:
    def act(self, observation: dict[str, Any]) -> Any:
        os._exit(7)


class Hangs:
    def act(self, observation: dict[str, Any]) -> Any:
        time.sleep(60)


class NoAct:
    pass


def fails_at_import() -> None:
    raise RuntimeError
