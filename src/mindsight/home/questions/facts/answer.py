"""What a program finds when it answers a question from facts."""

from typing import Any, NamedTuple

from mindsight.home.irrelevance import Reason


class Found(NamedTuple):
    """An answer, and the names of the objects on which it rests, by picture; ``target`` is the object to be pointed at."""

    value: Any
    uses: tuple[tuple[int, str], ...] = ()
    target: tuple[int, str] | None = None


class Cannot(NamedTuple):
    """There is no answer, for a reason."""

    reason: Reason


class Unclear(NamedTuple):
    """Careful people could disagree: a margin is not kept. Such a question is not asked."""

    why: str


Answer = Found | Cannot | Unclear
