"""Jars, cups, goblets, bowls, candlesticks and flower pots of several materials and sizes on a table, beside a can."""

from collections.abc import Sequence

from mindsight.engine.catalogue.wares import HEIGHTS_CM, MATERIALS
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, radius_m, scattered, table

BESIDE = ("food_can",)
_AREA_M, _APART_M, _TIGHT = (0.52, 0.30), 0.04, 0.82
"""Round things take less than the circle around their bounding square."""
_LOOK_ALIKE = ("plain_cup", "flower_pot")


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of wares on the same table."""
    rng = stream(seed, "wares")
    place = table(rng, seed, near_m=0.95, up_m=0.80, fovy_deg=44.0)
    # A small flower pot of china could be taken for a cup, so a table has only one of the two.
    without = _LOOK_ALIKE[int(rng.integers(len(_LOOK_ALIKE)))]
    kinds = [kind for kind in HEIGHTS_CM if kind != without]
    ordered = [kinds[int(index)] for index in rng.permutation(len(kinds))]
    there = roles.by_scene(rng, roles.halves(rng), ordered[:4], ordered[4:5])
    one, two, three, four = (_scene(place, there[number], seed, number) for number in range(4))
    return one, two, three, four


def _scene(place: Table, kinds: Sequence[str], seed: int, number: int) -> Made:
    rng = stream(seed, "wares", number)
    wanted = []
    for kind in kinds:
        low, high = HEIGHTS_CM[kind]
        # Small or large, seldom between, so that two scenes mostly show sizes that can be told apart.
        share = float(rng.uniform(0.0, 0.3)) + (0.7 if rng.random() < 0.5 else 0.0)
        size = round(low * (high / low) ** share)
        wanted.append((kind, f"{MATERIALS[int(rng.integers(len(MATERIALS)))]}-{size}"))
    wanted += [(kind, "") for kind in BESIDE]
    radii = [_TIGHT * radius_m(kind, seed, state=state) for kind, state in wanted]
    things = [
        place.thing(f"ware_{index}", kind, seed, at, yaw=float(rng.uniform(-30, 30)), state=state)
        for index, ((kind, state), at) in enumerate(zip(wanted, scattered(rng, radii, _AREA_M, _APART_M), strict=True))
    ]
    return one_picture(place.plan.with_things(*things), place.viewpoint)


WARES = register(SceneSet("wares", 3, make))
