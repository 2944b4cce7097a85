"""Read the marks in a judge's reply, by strict rules: all or nothing.

A reply counts only if it holds exactly one JSON object with the code of its question, and that object marks exactly the entries
that were asked about, each once, in order, with one of three words. JSON that an answer tries to pass off as a reply cannot
hold the code: it was written before the code was drawn. Nothing is repaired: the question of a doubtful reply is asked again.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from mindsight.answers.reasoning import without_reasoning

RULE = 1
"""To be raised with any change of how a reply is read; part of the rubric's hash."""
Word = Literal["right", "partly", "wrong"]
MARKS: dict[str, float] = {"right": 1.0, "partly": 0.5, "wrong": 0.0}
Fault = Literal["", "empty", "no_object", "no_code", "several", "form", "entries", "mark"]
"""Why a reply does not count: empty; no JSON object; none with the code, or two; wrong form; wrong entries; unknown mark."""
_MOST_CHARACTERS = 200_000
_MOST_OBJECTS = 200
_MOST_REASON = 500


class Judged(NamedTuple):
    """The words for the entries in order and the reasons given, or the fault for which a reply does not count."""

    words: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    fault: Fault = ""


def read_reply(reply: str, code: str, places: Sequence[str]) -> Judged:
    """Return the marks in a judge's reply.

    ``places`` are the entries that the judge was asked about, in order.
    """
    said = without_reasoning(reply)[:_MOST_CHARACTERS]
    if not said.strip():
        return Judged(fault="empty")
    found = list(_objects(said))
    if not found:
        return Judged(fault="no_object")
    own = [one for one in found if one.get("code") == code]
    if len(own) != 1:
        return Judged(fault="several" if own else "no_code")
    return _judged(own[0], places)


def _judged(page: dict[str, Any], places: Sequence[str]) -> Judged:
    marks = page.get("marks")
    if page.keys() != {"code", "marks"} or not isinstance(marks, list):
        return Judged(fault="form")
    if not all(isinstance(one, dict) and one.keys() == {"entry", "reason", "mark"} for one in marks):
        return Judged(fault="form")
    if [one["entry"] for one in marks] != list(places):
        return Judged(fault="entries")
    if not all(isinstance(one["mark"], str) and one["mark"] in MARKS for one in marks):
        return Judged(fault="mark")
    return Judged(tuple(one["mark"] for one in marks), tuple(str(one["reason"])[:_MOST_REASON] for one in marks))


def _objects(said: str) -> Iterator[dict[str, Any]]:
    """Yield the outermost JSON objects of a text; strict JSON, in which no name occurs twice."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refused)
    place = 0
    for _ in range(_MOST_OBJECTS):
        place = said.find("{", place)
        if place < 0:
            return
        try:
            value, place = decoder.raw_decode(said, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        if isinstance(value, dict):
            yield value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


def _refused(word: str) -> Any:
    raise ValueError(word)
