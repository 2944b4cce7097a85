"""What the answer of a household task is, class by class: the part of its goal that only the picture tells.

A request says on purpose what is wanted (the journey, the person, the sorts of things); that is the template, within which
the audit compares. The answer is what a subject must look for: how many things, which one, how it stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mindsight.home.preparation.instances import Instance
from mindsight.text import Text, text


@dataclass(frozen=True)
class Answer:
    """The answer of a class: what it is, how it is read from a valid task, and what the request states on purpose."""

    about: Text
    read: Callable[[Instance], str]
    asked: Callable[[Instance], str] = lambda _instance: ""


ANSWERS: Mapping[str, Answer | None] = {
    "suitcase": Answer(
        text("how many things are to be packed"),
        lambda task: str(_put_in(task)),
        lambda task: str(task.details["trip"]),
    ),
    "buttons": Answer(text("whether the child lock is on"), lambda task: str(task.difficulty["lock"])),
    "desk": Answer(
        text("how many things are to be put away"),
        lambda task: _band(_put_in(task), (4, 6, 8)),
        lambda task: f"{len(task.details['sorts'])} sorts, {len(task.details['says'])} places named",
    ),
    # The wish tells what kind of thing is right: that is asked on purpose. Among how many things it lies, only the picture tells.
    "gift": Answer(
        text("whether few or many things lie there to choose from"), lambda task: str(task.difficulty["candidates"])
    ),
    "sort_count": Answer(
        text("how many things belong to the first sign"),
        lambda task: _band(next(iter(_first(task.goal, "said")[1].values())), (3, 5, 7)),
        lambda task: str(task.details["criterion"]),
    ),
    "blocks": Answer(text("how many blocks the model has"), lambda task: str(task.difficulty["blocks"])),
    "clean_room": Answer(
        text("how many pieces of mess there are"),
        lambda task: str(task.difficulty["pieces"]),
        lambda task: f"{len(task.details['sorts'])} sorts",
    ),
    "jigsaw": Answer(text("what the picture on the box shows"), lambda task: str(task.difficulty["motif"])),
}
"""The answer of each class of the pool; None if a class has none apart from acting."""


def _first(goal: list[Any], predicate: str) -> list[Any]:
    """Return the first part of a goal with a predicate that is not negated."""
    return next(part for part in goal[1:] if isinstance(part, list) and part[0] == predicate)


def _put_in(task: Instance) -> int:
    """Return the number of things that the goal wants in or on something."""
    return sum(part[0] in {"inside", "on"} for part in task.goal[1:])


def _band(number: int, upper: tuple[int, ...]) -> str:
    """Return the band in which a number lies; a label of its own for every number would be too rare to learn."""
    low = 0
    for high in upper:
        if number <= high:
            return f"{low}-{high}"
        low = high + 1
    return f"{low}+"
