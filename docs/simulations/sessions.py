"""How often does the interval of a class accuracy hold the true one where tasks share budgets?

Run from the root of the repository, half a minute: ``python -m docs.simulations.sessions`` prints the table of
``docs/how-to/home-test.md``. Tasks of a sitting are alike: each sitting has a chance of its own, from a beta distribution whose
mean is the true accuracy and whose correlation within a sitting is the one given. A class has 50 tasks, half irrelevant.
"""

import argparse

import numpy as np

from mindsight.home.scoring.dependence import Ended, design_effect, effective_interval
from mindsight.statistics import wilson_interval

SEED = 20261123
PAIRS = 25
SIZES = (2, 3, 5, 8)
ALIKE = (0.0, 0.2, 0.5)
ACCURACIES = (0.5, 0.85)


def drawn(rng: np.random.Generator, size: int, accuracy: float, alike: float) -> list[Ended]:
    """Return how the tasks of one run ended: rounds of pairs, in two sittings each."""
    odds = (1 - alike) / alike if alike else 0.0
    found = []
    for start in range(0, PAIRS, size):
        for session in range(2):
            chance = rng.beta(accuracy * odds, (1 - accuracy) * odds) if alike else accuracy
            found += [
                Ended(str(start), (pair + session) % 2 == 0, bool(rng.random() < chance))
                for pair in range(min(size, PAIRS - start))
            ]
    return found


def coverage(size: int, accuracy: float, alike: float, repetitions: int) -> tuple[float, float]:
    """Return how often the true accuracy lies in Wilson's interval: of all tasks, and of the effective sample."""
    rng = np.random.default_rng([SEED, size, round(100 * accuracy), round(100 * alike)])
    hits = np.zeros(2)
    for _ in range(repetitions):
        tasks = drawn(rng, size, accuracy, alike)
        right = sum(one.right for one in tasks)
        plain = wilson_interval(right, len(tasks))
        ours = effective_interval(right, len(tasks), design_effect(tasks), level=0.95)
        hits += [one is not None and one.low <= accuracy <= one.high for one in (plain, ours)]
    return float(hits[0] / repetitions), float(hits[1] / repetitions)


def table(repetitions: int) -> str:
    """Return the table in Markdown: of both accuracies the worse coverage in %, before and after."""
    lines = ["| K | " + " | ".join(f"{alike:g}" for alike in ALIKE) + " |", "| ---: |" + " ---: |" * len(ALIKE)]
    for size in SIZES:
        cells = []
        for alike in ALIKE:
            found = np.array([coverage(size, accuracy, alike, repetitions) for accuracy in ACCURACIES])
            plain, ours = 100 * found.min(axis=0)
            cells.append(f"{plain:.0f} → {ours:.0f}")
        lines.append(f"| {size} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    print(table(50 if parser.parse_args().quick else 2_000))
