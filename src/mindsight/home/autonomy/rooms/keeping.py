"""The oracle that is left alone: it looks everywhere, does what it sees needs doing, says so before, and leaves the rest."""

from collections.abc import Generator, Mapping
from typing import Protocol

from mindsight.engine.physics.actions import Action
from mindsight.home.autonomy.rooms.needs import Wording
from mindsight.home.tasks.tidying import Answer, Steps
from mindsight.text import Language

_ROUNDS = 2


class Keeper(Protocol):
    """Sees and meets the needs of one class of rooms, by what its perception has seen alone."""

    def survey(self) -> Steps:
        """Look everywhere."""

    def noticed(self, type_: str) -> bool:
        """Return whether a need of a type was seen."""

    def settle(self, type_: str) -> Answer:
        """Meet the need of a type; return whether it was met."""

    def leave(self) -> Steps:
        """Put back what was opened on the way."""


def keep(keeper: Keeper, texts: Mapping[str, Wording], language: Language) -> Generator[Action, None, None]:
    """Meet the needs that are seen, type by type in the order of the texts, and finish."""
    yield from keeper.survey()
    for _ in range(_ROUNDS):
        wanted = [one for one in texts if keeper.noticed(one)]
        for one in wanted:
            yield Action(verb="propose", text=texts[one][language])
            yield from keeper.settle(one)
        if not wanted:
            break
        yield from keeper.survey()
    yield from keeper.leave()
    yield Action(verb="finish")
