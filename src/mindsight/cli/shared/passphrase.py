"""The passphrase of a private key: from a variable of the environment or typed unseen, never from the command line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import is_screen, localized
from mindsight.errors import InputError
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.text import Text

VARIABLE = "MINDSIGHT_KEY_PASSPHRASE"


def chosen(*, ask: bool) -> str:
    """Return the passphrase for a new key, empty for none.

    Raises:
        InputError: It shall be asked for and nobody is there, or what was typed differs.
    """
    given = os.environ.get(VARIABLE, "")
    if given or not ask:
        return given
    first = _typed(text("passphrase: "))
    if not first or first != _typed(text("the same once more: ")):
        raise InputError("the passphrase is empty, or was typed in two ways; no key was made")
    return first


def known() -> str:
    """Return the passphrase of a key that is there; empty where neither the variable nor a person gives one."""
    given = os.environ.get(VARIABLE, "")
    return given or (_typed(text("passphrase: ")) if is_screen(sys.stdin) else "")


def _typed(question: Text) -> str:
    from getpass import getpass

    if not is_screen(sys.stdin):
        raise InputError("nobody can be asked for a passphrase here; set {variable}", variable=VARIABLE)
    return getpass(localized(question), stream=sys.stderr)
