"""Answer a shell that asks how a line may go on: with commands, options, and the words that an option knows."""

import os
import re
from functools import partial
from typing import Any

import typer
from typer._click.shell_completion import CompletionItem

_VARIABLE = "_MINDSIGHT_COMPLETE"
_LINES = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
_WORDS = re.compile(r"[a-z0-9.-]+(\|[a-z0-9.-]+)+")


def line_to_complete() -> set[str] | None:
    """Return the words of the line that the shell asks about; None if it asks nothing."""
    if _VARIABLE not in os.environ:
        return None
    return {word for variable in _LINES for word in os.environ.get(variable, "").split()}


def complete_values(command: Any) -> None:
    """Let the tree of commands complete the values of whatever is shown with its words, such as ``zh|en``."""
    from typer.completion import completion_init  # type: ignore[attr-defined]

    completion_init()
    waiting = [command]
    while waiting:
        current = waiting.pop()
        for parameter in current.get_params(typer.Context(current)):
            if _WORDS.fullmatch(parameter.metavar or ""):
                parameter.shell_complete = partial(_begun, parameter.metavar.split("|"))
        waiting += getattr(current, "commands", {}).values()


def _begun(words: list[str], ctx: Any, incomplete: str) -> list[CompletionItem]:
    del ctx
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
