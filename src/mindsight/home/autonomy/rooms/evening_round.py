"""The evening round, unasked: lights, taps and a heater left on, curtains not drawn, doors and drawers left open."""

from dataclasses import dataclass, field

from mindsight.engine import catalogue
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.scenes.floor_plan import Rect, body_rect, span_z
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.forms import (
    BOARD,
    Kind,
    Rounds,
    Spot,
    drawn,
    need_of,
    read_note,
    said,
    set_up,
    stands,
    with_note,
)
from mindsight.home.autonomy.rooms.laying import LAMPS
from mindsight.home.autonomy.rooms.needs import room_instance
from mindsight.home.classes import ALONE_CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.oracle.sight_lines import is_hidden
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.tidying import Steps

VERSION = 2
ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "kitchen", "bathroom", "study")
_TAPPED = ("kitchen_counter", "washstand", "bathtub")
_DOORS: dict[str, tuple[str, ...]] = {
    "fridge": ("door",),
    "wardrobe": ("left_door", "right_door"),
    "chest_of_drawers": ("drawer_1", "drawer_2", "drawer_3"),
    "nightstand": ("drawer",),
    "tv_stand": ("left_drawer", "right_drawer"),
    "kitchen_counter": ("drawer_1", "drawer_2", "drawer_3"),
    "upper_cabinet": ("left_door", "right_door"),
    "washstand": ("left_door", "right_door"),
}
_LEFT_OPEN = 0.6
"""Share of its way by which a door or drawer stands open; farther, a door meets what hangs beside it and hides what is behind it."""
_SWEPT_M, _BESIDE_M = 0.45, 0.01
_LEAST_NEEDS, _MOST_NEEDS, _MOST_OF_A_TYPE = 2, 4, 2
_SPARED = 0.5
"""Share of the rooms with lamps in which a note says to leave them on, if there is a wall for it."""
_TITLE, LEAVE_ON = "留言 NOTE", ("留着灯", "LEAVE THE LIGHT ON")


def _lamps(room: ScenePlan) -> list[Spot]:
    return [
        Spot(
            one.name,
            f"{one.name}/switch",
            "press",
            {"on": True, "big_switch": True},
            {"on": False, "big_switch": True},
            ("state", one.name, "on", False),
        )
        for one in room.fixtures
        if one.kind in LAMPS
    ]


def _taps(room: ScenePlan) -> list[Spot]:
    works = {"operable": True}
    return [
        Spot(
            one.name,
            f"{one.name}/tap",
            "press",
            {**works, "running": True},
            works,
            ("state", one.name, "running", False),
        )
        for one in room.fixtures
        if one.kind in _TAPPED
    ]


def _heaters(room: ScenePlan) -> list[Spot]:
    works = {"operable": True}
    return [
        Spot(one.name, f"{one.name}/switch", "press", {**works, "on": True}, works, ("state", one.name, "on", False))
        for one in room.fixtures
        if one.kind == "heater"
    ]


def _curtains(room: ScenePlan) -> list[Spot]:
    works = {"operable": True}
    return [
        Spot(
            one.name,
            f"{one.name}/drapes",
            "close",
            {**works, "open": True},
            {**works, "open": False},
            ("part_is", f"{one.name}/drapes", "closed"),
        )
        for one in room.fixtures
        if one.kind == "curtain"
    ]


def _doors(room: ScenePlan) -> list[Spot]:
    return [
        Spot(
            one.name,
            f"{one.name}/{part}",
            "close",
            {"opened": {part: _LEFT_OPEN}},
            {},
            ("part_is", f"{one.name}/{part}", "closed"),
        )
        for one in room.fixtures
        if one.kind in _DOORS and not _is_hampered(room, one)
        for part in _DOORS[one.kind]
    ]


def _is_hampered(room: ScenePlan, fixture: FixturePlan) -> bool:
    """Return whether something hangs or stands so close beside the front of a fixture that its doors would push against it."""
    body, (bottom, top) = body_rect(fixture), span_z(fixture)
    swept = Rect(body.point((0, -body.half[1] - _SWEPT_M / 2)), (body.half[0] + _BESIDE_M, _SWEPT_M / 2), body.yaw)
    others = [one for one in room.fixtures if one.kind != "rug" and one.name != fixture.name]
    return any(span_z(one)[0] < top and span_z(one)[1] > bottom and body_rect(one).overlaps(swept) for one in others)


KINDS: dict[str, Kind] = {
    "lamp": Kind({"zh": "关灯", "en": "turn off the lamps"}, _lamps, "press", said("on", True)),
    "tap": Kind({"zh": "关上水龙头", "en": "turn off the tap"}, _taps, "press", said("running", True)),
    "heater": Kind({"zh": "关掉电暖器", "en": "switch off the heater"}, _heaters, "press", said("on", True)),
    "curtain": Kind({"zh": "拉上窗帘", "en": "draw the curtains"}, _curtains, "close", stands("open")),
    "door": Kind(
        {"zh": "关好柜门、冰箱门和抽屉", "en": "close the cupboards, the fridge and the drawers"},
        _doors,
        "close",
        stands("open"),
    ),
}
"""The types of needs, in the order in which the oracle meets them."""


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed, at night.

    Raises:
        Rejected: The room offers fewer than two types of needs.
    """
    catalogue.load()
    rng = stream(seed, "alone", "evening_round")
    kind = ROOMS[int(rng.integers(len(ROOMS)))]
    wanted = (*(("floor_lamp",) if kind in {"living_room", "bedroom", "study"} else ()), "heater", BOARD)
    try:
        room = furnish(kind, subseed(seed, "alone", "evening_round", "room"), wanted=wanted)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    room = room.model_copy(update={"time_of_day": "night"})
    offered = {name: spots for name, one in KINDS.items() if (spots := one.spots(room))}
    spared: list[Spot] = []
    if "lamp" in offered and len(offered) > _LEAST_NEEDS and rng.random() < _SPARED and not is_hidden(room, BOARD):
        # Somebody wants the light left on: that looks like a need and is none.
        room, spared = with_note(room, _TITLE, LEAVE_ON), offered.pop("lamp")
    if len(offered) < _LEAST_NEEDS:
        raise Rejected("few", f"only {', '.join(offered)} can be left undone in this room")
    count = int(rng.integers(_LEAST_NEEDS, min(_MOST_NEEDS, len(offered)) + 1))
    chosen = sorted(
        (list(offered)[int(index)] for index in rng.permutation(len(offered))[:count]), key=list(KINDS).index
    )
    wrong = {name: drawn(rng, offered[name], _MOST_OF_A_TYPE) for name in chosen} if with_needs else {}
    left = [spot for spots in wrong.values() for spot in spots]
    right = [spot for spots in offered.values() for spot in spots if spot not in left]
    return room_instance(
        task="evening_round",
        version=VERSION,
        seed=seed,
        scene=set_up(room, [*left, *spared], right),
        needs=[need_of(name, KINDS[name], spots) for name, spots in wrong.items()],
        lures={spot.fixture: KINDS["lamp"].text for spot in spared},
        fixtures=sorted(
            {spot.fixture if spot.hand == "press" else spot.part for spot in left} | ({BOARD} if spared else set())
        ),
        difficulty={"room": kind},
    )


def _type_of(perception: Perception, one: Sighting) -> tuple[str, str] | None:
    """Return the type of need that something can have and the part concerned, by the kind of thing that was seen."""
    if one.what == "part":
        owner = perception.known.get(one.owner)
        kind = owner.kind if owner is not None else one.owner.rstrip("_0123456789")
        if one.kind == "curtain":
            return "curtain", one.name
        if one.kind in {"door", "drawer", "lid"}:
            return ("door", one.name) if kind in _DOORS else None
        return ("tap", one.name) if one.kind == "switch" and kind in _TAPPED else None
    if one.kind in LAMPS:
        return "lamp", f"{one.name}/switch"
    return ("heater", f"{one.name}/switch") if one.kind == "heater" else None


@dataclass
class EveningRounds(Rounds):
    """Goes round, and reads a note first."""

    lines: list[str] = field(default_factory=list)

    def survey(self) -> Steps:
        """Look everywhere and read the note, if there is one."""
        yield from super().survey()
        self.lines = yield from read_note(self.perception)

    def noticed(self, type_: str) -> bool:
        """Return whether something of a type was seen in the wrong state, and no note says that it is wanted so."""
        return super().noticed(type_) and not (type_ == "lamp" and LEAVE_ON[0] in self.lines)


def keeper(perception: Perception) -> EveningRounds:
    """Return the oracle of this class."""
    return EveningRounds(perception, KINDS, _type_of)


EVENING_ROUND = register(
    RoomClass(
        key="evening_round",
        title=ALONE_CLASSES["evening_round"],
        version=VERSION,
        types={name: one.text for name, one in KINDS.items()},
        draw=draw,
        keeper=keeper,
        needs=Needs(valid=("jitter", "forgets", "slow", "gives_up"), irrelevant=("hallucinates",)),
    )
)
