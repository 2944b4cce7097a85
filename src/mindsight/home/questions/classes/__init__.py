"""The pool of question classes: a folder for each dimension of table 1, a file for each class, and one registry.

A class says how a question is worded, which set of scenes it is about, and answers it by a program over facts. Open ``object/colour``
first, the simplest one. Everything else, from pictures to scores, is the same for all classes and is elsewhere.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from numpy.random import Generator

from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.home.classes import DIMENSIONS, Dimension
from mindsight.home.questions import scenes
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Form, Option, Words
from mindsight.plugins import registry
from mindsight.plugins.part import Origin

Asked = Mapping[str, Any]
"""What a question is about, as its class's program needs it; plain JSON. ``frames`` are boxes to be drawn on the pictures."""


@dataclass(frozen=True)
class Proposal:
    """A wording that might be asked of a set of scenes: the fields of its sentence, and what it is about in each scene.

    ``asked`` has one entry if it is the same in all scenes. ``chance`` is the probability that a subject that does not see is
    right if it answers; by default that follows from the form and the options.
    """

    asked: tuple[Asked, ...]
    fields: Mapping[str, Words] = field(default_factory=dict)
    options: tuple[Option, ...] = ()

    def of(self, scene: int) -> Asked:
        """Return what it is about in a scene."""
        return self.asked[scene] if len(self.asked) > 1 else self.asked[0]


@dataclass(frozen=True)
class QuestionClass:
    """A class of questions.

    ``key`` is ``dimension.name``; ``ability`` the ability that clause 5 or table 1 names. ``needs`` are what a subject must be able to
    see, of ``kinds`` and the abilities in ``facts.ablations``: without one of them the oracle must fail, without any other it must stay
    as good as it is. Without one of ``helped_by`` it may lose some answers, where a question happens to depend on it. ``propose`` yields
    wordings in random order, ``answer`` answers one from facts, true or seen. ``tolerance`` is how far a number may be off, given the
    true one; ``chance`` is for forms whose chance does not follow from the options. ``margins`` say in words what makes the truth
    certain. A class about custom, culture or safety is asked only after people have confirmed it (``contested``). If a class asks the
    same at rising strengths of a disturbance, ``strengths`` seeds in a row share words and scenes.
    """

    key: str
    version: int
    title: Words
    ability: Words
    scenes: str
    form: Form
    wordings: tuple[Words, ...]
    propose: Callable[[Sequence[Scene], Generator], Iterator[Proposal]]
    answer: Callable[[Asked, Scene], Answer]
    needs: tuple[str, ...]
    margins: Words
    helped_by: tuple[str, ...] = ()
    unit: str = ""
    tolerance: Callable[[float], float] = lambda _: 0.0
    chance: float | None = None
    contested: bool = False
    strengths: int = 1
    origin: Origin | None = None
    """The plug-in that it comes from; None for the classes of the pool."""

    @property
    def dimension(self) -> Dimension:
        """The dimension of table 1."""
        return self.key.partition(".")[0]  # type: ignore[return-value]


POOL: dict[str, QuestionClass] = {}
PART = "questions"
"""What a part of a plug-in is that adds classes; see ``questions.plugged``."""
RECORDED: ContextVar[Mapping[str, QuestionClass]] = ContextVar("recorded", default={})  # noqa: B039  (never written to)
"""Classes of plug-ins as the run tells of them that is being verified or computed anew; the plug-ins need not be here."""


class Pool(dict[str, QuestionClass]):
    """Classes of questions by key."""

    def __missing__(self, key: str) -> QuestionClass:
        """Say in a sentence that there is no such class.

        Raises:
            InputError: Always.
        """
        raise InputError(
            "{name}: there is no such class of questions here; if a plug-in adds it, install that, or name its file with --tasks",
            name=key,
        )


def register(one: QuestionClass) -> QuestionClass:
    """Add a class to the pool."""
    if one.key in POOL:
        raise ValueError(f"the question class {one.key!r} is registered twice")
    if len(one.wordings) < 4:
        raise ValueError(f"the question class {one.key!r} has fewer than four wordings")
    POOL[one.key] = one
    return one


@implements("home", "5.2")
@implements("home", "5.3")
@implements("home", "5.4")
@implements("home", "5.5")
@implements("home", "5.6")
@implements("home", "5.7")
@implements("home", "5.8")
def load() -> Pool:
    """Import all classes, once, and return the pool (home 5.2, 5.3, 5.4, 5.5, 5.6, 5.7, 5.8) in the order of table 1, then of keys."""
    scenes.load()
    _import_all()
    order = list(DIMENSIONS)
    added = {one.key: one for family in registry.taken(PART).values() for one in family.classes}
    known = {**POOL, **added, **RECORDED.get()}
    return Pool(sorted(known.items(), key=lambda entry: (order.index(entry[1].dimension), entry[0])))


@cache
def _import_all() -> None:
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
