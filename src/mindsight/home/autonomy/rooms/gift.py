"""挑选礼物, unasked: an open gift chest under a list of presents, half packed: some lie about, some in it should not be there."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError, footprint, free_spots
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.aside import put_aside
from mindsight.home.autonomy.rooms.forms import BOARD, read_note, with_note
from mindsight.home.autonomy.rooms.laying import dropped
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.clean_room.mess import SORTS, Sort
from mindsight.home.tasks.clean_room.oracle import Cleaner
from mindsight.home.tasks.gift import lay_presents
from mindsight.home.tasks.gift.items import ITEMS
from mindsight.home.tasks.gift.oracle import CHEST, INSIDE, LID, Packer
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 2
TYPES: dict[str, Wording] = {
    "pack": {
        "zh": "把清单上还没装的礼物放进礼物箱",
        "en": "put the presents on the list that still lie about into the gift chest",
    },
    "stray": {"zh": "把清单上没有的东西从礼物箱里拿出来", "en": "take what is not on the list out of the gift chest"},
    "soiled": {
        "zh": "把礼物箱里弄脏的那件换成干净的",
        "en": "replace the soiled present in the gift chest by the clean one",
    },
    "unsuited": {
        "zh": "把礼物箱里对收礼人不合适的那件换成合适的",
        "en": "replace the present in the gift chest that is wrong for this person by the one that is right",
    },
    "litter": {"zh": "把包装留下的垃圾扔进垃圾桶", "en": "throw the rubbish left from packing into the waste bin"},
}
_CLOSE: Wording = {"zh": "盖上礼物箱", "en": "close the gift chest"}
_OPEN_ROW = "先别盖箱盖 LEAVE THE LID OPEN"
_ROOMS: tuple[RoomKind, ...] = ("bedroom", "living_room", "study")
_PLAIN = ("toy_car", "toy_boat", "toy_train", "camera", "pencil_case", "sunglasses")
"""Kinds of presents of which all are alike in what they are good for, and none so flat or arched that one could come to lie on another,
nor so round that it rolls when its neighbour is taken out."""
_SOILED = ("towel", "mug")
_MOST_NEEDS, _MOST_PACKED, _DRAWS = 4, 2, 6
_PACKINGS, _GAP_M = 60, 0.006


@dataclass(frozen=True)
class _Fact:
    """What the list says of the person: as a row, and the kind of present of which one colour is wrong and another right."""

    row: str
    kind: str
    wrong: str
    right: str

    def says(self, colour: str) -> str:
        """Return the words on the present of a colour."""
        return next(item.says for item in ITEMS if (item.kind, item.colour) == (self.kind, colour))


# No kind so large and flat that what is packed first would come to lie on it.
_FACTS = (
    _Fact("对坚果过敏 NUT ALLERGY", "chocolates", "brown", "blue"),
    _Fact("不能沾酒 NO ALCOHOL", "chocolates", "purple", "green"),
    _Fact("不能碰咖啡因 NO CAFFEINE", "tea_tin", "green", "yellow"),
    _Fact("对牛奶过敏 MILK ALLERGY", "chocolates", "blue", "green"),
)
_PEOPLE = ("给小雨 FOR YU", "给阿明 FOR MING", "给乐乐 FOR LELE", "给安娜 FOR ANNA")


@dataclass
class _Presents:
    """What lies in the chest, about the room and on the floor, what the list names, and the needs that follow."""

    chest: list[ThingPlan] = field(default_factory=list)
    about: list[ThingPlan] = field(default_factory=list)
    floor: list[ThingPlan] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    lures: dict[str, Wording] = field(default_factory=dict)


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: The room has no place for the chest or the list, or the things do not fit.
    """
    catalogue.load()
    rng = stream(seed, "alone", "gift")
    count = int(rng.integers(2, _MOST_NEEDS + 1))
    types = {list(TYPES)[int(index)] for index in rng.permutation(len(TYPES))[:count]}
    fact = _FACTS[int(rng.integers(len(_FACTS)))]
    kind = _ROOMS[int(rng.integers(len(_ROOMS)))]
    title = _PEOPLE[int(rng.integers(len(_PEOPLE)))]
    found = _presents(seed, rng, types if with_needs else set(), fact)
    rows = [fact.row, *(_row(one) for one in found.listed), _OPEN_ROW]
    for attempt in range(_DRAWS):
        try:
            scene = _scene(kind, seed, found, with_note_of=(title, rows), attempt=attempt)
            break
        except (NoPlaceError, Rejected) as error:
            failed = error
    else:
        raise Rejected("no_place", str(failed))
    return room_instance(
        task="gift",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=found.needs,
        lures={**found.lures, LID: _CLOSE},
        fixtures=[CHEST, BOARD, "waste_bin"],
        difficulty={"room": kind},
    )


def _row(kind: str) -> str:
    return f"{KINDS[kind].zh} {KINDS[kind].en}"


def _presents(seed: int, rng: Generator, types: set[str], fact: _Fact) -> _Presents:
    """Draw what lies where: one listed present is packed already."""
    found = _Presents()
    plain = [_PLAIN[int(index)] for index in rng.permutation(len(_PLAIN))]
    found.listed.append(plain.pop())
    found.chest.append(_thing(seed, found.listed[0]))
    if "pack" in types:
        kinds = [plain.pop() for _ in range(int(rng.integers(1, _MOST_PACKED + 1)))]
        found.listed += kinds
        found.about += (own := [_thing(seed, kind) for kind in kinds])
        found.needs.append(_need("pack", own, []))
    if "stray" in types:
        found.chest.append(stray := _thing(seed, plain.pop()))
        found.needs.append(_need("stray", [], [stray]))
    swaps = {"soiled": (_SOILED[int(rng.integers(len(_SOILED)))], "", "", "clean", "stained"),
             "unsuited": (fact.kind, fact.right, fact.wrong, "", "")}  # fmt: skip
    for type_, (kind, right, wrong, clean, soiled) in swaps.items():
        if type_ in types:
            good, bad = _thing(seed, kind, right, clean), _thing(seed, kind, wrong, soiled, 2)
            found.listed.append(kind)
            found.about.append(good)
            found.chest.append(bad)
            found.needs.append(_need(type_, [good], [bad]))
    if "unsuited" not in types:
        # What is wrong for the person, and is not on the list, may lie about.
        found.about.append(wrong_one := _thing(seed, fact.kind, fact.wrong, "", 2))
        found.lures[wrong_one.name] = _offer(wrong_one.kind)
    if "litter" in types:
        found.floor = [_thing(seed, "paper_ball", number=number + 1) for number in range(int(rng.integers(1, 3)))]
        goal = [["inside", one.name, "waste_bin/inside"] for one in found.floor]
        own_names = tuple(one.name for one in found.floor)
        found.needs.append(Need(type="litter", text=TYPES["litter"], goal=goal, things=own_names))
    found.about.append(other := _thing(seed, plain.pop()))
    found.lures[other.name] = _offer(other.kind)
    return found


def _offer(kind: str) -> Wording:
    return {"zh": f"把{KINDS[kind].zh}放进礼物箱", "en": f"put the {KINDS[kind].en} into the gift chest"}


def _thing(seed: int, kind: str, colour: str = "", state: str = "", number: int = 1) -> ThingPlan:
    own = subseed(seed, "alone", "gift", kind, number)
    colours = KINDS[kind].colours
    return ThingPlan(
        name=f"{kind}.{number}",
        kind=kind,
        seed=own,
        on="",
        at=(0.0, 0.0),
        colour=colour or (colours[own % len(colours)] if colours else ""),
        state=state or ("clean" if "clean" in KINDS[kind].states else ""),
    )


def _need(type_: str, into: list[ThingPlan], out: list[ThingPlan]) -> Need:
    goal: list[Any] = [["inside", one.name, INSIDE] for one in into]
    goal += [["not", ["inside", one.name, INSIDE]] for one in out]
    return Need(type=type_, text=TYPES[type_], goal=goal, things=tuple(one.name for one in (*into, *out)))


def _scene(
    kind: RoomKind, seed: int, found: _Presents, *, with_note_of: tuple[str, list[str]], attempt: int
) -> ScenePlan:
    rng = stream(seed, "alone", "gift", "places", attempt)
    own_seed = subseed(seed, "alone", "gift", "room", attempt)
    try:
        room = furnish(kind, own_seed, wanted=("gift_chest", BOARD, "waste_bin"))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    room = with_note(room, *with_note_of)
    room = room.model_copy(update={"fixtures": tuple(_opened(one) for one in room.fixtures)})
    room = _packed(room, found.chest, rng)
    room = lay_presents(room, found.about, rng)
    for one in found.floor:
        room = dropped(room, one, rng)
    return room


def _packed(room: ScenePlan, things: list[ThingPlan], rng: Generator) -> ScenePlan:
    """Lay things side by side into the chest, towards its back, where its front does not hide them."""
    sizes = {one.name: footprint(one.kind, one.seed, one.colour, one.state) for one in things}
    in_order = sorted(things, key=lambda one: -sizes[one.name].radius)
    found = []
    for _ in range(_PACKINGS):
        with suppress(NoPlaceError):
            found.append(free_spots(room, rng, [sizes[one.name] for one in in_order], (INSIDE,), margin_m=_GAP_M))
    if not found:
        raise Rejected("full", "the presents do not fit into the chest side by side")
    best = max(found, key=lambda spots: min(spot.at[1] for spot in spots))
    return room.with_things(
        *(
            one.model_copy(update={"on": spot.on, "at": spot.at, "yaw": spot.yaw})
            for one, spot in zip(in_order, best, strict=True)
        )
    )


def _opened(fixture: FixturePlan) -> FixturePlan:
    if fixture.kind != "gift_chest":
        return fixture
    return fixture.model_copy(update={"options": {**fixture.options, "open": True, "locked": False}})


@dataclass
class GiftKeeper(Cleaner):
    """Reads the list and the labels, and compares them with what lies in the chest and about the room."""

    sorts: tuple[Sort, ...] = SORTS
    lines: list[str] = field(default_factory=list)
    inside: set[str] = field(default_factory=set)
    """What was last seen in the chest."""
    failed: set[str] = field(default_factory=set)

    def survey(self, tilts: tuple[float, ...] = (0.0, -28.0)) -> Steps:
        """Look everywhere, read the list and the labels, and look into the chest."""
        if not self.lines:
            yield from super().survey(tilts)
            self.lines = yield from read_note(self.perception)
            packer = Packer(self.perception)
            yield from packer.survey()
            yield from packer.read_labels()
        yield from self._look_in()

    def noticed(self, type_: str) -> bool:
        """Return whether a need of a type was seen."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Meet the need of a type: first take out what should not be there."""
        for name in self._own(type_):
            if type_ == "litter":
                done = yield from self.tidy(name, "waste_bin")
            elif name in self.inside:
                done = yield from self._take_out(name)
            else:
                yield from self.bring(name)
                done = yield from Packer(self.perception).bring(name)
                # As the feedback stated; the front of the chest may hide it.
                self.inside |= {name} if done else set()
            if not done:
                self.failed.add(name)
            yield from self._look_in()
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _look_in(self) -> Steps:
        yield from self.do(Action(verb="look", to=CHEST))
        present = [one.name for one in self.perception.present.values() if self._is_present(one.name)]
        self.inside -= set(present)
        self.inside |= {name for name in present if self.perception.space.inside(name, INSIDE) >= 0}

    def _own(self, type_: str) -> list[str]:
        """Return what is to be moved for a type of need, what is to be taken out first."""
        known = [one for one in self.perception.known.values() if self._is_present(one.name)]
        if type_ == "litter":
            return sorted(name for name, sort in self.mess() if sort == "rubbish" and name not in self.failed)
        listed = {one.name for one in known if _row(one.kind) in self.lines}
        bad = {name: why for name in listed if (why := self._fault(name))}
        replaced = {self.perception.known[name].kind: why for name, why in bad.items()}
        found = []
        for name in (one.name for one in known if one.name not in self.failed):
            kind, packed = self.perception.known[name].kind, name in self.inside
            if name in listed and packed == (name in bad):
                found += [(not packed, name)] if replaced.get(kind, "pack") == type_ else []
            elif name not in listed and packed and type_ == "stray":
                found.append((False, name))
        return [name for _, name in sorted(found)]

    def _is_present(self, name: str) -> bool:
        thing = self.perception.episode.world.scene.things.get(name)
        return thing is not None and thing.movable and thing.category != "rubbish"

    def _fault(self, name: str) -> str:
        """Return why a listed present is not to be given: it is soiled, or wrong for the person of whom the list tells."""
        one = self.perception.known[name]
        if one.look is not None and one.look.state == "stained":
            return "soiled"
        wrong = [fact.says(fact.wrong) for fact in _FACTS if fact.row in self.lines and fact.kind == one.kind]
        return "unsuited" if any(words in self.perception.read(name) for words in wrong) else ""

    def _take_out(self, name: str) -> Answer:
        """Take something out of the chest and lay it on the floor where there is room."""
        away = np.array([self.perception.space.frame(CHEST).at[:2]])
        views = [Action(verb="look", to=place, zoom=0.7, tilt=-20.0) for place in (CHEST, *self.perception.places())]
        done = yield from put_aside(self, name, "world", views, away)
        if done:
            self.inside.discard(name)
        return done


GIFT = register(
    RoomClass(
        key="gift",
        title=CLASSES["gift"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=GiftKeeper,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)
        ),
    )
)
