"""Blind baseline: decides from the instruction text alone whether a task can be done, then acts at random points.

Its guess is a naive Bayes classifier over character n-grams of generated instructions, so it finds whatever the wording
reveals. It is there to show that tasks decided by the picture alone cannot be guessed: on those it is no better than chance.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from functools import lru_cache
from math import log

import numpy as np

from mindsight.engine.physics.actions import Action
from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode
from mindsight.home.tasks import Rejected
from mindsight.text import Language

_SIZES = (1, 2, 3, 4)
_TRAINING_SEEDS = range(900_000, 900_040)


def attempts(instruction: str, episode: Episode, rng: np.random.Generator) -> Generator[Action, None, None]:
    """Yield a blind subject's actions: decline what reads as irrelevant, else act at random points and claim success."""
    if irrelevance(instruction, episode.instance.task, episode.setting.language) > 0:
        yield Action(verb="decline")
        return
    verbs = ("pick", "place", "press", "open", "wipe")
    for _ in range(max(1, episode.instance.budget // 2)):
        verb = verbs[int(rng.integers(len(verbs)))]
        x, y = rng.uniform(0, 1000, 2)
        yield Action(verb=verb, point=(float(x), float(y)))
    yield Action(verb="finish")


def irrelevance(instruction: str, task: str, language: Language) -> float:
    """Return the log odds, judged by its wording alone, that an instruction belongs to an irrelevant task."""
    weights, prior = _model(task, language)
    return prior + sum(weights.get(gram, 0.0) for gram in set(ngrams(instruction)))


def ngrams(sentence: str) -> Iterable[str]:
    """Return the character 1- to 4-grams of a sentence."""
    return (sentence[i : i + size] for size in _SIZES for i in range(len(sentence) - size + 1))


@lru_cache
def _model(task: str, language: Language) -> tuple[dict[str, float], float]:
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    totals = {True: 0, False: 0}
    drawer = tasks.load()[task]
    for seed in _TRAINING_SEEDS:
        kind = drawer.reasons[seed % len(drawer.reasons)]
        for reason in ("", kind) if drawer.fits(seed, kind) else ():
            try:
                drawn = drawer.draw(seed, reason)
            except Rejected:
                continue
            counts[bool(reason)].update(set(ngrams(drawn.instruction[language])))
            totals[bool(reason)] += 1
    grams = set(counts[True]) | set(counts[False])

    def rate(irrelevant: bool, gram: str) -> float:  # noqa: FBT001
        return (counts[irrelevant][gram] + 0.5) / (totals[irrelevant] + 1.0)

    weights = {gram: log(rate(True, gram) / rate(False, gram)) for gram in grams}
    return weights, log((totals[True] + 0.5) / (totals[False] + 0.5))
