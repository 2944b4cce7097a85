"""Text embeddings from a server with OpenAI's protocol: ``POST …/embeddings``.

Address and key are those of models: ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``, or an address of its own.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.errors import SubjectError
from mindsight.text import text

BATCH = 256
"""Texts in one request; servers take 2048 or fewer."""
_TRIES = 4
_TIMEOUT_S = 60.0


class Embedded(NamedTuple):
    """Vectors in the order of the texts, and the name under which the server says that it serves the model."""

    vectors: list[list[float]]
    served_as: str


class EmbeddingServer:
    """One embedding model on a server; ``address`` is shown without user and password."""

    def __init__(self, model: str, base_url: str = "") -> None:
        import openai

        from mindsight.harness.models.wire import address_and_headers, key_of
        from mindsight.harness.servers.addresses import keep_off_proxies

        self.model = model
        self.address, headers = address_and_headers(base_url or None)
        self._key = key_of(base_url or None, None)
        keep_off_proxies(self.address)
        try:
            self._client = openai.OpenAI(
                base_url=self.address,
                api_key=self._key,
                default_headers=headers,
                max_retries=_TRIES,
                timeout=_TIMEOUT_S,
            )
        except openai.OpenAIError as error:
            raise self._failed(text("no key: set {variable}", variable="OPENAI_API_KEY")) from error

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Return a vector for each text.

        Raises:
            SubjectError: The server cannot be reached, refuses, or answers something else than vectors.
        """
        vectors: list[list[float]] = []
        served_as = self.model
        for start in range(0, len(texts), BATCH):
            found = self._ask(list(texts[start : start + BATCH]))
            vectors += found.vectors
            served_as = found.served_as
        if len(set(map(len, vectors))) > 1:
            raise self._failed(text("the vectors have different lengths"))
        return Embedded(vectors, served_as)

    def _ask(self, texts: list[str]) -> Embedded:
        from mindsight.harness.models.faults import blame
        from mindsight.harness.models.wire import scrubbed

        try:
            answer = self._client.embeddings.create(model=self.model, input=texts, encoding_format="float")
        except Exception as error:  # noqa: BLE001  (classified below)
            _, reason = blame(scrubbed(error, self._key))
            raise self._failed(reason) from None
        entries = getattr(answer, "data", None)
        found = {entry.index: entry.embedding for entry in entries} if isinstance(entries, list) else {}
        vectors = [found.get(number) for number in range(len(texts))]
        if len(found) != len(texts) or not all(map(_is_vector, vectors)):
            raise self._failed(text("the answer does not hold one vector for each of {count} texts", count=len(texts)))
        served_as = getattr(answer, "model", None)
        return Embedded([list(map(float, one or ())) for one in vectors], str(served_as or self.model)[:200])

    def _failed(self, reason: Any) -> SubjectError:
        return SubjectError(
            "embeddings of {model} from {address}: {reason}", model=self.model, address=self.address, reason=reason
        )


def _is_vector(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, int | float) and math.isfinite(one) for one in value)
    )
