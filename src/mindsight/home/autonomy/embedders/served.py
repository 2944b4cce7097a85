"""An embedding that a server computes: ``openai:MODEL``."""

import importlib.util
from collections.abc import Sequence

import numpy as np

from mindsight.errors import MissingExtra
from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.statistics.arrays import FloatArray


class Served:
    """Vectors from a server with OpenAI's protocol; its weights are not at hand and so have no hash."""

    def __init__(self, model: str, url: str = "") -> None:
        if importlib.util.find_spec("openai") is None or importlib.util.find_spec("inspect_ai") is None:
            raise MissingExtra(
                "--embedder openai:{model} needs more packages; run: pip install 'mindsight[home]'", model=model
            )
        from mindsight.harness.models.embeddings import EmbeddingServer

        self._server = EmbeddingServer(model, url)
        # Asked once before anything else: a wrong name or key is reported at once, and the answer names the version.
        served_as = self._server.embed(["needs of a home"]).served_as
        self.identity = Identity(f"openai:{model}", served_as, "", "sentences", self._server.address)

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return the vector of each text, shape (texts, d)."""
        return np.asarray(self._server.embed(texts).vectors, dtype=np.float64)

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return that nothing is known to be unknown: a server does not say."""
        del texts
        return Reading(0.0)
