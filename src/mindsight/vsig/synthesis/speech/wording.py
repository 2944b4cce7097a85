"""The words of a clip: clause by clause, one clause for each thing that is pointed at.

A word is a unit to which speech recognition would give its own time; Chinese ones may have several characters.
"""

from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mindsight.text import Language

Side = Literal["left", "right", "front", "back"]
SIDES: tuple[Side, ...] = ("left", "right", "front", "back")
BESIDE = {4: 1, 5: 1, 6: 2}
"""Number of sides that a template names."""
STROKES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}
"""Number of strokes of a template."""


@dataclass(frozen=True)
class Clause:
    """The words said while one thing is pointed at; ``after`` is the punctuation that follows."""

    words: tuple[str, ...]
    after: str = ""


@dataclass(frozen=True)
class Wording:
    """A sentence, and the names of the sides as spoken and as annotated."""

    clauses: tuple[Clause, ...]
    sides: tuple[Side, ...]
    side_names: tuple[str, ...]


_ZH_SIDES: dict[Side, tuple[str, ...]] = {
    "left": ("左边", "左面", "左侧"),
    "right": ("右边", "右面", "右侧"),
    "front": ("前面", "前边"),
    "back": ("后面", "后边"),
}
_ZH_PUT, _ZH_PICK = ("放到", "放在", "移到", "挪到"), ("拿起来", "拿起来", "举起来")
_ZH_HERE, _ZH_THEN = ("这里", "这儿", "这边"), ("然后再", "然后", "接着")
_EN_BESIDE: dict[Side, tuple[str, ...]] = {
    "left": ("to", "the", "left", "of"),
    "right": ("to", "the", "right", "of"),
    "front": ("in", "front", "of"),
    "back": ("behind",),
}
_EN_PUT, _EN_THAT = ("put", "move", "place"), ("this", "that")


def draw_wording(template: int, language: Language, sides: tuple[Side, ...], rng: Generator) -> Wording:
    """Return a random sentence of a template; template 1 has no words."""
    if template == 1:
        return Wording((), (), ())
    return (_chinese if language == "zh" else _english)(template, sides, rng)


def _one(rng: Generator, choices: tuple[str, ...]) -> str:
    return choices[int(rng.integers(len(choices)))]


def _chinese(template: int, sides: tuple[Side, ...], rng: Generator) -> Wording:
    put, pick, then = _one(rng, _ZH_PUT), _one(rng, _ZH_PICK), _one(rng, _ZH_THEN)
    names = tuple(_one(rng, _ZH_SIDES[side]) for side in sides)
    first = Clause(("把", "这个"))
    if template == 2:
        return Wording((Clause(("把", "这个", pick), "。"),), (), ())
    if template == 3:
        return Wording((first, Clause((put, _one(rng, _ZH_HERE)), "。")), (), ())
    beside = [Clause((put, "它的", name), "，") for name in names]
    if template == 4:
        clauses = [first, Clause(beside[0].words, "。")]
    elif template == 5:
        clauses = [first, beside[0], Clause((then, "把", _one(rng, ("它", "这个")), pick), "。")]
    else:
        clauses = [first, beside[0], Clause((then, "把", "这个")), Clause(beside[1].words, "。")]
    return Wording(tuple(clauses), sides, names)


def _english(template: int, sides: tuple[Side, ...], rng: Generator) -> Wording:
    put, this = _one(rng, _EN_PUT), _one(rng, _EN_THAT)
    first = Clause((put, this))
    if template == 2:
        return Wording((Clause(("pick", this, "up"), "."),), (), ())
    if template == 3:
        return Wording((first, Clause((_one(rng, ("here", "there")),), ".")), (), ())
    beside = [Clause((*_EN_BESIDE[side], _one(rng, _EN_THAT)), ",") for side in sides]
    if template == 4:
        clauses = [first, Clause(beside[0].words, ".")]
    elif template == 5:
        clauses = [first, beside[0], Clause(("then", "pick", _one(rng, _EN_THAT), "up"), ".")]
    else:
        clauses = [first, beside[0], Clause(("then", put, _one(rng, _EN_THAT))), Clause(beside[1].words, ".")]
    return Wording(tuple(clauses), sides, tuple(sides))
