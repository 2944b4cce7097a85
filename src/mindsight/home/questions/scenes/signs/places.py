"""Tables on which one thing is against custom or unsafe: in the first scene one, in the second another, in the others none and two.

``rice_bowls`` are bowls with chopsticks, ``cutlery`` are places with fork and knife, ``hot_plates`` are two plates with something that
could catch fire beside each.
"""

from collections.abc import Mapping, Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.customs import BOWLS
from mindsight.engine.catalogue.traces import PLATES
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

BURNABLE = ("towel", "paper_ball", "wool_hat", "book", "notebook")
FIREPROOF = ("food_can", "mug", "jam_jar", "juice_glass")
NEAR_M = 0.28
"""Distance of middles up to which a thing is beside a hot plate."""
_PLACES_M, _FORK_M, _BESIDE_M = (-0.40, 0.0, 0.40), 0.138, 0.225
_VIEW = View3(back_m=0.96, up_m=0.72, target_up_m=0.0, fovy_deg=46.0)
Odd = tuple[int, ...]


def _odd(rng: Generator, count: int) -> list[Odd]:
    """Return which of some places are odd in each scene: one, another, none, two."""
    one, other = (int(place) for place in rng.permutation(count)[:2])
    return [(one,), (other,), (), (one, other)]


def _four(bench: Bench, tables: Sequence[Mapping[str, Frame]], rng: Generator) -> tuple[Made, Made, Made, Made]:
    scenes = []
    for frames in tables:
        bench.put(frames)
        scenes.append(made([bench.shot()], {}, {}))
    one, two, three, four = (scenes[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def rice_bowls(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes with the same three bowls in other places; chopsticks stand upright in the odd ones."""
    rng = stream(seed, "rice_bowls")
    tones = [BOWLS[int(index)] for index in rng.permutation(len(BOWLS))[:3]]
    states = {True: "upright", False: "across"}
    things = [ThingPlan(name=f"bowl_{tone}_{state}", kind="rice_bowl", seed=1, on="", at=(0, 0), colour=tone, state=state)
              for tone in tones for state in states.values()]  # fmt: skip
    with Bench(seed, things, _VIEW) as bench:
        tables: list[dict[str, Frame]] = []
        for odd in _odd(rng, 3):
            tables.append({})
            for (number, tone), x in zip(_mixed(rng, tones), _PLACES_M, strict=True):
                turned = turn("z", float(rng.uniform(-25, 25)))
                frame = bench.frame(x, float(rng.uniform(-0.1, 0.1)), 0.001, turned)
                tables[-1][f"bowl_{tone}_{states[number in odd]}"] = frame
        return _four(bench, tables, rng)


def cutlery(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes with the same three plates in other places; fork and knife have changed sides at the odd ones."""
    rng = stream(seed, "cutlery")
    tones = [PLATES[int(index)] for index in rng.permutation(len(PLATES))[:3]]
    things = [
        ThingPlan(name=f"plate_{tone}", kind="used_plate", seed=1, on="", at=(0, 0), colour=tone, state="empty")
        for tone in tones
    ]
    things += [
        ThingPlan(name=f"{kind}_{tone}", kind=kind, seed=1, on="", at=(0, 0))
        for kind in ("fork", "table_knife")
        for tone in tones
    ]
    with Bench(seed, things, _VIEW) as bench:
        tables = []
        for odd in _odd(rng, 3):
            frames: dict[str, Frame] = {}
            for (number, tone), x in zip(_mixed(rng, tones), _PLACES_M, strict=True):
                side = -1 if number in odd else 1
                frames[f"plate_{tone}"] = bench.frame(x, -0.08, 0.001)
                frames[f"fork_{tone}"] = bench.frame(x - side * _FORK_M, -0.08, 0.001, turn("z", -90.0))
                frames[f"table_knife_{tone}"] = bench.frame(x + side * _FORK_M, -0.08, 0.001, turn("z", -90.0))
            tables.append(frames)
        return _four(bench, tables, rng)


def hot_plates(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes with two hot plates, a thing that can burn beside each, and one that cannot; odd plates are on."""
    rng = stream(seed, "hot_plates")
    kinds = [BURNABLE[int(index)] for index in rng.permutation(len(BURNABLE))[:2]]
    safe = FIREPROOF[int(rng.integers(len(FIREPROOF)))]
    things = [ThingPlan(name=f"plate_{place}_{state}", kind="hot_plate", seed=1, on="", at=(0, 0), state=state)
              for place in range(2) for state in ("on", "off")]  # fmt: skip
    things += [ThingPlan(name=f"thing_{kind}", kind=kind, seed=seed, on="", at=(0, 0)) for kind in (*kinds, safe)]
    with Bench(seed, things, _VIEW) as bench:
        tables = []
        for odd in _odd(rng, 2):
            frames = {f"thing_{safe}": bench.frame(0.0, float(rng.uniform(-0.05, 0.05)), 0.001)}
            for (number, kind), x in zip(_mixed(rng, kinds), (-0.24, 0.24), strict=True):
                frames[f"plate_{number}_{'on' if number in odd else 'off'}"] = bench.frame(x, 0.08, 0.001)
                outwards = 1.0 if x > 0 else -1.0
                turned = turn("z", float(rng.uniform(-15, 15)))
                frames[f"thing_{kind}"] = bench.frame(x + outwards * _BESIDE_M, 0.04, 0.001, turned)
            tables.append(frames)
        return _four(bench, tables, rng)


def _mixed(rng: Generator, items: Sequence[str]) -> list[tuple[int, str]]:
    """Return items with their numbers in random order."""
    return [(int(index), items[int(index)]) for index in rng.permutation(len(items))]


RICE_BOWLS = register(SceneSet("rice_bowls", 1, rice_bowls))
CUTLERY = register(SceneSet("cutlery", 1, cutlery))
HOT_PLATES = register(SceneSet("hot_plates", 1, hot_plates))
