"""打扫房间, unasked: rubbish, stains, toys and dirty clothes about a room; things in their place stay there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.laying import with_lamps_off
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.clean_room import ROOMS, Maker, furnished
from mindsight.home.tasks.clean_room.mess import BELONGS, CUSTOMS, SORTS, Sort
from mindsight.home.tasks.clean_room.oracle import Cleaner
from mindsight.home.tasks.clean_room.places import Piece, lay_out
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 3
TYPES: dict[str, Wording] = {
    "rubbish": {"zh": "把垃圾扔进垃圾桶", "en": "throw the rubbish into the waste bin"},
    "stain": {"zh": "擦掉污渍和灰尘", "en": "wipe away the stains and the dust"},
    "toy": {"zh": "把散落的玩具收进玩具箱", "en": "put the scattered toys into the toy chest"},
    "clothes": {"zh": "把脏衣服放进脏衣篮", "en": "put the dirty clothes into the laundry basket"},
}
_DRAWS, _LURES, _SPARE, _MOST_OF_A_SORT = 8, 6, 10, 2
_NEEDS_OF_THEIR_OWN = frozenset(
    {
        *("rubber_duck", "toy_boat", "candle", "frying_pan", "bread", "egg_box", "milk_carton"),
        *("mug", "bowl", "plate", "apple", "banana", "alarm_clock"),
    }
)
"""Kinds in their place in a room to be cleaned on demand, about which somebody who was told nothing could do something; so of clothes."""


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: The things do not fit in the room.
    """
    catalogue.load()
    rng = stream(seed, "alone", "clean_room")
    kind = ROOMS[int(rng.integers(len(ROOMS)))]
    room = with_lamps_off(_with_closed_chest(furnished(seed, kind)))
    possible = CUSTOMS[kind].sorts
    count = int(rng.integers(2, len(possible) + 1))
    sorts = {possible[int(index)] for index in rng.permutation(len(possible))[:count]}
    maker = Maker(seed, rng, room)
    mess = [
        maker.mess(sort) for sort in possible if sort in sorts for _ in range(int(rng.integers(1, _MOST_OF_A_SORT + 1)))
    ]
    tidy = [piece for piece in maker.tidy(_LURES + _SPARE) if not _wants_something(piece.kind)]
    for attempt in range(_DRAWS):
        places = stream(seed, "alone", "clean_room", "places", attempt)
        scene = lay_out(room, places, mess) if with_needs else room
        scene = scene and lay_out(scene, places, tidy, most=_LURES)
        if scene is not None and len(scene.things) > len(room.things) + (len(mess) if with_needs else 0):
            break
    else:
        raise Rejected("no_place", f"{len(mess)} things and others do not find room")
    needs = [_need(sort, mess) for sort in SORTS if sort in sorts] if with_needs else []
    kept = {piece.name for piece in tidy}
    return room_instance(
        task="clean_room",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs,
        lures=[one.name for one in scene.things if one.name in kept],
        fixtures=sorted({BELONGS[sort] for sort in sorts if sort in BELONGS}),
        difficulty={"room": kind},
    )


def _with_closed_chest(room: ScenePlan) -> ScenePlan:
    """Return a room whose toy chest is closed: an open lid looks as if it was to be closed."""
    fixtures = tuple(
        one.model_copy(update={"options": {**one.options, "open": False}}) if one.kind == "toy_chest" else one
        for one in room.fixtures
    )
    return room.model_copy(update={"fixtures": fixtures})


def _wants_something(kind: str) -> bool:
    return kind in _NEEDS_OF_THEIR_OWN or KINDS[kind].category == "clothes"


def _need(sort: Sort, mess: Sequence[Piece]) -> Need:
    own = [piece.name for piece in mess if piece.sort == sort]
    goal: list[Any] = [
        ["inside", name, f"{BELONGS[sort]}/inside"] if sort in BELONGS else ["clean", name] for name in own
    ]
    return Need(type=sort, text=TYPES[sort], goal=goal, things=tuple(own))


@dataclass
class RoomKeeper(Cleaner):
    """Sees mess of every sort, and closes the toy chest again if it was closed."""

    sorts: tuple[Sort, ...] = SORTS
    opened: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)

    def survey(self, tilts: tuple[float, ...] = (0.0, -28.0)) -> Steps:
        """Look around from every viewpoint, ahead and down."""
        yield from super().survey(tilts)

    def noticed(self, type_: str) -> bool:
        """Return whether mess of a sort was seen that has somewhere to go."""
        if self.perception.lens.strength("hallucinates"):
            self.imagines()
        if type_ in BELONGS and BELONGS[type_] not in self.best:
            return False
        return any(sort == type_ and name not in self.failed for name, sort in self.mess())

    def settle(self, type_: str) -> Answer:
        """Tidy all mess of a sort."""
        if type_ == "toy" and not (yield from self._open_chest()):
            return False
        for name, sort in self.mess():
            if sort != type_:
                continue
            done = yield from (self.wipe(name) if sort == "stain" else self.tidy(name, BELONGS[sort]))
            (self.done if done else self.failed).add(name)
        return True

    def _open_chest(self) -> Answer:
        lid = yield from self.bring("toy_chest/lid")
        if lid is None:
            return False
        yield from self.do(Action(verb="open", point=lid.point))
        if self.perception.code == "opened":
            self.opened.add("toy_chest/lid")
        return self.perception.code in {"opened", "already", "stopped"}

    def leave(self) -> Steps:
        """Close the chest if it was closed before."""
        for name in sorted(self.opened):
            lid = yield from self.bring(name)
            if lid is not None:
                yield from self.do(Action(verb="close", point=lid.point))


CLEAN_ROOM = register(
    RoomClass(
        key="clean_room",
        title=CLASSES["clean_room"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=RoomKeeper,
        needs=Needs(valid=("jitter", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)),
    )
)
