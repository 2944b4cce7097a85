"""Biscuits of six outlines with icing of six colours on a table: outlines and colours both come once, twice or not at all."""

from mindsight.engine.catalogue.biscuits import OUTLINES
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, scattered, table

KIND = "biscuit"
COLOURS = ("red", "yellow", "green", "blue", "purple", "white")
_RADIUS_M, _AREA_M, _APART_M = 0.055, (0.30, 0.17), 0.012


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of biscuits on the same table."""
    rng = stream(seed, "biscuits")
    place = table(rng, seed, near_m=0.46, up_m=0.66, fovy_deg=40.0)
    pairs = roles.halves(rng)
    outlines = [list(OUTLINES)[int(index)] for index in rng.permutation(len(OUTLINES))]
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))]
    forms = roles.by_scene(rng, pairs, outlines[:4], outlines[4:])
    tones = roles.by_scene(rng, pairs, colours[:4], [colours[4]] * 2)
    one, two, three, four = (
        _scene(place, roles.matched(rng, forms[number], tones[number]), seed, number) for number in range(4)
    )
    return one, two, three, four


def _scene(place: Table, biscuits: list[tuple[str, str]], seed: int, number: int) -> Made:
    rng = stream(seed, "biscuits", number)
    spots = scattered(rng, [_RADIUS_M] * len(biscuits), _AREA_M, _APART_M)
    things = [
        place.thing(f"biscuit_{index}", KIND, seed, at, yaw=float(rng.uniform(-25, 25)), colour=colour, state=outline)
        for index, ((outline, colour), at) in enumerate(zip(biscuits, spots, strict=True))
    ]
    return one_picture(place.plan.with_things(*things), place.viewpoint)


BISCUITS = register(SceneSet("biscuits", 1, make))
