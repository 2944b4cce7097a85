"""Clocks with the names of their owners, in a row on a table; one may be turned round, and somebody may have two."""

from numpy.random import Generator

from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.papers.rows import room_with_table, row
from mindsight.home.questions.scenes.papers.words import PERSONS, printed

OWNERS, CLOCKS, PITCH_M, TURNED, STEP_MIN = 6, 5, 0.215, 0.7, 5


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "clocks")
    room = room_with_table(seed, rng)
    pool = shuffled(rng, PERSONS)[:OWNERS]
    one, two, three, four = (_scene(room, pool, rng) for _ in range(4))
    return one, two, three, four


def _scene(room: ScenePlan, pool: list[str], rng: Generator) -> Made:
    owners = shuffled(rng, pool)[: CLOCKS - 1]
    owners = shuffled(rng, [*owners, owners[0]])
    times = rng.choice(range(1, 144), CLOCKS, replace=False)
    turned = int(rng.integers(CLOCKS)) if rng.random() < TURNED else None
    each = [
        (
            {
                "label": list(printed(PERSONS[owner])),
                "minutes": STEP_MIN * int(time),
                "digits": bool(rng.random() < 0.4),
            },
            place != turned,
        )
        for place, (owner, time) in enumerate(zip(owners, times, strict=True))
    ]
    return row(room, "desk_clock", PITCH_M, each, rng)


CLOCKS_SET = register(SceneSet("clocks", 1, make))
