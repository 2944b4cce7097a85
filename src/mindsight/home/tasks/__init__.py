"""The task pool: a folder for each task class, and one registry.

A task class defines how an instance is drawn from a seed and how the oracle solves it: open ``suitcase`` first, the simplest
one. A new class also gets its title and dimension in ``home.classes``. Everything else, from pictures to outcomes, is the same
for all classes and is elsewhere. ``wording`` and ``tidying`` are shared by several classes; ``plugged`` is how a plug-in adds one.
"""

import importlib
from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NoReturn

from mindsight.engine.physics.actions import Action
from mindsight.errors import InputError
from mindsight.home.classes import CLASSES, RECORDED, PluggedClass
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.plugins import registry
from mindsight.plugins.part import Origin

Draw = Callable[[int, Reason | Literal[""]], Instance]
"""Returns the instance of a seed and a reason (empty: valid). Raises ``Rejected`` if the seed gives none."""
Solve = Callable[[Instance, Perception], Generator[Action, None, None]]
"""The oracle: yields actions based only on what its perception has seen; ends with ``finish`` or ``decline``."""


Fits = Callable[[int, Reason], bool]
"""Returns whether the words of a seed are such that its task can be irrelevant for a reason. Both tasks of a pair come from a
seed that fits, so that words for which the reason can occur are no sign that it does."""


Twin = Callable[[int], Instance]
"""Returns the valid task of a seed with what a kind of irrelevance adds to a room, so put that it spoils nothing: seeing it is then
no sign that a task is irrelevant. Raises ``Rejected`` where the irrelevant task would be."""


Reads = Callable[[Instance], Collection[str]]
"""Returns the things and parts of an instance whose print decides and so must be legible."""


def _always(_seed: int, _reason: Reason) -> bool:
    return True


def _nothing(_instance: Instance) -> Collection[str]:
    return ()


class Rejected(Exception):  # noqa: N818  (an answer, not an error)
    """A seed gives no usable instance; ``rule`` names the rule of generation that it broke."""

    def __init__(self, rule: str, detail: str = "") -> None:
        super().__init__(f"{rule}: {detail}" if detail else rule)
        self.rule = rule
        self.detail = detail


@dataclass(frozen=True)
class Task:
    """A task class of the pool: its name, version, difficulty axes, two functions, and the abilities it needs.

    Its titles for reports are in ``home.classes``.
    """

    key: str
    version: int
    axes: dict[str, tuple[str | int, ...]]
    draw: Draw
    solve: Solve
    needs: Needs
    reasons: tuple[Reason, ...] = NARROW
    """The kinds of irrelevance that the class has, in the order in which a plan takes them in turn."""
    fits: Fits = _always
    matched: Mapping[Reason, Twin] = field(default_factory=dict)
    reads: Reads = _nothing
    origin: Origin | None = None
    """The plug-in that it comes from; None for the classes of the pool."""

    def twin(self, seed: int, kind: Reason | Literal[""]) -> Instance:
        """Return the valid task of a pair whose irrelevant one is of a kind (empty: of any).

        Raises:
            Rejected: The seed gives none.
        """
        return self.matched[kind](seed) if kind and kind in self.matched else self.draw(seed, "")


TASKS: dict[str, Task] = {}
PART = "task"
"""What a part of a plug-in is that adds a class; see ``plugged``."""


def register(task: Task) -> Task:
    """Add a task class to the pool."""
    if task.key in TASKS:
        raise ValueError(f"the task {task.key!r} is registered twice")
    TASKS[task.key] = task
    return task


class Pool(dict[str, Task]):
    """Task classes by name, in the order of table A.1, then those of plug-ins."""

    def __missing__(self, key: str) -> Task:
        """Return the class of an installed plug-in that nobody has asked for yet.

        Raises:
            InputError: There is none.
        """
        if not (found := registry.find(key, PART)):
            raise InputError(
                "{name}: there is no such task class here; if a plug-in adds it, install that, or name its file with --tasks",
                name=key,
            )
        task: Task = found[0].task
        return task


def load() -> Pool:
    """Import all task classes, once, and return the pool in the order of table A.1; the classes of plug-ins in use come last."""
    for name in CLASSES:
        importlib.import_module(f"{__name__}.{name}")
    built_in = sorted(TASKS.items(), key=lambda entry: (*CLASSES, entry[0]).index(entry[0]))
    added = {key: part.task for key, part in registry.taken(PART).items()}
    return Pool([*built_in, *(added | {key: _told(one) for key, one in RECORDED.get().items()}).items()])


def _told(one: PluggedClass) -> Task:
    """Return a class that is known from a record alone; its plug-in need not be here."""
    origin = Origin(one.distribution, one.version, one.sha256)
    return Task(one.name, one.task_version, {}, _none, _none, Needs(*one.needs), one.reasons, origin=origin)


def _none(*_: object) -> NoReturn:
    raise InputError("a class that is known from a record alone draws nothing and solves nothing")
