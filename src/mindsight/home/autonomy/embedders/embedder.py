"""What every embedding provides: vectors, its identity, and how much of a text it can read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from mindsight.errors import InputError
from mindsight.home.autonomy.protocol import Language
from mindsight.statistics.arrays import FloatArray

Kind = Literal["characters", "words", "sentences"]
MOST_UNKNOWN = 0.2
"""Share of unknown tokens above which an embedding cannot read a language."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes two embeddings the same: numbers under different ones are never compared.

    Attributes:
        name: As it was asked for, such as ``lexical`` or ``openai:MODEL``; of a model in a folder, the folder's name.
        version: Of the package, the rule or the model.
        sha256: Hash of the weights and the vocabulary, or of the rule; empty if they are not at hand.
        kind: What it compares: ``characters`` that texts share, their ``words`` without order, or whole ``sentences``.
        server: Where it is served; empty if it runs here.
    """

    name: str
    version: str
    sha256: str
    kind: Kind
    server: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of some texts an embedding can read, as shares of the tokens, each in [0, 1].

    Attributes:
        unknown: Tokens that stand for anything unknown: different words become the same.
        in_bytes: Tokens that are single bytes of a character outside the vocabulary.
    """

    unknown: float
    in_bytes: float = 0.0


class Embedder(Protocol):
    """A text embedding."""

    @property
    def identity(self) -> Identity:
        """What it is."""

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return a vector for each of one or more texts, shape (texts, d); other texts change at most its last digits."""

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return how much of the texts it can read."""


def check_reading(
    embedder: Embedder, texts: Sequence[str], language: Language, whose: Literal["needs", "system"]
) -> Reading:
    """Return how much of the texts an embedding can read.

    Raises:
        InputError: More than a fifth of their tokens are unknown to it: similarities would be those of unknown tokens.
    """
    found = embedder.reading(texts)
    if found.unknown <= MOST_UNKNOWN:
        return found
    share = f"{100 * found.unknown:.0f}"
    if whose == "needs":
        raise InputError(
            "--embedder {name}: {share} % of the tokens of the needs are unknown to it (at most 20 %); it cannot read the language "
            "{language}; choose another embedding, or another language with --prompt-lang",
            name=embedder.identity.name,
            share=share,
            language=language,
        )
    raise InputError(
        "--embedder {name}: {share} % of the tokens of what the system wrote are unknown to it (at most 20 %); choose an embedding "
        "that can read these texts",
        name=embedder.identity.name,
        share=share,
    )
