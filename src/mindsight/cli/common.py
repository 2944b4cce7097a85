"""What all commands share: the user's language, the two consoles, progress, and errors as one sentence."""

import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

from mindsight.errors import InputError, MindsightError
from mindsight.reasons import system_reason
from mindsight.text import LANGUAGES, Language, Text, say, storable, text

if TYPE_CHECKING:
    from rich.console import Console

    from mindsight.pipeline import Progress

EXIT_ITEMS_FAILED = 1
EXIT_INTERRUPTED = 130
_FILE_WIDTH = 160
_YES = ("1", "true", "t", "yes", "y", "on")


class Settings:
    """What the user chose for the whole program, wherever on the command line it stood."""

    language: Language = "en"
    debug: bool = False
    plan: Path | None = None
    when_room: Text = text("free some space, then give the same command again")
    """What to do once a full disk has room again; the command says it as it fails."""


settings = Settings()


def take_global_options(arguments: list[str]) -> list[str]:
    """Read ``--lang``, ``--plan`` and ``--debug`` from anywhere on the command line and return what remains.

    Raises:
        InputError: The language is not one of ours.
    """
    remaining: list[str] = []
    settings.language = spoken_around(os.environ)
    settings.debug = "--debug" in arguments or os.environ.get("MINDSIGHT_DEBUG", "").lower() in _YES
    settings.plan = Path(os.environ["MINDSIGHT_PLAN"]) if os.environ.get("MINDSIGHT_PLAN") else None
    for argument in arguments:
        if storable(argument) != argument:
            raise InputError("{argument}: is not UTF-8; rename the file or folder", argument=argument)
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--debug":
            continue
        if argument == "--lang" or argument.startswith("--lang="):
            value = argument.partition("=")[2] or next(waiting, "")
            if value not in LANGUAGES:
                raise InputError(
                    '{variable}: "{value}" is not a language of mindsight; use zh or en', variable="--lang", value=value
                )
            settings.language = value
        elif argument == "--plan" or argument.startswith("--plan="):
            settings.plan = Path(argument.partition("=")[2] or next(waiting, ""))
        else:
            remaining.append(argument)
    if not any(argument == "--lang" or argument.startswith("--lang=") for argument in arguments):
        settings.language = language_of(os.environ)
    return remaining


def language_of(environment: "Mapping[str, str]") -> Language:
    """Return the language that the environment asks for: ours by name, else as gettext would look it up.

    Raises:
        InputError: ``MINDSIGHT_LANG`` is not one of our languages.
    """
    value = environment.get("MINDSIGHT_LANG", "")
    if value and value not in LANGUAGES:
        raise InputError(
            '{variable}: "{value}" is not a language of mindsight; use zh or en', variable="MINDSIGHT_LANG", value=value
        )
    return "zh" if value == "zh" else "en" if value else spoken_around(environment)


def spoken_around(environment: "Mapping[str, str]") -> Language:
    """Return the language of the system, looked up as the copied checker does it, in the order of gettext."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        # LANGUAGE may list several, the dearest first; those that we do not speak are passed over.
        for wanted in filter(None, environment.get(name, "").split(":")):
            if name != "LANGUAGE" or wanted[:2] in LANGUAGES:
                return "zh" if wanted.startswith("zh") else "en"
    return "en"


def spoken(sentence: Text | str) -> str:
    """Return a sentence in the user's language; what fills it cannot break its line or drive the terminal."""
    return say(_harmless(sentence) if isinstance(sentence, Text) else sentence, settings.language)


def is_screen(stream: "TextIO | None") -> bool:
    """Say whether somebody sits at the other end; a stream that was closed before the program began is None."""
    return stream is not None and stream.isatty()


def out() -> "Console":
    """Return the console for results: stdout, wide where no screen limits it."""
    from rich.console import Console

    return Console(highlight=False, width=None if is_screen(sys.stdout) else _FILE_WIDTH)


def show(sentence: Text | str) -> None:
    """Print one line of results as it is: never broken, without any markup in it."""
    out().print(printable(spoken(sentence)), markup=False, soft_wrap=True)


def tell(sentence: Text | str, *, style: str = "") -> None:
    """Say something that is not a result: stderr, as it is, without any markup in it."""
    from rich.console import Console

    Console(stderr=True, highlight=False, soft_wrap=True).print(printable(spoken(sentence)), style=style, markup=False)


def printable(value: str) -> str:
    """Return the text with control and direction characters escaped: names and messages come from anywhere."""
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in value)


def _harmless(sentence: Text) -> Text:
    return sentence.model_copy(update={"args": {name: _harmless_value(v) for name, v in sentence.args.items()}})


def _harmless_value(value: "str | float | Text") -> "str | float | Text":
    if isinstance(value, Text):
        return _harmless(value)
    return "".join(c if c.isprintable() else _escaped(c) for c in value) if isinstance(value, str) else value


def _escaped(character: str) -> str:
    return f"\\x{ord(character):02x}"


@contextmanager
def progress(label: Text) -> "Iterator[Progress]":
    """Show a bar with the time left while something runs; nothing where nobody watches."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(spoken(text("left:"))),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not is_screen(sys.stderr),
    )
    with bar:
        task = bar.add_task(spoken(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def run_guarded(command: Callable[[], Any]) -> NoReturn:
    """Run a command and end the process: one sentence for an error, a traceback only with ``--debug``."""
    try:
        code = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except MindsightError as error:
        if settings.debug:
            raise
        # What failed while one item was at work may have nothing to do with the item.
        full = isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.ENOSPC
        reason = _system_error(cast("OSError", error.__cause__)) if full else error.text
        tell(text("error: {reason}", reason=reason), style="red")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(EXIT_INTERRUPTED)
    except OSError as error:
        if settings.debug:
            raise
        reason = _system_error(error) if _can_be_printed(error) else _unprinted(error)
        tell(text("error: {reason}", reason=reason), style="red")
        sys.exit(2)
    except Exception as error:
        if settings.debug:
            raise
        found = f"{type(error).__name__}: {error}"
        tell(
            text("unexpected error: {found}. This is a fault of mindsight; --debug shows where", found=found),
            style="red",
        )
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _can_be_printed(error: OSError) -> bool:
    """Say whether our output goes where it shall; if not, what is left of it is dropped, or Python complains at the end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
            # The stream may have dropped what it could not write: one more byte tells where no file is to blame.
            if error.errno == errno.ENOSPC and not error.filename:
                os.write(sys.stdout.fileno(), b"\n")
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return False
    return True


def _unprinted(error: OSError) -> Text:
    return text("the output cannot be written ({reason})", reason=system_reason(error))


def _system_error(error: OSError) -> Text:
    if error.errno == errno.ENOSPC and error.filename:
        return text("the disk is full ({file}); {advice}", file=str(error.filename), advice=settings.when_room)
    if error.errno == errno.ENOSPC:
        return text("the disk is full; {advice}", advice=settings.when_room)
    if error.filename:
        return text("{file}: {reason}", file=str(error.filename), reason=system_reason(error))
    return system_reason(error)
