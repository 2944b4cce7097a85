"""Intent: whether what was said means what the user meant, slot by slot.

A description is read as words of a vocabulary (``data/things.toml``, ``qualities.toml``, ``grammar.toml``), Chinese and
English alike: the thing, what it is like, on which side of what. The readings are compared, never the strings: 左边 and
右边 are as far apart as can be, 螺丝刀 and "screwdriver" are the same.

* What contradicts makes the whole 0: another object, colour, material, side, reference, action; an object too many (a cup
  or a bottle); a denial, a refusal, a word to whoever scores.
* What is left out counts: a name is worth 0.6 of a thing, what it is like 0.4, colours twice. Of a place both
  side and reference have to be said; one of them alone is worth a quarter at most.
* What is said besides does no harm, as long as it names no second thing.

Limits: this is a reading of words by rule. A noun that the vocabulary does not hold is compared by its spelling, so an
English answer cannot match an unknown Chinese name; of two words for one thing both have to be known. A thing that is
named by its shape (圆形中间镂空柱体) matches other words for that shape, not the name of a thing that has it (a roll of
tape). Descriptions by use ("what you write with"), brands, comparisons ("as red as the other") and corrections ("not the
red one but …", which count as denials) are not understood. A long sentence about other things beside the right one counts
as naming several. Sides are the speaker's; whose left is meant is not asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from mindsight.clauses import implements
from mindsight.vsig.language.reader.commands import Step, read_command
from mindsight.vsig.language.reader.grammar import read
from mindsight.vsig.language.reader.reading import Place
from mindsight.vsig.language.reader.reasons import (
    ANOTHER_ACTION,
    BESIDES,
    DENIED,
    FEWER_STEPS,
    LEFT_OUT,
    MORE_STEPS,
    NOTHING_NAMED,
    OPEN,
    REFUSED,
    TOO_LONG,
)
from mindsight.vsig.language.reader.targets import Found, missing, object_found, places_of, space_found
from mindsight.vsig.language.reader.tokens import LONGEST, spelling, trimmed

if TYPE_CHECKING:
    from mindsight.vsig.dataset.samples import Target

Slot = Literal["action", "object", "attribute", "relation", "reference"]
SLOTS: tuple[Slot, ...] = ("action", "object", "attribute", "relation", "reference")

_WHY = {
    "not": DENIED,
    "or": OPEN,
    "refusal": REFUSED,
    "plea": BESIDES,
}


@dataclass(frozen=True, slots=True)
class IntentScore:
    """How far a text means what it should: 1 the same thing, 0 something else or nothing.

    ``slots`` has one entry for each of ``SLOTS``; None where there is nothing to compare. ``why`` names what went wrong.
    """

    score: float
    slots: dict[Slot, float | None]
    why: str = ""


@implements("vsig", "task.1")
def score_description(
    said: str, name: str, *, kind: Literal["object", "space"] = "object", side: str = "", reference: str = ""
) -> IntentScore:
    """Return how far ``said`` describes the target named ``name`` (vsig task.1).

    Args:
        said: Any text.
        name: The target's name; that of a space beside something is joined with the other thing's.
        kind: An object, or a space to put one.
        side: The space's own name (左边), where it is beside something.
        reference: The name of that thing.
    """
    bare = trimmed(said)
    if bare is None or max(len(name), len(side), len(reference)) > LONGEST:
        return _score(missing(TOO_LONG))
    return _score(_described(bare, name, kind, side, reference))


def score_command(said: str, template: int, targets: "Sequence[Target]") -> IntentScore:
    """Return how far ``said`` is the whole command of a template about the targets, in their order.

    It is the mean of what is put or taken and of where, and 0 if any of them is wrong, or more is done than that. Of
    template 1, in which nothing is said, the object alone is a command.
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
    return IntentScore(found.score, {slot: found.slots.get(slot) for slot in SLOTS}, why)


@lru_cache(maxsize=4096)
def _described(said: str, name: str, kind: str, side: str, reference: str) -> Found:
    if (spelled := spelling(said)) and spelled == spelling(name):
        return _itself(kind, reference)
    here = read(said)
    if why := _mark(here.marks, read(name).marks):
        return missing(why)
    if kind == "object":
        return object_found(read(name), here)
    return space_found(_space(name, side, reference), here)


def _itself(kind: str, reference: str) -> Found:
    """Return the score of the very name, whether or not its words are known."""
    slots = ("object",) if kind == "object" else ("relation", "reference") if reference else ("relation",)
    return Found(1.0, dict.fromkeys(slots, 1.0))


def _mark(said: frozenset[str], name: frozenset[str]) -> str:
    """Return what a text does besides describing, where the name does not do so too."""
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
    found = object_found(read(thing[1]), reading if space is None else type(reading)(reading.things))
    acted = {} if template == 1 else {"action": 1.0}
    parts = [Found(found.score, {**found.slots, **acted}, found.why, found.wrong)]
    if space is not None:
        parts.append(space_found(_space(*space[1:]), type(reading)((), reading.places)))
    return parts


def _joined(parts: Sequence[Found]) -> Found:
    slots: dict[str, float] = {
        slot: sum(values) / len(values)
        for slot in SLOTS
        if (values := [part.slots[slot] for part in parts if slot in part.slots])
    }
    wrong = any(part.wrong for part in parts)
    score = 0.0 if wrong else sum(part.score for part in parts) / len(parts)
    why = next((part.why for part in parts if part.wrong), "") or next((part.why for part in parts if part.why), "")
    return Found(score, slots, why, wrong=wrong)
