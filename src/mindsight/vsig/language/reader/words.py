"""The vocabulary of descriptions: the meaning of each word, matched longest first, Chinese and English in one tree."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

Kind = Literal[
    "noun", "quality", "side", "preposition", "weak", "of", "owner", "and", "or", "not", "with", "without", "refusal",
    "plea", "at", "then", "take", "put", "pick", "point", "act", "skip", "unknown", "break",
]  # fmt: skip
_FIRST: tuple[Kind, ...] = ("of", "refusal")
_LEADING: tuple[Kind, ...] = ("preposition", "weak")
VERBS = frozenset(("put", "pick", "point", "act"))

HAN = "\u3400-\u9fff\uf900-\ufaff"
_UNIT = re.compile(
    rf"[{HAN}]|'s(?![^\W_])|(?:[^\W_{HAN}]|(?<=\d)\.(?=\d))+(?:'(?!s(?![^\W_]))[^\W_{HAN}]+)?|[^\w\s\-'*`#]|_"
)
_END = None
THINGS = ("things.toml", "machines.toml", "household.toml")
_FLAGS = ("broad", "part", "bound", "skin", "surface", "flat", "space", "form", "whole")


Tree = dict[Any, Any]
"""Unit → tree of units that may follow; None → the word that ends there."""


class Quality(NamedTuple):
    """A quality: a value of a family (colour, red)."""

    family: str
    value: str


class Token(NamedTuple):
    """A word with its meanings; it may be a thing as well as a quality (orange, glass), or one of several things (file)."""

    kind: Kind
    word: str
    noun: str = ""
    quality: Quality | None = None
    sides: frozenset[str] = frozenset()
    passive: bool = False
    also: frozenset[str] = frozenset()


class Family(NamedTuple):
    """How qualities of a family count: its weight, which values may replace each other, which exclude each other."""

    weight: float
    near: frozenset[frozenset[str]]
    free: bool
    opposed: frozenset[frozenset[str]]


class Noun(NamedTuple):
    """What a noun implies besides its name."""

    more_general: str = ""
    broad: bool = False
    part: bool = False
    bound: bool = False
    skin: bool = False
    surface: bool = False
    flat: bool = False
    space: bool = False
    form: bool = False
    whole: bool = False
    qualities: frozenset[Quality] = frozenset()


class Words(NamedTuple):
    """The vocabulary: a tree of word units, and tables of meanings."""

    tree: Tree
    verbs: Tree
    nouns: Mapping[str, Noun]
    names: Mapping[str, tuple[str, ...]]
    families: Mapping[str, Family]
    vague: frozenset[str]
    excluded: frozenset[frozenset[Quality]]


def plain(text: str) -> str:
    """Return a text in lower case, with characters of one width, simplified."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).lower().translate(_simplified())


def units(text: str) -> list[str]:
    """Split a text into units: Chinese characters, words of other scripts, and signs."""
    return split(plain(text))


def split(text: str) -> list[str]:
    """Split a plain text into units."""
    return _UNIT.findall(text)


@cache
def words() -> Words:
    """Return the vocabulary of descriptions; the files are read once."""
    qualities, grammar = load("qualities.toml"), load("grammar.toml")
    things = {name: entry for file in THINGS for name, entry in load(file)["things"].items()}
    grammatical = list(_grammar(grammar))
    others = [(word, token) for word, token in grammatical if token.kind not in VERBS]
    verbs = [(word, token) for word, token in grammatical if token.kind in VERBS]
    vague = frozenset(side for side, entry in grammar["sides"].items() if entry.get("vague"))
    return Words(
        _tree((*_nouns(things), *_qualities(qualities), *others)),
        _tree(verbs),
        _noun_table(things),
        {name: tuple(_english(entry)) for name, entry in things.items()},
        _families(qualities),
        vague,
        frozenset(_excluded(qualities)),
    )


def _tree(entries: Iterable[tuple[str, Token]]) -> Tree:
    """Return the tree of words; the first of two meanings counts, but a thing may be a quality as well."""
    tree: Tree = {}
    for word, token in entries:
        node = tree
        for unit in units(word):
            node = node.setdefault(unit, {})
        known = node.get(_END)
        if known is None:
            node[_END] = token
        elif known.kind == "noun" and token.kind == "quality" and known.quality is None:
            node[_END] = known._replace(quality=token.quality)
    return tree


def longest_at(tree: Tree, of: list[str], begin: int) -> tuple[Token | None, int]:
    """Return the longest known word that begins at a unit, and the unit after it."""
    found: Token | None = None
    end, node = begin, tree
    for place in range(begin, len(of)):
        below: Tree | None = node.get(of[place])
        if below is None:
            break
        node = below
        if _END in node:
            found, end = node[_END], place + 1
    return found, end


def _nouns(things: Mapping[str, Any]) -> Iterator[tuple[str, Token]]:
    meant: dict[str, list[str]] = {}
    for name, entry in things.items():
        for word in (*_chinese(entry), *_english(entry)):
            meant.setdefault(word, []).append(name)
    for word, (name, *also) in meant.items():
        yield word, Token("noun", word, noun=name, also=frozenset(also))
    # Glasses are not glass: a word of its own takes precedence over another one's plural.
    for name, entry in things.items():
        for word in _english(entry):
            yield _plural(word), Token("noun", word, noun=name)


def _noun_table(things: Mapping[str, Any]) -> dict[str, Noun]:
    return {
        name: Noun(
            more_general=entry.get("is", ""),
            **{flag: bool(entry.get(flag)) for flag in _FLAGS},
            qualities=frozenset(
                [Quality(family, entry[family]) for family in ("shape", "material", "texture") if family in entry]
                + ([Quality("hollow", "yes")] if entry.get("hollow") else [])
            ),
        )
        for name, entry in things.items()
    }


def _qualities(families: Mapping[str, Any]) -> Iterator[tuple[str, Token]]:
    for family, entry in families.items():
        for value, one in entry["values"].items():
            for word in (*_chinese(one), *_english(one)):
                yield word, Token("quality", word, quality=Quality(family, value))


def _excluded(families: Mapping[str, Any]) -> Iterator[frozenset[Quality]]:
    for family, entry in families.items():
        for value, one in entry["values"].items():
            for other in one.get("against", ()):
                yield frozenset((Quality(family, value), Quality(*other.split())))


def _families(families: Mapping[str, Any]) -> dict[str, Family]:
    return {
        family: Family(
            entry["weight"],
            frozenset(
                frozenset((value, other)) for value, one in entry["values"].items() for other in one.get("near", ())
            ),
            bool(entry.get("free")),
            frozenset(
                frozenset((value, other)) for value, one in entry["values"].items() for other in one.get("not", ())
            ),
        )
        for family, entry in families.items()
    }


def _grammar(grammar: Mapping[str, Any]) -> Iterator[tuple[str, Token]]:
    for kind in _FIRST:
        entry = grammar["words"][kind]
        yield from ((word, Token(kind, word)) for word in (*_chinese(entry), *_english(entry)))
    for side, entry in grammar["sides"].items():
        yield from (
            (word, Token("side", word, sides=frozenset((side,)))) for word in (*_chinese(entry), *_english(entry))
        )
    for word, sides in grammar["corners"].items():
        yield word, Token("side", word, sides=frozenset(sides))
    for kind in _LEADING:
        for side, english in grammar[kind].items():
            yield from ((word, Token(kind, word, sides=frozenset((side,)))) for word in _split(english))
    yield "'s", Token("owner", "'s")
    for kind, entry in grammar["words"].items():
        yield from ((word, Token(kind, word)) for word in _combined(entry))
        yield from ((word, Token(kind, word, passive=True)) for word in _split(str(entry.get("en_passive", ""))))
        yield from ((word, Token(kind, word)) for word in (*_chinese(entry), *_english(entry)))


def _combined(entry: Mapping[str, Any]) -> Iterable[str]:
    endings = str(entry.get("zh_endings", "")).split()
    return [stem + ending for stem in str(entry.get("zh_stems", "")).split() for ending in endings]


def _chinese(entry: Mapping[str, Any]) -> Iterable[str]:
    return str(entry.get("zh", "")).split()


def _english(entry: Mapping[str, Any]) -> Iterable[str]:
    return _split(str(entry.get("en", "")))


def _split(english: str) -> Iterable[str]:
    return [" ".join(word.split()) for word in english.split(",") if word.strip()]


def _plural(word: str) -> str:
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word[:-2] + "ves" if word.endswith(("fe", "lf", "af")) else word + "s"


@cache
def _simplified() -> dict[int, str]:
    table = load("characters.toml")
    pairs = zip(table["traditional"].strip(), table["simplified"].strip(), strict=True)
    return {ord(one): other for one, other in (*pairs, ("’", "'"), ("‘", "'"))}


def load(name: str) -> dict[str, Any]:
    """Return a file of the data beside this package."""
    return tomllib.loads(resources.files("mindsight.vsig.language").joinpath("data", name).read_text("utf-8"))
