"""Whoever wants to hear how work goes on: the command line, a notebook, or nobody."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from mindsight.text import Text

Step = Callable[[int, int], None]
"""Called with (finished, all) as work goes on."""


def _unheard(_sentence: Text) -> None:
    """Hear nothing."""


@contextmanager
def _unseen(_label: Text) -> Iterator[Step]:
    """See nothing of the work in the block."""
    yield lambda _done, _all: None


@dataclass(frozen=True)
class Listener:
    """Hears sentences that are no results, and how far a piece of work is."""

    tell: Callable[[Text], None] = _unheard
    progress: Callable[[Text], AbstractContextManager[Step]] = _unseen


NOBODY = Listener()


def watching(progress: Step) -> Listener:
    """Return a listener that calls a function with (finished, all) as work goes on."""

    @contextmanager
    def seen(_label: Text) -> Iterator[Step]:
        yield progress

    return Listener(progress=seen)
