"""The task pool: one file per task class, one registry.

A task class says how an instance is drawn from a seed and how somebody with good eyes would solve it. Everything else,
from pictures to outcomes, is the same for all and stands elsewhere.
"""

import importlib
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal

from mindsight.engine.physics.actions import Action
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance, Reason

Draw = Callable[[int, Reason | Literal[""]], Instance]
"""From a seed and a reason (empty: valid) to an instance. Raises ``Rejected`` where the seed gives none."""
Solve = Callable[[Instance, Perception], Generator[Action, None, None]]
"""The oracle: yields actions on what its eyes have seen; ends with ``finish`` or ``decline``."""


class Rejected(Exception):  # noqa: N818  (an answer, not an error)
    """A seed that gives no good instance; ``rule`` names the rule of generation that it broke."""

    def __init__(self, rule: str, detail: str = "") -> None:
        super().__init__(f"{rule}: {detail}" if detail else rule)
        self.rule = rule
        self.detail = detail


@dataclass(frozen=True)
class Task:
    """A task class of the pool: its name, version, difficulty axes, two functions, and what it needs of who solves it.

    What is said of it in reports stands in ``home.classes``.
    """

    key: str
    version: int
    axes: dict[str, tuple[str | int, ...]]
    draw: Draw
    solve: Solve
    needs: Needs


TASKS: dict[str, Task] = {}


def register(task: Task) -> Task:
    """Add a task class to the pool."""
    if task.key in TASKS:
        raise ValueError(f"the task {task.key!r} is registered twice")
    TASKS[task.key] = task
    return task


def load() -> dict[str, Task]:
    """Import every task file and return the pool in the order of table A.1; calling it again imports nothing."""
    for name in CLASSES:
        importlib.import_module(f"{__name__}.{name}")
    return dict(sorted(TASKS.items(), key=lambda entry: (*CLASSES, entry[0]).index(entry[0])))
