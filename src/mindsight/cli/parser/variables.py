"""Name the environment variable of every option after the option: ``album run --out`` is ``MINDSIGHT_ALBUM_RUN_OUT``.

The parser would derive the names from Python parameters, which users never see.
"""

from collections.abc import Iterator
from typing import Any

import typer

PREFIX = "MINDSIGHT"


def name_variables(command: Any) -> None:
    """Give every option of the tree its variable; a command's help explains the naming once."""
    for words, option in options(command):
        option.envvar = variable(words, option)
        option.show_envvar = not words


def options(command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every option of the tree that can be set beforehand, with the words of its command."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), command)]
    while waiting:
        words, current = waiting.pop()
        for parameter in current.get_params(typer.Context(current)):
            if parameter.param_type_name == "option" and not asks(parameter):
                yield words, parameter
        waiting += [((*words, name), inner) for name, inner in getattr(current, "commands", {}).items()]


def asks(option: Any) -> bool:
    """Return whether an option asks for something in place of a command; it can only be typed."""
    return not {"--help", "--version"}.isdisjoint(option.opts)


def variable(words: tuple[str, ...], option: Any) -> str:
    """Return the variable of an option, built from the command's words and the option's long name."""
    long = max(option.opts, key=len).lstrip("-")
    return "_".join((PREFIX, *words, long)).upper().replace("-", "_")
