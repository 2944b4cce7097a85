r"""Quote text of unknown origin so that it cannot leave its quotes, for people, models and tokenizers.

A quoted text is ``"…"`` on one line. Between the quotes are letters, digits, the punctuation that descriptions need, and the
space; everything else is escaped as ``\u{…}`` with its code point: quotes and backslashes, line ends and control characters,
brackets, bars, number signs and backticks (of which role tags, Markdown and JSON are made), and whatever is invisible or
changes the direction of writing. Repeated punctuation is escaped too, so that no rule or ellipsis can be drawn.

Characters are also checked after compatibility normalisation (NFKC): a full-width ``＜`` is a ``<`` to many tokenizers. Escapes
can be read back: nothing of a text is lost except beyond its maximum length.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

RULE = 1
"""To be raised with any change of the quoting; part of the rubric's hash."""
MOST_CHARACTERS = 400
"""Characters of one text that are shown: a description takes about twenty, a command sixty."""

_SIGNS = frozenset(" .,;!?'()-/%+，。、；！？（）·")
_MOST_MARKS = 2
"""Combining marks in a row: real names need no more, and a hundred of them would cover other lines."""
_UNSEEN = frozenset((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0))
"""Invisible letters and marks (Default_Ignorable_Code_Point)."""
_VARIATIONS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
_QUOTED = re.compile(r'"((?:[^"\\\r\n]|\\u\{[0-9a-f]{1,6}\})*)"')
_ESCAPE = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


class Quoted(NamedTuple):
    """A quoted text, with the number of characters it had, those shown, and those escaped."""

    text: str
    characters: int
    shown: int
    escaped: int

    @property
    def is_cut(self) -> bool:
        """Whether the text was cut."""
        return self.shown < self.characters


def quote(said: str, most: int = MOST_CHARACTERS) -> Quoted:
    """Return the first ``most`` characters of a text between quotes."""
    shown = said[:most]
    written: list[str] = []
    escaped, before, marks = 0, "", 0
    for letter in shown:
        is_mark = unicodedata.category(letter)[0] == "M"
        marks = marks + 1 if is_mark else 0
        plain = _is_plain(letter) and not (letter in _SIGNS and letter == before and letter != " ")
        if is_mark:
            # A combining mark needs a letter before it, not the quote or an escape's bracket.
            plain = plain and marks <= _MOST_MARKS and bool(before)
        written.append(letter if plain else f"\\u{{{ord(letter):x}}}")
        escaped += not plain
        before = letter if plain else ""
    return Quoted(f'"{"".join(written)}"', len(said), len(shown), escaped)


def unquote(quoted: str) -> str:
    """Return the text between quotes.

    Raises:
        ValueError: It is not a quoted text.
    """
    match = _QUOTED.fullmatch(quoted)
    if match is None:
        raise ValueError("no quoted text")
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), match[1])


@lru_cache(maxsize=4096)
def _is_plain(letter: str) -> bool:
    """Return whether a character and its normalised form need no escape."""
    return all(_is_safe(one) for one in {letter, *unicodedata.normalize("NFKC", letter)})


def _is_safe(letter: str) -> bool:
    point = ord(letter)
    if point in _UNSEEN or any(point in several for several in _VARIATIONS):
        return False
    category = unicodedata.category(letter)
    return letter in _SIGNS or category[0] in "LN" or category in {"Mn", "Mc"}
