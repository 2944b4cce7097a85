"""What ``inspect eval -T`` gives our tasks, or a log says that it gave: values of any kind, checked before a plan is made of them."""

import math
from collections.abc import Sequence

from mindsight.answers.conventions import ModelProfile, points_otherwise
from mindsight.errors import InputError

_LARGEST = 2**53


def one_of(option: str, value: object, known: Sequence[str]) -> None:
    """Refuse a value that is none of those known.

    Raises:
        InputError: It is one.
    """
    if not isinstance(value, str) or value not in known:
        raise InputError(
            "-T {option}: {value} is none of {known}", option=option, value=_told(value), known=", ".join(known)
        )


def names_of(option: str, value: object) -> list[str]:
    """Return names from words with commas, or from a list.

    Raises:
        InputError: It is neither.
    """
    named = value.split(",") if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or not named or not all(isinstance(one, str) for one in named):
        raise InputError("-T {option}: {value} is no list of names", option=option, value=_told(value))
    return [one.strip() for one in named]


def check_whole(option: str, value: object, least: int) -> None:
    """Refuse what is no whole number from ``least`` on.

    Raises:
        InputError: It is none.
    """
    if type(value) is not int or not least <= value < _LARGEST:
        raise InputError(
            "-T {option}: {value} is no whole number from {least} on", option=option, value=_told(value), least=least
        )


def check_share(option: str, value: object) -> None:
    """Refuse what is no number from 0 to 1.

    Raises:
        InputError: It is none.
    """
    if type(value) not in {int, float} or not 0 <= value <= 1:  # type: ignore[operator]
        raise InputError("-T {option}: {value} is no number from 0 to 1", option=option, value=_told(value))


def check_switch(option: str, value: object) -> None:
    """Refuse what is neither true nor false.

    Raises:
        InputError: It is neither.
    """
    if type(value) is not bool:
        raise InputError("-T {option}: {value} is neither true nor false", option=option, value=_told(value))


def check_temperature(value: object) -> None:
    """Refuse what is no temperature; a log may say anything.

    Raises:
        InputError: It is none.
    """
    if type(value) not in {int, float} or not (math.isfinite(value) and 0 <= value <= 100):  # type: ignore[arg-type,operator]
        raise InputError("the temperature {value} is no number from 0 to 100", value=_told(value))


def profile_named(value: object) -> ModelProfile | None:
    """Return the profile of a name or file, if it asks for points in another way than usual; else None.

    Raises:
        InputError: It is none.
    """
    if not isinstance(value, str):
        raise InputError("-T {option}: {value} is no name", option="model_profile", value=_told(value))
    return points_otherwise(value)


def _told(value: object) -> str:
    return str(value)[:80]
