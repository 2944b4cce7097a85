"""Sort the sentence with which a subject declined by the kinds of reason that it gives, by phrases that stand in a file.

The rules are few so that anyone can check by hand why a sentence was sorted as it was; no model judges it. How often they
are right was measured on sentences that the phrases had not seen (``tests/home/declining``).
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

MOST_READ = 4000
"""Characters of a sentence that are looked at."""
_GAP = r"[^.!?;。！？；\n]{0,40}?"
_LANGUAGES = ("en", "zh")


class Kind(NamedTuple):
    """A kind of reason: the patterns by which it is recognised, and those that are taken out of a sentence before."""

    name: str
    phrases: tuple[re.Pattern[str], ...]
    but: tuple[re.Pattern[str], ...]

    def fits(self, words: str) -> bool:
        """Return whether a sentence, made plain, gives a reason of this kind."""
        for pattern in self.but:
            words = pattern.sub(" ", words)
        return any(pattern.search(words) for pattern in self.phrases)


def kinds_in(sentence: str) -> tuple[str, ...]:
    """Return the kinds of reason that a sentence gives, in the order of the file; none if it gives no reason that is known."""
    words = plain(sentence)
    return tuple(kind.name for kind in kinds() if kind.fits(words))


def known_kinds() -> tuple[str, ...]:
    """Return the kinds that sentences are sorted by."""
    return tuple(kind.name for kind in kinds())


def version() -> int:
    """Return the version of the phrases."""
    return int(_page()["version"])


def plain(sentence: str) -> str:
    """Return a sentence in one form: full-width letters and curly apostrophes as usual ones, lower case, single spaces, cut."""
    folded = unicodedata.normalize("NFKC", sentence[:MOST_READ]).casefold().replace("’", "'").replace("`", "'")
    return " ".join(folded.split())[:MOST_READ]


@lru_cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds with their patterns, once compiled."""
    found = {name: own for name, own in _page().items() if isinstance(own, dict)}
    return tuple(Kind(name, tuple(_patterns(own)), tuple(_patterns(own["but"]))) for name, own in found.items())


def _patterns(lists: dict[str, Any]) -> Iterator[re.Pattern[str]]:
    """Yield the pattern of every phrase, in both languages: a subject may answer in either."""
    for language in _LANGUAGES:
        for phrase in lists[language]:
            yield re.compile(_english(phrase) if language == "en" else _chinese(phrase))


def _english(phrase: str) -> str:
    """Return the pattern of an English phrase: its words with spaces between them, or with anything short where it has a gap."""
    parts = [r"\s+".join(map(_either, part.split())) for part in phrase.split("…")]
    return r"(?<!\w)" + (r"(?!\w)" + _GAP + r"(?<!\w)").join(parts) + r"(?!\w)"


def _chinese(phrase: str) -> str:
    return _GAP.join("".join(map(_either, part.split())) for part in phrase.split("…"))


def _either(word: str) -> str:
    return "(?:" + "|".join(re.escape(one).replace("_", r"\s+") for one in word.split("/")) + ")"


@lru_cache
def _page() -> dict[str, Any]:
    return tomllib.loads((resources.files("mindsight.home.declining") / "phrases.toml").read_text("utf-8"))
