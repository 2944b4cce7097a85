"""Devices left running or unlit, unasked: a note on the wall says what is to be off, or on, when the home is left."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from mindsight.engine import catalogue, fixtures
from mindsight.engine.devices.panels import Effect
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.forms import BOARD, read_note, with_note
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import ALONE_CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.buttons.oracle import Worker
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 1
_TITLE = "出门前 BEFORE LEAVING"
_OFF, _ON, _LEAVE = ("关", "OFF"), ("开", "ON"), ("别动", "LEAVE")


@dataclass(frozen=True)
class _Device:
    """A device that may be left in the wrong state: the fact, its right value, the button for it, and states of both kinds."""

    fact: str
    value: bool
    effect: Effect
    wrong: dict[str, Any]
    right: dict[str, Any]
    text: Wording

    @property
    def asked(self) -> tuple[str, str]:
        """What the note says of it."""
        return _ON if self.value else _OFF


def _off(kind: str) -> Wording:
    one = FIXTURES[kind]
    return {"zh": f"关掉{one.zh}", "en": f"switch off the {one.en}"}


def _devices() -> dict[str, _Device]:
    """Return the devices by the kind of fixture."""
    fixtures.load()
    stop, power = Effect("stop"), Effect("toggle", "power")
    lit: Wording = {"zh": "打开吊灯", "en": "turn on the ceiling lamp"}
    return {
        "microwave": _Device("running", False, stop, {"running": True, "minutes": 9.0}, {}, _off("microwave")),
        "washing_machine": _Device(
            "power", False, power, {"power": True, "running": True}, {}, _off("washing_machine")
        ),
        "rice_cooker": _Device("running", False, stop, {"running": True}, {}, _off("rice_cooker")),
        "induction_hob": _Device("power", False, power, {"running": True, "level": 6.0}, {}, _off("induction_hob")),
        "air_conditioner": _Device("power", False, power, {"power": True}, {}, _off("air_conditioner")),
        "lamp_panel": _Device("ceiling", True, Effect("toggle", "ceiling"), {}, {"ceiling": True}, lit),
    }


DEVICES = _devices()
_ROOMS: dict[RoomKind, tuple[str, ...]] = {
    "kitchen": ("microwave", "washing_machine", "rice_cooker", "induction_hob"),
    "living_room": ("air_conditioner", "lamp_panel"),
    "bedroom": ("air_conditioner", "lamp_panel"),
    "study": ("air_conditioner", "lamp_panel"),
}
_KITCHENS = 0.6
_MOST = 3


def _rows(kind: str, what: tuple[str, str]) -> tuple[str, str]:
    """Return what a note says of a device, a line in each language."""
    return f"{FIXTURES[kind].zh}：{what[0]}", f"{FIXTURES[kind].en}: {what[1]}"


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: The devices do not fit in the room, or no wall has room for the note.
    """
    catalogue.load()
    rng = stream(seed, "alone", "devices")
    others = [one for one in _ROOMS if one != "kitchen"]
    kind: RoomKind = "kitchen" if rng.random() < _KITCHENS else others[int(rng.integers(len(others)))]
    pool = _ROOMS[kind]
    there = [pool[int(index)] for index in rng.permutation(len(pool))[:_MOST]]
    # The last of three may run: the note says so.
    spared = there[2:] if rng.random() < 0.7 else []
    try:
        room = furnish(kind, subseed(seed, "alone", "devices", "room"), wanted=(*there, BOARD))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    asked = {one: _LEAVE if one in spared else DEVICES[one].asked for one in there}
    noted = with_note(room, _TITLE, [row for one in sorted(there) for row in _rows(one, asked[one])])
    wanting = [one for one in there if one not in spared] if with_needs else []
    scene = _set(
        noted, {one: DEVICES[one].wrong if one in (*wanting, *spared) else DEVICES[one].right for one in there}
    )
    return room_instance(
        task="devices",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=[_need(one) for one in DEVICES if one in wanting],
        lures={one: DEVICES[one].text for one in spared},
        fixtures=[*wanting, BOARD],
        difficulty={"room": kind},
        more={"labels": "words"},
    )


def _set(room: ScenePlan, states: dict[str, dict[str, Any]]) -> ScenePlan:
    plans = tuple(
        one.model_copy(update={"options": {**one.options, "labels": "words", "state": states[one.kind]}})
        if one.kind in states
        else one
        for one in room.fixtures
    )
    return room.model_copy(update={"fixtures": plans})


def _need(kind: str) -> Need:
    one = DEVICES[kind]
    return Need(type=kind, text=one.text, goal=[["state", kind, one.fact, one.value]], things=(kind,))


@dataclass
class DevicesKeeper:
    """Reads the note, goes to each device on it, and presses what brings it into the state that the note says."""

    perception: Perception
    lines: list[str] = field(default_factory=list)
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the lamps and the display of each device said when it was last seen from near."""
    failed: set[str] = field(default_factory=set)

    def survey(self) -> Steps:
        """Look from everywhere and read the note."""
        yield from self.perception.survey()
        self.lines = yield from read_note(self.perception)
        for kind in [one for one in self._listed() if one not in self.said]:
            # Lamps are small: what they say shows only from near.
            yield from self._worker(kind).approach()
            seen = self.perception.present.get(kind)
            if seen is not None:
                self.said[kind] = dict(seen.says)

    def noticed(self, type_: str) -> bool:
        """Return whether the note names a device that was seen in another state, as far as its lamps show it."""
        one = DEVICES[type_]
        if type_ not in self.said or type_ in self.failed:
            return False
        return bool(self.said[type_].get(one.fact, False)) is not one.value

    def settle(self, type_: str) -> Answer:
        """Come close to a device, and press its button."""
        worker = self._worker(type_)
        done = (yield from worker.approach()) and (yield from self._press(worker, type_))
        if not done:
            self.failed.add(type_)
        return done

    def _press(self, worker: Worker, type_: str) -> Generator[Action, None, bool]:
        button = worker.knowing(DEVICES[type_].effect)
        if button is None or button not in self.perception.present:
            return False
        yield Action(verb="press", point=self.perception.present[button].point)
        seen = self.perception.present.get(type_)
        self.said[type_] = dict(seen.says) if seen is not None else {}
        return not self.noticed(type_)

    def _listed(self) -> list[str]:
        """Return the devices for which the note asks for a state, and which were seen."""
        asked = [kind for kind, one in DEVICES.items() if _rows(kind, one.asked)[0] in self.lines]
        return [kind for kind in asked if kind in self.perception.known and kind not in self.failed]

    def _worker(self, kind: str) -> Worker:
        return Worker(self.perception, kind, kind, {DEVICES[kind].fact: DEVICES[kind].value})

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()


DEVICES_CLASS = register(
    RoomClass(
        key="devices",
        title=ALONE_CLASSES["devices"],
        version=VERSION,
        types={kind: one.text for kind, one in DEVICES.items()},
        draw=draw,
        keeper=DevicesKeeper,
        needs=Needs(valid=("jitter", "cannot_read", "forgets", "slow", "gives_up"), irrelevant=("hallucinates",)),
    )
)
