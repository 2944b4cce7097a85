"""Small things on a table, each on something that carries it or in something that holds it."""

from collections.abc import Sequence
from typing import TypeVar

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, table

T = TypeVar("T")
CARRIERS = ("tray", "cake_stand", "book_pile", "chopping_board")
CONTAINERS = ("carton_box", "crate", "basin", "bread_basket")
SMALL: tuple[tuple[str, ...], ...] = (
    ("apple",),
    ("toy_car",),
    ("rubber_duck",),
    ("food_can", "jam_jar", "tea_tin"),
    ("camera",),
    ("spinning_top",),
    ("alarm_clock",),
    ("mug",),
    ("milk_carton",),
    ("water_bottle",),
)
"""Things that stand in each container, grouped by what could be taken for each other."""
_COLUMNS_M, _ROWS_M, _SHIFT_M = (-0.36, 0.0, 0.36), (-0.165, 0.165), 0.025


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "holders")
    place = table(rng, seed, near_m=0.98, up_m=0.84)
    pairs = roles.halves(rng)
    carriers, containers = (
        _drawn(list(kinds), 3, seed, word) for kinds, word in ((CARRIERS, "on"), (CONTAINERS, "in"))
    )
    groups = _drawn(list(SMALL), 6, seed, "small")
    small = [group[int(rng.integers(len(group)))] for group in groups]
    holders = roles.by_scene(rng, pairs, [*containers[:2], *carriers[:2]], [containers[2], carriers[2]])
    things = roles.by_scene(rng, pairs, small[:4], small[4:])
    one, two, three, four = (
        _scene(place, roles.matched(rng, holders[number], things[number]), seed, number) for number in range(4)
    )
    return one, two, three, four


def _drawn(items: Sequence[T], count: int, seed: int, word: str) -> list[T]:
    rng = stream(seed, "holders", word)
    return [items[int(index)] for index in rng.permutation(len(items))[:count]]


def _scene(place: Table, carried: list[tuple[str, str]], seed: int, number: int) -> Made:
    rng = stream(seed, "holders", number)
    cells = [(x, y) for x in _COLUMNS_M for y in _ROWS_M]
    below: list[ThingPlan] = []
    above: list[ThingPlan] = []
    for index, cell in enumerate(rng.permutation(len(cells))):
        holder, thing = carried[index]
        x, y = cells[int(cell)]
        at = (x + float(rng.uniform(-_SHIFT_M, _SHIFT_M)), y + float(rng.uniform(-_SHIFT_M, _SHIFT_M)) / 2)
        name, spot = f"holder_{index}", "inside" if holder in CONTAINERS else "top"
        yaw, colours, tones = float(rng.uniform(-12, 12)), KINDS[holder].colours, KINDS[thing].colours
        below.append(place.thing(name, holder, seed, at, yaw=yaw, colour=_one(rng, colours)))
        above.append(
            ThingPlan(name=f"thing_{index}", kind=thing, seed=subseed(seed, thing) % 2**31, on=f"{name}/{spot}", at=(0.0, 0.0),
                      yaw=round(float(rng.uniform(-25, 25)), 1), colour=_one(rng, tones))
        )  # fmt: skip
    return one_picture(place.plan.with_things(*below, *above), place.viewpoint)


def _one(rng: Generator, choices: Sequence[str]) -> str:
    return choices[int(rng.integers(len(choices)))] if choices else ""


HOLDERS = register(SceneSet("holders", 1, make))
