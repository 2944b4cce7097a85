"""How often does the interval of an opinion score hold the true mean, with 3, 5 and 15 raters?

Run from the root of the repository, a minute: ``python -m docs.simulations.opinions`` prints the table of
``docs/explanation/opinion-scores.md``. A rating is the item's quality, plus what this rater adds to every rating, plus noise, all normal;
items and raters are new in each repetition. The truth is the mean over all items and all raters.
"""

import argparse
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.statistics import Interval, crossed_interval, mean_interval

SEED = 20261124
RATERS = (3, 5, 15)
ITEMS = (31, 100)
REPETITIONS = 4_000


class Setting(NamedTuple):
    """Standard deviations in points of items, raters and the rest; the mean; whether ratings end at 0 and 100."""

    name: str
    items: float
    raters: float
    rest: float
    mean: float = 50.0
    cut: bool = False


SETTINGS = (
    Setting("as in a public experiment (24, 7, 23)", 24.4, 7.0, 23.2),
    Setting("the same near the end of the scale", 24.4, 7.0, 23.2, mean=80.0, cut=True),
    Setting("raters differ strongly (20, 20, 12)", 20, 20, 12),
    Setting("raters hardly differ (20, 1, 12)", 20, 1, 12),
    Setting("items hardly differ (2, 8, 12)", 2, 8, 12),
)
INTERVALS: dict[str, Callable[[NDArray[np.float64]], Interval | None]] = {
    "crossed": crossed_interval,
    "items only": lambda table: mean_interval(table.mean(axis=1)),
    "raters only": lambda table: mean_interval(table.mean(axis=0)),
}


def drawn(setting: Setting, items: int, raters: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the ratings of one experiment, shape (items, raters)."""
    table = (
        setting.mean
        + rng.normal(0, setting.items, (items, 1))
        + rng.normal(0, setting.raters, (1, raters))
        + rng.normal(0, setting.rest, (items, raters))
    )
    return np.clip(table, 0, 100) if setting.cut else table


def truth(setting: Setting) -> float:
    """Return the mean over all items and raters."""
    if not setting.cut:
        return setting.mean
    spread = float(np.sqrt(setting.items**2 + setting.raters**2 + setting.rest**2))
    return float(np.clip(np.random.default_rng(SEED).normal(setting.mean, spread, 5_000_000), 0, 100).mean())


def coverage(setting: Setting, items: int, raters: int, repetitions: int) -> tuple[dict[str, float], float]:
    """Return how often each interval holds the truth, in percent, and the mean half width of the crossed one."""
    rng = np.random.default_rng([SEED, items, raters, SETTINGS.index(setting)])
    aim, hits, width = truth(setting), dict.fromkeys(INTERVALS, 0), 0.0
    for _ in range(repetitions):
        table = drawn(setting, items, raters, rng)
        for name, interval in INTERVALS.items():
            found = interval(table)
            hits[name] += found is not None and found.low <= aim <= found.high
            width += (found.high - found.low) / 2 if found is not None and name == "crossed" else 0.0
    return {name: 100 * count / repetitions for name, count in hits.items()}, width / repetitions


def table(repetitions: int) -> str:
    """Return the table in Markdown: coverage of the crossed interval (its half width); of the others in brackets."""
    lines = [
        "| items, raters, rest: standard deviation in points | items | "
        + " | ".join(f"{k} raters" for k in RATERS)
        + " |",
        "| --- | ---: |" + " ---: |" * len(RATERS),
    ]
    for setting in SETTINGS:
        for items in ITEMS:
            cells = []
            for raters in RATERS:
                found, half = coverage(setting, items, raters, repetitions)
                cells.append(
                    f"{found['crossed']:.0f} (±{half:.0f}) [{found['items only']:.0f}, {found['raters only']:.0f}]"
                )
            lines.append(f"| {setting.name} | {items} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate the coverage of the interval of an opinion score.")
    parser.add_argument("--quick", action="store_true", help="a few repetitions")
    print(table(20 if parser.parse_args().quick else REPETITIONS))


if __name__ == "__main__":
    main()
