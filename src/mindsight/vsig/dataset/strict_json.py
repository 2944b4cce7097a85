"""Read annotators' JSON files with limits, and find what common JSON readers accept silently.

A name that occurs twice and a number such as NaN are kept in place as markers, so that they spoil one sample and not the file.
"""

import json
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.decoding import reading
from mindsight.errors import InputError
from mindsight.reasons import system_reason
from mindsight.text import Text, text

LARGEST_FILE = 1 << 30
_MOST_DIGITS = 400


class Doubled(dict[str, Any]):
    """An object in which ``names`` occur twice."""

    names: tuple[str, ...] = ()


def read_json(path: Path) -> Any:
    """Read a JSON file in UTF-8, with or without a byte order mark.

    Raises:
        InputError: It cannot be read, is too large, not UTF-8, not JSON, or nested too deeply.
    """
    try:
        status = path.stat()
        # Opening a pipe would wait forever.
        if not stat.S_ISREG(status.st_mode):
            raise InputError("{file}: is not a file", file=path.name)
        if status.st_size > LARGEST_FILE:
            raise InputError("{file}: is larger than any file of annotations", file=path.name)
        words = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=path.name, reason=system_reason(error)) from error
    except UnicodeDecodeError as error:
        raise InputError("{file}: is not UTF-8 text; save it as UTF-8", file=path.name) from error
    with reading(path.name, "JSON"):
        return json.loads(words, object_pairs_hook=_object, parse_int=_whole)


def oddities(value: Any) -> Iterator[tuple[str, Text]]:
    """Yield the place of everything in a value that is not JSON, with a sentence."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        place, one = waiting.pop()
        if isinstance(one, Doubled):
            for name in one.names:
                yield f"{place}.{name}".lstrip("."), text("the name occurs twice; keep one of them")
        if isinstance(one, dict):
            waiting += [(f"{place}.{name}".lstrip("."), inner) for name, inner in reversed(one.items())]
        elif isinstance(one, list):
            waiting += [(f"{place}[{number}]", inner) for number, inner in reversed(list(enumerate(one)))]
        elif isinstance(one, float) and one - one != 0:
            yield place, text("{value} is not a number that can be used", value=str(one))
        elif isinstance(one, str) and not encodable(one):
            yield place, text("holds half a character (a lone surrogate)")


def encodable(value: str) -> bool:
    """Return whether a string can be written as UTF-8: JSON can spell lone surrogates, which cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    doubled = Doubled(plain)
    doubled.names = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return doubled


def _whole(digits: str) -> float:
    # Python refuses to read thousands of digits, and no measured number has so many.
    return int(digits) if len(digits) <= _MOST_DIGITS else float("inf")
