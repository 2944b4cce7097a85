"""Static word vectors that the package ``wordllama`` carries: 16 MB, no network, no torch."""

import hashlib
import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mindsight.errors import MissingExtra
from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.statistics.arrays import FloatArray

_BYTE = re.compile(r"<0x[0-9A-F]{2}>")


class WordLlama:
    """The mean of the vectors of a sentence's tokens; it ignores their order."""

    def __init__(self) -> None:
        found = importlib.util.find_spec("wordllama")
        if found is None or found.origin is None:
            raise MissingExtra("--embedder wordllama is not installed; run: pip install 'mindsight[wordllama]'")
        from importlib.metadata import version

        import wordllama

        # Named as its cache, the package's own folder is where both files are looked for; otherwise it asks a hub.
        folder = Path(found.origin).parent
        self._model: Any = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
        parts = hashlib.sha256(self._model.embedding.tobytes())
        parts.update(repr(sorted(self._model.tokenizer.get_vocab().items())).encode())
        self.identity = Identity("wordllama", version("wordllama"), parts.hexdigest(), "words")

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return the mean vector of each text, shape (texts, 256)."""
        return np.asarray(self._model.embed(list(texts)), dtype=np.float64)

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return the share of tokens that are unknown, and of those that are single bytes."""
        own = self._model.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        tokens = [token for one in own for token in one.tokens]
        total = max(len(tokens), 1)
        return Reading(tokens.count("<unk>") / total, sum(map(bool, map(_BYTE.fullmatch, tokens))) / total)
