"""A table laid for some people: at each place a card with a name, a plate, and most of what else belongs there."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect, body_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.shots import taken
from mindsight.home.questions.scenes.shot import SIZE_PX

TABLE, CARD = "dining_table", "name_card"
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room")
NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "Jonas", "Karl", "Lena")
GUESTS = 6
"""How many people a set knows; in each scene some of them have a place."""
SEATS: tuple[tuple[float, int], ...] = ((-0.32, -1), (0.32, -1), (-0.32, 1), (0.32, 1))
"""The places at the table: along it, and on which of its long sides."""
ITEMS: dict[str, tuple[float, float, float]] = {
    "plate": (0.0, 0.265, 0.0),
    "mug": (0.245, 0.135, 25.0),
    "fork": (-0.147, 0.265, -90.0),
    "spoon": (0.152, 0.285, -90.0),
    "apple": (-0.235, 0.135, 0.0),
}
"""What may be at a place, as its guest has it: how far to the right of the middle and how far from the table's middle line, and the yaw."""

_CARD_M = 0.085
_AWAY_M, _UP_M, _FOVY_DEG = 0.95, 1.02, 46.0
_NO_MUG, _LACKING = 0.12, (0.25, 0.55, 0.20)
"""Shares of places without a mug; and that lack none, one or two of the other things."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes at one table, each with three or four of the same six guests."""
    rng = stream(seed, "laid")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    try:
        plan = furnish(room, subseed(seed, "room"), wanted=(TABLE,)).model_copy(update={"pet": None})
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    viewpoint = _viewpoint(plan)
    guests = [NAMES[int(index)] for index in rng.permutation(len(NAMES))[:GUESTS]]
    looks = {kind: int(rng.integers(2**31)) for kind in ITEMS}
    dishes = str(KINDS["plate"].colours[int(rng.integers(len(KINDS["plate"].colours)))])
    made = [_scene(plan, viewpoint, _seated(guests, rng), looks, dishes, rng) for _ in range(4)]
    one, two, three, four = made
    return one, two, three, four


def _seated(guests: Sequence[str], rng: Generator) -> list[tuple[str, int]]:
    """Return three or four of the guests, each with a seat."""
    count = 3 if rng.random() < 0.5 else 4
    people = [guests[int(index)] for index in rng.permutation(len(guests))[:count]]
    return list(zip(people, (int(seat) for seat in rng.permutation(4)[:count]), strict=True))


def _viewpoint(plan: ScenePlan) -> ViewpointPlan:
    """Return a viewpoint at one of the table's long sides."""
    table = body_rect(next(one for one in plan.fixtures if one.kind == TABLE))
    half = np.array(plan.size[:2]) / 2 - 0.12
    sides = []
    for side in (-1, 1):
        x, y = table.point((0.0, side * _AWAY_M))
        if abs(x) < half[0] and abs(y) < half[1] and not _blocked(plan, (x, y)):
            sides.append((x, y))
    if not sides:
        raise Rejected("nobody can stand at the table")
    x, y = sides[0]
    target = (*table.at, 0.78)
    return ViewpointPlan(
        name="table", zh="桌边", en="at the table", eye=(x, y, 0.75 + _UP_M), target=target, fovy=_FOVY_DEG
    )


def _blocked(plan: ScenePlan, at: tuple[float, float]) -> bool:
    high = {"fridge", "bookcase", "wardrobe", "range_hood", "upper_cabinet", "floor_lamp", "curtain"}
    return any(one.kind in high and body_rect(one).is_near(np.array(at), 0.15) for one in plan.fixtures)


def _scene(
    plan: ScenePlan,
    viewpoint: ViewpointPlan,
    seated: Sequence[tuple[str, int]],
    looks: dict[str, int],
    dishes: str,
    rng: Generator,
) -> Made:
    table = body_rect(next(one for one in plan.fixtures if one.kind == TABLE))
    cards: list[FixturePlan] = []
    things: list[ThingPlan] = []
    for name, seat in seated:
        along, side = SEATS[seat]
        cards.append(_card(plan, table, name, (along, side * _CARD_M)))
        things.extend(_thing(kind, name, (along, side), looks, dishes, rng) for kind in _items(rng))
    whole = plan.model_copy(update={"fixtures": (*plan.fixtures, *cards), "viewpoints": (viewpoint,)}).with_things(
        *things
    )
    width, height = SIZE_PX
    with Camera(World(build(whole)), width=width, height=height, profile="fine") as camera:
        shot = taken(camera, View.at(viewpoint), [one.name for one in cards])
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(shot.seen,)))


def _items(rng: Generator) -> list[str]:
    """Return what is at a place: always the plate, mostly a mug, and all or all but one or two of the rest."""
    others = ["fork", "spoon", "apple"]
    lacking = int(rng.choice(3, p=_LACKING))
    mug = rng.random() >= _NO_MUG
    gone = [others[int(index)] for index in rng.permutation(3)[: lacking if mug else max(0, lacking - 1)]]
    return ["plate", *(["mug"] if mug else []), *(one for one in others if one not in gone)]


def _card(plan: ScenePlan, table: Rect, name: str, at: tuple[float, float]) -> FixturePlan:
    key = f"card_{name}"
    return FixturePlan(
        name=key, kind=CARD, seed=subseed(plan.seed, key), at=table.point(at), yaw=table.yaw, z=0.75, options={"name": name}
    )  # fmt: skip


def _thing(
    kind: str, name: str, seat: tuple[float, int], looks: dict[str, int], dishes: str, rng: Generator
) -> ThingPlan:
    (along, side), (right, away, yaw) = seat, ITEMS[kind]
    colours = KINDS[kind].colours
    colour = dishes if kind == "plate" else str(colours[int(rng.integers(len(colours)))]) if colours else ""
    # A guest on the far side (side 1) looks the other way: the right is towards −x.
    at = (round(along - side * right, 3), round(side * away, 3))
    turned = yaw + (180.0 if side > 0 else 0.0)
    return ThingPlan(
        name=f"{kind}_{name}", kind=kind, seed=looks[kind], on=f"{TABLE}/top", at=at, yaw=turned, colour=colour
    )


LAID = register(SceneSet("laid", 1, make))
