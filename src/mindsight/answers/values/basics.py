"""What a reader of a value returns, and the readings that all of them share."""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.text import storable

MOST_TEXT = 2_000
MOST_SHOWN = 40
NOTHING = frozenset(("", "null", "none", "n/a", "nan", "无", "-"))
"""Texts that stand for no value."""
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Form(NamedTuple):
    """An example for tests and the documentation: what is written, and the value that is read from it; None: not read.

    ``given`` is what the reader knows of the question, such as a unit or the options.
    """

    written: Any
    value: Any
    given: Any = None


class Read(NamedTuple):
    """A value that was read; ``value`` is None if there is nothing usable."""

    value: Any = None
    repairs: tuple[str, ...] = ()
    problem: str = ""


def number(value: Any) -> float | None:
    """Return a finite number, also from a string of digits; None for anything else, booleans included."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        if len(value) > MOST_SHOWN or not _NUMBER.fullmatch(value):
            return None
    elif not isinstance(value, (int, float)):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def words(value: Any) -> str:
    """Return a text in a form that a record can hold; "" for anything else."""
    return storable(value[:MOST_TEXT]).strip() if isinstance(value, str) else ""


def shown(value: Any) -> str:
    """Return an unusable value for messages: short, on one line."""
    if isinstance(value, (dict, list)):
        return "list" if isinstance(value, list) else "object"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "number too large"
    plain = "".join(c if c.isprintable() else " " for c in str(value)[: 2 * MOST_SHOWN])
    return storable(" ".join(plain.split()))[:MOST_SHOWN]


def first_of(value: dict[str, Any], names: Sequence[str]) -> Any:
    """Return the value under the first of the names that has one; None if there is none."""
    return next((value[name] for name in names if value.get(name) is not None), None)


def inner(value: Any, names: Sequence[str]) -> Any:
    """Return what lies in a list of one or in an object under the first of the names, however deep up to four; else the value itself."""
    for _ in range(4):
        if isinstance(value, (list, tuple)) and len(value) == 1:
            value = value[0]
        elif isinstance(value, dict) and (found := first_of(by_key(value), names)) is not None:
            value = found
        else:
            break
    return value


def by_key(value: dict[Any, Any]) -> dict[str, Any]:
    """Return an object by its keys without case, spaces, underscores and hyphens; of keys that become the same, none."""
    found: dict[str, Any] = {}
    twice: set[str] = set()
    for key, held in value.items():
        name = re.sub(r"[\s_-]+", "", str(key)[:MOST_SHOWN]).casefold()
        if name in found and found[name] != held:
            twice.add(name)
        found[name] = held
    return {name: held for name, held in found.items() if name not in twice}


_PAIRS = (
    ("**", "**"), ("__", "__"), ("*", "*"), ("`", "`"), ("$", "$"), ('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"),
    ("「", "」"), ("『", "』"), ("【", "】"), ("\\(", "\\)"), ("<answer>", "</answer>"), ("<b>", "</b>"),
)  # fmt: skip
_COMMAND = re.compile(r"\\(?:boxed|text|textbf|mathbf|mathrm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
# A lead-in ends in a verb or a colon: an answer box is not a box, and an optional thing is not "al".
_LEAD = re.compile(
    r"(?:(?:so|thus|therefore|hence|所以|因此|[综綜]上|那[么麼])\s*[,，]?\s*)?"
    r"(?:(?:(?:my|the|our)\s+)?(?:(?:final|correct|right|best)\s+){0,2}(?:answer|choice|option|result)"
    r"(?:(?:\s+(?:is|would be|should be|must be)\b|'s\b|’s\b)\s*[:：=]?|\s*[:：=])"
    r"|(?:我的)?(?:最[终終]|正[确確]|最[后後])?的?(?:答案|回答|[选選][择擇]|[选選][项項]|[结結]果)(?:[应應][该該当當])?(?:(?:是|[为為]|[选選])\s*[:：=]?|\s*[:：=]))\s*",
    re.IGNORECASE,
)
_END = ".。!！"


def bare(said: str) -> str:
    r"""Return a text without the marks and the words around what it says.

    Examples:
        >>> [bare(said) for said in ("**B**", r"\boxed{B}", "The answer is: B.", "答案是B。", "`B`")]
        ['B', 'B', 'B', 'B', 'B']
        >>> bare("Answer box")
        'Answer box'
    """
    found = said[:MOST_TEXT].strip().lstrip("✅✔☑👉➡→ ")
    while (less := _less(found)) != found:
        found = less
    return found


def _less(said: str) -> str:
    """Return a text without its outermost mark, lead-in or full stop; the text itself if it has none."""
    for begin, end in _PAIRS:
        if len(said) > len(begin) + len(end) and said.startswith(begin) and said.endswith(end):
            inner = said[len(begin) : len(said) - len(end)]
            if begin not in inner and end not in inner:
                return inner.strip()
    if (command := _COMMAND.fullmatch(said)) is not None:
        return command[1].strip()
    if (lead := _LEAD.match(said)) is not None and 0 < lead.end() < len(said):
        return said[lead.end() :].strip()
    return said.rstrip(_END).strip() or said
