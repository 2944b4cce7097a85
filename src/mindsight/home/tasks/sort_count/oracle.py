"""The oracle for sorting and counting: read the signs, look at every thing, put each into its box, count, answer."""

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.catalogue.tins import WORDS
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.kinds import Look
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.packing import Fit, Turns, best_fit
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.sort_count.sets import CRITERIA, Criterion, Group

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
Array = NDArray[np.float64]
_TRIES = 3
_CLOSE, _CLOSER = 1.8, 3.0
_MOST_LOOKS = 16
_GAPS_M = (0.020, 0.008)
"""Gaps to leave beside others, tried in turn: a thing put too near to another leans on it."""
_AS_IT_IS: tuple[Turns, ...] = ((), (("upright", 90.0),))
"""Ways to hold a thing that already lies straight: as it is, or turned by a quarter."""


def solve(instance: Instance, perception: Perception) -> Steps:
    """Sort, say the counts and finish; decline if the signs settle nothing, nothing fits one or a box is shut."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    criterion = next(one for one in CRITERIA if one.key == instance.details["criterion"])
    sorter = Sorter(perception, str(instance.details["table"]), criterion)
    yield from sorter.survey()
    if (doubt := sorter.doubt()) is not None:
        yield Action(verb="decline", text=doubt)
    elif not sorter.usable() and not sorter.imagines():
        yield Action(verb="decline", text="there is nothing to sort, or a box cannot be used")
    elif (yield from sorter.sort()):
        yield Action(verb="say", text=sorter.report())
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="it does not all go into the boxes")


@dataclass
class Sorter:
    """Sorts things at a work table; remembers which box is for what and where each thing is."""

    perception: Perception
    table: str
    criterion: Criterion
    signs: dict[str, Group] = field(default_factory=dict)
    """The group of each box, as read on its sign."""
    lies: dict[str, str] = field(default_factory=dict)
    """The box in which each thing was last seen."""
    facing: bool = False
    """Whether the whole table is in view."""

    def __post_init__(self) -> None:
        for notes in (self.signs, self.lies):
            self.perception.note(notes)

    def survey(self) -> Steps:
        """Read every sign and, if the criterion is words, every lid."""
        yield from self.face()
        for name in [one.name for one in self.perception.known.values() if one.kind == "sorting_box"]:
            if not self.perception.read(name):
                yield from self.face()
                if name in self.perception.present:
                    yield from self._near(self.perception.present[name].point, _CLOSE)
        for _ in range(_MOST_LOOKS):
            unread = [one.name for one in self.perception.known.values() if self._is_unread(one)]
            if not unread:
                break
            yield from self.face()
            shown = [name for name in unread if name in self.perception.present]
            if not shown:
                break
            yield from self._near(self.perception.present[shown[0]].point, _CLOSER)
        yield from self.face()
        for one in self.perception.known.values():
            if one.kind == "sorting_box":
                self._read(one)

    def _is_unread(self, one: Sighting) -> bool:
        return self.criterion.key == "label" and one.kind == "round_tin" and not self.perception.read(one.name)

    def _read(self, box: Sighting) -> None:
        for group in self.criterion.groups:
            if f"{group.zh} {group.en}" in self.perception.read(box.name):
                self.signs[box.name] = group

    def doubt(self) -> str | None:
        """Return why the signs do not settle what goes where; None if they do."""
        seen = [one.name for one in self.perception.known.values() if one.kind == "sorting_box"]
        if seen and not any(self.perception.read(name) for name in seen):
            return "no sign says what its box is for"
        if seen and not self.signs:
            return "the signs are not for sorting in this way"
        groups = [group.key for group in self.signs.values()]
        return (
            "two boxes have the same sign, so it is not clear which is meant"
            if len(set(groups)) < len(groups)
            else None
        )

    def usable(self) -> bool:
        """Return whether every box has a sign and is open, and something fits one of them."""
        return self._boxes_usable() and bool(self.wanted())

    def _boxes_usable(self) -> bool:
        seen = [one for one in self.perception.known.values() if one.kind == "sorting_box"]
        shut = any(one.look is None or one.look.state == "closed" for one in seen)
        return bool(self.signs) and len(self.signs) == len(seen) and not shut

    def imagines(self) -> bool:
        """Return whether a thing that fits a sign is imagined where there is none; never with intact perception."""
        if not self._boxes_usable():
            return False
        for group in self.signs.values():
            kind, colour, state = next(group.members())
            words = (" ".join(WORDS[state]),) if state in WORDS else ()
            if self.perception.imagine(kind, Look(colour, "", "", state), words):
                return bool(self.wanted())
        return False

    def wanted(self) -> dict[str, str]:
        """Return the box of each thing that fits a sign."""
        found = {}
        for one in self.perception.known.values():
            for box, group in self.signs.items():
                if one.what == "thing" and self._fits(one, group):
                    found[one.name] = box
        return found

    def _fits(self, one: Sighting, group: Group) -> bool:
        if one.look is None:
            return False
        state = one.look.state
        if self.criterion.key == "label":
            # The state of such a thing is the word read on its lid.
            read = [key for key, words in WORDS.items() if " ".join(words) in self.perception.read(one.name)]
            state = read[0] if read else ""
        return group.holds(one.kind, one.look.colour, state)

    def sort(self) -> Answer:
        """Put all known things into their boxes, until a look at the table finds nothing out of place."""
        for _ in range(_TRIES):
            yield from self.face()
            left = self.misplaced()
            if not left:
                return True
            for name in left:
                box = self.wanted().get(name)
                if box is not None and not (yield from self.move(name, box)):
                    return False
        return not self.misplaced()

    def misplaced(self) -> list[str]:
        """Return things not in their box, as seen or remembered; those in a wrong box first, then by size."""
        self._watch()
        left = [name for name, box in self.wanted().items() if self.lies.get(name) != box]
        return sorted(left, key=lambda name: (name not in self.lies, -self.perception.where[name][1], name))

    def _watch(self) -> None:
        """Remember for everything in view the box that it lies in, if any."""
        things = self.perception.episode.world.scene.things
        for one in self.perception.present.values():
            if one.what != "thing" or not things[one.name].movable:
                continue
            inside = next((box for box in self.signs if self._in(one.name, box)), None)
            if inside is not None:
                self.lies[one.name] = inside
            else:
                self.lies.pop(one.name, None)

    def _in(self, name: str, box: str) -> bool:
        return self.perception.space.inside(name, f"{box}/inside") >= 0

    def move(self, name: str, box: str) -> Answer:
        """Bring one thing into a box, where it lies lowest."""
        if name not in self.perception.present:
            self.facing = False
            if (yield from self.perception.find(name)) is None:
                return False
        yield Action(verb="pick", point=self.perception.present[name].point)
        if self.perception.code != "picked":
            return self.perception.code == "covered"
        world = self.perception.episode.world
        yield from self.face()
        inside = f"{box}/inside"
        space = self.perception.space
        tried = (best_fit(space, name, inside, _AS_IT_IS, gap_m=gap) for gap in _GAPS_M)
        fit = next((one for one in tried if one is not None), None) or best_fit(space, name, inside)
        for axis, degrees in fit.turns if fit is not None else ():
            yield Action(verb="rotate", degrees=degrees, axis=axis)
        yield Action(verb="place", point=self._aim(box, fit))
        if self.perception.code == "placed_in":
            self.lies[name] = box  # as the feedback stated; something may hide the thing from view
            self.perception.remember(name)
        return world.held != name

    def _aim(self, box: str, fit: Fit | None) -> tuple[float, float]:
        """Return the picture point for putting something down: where it fits, else somewhere on the box."""
        if fit is None:
            return (
                self.perception.known[box].point
                if box in self.perception.known
                else self.perception.space.aim(self._middle(box))
            )
        return self.perception.space.aim(fit.point)

    def _middle(self, box: str) -> Array:
        return np.asarray(self.perception.space.hollow(f"{box}/inside").at)

    def face(self) -> Steps:
        """Look at the whole table."""
        if not self.facing:
            yield Action(verb="look", to=self.table)
            self.facing = True

    def _near(self, point: tuple[float, float], zoom: float) -> Steps:
        """Look closely at a point of the view of the whole table."""
        yield Action(verb="look", to=self.table, point=point, zoom=zoom)
        self.facing = False

    def report(self) -> str:
        """Return the counts of what was seen in each box, in the language of the prompts."""
        chinese = self.perception.episode.setting.language == "zh"
        numbers = {box: sum(1 for lies in self.lies.values() if lies == box) for box in self.signs}
        said = [f"{group.zh if chinese else group.en.lower()}: {numbers[box]}" for box, group in self.signs.items()]
        return "，".join(said) if chinese else ", ".join(said)
