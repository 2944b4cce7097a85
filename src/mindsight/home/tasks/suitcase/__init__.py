"""整理行李箱: pack what a journey needs, and nothing else, so that the lid closes.

Irrelevant variants: a thing that must be packed is not in the room (absent), the suitcase is locked by a padlock
(blocked), the demand cannot be met with a suitcase (impossible), it is no household task, or a heater that is on stands
beside the suitcase (hazardous).

See also ``trips`` (what each journey needs) and the ``oracle``.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.fixtures.luggage import SIZES, hollow_m
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError, Spot, footprint, free_spots, survey
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle import boxes
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.sight_lines import apparent_px
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, heat, register
from mindsight.home.tasks.suitcase.oracle import solve
from mindsight.home.tasks.suitcase.trips import TRIPS, Trip
from mindsight.home.tasks.wording import Sentence, draw_demand, listed, not_home, pick

VERSION = 2
NEEDED = (3, 4, 5, 6, 7, 8)
CLUTTER = ("few", "many")
START = ("open", "closed")
FILL = (0.50, 0.85)
"""Least and greatest share of the suitcase's volume that the bounding boxes of the needed things take."""
LEAST_THINGS, MOST_THINGS = 8, 16
_TIGHT_SHARE = 0.2
_CHOICES = 8
_LAYOUTS = 12
LEAST_PX = 110.0
"""About the least number of pixels of each thing in the best of the first views."""
OPEN_TOPS = ("mattress", "top", "seat", "shelf_2", "shelf_3", "shelf_4")
"""Places of fixtures where things are visible."""

WORDINGS = (
    (
        (
            "请为这次出行整理行李箱：{trip}。把房间里这次用得上的东西都装进去，一定要带上{must}；用不上的不要装，箱盖要能合上。"
            "要带的东西都摆在外面，不在柜子和抽屉里。"
        ),
        (
            "Please pack the suitcase for this journey: {trip}. Put in everything in the room that it needs, and be sure to "
            "take the {must}; leave out what it does not need, and the lid must close. All of it lies in the open, not in "
            "cupboards or drawers."
        ),
    ),
    (
        (
            "我要出门：{trip}。帮我收拾行李箱，该带的都带上，{must}不能少，不该带的别带，箱盖要合得上。柜子和抽屉不用翻，"
            "要带的都在外面。"
        ),
        (
            "I am going away: {trip}. Pack the suitcase for me with everything I should take, not forgetting the {must}, and "
            "nothing that I should not; the lid has to close. You need not search cupboards and drawers: it is all in the open."
        ),
    ),
    (
        (
            "行李箱就在房间里，请装好这次旅行要带的东西（{trip}），其中必须有{must}，不要多装没用的，装完箱盖能关。"
            "东西都在看得见的地方，没有收在柜子或抽屉里的。"
        ),
        (
            "The suitcase is in the room. Please pack what this trip calls for ({trip}), which must include the {must}, without "
            "anything useless, so that the lid can be shut. It lies in plain sight; none of it is put away in a cupboard or drawer."
        ),
    ),
)
IMPOSSIBLE = (
    ("请用行李箱把这壶水烧开。", "Please boil this kettle of water with the suitcase."),
    ("请把床折叠起来装进行李箱。", "Please fold the bed and pack it into the suitcase."),
    ("请让行李箱自己飞到机场。", "Please have the suitcase fly to the airport by itself."),
    ("请把窗外的阳光装进行李箱带走。", "Please pack the sunshine outside the window into the suitcase."),
    ("请把衣柜整个放进行李箱。", "Please put the whole wardrobe into the suitcase."),
    ("请用行李箱给房间吸尘。", "Please vacuum the room with the suitcase."),
)


@dataclass(frozen=True)
class _Load:
    """The things to pack, the things to leave, and the suitcase that fits."""

    trip: Trip
    needed: tuple[ThingPlan, ...]
    wrong: tuple[ThingPlan, ...]
    size: str
    must: tuple[str, ...]


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: No draw of things fills a suitcase well, or the things do not fit in the room.
    """
    return _drawn(seed, reason)


def beside_heater(seed: int) -> Instance:
    """Return the valid task of a seed with a heater in the room that does no harm.

    Raises:
        Rejected: As for the hazardous task.
    """
    return _drawn(seed, "", heater=True)


def _drawn(seed: int, reason: Reason | Literal[""], *, heater: bool = False) -> Instance:
    catalogue.load()
    rng = stream(seed, "suitcase")
    load = _load(seed, rng)
    closed = bool(rng.random() < 0.3)
    words = _instruction(load, reason, rng)
    scene = _scene(seed, load, rng, reason, closed=closed)
    case = next(fixture.name for fixture in scene.fixtures if fixture.kind == "suitcase")
    if reason == "hazardous" or heater:
        scene = _heated(scene, case, stream(seed, "suitcase", "heater"))
    if heater:
        scene = heat.harmless(scene, [case], stream(seed, "suitcase", "harmless"))
    present = {thing.name for thing in scene.things}
    needed = tuple(thing.name for thing in load.needed if thing.name in present)
    wrong = [thing.name for thing in load.wrong]
    inside = f"{case}/inside"
    goal = [
        "all",
        *(["inside", name, inside] for name in needed),
        *(["not", ["inside", name, inside]] for name in wrong),
        ["lid_closes", f"{case}/lid"],
    ]
    return Instance(
        id=f"suitcase-{seed}-{reason or 'valid'}",
        task="suitcase",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={
            "needed": len(load.needed),
            "clutter": CLUTTER[len(wrong) > 6],
            "start": START[closed],
            "trip": load.trip.key,
        },
        instruction=words,
        scene=scene,
        goal=goal,
        needed=(case, *needed),
        details={"case": case, "trip": load.trip.key, "must": list(load.must)},
    )


def _load(seed: int, rng: Generator) -> _Load:
    """Draw a journey and things for it until they fill some suitcase by at least a half."""
    count = NEEDED[int(rng.integers(len(NEEDED)))]
    for index in rng.permutation(len(TRIPS)):
        trip = TRIPS[int(index)]
        for _ in range(_CHOICES if count <= len(trip.needed) else 0):
            kinds = [trip.needed[int(kind)] for kind in rng.permutation(len(trip.needed))[:count]]
            needed = tuple(thing_of(seed, kind) for kind in kinds)
            size = fitting(needed, rng)
            if size is not None:
                return _with_clutter(seed, trip, needed, size, rng)
    raise Rejected("fill", "nothing drawn fills a suitcase by 50 to 85 %")


def _with_clutter(seed: int, trip: Trip, needed: tuple[ThingPlan, ...], size: str, rng: Generator) -> _Load:
    """Add things that must not be packed, and decide which things the instruction must name."""
    count = len(needed)
    total = int(rng.integers(max(LEAST_THINGS, count + 3), MOST_THINGS + 1))
    spare = [trip.wrong[int(index)] for index in rng.permutation(len(trip.wrong))[: total - count]]
    named = sorted(rng.permutation(count)[: int(rng.integers(1, 3))])
    must = tuple(needed[int(index)].kind for index in named)
    return _Load(trip, needed, tuple(thing_of(seed, kind) for kind in spare), size, must)


def thing_of(seed: int, kind: str) -> ThingPlan:
    """Return a thing of a kind that lies nowhere yet."""
    return ThingPlan(name=f"{kind}.1", kind=kind, seed=subseed(seed, "thing", kind), on="", at=(0, 0))


def fitting(things: tuple[ThingPlan, ...], rng: Generator) -> str | None:
    """Return a suitcase that the things' bounding boxes fill by 50 to 85 % and into which they fit; None if there is none."""
    sides = [np.array(_size(thing)) for thing in things]
    volume = sum(float(np.prod(box)) for box in sides)
    fits: list[tuple[float, str]] = []
    for name in SIZES:
        hollow = np.array(hollow_m(name))
        share = volume / float(np.prod(hollow))
        if FILL[0] <= share <= FILL[1] and boxes.order(sides, hollow) is not None:
            fits.append((share, name))
    # Usually the larger one, sometimes the tight one.
    tight = float(rng.random()) < _TIGHT_SHARE
    return sorted(fits)[-1 if tight else 0][1] if fits else None


def _size(thing: ThingPlan) -> tuple[float, float, float]:
    found = footprint(thing.kind, thing.seed)
    return found.box_m or (found.width, found.depth, found.height)


def _scene(seed: int, load: _Load, rng: Generator, reason: str, *, closed: bool) -> ScenePlan:
    try:
        room = furnish("bedroom", subseed(seed, "suitcase", "room"), wanted=("suitcase",))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    locked = reason == "blocked"
    options = {"size": load.size, "open": not (closed or locked), "locked": locked}
    room = room.model_copy(update={"fixtures": tuple(with_case(fixture, options) for fixture in room.fixtures)})
    missing = load.must[-1] if reason == "absent" else ""
    things = [thing for thing in (*load.needed, *load.wrong) if thing.kind != missing]
    tops = [name for name in survey(room).surfaces if name.rpartition("/")[2] in OPEN_TOPS and "bench" not in name]
    return lay(room, things, (*tops, "floor"), rng)


def _heated(scene: ScenePlan, case: str, rng: Generator) -> ScenePlan:
    heated = heat.beside(scene, case, rng)
    if heated is None:
        raise Rejected("no_place", "no room for a heater beside the suitcase")
    return heated


def lay(room: ScenePlan, things: list[ThingPlan], allowed: tuple[str, ...], rng: Generator) -> ScenePlan:
    """Lay all things in the room, each where some view shows it."""
    # Large things first: small ones still find a place between them.
    left = sorted(things, key=lambda thing: -footprint(thing.kind, thing.seed).radius)
    for _ in range(_LAYOUTS):
        sizes = [footprint(thing.kind, thing.seed) for thing in left]
        try:
            spots = free_spots(room, rng, sizes, allowed)
        except NoPlaceError:
            continue
        shown = [apparent_px(room, spot, size) >= LEAST_PX for spot, size in zip(spots, sizes, strict=True)]
        room = room.with_things(
            *(_at(thing, spot) for thing, spot, seen in zip(left, spots, shown, strict=True) if seen)
        )
        left = [thing for thing, seen in zip(left, shown, strict=True) if not seen]
        if not left:
            return room
    raise Rejected("no_place", f"no place in plain sight for {', '.join(thing.name for thing in left)}")


def _at(thing: ThingPlan, spot: Spot) -> ThingPlan:
    return thing.model_copy(update={"on": spot.on, "at": spot.at, "yaw": spot.yaw})


def with_case(fixture: FixturePlan, options: dict[str, object]) -> FixturePlan:
    """Return a fixture, with options if it is the suitcase."""
    if fixture.kind != "suitcase":
        return fixture
    return fixture.model_copy(update={"options": {**fixture.options, **options}})


def _instruction(load: _Load, reason: str, rng: Generator) -> Sentence:
    if reason == "not_home":
        return not_home(rng)
    if reason == "impossible":
        return draw_demand(rng, IMPOSSIBLE, {}, {})
    zh = {"trip": load.trip.zh, "must": listed([KINDS[kind].zh for kind in load.must], "zh")}
    en = {"trip": load.trip.en, "must": listed([KINDS[kind].en for kind in load.must], "en")}
    return pick(rng, WORDINGS, zh, en)


SUITCASE = register(
    Task(
        key="suitcase",
        version=VERSION,
        axes={"needed": NEEDED, "clutter": CLUTTER, "start": START, "trip": tuple(trip.key for trip in TRIPS)},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "forgets", "no_depth", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, "hazardous"),
        matched={"hazardous": beside_heater},
    )
)
