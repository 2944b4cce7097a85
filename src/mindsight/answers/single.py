"""Read the answer to one question: an object with the answer, a bare answer, or that there is none.

The last object with an answer counts, because what comes before it was a draft. A bare answer counts where it can mean one thing only: the
reader of its value decides.
"""

import json
import re
from typing import Any

from mindsight.answers.brackets import mended
from mindsight.answers.hearing import hear
from mindsight.answers.loose_json import begins_another, objects
from mindsight.answers.pages import Expected, Single, as_json, declined_in, of_list, of_page
from mindsight.answers.refusals import is_refusal
from mindsight.answers.reply import Answer
from mindsight.answers.statements import Statement, is_taken_back, stated_in
from mindsight.answers.values.basics import MOST_TEXT

_FENCE = re.compile(r"```[\w-]*")
_UNQUOTED = re.compile(r"[{｛]\s*[\"“']?([^\W\d_][\w ]{0,20})[\"”']?\s*[:：]\s*([^{}｛｝\"“”:：\[\]]{1,80})[}｝]")
_UNIT_LINE = re.compile(r"\s*\W{0,3}(?:units?|单位)\W{0,3}\s*[:：=]\s*[\"']?([^\n\"',}]{1,20})", re.IGNORECASE)
_OBJECT = re.compile(r"[{｛]\s*[\"'“]")
_LISTED = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)、])\s+\S")


def read_single(answer: Answer, expected: Expected) -> Single:
    """Return what a model answered to one question."""
    heard = hear(answer)
    if heard.problem:
        return Single("unreadable", problem=heard.problem)
    text = _FENCE.sub(" ", heard.text).strip()
    if text.startswith('"') and isinstance(quoted := as_json(text), str):
        text = quoted.strip()
    found = _in_objects(text, expected, cut=heard.cut) or (None if heard.cut else _bare(text, expected))
    if found is None:
        refused = is_refusal(text)
        return Single("unreadable", problem="refused" if refused else "cut" if heard.cut else "no_answer")
    return found._replace(repairs=(*heard.repairs, *found.repairs))


def _in_objects(text: str, expected: Expected, *, cut: bool) -> Single | None:
    """Return the answer of the last object that holds one; None if none does, or if a further one may have been cut off."""
    if (listed := _listed(text)) is not None:
        return of_list(listed, expected)
    spans = objects(text)
    end = spans[-1][3] if spans else 0
    if spans and begins_another(text[end:]):
        return None
    if not spans and not cut and (whole := mended(text)) is not None:
        spans = [(page, (*repairs, "brackets"), begin, to) for page, repairs, begin, to in objects(whole)]
    for page, repairs, begin, to in reversed(spans):
        if (found := of_page(page, expected)) is not None:
            around = ("text_around",) if (text[:begin] + text[to:]).strip("[], \t\r\n") else ()
            found = found._replace(repairs=(*repairs, *found.repairs, *around))
            return _after(found, text[to:], expected, cut=cut)
    if not spans and (unquoted := _UNQUOTED.fullmatch(text)) is not None:
        return of_page({unquoted[1]: unquoted[2].strip()}, expected)
    return None


def _after(found: Single, tail: str, expected: Expected, *, cut: bool) -> Single | None:
    """Return what counts of an object and the words after it: these may give another answer, or take the first back."""
    corrected = is_taken_back(tail)
    later, final = declined_in(tail, expected), False
    if later is None and (stated := stated_in(tail, loose=expected.loose)) is not None:
        later, final = _value_of(stated.said, expected), stated.final
    if later is None or later.problem:
        return (None if cut else Single("unreadable", problem="several")) if corrected else found
    if (later.status, later.value) == (found.status, found.value) or not (corrected or final or not expected.loose):
        return found
    return None if cut else later if corrected or final else Single("unreadable", problem="several")


def _listed(text: str) -> list[dict[str, Any]] | None:
    """Return the objects of a text that is a list of them as a whole."""
    if not text.startswith("["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value) else None


def _bare(text: str, expected: Expected) -> Single | None:
    """Return an answer that was written without an object; None if the text could mean anything else."""
    if is_refusal(text) or (expected.loose and _OBJECT.search(text[:MOST_TEXT])):
        return None
    stated = stated_in(text, loose=expected.loose)
    declined = declined_in(text, expected)
    if declined is not None and stated is None:
        return declined
    problem = ""
    for said in _tried(text, stated, expected):
        found = _value_of(said, expected)
        if found is not None and not found.problem:
            return found
        problem = problem or (found.problem if found else "")
        if problem and (stated is None or said is stated.said):
            break
    return Single("unreadable", problem="several") if problem else declined


def _tried(text: str, stated: Statement | None, expected: Expected) -> list[Any]:
    """Return what may be the answer of a text, the likeliest first: what it states, the whole of it, its last line."""
    whole = [said for said in (as_json(text), text) if said is not None] if len(text) <= expected.longest else []
    if stated is None:
        last = text.rpartition("\n")[2].strip()
        return whole if last == text or _one_of_several(last, text, expected) else [*whole, last]
    if stated.is_taken_back:
        return whole
    if expected.units and (unit := _UNIT_LINE.match(stated.rest)) is not None:
        return [f"{stated.said} {unit[1]}"]
    return [stated.said, *whole] if expected.loose or not stated.rest.strip() else [*whole, stated.said]


def _value_of(said: Any, expected: Expected) -> Single | None:
    """Return what a bare value, or words that stand for one, answer; None if they could mean anything else."""
    if isinstance(said, str) and (declined := declined_in(said, expected)) is not None:
        return declined
    read = expected.read(said)
    if read.value is not None:
        return Single("answer", read.value, repairs=(*read.repairs, "bare"))
    return Single("unreadable", problem="several") if read.problem == "several" else None


def _one_of_several(last: str, text: str, expected: Expected) -> bool:
    """Return whether the last line is an entry of a list, or the line before it gives another value."""
    before = text[: -len(last)].rstrip().rpartition("\n")[2].strip()
    other = None if expected.loose else expected.read(before).value
    return _LISTED.match(last) is not None or (other is not None and other != expected.read(last).value)
