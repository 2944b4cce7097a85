"""No option that takes a file is left out of the list of readers: each has a row, writes what it names, or stands here with a reason."""

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .readers import commands, options

WRITTEN = {"where", "out", "resume", "fix", "sheet", "target", "table", "folder", "page"}
"""Names of options for what a command makes or goes on with."""
OTHERS = {
    "verify commitment": "a file of JSON that is compared as a whole",
    "home reveal folder": "the folder of a seal, read as `verify home: reveal.json` is",
    **{f"home {name} sealed": "the same" for name in ("run", "tasks run", "alone")},
    "key new file": "is written",
    "rate new kit": "a kit is read as by `album run`",
    **{f"album kit {kind} kit": "is made" for kind in ("classification", "segmentation", "enhancement")},
}
RUNS = {"run", "runs", "base", "new", "shards", "before", "now", "rated"}
"""Names of options for runs, whose files are the rows `verify`, `items`, `compare`, `export` and `record`."""
REVIEWS = {"review", "resting_review", "previous", "scores"}
"""Names of options for reviews, which `mindsight verify` reads as it reads runs."""


def named(command: Any, words: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the options of all commands that take a path."""
    for name, inner in (getattr(command, "commands", None) or {}).items():
        yield from named(inner, (*words, name))
    if command.callback is not None:
        hints = typing.get_type_hints(command.callback)
        yield from (" ".join((*words, name)) for name, kind in hints.items() if name != "return" and _is_path(kind))


def _is_path(kind: Any) -> bool:
    return kind is Path or any(_is_path(inner) for inner in typing.get_args(kind))


def test_every_option_that_takes_a_file_is_read_damaged() -> None:
    known = {*options(), *OTHERS}
    apart = WRITTEN | RUNS | REVIEWS
    missing = [name for name in named(commands()) if name not in known and name.rpartition(" ")[2] not in apart]
    assert not missing


def test_the_list_names_no_option_that_is_gone() -> None:
    there = set(named(commands()))
    strings = {name for name in options() if name not in there}
    # Options that take a name or a file are words to the parser.
    assert all(name.rpartition(" ")[2] in _WORDS for name in strings), strings


_WORDS = {
    "plan",
    "mapping",
    "profile",
    "model_profile",
    "product",
    "class_map",
    "irrelevant_from",
    "subject",
    "campaign",
}
