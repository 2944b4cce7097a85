"""The built-in embedding: which character n-grams two sentences share. It measures overlap, not meaning.

Chinese has no spaces, so runs of Chinese characters give their 1- to 3-grams; words in other scripts give 3- to 5-grams that see
the word's ends. N-grams are counted in places chosen by a hash, so vectors need no vocabulary and are the same everywhere.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.statistics.arrays import FloatArray

VERSION = "1"
PLACES = 1 << 14
_CHINESE = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PIECE = re.compile(rf"([{_CHINESE}]+)|([^\W_{_CHINESE}]+)")
_RULE = f"NFKC casefold; Chinese 1-3, words 3-5 with ends; blake2b-8 mod {PLACES}; counts; version {VERSION}"


class Lexical:
    """Counts of character n-grams; any language can be read."""

    identity = Identity("lexical", VERSION, hashlib.sha256(_RULE.encode()).hexdigest(), "characters")

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return the counts of each text's n-grams, shape (texts, 16384)."""
        vectors = np.zeros((len(texts), PLACES))
        for row, said in enumerate(texts):
            for gram in grams(said):
                vectors[row, _place(gram)] += 1
        return vectors

    def reading(self, texts: Sequence[str]) -> Reading:
        """Return that nothing is unknown."""
        del texts
        return Reading(0.0)


def grams(said: str) -> Iterator[str]:
    """Yield the n-grams of a text, repeated ones repeatedly."""
    for chinese, word in _PIECE.findall(unicodedata.normalize("NFKC", said).casefold()):
        run, least, most = (chinese, 1, 3) if chinese else (f" {word} ", 3, 5)
        for length in range(least, most + 1):
            yield from (run[start : start + length] for start in range(len(run) - length + 1))


@lru_cache(maxsize=1 << 16)
def _place(gram: str) -> int:
    return int.from_bytes(hashlib.blake2b(gram.encode(), digest_size=8).digest(), "big") % PLACES
