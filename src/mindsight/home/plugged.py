"""The classes that words of ``--tasks`` name: those of a plug-in are taken into use by being named.

A file that is named is executed. So only words that the user gives come here, never those of a record or a log.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from mindsight.errors import InputError
from mindsight.home.classes import CLASSES, DIMENSIONS, RECORDED
from mindsight.home.plan import Plan, with_annex
from mindsight.plugins import registry

P = TypeVar("P", bound=Plan)
PARTS = ("task", "questions")
"""The kinds of parts that add classes."""


def classes_named(word: str) -> Sequence[str]:
    """Return the classes of a plug-in that a file or an entry point names; any other word as it is.

    Raises:
        InputError: The plug-in cannot be loaded, or has neither tasks nor questions.
    """
    known = word in CLASSES or word in RECORDED.get() or word.partition(".")[0] in DIMENSIONS
    if known and not word.endswith(registry.SUFFIX):
        return (word,)
    return [key for part in registry.named(word, *PARTS) for key in part.class_keys] or (word,)


def tasks_chosen(words: Sequence[str]) -> tuple[str, ...]:
    """Return the classes that words name, in their order; words that name none are kept as they are."""
    return tuple(key for word in with_annex(words) for key in classes_named(word))


def with_plugins(plan: P) -> P:
    """Return a plan of the user's with the classes that its words name."""
    keys = tasks_chosen(plan.tasks)
    return plan if keys == plan.tasks else plan.model_copy(update={"tasks": keys})


def take_installed() -> Iterator[InputError]:
    """Take every task and all questions that installed distributions offer, for a list of them; yield why one cannot be."""
    for kind in PARTS:
        for name in registry.installed(kind):
            try:
                registry.find(name, kind)
            except InputError as error:
                yield error
