"""Give the oracle less than a clip: one picture alone, all its pictures backwards, or every second, third or fourth of them.

    python -m docs.simulations.clips SETS [CLASS …]

Prints for each class about clips how often the oracle is right on questions that have an answer: with all pictures in order, with the
middle one in place of all, with the one that is best in place of all, backwards, and with every second, third and fourth picture, each kept
until the next, beside chance. What a program finds in one picture is a floor: people may see more in it.
"""

import sys
from collections.abc import Sequence

from mindsight.engine.drawing.rendering import without_colours
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.quartets import by_sight, quartet
from mindsight.home.questions.scenes import Made, Rejected

Row = tuple[float, ...]
STEPS = (2, 3, 4)
"""Every which picture is left where fewer are taken in the same time."""
FIRST = 5000
"""Seed of the first set; classes were made while looking at others."""


def views(made: Made) -> list[Scene]:
    """Return what a clip shows: in order, backwards, at lower rates, each picture kept until the next, and each picture alone."""
    assert made.again is not None
    order = list(range(len(made.pictures)))
    slower = [[number - number % step for number in order] for step in STEPS]
    alone = [[number] * len(order) for number in order]
    return [made.again(own) for own in (order, order[::-1], *slower, *alone)]


def measured(kinds: Sequence[QuestionClass], sets: int) -> dict[str, list[Row]]:
    """Return for each class, of each question with an answer, chance and whether it is answered rightly in each view."""
    found: dict[str, list[Row]] = {one.key: [] for one in kinds}
    seed = given = 0
    while given < sets and seed < 10 * sets:
        try:
            # The program goes by places: colours, which take most of the time, change nothing.
            with without_colours():
                made = scenes.load()[kinds[0].scenes].make(FIRST + seed)
        except Rejected:
            continue
        finally:
            seed += 1
        if made[0].again is None:
            return {}
        given += 1
        seen = [views(one) for one in made]
        for kind in kinds:
            four = quartet(kind, made, FIRST + seed - 1)
            for question, own in zip(four.questions if four else (), seen, strict=False):
                if question.valid:
                    found[kind.key].append((question.truth.chance, *(by_sight(kind, question, view) for view in own)))
    return found


def told(rows: Sequence[Row]) -> list[float]:
    """Return chance and the shares of right answers: all pictures, the middle one, the best one, backwards, and fewer."""
    chance, whole, backwards, *rest = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    slower, alone = rest[: len(STEPS)], rest[len(STEPS) :]
    return [chance, whole, alone[len(alone) // 2], max(alone), backwards, *slower]


def main(sets: int, chosen: Sequence[str]) -> None:
    """Print a row for each class."""
    pool = classes.load()
    for kind in scenes.load():
        own = [one for one in pool.values() if one.scenes == kind and (not chosen or one.key in chosen)]
        # Sets of single pictures are told by the dimension of their classes: only these three are about clips.
        if own and own[0].dimension in {"event", "intention", "emotion"}:
            for key, rows in measured(own, sets).items():
                shares = told(rows) if rows else []
                print(f"| `{key}` | {len(rows)} | " + " | ".join(f"{share:.2f}" for share in shares) + " |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
