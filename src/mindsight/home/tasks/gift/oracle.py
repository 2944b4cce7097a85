"""The oracle for presents: look at everything, read the labels, and apply the rules."""

from collections.abc import Generator

import numpy as np

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.kinds import Look
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.packing import best_fit
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.gift.items import LABELLED, Item
from mindsight.home.tasks.gift.people import PEOPLE, Person, fitting, harming

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
CHEST, LID, INSIDE = "gift_chest", "gift_chest/lid", "gift_chest/inside"
_FILLS = 620.0
"""Share of the picture's width or height, 0–1000, that a thing takes while its label is read."""
_TRIES = 3


def solve(instance: Instance, perception: Perception) -> Steps:
    """Choose, bring and finish; decline if nothing or more than one thing is suitable, or the chest does not open."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    person = next(one for one in PEOPLE if one.key == instance.details["person"])
    giver = _Giver(perception, person)
    yield from giver.survey()
    if not (yield from giver.read_labels()):
        yield Action(verb="decline", text="something cannot be made out")
        return
    chosen = giver.suitable() or giver.imagined()
    if len(chosen) != 1:
        yield Action(verb="decline", text=giver.complaint(chosen))
    elif not (yield from giver.open()):
        yield Action(verb="decline", text="the chest is locked")
    elif (yield from giver.bring(chosen[0])) and (yield from giver.close()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="it does not go in")


class Packer:
    """Reads the labels of presents and puts them into the chest."""

    def __init__(self, perception: Perception) -> None:
        self._perception = perception
        self._world = perception.episode.world
        self._views: dict[str, list[tuple[int, str]]] = {}
        perception.note(self._views)

    def survey(self) -> Steps:
        """Look from every viewpoint, and remember how large each thing is seen from each."""
        for place in self._perception.places():
            yield Action(verb="look", to=place)
            for one in self._perception.present.values():
                self._views.setdefault(one.name, []).append((-one.pixels, place))

    def read_labels(self) -> Answer:
        """Go to everything whose label must be read; return whether all could be read."""
        for name in [one.name for one in self.seen() if one.kind in LABELLED]:
            for _, place in sorted(self._views.get(name, [])):
                if self._perception.read(name):
                    break
                yield from self._peer(name, place)
        return all(self._perception.read(one.name) for one in self.seen() if one.kind in LABELLED)

    def open(self) -> Answer:
        """Open the chest if it is shut; return False if it cannot be opened."""
        lid = yield from self._perception.find(LID)
        if lid is None:
            return False
        yield Action(verb="open", point=lid.point)
        return self._perception.code in {"opened", "already"}

    def close(self) -> Answer:
        """Shut the chest."""
        lid = yield from self._perception.find(LID)
        if lid is None:
            return False
        yield Action(verb="close", point=lid.point)
        return self._perception.code in {"closed", "already"}

    def bring(self, name: str) -> Answer:
        """Fetch one thing and put it into the chest; try again if it did not stay in."""
        for _ in range(_TRIES):
            one = yield from self._perception.find(name)
            if one is None:
                return False
            yield Action(verb="pick", point=one.point)
            if self._perception.code != "picked":
                return False
            if not (yield from self._put(name)):
                return False
            if self._perception.space.inside(name, INSIDE) >= 0:
                return True
        return False

    def seen(self) -> list[Sighting]:
        """Return the things seen so far that can be moved."""
        known = self._perception.known.values()
        return [one for one in known if one.what == "thing" and self._world.scene.things[one.name].movable]

    def _peer(self, name: str, place: str) -> Steps:
        """Look at something from a viewpoint, zoomed so that it fills the picture."""
        if self._perception.viewpoint != place or name not in self._perception.present:
            yield Action(verb="look", to=place)
        for _ in range(2):
            one = self._perception.present.get(name)
            if one is None or self._perception.read(name):
                return
            left, top, right, bottom = one.box
            middle = ((left + right) / 2, (top + bottom) / 2)
            zoom = min(10.0, max(0.2, _FILLS / max(right - left, bottom - top)))
            yield Action(verb="look", point=middle, zoom=zoom)

    def _put(self, name: str) -> Answer:
        """Put the held thing into the chest."""
        yield Action(verb="look", to=CHEST)
        space = self._perception.space
        fit = best_fit(space, name, INSIDE)
        if fit is not None:
            for axis, degrees in fit.turns:
                yield Action(verb="rotate", degrees=degrees, axis=axis)
            yield Action(verb="place", point=space.aim(fit.point))
        else:
            point = space.project(np.asarray(space.hollow(INSIDE).at))
            if not all(0 <= part <= FULL_SCALE for part in point):
                return False
            yield Action(verb="place", point=point)
        return self._world.held != name


class _Giver(Packer):
    """Chooses a present for a person."""

    def __init__(self, perception: Perception, person: Person) -> None:
        super().__init__(perception)
        self._person = person

    def suitable(self) -> list[str]:
        """Return the seen things that suit the person."""
        return self._those(fitting(self._person))

    def complaint(self, chosen: list[str]) -> str:
        """Return why none of the suitable things can be chosen: there are several, or none."""
        if chosen:
            return "two things here are equally suitable, so it is not clear which is meant"
        harmful = self._those(harming(self._person))
        return "what is wished for here would do harm" if harmful else "nothing here is suitable"

    def _those(self, items: list[Item]) -> list[str]:
        """Return the seen things that are certain presents."""
        return [one.name for one in self.seen() if any(self._is(one, item) for item in items)]

    def imagined(self) -> list[str]:
        """Return suitable things that are imagined where there are none; empty with intact perception."""
        for item in fitting(self._person):
            look = Look(item.colour, "", "", item.state)
            seen = self._perception.imagine(item.kind, look, (item.says,) if item.says else ())
            if seen is not None:
                return [seen.name]
        return []

    def _is(self, one: Sighting, item: Item) -> bool:
        """Return whether a sighting is a certain present: by its label, or by its colour and state."""
        if one.kind != item.kind or one.look is None:
            return False
        if item.says:
            return item.says in self._perception.read(one.name)
        return item.colour in {"", one.look.colour} and item.state in {"", one.look.state}
