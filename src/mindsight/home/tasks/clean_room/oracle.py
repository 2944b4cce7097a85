"""The oracle for cleaning a room: look everywhere, remember all, bring each piece where it belongs, look again."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.clean_room.mess import BELONGS, KINDS_OF, Sort, lies_on, sort_of
from mindsight.home.tasks.tidying import Answer, Steps, Tidier, in_picture

_WIDE = 0.7
_ROUNDS = 3


def solve(instance: Instance, perception: Perception) -> Steps:
    """Clean and finish; decline when there is nothing to tidy or something has nowhere to go."""
    if instance.reason in {"impossible", "not_home"}:
        # What is asked is understood from the words alone.
        yield Action(verb="decline", text="that cannot be done")
        return
    cleaner = _Cleaner(perception, sorts=tuple(instance.details["sorts"]))
    yield from cleaner.survey(tilts=(0.0, -28.0))
    if not cleaner.mess() and not cleaner.imagines():
        yield Action(verb="decline", text="there is nothing of the kind to tidy")
    elif not (yield from cleaner.prepare()):
        yield Action(verb="decline", text="there is no place where it could go")
    elif (yield from cleaner.clean()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="something could not be tidied")


@dataclass
class _Cleaner(Tidier):
    """Somebody who tidies certain sorts of mess, and remembers which is done with."""

    sorts: tuple[Sort, ...] = ()
    done: set[str] = field(default_factory=set)

    def survey(self, tilts: tuple[float, ...]) -> Steps:
        """Look around wide-eyed from every place."""
        for place in self.perception.places():
            for tilt in tilts if place != "overview" else tilts[:1]:
                yield from self.do(Action(verb="look", to=place, zoom=_WIDE, tilt=tilt))

    def mess(self) -> list[tuple[str, Sort]]:
        """Return what was seen lying about of the sorts to tidy and is not yet put away."""
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
        """Look once more for mess of the sorts to tidy where there is none; the intact oracle sees none."""
        for sort in (sort for sort in self.sorts if sort in BELONGS):
            kind = KINDS_OF[sort][0]
            self.perception.imagine(kind, fits=partial(self._would_be_mess, kind))
        return bool(self.mess())

    def _would_be_mess(self, kind: str, one: Sighting) -> bool:
        """Return whether something would have to be tidied where it lies, were it of a kind."""
        state = one.look.state if one.look is not None else ""
        return sort_of(kind, state, lies_on(self.perception.space, one.name)) in self.sorts

    def prepare(self) -> Answer:
        """Make sure that everything has somewhere to go, before anything is touched: find it, open the lid."""
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
        """Tidy all that is known, then look for more, until a look around finds nothing."""
        for _ in range(_ROUNDS):
            for name, sort in self.mess():
                if not (yield from (self._wipe(name) if sort == "stain" else self._tidy(name, BELONGS[sort]))):
                    return False
                self.done.add(name)
            yield from self.survey(tilts=(0.0,))
            if not self.mess():
                return True
        return False

    def _wipe(self, name: str) -> Answer:
        stain = yield from self.bring(name)
        if stain is None:
            return False
        yield from self.do(Action(verb="wipe", point=stain.point))
        return self.perception.code == "wiped"

    def _tidy(self, name: str, into: str) -> Answer:
        """Bring one thing to where it belongs; once more, tipped over, if it did not stay in."""
        inside = f"{into}/inside"

        def put(attempt: int) -> Answer:
            # A chest is wide: things go side by side. Into a bin or basket one drops them from above.
            if (yield from self.put_in(name, into, inside, side_by_side=into == "toy_chest", tipped=attempt > 0)):
                return True
            return (yield from self._through_the_opening(name, into, inside))

        return (yield from self.carry(name, put, lambda: self.perception.space.inside(name, inside) >= 0))

    def _through_the_opening(self, name: str, into: str, inside: str) -> Answer:
        """Try again what found no room: seen from the side, the middle of a bin is behind its wall, its opening is not."""
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
