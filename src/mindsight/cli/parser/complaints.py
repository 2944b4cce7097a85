"""Reword the parser's errors as sentences of the message catalogue."""

import sys
from typing import Any

from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.text import mark

# Errors that the parser would translate itself, half a sentence at a time: they stay English until they are complete.
LEFT_ENGLISH = frozenset({"Missing command.", "No such command {name!r}."})

# With a guess the parser's sentence becomes two; listed here so that both are translated.
_GUESSED = mark("No such command '{name}'. Did you mean {guesses}?")


def usage_error(error: Any) -> InputError:
    """Return the parser's error as one of our sentences; for a group without a command, print its help instead."""
    kind = type(error).__name__
    if kind == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr)
        raise SystemExit(2)
    say = _SAYINGS.get(kind, _otherwise)
    return say(error)


def _bad_value(error: Any) -> InputError:
    if error.param is None:
        return _otherwise(error)
    reason = reason_of(error.message, "pydantic")
    return InputError("{name}: the value is not usable ({reason}); see --help", name=_name(error.param), reason=reason)


def _bad_use(error: Any) -> InputError:
    option = str(error.option_name)
    if "does not take" in str(error.message):
        return InputError("{option} takes no value; see --help", option=option)
    return InputError("{option} needs a value; see --help", option=option)


def _missing(error: Any) -> InputError:
    return InputError("{name} is missing; see --help", name=_name(error.param))


def _no_option(error: Any) -> InputError:
    option = str(error.option_name)
    for guess in error.possibilities or ():
        return InputError("there is no option {option}; did you mean {guess}? See --help", option=option, guess=guess)
    return InputError("there is no option {option}; see --help", option=option)


def _otherwise(error: Any) -> InputError:
    words = str(error.format_message())
    said, guessed, guesses = words.removesuffix("?").partition(". Did you mean ")
    if guessed:
        name = said.removeprefix("No such command ").strip("'\"")
        return InputError(_GUESSED, name=name, guesses=guesses.replace("'", ""))
    return InputError("{reason}; see --help", reason=reason_of(words, "Typer"))


def _name(parameter: Any) -> str:
    """Return the longest name of an option, or the name of an argument."""
    return str(max(parameter.opts, key=len))


_SAYINGS = {
    "BadOptionUsage": _bad_use,
    "BadParameter": _bad_value,
    "MissingParameter": _missing,
    "NoSuchOption": _no_option,
}
