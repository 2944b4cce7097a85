"""Wooden toy blocks of six forms and six colours on a table: forms and colours both come once, twice or not at all."""

from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, radius_m, scattered, table

FORMS = ("block", "brick_block", "plank_block", "roof_block", "pillar_block", "arch_block")
COLOURS = ("red", "yellow", "green", "blue", "purple")
_AREA_M, _APART_M = (0.40, 0.24), 0.012


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of blocks on the same table."""
    rng = stream(seed, "blocks")
    place = table(rng, seed, near_m=0.78, up_m=0.62, fovy_deg=44.0)
    pairs = roles.halves(rng)
    forms = [FORMS[int(index)] for index in rng.permutation(len(FORMS))]
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))]
    shapes = roles.by_scene(rng, pairs, forms[:4], forms[4:])
    tones = roles.by_scene(rng, pairs, colours[:4], [colours[4]] * 2)
    one, two, three, four = (
        _scene(place, roles.matched(rng, shapes[number], tones[number]), seed, number) for number in range(4)
    )
    return one, two, three, four


def _scene(place: Table, blocks: list[tuple[str, str]], seed: int, number: int) -> Made:
    rng = stream(seed, "blocks", number)
    spots = scattered(rng, [radius_m(kind, 0, colour=colour) for kind, colour in blocks], _AREA_M, _APART_M)
    things = [
        place.thing(f"block_{index}", kind, 0, at, yaw=float(rng.uniform(-35, 35)), colour=colour)
        for index, ((kind, colour), at) in enumerate(zip(blocks, spots, strict=True))
    ]
    return one_picture(place.plan.with_things(*things), place.viewpoint)


BLOCKS = register(SceneSet("blocks", 1, make))
