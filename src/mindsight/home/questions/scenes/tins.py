"""Round tins in several colours with a word on each lid, seen from near: words and colours both come once, twice or not at all."""

from mindsight.engine.catalogue.tins import WORDS
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.tables import Table, scattered, table

KIND = "round_tin"
COLOURS = ("red", "yellow", "green", "blue", "purple")
_RADIUS_M, _AREA_M, _APART_M = 0.044, (0.28, 0.155), 0.012


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of tins on the same table."""
    rng = stream(seed, "tins")
    place = table(rng, seed, near_m=0.40, up_m=0.60, fovy_deg=39.0)
    pairs = roles.halves(rng)
    words = [list(WORDS)[int(index)] for index in rng.permutation(len(WORDS))[:6]]
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))]
    named = roles.by_scene(rng, pairs, words[:4], words[4:])
    tones = roles.by_scene(rng, pairs, colours[:4], [colours[4]] * 2)
    one, two, three, four = (
        _scene(place, roles.matched(rng, named[number], tones[number]), seed, number) for number in range(4)
    )
    return one, two, three, four


def _scene(place: Table, tins: list[tuple[str, str]], seed: int, number: int) -> Made:
    rng = stream(seed, "tins", number)
    radii = [_RADIUS_M] * len(tins)
    things = [
        place.thing(f"tin_{index}", KIND, 0, at, yaw=float(rng.uniform(-20, 20)), colour=colour, state=word)
        for index, ((word, colour), at) in enumerate(zip(tins, scattered(rng, radii, _AREA_M, _APART_M), strict=True))
    ]
    return one_picture(place.plan.with_things(*things), place.viewpoint)


TINS = register(SceneSet("tins", 1, make))
