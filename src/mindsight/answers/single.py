"""Read the answer to one question: an object with the answer, a bare answer, or that there is none.

The last object with an answer counts, because what comes before it was a draft. A bare answer counts where it can mean one thing only: the
reader of its value decides.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from mindsight.answers.brackets import mended
from mindsight.answers.hearing import hear
from mindsight.answers.loose_json import begins_another, objects
from mindsight.answers.refusals import declines, is_refusal
from mindsight.answers.reply import Answer
from mindsight.answers.values.basics import MOST_TEXT, NOTHING, Read, bare, words

Status = Literal["answer", "cannot", "unreadable"]
Problem = Literal["", "empty", "cut", "refused", "no_answer", "several", "unreadable", "error"]
"""Why nothing could be read; ``error``: there was no answer, because the model cannot do what it was asked."""
ANSWERS = frozenset(
    ("answer", "finalanswer", "ans", "response", "result", "prediction", "答案", "回答", "最终答案", "结果")
)
"""Keys of an answer, in any case and without the marks between their words."""
CANNOT = frozenset((
    "cannot", "cannotanswer", "cannotbeanswered", "cant", "unanswerable", "noanswer", "无法回答", "不能回答", "无法作答",
))  # fmt: skip
"""Keys of the reason why there is no answer."""
_NO_REASON = NOTHING | {
    "false",
    "no",
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
_STATED = re.compile(
    r"\\boxed\s*\{([^{}]{1,200})\}"
    r"|(?:(?:final|correct|right|best) (?:answer|choice|option)|(?:the|my) answer|\banswer)\s*(?:is|would be|:|：|=)+\s*([^\n]{1,200})"
    r"|(?:最终答案|正确答案|答案|回答)(?:应该|应当)?\s*(?:是|为|选|:|：)+\s*([^\n]{1,200})",
    re.IGNORECASE,
)


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
    """

    read: Callable[[Any], Read]
    keys: Collection[str] = ()
    absence: bool = False
    longest: int = MOST_TEXT


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
            return found._replace(repairs=(*repairs, *found.repairs, *around))
    if not spans and (unquoted := _UNQUOTED.fullmatch(text)) is not None:
        return _of_page({unquoted[1]: unquoted[2].strip()}, expected)
    return None


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
    if given and not (declined and is_nothing(value)):
        return _valued(value, page, reason if declined else None, expected)
    if declined:
        return Single("cannot", reason=reason, page=page)
    if len(keys) == 1 and isinstance(inside := next(iter(keys.values())), Mapping) and depth < _DEEPEST:
        return _of_page(inside, expected, depth + 1)
    if given:
        return None
    whole = expected.read(dict(page))
    return (
        None
        if whole.value is None
        else Single("answer", whole.value, repairs=(*whole.repairs, "other_name"), page=page)
    )


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
    if reason is not None or (isinstance(value, str) and declines(bare(value), absence=expected.absence)):
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
    return value is None or (isinstance(value, list | tuple | dict) and not value)


def _bare(text: str, expected: Expected) -> Single | None:
    """Return an answer that was written without an object; None if the text could mean anything else."""
    if is_refusal(text):
        return None
    if declines(bare(text), absence=expected.absence):
        return Single("cannot", reason=text[:MOST_TEXT], repairs=("bare",))
    stated = [next(filter(None, match.groups())) for match in _STATED.finditer(text[-MOST_TEXT:])]
    last = text.rpartition("\n")[2].strip()
    tried = [_as_json(text), text] if len(text) <= expected.longest else []
    for said in (*tried, *(stated[-1:] or [last] * (last != text))):
        if isinstance(said, str) and declines(bare(said), absence=expected.absence):
            return Single("cannot", reason=said, repairs=("bare",))
        read = Read() if said is None else expected.read(said)
        if read.value is not None:
            return Single("answer", read.value, repairs=(*read.repairs, "bare"))
        if read.problem == "several":
            return Single("unreadable", problem="several")
    return None


def _as_json(text: str) -> Any:
    """Return a text that is JSON as a value; None if it is not."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
