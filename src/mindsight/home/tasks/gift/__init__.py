"""挑选礼物: choose the thing in a room that suits a person and an occasion, and put it into the gift chest.

Irrelevant variants: no suitable thing is in the room (absent), the chest is locked by a padlock (blocked), the demand cannot
be met (impossible), it is no household task, two things are equally suitable (ambiguous), or whatever answers the wish would
harm the person or those they live with (hazardous): see the rules of health and age.

See also ``people``, ``items``, ``rules`` with their ``sources``, ``words`` and the ``oracle``.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import FLOOR, Footprint, NoPlaceError, Spot, footprint, free_spots, survey
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.sight_lines import apparent_px, position
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.gift.items import LABELLED, WISHES, Item
from mindsight.home.tasks.gift.oracle import solve
from mindsight.home.tasks.gift.people import PEOPLE, Person, against, fitting, harming, possible, tempting
from mindsight.home.tasks.gift.words import instruction, nonsense

VERSION = 2
ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study")
CANDIDATES = ("4-6", "7-10")
TEMPTING = (0, 1, 2, 3)
"""Possible numbers of things that answer the wish but break a rule."""
GROUNDS = ("custom", "health", "age", "occasion", "match")
"""What the choice depends on: the ground of the first rule that a tempting thing breaks, or the wish alone."""
START = ("open", "closed")
FEWEST, MOST = 4, 10
LEAST_PX = 110.0
"""About the least number of pixels of each thing in the best of the first views."""
READ_M = 2.6
"""Greatest distance from which the text on a present can be read."""
_NEAR = 3
_LAYOUTS = 20
_OPEN_TOPS = ("mattress", "top", "seat", "shelf_2", "shelf_3")
"""Places of fixtures where things are visible, at a height at which the text on them can be read."""
_ON_FLOOR = ("clothes", "toy", "travel")
"""Categories that may lie on the floor if the furniture has no room left."""
_TOO_HIGH = ("wardrobe", "upper_cabinet", "fridge", "luggage_bench", "shoe_rack")

_MORE_ROOM: dict[RoomKind, tuple[str, ...]] = {
    "living_room": (),
    "bedroom": ("chest_of_drawers",),
    "study": ("console",),
}
"""Further fixtures of a room, so that there is somewhere to lay things."""
_LIKE_PRESENTS = ("potted_plant",)
"""Fixtures that look like possible presents."""


@dataclass(frozen=True)
class _Choice:
    """The person, the one suitable thing, the wrong ones, and more of these to replace the right one and others."""

    person: Person
    right: Item
    wrong: tuple[Item, ...]
    spare: tuple[Item, ...]
    tempting: int
    ground: str


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: The room has no place for the chest, or no visible places for the things.
    """
    catalogue.load()
    rng = stream(seed, "gift")
    choice = _choice(rng)
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    closed = bool(rng.random() < 0.5)
    words = instruction(choice.person, rng)
    if reason in {"impossible", "not_home"}:
        words = nonsense(reason, stream(seed, "gift", "spoiled", reason))
    right, *wrong = _things(seed, (choice.right, *choice.wrong))
    things = [right, *wrong]
    if reason == "absent":
        things = [*wrong, *_things(seed, (*choice.wrong, choice.spare[0]))[-1:]]
    elif reason in {"ambiguous", "hazardous"}:
        things = _things(seed, _respoiled(choice, reason))
    scene = _scene(seed, room, things, closed=closed, locked=reason == "blocked")
    wanted = [["inside", right.name, "gift_chest/inside"]] if right in things else []
    others = [thing.name for thing in things if thing.name != right.name]
    return Instance(
        id=f"gift-{seed}-{reason or 'valid'}",
        task="gift",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={
            "candidates": CANDIDATES[len(wrong) > 5],
            "tempting": choice.tempting,
            "ground": choice.ground,
            "room": room,
            "start": START[closed],
        },
        instruction=words,
        scene=scene,
        goal=[
            "all",
            *wanted,
            *(["not", ["inside", name, "gift_chest/inside"]] for name in others),
            ["part_is", "gift_chest/lid", "closed"],
        ],
        needed=("gift_chest", *(thing.name for thing in things)),
        details={"person": choice.person.key},
    )


def _choice(rng: Generator) -> _Choice:
    """Draw a person, one suitable thing, things that break a rule, and things that answer another wish."""
    person = PEOPLE[int(rng.integers(len(PEOPLE)))]
    count = int(rng.integers(FEWEST, MOST + 1))
    right = _shuffled(fitting(person), rng)[0]
    lures = _shuffled(tempting(person), rng)
    lures = lures[: int(rng.integers(1, max(TEMPTING) + 1))]
    near = set(WISHES[person.wish].near)
    rest = [item for item in _shuffled(possible(person), rng) if person.wish not in item.serves]
    rest.sort(key=lambda item: item.kind not in near)
    others = _apart(rest, near, [right, *lures])
    wrong = (*lures, *others)[: count - 1]
    grounds = [rule.ground for item in lures for rule in against(person, item)[:1]]
    return _Choice(person, right, wrong, tuple(others[count:]), len(lures), grounds[0] if grounds else "match")


def fits(seed: int, reason: Reason) -> bool:
    """Return whether the demand of a seed can be irrelevant for a reason: whether something could harm its person."""
    return reason != "hazardous" or bool(harming(_choice(stream(seed, "gift")).person))


def _respoiled(choice: _Choice, reason: Reason) -> tuple[Item, ...]:
    """Return as many presents as before, with a second suitable one, or with harmful ones only that answer the wish.

    The last of the wrong ones makes room; it seldom answers the wish.
    """
    wrong, person = choice.wrong, choice.person
    if reason == "ambiguous":
        return (choice.right, _second(choice), *wrong[:-1])
    harmful = harming(person)
    if not harmful:
        raise Rejected("unfit", f"nothing that {person.key} wishes for would do harm")
    drawn = [item for item in wrong if item in harmful] or harmful[:1]
    others = [item for item in wrong if person.wish not in item.serves]
    laid = (*drawn, *others, *choice.spare)[: len(wrong) + 1]
    if len(laid) <= len(wrong):
        raise Rejected("few", "too few other things to make up the number")
    return laid


def _second(choice: _Choice) -> Item:
    """Return another suitable present, if there is one, of a kind that is not in the room; else one more of the same."""
    kinds = {item.kind for item in (choice.right, *choice.wrong)}
    return next((item for item in fitting(choice.person) if item.kind not in kinds), choice.right)


def _shuffled(items: list[Item], rng: Generator) -> list[Item]:
    return [items[int(index)] for index in rng.permutation(len(items))]


def _apart(rest: list[Item], near: set[str], taken: list[Item]) -> list[Item]:
    """Return things of other kinds than those taken, one of each kind; and some of near kinds, several of a kind if necessary."""
    kinds = {item.kind for item in taken} - near
    found: list[Item] = []
    for item in rest:
        close = item.kind in near and sum(one.kind in near for one in found) < _NEAR
        if close or item.kind not in kinds | near:
            found.append(item)
            kinds.add(item.kind)
    return found


def _things(seed: int, items: tuple[Item, ...]) -> list[ThingPlan]:
    """Return the things of a room, each with a unique name, not yet placed."""
    made: list[ThingPlan] = []
    for item in items:
        number = sum(one.kind == item.kind for one in made) + 1
        made.append(
            ThingPlan(
                name=f"{item.kind}.{number}",
                kind=item.kind,
                seed=subseed(seed, "thing", item.kind, number),
                on="",
                at=(0, 0),
                colour=item.colour or _colour(item, seed, number),
                state=item.state,
            )
        )
    return made


def _colour(item: Item, seed: int, number: int) -> str:
    """Return a colour for an item that may have any."""
    colours = KINDS[item.kind].colours
    if not colours:
        return ""
    return colours[int(stream(seed, "gift", "colour", item.kind, number).integers(len(colours)))]


def _scene(seed: int, kind: RoomKind, things: list[ThingPlan], *, closed: bool, locked: bool) -> ScenePlan:
    try:
        room = furnish(kind, subseed(seed, "gift", "room"), wanted=("gift_chest", *_MORE_ROOM[kind]))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    options: dict[str, object] = {"open": not (closed or locked), "locked": locked}
    # Fixtures must not be mistaken for presents.
    fixtures = (fixture for fixture in room.fixtures if fixture.kind not in _LIKE_PRESENTS)
    room = room.model_copy(update={"fixtures": tuple(_with(fixture, options) for fixture in fixtures)})
    return lay_presents(room, things, stream(seed, "gift", "places"))


def lay_presents(room: ScenePlan, things: list[ThingPlan], rng: Generator) -> ScenePlan:
    """Lay all things in the room, each where some view shows it.

    Raises:
        Rejected: There is not enough room for all.
    """
    allowed = [
        name
        for name in survey(room).surfaces
        if name.rpartition("/")[2] in _OPEN_TOPS and not name.startswith(_TOO_HIGH)
    ]
    # Large things first: small ones still find a place between them.
    left = sorted(things, key=lambda thing: -_room_for(thing).radius)
    for attempt in range(_LAYOUTS):
        for thing in tuple(left):
            places = [name for name in allowed if thing.kind not in LABELLED or _is_near(room, name)]
            if attempt > _LAYOUTS // 2 and KINDS[thing.kind].category in _ON_FLOOR:
                places.append(FLOOR)
            spot = _spot(room, thing, places, rng)
            if spot is not None:
                room = room.with_things(_at(thing, spot))
                left.remove(thing)
        if not left:
            return room
    raise Rejected("no_place", f"no place in plain sight for {', '.join(thing.name for thing in left)}")


def _is_near(room: ScenePlan, top: str) -> bool:
    """Return whether a viewpoint is near enough to the middle of a top to read what lies there."""
    at = position(room, Spot(top, (0.0, 0.0), 0.0))
    return any(float(np.linalg.norm(at - one.eye)) < READ_M for one in room.viewpoints)


def _spot(room: ScenePlan, thing: ThingPlan, allowed: list[str], rng: Generator) -> Spot | None:
    if not allowed:
        return None
    try:
        spot = free_spots(room, rng, [_room_for(thing)], allowed)[0]
    except NoPlaceError:
        return None
    return spot if _plain(room, thing, spot, _room_for(thing)) else None


def _plain(room: ScenePlan, thing: ThingPlan, spot: Spot, size: Footprint) -> bool:
    """Return whether a thing is visible, and from near enough if something must be read on it."""
    if thing.kind in LABELLED:
        at = position(room, spot)
        near = tuple(one for one in room.viewpoints if float(np.linalg.norm(at - one.eye)) < READ_M)
        room = room.model_copy(update={"viewpoints": near})
    return bool(room.viewpoints) and apparent_px(room, spot, size) >= LEAST_PX


def _room_for(thing: ThingPlan) -> Footprint:
    return footprint(thing.kind, thing.seed, thing.colour, thing.state)


def _at(thing: ThingPlan, spot: Spot) -> ThingPlan:
    return thing.model_copy(update={"on": spot.on, "at": spot.at, "yaw": spot.yaw})


def _with(fixture: FixturePlan, options: dict[str, object]) -> FixturePlan:
    if fixture.kind != "gift_chest":
        return fixture
    return fixture.model_copy(update={"options": {**fixture.options, **options}})


GIFT = register(
    Task(
        key="gift",
        version=VERSION,
        axes={
            "candidates": CANDIDATES,
            "tempting": TEMPTING,
            "ground": GROUNDS,
            "room": ROOMS,
            "start": START,
        },
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, "ambiguous", "hazardous"),
        fits=fits,
        reads=lambda instance: [one.name for one in instance.scene.things if one.kind in LABELLED],
    )
)
