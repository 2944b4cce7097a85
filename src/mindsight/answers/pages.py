"""Read the answer to one question out of an object, or that there is none.

Both keys of the schema may be filled, the answer may stand deeper in the object, and its unit beside it.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from mindsight.answers.action_forms import ARGUMENTS
from mindsight.answers.loose_json import objects
from mindsight.answers.refusals import declines
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
_ANYWAY = re.compile(r"\b(?:but|however|though|although|so)\b|[;；]|但是?|不过|然而", re.IGNORECASE)
_UNITS = ("unit", "units", "单位")


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


def key_of(name: object) -> str:
    """Return a key in the form in which keys are compared.

    Examples:
        >>> key_of("Final_Answer "), key_of("point-2d")
        ('finalanswer', 'point2d')
    """
    folded = unicodedata.normalize("NFKC", str(name)[:100]).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


def of_list(listed: list[dict[str, Any]], expected: Expected) -> Single | None:
    """Return the answer that all objects of a list give; two different ones are none."""
    found = [single for page in listed if (single := of_page(page, expected)) is not None]
    if not found:
        return None
    if any((single.status, single.value) != (found[0].status, found[0].value) for single in found):
        whole = expected.read(listed)
        return Single("unreadable", problem="several") if whole.value is None else Single("answer", whole.value)
    return found[-1]._replace(repairs=(*found[-1].repairs, "answer_in_list"))


def of_page(page: Mapping[str, Any], expected: Expected, depth: int = 0) -> Single | None:
    """Return what an object answers; None if it has neither an answer nor a reason for there being none."""
    keys = {key_of(name): value for name, value in page.items()}
    given = [keys[name] for name in ANSWERS if name in keys] or [
        keys[key_of(name)] for name in expected.keys if key_of(name) in keys
    ]
    declined, reason = _declined(keys)
    value = next((value for value in given if not is_nothing(value)), given[0] if given else None)
    if isinstance(value, Mapping) and depth < _DEEPEST:
        inner = of_page(value, expected, depth + 1)
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
    inside = as_json(inside) if isinstance(inside, str) and inside.lstrip().startswith("{") else inside
    if isinstance(inside, Mapping) and depth < _DEEPEST:
        return of_page(inside, expected, depth + 1)
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
        inner = [single for nested, *_ in objects(value) if (single := of_page(nested, expected, _DEEPEST)) is not None]
        if inner:
            return inner[-1]._replace(page=page, repairs=("nested",))
    read = expected.read(value)
    if read.value is not None:
        return Single("answer", read.value, repairs=read.repairs, page=page)
    declined = declined_in(value, expected) if isinstance(value, str) else None
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


def declined_in(said: str, expected: Expected) -> Single | None:
    """Return that there is no answer, if words say so and do not give one all the same: "I cannot tell, but B"."""
    if not declines(bare(said), absence=expected.absence):
        return None
    parts = _ANYWAY.split(bare(said))
    if len(parts) > 1 and not expected.loose:
        words_after = parts[-1].strip(" ,，")
        if expected.read(words_after).problem == "several" or expected.read(words_after).value is not None:
            return Single("unreadable", problem="several")
    return Single("cannot", reason=said[:MOST_TEXT], repairs=("bare",))


def as_json(text: str) -> Any:
    """Return a text that is JSON as a value; None if it is not."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
