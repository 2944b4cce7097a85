"""Boxes of different colours with labels, in a row on a table; some are turned round, some colours and labels are there twice."""

from numpy.random import Generator

from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.papers.rows import room_with_table, row
from mindsight.home.questions.scenes.papers.words import CONTENTS, printed

COLOURS = ("red", "yellow", "green", "blue", "purple", "pink", "black")
BOXES, PITCH_M, TURNED = 6, 0.19, 0.7
"""Number of boxes, their distance, and the probability that one of them is turned round."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "boxes")
    room = room_with_table(seed, rng)
    pool = shuffled(rng, CONTENTS)[:8]
    one, two, three, four = (_scene(room, pool, rng) for _ in range(4))
    return one, two, three, four


def _scene(room: ScenePlan, pool: list[str], rng: Generator) -> Made:
    colours, labels = (doubled(rng, items) for items in (COLOURS, pool))
    turned = int(rng.integers(BOXES)) if rng.random() < TURNED else None
    each = [
        ({"colour": colour, "label": list(printed(CONTENTS[label]))}, place != turned)
        for place, (colour, label) in enumerate(zip(colours, labels, strict=True))
    ]
    return row(room, "label_box", PITCH_M, each, rng)


def doubled(rng: Generator, items: tuple[str, ...] | list[str]) -> list[str]:
    """Return one item fewer than there are boxes, one of them twice, in random order."""
    chosen = shuffled(rng, items)[: BOXES - 1]
    return shuffled(rng, [*chosen, chosen[0]])


BOXES_SET = register(SceneSet("boxes", 1, make))
