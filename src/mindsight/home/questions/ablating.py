"""What the oracle loses with each ability, class by class, beside what the classes declare to need."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.facts.ablations import ABILITIES, without
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.plan import of_group
from mindsight.home.questions.quartets import by_sight
from mindsight.home.questions.question import Question

MOST_RIGHT, MOST_PAIRS = 0.8, 0.5
"""Most questions, and most pairs, that the oracle may still have right without what a class needs; who declines all has half and none."""


class Left(NamedTuple):
    """How many questions of a class the oracle has right without an ability, and how many pairs of wordings."""

    right: int
    asked: int
    pairs: int
    wordings: int

    def __add__(self, other: "Left") -> "Left":  # type: ignore[override]
        return Left(*(one + more for one, more in zip(self, other, strict=True)))


def left_without(
    kind: QuestionClass, questions: Iterable[Question], seen: Callable[[Question], Scene]
) -> dict[str, Left]:
    """Return what is left of the oracle without each ability on some questions of a class; ``seen`` is what their pictures show."""
    found = dict.fromkeys(ABILITIES, Left(0, 0, 0, 0))
    for four in of_group(questions).values():
        for ability in ABILITIES:
            right = [by_sight(kind, one, without(ability, seen(one))) for one in four]
            pair = all(ok for ok, one in zip(right, four, strict=True) if one.valid)
            found[ability] += Left(sum(right), len(four), int(pair), 1)
    return found


def unlike_declared(kind: QuestionClass, found: dict[str, Left]) -> Iterator[str]:
    """Yield what a class declares to need and does not, and what it needs without saying so."""
    for ability, left in found.items():
        if ability in kind.needs:
            if left.right > MOST_RIGHT * left.asked or left.pairs > MOST_PAIRS * left.wordings:
                yield f"{kind.key} does not need {ability}: {left}"
        elif ability not in kind.helped_by and left.right < left.asked:
            yield f"{kind.key} needs {ability}: {left}"
