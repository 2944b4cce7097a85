"""Global options (language, plan, debugging) and the exit codes."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from mindsight.errors import InputError
from mindsight.text import LANGUAGES, Language, Text, storable, text

EXIT_ITEMS_FAILED = 1
EXIT_NOT_COMPARED = 3
"""Of ``verify``: all that could be compared agrees, but something was not compared."""
EXIT_INTERRUPTED = 130
_YES = ("1", "true", "t", "yes", "y", "on")


class Settings:
    """Global options, given anywhere on the command line."""

    language: Language = "en"
    debug: bool = False
    plan: Path | None = None
    when_room: Text = text("free some space, then give the same command again")
    """What to do once a full disk has room again; printed when the command fails."""
    stored: Mapping[str, str] = {}
    """Folders of this machine that stand for URLs of storage, with the URLs that they are called by."""

    def called(self, words: str) -> str:
        """Return words in which a folder that stands for a URL has the URL's name."""
        for folder, url in self.stored.items():
            # Not that of a longer name, which lies beside it.
            words = re.sub(re.escape(folder) + r"(?![\w.-])", url.replace("\\", r"\\"), words)
        return words


settings = Settings()


def take_global_options(arguments: list[str]) -> list[str]:
    """Read ``--lang``, ``--plan`` and ``--debug`` from anywhere on the command line and return what remains.

    Raises:
        InputError: The language is not one of ours.
    """
    remaining: list[str] = []
    settings.language = system_language(os.environ)
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
    """Return the language of the environment: ``MINDSIGHT_LANG``, else looked up as gettext does.

    Raises:
        InputError: ``MINDSIGHT_LANG`` is not one of our languages.
    """
    value = environment.get("MINDSIGHT_LANG", "")
    if value and value not in LANGUAGES:
        raise InputError(
            '{variable}: "{value}" is not a language of mindsight; use zh or en', variable="MINDSIGHT_LANG", value=value
        )
    return "zh" if value == "zh" else "en" if value else system_language(environment)


def system_language(environment: "Mapping[str, str]") -> Language:
    """Return the language of the system, in gettext's order of lookup, as the copied checker does."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        # LANGUAGE may list several in order of preference; unsupported ones are skipped.
        for wanted in filter(None, environment.get(name, "").split(":")):
            if name != "LANGUAGE" or wanted[:2] in LANGUAGES:
                return "zh" if wanted.startswith("zh") else "en"
    return "en"
