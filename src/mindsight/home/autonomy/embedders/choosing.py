"""Open an embedding by its name, as ``--embedder`` gives it."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from mindsight.errors import InputError
from mindsight.home.autonomy.embedders.embedder import Embedder, Identity, Reading
from mindsight.plugins import registry
from mindsight.plugins.part import BAD_NAME, Origin, Part, is_name, refuse_hiding, refuse_unless
from mindsight.plugins.source import guarded
from mindsight.statistics.arrays import FloatArray

KNOWN = "lexical, wordllama, minilm, st:FOLDER, st:NAME, openai:MODEL"


_SCHEMES = ("lexical", "wordllama", "minilm", "st", "openai")


@dataclass(frozen=True)
class Embedding(Part):
    """An embedding of a plug-in: its name, and what opens it."""

    kind: ClassVar[str] = "embedder"
    name: str
    open: Callable[[], Embedder]
    origin: Origin | None = None

    def __post_init__(self) -> None:
        """Refuse one that could not be named, or is named like a built-in one."""
        refuse_unless(is_name(self.name), self.name, BAD_NAME)
        refuse_hiding(self.name, _SCHEMES)

    @property
    def key(self) -> str:
        """The name that ``--embedder`` takes."""
        return self.name

    def taken_from(self, origin: Origin) -> Self:
        """Return the embedding with its origin."""
        return replace(self, origin=origin)


class _Plugged:
    """The embedder of a plug-in, under an identity that also says whose code it is."""

    def __init__(self, part: Embedding) -> None:
        self._embedder = guarded(part.open, part.name)
        said = self._embedder.identity
        code = hashlib.sha256(f"{part.origin} {said.sha256}".encode()).hexdigest()
        origin = part.origin or Origin("", "", "")
        version = " ".join(filter(None, (origin.distribution, origin.version, said.version)))
        self.identity = Identity(part.name, version, code, said.kind, said.server)

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return a vector for each text."""
        return self._embedder.embed(texts)

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return how much of the texts it can read."""
        return self._embedder.reading(texts)


def open_embedder(spec: str, *, url: str = "") -> Embedder:
    """Open an embedding; libraries are loaded only here.

    Args:
        spec: ``lexical``, ``wordllama``, ``minilm``, ``st:FOLDER`` or ``st:NAME``, or ``openai:MODEL``.
        url: Address of the server for ``openai:MODEL``, else ``OPENAI_BASE_URL``.

    Raises:
        InputError: There is no such embedding.
        MissingExtra: What it needs is not installed.
        SubjectError: Its server cannot be reached.
    """
    scheme, colon, rest = spec.partition(":")
    if url and scheme != "openai":
        raise InputError("--embedder-url is for openai:MODEL, not for {name}; leave it out", name=spec)
    if spec == "lexical":
        from mindsight.home.autonomy.embedders.lexical import Lexical

        return Lexical()
    if spec == "wordllama":
        from mindsight.home.autonomy.embedders.wordllama import WordLlama

        return WordLlama()
    if spec == "minilm":
        from mindsight.home.autonomy.embedders.sentences import open_minilm

        return open_minilm()
    if scheme == "st" and rest.strip():
        from mindsight.home.autonomy.embedders.sentences import open_sentences

        return open_sentences(rest)
    if scheme == "openai" and rest.strip():
        from mindsight.home.autonomy.embedders.served import Served

        return Served(rest, url)
    if colon and scheme in {"st", "openai"}:
        raise InputError("--embedder {name}: names no model; give one, as in {known}", name=spec, known=KNOWN)
    if (is_name(spec) or spec.endswith(registry.SUFFIX)) and (parts := registry.named(spec, Embedding.kind)):
        return _Plugged(parts[0])
    raise InputError('--embedder: "{name}" is not known; there are {known}', name=spec[:60], known=KNOWN)
