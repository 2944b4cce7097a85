"""What proposals of classes share: random order, things to ask about, options."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import Any, TypeVar

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.question import Option

T = TypeVar("T")


def shuffled(rng: Generator, items: Iterable[T]) -> list[T]:
    """Return items in random order."""
    listed = list(items)
    return [listed[int(index)] for index in rng.permutation(len(listed))]


def things(scenes: Sequence[Scene]) -> list[Object]:
    """Return one movable thing of each kind in the scenes' first pictures, by kind."""
    found = {
        one.kind: one
        for scene in scenes
        for one in scene.pictures[0].objects
        if one.category not in {"fixture", "part"}
    }
    return [found[kind] for kind in sorted(found)]


def colour_options(keys: Iterable[str]) -> tuple[Option, ...]:
    """Return colours as options."""
    return tuple(Option(key=key, zh=COLOURS[key].zh, en=COLOURS[key].en) for key in keys)


def kind_options(objects: Iterable[Object]) -> tuple[Option, ...]:
    """Return the kinds of things as options."""
    return tuple(Option(key=one.kind, zh=one.zh, en=one.en) for one in objects)


def catalogue_options(kinds: Iterable[str]) -> tuple[Option, ...]:
    """Return kinds of things as options, also of things that are in no scene."""
    return tuple(Option(key=kind, zh=KINDS[kind].zh, en=KINDS[kind].en) for kind in kinds)


def found_in(answer: Callable[[Any, Scene], Answer], asked: Any, scenes: Sequence[Scene]) -> list[Any]:
    """Return the values that a program finds in those scenes in which there is an answer."""
    answers = [answer(asked, scene) for scene in scenes]
    return [one.value for one in answers if isinstance(one, Found)]


def possible(answer: Callable[[Any, Scene], Answer], asked: Any, scenes: Sequence[Scene]) -> list[Any]:
    """Return the values that a program finds in any scene, with those between which it cannot choose where it finds several.

    All of them must be among the options: if only one of two that fit were offered, it would be the right choice.
    """
    answers = [answer(asked, scene) for scene in scenes]
    found = [one.value for one in answers if isinstance(one, Found)]
    found += [value for one in answers if isinstance(one, Cannot) for value in one.among]
    return list(dict.fromkeys(found))


def evenly(
    rng: Generator,
    items: Iterable[T],
    answer: Callable[[Any, Scene], Answer],
    scenes: Sequence[Scene],
    asked: Callable[[T], Any],
) -> list[T]:
    """Return things to ask about in random order, but so that rare pairs of answers come first as often as frequent ones.

    Where the options are always the same, those that few things lead to would else be right less often, and words alone would tell.
    """
    by_answers: dict[frozenset[Any], list[T]] = {}
    for one in shuffled(rng, items):
        by_answers.setdefault(frozenset(found_in(answer, asked(one), scenes)), []).append(one)
    groups = shuffled(rng, by_answers.values())
    return [one for row in zip_longest(*groups) for one in row if one is not None]


def told_apart(values: Sequence[float], tolerance: Callable[[float], float]) -> bool:
    """Return whether no number is right for two of the values at once."""
    ordered = sorted(values)
    return all(low + tolerance(low) < high - tolerance(high) for low, high in pairwise(ordered))
