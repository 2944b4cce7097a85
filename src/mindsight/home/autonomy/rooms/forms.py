"""Forms of need that several classes share: something of the room is on, running or open that should not be, or the other way round."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from numpy.random import Generator as Random

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan
from mindsight.home.autonomy.rooms.needs import Need, Wording
from mindsight.home.oracle.perception import Perception, Search
from mindsight.home.tasks.tidying import Answer, Steps

Hand = Literal["press", "open", "close"]
_NEAR, _NEARER, _WIDE, _TRIES, _LOOKS = 2.5, 2.0, 0.7, 3, 5
_DONE = frozenset({"pressed", "opened", "closed", "already", "walked"})
_SMALL_PX, _AJAR = 8.0, 0.1
BOARD = "pin_board"


@dataclass(frozen=True)
class Spot:
    """Something that may be in the wrong state: the fixture and its part, the options that leave it so, and those that do not."""

    fixture: str
    part: str
    hand: Hand
    wrong: dict[str, Any]
    right: dict[str, Any]
    goal: tuple[Any, ...]

    @property
    def things(self) -> tuple[str, ...]:
        """What putting it right may change."""
        return tuple(dict.fromkeys((self.goal[1], self.part)))


SpotsIn = Callable[[ScenePlan], list[Spot]]
"""Returns where in a room a type of need can arise."""
IsWrong = Callable[[Sighting], bool | None]
"""Returns whether a part that was seen is in the wrong state; None if that does not show on it."""


@dataclass(frozen=True)
class Kind:
    """A type of need of this form: its wording, where it arises, and how one sees it."""

    text: Wording
    spots: SpotsIn
    hand: Hand
    is_wrong: IsWrong


def said(key: str, wrong: object) -> IsWrong:
    """Return the rule by which something is wrong while a lamp, a glow or water shows that a setting has a value."""

    def rule(one: Sighting) -> bool | None:
        shown = dict(one.says)
        return shown[key] == wrong if key in shown else None

    return rule


def stands(wrong: Literal["open", "closed"]) -> IsWrong:
    """Return the rule by which a door, lid, drawer or curtain is wrong while it stands open, or while it is closed."""

    def rule(one: Sighting) -> bool | None:
        if one.opened is None:
            return None
        return one.opened > _AJAR if wrong == "open" else one.opened < 1 - _AJAR

    return rule


def set_up(room: ScenePlan, wrong: Sequence[Spot], right: Sequence[Spot]) -> ScenePlan:
    """Return a room in which some things are left in the wrong state, and others are in the right one."""
    options: dict[str, dict[str, Any]] = {}
    for spot, chosen in [*((one, one.right) for one in right), *((one, one.wrong) for one in wrong)]:
        held = options.setdefault(spot.fixture, {})
        opened = {**held.get("opened", {}), **chosen.get("opened", {})}
        held.update({**chosen, **({"opened": opened} if opened else {})})
    fixtures = tuple(_with(one, options.get(one.name, {})) for one in room.fixtures)
    return room.model_copy(update={"fixtures": fixtures})


def need_of(type_: str, kind: Kind, spots: Sequence[Spot]) -> Need:
    """Return the need that everything of a type is put right."""
    things = tuple(dict.fromkeys(thing for one in spots for thing in one.things))
    return Need(type=type_, text=kind.text, goal=[list(one.goal) for one in spots], things=things)


def drawn(rng: Random, spots: Sequence[Spot], most: int) -> list[Spot]:
    """Return one to ``most`` of some spots, at random."""
    count = int(rng.integers(1, min(most, len(spots)) + 1))
    return [spots[int(index)] for index in rng.permutation(len(spots))[:count]]


def _with(fixture: FixturePlan, options: dict[str, Any]) -> FixturePlan:
    return fixture.model_copy(update={"options": {**fixture.options, **options}}) if options else fixture


@dataclass
class Rounds:
    """Goes round a room and puts right what is seen to be on, running or open, or closed, that should not be.

    ``fitting`` says of a part, or of a thing that shows the state of its part, which type of need it can have, and the part.
    """

    perception: Perception
    kinds: dict[str, Kind]
    fitting: Callable[[Perception, Sighting], tuple[str, str] | None]
    states: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """The type of need of each part, and whether it was wrong when it was last seen."""
    failed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.perception.note(self.states)

    def survey(self) -> Steps:
        """Look around from every viewpoint, wide and then down."""
        for place in self.perception.places():
            for tilt in (0.0, -25.0):
                yield Action(verb="look", to=place, zoom=_WIDE, tilt=tilt)
                self._note()

    def noticed(self, type_: str) -> bool:
        """Return whether something of a type was seen in the wrong state."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Put everything of a type right."""
        for name in self._own(type_):
            if not (yield from self._put_right(name, self.kinds[type_])):
                self.failed.add(name)
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _own(self, type_: str) -> list[str]:
        wrong = [name for name, (own, is_wrong) in sorted(self.states.items()) if is_wrong and own == type_]
        return [name for name in wrong if name not in self.failed]

    def _note(self) -> None:
        for one in self.perception.present.values():
            found = self.fitting(self.perception, one)
            wrong = self.kinds[found[0]].is_wrong(one) if found is not None else None
            if found is not None and wrong is not None:
                self.states[found[1]] = (found[0], wrong)

    def _put_right(self, part: str, kind: Kind) -> Answer:
        for _ in range(_TRIES):
            one = yield from self._close_to(part)
            if one is None:
                return False
            type_, _ = self.states.pop(part)
            yield Action(verb=kind.hand, point=one.point)
            self._note()
            owner = part.partition("/")[0]
            if part not in self.states and owner in self.perception.where:
                # What shows the state, such as the shade of a lamp, may be out of the picture.
                yield Action(verb="look", to=self.perception.where[owner][0], zoom=_WIDE)
                self._note()
            if not self.states.setdefault(part, (type_, self.perception.code not in _DONE))[1]:
                return True
        return False

    def _close_to(self, part: str) -> Search:
        """Bring a part into view, so large that it can be hit: first what it belongs to, then closer."""
        owner = part.partition("/")[0]
        if part not in self.perception.present:
            yield from self.perception.find(part if part in self.perception.where else owner)
        for _ in range(_LOOKS):
            one = self.perception.present.get(part)
            if one is not None and one.side_px >= _SMALL_PX:
                return one
            around = one or self.perception.present.get(owner)
            if around is None:
                return None
            yield Action(verb="look", point=around.point, zoom=_NEAR if one is not None else _NEARER)
        return self.perception.present.get(part)


def with_note(room: ScenePlan, title: str, rows: Sequence[str]) -> ScenePlan:
    """Return a room with a note on its pin board."""
    options = {"title": title, "rows": list(rows)}
    fixtures = tuple(_with(one, options) if one.kind == BOARD else one for one in room.fixtures)
    return room.model_copy(update={"fixtures": fixtures})


def read_note(perception: Perception) -> Generator[Action, None, list[str]]:
    """Come closer to the board until it can be read, and return its lines; none if there is no board."""
    board = next((one for one in perception.known.values() if one.kind == BOARD), None)
    if board is None:
        return []
    if not perception.read(board.name):
        found: Sighting | None = yield from perception.find(board.name)
        for zoom in (3.0, 2.0):
            if found is not None:
                yield Action(verb="look", point=found.point, zoom=zoom)
                found = perception.present.get(board.name)
    return [line for text in perception.read(board.name) for line in text.split("\n")]
