"""The oracle that is left alone: it looks everywhere, does what it sees needs doing, says so before, and leaves the rest."""

from collections.abc import Generator, Mapping
from typing import Protocol

from mindsight.engine.physics.actions import Action
from mindsight.home.autonomy.rooms.needs import Wording
from mindsight.home.oracle.perception import Perception
from mindsight.home.tasks.tidying import Answer, Steps
from mindsight.text import Language

_ROUNDS = 2
_SOMEWHERE = (500.0, 850.0)
"""Picture point below the middle, mostly on the floor or on what is nearest."""


class Keeper(Protocol):
    """Sees and meets the needs of one class of rooms, by what its perception has seen alone."""

    perception: Perception

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
    yield from _imagined(keeper.perception, language)
    yield Action(verb="finish")


def _imagined(perception: Perception, language: Language) -> Generator[Action, None, None]:
    """Put something away that is in its place; never with intact perception, but an ablated oracle may see a need in it."""
    things = perception.episode.world.scene.things
    known = sorted(name for name in perception.known if name in things and things[name].movable)
    if not known or not perception.lens.imagines("need"):
        return
    name = known[int(perception.lens.draws("hallucinates", "need", "in").integers(len(known)))]
    said = {"zh": "把{}收起来", "en": "put away the {}"}[language].format(things[name].title(language))
    yield Action(verb="propose", text=said)
    one = yield from perception.find(name)
    if one is not None:
        yield Action(verb="pick", point=one.point)
        yield Action(verb="place", point=_SOMEWHERE)
