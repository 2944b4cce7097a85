"""How often do the intervals of S, TC, harm and R / R(H) contain the true value?

A system meets each need of a scene with a probability that depends on class and scene, words it more or less well, does things that nobody
needs, and harms things. The true values are means over very many scenes. Run from the root of the repository; some minutes on one core. The
tables go between the marks of ``docs/autonomy/intervals.md`` and its Chinese twin::

    python -m docs.simulations.autonomy            write the tables
    python -m docs.simulations.autonomy --quick    few repetitions, printed and not written
"""

import argparse
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from docs.simulations.coverage import Words, replace_between_marks

from mindsight.home.autonomy.scoring import intervals
from mindsight.home.autonomy.scoring.intervals import (
    mean_in_class,
    mean_over_classes,
    plain_column,
    ratio_over_classes,
    score_column,
)
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.statistics import Interval
from mindsight.text import Language

SEED = 20_261_126
REPETITIONS = 300
DRAWS = 500
"""Resamples of an interval; a test has 2000."""
TRUTH = 4_000
"""Scenes of each class behind the true values."""
SIZES = (5, 10, 20)
CLASSES = 8
Rng = np.random.Generator


class System(NamedTuple):
    """A kind of system: probabilities that a need is met and a thing nobody needs is done, how scenes differ, harm per scene."""

    name: Words
    met: tuple[float, float]
    spread: float
    others: float
    harm: float


SYSTEMS = (
    System(Words("able", "能力强"), (0.7, 0.95), 0.1, 0.2, 0.05),
    System(Words("middling, scenes differ much", "中等，场景差异大"), (0.2, 0.7), 0.35, 0.8, 0.3),
    System(Words("rarely does anything", "很少行动"), (0.02, 0.15), 0.05, 0.05, 0.02),
    System(Words("chatter that harms", "多动且常造成损害"), (0.1, 0.3), 0.2, 4.0, 2.0),
)


def scenes(system: System, key: int, count: int, rng: Rng) -> list[Terms]:
    """Return scenes of one class, with four needs of four types each."""
    centre = np.linspace(*system.met, CLASSES)[key]
    chance = np.clip(centre + system.spread * rng.standard_normal(count), 0, 1)
    met = rng.binomial(4, chance)
    others, harm = rng.poisson(system.others, count), rng.poisson(system.harm, count)
    perfect = 0.4 + 0.1 * rng.random(count)
    near = np.where(met > 0, perfect * rng.uniform(0.5, 1.05, count), 0.0)
    found = []
    for number in range(count):
        done = int(met[number] + others[number])
        r = float((met[number] * near[number] + others[number] * 0.15 * perfect[number]) / done) if done else 0.0
        found.append(
            Terms(
                scene=f"{key}-{number}", task_class=str(key), needs=4, completed=done, met=int(met[number]), decoys=0,
                unannounced=0, duplicates=0, types=tuple("abcd"), types_met=tuple("abcd"[: met[number]]), proposals=done,
                distinct=done, carried_out=done, noticed=int(met[number]), harm=int(harm[number]), worse=0, finished=True,
                coverage=float(met[number]) / 4, relevance=r, relevance_proposed=r, relevance_unique=r, relevance_best=r,
                relevance_perfect=float(perfect[number]),
            )
        )  # fmt: skip
    return found


Estimate = Callable[[Sequence[Terms]], Interval | None]
ESTIMATES: dict[str, tuple[Words, Estimate]] = {
    "S": (Words("S", "S"), lambda terms: mean_over_classes(terms, score_column(0.5))),
    "S_plain": (
        Words("S without an embedding", "不用嵌入的 S"),
        lambda terms: mean_over_classes(terms, plain_column(0.5)),
    ),
    "TC": (Words("TC", "TC"), lambda terms: mean_over_classes(terms, lambda one: one.coverage)),
    "R_relative": (Words("R / R(H)", "R / R(H)"), ratio_over_classes),
    "harm": (Words("harm", "损害"), lambda terms: mean_over_classes(terms, lambda one: float(one.harm))),
    "S.class": (
        Words("S of one class", "一个类别的 S"),
        lambda terms: mean_in_class([one for one in terms if one.task_class == "3"], score_column(0.5)),
    ),
}


def truth_of(system: System, rng: Rng) -> dict[str, float]:
    """Return the true values, from very many scenes."""
    classes = [scenes(system, key, TRUTH, rng) for key in range(CLASSES)]

    def over(figure: Callable[[Terms], float]) -> float:
        return float(np.mean([np.mean([figure(one) for one in own]) for own in classes]))

    score, plain = score_column(0.5), plain_column(0.5)
    ratio = [np.sum([one.relevance for one in own]) / np.sum([one.relevance_perfect for one in own]) for own in classes]
    return {
        "S": over(lambda one: score(one) or 0.0),
        "S_plain": over(lambda one: plain(one) or 0.0),
        "TC": over(lambda one: one.coverage or 0.0),
        "R_relative": float(np.mean(ratio)),
        "harm": over(lambda one: float(one.harm)),
        "S.class": float(np.mean([score(one) or 0.0 for one in classes[3]])),
    }


def rates(repetitions: int) -> dict[tuple[str, str, int], float]:
    """Return how often each interval contains the true value, by system, estimate and number of scenes per class."""
    found = {}
    for system in SYSTEMS:
        rng = np.random.default_rng([SEED, zlib.crc32(system.name.en.encode())])
        truth = truth_of(system, rng)
        for size in SIZES:
            hits = dict.fromkeys(ESTIMATES, 0)
            for _ in range(repetitions):
                drawn = [one for key in range(CLASSES) for one in scenes(system, key, size, rng)]
                for name, (_, estimate) in ESTIMATES.items():
                    limits = estimate(drawn)
                    hits[name] += limits is not None and limits.low <= truth[name] <= limits.high
            found |= {(system.name.en, name, size): count / repetitions for name, count in hits.items()}
    return found


_HEADS = {"en": "| scenes per class |", "zh": "| 每类场景数 |"}


def markdown(found: dict[tuple[str, str, int], float], language: Language) -> str:
    """Return a table for each system."""
    parts = []
    for system in SYSTEMS:
        heads = " | ".join(getattr(words, language) for words, _ in ESTIMATES.values())
        parts += [f"**{getattr(system.name, language)}**", "", f"{_HEADS[language]} {heads} |"]
        parts.append("| --- |" + " --- |" * len(ESTIMATES))
        for size in SIZES:
            cells = " | ".join(f"{100 * found[system.name.en, name, size]:.1f}" for name in ESTIMATES)
            parts.append(f"| {size} | {cells} |")
        parts.append("")
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate the coverage of the intervals of S.")
    parser.add_argument("--quick", action="store_true", help="few repetitions, printed and not written")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="simulated tests for each cell")
    options = parser.parse_args()
    intervals.DRAWS = DRAWS
    found = rates(10 if options.quick else options.repetitions)
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        if options.quick:
            print(markdown(found, language))
        else:
            suffix = "" if language == "en" else ".zh"
            page = Path(__file__).parents[1] / "autonomy" / f"intervals{suffix}.md"
            replace_between_marks(page, markdown(found, language))


if __name__ == "__main__":
    main()
