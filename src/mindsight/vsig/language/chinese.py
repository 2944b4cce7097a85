"""Cut Chinese instructions into clauses at the verbs, whatever is between them.

No direction and no name has to be known: the object is what precedes the verb that puts it, the space what follows, so that recognition
errors (有边 for 右边) do no harm.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from mindsight.vsig.language.phrases import Cut, Finding, either, longest
from mindsight.vsig.language.vocabulary import chinese_speech


class _Rules(NamedTuple):
    particle: re.Pattern[str]
    connective: re.Pattern[str]
    demonstrative: re.Pattern[str]
    put: re.Pattern[str]
    pick: re.Pattern[str]
    leading: re.Pattern[str]
    trailing: re.Pattern[str]
    correction: re.Pattern[str]
    filler: re.Pattern[str]


@cache
def _rules() -> _Rules:
    words = chinese_speech()
    points = longest(words.demonstratives)
    mistaken = f"(?:{longest(words.mistaken_particles)})(?={points})"
    verbs = longest(words.put_verbs)
    put = either(
        # 往它的右边放: the clause of the space begins at 往, and its verb comes last.
        f"(?:{longest(words.towards)})(?=.{{1,8}}?(?:{verbs}))",
        f"(?:{verbs})(?:{longest(words.put_endings)})?",
        f"(?:{longest(words.carry_verbs)})(?:{longest(words.carry_endings)})(?!来|去|起)",
    )
    pick = either(f"(?:{longest(words.pick_verbs)})(?:{longest(words.pick_endings)})?", longest(words.pick_alone))
    ending = f"(?:(?<=[{''.join(words.directions_end)}])(?:{longest(words.trailing_directions)}))?"
    pause = f"(?:{longest(words.pauses)})(?=(?:{longest(words.leading)})*(?:{longest(words.particles)}))"
    return _Rules(
        particle=re.compile(either(longest(words.particles), mistaken)),
        connective=re.compile(f"(?:{longest(words.connectives)})+(?:{longest(words.connectives_after)})*"),
        demonstrative=re.compile(
            f"(?:这|那|另|此)(?:一)?(?:{longest(words.classifiers)})?(?:{longest(words.things)})?|{points}"
        ),
        put=re.compile(f"(?:{longest(words.before_put)})*(?:{put})"),
        pick=re.compile(f"(?:{longest(words.before_put)})*(?:{pick})"),
        leading=re.compile(f"(?:{longest(words.leading)}|{pause})+"),
        trailing=re.compile(f"{ending}(?:{longest(words.trailing)})*$"),
        correction=re.compile(longest(words.corrections)),
        filler=re.compile(pause),
    )


def cut(template: int, text: str, breaks: frozenset[int]) -> Finding:
    """Cut a Chinese instruction into the clauses of its template."""
    rules = _rules()
    doubtful = bool(rules.correction.search(text)) or len(rules.particle.findall(text)) > (2 if template >= 5 else 1)
    if template == 2:
        return _pick_only(text, doubtful=doubtful)
    if template in (3, 4):
        return _of(_put(text, 0, len(text)), doubtful=doubtful)
    return _two(template, text, breaks, doubtful=doubtful)


def _pick_only(text: str, *, doubtful: bool) -> Finding:
    rules = _rules()
    pointed = _pointed(text, 0, len(text))
    if pointed is None:
        return Finding(None)
    others = [other for other in rules.demonstrative.finditer(text, pointed[1]) if other.group() not in ("那", "它")]
    return Finding((Cut(pointed, pointed),), doubtful=doubtful or bool(others))


def _pointed(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """Return the demonstrative that points, not a filler before 把."""
    rules = _rules()
    particle = rules.particle.search(text, begin, end)
    after = particle.end() if particle else begin
    for start in dict.fromkeys((after, begin)):
        for found in rules.demonstrative.finditer(text, start, end):
            if not rules.filler.match(text, found.start()):
                return found.span()
    return None


def _of(cuts: tuple[tuple[Cut, ...], bool] | None, *, doubtful: bool) -> Finding:
    return Finding(None) if cuts is None else Finding(cuts[0], doubtful=doubtful or cuts[1])


def _put(text: str, begin: int, end: int) -> tuple[tuple[Cut, Cut], bool] | None:
    """Return object and space of one clause, and whether it has more verbs than it should."""
    rules = _rules()
    pointed = _pointed(text, begin, end)
    verbs = [verb for verb in rules.put.finditer(text, begin, end) if pointed is None or verb.start() >= pointed[1]]
    if pointed is None or not verbs:
        return None
    verb = verbs[0]
    thing = _trimmed(text, begin, verb.start())
    space = _trimmed(text, verb.start(), end, lead=False)
    if thing is None or space is None or space[1] <= verb.end():
        return None
    place = _place(text, verb.end(), space[1])
    allowed = 2 if text[verb.start() : verb.end()].endswith(chinese_speech().towards) else 1
    return (Cut(thing, pointed), Cut(space, place)), len(verbs) > allowed


def _place(text: str, begin: int, end: int) -> tuple[int, int]:
    found = _rules().demonstrative.search(text, begin, end)
    return found.span() if found else (begin, end)


def _trimmed(text: str, begin: int, end: int, *, lead: bool = True) -> tuple[int, int] | None:
    rules = _rules()
    if lead and (filler := rules.leading.match(text, begin, end)):
        begin = filler.end()
    # `$` and the look-behind need the text itself to end here.
    if tail := rules.trailing.search(text[:end], begin):
        end = max(tail.start(), begin)
    return (begin, end) if begin < end else None


def _two(template: int, text: str, breaks: frozenset[int], *, doubtful: bool) -> Finding:
    rules = _rules()
    first = _put(text, 0, len(text))
    if first is None:
        return Finding(None)
    verb = rules.put.match(text, first[0][1].span[0])
    after = (verb.end() if verb else first[0][1].span[0]) + 1
    split = _split(template, text, after, breaks)
    if split is None or (first := _put(text, 0, split)) is None:
        return Finding(None)
    second = _put(text, split, len(text)) if template == 6 else _pick(text, split)
    if second is None:
        return Finding(None)
    return Finding((*first[0], *second[0]), doubtful=doubtful or first[1] or second[1])


def _pick(text: str, begin: int) -> tuple[tuple[Cut, ...], bool] | None:
    rules = _rules()
    span = _trimmed(text, begin, len(text), lead=False)
    verbs = list(rules.pick.finditer(text, begin))
    if span is None or not verbs:
        return None
    pointed = _pointed(text, begin, len(text))
    return (Cut(span, pointed or span),), False


def _split(template: int, text: str, after: int, breaks: frozenset[int]) -> int | None:
    """Return where the second clause begins: at a connective, a 把, a verb, a pause, or a second demonstrative."""
    rules = _rules()
    second = rules.put if template == 6 else rules.pick

    def first_of(places: Iterable[int]) -> int | None:
        return min((place for place in places if second.search(text, place)), default=None)

    marked = first_of(m.start() for rule in (rules.connective, rules.particle) for m in rule.finditer(text, after))
    if marked is not None:
        return marked
    if (paused := first_of(place for place in breaks if place > after)) is not None:
        return paused
    if template == 5 and (verb := rules.pick.search(text, after)):
        return verb.start()
    return first_of(m.start() for m in rules.demonstrative.finditer(text, after + 1))
