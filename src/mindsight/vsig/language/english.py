"""Cut English instructions into clauses: the object starts at the verb, the space at its first preposition."""

import re
from functools import cache
from typing import NamedTuple

from mindsight.vsig.language.phrases import Cut, Finding, Range, longest
from mindsight.vsig.language.vocabulary import english_speech


class _Rules(NamedTuple):
    connective: re.Pattern[str]
    put: re.Pattern[str]
    pick: re.Pattern[str]
    demonstrative: re.Pattern[str]
    place: re.Pattern[str]
    pointed_place: re.Pattern[str]
    leading: re.Pattern[str]
    trailing: re.Pattern[str]
    correction: re.Pattern[str]


@cache
def _rules() -> _Rules:
    words = english_speech()
    pointing, places = longest(words.demonstratives), longest(words.places)
    after = f"(?:(?:{longest(words.after_connective)}) )*"
    verbs = longest((*words.put_verbs, *words.pick_verbs))
    before = f"(?:(?:{longest(words.before_place)}) )*"
    return _Rules(
        connective=re.compile(rf"\b(?:(?:{longest(words.connectives)}) )+{after}(?=(?:{verbs}|{pointing})\b)"),
        put=re.compile(rf"\b(?:{longest(words.put_verbs)})\b"),
        pick=re.compile(rf"\b(?:{longest(words.pick_verbs)})\b"),
        demonstrative=re.compile(rf"\b(?:{pointing})\b(?: (?:{longest(words.nouns)})\b)?"),
        place=re.compile(rf"\b{before}(?:{longest((*words.places, *words.prepositions))})\b"),
        pointed_place=re.compile(rf"\b(?:{places}|{pointing}|its|it's)\b"),
        leading=re.compile(rf"(?:(?:{longest(words.leading)}) )+"),
        trailing=re.compile(rf"(?: (?:{longest(words.trailing)}))+$"),
        correction=re.compile(rf"\b(?:{longest(words.corrections)})\b"),
    )


def cut(template: int, text: str, breaks: frozenset[int]) -> Finding:
    """Cut an English instruction into the clauses of its template."""
    rules = _rules()
    doubtful = bool(rules.correction.search(text))
    end = tail.start() if (tail := rules.trailing.search(text)) else len(text)
    text = text[:end]
    if template == 2:
        found = rules.demonstrative.search(text)
        if found is None:
            return Finding(None)
        again = rules.demonstrative.search(text, found.end())
        return Finding((Cut(found.span(), found.span()),), doubtful=doubtful or again is not None)
    if template in (3, 4):
        one = _put(text, 0, end)
        return Finding(one, doubtful=doubtful or len(_verbs(text)) > 1)
    return _two(template, text, breaks, doubtful=doubtful)


def _verbs(text: str) -> list[Range]:
    return [verb.span() for verb in _rules().put.finditer(text)]


def _put(text: str, begin: int, end: int) -> tuple[Cut, Cut] | None:
    rules = _rules()
    if begin == 0 and (polite := rules.leading.match(text)):
        begin = polite.end()
    thing = rules.demonstrative.search(text, begin, end)
    place = rules.place.search(text, thing.end(), end) if thing else None
    if thing is None or place is None:
        return None
    pointed = rules.pointed_place.search(text, place.start(), end)
    space = (place.start(), _without_space(text, place.start(), end))
    core = pointed.span() if pointed else space
    return Cut((begin, _without_space(text, begin, place.start())), thing.span()), Cut(space, core)


def _without_space(text: str, begin: int, end: int) -> int:
    return begin + len(text[begin:end].rstrip())


def _two(template: int, text: str, breaks: frozenset[int], *, doubtful: bool) -> Finding:
    rules = _rules()
    split = _split(template, text, breaks)
    if split is None or (first := _put(text, 0, split)) is None:
        return Finding(None)
    if template == 6:
        second: tuple[Cut, ...] | None = _put(text, split, len(text))
        too_many = len(_verbs(text)) > 2
    else:
        found = rules.demonstrative.search(text, split)
        second = (Cut((split, len(text)), found.span()),) if found and rules.pick.search(text, split) else None
        too_many = len(_verbs(text[:split])) > 1
    return Finding(None if second is None else (*first, *second), doubtful=doubtful or too_many)


def _split(template: int, text: str, breaks: frozenset[int]) -> int | None:
    rules = _rules()
    thing = rules.demonstrative.search(text)
    if thing is None or (place := rules.place.search(text, thing.end())) is None:
        return None
    second = rules.put if template == 6 else rules.pick
    connective = rules.connective.search(text, place.end())
    if connective is not None:
        return connective.start()
    paused = [place_ for place_ in sorted(breaks) if place_ > place.end() and second.search(text, place_)]
    if paused:
        return paused[0] + (text[paused[0] : paused[0] + 1] == " ")
    verb = second.search(text, place.end())
    return verb.start() if verb else None
