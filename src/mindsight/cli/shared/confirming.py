"""Ask before what cannot be undone is done: at a terminal a person is asked, a script says ``--yes``."""

import sys
from pathlib import Path

import typer

from mindsight.cli.shared.console import is_screen, localized, printable, tell
from mindsight.errors import InputError
from mindsight.text import Text, mark, text

YES = typer.Option(False, "--yes", "-y", help=mark("Go on without asking, even if it cannot be undone."))


def is_confirmed(place: Path, consequence: Text, *, yes: bool) -> bool:
    """Return whether to go on.

    Args:
        place: What is changed.
        consequence: What is lost or made known by it.
        yes: Whether the option was given.

    Raises:
        InputError: Nobody is there to be asked.
    """
    if yes:
        return True
    if not is_screen(sys.stdin):
        raise InputError(
            "{place}: {consequence}; --yes goes on without asking",
            place=str(place),
            consequence=consequence,
        )
    asked = text("{place}: {consequence}. Go on?", place=str(place), consequence=consequence)
    if typer.confirm(printable(localized(asked)), err=True):
        return True
    tell(text("nothing was changed"))
    return False
