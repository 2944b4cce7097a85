"""Parse a command into steps: what is taken, and where it is put."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from mindsight.vsig.language.reader.grammar import read_tokens
from mindsight.vsig.language.reader.reading import Place, Reading
from mindsight.vsig.language.reader.tokens import is_chinese, marks_of, tokens_of
from mindsight.vsig.language.reader.words import VERBS, Token


@dataclass(frozen=True, slots=True)
class Step:
    """One action: put, pick, point, or another one; "" if only things are named."""

    action: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Command:
    """The steps of a command in order, and the words that deny or refuse."""

    steps: tuple[Step, ...]
    marks: frozenset[str]


@lru_cache(maxsize=4096)
def read_command(text: str) -> Command:
    """Return the steps of a command."""
    tokens = tokens_of(text, command=True)
    if any(token.kind in VERBS and token.kind != "point" for token in tokens):
        # 把手指着的苹果拿起来: pointing at it is not a step.
        tokens = [token for token in tokens if token.kind != "point"]
    chinese = is_chinese(text)
    steps: list[Step] = []
    for clause in _clauses(tokens):
        for step in _steps(clause, chinese=chinese):
            _add(steps, step)
    if any(step.action for step in steps):
        steps = [step for step in steps if step.action or not _leads_in(step.reading)]
    return Command(tuple(one for step in steps for one in _split_double(step)), marks_of(tokens))


def _leads_in(reading: Reading) -> bool:
    """Return whether words name nothing known, as in "the task is to …"."""
    return not reading.places and all(one.head.startswith("?") or one.noun.broad for one in reading.things)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split a command where another step begins: at a word like "then", at 把, at a verb after punctuation or "and"."""
    clauses: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        after_verb = any(one.kind in VERBS for one in clauses[-1])
        taken = any(one.kind == "take" for one in clauses[-1])
        begins = token.kind == "take" and (after_verb or not taken) and bool(clauses[-1])
        joins = (
            token.kind in ("break", "and")
            and after_verb
            and place + 1 < len(tokens)
            and tokens[place + 1].kind in VERBS
        )
        if token.kind == "then" or begins or joins:
            clauses.append([])
        if token.kind != "then" and not joins:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


def _steps(clause: Sequence[Token], *, chinese: bool) -> list[Step]:
    """Return the steps of a clause: one for each verb, the first including the words before it."""
    verbs = [place for place, token in enumerate(clause) if token.kind in VERBS]
    if not verbs:
        reading = read_tokens(clause, chinese=chinese)
        return [Step("", reading)] if reading.things or reading.places else []
    before = read_tokens(clause[: verbs[0]], chinese=chinese)
    steps = []
    for number, place in enumerate(verbs):
        end = verbs[number + 1] if number + 1 < len(verbs) else len(clause)
        after = read_tokens(clause[place + 1 : end], chinese=chinese)
        action = clause[place].kind
        reading = after
        if number == 0 and (before.things or before.places):
            things = tuple(
                one
                for one in after.things
                if not (after.places and before.things and one.noun.space | one.noun.surface)
            )
            if action == "put" and before.things and not after.places:
                # 把它放到桌面: a surface needs no side.
                after = Reading(places=tuple(Place(frozenset(), (thing,)) for thing in things))
                things = ()
            reading = Reading((*before.things, *things), after.places or before.places)
        if action == "put" and clause[place].word == "take" and not reading.places:
            action = "pick"
        steps.append(Step(action, reading))
    return steps


def _add(steps: list[Step], step: Step) -> None:
    """Add a step; taking something and putting it somewhere are one."""
    last = steps[-1] if steps else None
    if last is not None and last.action == "pick" and step.action == "put" and not step.reading.things:
        steps[-1] = Step("put", Reading(last.reading.things, step.reading.places))
    elif (
        last is not None
        and step.action == "pick"
        and last.action == "pick"
        and not step.reading.things
        and not step.reading.places
    ):
        return
    elif last is not None and last.action == "" and step.action and not last.reading.places and not step.reading.things:
        steps[-1] = Step(step.action, replace(step.reading, things=last.reading.things))
    elif (
        step.action == ""
        and last is not None
        and last.action == "put"
        and not last.reading.places
        and not step.reading.things
    ):
        steps[-1] = Step("put", replace(last.reading, places=step.reading.places))
    elif step.action == "" and last is not None:
        steps.append(Step(last.action, step.reading))
    else:
        steps.append(step)


def _split_double(step: Step) -> list[Step]:
    """Split a step that puts two things in two places: the apple right of the banana and the cup left of the bowl."""
    things, places = step.reading.things, step.reading.places
    if step.action == "put" and len(things) == len(places) == 2:
        return [Step("put", Reading((thing,), (place,))) for thing, place in zip(things, places, strict=True)]
    return [step]
