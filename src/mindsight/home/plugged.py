"""The classes that a word of ``--tasks`` names: those of a plug-in are taken into use by being named."""

from collections.abc import Iterator, Sequence

from mindsight.errors import InputError
from mindsight.home.classes import CLASSES, DIMENSIONS, RECORDED
from mindsight.plugins import registry

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
    return [key for part in registry.find(word, *PARTS) for key in part.class_keys] or (word,)


def take_installed() -> Iterator[InputError]:
    """Take every task and all questions that installed distributions offer, for a list of them; yield why one cannot be."""
    for kind in PARTS:
        for name in registry.installed(kind):
            try:
                registry.find(name, kind)
            except InputError as error:
                yield error
