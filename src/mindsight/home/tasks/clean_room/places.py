"""Lay out things in a room to be cleaned, and count the viewpoints from which the mess is seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.views import FULL_SCALE, View
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.floor_plan import FLAT, Array, Rect, body_rect
from mindsight.engine.scenes.places import FLOOR, Footprint, NoPlaceError, Spot, footprint, free_spots, survey
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.standing import Blocks
from mindsight.home.tasks.clean_room.mess import LYING, Sort

_TRIES = 10
_SLACK_DEG = 5.0
_LIFT_M = 0.03
_WIDE, _ASPECT, _EDGE = 0.7, 4 / 3, 25.0
_HIDE = ("shoe_rack", "toy_chest", "wardrobe", "stool", "fridge", "upper_cabinet", "dish_rack", "stove", "suitcase",
         "washing_machine")  # fmt: skip
"""Fixtures on or in which nothing is laid, because things there are hard to see or out of place."""
_UNSEEN = frozenset({"rug", "window", "curtain", "ceiling_lamp", "door"})


@dataclass(frozen=True)
class Piece:
    """A thing to lay out: its plan, its sort of mess (None: no mess), and the places to which it is limited."""

    name: str
    kind: str
    seed: int
    sort: Sort | None
    only: tuple[str, ...] = ()
    state: str = ""
    colour: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Sorts of places where it may lie."""
        return self.only or (LYING[self.sort] if self.sort is not None else ())


def lay_out(room: ScenePlan, rng: Generator, pieces: Sequence[Piece], most: int = 0) -> ScenePlan | None:
    """Return the room with every piece in a free place, large ones first; None if one finds no place.

    With ``most``, up to that many are laid out in their order, and those that find no place are left out.
    """
    order = pieces if most else sorted(pieces, key=lambda piece: -_room_for(piece).radius)
    wanted = len(room.things) + most
    for piece in order:
        if most and len(room.things) >= wanted:
            break
        spot = _spot(room, rng, piece)
        if spot is None and not most:
            return None
        if spot is None:
            continue
        plan = ThingPlan(
            name=piece.name,
            kind=piece.kind,
            seed=piece.seed,
            on=spot.on,
            at=spot.at,
            yaw=spot.yaw,
            colour=piece.colour,
            state=piece.state,
        )
        room = room.with_things(plan)
    return room


def _room_for(piece: Piece) -> Footprint:
    """Return the footprint of a piece; that of clothes allows any rotation."""
    found = footprint(piece.kind, piece.seed, piece.colour, piece.state, (0.0, 0.0))
    if piece.sort != "clothes":
        return found
    across = 2 * found.radius * 0.92
    return Footprint(across, across, found.height, found.box_m)


def _spot(room: ScenePlan, rng: Generator, piece: Piece) -> Spot | None:
    names = [name for word in piece.words for name in places(room, word)]
    if not names:
        return None
    blocks = _blocks(room)
    for _ in range(_TRIES):
        try:
            spot = free_spots(room, rng, [_room_for(piece)], names)[0]
        except NoPlaceError:
            return None
        if KINDS[piece.kind].flat and spot.on == FLOOR and _on_rug(room, spot, _room_for(piece)):
            continue
        at = _where(room, spot)
        if spot.on.endswith("inside") or any(_sees(place, at, blocks) for place in room.viewpoints):
            return spot if piece.sort != "clothes" else _along_basket(room, rng, piece, spot)
    return None


def _blocks(room: ScenePlan) -> Blocks:
    return Blocks([one for one in room.fixtures if one.kind not in _UNSEEN])


def places(room: ScenePlan, word: str) -> Iterator[str]:
    """Yield the visible places of a sort."""
    if word == FLOOR:
        yield FLOOR
    elif word == "inside":
        yield "toy_chest/inside"
    elif word == "bath":
        yield from (f"{one.name}/inside" for one in room.fixtures if one.kind == "bathtub")
    yield from (name for name in survey(room).surfaces if not name.startswith(_HIDE) and _is_a(name, word))


def _is_a(surface: str, word: str) -> bool:
    """Return whether a surface is a place of a sort; boards on a wall are shelves, and are seen from below."""
    owner, _, last = surface.partition("/")
    if word == "chest_top":
        return owner.startswith("chest_of_drawers")
    on_wall = owner.startswith("wall_shelf")
    if word == "shelf":
        return on_wall or (owner.startswith("bookcase") and last in {"shelf_2", "shelf_3", "shelf_4"})
    return last == word and not on_wall


def _on_rug(room: ScenePlan, spot: Spot, taken: Footprint) -> bool:
    rect = Rect(spot.at, (taken.width / 2, taken.depth / 2), spot.yaw)
    return any(one.kind in FLAT and rect.overlaps(body_rect(one)) for one in room.fixtures)


def _along_basket(room: ScenePlan, rng: Generator, piece: Piece, spot: Spot) -> Spot:
    """Turn clothes so that they fit into the laundry basket as they are held: long side along long side."""
    basket = next((one for one in room.fixtures if one.kind == "laundry_basket"), None)
    if basket is None:
        return spot
    found = footprint(piece.kind, piece.seed, piece.colour, piece.state, (0.0, 0.0))
    yaw = basket.yaw + (0.0 if found.width >= found.depth else 90.0) + 180.0 * float(rng.integers(2))
    yaw += float(rng.uniform(-_SLACK_DEG, _SLACK_DEG))
    if spot.on != FLOOR:
        yaw -= next(one.yaw for one in room.fixtures if one.name == spot.on.partition("/")[0])
    return Spot(spot.on, spot.at, round((yaw + 180.0) % 360.0 - 180.0, 1))


def spread(scene: ScenePlan, names: Sequence[str]) -> int:
    """Return the number of viewpoints from which at least one of the things is seen best.

    A thing is seen best from the nearest viewpoint whose wide picture shows it with a free line of sight.
    """
    blocks = _blocks(scene)
    best: set[str] = set()
    for thing in scene.things:
        if thing.name in names:
            at = _where(scene, thing)
            seen = [place for place in scene.viewpoints if _sees(place, at, blocks)]
            best.add(
                min(seen or scene.viewpoints, key=lambda place: float(np.linalg.norm(np.subtract(place.eye, at)))).name
            )
    return len(best)


def _where(scene: ScenePlan, thing: ThingPlan | Spot) -> Array:
    """Return a point a little above where a thing lies."""
    if thing.on == FLOOR:
        return np.array([*thing.at, _LIFT_M])
    register = survey(scene)
    place = register.surfaces.get(thing.on) or register.containers[thing.on]
    x, y, z = place.at
    return np.array(register.frames[place.body].point((x + thing.at[0], y + thing.at[1], z + _LIFT_M)))


def _sees(place: ViewpointPlan, at: Array, blocks: Blocks) -> bool:
    x, y, depth = View.at(place).zoomed(_WIDE).project(at, _ASPECT)
    framed = depth > 0 and _EDGE <= x <= FULL_SCALE - _EDGE and _EDGE <= y <= FULL_SCALE - _EDGE
    return bool(framed and blocks.passed(np.array(place.eye), at[None]).all())
