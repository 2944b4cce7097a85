"""What a program finds when it answers a question from facts."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mindsight.home.irrelevance import Reason


class Found(NamedTuple):
    """An answer, and the names of the objects on which it rests, by picture; ``target`` is the object to be pointed at."""

    value: Any
    uses: tuple[tuple[int, str], ...] = ()
    target: tuple[int, str] | None = None


@dataclass(frozen=True)
class Cannot:
    """There is no answer, for a reason; ``among`` are the values between which an ambiguous question leaves the choice."""

    reason: Reason
    among: tuple[Any, ...] = field(default=(), compare=False)


class Unclear(NamedTuple):
    """Careful people could disagree: a margin is not kept. Such a question is not asked."""

    why: str


Answer = Found | Cannot | Unclear
