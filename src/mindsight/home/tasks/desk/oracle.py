"""The oracle for a desk: look, read the labels, open the drawer, bring each thing to its place."""

from dataclasses import dataclass, field

import numpy as np

from mindsight.engine.geometry.frames import rotate
from mindsight.engine.physics import measures
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.desk.rules import DRAWER, INSIDE, TRAYS, Sort, category_read, place_of
from mindsight.home.tasks.tidying import Answer, Steps, Tidier, in_picture

_AT_DESK = "desk"
_READING = 3.0
_PEN_SPOTS = ((0.0, 0.0), (0.02, 0.02), (-0.02, -0.02))
_BOOK_M = 0.13
_SHELVES = ("shelf_3", "shelf_4", "shelf_2")


def solve(instance: Instance, perception: Perception) -> Steps:
    """Tidy and finish; decline if something named is not there, labels do not settle what goes where, or a place cannot be used."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    tidier = DeskTidier(perception, sorts=tuple(instance.details["sorts"]), says=dict(instance.details["says"]))
    yield from tidier.survey()
    named = set(instance.details["named"])
    if not all(perception.imagine(kind) for kind in sorted(named - {one.kind for one in perception.known.values()})):
        yield Action(verb="decline", text="something that was named is not on the desk")
    elif (doubt := tidier.doubt()) is not None:
        yield Action(verb="decline", text=doubt)
    elif not (yield from tidier.prepare()):
        yield Action(verb="decline", text="there is a thing that has nowhere to go")
    elif (yield from tidier.tidy()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="something could not be put in its place")


@dataclass
class DeskTidier(Tidier):
    """Tidies a desk; ``says`` is the use of each tray and the drawer, from the instruction or from labels."""

    sorts: tuple[Sort, ...] = ()
    says: dict[str, str] = field(default_factory=dict)
    labelled: bool = False
    """Whether labels state the use of trays and drawer."""
    shelved: list[str] = field(default_factory=list)

    def survey(self) -> Steps:
        """Look at the desk, its drawer, the bookcase and the bin, and read the labels if the instruction does not state them."""
        for place in self.perception.places()[2:]:
            yield from self.do(Action(verb="look", to=place))
        self.labelled = not self.says
        if self.labelled:
            for box in (*TRAYS, DRAWER):
                yield from self._read(box)

    def _read(self, box: str) -> Steps:
        """Come closer to a label until it can be read."""
        found = self.perception.known.get(box)
        if found is None:
            return
        if category_read(self.perception.read(box)) is None:
            yield from self.do(Action(verb="look", to="drawer" if box == DRAWER else _AT_DESK))
            shown = self.perception.present.get(box)
            if shown is not None:
                yield Action(verb="look", point=_upper(shown.box), zoom=_READING)
        key = category_read(self.perception.read(box))
        if key is not None:
            self.says[box] = key

    def doubt(self) -> str | None:
        """Return why it is not settled what trays and drawer are for; None if it is."""
        if not self.says:
            return "no label says what trays and drawer are for"
        if self.labelled and any(box in self.perception.known and box not in self.says for box in (*TRAYS, DRAWER)):
            return "a label cannot be read"
        twice = len(set(self.says.values())) < len(self.says)
        return "two places have the same label, so it is not clear which is meant" if twice else None

    def tasks(self) -> list[tuple[str, str]]:
        """Return the seen things on the desk that have a place, each with its place, large things first."""
        world = self.perception.episode.world
        found = [
            (one.name, place)
            for one in self.perception.known.values()
            if one.what == "thing" and world.scene.things[one.name].movable
            if (place := place_of(one.kind, self.sorts, self.says)) is not None
        ]
        return sorted(found, key=lambda pair: (pair[1], -float(np.prod(self.perception.space.sides(pair[0]))), pair[0]))

    def prepare(self) -> Answer:
        """Before anything is touched, check that every needed place is there, and open the drawer."""
        places = {place for _, place in self.tasks()}
        if any(place not in self.best for place in places):
            return False
        drawer = yield from self.bring(DRAWER)
        if drawer is None:
            return False
        yield from self.do(Action(verb="open", point=drawer.point))
        return self.perception.code in {"opened", "already"}

    def tidy(self) -> Answer:
        """Bring everything to its place and close the drawer."""
        for name, place in self.tasks():
            if not (yield from self.bring_home(name, place)):
                return False
        drawer = yield from self.bring(DRAWER)
        if drawer is None:
            return False
        yield from self.do(Action(verb="close", point=drawer.point))
        return self.perception.code in {"closed", "already"}

    def bring_home(self, name: str, place: str) -> Answer:
        """Bring one thing to its place; return whether it is there."""
        inside = INSIDE.get(place, f"{place}/inside")
        if place == "bookcase":
            done = self.carry(name, lambda _: self._shelve(name), lambda: self.rests(name, place))
        elif place == "coaster":
            done = self.carry(
                name,
                lambda _: self._stand(name, place),
                lambda: self.rests(name, place) and not self.rests(name, "desk"),
            )
        else:
            done = self.carry(
                name,
                lambda attempt: self._drop(name, place, inside, attempt),
                lambda: self.perception.space.inside(name, inside) >= 0,
            )
        return (yield from done)

    def rests(self, name: str, place: str) -> bool:
        """Return whether something lies on a place."""
        return measures.rests_on(self.perception.episode.world, name, place) > measures.CARRIED_N

    def _drop(self, name: str, place: str, inside: str, attempt: int) -> Answer:
        if place == "pen_holder":
            return self._insert(name, inside, attempt)
        if place in INSIDE:
            return self.put_in(name, place, inside, at=_AT_DESK, side_by_side=True)
        return self.put_in(name, place, inside, tipped=attempt > 0)

    def _insert(self, name: str, inside: str, attempt: int) -> Answer:
        """Turn a pen upright and lower it through the opening of the holder."""
        yield from self.do(Action(verb="look", to=_AT_DESK))
        world = self.perception.episode.world
        ahead = rotate(world.frame("hand").turn, (1.0, 0.0, 0.0))
        if abs(ahead[2]) < 0.7:
            yield Action(verb="rotate", degrees=-float(np.degrees(np.arctan2(ahead[1], ahead[0]))), axis="upright")
            yield Action(verb="rotate", degrees=-90.0, axis="sideways")
        hollow = world.scene.register.containers[inside]
        space = self.perception.space
        x, y = _PEN_SPOTS[attempt % len(_PEN_SPOTS)]
        opening = space.hollow(inside).point((x, y, hollow.half[2]))
        yield from self.do(Action(verb="place", point=space.aim(np.asarray(opening))))
        return world.held != name

    def _stand(self, name: str, place: str) -> Answer:
        """Put down a mug so that its foot, not its handle, is over the middle of what is below."""
        world = self.perception.episode.world
        yield from self.do(Action(verb="look", to=_AT_DESK))
        space = self.perception.space
        low, high = space.extent(name, np.eye(3), np.asarray(space.frame(name).at))
        surface = world.scene.register.surfaces[f"{place}/top"]
        at = np.asarray(space.frame(surface.body).point(surface.at))
        at[:2] += (low + high)[:2] / 2
        yield from self.do(Action(verb="place", point=space.aim(at)))
        return world.held != name

    def _shelve(self, name: str) -> Answer:
        """Lay a book along a shelf, beside those already laid there."""
        world = self.perception.episode.world
        yield from self.do(Action(verb="look", to="bookcase"))
        case = self.perception.space.frame("bookcase")
        along, book = rotate(case.turn, (1.0, 0.0, 0.0)), rotate(world.frame("hand").turn, (0.0, 1.0, 0.0))
        degrees = float(np.degrees(np.arctan2(along[1], along[0]) - np.arctan2(book[1], book[0])))
        yield Action(verb="rotate", degrees=(degrees + 90.0) % 180.0 - 90.0, axis="upright")
        for at in self._shelf_places()[len(self.shelved) :]:
            self.shelved.append(name)
            point = self.picture_point(np.asarray(case.point(at)))
            if in_picture(point):
                yield from self.do(Action(verb="place", point=point))
            if world.held != name:
                return True
        return False

    def _shelf_places(self) -> list[tuple[float, float, float]]:
        """Return places for a book on the shelves, in the frame of the bookcase; rows of books take up part of some."""
        register = self.perception.episode.world.scene.register
        shelves = [register.surfaces[f"bookcase/{shelf}"] for shelf in _SHELVES]
        places = []
        for shelf in sorted(shelves, key=lambda one: -one.half[0]):
            x, y, z = shelf.at
            aside = max(0.0, shelf.half[0] - _BOOK_M)
            places += [(x + side * aside, y - 0.02, z) for side in (-1, 1)]
        return places


def _upper(box: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the middle of the upper part of something, where its label is."""
    left, top, right, bottom = box
    return (left + right) / 2, top + 0.3 * (bottom - top)
