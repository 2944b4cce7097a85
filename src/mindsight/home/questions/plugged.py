"""The part of a plug-in that adds classes of questions, and what a run records of them."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn, Self

from mindsight.errors import InputError
from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions.classes import PART, POOL, RECORDED, QuestionClass, load
from mindsight.home.tasks.plugged import are_words
from mindsight.plugins.part import BAD_NAME, Origin, Part, is_name, refuse_hiding, refuse_unless
from mindsight.text import text


@dataclass(frozen=True)
class Questions(Part):
    """A family of classes of questions of a plug-in, and the name by which ``--tasks`` chooses all of them."""

    kind: ClassVar[str] = PART
    name: str
    classes: tuple[QuestionClass, ...]

    def __post_init__(self) -> None:
        """Refuse classes that could not be asked in both languages, or would hide built-in ones."""
        refuse_unless(is_name(self.name), self.name, BAD_NAME)
        refuse_unless(bool(self.classes), self.name, text("has no classes of questions"))
        load()
        for one in self.classes:
            refuse_unless(
                isinstance(one, QuestionClass), self.name, text("has something that is no class of questions")
            )
            dimension, _, name = one.key.partition(".")
            refuse_unless(dimension in DIMENSIONS and is_name(name), one.key, text("is no key; write dimension.name"))
            refuse_hiding(one.key, POOL)
            words = (one.title, one.ability, one.margins, *one.wordings)
            refuse_unless(all(map(are_words, words)), one.key, text("not all its words are given in both languages"))
            refuse_unless(len(one.wordings) >= 4, one.key, text("has fewer than four wordings"))

    @property
    def key(self) -> str:
        """The name of the family."""
        return self.name

    @property
    def class_keys(self) -> tuple[str, ...]:
        """The classes that it adds."""
        return tuple(one.key for one in self.classes)

    def taken_from(self, origin: Origin) -> Self:
        """Return the family with the origin of its classes."""
        return replace(self, classes=tuple(replace(one, origin=origin) for one in self.classes))


def recorded(keys: Collection[str]) -> list[dict[str, Any]]:
    """Return what a run records of those of its classes that plug-ins add, beside what it records of all."""
    pool = load()
    return [
        {"name": key, "task_version": pool[key].version, **vars(pool[key].origin)}
        for key in keys
        if pool[key].origin is not None
    ]


@contextmanager
def as_recorded(plan: Mapping[str, Any]) -> Iterator[None]:
    """Know the classes of plug-ins by what a run records of them, while the context is active."""
    token = RECORDED.set({page["name"]: _stub(page, plan["classes"][page["name"]]) for page in plan.get("plugins", ())})
    try:
        yield
    finally:
        RECORDED.reset(token)


def _stub(page: Mapping[str, Any], told: Mapping[str, Any]) -> QuestionClass:
    return QuestionClass(
        key=page["name"],
        version=page["task_version"],
        title=(told["zh"], told["en"]),
        ability=(told["ability_zh"], told["ability_en"]),
        scenes="",
        form=told["form"],
        wordings=(),
        propose=_none,
        answer=_none,
        needs=(),
        margins=("", ""),
        origin=Origin(page["distribution"], page["version"], page["sha256"]),
    )


def _none(*_: object) -> NoReturn:
    raise InputError("a class that is known from a record alone draws nothing and solves nothing")
