"""Translatable sentences.

Records, errors and reports carry a ``Text``: an English template and its arguments. The language is chosen at display; the Chinese text
comes from the gettext catalogue under ``locale/``. Nothing stored depends on the user's language, so the same run gives the same bytes
everywhere.
"""

import gettext
import re
from functools import lru_cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")

_LOCALES: dict[Language, str] = {"zh": "zh_CN"}
_FIELD = re.compile(r"\{(\w+)\}")


class Text(BaseModel):
    """An English template with ``{fields}`` and the values that fill them.

    Example:
        >>> str(Text(message="{name}: {count} pictures", args={"name": "kit", "count": 31}))
        'kit: 31 pictures'
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    message: str
    args: dict[str, "str | int | float | Text"] = {}

    @field_validator("args", mode="before")
    @classmethod
    def _hold_any_name(cls, args: object) -> object:
        if not isinstance(args, dict):
            return args
        return {name: storable(value) if isinstance(value, str) else value for name, value in args.items()}

    def __str__(self) -> str:
        return say(self, "en")


def text(message: str, **args: "str | int | float | Text") -> Text:
    """Return a Text; the catalogue tool collects the first argument of every call of this function."""
    return Text(message=message, args=args)


def spelled(zh: str, en: str) -> Text:
    """Return a Text of words already given in both languages, such as the description of a goal's check.

    An argument may be given twice: for all languages and, with the language after a dot, for one of them.
    """
    return Text(message="{words}", args={"words": en, "words.zh": zh})


def mark(message: str) -> str:
    """Mark a literal for translation without translating it: help texts are translated at display."""
    return message


def storable(value: str) -> str:
    """Return a string with characters escaped that UTF-8 cannot encode: file names may consist of any bytes."""
    return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")


def say(sentence: "Text | str", language: Language) -> str:
    """Return the sentence in the language; a text without a translation stays English.

    Example:
        >>> say(Text(message="{count} of {all} items failed", args={"count": 1, "all": 9}), "zh")
        '9 个样本中有 1 个失败'
    """
    if isinstance(sentence, str):
        return translate(sentence, language)

    # A record may be untrusted: fields are filled by name only, never by str.format's attribute access.
    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        value = sentence.args.get(f"{name}.{language}", sentence.args.get(name, match.group(0)))
        return say(value, language) if isinstance(value, Text) else _plain(value)

    return _FIELD.sub(fill, translate(sentence.message, language))


def translate(message: str, language: Language) -> str:
    """Return the catalogue's translation of an English message, or the message itself."""
    return catalogue(language).gettext(message) if message else ""


@lru_cache
def catalogue(language: Language) -> gettext.NullTranslations:
    """Load the compiled catalogue of a language; English is the source and has none."""
    if language not in _LOCALES:
        return gettext.NullTranslations()
    path = resources.files("mindsight") / "locale" / _LOCALES[language] / "LC_MESSAGES" / "mindsight.mo"
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def _plain(value: str | float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
