"""What a subject reaches that sees nothing, class by class. Prints the table of ``docs/how-to/home-task``.

Run it as ``python docs/simulations/blind.py [TRIALS]``. The tasks are those of a plan of seed 7, half of them irrelevant. Four
columns are f of built-in subjects; two say how well character n-grams of the instruction alone, learnt on other seeds, tell
valid tasks from irrelevant ones, as an area under the curve: 0.5 is chance. Where only the picture tells (a thing is absent, the way is
blocked) it must be 0.5; that a demand is impossible or no household task may be read from its words.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from scipy.stats import mannwhitneyu

from mindsight.home.classes import CLASSES
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.blind import irrelevance
from mindsight.home.episodes.episode import Episode, Setting
from mindsight.home.irrelevance import NEEDS_PICTURE
from mindsight.home.preparation.drawing import cache_folder, prepare, slots
from mindsight.statistics import wilson_interval
from mindsight.text import Language

SUBJECTS = ("blind", "random", "refuse", "idle")
LANGUAGES: tuple[Language, ...] = ("zh", "en")


class Row(NamedTuple):
    """Of one class: tasks, those that each subject ended rightly, and both areas by language."""

    trials: int
    right: dict[str, int]
    pictured: dict[str, float]
    worded: dict[str, float]


def row(key: str, trials: int) -> Row:
    """Play a class with every subject, and read its instructions."""
    instances = [
        one.instance for one in prepare(slots([key], trials=trials, irrelevant=0.5, seed=7), cache=cache_folder())
    ]
    right = dict.fromkeys(SUBJECTS, 0)
    for instance in instances:
        for subject in SUBJECTS:
            with Episode(instance, Setting(), draw=False) as episode:
                run_episode(episode, BASELINES[subject](episode, 7))
                right[subject] += episode.end().outcome in {"TP", "TN"}
    odds = {
        language: [irrelevance(one.instruction[language], key, language) for one in instances] for language in LANGUAGES
    }

    def area(language: Language, *, pictured: bool) -> float:
        valid = [odd for one, odd in zip(instances, odds[language], strict=True) if one.valid]
        other = [
            odd
            for one, odd in zip(instances, odds[language], strict=True)
            if one.reason and (one.reason in NEEDS_PICTURE) == pictured
        ]
        return _area(other, valid)

    return Row(
        len(instances),
        right,
        {language: area(language, pictured=True) for language in LANGUAGES},
        {language: area(language, pictured=False) for language in LANGUAGES},
    )


def _area(higher: Sequence[float], lower: Sequence[float]) -> float:
    """Return the share of pairs in which the first is the higher one, ties counting half."""
    return float(mannwhitneyu(higher, lower).statistic) / (len(higher) * len(lower))


def main(trials: int) -> None:
    """Print one line a class."""
    print(
        "| task | tasks | blind | random | refuse | idle | n-grams, shown by the picture | n-grams, shown by the words |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with ProcessPoolExecutor() as pool:
        for key, found in zip(CLASSES, pool.map(row, CLASSES, [trials] * len(CLASSES)), strict=True):
            shares = []
            for subject in SUBJECTS:
                low, high = wilson_interval(found.right[subject], found.trials, 0.95)[:2]
                shares.append(f"{found.right[subject] / found.trials:.2f} ({low:.2f}–{high:.2f})")
            areas = [
                " / ".join(f"{values[language]:.2f}" for language in LANGUAGES)
                for values in (found.pictured, found.worded)
            ]
            print(f"| `{key}` | {found.trials} | {' | '.join([*shares, *areas])} |", flush=True)


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["40"])[0]))
