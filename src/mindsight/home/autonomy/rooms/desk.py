"""整理桌面, unasked: things on a desk that have a place of their own there, by kind and by labels, and a drawer left open."""

from dataclasses import dataclass, field
from typing import Any, cast

from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.physics.actions import Action
from mindsight.engine.seeds import stream
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.desk import Maker
from mindsight.home.tasks.desk.oracle import DeskTidier
from mindsight.home.tasks.desk.places import Piece, lay_out, study
from mindsight.home.tasks.desk.rules import (
    CATEGORIES,
    DRAWER,
    HOLDER,
    INSIDE,
    KINDS_OF,
    SORTS,
    TRAYS,
    Sort,
    kinds_under,
    place_of,
)
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 1
_SORTS: dict[str, Wording] = {
    "pens": {"zh": "把笔插进笔筒", "en": "put the pens into the pen holder"},
    "mug": {"zh": "把杯子放到杯垫上", "en": "put the mug on the coaster"},
    "books": {"zh": "把书放回书架", "en": "put the books back in the bookcase"},
    "rubbish": {"zh": "把桌上的垃圾扔进垃圾桶", "en": "throw the rubbish on the desk into the waste bin"},
}
_LABELS: dict[str, Wording] = {
    key: {
        "zh": f"把{one.spoken[0]}放进有标签的收纳盒",
        "en": f"put the {one.spoken[1]} into the tray with their label",
    }
    for key, one in CATEGORIES.items()
}
_CLOSE: Wording = {"zh": "关上书桌的抽屉", "en": "close the drawer of the desk"}
TYPES: dict[str, Wording] = {**_SORTS, **_LABELS, "drawer": _CLOSE}
_MOST_NEEDS, _MOST_OF_A_SORT, _LURES, _ALL = 4, 2, 4, 99
_AT_HOME = frozenset({"alarm_clock", "potted_plant", "picture_frame", "headphones", "notebook", "camera", "sunglasses"})
"""What may stay on a desk without anybody wondering; a candle that burns or half an orange would be needs of their own."""
_TALL = (2, 1, 1, 0, 0, 0)


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the study of a seed.

    Raises:
        Rejected: The things do not fit on the desk, or no room fits the furniture.
    """
    catalogue.load()
    rng = stream(seed, "alone", "desk")
    keys = [list(CATEGORIES)[int(index)] for index in rng.permutation(len(CATEGORIES))[: len(TRAYS)]]
    says = dict(zip(TRAYS, keys, strict=True))
    chosen = _chosen(rng, keys)
    maker = Maker(seed, rng)
    mess = [piece for type_ in chosen if type_ != "drawer" for piece in _left(type_, keys, maker, rng)]
    others = tuple(one for one in maker.staying(SORTS, keys, _ALL) if one.kind in _AT_HOME)
    is_open = "drawer" in chosen and with_needs
    scene = _scene(seed, says, mess if with_needs else [], others, is_open=is_open)
    needs = [_need(type_, says, mess) for type_ in TYPES if type_ in chosen] if with_needs else []
    kept = {piece.name for piece in others}
    return room_instance(
        task="desk",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs,
        lures=[one.name for one in scene.things if one.name in kept],
        fixtures=sorted({_place(one, says) for one in chosen}),
        difficulty={"drawer": "open" if is_open else "closed"},
    )


def _chosen(rng: Generator, keys: list[str]) -> list[str]:
    pool = [*_SORTS, *keys, "drawer"]
    count = int(rng.integers(2, _MOST_NEEDS + 1))
    return [pool[int(index)] for index in rng.permutation(len(pool))[:count]]


def _left(type_: str, keys: list[str], maker: Maker, rng: Generator) -> list[Piece]:
    kinds = KINDS_OF[type_] if type_ in SORTS else kinds_under(type_, keys)
    count = 1 if type_ == "mug" else int(rng.integers(1, _MOST_OF_A_SORT + 1))
    return [maker.piece(kinds[int(rng.integers(len(kinds)))]) for _ in range(count)]


def _scene(seed: int, says: dict[str, str], mess: list[Piece], others: tuple[Piece, ...], *, is_open: bool) -> Any:
    options: dict[str, dict[str, object]] = {place: {} for place in HOLDER.values()}
    options |= {tray: {"label": [CATEGORIES[key].zh, CATEGORIES[key].en]} for tray, key in says.items()}
    options["desk"] = {"open": is_open}
    try:
        room = study(seed, stream(seed, "alone", "desk", "organisers"), options)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    for attempt, tall in enumerate(_TALL):
        scene = lay_out(room, stream(seed, "alone", "desk", "places", attempt), mess, others, _LURES, tall)
        if scene is not None and len(scene.things) > len(mess):
            return scene
    raise Rejected("no_place", f"{len(mess)} things and others do not find room side by side")


def _place(type_: str, says: dict[str, str]) -> str:
    if type_ == "drawer":
        return DRAWER
    return HOLDER[type_] if type_ in SORTS else next(tray for tray, key in says.items() if key == type_)


def _need(type_: str, says: dict[str, str], mess: list[Piece]) -> Need:
    if type_ == "drawer":
        return Need(type=type_, text=_CLOSE, goal=[["part_is", DRAWER, "closed"]], things=(DRAWER,))
    place = _place(type_, says)
    own = [piece.name for piece in mess if place_of(piece.kind, SORTS, says) == place]
    goal: list[Any] = [condition for name in own for condition in _home(name, place)]
    return Need(type=type_, text=TYPES[type_], goal=goal, things=tuple(own))


def _home(name: str, place: str) -> list[Any]:
    if place == "coaster":
        return [["on", name, place], ["not", ["on", name, "desk"]]]
    if place == "bookcase":
        return [["on", name, place]]
    return [["inside", name, INSIDE.get(place, f"{place}/inside")]]


@dataclass
class DeskKeeper(DeskTidier):
    """Sees what on a desk has a place of its own, and whether the drawer stands open."""

    sorts: tuple[Sort, ...] = SORTS
    failed: set[str] = field(default_factory=set)

    def survey(self) -> Steps:
        """Look at the desk and what stands around it, and read the labels."""
        self.says = {}
        yield from super().survey()
        self.says.pop(DRAWER, None)

    def noticed(self, type_: str) -> bool:
        """Return whether something of a type was seen out of its place."""
        if type_ == "drawer":
            return DRAWER in self.perception.known and self.perception.space.stands_open(DRAWER)
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Bring the things of a type home, or close the drawer."""
        if type_ == "drawer":
            drawer = yield from self.bring(DRAWER)
            if drawer is None:
                return False
            yield from self.do(Action(verb="close", point=drawer.point))
            return self.perception.code in {"closed", "already"}
        for name, place in self._own(type_):
            if not (yield from self.bring_home(name, place)):
                self.failed.add(name)
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _own(self, type_: str) -> list[tuple[str, str]]:
        place = HOLDER.get(cast("Sort", type_)) or next((tray for tray, key in self.says.items() if key == type_), "")
        return [
            (name, at)
            for name, at in self.tasks()
            if at == place and name not in self.failed and not self._is_home(name, at)
        ]

    def _is_home(self, name: str, place: str) -> bool:
        if place == "bookcase":
            return self.rests(name, place)
        if place == "coaster":
            return self.rests(name, place) and not self.rests(name, "desk")
        return self.perception.space.inside(name, INSIDE.get(place, f"{place}/inside")) >= 0


DESK = register(
    RoomClass(
        key="desk",
        title=CLASSES["desk"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=DeskKeeper,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)
        ),
    )
)
