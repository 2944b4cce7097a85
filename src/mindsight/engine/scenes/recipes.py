"""The recipe of each kind of room: which fixtures belong in it and where, as steps of an arrangement."""

from collections.abc import Callable, Mapping

import numpy as np

from mindsight.engine.scenes.arranging import WALLS, Arranger, DoesNotFitError
from mindsight.engine.scenes.floor_plan import body_rect, facing, size_of
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import FixturePlan, RoomKind

Recipe = Callable[[Arranger, str, tuple[str, ...]], None]

_TURNED_AWAY = 0.82
"""Cosine of the least angle between the direction a toilet faces and the direction of the door."""
_STANDS = ("kitchen_counter", "appliance_stand", "desk", "chest_of_drawers", "console", "dining_table")


def _walls_but(*names: str) -> tuple[str, ...]:
    return tuple(name for name in WALLS if name not in names)


def _wall_of(plan: FixturePlan) -> str:
    return next(name for name, yaw in WALLS.items() if abs((yaw - plan.yaw + 180) % 360 - 180) < 1)


def want(a: Arranger, wanted: tuple[str, ...]) -> None:
    """Add the fixtures that a task needs, unless the room has them already.

    Raises:
        DoesNotFitError: A fixture found no place.
    """
    for kind in wanted:
        have = sum(fixture.kind == kind for fixture in a.fixtures)
        if have < wanted.count(kind):
            a.must(_want(a, kind))


def _want(a: Arranger, kind: str) -> FixturePlan | None:
    against = FIXTURES[kind].against
    if kind == "suitcase":
        return _suitcase(a)
    if against == "top":
        return _on_some_top(a, kind)
    if against == "on_wall":
        width, _, height = FIXTURES[kind].size
        return a.hang(kind, 2.0 if width > 0.6 and height < 0.45 else 1.25)
    if against == "corner":
        return a.in_corner(kind) or a.along(kind, tuple(WALLS))
    return a.along(kind, tuple(WALLS))


def _suitcase(a: Arranger) -> FixturePlan | None:
    bed = a.find("double_bed", "single_bed")
    if bed is not None and a.chance(0.35):
        side = 0.0 if bed.kind == "single_bed" else (-0.25 if a.chance(0.5) else 0.25)
        return a.on_top(bed, "suitcase", (side, -0.55))
    window = a.must(a.find("window"))
    # The open lid leans back over the bench: it must touch neither the wall nor the window sill.
    bench = a.along("luggage_bench", _walls_but(_wall_of(window)), gap=0.22)
    return a.on_top(bench, "suitcase") if bench is not None else None


def _on_some_top(a: Arranger, kind: str) -> FixturePlan | None:
    """Put an appliance on a worktop that is wide enough, or on a stand of its own."""
    width, depth, _ = FIXTURES[kind].size
    for host_kind in _STANDS:
        host = a.find(host_kind)
        if host is None or size_of(host)[1] < depth + 0.02 or size_of(host)[0] < width + 0.1:
            continue
        room = size_of(host)[0] / 2 - width / 2 - 0.05
        y = size_of(host)[1] / 2 - depth / 2 - 0.02
        for share in (1.0, 0.5, 0.0):
            if put := a.on_top(host, kind, (share * room, y)):
                return put
    stand = a.along("appliance_stand", tuple(WALLS))
    return a.on_top(stand, kind) if stand is not None else None


def bedroom(a: Arranger, window: str, wanted: tuple[str, ...]) -> None:
    """A bed with its head to a wall, a nightstand, a wardrobe, and more if there is room."""
    door = a.must(a.find("door"))
    kind = "double_bed" if a.chance(0.6) and a.size[0] > 4.0 else "single_bed"
    bed = a.must(a.along(kind, _walls_but(window, _wall_of(door)), gap=0.03))
    stands = [a.beside(bed, "nightstand", side, gap=0.06) for side in (-1, 1)]
    if not any(stands):
        raise DoesNotFitError
    a.must(a.along("wardrobe", _walls_but(window)))
    want(a, wanted)
    _bed_rug(a, bed)
    for stand in stands:
        if stand is not None and a.chance(0.75):
            a.on_top(stand, "table_lamp", (0.0, 0.04), on=a.lit)
    a.hang("picture", 1.45, above=bed)
    if a.chance(0.7):
        a.along("chest_of_drawers", tuple(WALLS))
    if a.chance(0.3) and (desk := a.along("desk", tuple(WALLS))):
        a.must(a.before(desk, "chair", -0.14))
    for extra, share in (("laundry_basket", 0.8), ("potted_plant", 0.6), ("waste_bin", 0.5)):
        if a.chance(share):
            a.tuck(extra)
    if a.chance(0.3):
        a.along(a.one_of("toy_chest", "mirror"), tuple(WALLS), gap=0.06)
    _wall_things(a, ("wall_clock",))


def _bed_rug(a: Arranger, bed: FixturePlan) -> None:
    rect = body_rect(bed)
    size = (min(2.6, 2 * rect.half[0] + 1.0), 1.5)
    a.put_rug(
        rect.point((0.0, -rect.half[1] + 0.45)),
        bed.yaw,
        size,
        apart=("wardrobe", "desk", "chest_of_drawers", "nightstand"),
    )


def living_room(a: Arranger, window: str, wanted: tuple[str, ...]) -> None:
    """A sofa that faces the television over a low table, shelves, a plant, and a dining table if there is room."""
    door = a.must(a.find("door"))
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    sofa = a.must(
        a.along(
            "sofa",
            [w for w in _walls_but(window, _wall_of(door)) if opposite[w] != window or a.chance(0.3)]
            or [opposite[window]],
            gap=0.05,
        )
    )
    line = a.wall(opposite[_wall_of(sofa)])[0]
    x = float(line.local(np.array(sofa.at))[0])
    stand = a.must(a.put(a.at_wall("tv_stand", opposite[_wall_of(sofa)], x, gap=0.04)))
    screen_behind = opposite[_wall_of(sofa)] == window
    if not screen_behind:
        a.on_top(stand, "television", (0.0, 0.03))
    table = a.must(a.before(sofa, "coffee_table", 0.42, turned=0.0))
    a.put_rug(table.at, sofa.yaw, (2.2, 1.5), apart=("tv_stand",))
    want(a, wanted)
    _sofa_sides(a, sofa)
    if a.chance(0.6):
        _easy_chair(a, table, sofa)
    a.hang("picture", 1.40, above=sofa)
    a.along("bookcase", _walls_but(window))
    if a.chance(0.6):
        a.along(a.one_of("shoe_rack", "console"), (_wall_of(door), *WALLS))
    for extra, share in (("potted_plant", 0.9), ("waste_bin", 0.7), ("laundry_basket", 0.1)):
        if a.chance(share):
            a.tuck(extra)
    if a.chance(0.5):
        a.along("toy_chest", tuple(WALLS), gap=0.10)
    if a.chance(0.3):
        _dining(a, seats=2)
    _wall_things(a, ("wall_clock", "picture"))


def _sofa_sides(a: Arranger, sofa: FixturePlan) -> None:
    first = 1 if a.chance(0.5) else -1
    if table := a.beside(sofa, "side_table", first, gap=0.05):
        a.on_top(table, "table_lamp", on=a.lit)
    a.beside(sofa, "floor_lamp", -first, gap=0.06, on=a.lit)


def _easy_chair(a: Arranger, table: FixturePlan, sofa: FixturePlan) -> None:
    """Put an easy chair at an end of the low table, facing it."""
    rect = body_rect(table)
    for side in (1, -1) if a.chance(0.5) else (-1, 1):
        at = rect.point((side * (rect.half[0] + 0.42 + 0.40), 0.0))
        if a.put(a.make("armchair", at, sofa.yaw - side * 90.0)):
            return


def kitchen(a: Arranger, window: str, wanted: tuple[str, ...]) -> None:
    """Fridge, worktop and stove in one line, cupboards above it, a table with chairs."""
    door = a.must(a.find("door"))
    wall = a.one_of(*_walls_but(_wall_of(door)))
    order = ["fridge", "kitchen_counter", "stove"] if a.chance(0.5) else ["stove", "kitchen_counter", "fridge"]
    gaps = 0.03
    total = sum(FIXTURES[kind].size[0] for kind in order) + 2 * gaps
    slack = a.wall(wall)[1] / 2 - total / 2 - 0.04
    if slack < 0:
        raise DoesNotFitError
    x = float(a.rng.uniform(-slack, slack)) - total / 2
    for kind in order:
        width = FIXTURES[kind].size[0]
        a.must(a.put(a.at_wall(kind, wall, x + width / 2)))
        x += width + gaps
    counter = a.must(a.find("kitchen_counter"))
    stove, opening = a.must(a.find("stove")), a.must(a.find("window"))
    if body_rect(stove).overlaps(body_rect(opening), 0.30):
        raise DoesNotFitError
    a.hang("upper_cabinet", 1.48, above=counter)
    a.hang("range_hood", 1.55, above=stove)
    a.on_top(counter, "dish_rack", (0.10, 0.10)) or a.on_top(counter, "dish_rack", (0.62, 0.10))
    want(a, wanted)
    _dining(a, seats=4)
    if a.chance(0.6):
        a.along("appliance_stand", _walls_but(window))
    for extra, share in (("waste_bin", 1.0), ("potted_plant", 0.4), ("stool", 0.5)):
        if a.chance(share):
            a.tuck(extra)
    _wall_things(a, ("wall_clock", "picture"))


def _dining(a: Arranger, seats: int) -> FixturePlan | None:
    """Put a table, with chairs that face it, where there is room on all sides."""
    width, depth = a.size[:2]
    for _ in range(30):
        yaw = 0.0 if a.chance(0.5) else 90.0
        at = (
            float(a.rng.uniform(-width / 2 + 0.8, width / 2 - 0.8)),
            float(a.rng.uniform(-depth / 2 + 0.8, depth / 2 - 0.8)),
        )
        table = a.make("dining_table", at, yaw)
        chairs = _chairs(a, table, seats)
        if a.fits(table) and all(a.fits(chair) for chair in chairs):
            a.fixtures.append(table)
            for place in _places(seats):
                a.put(_chair(a, table, place))
            return table
    return None


def _places(seats: int) -> list[tuple[float, float]]:
    spots = [(-0.30, -1.0), (0.30, 1.0), (0.30, -1.0), (-0.30, 1.0)]
    return spots[:seats] if seats != 2 else [(0.0, -1.0), (0.0, 1.0)]


def _chair(a: Arranger, table: FixturePlan, place: tuple[float, float]) -> FixturePlan:
    rect, (x, side) = body_rect(table), place
    reach = rect.half[1] + FIXTURES["chair"].size[1] / 2 - 0.14
    return a.make("chair", rect.point((x, side * reach)), table.yaw + (180.0 if side < 0 else 0.0))


def _chairs(a: Arranger, table: FixturePlan, seats: int) -> list[FixturePlan]:
    return [_chair(a, table, place) for place in _places(seats)]


def study(a: Arranger, window: str, wanted: tuple[str, ...]) -> None:
    """A desk with its chair, bookshelves, and a place to read."""
    door = a.must(a.find("door"))
    desk = a.must(a.along("desk", (window, *_walls_but(_wall_of(door))), gap=0.03))
    a.must(a.before(desk, a.one_of("office_chair", "office_chair", "chair"), -0.14))
    a.must(a.along("bookcase", _walls_but(window)))
    want(a, wanted)
    a.on_top(desk, "table_lamp", (-0.44, 0.12), on=a.lit)
    if a.chance(0.6):
        a.along("bookcase", _walls_but(window))
    if chair := a.in_corner("armchair"):
        a.beside(chair, "side_table", 1 if a.chance(0.5) else -1, gap=0.04)
    a.tuck("floor_lamp", on=a.lit)
    side = 1 if a.chance(0.5) else -1
    a.beside(desk, "waste_bin", side, gap=0.06) or a.beside(desk, "waste_bin", -side, gap=0.06)
    if a.chance(0.6):
        a.along(a.one_of("chest_of_drawers", "console"), tuple(WALLS))
    a.put_rug((0.0, 0.0), 0.0, (1.7, 1.7), round=True)
    if a.chance(0.8):
        a.tuck("potted_plant")
    _wall_things(a, ("picture", "wall_clock"))


def bathroom(a: Arranger, window: str, wanted: tuple[str, ...]) -> None:
    """A washstand under its mirror, a toilet that does not face the door, a bath, places for towels and clothes."""
    door = a.must(a.find("door"))
    tub = a.must(a.along("bathtub", (window, *_walls_but(_wall_of(door)))))
    stand = a.must(a.along("washstand", _walls_but(window)))
    a.must(a.hang("bathroom_mirror", 1.08, above=stand))
    seat = a.must(a.along("toilet", tuple(WALLS)))
    ahead, way = facing(seat), np.array(door.at) - np.array(seat.at)
    if ahead @ way > _TURNED_AWAY * np.linalg.norm(way):
        raise DoesNotFitError
    want(a, wanted)
    a.put_rug(body_rect(tub).point((0.0, -0.72)), tub.yaw, (0.9, 0.55))
    a.hang("towel_rail", 0.95)
    if a.chance(0.8):
        a.hang("wall_shelf", 1.25)
    if a.chance(0.5):
        a.along("washing_machine", _walls_but(window))
    for extra, share in (("laundry_basket", 0.9), ("waste_bin", 0.8), ("stool", 0.4), ("potted_plant", 0.2)):
        if a.chance(share):
            a.tuck(extra)


def _wall_things(a: Arranger, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        a.hang(kind, 1.75 if kind == "wall_clock" else 1.45)


RECIPES: Mapping[RoomKind, Recipe] = {
    "bedroom": bedroom,
    "living_room": living_room,
    "kitchen": kitchen,
    "study": study,
    "bathroom": bathroom,
}
"""How each room is arranged."""
