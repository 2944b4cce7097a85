"""整理行李箱, unasked: a suitcase left half packed beside a list of what is to go into it, by sections; other things stay."""

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import footprint, survey
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.forms import BOARD, read_note, with_note
from mindsight.home.autonomy.rooms.laying import with_fitting, with_lamps_off
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.suitcase import OPEN_TOPS, lay, thing_of, with_case
from mindsight.home.tasks.suitcase.oracle import Packer
from mindsight.home.tasks.suitcase.trips import TRIPS
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 3
_SECTIONS: dict[str, tuple[tuple[str, str], tuple[str, ...]]] = {
    "clothes": (("衣物", "clothes"), ("clothes",)),
    "washing": (("洗漱用品", "washing things"), ("toiletries",)),
    "travel": (("随身物品", "things to have at hand"), ("travel",)),
    "devices": (("电器文具", "devices and stationery"), ("electronics", "stationery")),
}
"""Sections of a list: their names and the categories of the catalogue under them."""
TYPES: dict[str, Wording] = {
    key: {"zh": f"把清单上的{zh}装进行李箱", "en": f"pack the {en} on the list into the suitcase"}
    for key, ((zh, en), _) in _SECTIONS.items()
}
_TITLE, _OPEN_ROW = "行李清单 PACKING LIST", "先别合箱盖 LEAVE THE LID OPEN"
_CLOSE: Wording = {"zh": "合上行李箱", "en": "close the suitcase"}
_MOST_LISTED, _LURES, _DRAWS = 6, 5, 20
_AT_HOME = frozenset({"clothes", "travel", "electronics", "decoration"})
"""Categories of what may lie in a bedroom; a teapot on a bed would be a need of its own."""
_THIN = frozenset({"toothbrush", "pen"})
"""Kinds that could be hard to see from across a room."""


@dataclass(frozen=True)
class _List:
    """What is to be packed, by section; the kinds that lie packed already."""

    kinds: tuple[str, ...]
    packed: tuple[str, ...]

    def left(self) -> dict[str, list[str]]:
        """Return the kinds that are still to be packed, by section."""
        found = {
            key: [kind for kind in self.kinds if kind not in self.packed and section_of(kind) == key] for key in TYPES
        }
        return {key: kinds for key, kinds in found.items() if kinds}


def section_of(kind: str) -> str:
    """Return the section of a list under which a kind of thing is; empty if under none."""
    return next((key for key, (_, categories) in _SECTIONS.items() if KINDS[kind].category in categories), "")


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the bedroom of a seed.

    Raises:
        Rejected: The things do not fit in the room or the suitcase, or no wall has room for the list.
    """
    catalogue.load()
    rng = stream(seed, "alone", "suitcase")
    trip = TRIPS[int(rng.integers(len(TRIPS)))]
    pool = [kind for kind in trip.needed if section_of(kind) and kind not in _THIN]
    begun = _begun(pool, rng)
    packing = begun if with_needs else _List(begun.packed, begun.packed)
    spare = [kind for kind in trip.wrong if KINDS[kind].category in _AT_HOME]
    wrong = [spare[int(index)] for index in rng.permutation(len(spare))[:_LURES]]
    room, case = _room(seed, packing.kinds)
    room = _packed(room, case, seed, packing.packed)
    tops = [name for name in survey(room).surfaces if name.rpartition("/")[2] in OPEN_TOPS and "bench" not in name]
    # What is not on the list lies on furniture: on the floor it would want picking up.
    scene, others = with_fitting(room, [thing_of(seed, kind) for kind in wrong], tops, rng)
    loose = [thing_of(seed, kind) for kind in packing.kinds if kind not in packing.packed]
    scene = lay(scene, loose, (*tops, "floor"), rng)
    needs = [
        Need(
            type=key,
            text=TYPES[key],
            goal=[["inside", f"{kind}.1", f"{case}/inside"] for kind in own],
            things=tuple(f"{kind}.1" for kind in own) + tuple(f"{kind}.1" for kind in packing.packed),
        )
        for key, own in packing.left().items()
    ]
    return room_instance(
        task="suitcase",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs,
        lures={**{name: _put_away(name.partition(".")[0]) for name in others}, f"{case}/lid": _CLOSE},
        fixtures=[case, BOARD],
        difficulty={"trip": trip.key},
    )


def _put_away(kind: str) -> Wording:
    return {"zh": f"收拾{KINDS[kind].zh}", "en": f"put away the {KINDS[kind].en}"}


def _begun(pool: list[str], rng: Generator) -> _List:
    """Return a list of which two things are packed and two sections or more are not."""
    for _ in range(_DRAWS):
        kinds = tuple(pool[int(index)] for index in rng.permutation(len(pool))[:_MOST_LISTED])
        begun = _List(kinds, kinds[:2])
        if len(begun.left()) >= 2:
            return begun
    raise Rejected("sections", "fewer than two sections are left to pack")


def _room(seed: int, kinds: tuple[str, ...]) -> tuple[ScenePlan, str]:
    try:
        room = furnish("bedroom", subseed(seed, "alone", "suitcase", "room"), wanted=("suitcase", BOARD))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    case = next(one.name for one in room.fixtures if one.kind == "suitcase")
    noted = with_note(room, _TITLE, [*(f"{KINDS[kind].zh} {KINDS[kind].en}" for kind in kinds), _OPEN_ROW])
    options: dict[str, object] = {"size": "large", "open": True, "locked": False}
    room = room.model_copy(update={"fixtures": tuple(with_case(one, options) for one in noted.fixtures)})
    return with_lamps_off(room), case


def _packed(room: ScenePlan, case: str, seed: int, kinds: tuple[str, ...]) -> ScenePlan:
    """Lay things into the suitcase, side by side from its left end."""
    hollow = survey(room).containers[f"{case}/inside"]
    half = np.asarray(hollow.half)
    x, rows = -half[0] + 0.01, []
    for kind in kinds:
        size = footprint(kind, subseed(seed, "thing", kind))
        if x + size.width > half[0] or size.depth > 2 * half[1] - 0.02:
            raise Rejected("full", f"{kind} does not fit into the suitcase beside what lies there")
        at = (round(float(x + size.width / 2), 3), 0.0)
        plan: ThingPlan = thing_of(seed, kind).model_copy(update={"on": f"{case}/inside", "at": at})
        rows.append(plan)
        x += size.width + 0.01
    return room.with_things(*rows)


@dataclass
class SuitcaseKeeper:
    """Reads the list and packs, section by section, what it names and what lies about."""

    perception: Perception
    lines: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)

    def survey(self) -> Steps:
        """Look from everywhere, and come closer to the list until it can be read."""
        yield from self.perception.survey()
        self.lines = yield from read_note(self.perception)

    def noticed(self, type_: str) -> bool:
        """Return whether something of a section lies outside the suitcase."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Pack a section."""
        case = self._case()
        own = self._own(type_)
        if case is None:
            return False
        done = yield from Packer(self.perception, case).pack_all(own)
        if not done:
            self.failed.update(own)
        return done

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _case(self) -> str | None:
        return next((one.name for one in self.perception.known.values() if one.kind == "suitcase"), None)

    def _listed(self) -> set[str]:
        """Return the kinds that the list names, as read."""
        return {kind for kind, one in KINDS.items() if f"{one.zh} {one.en}" in self.lines}

    def _own(self, type_: str) -> list[str]:
        case, listed = self._case(), self._listed()
        if case is None:
            return []
        return [
            one.name
            for one in self.perception.known.values()
            if one.what == "thing"
            and one.kind in listed
            and section_of(one.kind) == type_
            and one.name not in self.failed
            if self.perception.space.inside(one.name, f"{case}/inside") < 0
        ]


SUITCASE = register(
    RoomClass(
        key="suitcase",
        title=CLASSES["suitcase"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=SuitcaseKeeper,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)
        ),
    )
)
