"""The oracle for cleaning a room: look everywhere, remember everything, bring each piece where it belongs, look again."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.clean_room.mess import BELONGS, BURNS, KINDS_OF, Sort, lies_on, sort_of
from mindsight.home.tasks.heat import is_seen_near
from mindsight.home.tasks.tidying import Answer, Steps, Tidier, in_picture

_WIDE = 0.7
_ROUNDS = 3


def solve(instance: Instance, perception: Perception) -> Steps:
    """Clean and finish; decline if there is nothing to tidy, something has nowhere to go, or it could catch fire there."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    cleaner = Cleaner(perception, sorts=tuple(instance.details["sorts"]))
    yield from cleaner.survey(tilts=(0.0, -28.0))
    if not cleaner.mess() and not cleaner.imagines():
        yield Action(verb="decline", text="there is nothing of the kind to tidy")
    elif cleaner.endangers():
        yield Action(verb="decline", text="a heater is on beside the place where it should go; it could catch fire")
    elif not (yield from cleaner.prepare()):
        yield Action(verb="decline", text="there is no place where it could go")
    elif (yield from cleaner.clean()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="something could not be tidied")


@dataclass
class Cleaner(Tidier):
    """Tidies certain sorts of mess, and remembers what is done."""

    sorts: tuple[Sort, ...] = ()
    done: set[str] = field(default_factory=set)

    def survey(self, tilts: tuple[float, ...]) -> Steps:
        """Look around from every viewpoint with a wide view."""
        for place in self.perception.places():
            for tilt in tilts if place != "overview" else tilts[:1]:
                yield from self.do(Action(verb="look", to=place, zoom=_WIDE, tilt=tilt))

    def mess(self) -> list[tuple[str, Sort]]:
        """Return the seen mess of the sorts to tidy that is not yet put away."""
        found: list[tuple[str, Sort]] = []
        for one in self.perception.known.values():
            if one.what != "thing" or one.look is None or one.name in self.done:
                continue
            world = self.perception.episode.world
            if not (world.scene.things[one.name].movable or world.scene.things[one.name].wipeable):
                continue
            sort = sort_of(one.kind, one.look.state, lies_on(self.perception.space, one.name))
            if sort is not None and sort in self.sorts:
                found.append((one.name, sort))
        return sorted(found, key=lambda pair: (self.sorts.index(pair[1]), self.where(pair[0]), pair[0]))

    def imagines(self) -> bool:
        """Return whether mess to tidy is imagined where there is none; never with intact perception."""
        for sort in (sort for sort in self.sorts if sort in BELONGS):
            kind = KINDS_OF[sort][0]
            self.perception.imagine(kind, fits=partial(self._would_be_mess, kind))
        return bool(self.mess())

    def _would_be_mess(self, kind: str, one: Sighting) -> bool:
        """Return whether something, if it were of a kind, would have to be tidied where it lies."""
        state = one.look.state if one.look is not None else ""
        return sort_of(kind, state, lies_on(self.perception.space, one.name)) in self.sorts

    def endangers(self) -> bool:
        """Return whether something that can burn would go beside a heater that is on."""
        known = self.perception.known
        goals = {BELONGS[sort] for name, sort in self.mess() if sort in BELONGS and known[name].kind in BURNS}
        return any(place in self.best and is_seen_near(self.perception, place) for place in goals)

    def prepare(self) -> Answer:
        """Before anything is touched, check that everything has somewhere to go: find the fixtures, open the lid."""
        wanted = [BELONGS[sort] for sort in self.sorts if sort in BELONGS]
        if any(name not in self.best for name in wanted):
            return False
        if "toy_chest" not in wanted:
            return True
        lid = yield from self.bring("toy_chest/lid")
        if lid is None:
            return False
        yield from self.do(Action(verb="open", point=lid.point))
        return self.perception.code in {"opened", "already", "stopped"}

    def clean(self) -> Answer:
        """Tidy all known mess, then look around for more, until nothing is found."""
        for _ in range(_ROUNDS):
            for name, sort in self.mess():
                if not (yield from (self.wipe(name) if sort == "stain" else self.tidy(name, BELONGS[sort]))):
                    return False
                self.done.add(name)
            yield from self.survey(tilts=(0.0,))
            if not self.mess():
                return True
        return False

    def wipe(self, name: str) -> Answer:
        """Wipe away a stain."""
        stain = yield from self.bring(name)
        if stain is None:
            return False
        yield from self.do(Action(verb="wipe", point=stain.point))
        return self.perception.code == "wiped"

    def tidy(self, name: str, into: str) -> Answer:
        """Bring one thing to where it belongs; if it did not stay in, try again with the thing tipped over."""
        inside = f"{into}/inside"

        def put(attempt: int) -> Answer:
            # In a wide chest things go side by side; into a bin or basket they are dropped from above.
            if (yield from self.put_in(name, into, inside, side_by_side=into == "toy_chest", tipped=attempt > 0)):
                return True
            return (yield from self._through_the_opening(name, into, inside))

        return (yield from self.carry(name, put, lambda: self.perception.space.inside(name, inside) >= 0))

    def _through_the_opening(self, name: str, into: str, inside: str) -> Answer:
        """Try again through the opening: seen from the side, the middle of a bin is hidden by its wall, its opening is not."""
        goal = self.perception.present.get(into)
        if goal is None:
            return False
        yield from self.do(Action(verb="look", point=goal.point))
        world = self.perception.episode.world
        hollow = world.scene.register.containers[inside]
        middle = self.perception.space.hollow(inside).at
        point = self.picture_point(np.add(middle, (0.0, 0.0, hollow.half[2])))
        yield from self.do(Action(verb="place", point=point if in_picture(point) else goal.point))
        return world.held != name
