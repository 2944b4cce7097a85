"""Draw clips in a process of its own that says in a journal which set it begins: ``python -m home.questions.clips_begun``.

Arguments: class, clips, cache and journal. ``event.made_up`` are clips of noise, which take no time to draw.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from mindsight.home.questions import classes, scenes
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass
from mindsight.home.questions.drawing import prepare
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.scenes import Made, Mask, Rejected, SceneSet

KEY, SET = "event.made_up", "made_up"
_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_PICTURES, _SIZE = 4, (48, 64)


def noise(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four clips of noise, two of which have a number; every fifth seed gives none, as with real sets."""
    time.sleep(0.02)
    if seed % 5 == 4:
        raise Rejected("every fifth")
    one, two, three, four = (_clip(seed, number) for number in range(4))
    return one, two, three, four


def _clip(seed: int, number: int) -> Made:
    rng = np.random.default_rng([seed, number])
    pictures = tuple(rng.integers(0, 256, (*_SIZE, 3), dtype=np.uint8) for _ in range(_PICTURES))
    facts = Facts(objects=(), eye=(0, 0, 0), axes=_AXES, fovy_deg=45, aspect=4 / 3, more={"count": number})
    scene = Scene(pictures=(facts,) * _PICTURES)
    return Made(pictures, (Mask(np.zeros(_SIZE, np.int16), ("room",)),) * _PICTURES, scene, scene)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    yield Proposal(asked=({},))


def answer(asked: Asked, scene: Scene) -> Answer:
    count = scene.pictures[-1].more["count"]
    return Found(count) if count in {1, 2} else Cannot("absent")


def main(key: str, clips: str, cache: str, journal: str) -> None:
    classes.load()
    words = (("几个？", "How many?"),) * 4
    scenes.register(SceneSet(SET, 1, noise))
    classes.register(
        QuestionClass(
            KEY,
            1,
            ("噪声", "noise"),
            ("噪声", "noise"),
            SET,
            "number",
            words,
            propose,
            answer,
            ("time",),
            ("无", "none"),
        )
    )
    own = scenes.SETS[classes.POOL[key].scenes]

    def make(seed: int) -> tuple[Made, Made, Made, Made]:
        with Path(journal).open("a", encoding="ascii") as page:
            page.write(f"{seed}\n")
        return own.make(seed)

    scenes.SETS[own.key] = replace(own, make=make)
    for _ in prepare((key,), trials=int(clips), seed=11, cache=Path(cache)):
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
