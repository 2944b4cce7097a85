"""Compare the words that name two things: the same, more general, another one, or not known."""

from mindsight.vsig.language.reader.comparing.described import general, near, shapes
from mindsight.vsig.language.reader.comparing.reasons import ANOTHER_OBJECT, NOTHING_NAMED, UNKNOWN_WORD
from mindsight.vsig.language.reader.lexicon import relation
from mindsight.vsig.language.reader.reading import Phrase

BROAD, VAGUE, NARROWER, WIDER, ALIKE = 0.5, 0.7, 1.0, 0.9, 0.8
"""Score of a word that is too general (a thing, or a device), more special, more general, or the name of a similar shape."""


def heads(name: Phrase, said: Phrase) -> tuple[float, str]:
    """Return how well a thing is named: 0 with the reason, or more than 0 with what is not certain about it."""
    if name.head == said.head or name.head in said.also or said.head in name.also:
        return (1.0, "") if name.head or name.qualities else (0.0, NOTHING_NAMED)
    if not said.head or said.noun.broad:
        return _broad(name, said), ""
    if not name.head or name.noun.broad:
        return (0.0, ANOTHER_OBJECT) if name.noun.part else (ALIKE, "")
    if name.noun.form:
        found = _form(name, said)
        return found, "" if found else ANOTHER_OBJECT
    if said.noun.form:
        return _broad(name, said), ""
    # A pot may be a teapot; of a soup pot it is the more general word.
    return (WIDER, "") if said.also & set(general(name.head)) else _named(name.head, said.head)


def _broad(name: Phrase, said: Phrase) -> float:
    """Return the score of an answer that names no thing, or one that could be anything."""
    if said.head in general(name.head) and said.head != "thing":
        return VAGUE if said.noun.broad and not _is_piece(name) else WIDER
    if name.noun.form or not name.head or name.noun.broad or _is_piece(name):
        mine, theirs = shapes(name), shapes(said)
        cut = (
            said.head == "block" and not theirs and "rectangular" in mine
        )  # A block is rectangular, if nothing else is said.
        if not mine or mine & theirs or near("shape", mine, theirs) or cut:
            return ALIKE if said.head == "part" and name.noun.form else WIDER
    return BROAD


def _is_piece(thing: Phrase) -> bool:
    """Return whether the word for a thing says no more than that somebody made it: a workpiece."""
    return thing.noun.more_general == "part"


def _form(name: Phrase, said: Phrase) -> float:
    """Return the score of an answer if the name is a shape: another word for that shape, or a thing that has it."""
    # A round cylinder is a cylinder first: what is near to round need not be near to it.
    own = {one.value for one in name.noun.qualities if one.family == "shape"}
    mine, theirs = own or shapes(name), shapes(said)
    if said.head == "ring" and own and not any(one.family == "hollow" for one in name.qualities | name.noun.qualities):
        return 1.0 if "ring" in own else 0.0
    if said.noun.form:
        if not mine or not theirs:
            return ALIKE
        return NARROWER if mine & theirs or near("shape", mine, theirs) else 0.0
    if _is_piece(said):
        return NARROWER if mine & theirs or near("shape", mine, theirs) else ALIKE
    inherent = {one.value for one in said.noun.qualities if one.family == "shape"}
    if not (inherent or said.noun.part):
        inherent = theirs  # A cylindrical capacitor.
    return ALIKE if inherent & mine or near("shape", mine, inherent) else 0.0


def _named(name: str, said: str) -> tuple[float, str]:
    if said in general(name):
        return WIDER, ""
    if name in general(said):
        return NARROWER, ""
    if not (name.startswith("?") or said.startswith("?")):
        return 0.0, ANOTHER_OBJECT
    mine, theirs = name.removeprefix("?"), said.removeprefix("?")
    if not mine.isascii() and (mine.endswith(theirs) or theirs.endswith(mine)):
        return WIDER, ""
    found = relation(name, said)
    if found == "different" and mine.isascii() != theirs.isascii() and name[0] == said[0] == "?":
        # A dictionary does not list every word that a thing may have in the other language.
        found = "unknown"
    return _BY_RELATION[found]


_BY_RELATION = {
    "same": (1.0, ""),
    "wider": (WIDER, ""),
    "narrower": (NARROWER, ""),
    "related": (1.0, UNKNOWN_WORD),
    "unknown": (1.0, UNKNOWN_WORD),
    "different": (0.0, ANOTHER_OBJECT),
}
