"""Intent: compare the subject's description with what the user meant, slot by slot.

A description is parsed with a vocabulary (the files beside ``language/reader``) and, for other words, a dictionary, Chinese and English
alike: the thing, its qualities, its place in a row, what it is a part of, on which side of what. The parsed readings are compared, never
the strings: 左边 and 右边 contradict each other, 螺丝刀 and "screwdriver" are the same.

* A contradiction makes the score 0: another object, colour, material, shape, side, place in a row, reference, action; an extra object (a
  cup or a bottle); a denial, a refusal, a request to the scorer.
* An omission lowers it: a thing's name is worth 0.6, its qualities 0.4, with colours counting twice. Without its place in a row a thing
  scores 0.6 at most. A place needs both side and reference; one of them alone is worth a quarter at most.
* Additions do no harm, unless they name a second thing.
* What is not understood (a word that no list holds, where nothing plainly contradicts; a place in a row that may be the same one or not)
  counts as wrong, and ``best`` gives the score if it is right.

Limits of these rules: a thing that is named by its shape (圆形中间镂空柱体) matches other words for that
shape, not the name of a thing that has it (a roll of tape). Descriptions by use ("what you write with"), brands, comparisons ("as red
as the other", "the larger of the two") are not understood. What a description is set against ("not the red one") is left out, unless it is
what is meant. Sides are the speaker's; other viewpoints are not considered.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from mindsight.clauses import implements
from mindsight.vsig.language.reader.belonging import settled
from mindsight.vsig.language.reader.commands import Step, read_command
from mindsight.vsig.language.reader.comparing.reasons import (
    ANOTHER_ACTION,
    ANOTHER_ATTRIBUTE,
    ANOTHER_COLOUR,
    ANOTHER_OBJECT,
    ANOTHER_SIDE,
    BESIDES,
    DENIED,
    FEWER_STEPS,
    LEFT_OUT,
    MORE_STEPS,
    NO_PLACE,
    NOTHING_NAMED,
    OPEN,
    REFUSED,
    TOO_LONG,
    UNKNOWN_WORD,
)
from mindsight.vsig.language.reader.comparing.targets import Found, missing, object_found, places_of, space_found
from mindsight.vsig.language.reader.reading import Place, Reading
from mindsight.vsig.language.reader.spaces import read_place
from mindsight.vsig.language.reader.tokens import LONGEST, spelling, trimmed
from mindsight.vsig.language.reader.topics import is_strange, read, strange_words

if TYPE_CHECKING:
    from mindsight.vsig.dataset.samples import Target

Slot = Literal["action", "object", "attribute", "relation", "reference"]
SLOTS: tuple[Slot, ...] = ("action", "object", "attribute", "relation", "reference")

_MEANT = 0.5
"""From this score what is denied may be the thing that is meant."""
RIGHT_FROM = 0.75
"""Below this score a description is looked at again: it may only not be understood."""
_PLAIN = frozenset(
    (ANOTHER_COLOUR, ANOTHER_ATTRIBUTE, ANOTHER_SIDE, DENIED, OPEN, REFUSED, BESIDES, TOO_LONG, NO_PLACE, NOTHING_NAMED)
)
"""Contradictions of words that are known."""
_WHY = {
    "not": DENIED,
    "or": OPEN,
    "refusal": REFUSED,
    "plea": BESIDES,
}


@dataclass(frozen=True, slots=True)
class IntentScore:
    """How well a text means what it should: 1 the same thing, 0 something else or nothing.

    ``best`` is the score if words that are not understood mean the right thing; ``score`` counts them as wrong.
    ``slots`` has one entry for each of ``SLOTS``; None if there is nothing to compare. ``why`` lists the reasons for a lower score.
    """

    score: float
    slots: dict[Slot, float | None]
    why: str = ""
    best: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether the words are understood well enough to be scored."""
        return self.best == self.score


@implements("vsig", "task.1")
def score_description(
    said: str, name: str, *, kind: Literal["object", "space"] = "object", side: str = "", reference: str = ""
) -> IntentScore:
    """Return how well ``said`` describes the target named ``name`` (vsig task.1).

    A space's ``name`` is joined with its reference's; ``side`` is its own name (左边), if it is beside something, and ``reference`` the
    name of that thing.

    Example:
        >>> score_description("红色的杯子", "红色杯子").score, score_description("蓝色的杯子", "红色杯子").score
        (1.0, 0.0)
    """
    bare = trimmed(said)
    if bare is None or max(len(name), len(side), len(reference)) > LONGEST:
        return _score(missing(TOO_LONG))
    return _score(_open(_described(bare, name, kind, side, reference), bare, name))


def score_command(said: str, template: int, targets: "Sequence[Target]") -> IntentScore:
    """Return how well ``said`` states the whole command of a template about the targets, in their order.

    It is the mean over objects and places, and 0 if any of them is wrong or there is an extra action. In template 1, which has no
    speech, the object alone is a command.
    """
    wanted = tuple(
        (target.kind, target.name, target.side, target.reference.name if target.reference else "") for target in targets
    )
    bare = trimmed(said)
    if bare is None or any(len(name) > LONGEST for one in wanted for name in one):
        return _score(missing(TOO_LONG))
    return _score(_commanded(bare, template, wanted))


_Wanted = tuple[Literal["object", "space"], str, str, str]


def _score(found: Found) -> IntentScore:
    why = found.why or (LEFT_OUT if found.score < 1 else "")
    return IntentScore(found.score, {slot: found.slots.get(slot) for slot in SLOTS}, why, found.most)


@lru_cache(maxsize=4096)
def _described(said: str, name: str, kind: str, side: str, reference: str) -> Found:
    if (spelled := spelling(said)) and spelled == spelling(name):
        return _itself(kind, reference)
    here = read(said)
    if why := _mark(here.marks, read(name).marks):
        return missing(why)
    if here.denied and _described(here.denied, name, kind, side, reference).most >= _MEANT:
        return missing(DENIED)
    if kind == "object":
        return object_found(read(name), here)
    return space_found(_space(name, side, reference), read_place(said))


def _open(found: Found, said: str, name: str) -> Found:
    """Return what was found, not sure if a word that one text has alone is in no list, and nothing plainly contradicts.

    It may be another word for the thing, or the one that tells it from its like.
    """
    known = found.most > found.score or found.score >= RIGHT_FROM or found.why in _PLAIN
    if known or not strange_words(said) ^ strange_words(name):
        return found
    if found.why == ANOTHER_OBJECT and not (is_strange(read(said)) or is_strange(read(name))):
        return found
    return replace(found, why=UNKNOWN_WORD, wrong=False, best=1.0)


def _itself(kind: str, reference: str) -> Found:
    """Return the score of the exact name, whether or not its words are known."""
    slots = ("object",) if kind == "object" else ("relation", "reference") if reference else ("relation",)
    return Found(1.0, dict.fromkeys(slots, 1.0))


def _mark(said: frozenset[str], name: frozenset[str]) -> str:
    """Return what a text does besides describing (deny, refuse, …), unless the name does so too."""
    kinds = {one.partition(" ")[0] for one in said - name}
    return next((why for kind, why in _WHY.items() if kind in kinds), "")


@lru_cache(maxsize=4096)
def _space(name: str, side: str, reference: str) -> tuple[Place, ...]:
    sides = frozenset(one for place in read(side).places for one in place.sides)
    things = read(reference).things
    if sides and things:
        return (Place(sides, things),)
    return tuple(places_of(read(name))) or (Place(frozenset(), read(name).things),)


@lru_cache(maxsize=4096)
def _commanded(said: str, template: int, wanted: tuple[_Wanted, ...]) -> Found:
    command = read_command(said)
    names = frozenset(one for target in wanted for one in read(target[1]).marks)
    if why := _mark(command.marks, names):
        return missing(why)
    steps = list(command.steps)
    if not steps:
        return missing(NOTHING_NAMED)
    parts: list[Found] = []
    pending = list(wanted)
    while pending:
        thing = pending.pop(0)
        space = pending.pop(0) if pending and pending[0][0] == "space" else None
        parts.extend(_step(template, thing, space, steps.pop(0) if steps else None))
    return missing(MORE_STEPS) if steps else _joined(parts)


def _step(template: int, thing: _Wanted, space: _Wanted | None, step: Step | None) -> list[Found]:
    count = 1 if space is None else 2
    if step is None:
        return [Found(0.0, {"action": 0.0}, FEWER_STEPS)] * count
    actions = ("put",) if space is not None else ("", "point", "pick") if template == 1 else ("pick",)
    if step.action not in actions:
        return [Found(0.0, {"action": 0.0}, ANOTHER_ACTION, wrong=True)] * count
    reading = step.reading
    found = object_found(read(thing[1]), settled(reading if space is None else Reading(reading.things)))
    acted = {} if template == 1 else {"action": 1.0}
    parts = [replace(found, slots={**found.slots, **acted})]
    if space is not None:
        parts.append(space_found(_space(*space[1:]), settled(Reading((), reading.places))))
    return parts


def _joined(parts: Sequence[Found]) -> Found:
    slots: dict[str, float] = {
        slot: sum(values) / len(values)
        for slot in SLOTS
        if (values := [part.slots[slot] for part in parts if slot in part.slots])
    }
    wrong = any(part.wrong for part in parts)
    score, best = (
        (0.0 if wrong else sum(values) / len(parts))
        for values in ([part.score for part in parts], [part.most for part in parts])
    )
    why = next((part.why for part in parts if part.wrong), "") or next((part.why for part in parts if part.why), "")
    return Found(score, slots, why, wrong=wrong, best=best)
