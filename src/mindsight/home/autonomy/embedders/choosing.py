"""Open an embedding by its name, as ``--embedder`` gives it."""

from mindsight.errors import InputError
from mindsight.home.autonomy.embedders.embedder import Embedder

KNOWN = "lexical, wordllama, minilm, st:FOLDER, st:NAME, openai:MODEL"


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
    raise InputError('--embedder: "{name}" is not known; there are {known}', name=spec[:60], known=KNOWN)
