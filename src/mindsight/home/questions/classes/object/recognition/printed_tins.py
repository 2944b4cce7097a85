"""What the classes about tins with a word on their lids share: which tin is meant, by its word or by its colour.

A tin's word is what can be read in the picture; one whose lid cannot be read makes a question about words unclear.
"""

from collections.abc import Callable, Sequence

from mindsight.engine.catalogue.tins import WORDS
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import readings
from mindsight.home.questions.question import Option, Words
from mindsight.home.questions.scenes.tins import KIND

_WORDS = {" ".join(words): key for key, words in WORDS.items()}


def tins(facts: Facts) -> list[Object]:
    """Return the tins of a scene."""
    return [one for one in facts.objects if one.kind == KIND]


def word(tin: Object) -> str:
    """Return the key of the word that is legible on a tin; empty if none is."""
    return next((_WORDS[said] for said in tin.read if said in _WORDS), "")


def with_word(facts: Facts, key: str, program: Callable[[Object], Answer]) -> Answer:
    """Return what a program answers about the tin with a word, if every tin can be read."""
    if not all(word(one) for one in tins(facts)):
        return Unclear("a lid cannot be read")
    return readings([[one for one in tins(facts) if word(one) == key]], program)


def of_colour(facts: Facts, colour: str, program: Callable[[Object], Answer]) -> Answer:
    """Return what a program answers about the tin of a colour."""
    return readings([[one for one in tins(facts) if one.colour == colour]], program)


def words_in(scenes: Sequence[Scene]) -> list[str]:
    """Return the words that are on tins in any of the scenes."""
    return sorted({key for scene in scenes for one in tins(scene.only) if (key := word(one))})


def named(key: str) -> Words:
    """Return a word in Chinese and English."""
    zh, en = WORDS[key]
    return zh, en.lower()


def word_options(keys: Sequence[str]) -> tuple[Option, ...]:
    """Return words as options."""
    return tuple(Option(key=key, zh=named(key)[0], en=named(key)[1]) for key in keys)
