"""The part of a plug-in that adds a task class."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self, get_args

from mindsight.errors import InputError
from mindsight.home.classes import ALONE_CLASSES, CLASSES, DIMENSIONS, RECORDED, Dimension, Domain, PluggedClass
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import PART, Task, load
from mindsight.plugins import registry
from mindsight.plugins.part import BAD_NAME, Origin, Part, is_name, refuse_hiding, refuse_unless
from mindsight.text import LANGUAGES, text

_CHINESE = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True)
class HouseholdTask(Part):
    """A task class of a plug-in: the class, its title (Chinese, English), and what part of table 1 it tests."""

    kind: ClassVar[str] = PART
    task: Task
    title: tuple[str, str]
    dimension: Dimension
    domain: Domain

    def __post_init__(self) -> None:
        """Refuse a class that could not be listed, told apart from others, or reported."""
        refuse_unless(isinstance(self.task, Task), type(self.task).__name__, text("is no Task of mindsight"))
        name = self.key
        refuse_unless(is_name(name), name, BAD_NAME)
        refuse_hiding(name, {*CLASSES, *ALONE_CLASSES, *DIMENSIONS})
        refuse_unless(
            are_words(self.title), name, text("its title must be given in both languages: (Chinese, English)")
        )
        for field, known in (("dimension", (*DIMENSIONS,)), ("domain", get_args(Domain))):
            listed = ", ".join(known)
            refuse_unless(
                getattr(self, field) in known,
                name,
                text("its {field} must be one of {known}", field=field, known=listed),
            )

    @property
    def key(self) -> str:
        """The key of the class."""
        return self.task.key

    @property
    def class_keys(self) -> tuple[str, ...]:
        """The classes that it adds: itself."""
        return (self.key,)

    def taken_from(self, origin: Origin) -> Self:
        """Return the class with its origin; what it draws is looked at, as nothing else vouches for it."""

        def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
            return _whole(self.task.draw(seed, reason), self.task)

        return replace(self, task=replace(self.task, origin=origin, draw=draw))

    def recorded(self) -> PluggedClass:
        """Return what a run records of the class."""
        task = self.task
        return PluggedClass(
            task.key,
            task.version,
            *self.title,
            self.dimension,
            self.domain,
            task.reasons,
            (task.needs.valid, task.needs.irrelevant),
            **vars(task.origin),
        )


def are_words(words: object) -> bool:
    """Return whether something is the same said in both languages: (Chinese, English)."""
    if not (isinstance(words, tuple) and len(words) == len(LANGUAGES) and all(isinstance(part, str) for part in words)):
        return False
    return [bool(_CHINESE.search(part)) for part in words] == [True, False] and bool(words[1].strip())


def recorded(keys: Iterable[str]) -> Iterator[PluggedClass]:
    """Yield what a run records of those of its classes that plug-ins add."""
    pool = load()
    for key in keys:
        if pool[key].origin is not None:
            yield RECORDED.get().get(key) or registry.taken(PART)[key].recorded()


def _whole(drawn: object, task: Task) -> Instance:
    """Return what a plug-in's class drew.

    Raises:
        InputError: It is no task of this class in both languages.
    """
    if not isinstance(drawn, Instance):
        raise InputError("{name}: {expected}", name=task.key, expected=text("draw() returned no Instance"))
    refuse_unless(
        (drawn.task, drawn.task_version) == (task.key, task.version),
        task.key,
        text("draw() returned a task of another class or version"),
    )
    words = tuple(drawn.instruction.get(language) for language in LANGUAGES)
    refuse_unless(
        are_words(words),
        task.key,
        text("the instruction of seed {seed} is not given in both languages", seed=drawn.seed),
    )
    return drawn
