"""``--plan FILE``: read options of commands from a TOML file; flags and ``MINDSIGHT_*`` variables override them.

A table per command, an entry per option, named as on the command line:

    [album.run]
    subject = "baseline:nlmeans"
    workers = 2
"""

import difflib
from pathlib import Path
from typing import Any

import typer

from mindsight.decoding import reading, toml_in, whole
from mindsight.errors import InputError


def read_plan(path: Path, command: Any) -> dict[str, Any]:
    """Return the plan as the parser's default map, with parameter names instead of option names.

    Args:
        path: The TOML file.
        command: The tree of commands, used to check every name.

    Raises:
        InputError: The file cannot be read or names a command or option that does not exist.
    """
    with reading(path, "TOML"):
        values = toml_in(whole(path))
    return _defaults(values, command, path, "")


def _defaults(values: dict[str, Any], command: Any, path: Path, prefix: str) -> dict[str, Any]:
    commands = getattr(command, "commands", {})
    parameters = {
        option.lstrip("-"): parameter.name
        for parameter in command.get_params(typer.Context(command))
        for option in parameter.opts
    }
    found: dict[str, Any] = {}
    for key, value in values.items():
        if key in commands and isinstance(value, dict):
            found[key] = _defaults(value, commands[key], path, f"{prefix}{key}.")
        elif key in parameters and not isinstance(value, dict):
            found[parameters[key]] = value
        else:
            close = difflib.get_close_matches(key, [*commands, *parameters], n=1)
            raise InputError(
                '{file}: there is no command or option "{key}" (did you mean "{guess}"?)',
                file=str(path),
                key=prefix + key,
                guess=close[0] if close else "album",
            )
    return found
