"""Read the answer to one question: an object with the answer, a bare answer, or that there is none.

The last object with an answer counts, because what comes before it was a draft. A bare answer counts where it can mean one thing only: the
reader of its value decides.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from mindsight.answers.action_forms import ARGUMENTS
from mindsight.answers.brackets import mended
from mindsight.answers.hearing import hear
from mindsight.answers.loose_json import begins_another, objects
from mindsight.answers.refusals import declines, is_refusal
from mindsight.answers.reply import Answer
from mindsight.answers.statements import Statement, is_taken_back, stated_in
from mindsight.answers.values.basics import MOST_TEXT, NOTHING, Read, bare, number, words

Status = Literal["answer", "cannot", "unreadable"]
Problem = Literal["", "empty", "cut", "refused", "no_answer", "several", "unreadable", "error"]
"""Why nothing could be read; ``error``: there was no answer, because the model cannot do what it was asked."""
ANSWERS = (
    "finalanswer", "最终答案", "correctedanswer", "answer", "答案", "回答", "ans", "correctanswer", "selectedanswer", "response",
    "prediction", "result", "结果",
)  # fmt: skip
"""Keys of an answer, in any case and without the marks between their words; the first that is there counts."""
CANNOT = frozenset((
    "cannot", "cannotanswer", "cannotbeanswered", "cant", "unanswerable", "noanswer", "无法回答", "不能回答", "无法作答",
))  # fmt: skip
"""Keys of the reason why there is no answer."""
_NO_REASON = NOTHING | {
    "false",
    "not applicable",
    "n.a.",
    "na",
    "undefined",
    "否",
    "不适用",
    "没有",
    "空",
}
_DEEPEST = 4
_FENCE = re.compile(r"```[\w-]*")
_UNQUOTED = re.compile(r"[{｛]\s*[\"“']?([^\W\d_][\w ]{0,20})[\"”']?\s*[:：]\s*([^{}｛｝\"“”:：\[\]]{1,80})[}｝]")
_ANYWAY = re.compile(r"\b(?:but|however|though|although|so)\b|[;；]|但是?|不过|然而", re.IGNORECASE)
_UNIT_LINE = re.compile(r"\s*\W{0,3}(?:units?|单位)\W{0,3}\s*[:：=]\s*[\"']?([^\n\"',}]{1,20})", re.IGNORECASE)
_OBJECT = re.compile(r"[{｛]\s*[\"'“]")
_UNITS = ("unit", "units", "单位")
_LISTED = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)、])\s+\S")


class Single(NamedTuple):
    """What was read: an answer's value, that there is none (with the reason given), or nothing (with the problem).

    ``page`` is the object that held the answer; ``repairs`` are the faults of form that were overlooked.
    """

    status: Status
    value: Any = None
    reason: str = ""
    problem: Problem = ""
    repairs: tuple[str, ...] = ()
    page: Mapping[str, Any] = {}


class Expected(NamedTuple):
    """The answer that is asked for.

    ``read`` reads its value. ``keys`` are further keys under which models put such a value, such as ``point_2d``. ``absence``: that what
    is asked for is not there means that there is no answer. ``longest`` is the number of characters that a bare answer has at most.
    ``loose``: any words can be read as the value; ``units``: it is a number whose unit may stand beside it.
    """

    read: Callable[[Any], Read]
    keys: Collection[str] = ()
    absence: bool = False
    longest: int = MOST_TEXT
    loose: bool = False
    units: bool = False


def read_single(answer: Answer, expected: Expected) -> Single:
    """Return what a model answered to one question."""
    heard = hear(answer)
    if heard.problem:
        return Single("unreadable", problem=heard.problem)
    text = _FENCE.sub(" ", heard.text).strip()
    if text.startswith('"') and isinstance(quoted := _as_json(text), str):
        text = quoted.strip()
    found = _in_objects(text, expected, cut=heard.cut) or (None if heard.cut else _bare(text, expected))
    if found is None:
        refused = is_refusal(text)
        return Single("unreadable", problem="refused" if refused else "cut" if heard.cut else "no_answer")
    return found._replace(repairs=(*heard.repairs, *found.repairs))


def key_of(name: object) -> str:
    """Return a key in the form in which keys are compared.

    Examples:
        >>> key_of("Final_Answer "), key_of("point-2d")
        ('finalanswer', 'point2d')
    """
    folded = unicodedata.normalize("NFKC", str(name)[:100]).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


def _in_objects(text: str, expected: Expected, *, cut: bool) -> Single | None:
    """Return the answer of the last object that holds one; None if none does, or if a further one may have been cut off."""
    if (listed := _listed(text)) is not None:
        return _of_list(listed, expected)
    spans = objects(text)
    end = spans[-1][3] if spans else 0
    if spans and begins_another(text[end:]):
        return None
    if not spans and not cut and (whole := mended(text)) is not None:
        spans = [(page, (*repairs, "brackets"), begin, to) for page, repairs, begin, to in objects(whole)]
    for page, repairs, begin, to in reversed(spans):
        if (found := _of_page(page, expected)) is not None:
            around = ("text_around",) if (text[:begin] + text[to:]).strip("[], \t\r\n") else ()
            found = found._replace(repairs=(*repairs, *found.repairs, *around))
            return _after(found, text[to:], expected, cut=cut)
    if not spans and (unquoted := _UNQUOTED.fullmatch(text)) is not None:
        return _of_page({unquoted[1]: unquoted[2].strip()}, expected)
    return None


def _after(found: Single, tail: str, expected: Expected, *, cut: bool) -> Single | None:
    """Return what counts of an object and the words after it: these may give another answer, or take the first back."""
    corrected = is_taken_back(tail)
    later, final = _declined_in(tail, expected), False
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


def _of_list(listed: list[dict[str, Any]], expected: Expected) -> Single | None:
    """Return the answer that all objects of a list give; two different ones are none."""
    found = [single for page in listed if (single := _of_page(page, expected)) is not None]
    if not found:
        return None
    if any((single.status, single.value) != (found[0].status, found[0].value) for single in found):
        whole = expected.read(listed)
        return Single("unreadable", problem="several") if whole.value is None else Single("answer", whole.value)
    return found[-1]._replace(repairs=(*found[-1].repairs, "answer_in_list"))


def _of_page(page: Mapping[str, Any], expected: Expected, depth: int = 0) -> Single | None:
    """Return what an object answers; None if it has neither an answer nor a reason for there being none."""
    keys = {key_of(name): value for name, value in page.items()}
    given = [keys[name] for name in ANSWERS if name in keys] or [
        keys[key_of(name)] for name in expected.keys if key_of(name) in keys
    ]
    declined, reason = _declined(keys)
    value = next((value for value in given if not is_nothing(value)), given[0] if given else None)
    if isinstance(value, Mapping) and depth < _DEEPEST:
        inner = _of_page(value, expected, depth + 1)
        if inner is not None:
            return inner._replace(page=page)
    if expected.units:
        value = _with_unit(
            value, next((keys[name] for name in _UNITS if isinstance(keys.get(name), str)), ""), expected
        )
    if given and not (declined and is_nothing(value)):
        return _valued(value, page, reason if declined else None, expected)
    if declined:
        return Single("cannot", reason=reason, page=page)
    inside = (
        next(iter(keys.values())) if len(keys) == 1 else next((keys[name] for name in ARGUMENTS if name in keys), None)
    )
    inside = _as_json(inside) if isinstance(inside, str) and inside.lstrip().startswith("{") else inside
    if isinstance(inside, Mapping) and depth < _DEEPEST:
        return _of_page(inside, expected, depth + 1)
    if given:
        return None
    whole = expected.read(dict(page))
    return (
        None
        if whole.value is None
        else Single("answer", whole.value, repairs=(*whole.repairs, "other_name"), page=page)
    )


def _with_unit(value: Any, unit: str, expected: Expected) -> Any:
    """Return a number with the unit that stands beside it; a text that has one already as it is."""
    if is_nothing(unit) or not isinstance(value, str | int | float) or isinstance(value, bool):
        return value
    both = f"{value} {unit}"
    return both if number(value) is not None or expected.read(both).value is not None else value


def _valued(value: Any, page: Mapping[str, Any], reason: str | None, expected: Expected) -> Single | None:
    """Return a value that was given as the answer; ``reason``: beside it stands why there is none."""
    if is_nothing(value) and expected.read(value).value is None:
        return None
    if isinstance(value, str) and value.lstrip().startswith(("{", "｛")):
        inner = [
            single for nested, *_ in objects(value) if (single := _of_page(nested, expected, _DEEPEST)) is not None
        ]
        if inner:
            return inner[-1]._replace(page=page, repairs=("nested",))
    read = expected.read(value)
    if read.value is not None:
        return Single("answer", read.value, repairs=read.repairs, page=page)
    declined = _declined_in(value, expected) if isinstance(value, str) else None
    if reason is not None or (declined is not None and not declined.problem):
        return Single("cannot", reason=reason or words(value), page=page)
    return Single("unreadable", problem="several" if read.problem == "several" else "unreadable", page=page)


def _declined(keys: Mapping[str, Any]) -> tuple[bool, str]:
    """Return whether an object says that there is no answer, and why."""
    value = next((keys[name] for name in CANNOT if name in keys), None)
    if value is True:
        return True, ""
    text = words(value) if isinstance(value, str) else "" if isinstance(value, bool) else " ".join(_texts(value))
    return text.strip().casefold() not in _NO_REASON, text


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield words(value)
    elif isinstance(value, int | float) and value and not isinstance(value, bool):
        yield words(str(value)[:50])
    elif isinstance(value, Mapping | list) and depth < _DEEPEST:
        for inner in list(value.values() if isinstance(value, Mapping) else value)[:50]:
            yield from _texts(inner, depth + 1)


def is_nothing(value: Any) -> bool:
    """Return whether a value stands for no answer."""
    if isinstance(value, str):
        return bare(value).casefold() in NOTHING
    # [-1, -1] is no place of any picture.
    return value is None or (isinstance(value, list | tuple | dict) and (not value or value in ([-1, -1], [-1] * 4)))


def _bare(text: str, expected: Expected) -> Single | None:
    """Return an answer that was written without an object; None if the text could mean anything else."""
    if is_refusal(text) or (expected.loose and _OBJECT.search(text[:MOST_TEXT])):
        return None
    stated = stated_in(text, loose=expected.loose)
    declined = _declined_in(text, expected)
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
    whole = [said for said in (_as_json(text), text) if said is not None] if len(text) <= expected.longest else []
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
    if isinstance(said, str) and (declined := _declined_in(said, expected)) is not None:
        return declined
    read = expected.read(said)
    if read.value is not None:
        return Single("answer", read.value, repairs=(*read.repairs, "bare"))
    return Single("unreadable", problem="several") if read.problem == "several" else None


def _declined_in(said: str, expected: Expected) -> Single | None:
    """Return that there is no answer, if words say so and do not give one all the same: "I cannot tell, but B"."""
    if not declines(bare(said), absence=expected.absence):
        return None
    parts = _ANYWAY.split(bare(said))
    if len(parts) > 1 and not expected.loose:
        words_after = parts[-1].strip(" ,，")
        if expected.read(words_after).problem == "several" or expected.read(words_after).value is not None:
            return Single("unreadable", problem="several")
    return Single("cannot", reason=said[:MOST_TEXT], repairs=("bare",))


def _one_of_several(last: str, text: str, expected: Expected) -> bool:
    """Return whether the last line is an entry of a list, or the line before it gives another value."""
    before = text[: -len(last)].rstrip().rpartition("\n")[2].strip()
    other = None if expected.loose else expected.read(before).value
    return _LISTED.match(last) is not None or (other is not None and other != expected.read(last).value)


def _as_json(text: str) -> Any:
    """Return a text that is JSON as a value; None if it is not."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
