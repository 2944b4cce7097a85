"""The two consoles: results on stdout, everything else on stderr, in the user's language and safe for a terminal."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TextIO

from mindsight.cli.shared.settings import settings
from mindsight.execution.listening import Listener
from mindsight.text import Text, say, text

if TYPE_CHECKING:
    from rich.console import Console

    from mindsight.pipeline import Progress

_FILE_WIDTH = 160
_SHOWN_EVERY_S = 0.1
_LONGEST = 4096
"""Characters of a value in a sentence: as many as a path may have; a record that somebody forged may hold a million."""


def localized(sentence: Text | str) -> str:
    """Return a sentence in the user's language; its values cannot break the line or control the terminal."""
    return settings.called(say(_harmless(sentence) if isinstance(sentence, Text) else sentence, settings.language))


def is_screen(stream: "TextIO | None") -> bool:
    """Return whether the stream is a terminal; a stream closed before the program began is None."""
    return stream is not None and stream.isatty()


def out() -> "Console":
    """Return the console for results: stdout, wide if it is not a terminal."""
    from rich.console import Console

    return Console(highlight=False, width=None if is_screen(sys.stdout) else _FILE_WIDTH)


def show(sentence: Text | str) -> None:
    """Print one line of results to stdout, unwrapped and without markup."""
    out().print(printable(localized(sentence)), markup=False, soft_wrap=True)


def tell(sentence: Text | str, *, style: str = "") -> None:
    """Print a message that is not a result to stderr, without markup."""
    from rich.console import Console

    Console(stderr=True, highlight=False, soft_wrap=True).print(
        printable(localized(sentence)), style=style, markup=False
    )


def in_words(value: object) -> Text | str:
    """Return a value of a plan as a person writes it, not as a program does."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return text("yes") if value else text("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {localized(in_words(part))}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(localized(in_words(part)) for part in value)
    return str(value)


def printable(value: str) -> str:
    """Return the text with control and direction characters escaped: names and messages are untrusted."""
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in value)


def _harmless(sentence: Text) -> Text:
    return sentence.model_copy(update={"args": {name: _harmless_value(v) for name, v in sentence.args.items()}})


def _harmless_value(value: "str | float | Text") -> "str | float | Text":
    if isinstance(value, Text):
        return _harmless(value)
    if not isinstance(value, str):
        return value
    shown = value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"
    return "".join(c if c.isprintable() else _escaped(c) for c in shown)


def _escaped(character: str) -> str:
    return f"\\x{ord(character):02x}"


@contextmanager
def progress(label: Text) -> "Iterator[Progress]":
    """Show a progress bar with the time left; nothing if stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    if not is_screen(sys.stderr):
        yield lambda _done, _total: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(localized(text("left:"))),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(localized(label), total=None)
        moment = 0.0

        def show(done: int, total: int) -> None:
            # Of a million items each is done sooner than it could be shown.
            nonlocal moment
            if done == total or time.monotonic() >= moment:
                moment = time.monotonic() + _SHOWN_EVERY_S
                bar.update(task, completed=done, total=total)

        yield show


LISTENER = Listener(tell=partial(tell, style="yellow"), progress=progress)
"""Tells on stderr what is no result, and shows a bar."""
