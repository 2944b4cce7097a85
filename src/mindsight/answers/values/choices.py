"""Read the option that an answer names: by its letter, or by its words."""

import re
from collections.abc import Sequence
from typing import Any

from mindsight.answers.values.basics import Read, first_of, shown, words

_OPTION = re.compile(
    r"\s*(?i:option|选项|选择)?\s*[\"'(（\[【]*\s*(?:([A-Za-z])(?![A-Za-z])|([A-Z]{2}|[a-z]{2})(?=\s*(?:[.、:：)）\]】]|$)))"
)


def read_choice(value: Any, choices: Sequence[str] = ()) -> Read:
    """Return the letter of an option, from ``A``, ``A. mug``, ``(A)`` or the option's words."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = first_of(value, ("choice", "option", "letter", "id", "key"))
    said = words(value)
    if not said:
        return Read(problem="" if value is None or value == "" else shown(value))
    by_name = {_named(choice): letter for choice in choices if (letter := letter_of(choice))}
    if said.casefold() in by_name:
        return Read(by_name[said.casefold()], ("option_by_name",))
    letter = letter_of(said)
    if not letter:
        return Read(problem=shown(said))
    return Read(letter, () if said == letter else ("option_text",))


def letter_of(option: str) -> str:
    """Return the letter (two after the 26th) before an option's words; "" if there is none."""
    found = _OPTION.match(option)
    return (found[1] or found[2]) if found else ""


def _named(choice: str) -> str:
    """Return an option's words without its letter."""
    return re.sub(r"^\s*[A-Za-z]{1,2}\s*[.、:：)）]\s*", "", choice).strip().casefold()
