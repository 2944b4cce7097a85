"""Traces of a meal, unasked: used dishes, food, rubbish and spills on a table that was eaten at; what is laid for later stays."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes import meals
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import ALONE_CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.clean_room.mess import lies_on
from mindsight.home.tasks.tidying import Answer, Steps, Tidier, in_picture

VERSION = 3
TYPES: dict[str, Wording] = {
    "rubbish": {"zh": "把餐桌上的垃圾扔进垃圾桶", "en": "throw the rubbish on the table into the waste bin"},
    "food": {"zh": "把剩下的食物放回冰箱", "en": "put the food that is left back into the fridge"},
    "dishes": {"zh": "把用过的餐具收进水槽", "en": "clear the used dishes into the sink"},
    "spill": {"zh": "擦干净餐桌", "en": "wipe the table clean"},
}
_KINDS: dict[str, tuple[str, ...]] = {
    "rubbish": ("banana_peel", "apple_core", "paper_ball", "crushed_can"),
    "food": ("milk_carton",),
    "spill": ("coffee_stain", "juice_spill"),
}
_DISHES = frozenset({"plate", "bowl", "mug"})
_TABLE, _COUNTER, _FRIDGE, _DOOR = "dining_table", "kitchen_counter", "fridge", "fridge/door"
_SINK = f"{_COUNTER}/sink"
_SHELVES = ("shelf_3", "shelf_2", "shelf_4")
_LEAST, _MOST, _MOST_OF_A_TYPE, _MOST_PEOPLE, _DRAWS = 2, 4, 2, 2, 6
_ALWAYS = ("vase", "tissue_box")
"""What stands on a table between meals."""


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the kitchen of a seed.

    Raises:
        Rejected: No table has room for what was left on it.
    """
    catalogue.load()
    rng = stream(seed, "alone", "meal_traces")
    wanted = ("fridge", "waste_bin")
    try:
        room = furnish("kitchen", subseed(seed, "alone", "meal_traces", "room"), wanted=wanted)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    count = int(rng.integers(_LEAST, _MOST + 1))
    chosen = {list(TYPES)[int(index)] for index in rng.permutation(len(TYPES))[:count]}
    for attempt in range(_DRAWS):
        try:
            scene, own, lures = _laid(room, seed, attempt, chosen if with_needs else set())
            break
        except NoPlaceError:
            continue
    else:
        raise Rejected("no_place", "the table has no room for what was left on it")
    needs = [_need(type_, own[type_]) for type_ in TYPES if own.get(type_)]
    return room_instance(
        task="meal_traces",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs,
        lures=lures,
        fixtures=[_TABLE],
        difficulty={"seats": len(meals.seats(room, _TABLE))},
    )


def _laid(
    room: ScenePlan, seed: int, attempt: int, chosen: set[str]
) -> tuple[ScenePlan, dict[str, list[ThingPlan]], list[str]]:
    """Return the room with what the chosen types left on its table, those things by type, and what belongs there."""
    rng = stream(seed, "alone", "meal_traces", "table", attempt)
    people = int(rng.integers(1, _MOST_PEOPLE + 1))
    settings = [meals.SETTINGS[int(rng.integers(2))] for _ in range(people)]
    scene, own = room, dict[str, list[ThingPlan]]()
    if "dishes" in chosen:
        dishes = meals.lay(scene, _TABLE, rng, [(dish,) for dish, *_ in settings], used=True)
        scene, own["dishes"] = scene.with_things(*dishes), list(dishes)
    for type_, kinds in _KINDS.items():
        if type_ in chosen:
            number = int(rng.integers(1, _MOST_OF_A_TYPE + 1))
            drawn = [kinds[int(rng.integers(len(kinds)))] for _ in range(number)]
            left = meals.left_on(scene, _TABLE, rng, drawn)
            scene, own[type_] = scene.with_things(*left), list(left)
    fine = meals.left_on(scene, _TABLE, rng, _ALWAYS[: int(rng.integers(1, len(_ALWAYS) + 1))])
    # Not on the table: from there even a clean cup may well be cleared away.
    fine += meals.left_on(scene, _COUNTER, rng, [("mug", "clean")])
    return scene.with_things(*fine), own, [one.name for one in fine]


def _need(type_: str, own: list[ThingPlan]) -> Need:
    names = [one.name for one in own]
    goal: list[Any] = []
    for name in names:
        if type_ == "spill":
            goal.append(["clean", name])
        elif type_ == "rubbish":
            goal.append(["inside", name, "waste_bin/inside"])
        elif type_ == "food":
            goal.append(["on", name, _FRIDGE])
        else:
            goal.append(["any", ["inside", name, _SINK], ["on", name, _COUNTER]])
    return Need(type=type_, text=TYPES[type_], goal=goal, things=tuple(names))


@dataclass
class MealKeeper(Tidier):
    """Clears a table: sees what was used, spilt or left on it, and closes the fridge again."""

    failed: set[str] = field(default_factory=set)
    opened: bool = False

    def survey(self) -> Steps:
        """Look around from every viewpoint, and down at the table."""
        for place in self.perception.places():
            for tilt in (0.0, -20.0):
                yield from self.do(Action(verb="look", to=place, zoom=0.8, tilt=tilt))

    def noticed(self, type_: str) -> bool:
        """Return whether something of a type was seen on the table."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Clear away everything of a type."""
        if type_ == "food" and not (yield from self._door("open")):
            return False
        for name in self._own(type_):
            done = yield from self._clear(name, type_)
            if not done:
                self.failed.add(name)
        return True

    def leave(self) -> Steps:
        """Close the fridge."""
        if self.opened:
            yield from self._door("close")

    def _own(self, type_: str) -> list[str]:
        found = []
        for one in self.perception.known.values():
            if one.what != "thing" or one.look is None or one.name in self.failed:
                continue
            if self._type(one.kind, one.look.state) == type_ and self._on_table(one.name):
                found.append(one.name)
        return sorted(found)

    def _type(self, kind: str, state: str) -> str:
        if kind in _DISHES:
            return "dishes" if state == "stained" else ""
        category = KINDS[kind].category if kind in KINDS else ""
        if category == "stain":
            return "spill"
        if category == "rubbish":
            return "rubbish"
        return "food" if kind in _KINDS["food"] else ""

    def _on_table(self, name: str) -> bool:
        space = self.perception.space
        if lies_on(space, name) != "top":
            return False
        at, table = space.frame(name).at, space.frame(_TABLE).at
        return bool(np.hypot(at[0] - table[0], at[1] - table[1]) < 0.9)

    def _clear(self, name: str, type_: str) -> Answer:
        if type_ == "spill":
            stain = yield from self.bring(name)
            if stain is None:
                return False
            yield from self.do(Action(verb="wipe", point=stain.point))
            return self.perception.code == "wiped"
        space = self.perception.space
        if type_ == "food":
            return (yield from self.carry(name, lambda _: self._shelve(name), lambda: not self._on_table(name)))
        into, holder = ("waste_bin/inside", "waste_bin") if type_ == "rubbish" else (_SINK, _COUNTER)

        def put(attempt: int) -> Answer:
            return self.put_in(name, holder, into, side_by_side=type_ == "dishes", tipped=attempt > 0)

        return (yield from self.carry(name, put, lambda: space.inside(name, into) >= 0 or not self._on_table(name)))

    def _door(self, verb: str) -> Answer:
        door = yield from self.bring(_DOOR)
        if door is None:
            return False
        yield from self.do(Action.model_validate({"verb": verb, "point": door.point}))
        self.opened = verb == "open" and self.perception.code in {"opened", "already", "stopped"}
        return self.perception.code in {"opened", "closed", "already", "stopped"}

    def _shelve(self, name: str) -> Answer:
        """Put the held thing on a shelf of the fridge, where there is room."""
        world = self.perception.episode.world
        yield from self.do(Action(verb="look", to=_FRIDGE))
        for shelf in _SHELVES:
            surface = world.scene.register.surfaces[f"{_FRIDGE}/{shelf}"]
            for aside in (0.0, -0.6, 0.6):
                at = (surface.at[0] + aside * surface.half[0], surface.at[1] - 0.3 * surface.half[1], surface.at[2])
                point = self.picture_point(np.asarray(self.perception.space.frame(surface.body).point(at)))
                if in_picture(point):
                    yield from self.do(Action(verb="place", point=point))
                if world.held != name:
                    return True
        return False


MEAL_TRACES = register(
    RoomClass(
        key="meal_traces",
        title=ALONE_CLASSES["meal_traces"],
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=MealKeeper,
        needs=Needs(valid=("jitter", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)),
    )
)
