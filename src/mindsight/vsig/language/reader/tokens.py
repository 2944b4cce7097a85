"""Split a text into its words, in order, without those that carry no meaning."""

import re
from functools import lru_cache

from mindsight.vsig.language.reader.counting import take_ranks
from mindsight.vsig.language.reader.lexicon import is_thing, longest_word
from mindsight.vsig.language.reader.words import HAN, VERBS, Token, longest_at, plain, split, units, words

LONGEST = 1500
"""A longer text is neither a description of one thing nor a command."""

_HAN_TEXT = re.compile(f"[{HAN}]")
_LATIN = re.compile(r"[^\W\d_]+")
_COMPOUND = re.compile(r"[a-z]{6,24}")
_BREAK = Token("break", "")
# Verbs of one character that never occur in names; others count only where a clause begins or ends.
_PLAIN_VERBS = frozenset("放摆搁挪移")
_ENDS = "。！？!?.…·,，;；:：\n\r\t \"'`*"
_MARKS = frozenset(("not", "or", "refusal", "plea"))
_NUMBERS = frozenset(".)、")
"""Ends of a list number: 1. Take …"""
_SUFFIXES = frozenset("子儿")
"""Suffixes of a noun without meaning: 方盒子."""
_GOES_ON = frozenset(("break", "then", "and"))


def trimmed(text: str) -> str | None:
    """Return a text without punctuation at its ends; None if it is longer than any answer."""
    bare = text.strip(_ENDS)
    return bare if len(bare) <= LONGEST else None


def spelling(text: str) -> tuple[str, ...]:
    """Return the normalised characters and words of a text: width, case, traditional characters and outer punctuation removed."""
    return tuple(units(text.strip(_ENDS)))


def is_chinese(text: str) -> bool:
    """Return whether a text follows Chinese grammar: more of its words are Chinese than not."""
    if text.isascii():
        return False
    han = len(_HAN_TEXT.findall(text))
    return han > 0 and 3 * han >= sum(len(word) for word in _LATIN.findall(_HAN_TEXT.sub(" ", text)))


def tokens_of(text: str, *, command: bool = False) -> list[Token]:
    """Return the words of a text; unknown Chinese characters in a row are one word.

    Outside of a command "open" is a quality, not an action.
    """
    found: list[Token] = []
    bare, ranks = take_ranks(plain(text.strip(_ENDS)))
    held = split(bare)
    place, starts, glued = 0, True, False
    while place < len(held):
        word: Token | None
        if (rank := ranks.get(held[place])) is not None:
            word, end = Token("quality", held[place], quality=rank), place + 1
        else:
            word, end = _word_at(held, place, starts=starts, command=command)
            if word is not None and word.kind == "noun" and word.quality is None and _is_longer_name(held, place, end):
                word = None  # A claw hammer is no claw.
        if word is None and (end := longest_word(held, place)) > place:
            joint = "" if _HAN_TEXT.match(held[place]) else " "
            word, glued = Token("unknown", joint.join(held[place:end])), False
        elif word is None:
            end = place + 1
            word = _unknown(held[place], found, glued=glued)
            glued = word is not None and word.kind == "unknown" and _HAN_TEXT.match(held[place]) is not None
        else:
            glued = False
        if word is not None and word.kind != "skip":
            found.append(word)
            starts = word.kind in _GOES_ON or (starts and word.word == "to")
        place = end
    return found


def _word_at(held: list[str], place: int, *, starts: bool, command: bool) -> tuple[Token | None, int]:
    """Return the known word that begins at a unit, if any, and the unit after it."""
    known, unit = words(), held[place]
    if unit.isdigit() and place + 1 < len(held) and held[place + 1] in _NUMBERS:
        return _BREAK, place + 2
    word, end = longest_at(known.tree, held, place)
    if unit in known.verbs:
        verb, verb_end = longest_at(known.verbs, held, place)
        acts = verb is not None and (command or word is None or not (verb.kind == "act" or verb.passive))
        if verb is not None and acts and verb_end >= end:
            passive = command and verb.passive
            if passive or _is_verb(held, place, verb_end, starts=starts):
                return verb, verb_end
    if word is not None and len(word.word) == 1 and (_is_letter(held, place, word) or _is_syllable(held, place, word)):
        return None, place
    if word is not None and end == place + 1 and _HAN_TEXT.match(unit) and _is_cut(held, place):
        return None, place
    return word, end


def _is_longer_name(held: list[str], place: int, end: int) -> bool:
    """Return whether an English word only begins a name of more words in the dictionary."""
    longer = longest_word(held, place) if held[place].isascii() else end
    if longer <= end or not is_thing(" ".join(held[place:longer])):
        return False
    last, _ = longest_at(words().tree, held, longer - 1)
    return last is not None and last.kind == "noun"


def _is_cut(held: list[str], place: int) -> bool:
    """Return whether a known character only begins a longer word that the vocabulary does not hold: 台 in 台虎钳."""
    known, at = words(), place
    while at < len(held) and (found := longest_at(known.tree, held, at))[0] is not None:
        at = found[1]
    if at == place or at >= len(held) or not _HAN_TEXT.match(held[at]):
        return False
    return longest_word(held, place) > at


def _unknown(unit: str, found: list[Token], *, glued: bool) -> Token | None:
    """Return the token of an unknown unit: a sign, a word, or the previous unknown word extended by one character."""
    if not unit[0].isalnum():
        return _BREAK
    if unit in _SUFFIXES and found and found[-1].kind == "noun":
        return None
    if glued and _HAN_TEXT.match(unit):
        return Token("unknown", found.pop().word + unit)
    if (both := _compound(unit)) is not None:
        found.append(both[0])
        return both[1]
    return Token("unknown", unit)


@lru_cache(maxsize=1024)
def _compound(unit: str) -> tuple[Token, Token] | None:
    """Return the two things that a compound word names: a shoebox."""
    if not _COMPOUND.fullmatch(unit):
        return None
    tree = words().tree
    for cut in range(len(unit) - 3, 2, -1):
        (first, _), (last, _) = longest_at(tree, [unit[:cut]], 0), longest_at(tree, [unit[cut:]], 0)
        if first is None or last is None or first.kind != "noun" or last.kind != "noun":
            continue
        if not (words().nouns[first.noun].space or words().nouns[last.noun].space):
            return first, last
    return None


def _is_verb(held: list[str], begin: int, end: int, *, starts: bool) -> bool:
    if not _HAN_TEXT.match(held[begin]):
        return starts
    if end - begin > 1 or starts or held[begin] in _PLAIN_VERBS:
        return True
    return end == len(held) or not (_HAN_TEXT.match(held[end]) or held[end][0].isalnum())


def _is_letter(held: list[str], place: int, word: Token) -> bool:
    """Return whether an "a" is a name: A盒."""
    return word.word == "a" and place + 1 < len(held) and _HAN_TEXT.match(held[place + 1]) is not None


def _is_syllable(held: list[str], place: int, word: Token) -> bool:
    """Return whether a side is only part of an unknown word: 中 in 中国结."""
    if word.kind != "side" or place + 1 >= len(held):
        return False
    after = held[place + 1]
    known = words()
    return (
        _HAN_TEXT.match(after) is not None
        and longest_at(known.tree, held, place + 1)[0] is None
        and longest_at(known.verbs, held, place + 1)[0] is None
    )


def marks_of(tokens: list[Token]) -> frozenset[str]:
    """Return the tokens that deny, leave open, refuse, or ask for a score."""
    return frozenset(f"{token.kind} {token.word}" for token in tokens if token.kind in _MARKS)


def has_verb(tokens: list[Token]) -> bool:
    """Return whether any token is an action."""
    return any(token.kind in VERBS for token in tokens)
