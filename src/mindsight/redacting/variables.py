"""Values of this process's environment, which programs print when they fail: none is shown, but those that are plainly public."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote

from mindsight.redacting.named import SPEAKS_OF_SECRETS

_LEAST = 8
_LEAST_NAMED = 6
_PUBLIC_NAMES = re.compile(
    r"_|HOME|HOST|HOSTNAME|LANG|LANGUAGE|LOGNAME|LS_COLORS|OLDPWD|PATH|PS1|PWD|SHELL|TERM|TMPDIR|TZ|USER|COLORTERM"
    r"|(?:CONDA|LC|MINDSIGHT|PYTEST|PYTHON|VIRTUAL_ENV|XDG)_?\w*|\w+_MODEL|MODEL"
)
_PUBLIC_VALUES = re.compile(
    r"[a-z]{2,3}_[A-Z]{2}(?:\.[\w-]+)?(?:@\w+)?|C\.UTF-8|https?://[\w.-]+(?::\d{1,5})?(?:/[\w.~-]{0,15})*"  # languages, addresses
    r"|development|production|staging|testing|localhost|unlimited|disabled|enabled|interactive|noninteractive|automatic"
)
_NUMBERS = re.compile(r"[-+]?[\d.,:]+|(?:\w+://)?[\w.-]+:\d{1,5}")
"""Public unless the name speaks of a secret."""


def hidden_values(*, named_only: bool) -> re.Pattern[str]:
    """Return the pattern of the values to hide; with ``named_only`` those of variables whose names speak of secrets."""
    return _pattern(frozenset(os.environ.items()), named_only)


@lru_cache(maxsize=4)
def _pattern(variables: frozenset[tuple[str, str]], named_only: bool) -> re.Pattern[str]:  # noqa: FBT001
    shown = {os.uname().nodename, *(value for name, value in variables if name in {"USER", "LOGNAME", "HOSTNAME"})}
    parts = {part for part in _hidden(dict(variables), named_only=named_only) if part not in shown}
    words = {part for part in parts if re.fullmatch(r"[A-Za-z_.-]+", part)}
    # A word may also be part of a longer one, or of a path; what is no word is hidden wherever it stands.
    pieces = [_any_of(parts - words), rf"(?<![\w/])(?:{_any_of(words)})(?![\w/])"]
    return re.compile("|".join(pieces))


def _hidden(variables: Mapping[str, str], *, named_only: bool) -> Iterator[str]:
    for name, value in variables.items():
        named = bool(SPEAKS_OF_SECRETS.search(name))
        if _PUBLIC_VALUES.fullmatch(value) or _is_path(value):
            continue
        if not named and (named_only or _PUBLIC_NAMES.fullmatch(name) or _NUMBERS.fullmatch(value)):
            continue
        # Each line by itself: what is kept may begin or end between two lines of a key.
        for line in (value, *value.splitlines()):
            part = " ".join(line.split())
            if len(part) >= (_LEAST_NAMED if named else _LEAST):
                yield from (part, quote(part, safe="", errors="replace"), json.dumps(part)[1:-1])


def _is_path(value: str) -> bool:
    """Return whether a value is a path, or a list of paths, one of which exists or could be made."""
    paths = value.split(os.pathsep)
    there = {*paths, *map(os.path.dirname, paths)} - {"/", ""}
    return all(path.startswith("/") or not path for path in paths) and any(map(os.path.exists, there))


def _any_of(values: set[str]) -> str:
    """Return a pattern of values, the longest first; of none, one that matches nothing."""
    escaped = (
        re.escape(value).replace(r"\ ", r"\s+") for value in sorted(values, key=lambda value: (-len(value), value))
    )
    return "|".join(escaped) or r"(?!)"
