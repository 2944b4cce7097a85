"""How far may T of home formula (1), corrected T and their intervals be trusted?

Run from the root of the repository; about two minutes on two cores. The tables go between the marks of
``docs/explanation/home-generalisation.md`` and its Chinese twin, the prose around them stays::

    python -m docs.simulations.generalisation            write the tables
    python -m docs.simulations.generalisation --quick    few repetitions, printed and not written
"""

import argparse
import os
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from docs.simulations.coverage import Words, replace_between_marks
from scipy.special import ndtri

from mindsight.home.scoring.sampling import Strata, bootstrap_interval, corrected_index, paired_difference
from mindsight.statistics import Interval

VERSION = 1  # goes up whenever a change can move a number of the tables
SEED = 20261120
REPETITIONS = 5_000
DRAWN_REPETITIONS = 1_000  # for what draws resamples, and for pairs
DRAWS = 1_000
SIZES = (10, 20, 50, 100)

Rng = np.random.Generator
FloatArray = npt.NDArray[np.float64]


class Profile(NamedTuple):
    """True accuracies of the classes; of valid and irrelevant tasks, half and half, where there are two columns."""

    name: Words
    truth: tuple[tuple[float, ...], ...]

    @property
    def index(self) -> float:
        """The true T with λ = 1."""
        accuracies = np.array(self.truth).mean(axis=1)
        return float(accuracies.mean() - accuracies.std())


def _one(*percent: float) -> tuple[tuple[float, ...], ...]:
    return tuple((value / 100,) for value in percent)


MODEL_1 = Profile(Words("Annex A, model 1", "附录 A 模型 1"), _one(55, 40, 30, 29, 33, 13, 24, 15))
MODEL_2 = Profile(Words("Annex A, model 2", "附录 A 模型 2"), _one(5, 33, 13, 34, 27, 20, 15, 16))
EQUAL = Profile(Words("8 classes, all 0.5", "8 类，全为 0.5"), _one(*[50] * 8))

PROFILES = (
    MODEL_1,
    MODEL_2,
    Profile(Words("8 classes, 0.1 … 0.9", "8 类，0.1 … 0.9"), _one(*np.linspace(10, 90, 8))),
    EQUAL,
    Profile(Words("8 classes, all 0.95", "8 类，全为 0.95"), _one(*[95] * 8)),
    Profile(Words("8 classes, all 0", "8 类，全为 0"), _one(*[0] * 8)),
    Profile(Words("8 classes, all 1", "8 类，全为 1"), _one(*[100] * 8)),
    Profile(Words("3 classes, 0.1, 0.5, 0.9", "3 类，0.1、0.5、0.9"), _one(10, 50, 90)),
    Profile(Words("3 classes, all 0.5", "3 类，全为 0.5"), _one(*[50] * 3)),
    Profile(Words("3 classes, all 0", "3 类，全为 0"), _one(*[0] * 3)),
    Profile(
        Words("model 1 on valid, 0.8 on irrelevant tasks", "有效任务同模型 1，无关任务 0.8"),
        tuple((value, 0.8) for (value,) in MODEL_1.truth),
    ),
    Profile(Words("refuses everything (0 and 1)", "一律拒绝（0 与 1）"), ((0.0, 1.0),) * 8),
)


class Pair(NamedTuple):
    """Two subjects on the same tasks; ``alike`` is the correlation of what decides their success."""

    name: Words
    first: Profile
    second: Profile
    alike: float


PAIRS = (
    Pair(Words("model 1 and model 2, unrelated", "模型 1 与模型 2，互不相关"), MODEL_1, MODEL_2, 0.0),
    Pair(Words("model 1 and model 2, related (0.6)", "模型 1 与模型 2，相关（0.6）"), MODEL_1, MODEL_2, 0.6),
    Pair(Words("two like model 1, closely related (0.95)", "两个均同模型 1，密切相关（0.95）"), MODEL_1, MODEL_1, 0.95),
    Pair(Words("all 0.5 and model 1, related (0.6)", "全为 0.5 与模型 1，相关（0.6）"), EQUAL, MODEL_1, 0.6),
)

# --- one cell of a table --------------------------------------------------------------------------------------------

COLUMNS = ("interval", "width", "bootstrap", "percentile", "bias", "bias_corrected")


def drawn(profile: Profile, trials: int, rng: Rng) -> Strata:
    """Return one simulated test."""
    truth = np.array(profile.truth)
    size = np.full(truth.size, trials / truth.shape[1])
    right = rng.binomial(size.astype(np.int64), truth.ravel()).astype(float)
    return Strata(right, size, np.repeat(np.arange(len(truth)), truth.shape[1]))


def cell(number: int, trials: int, repetitions: tuple[int, int]) -> dict[str, float]:
    """Return the figures of a profile at a number of trials; its chance depends on nothing else."""
    profile = PROFILES[number]
    rng = np.random.default_rng([SEED, zlib.crc32(f"{profile.name.en}, {trials}".encode())])
    found: dict[str, list[float]] = {name: [] for name in COLUMNS}
    for place in range(repetitions[0]):
        strata = drawn(profile, trials, rng)
        accuracies = strata.by_class(strata.weights * strata.right / strata.trials)
        measured, corrected = float(accuracies.mean() - accuracies.std()), corrected_index(strata)
        found["bias"].append(measured - profile.index)
        found["bias_corrected"].append(corrected.value - profile.index)
        found["interval"].append(100 * covers(corrected.interval, profile.index))
        found["width"].append(corrected.interval.high - corrected.interval.low)
        if place < repetitions[1]:
            basic = bootstrap_interval(strata, rng, draws=DRAWS)
            mirrored = basic._replace(low=2 * measured - basic.high, high=2 * measured - basic.low)
            found["bootstrap"].append(100 * covers(basic, profile.index))
            found["percentile"].append(100 * covers(mirrored, profile.index))
    return {name: float(np.mean(values)) for name, values in found.items()}


def pair_cell(number: int, trials: int, repetitions: int) -> dict[str, float]:
    """Return the coverage of the interval of a paired difference, with and without regard to the pairs."""
    pair = PAIRS[number]
    rng = np.random.default_rng([SEED, zlib.crc32(f"{pair.name.en}, {trials}".encode())])
    truth = pair.first.index - pair.second.index
    thresholds = [ndtri(np.array(profile.truth)) for profile in (pair.first, pair.second)]
    classes = np.repeat(np.arange(len(thresholds[0])), trials)
    hits, widths = [], []
    for _ in range(repetitions):
        shared, *own = rng.standard_normal((3, len(thresholds[0]), trials))
        scores = [
            (np.sqrt(pair.alike) * shared + np.sqrt(1 - pair.alike) * noise < threshold).ravel().astype(float)
            for noise, threshold in zip(own, thresholds, strict=True)
        ]
        found = paired_difference(*scores, classes)
        if found is None:
            raise AssertionError("every class has several tasks")
        hits.append(100 * covers(found.interval, truth))
        widths.append(found.interval.high - found.interval.low)
    return {"pair": float(np.mean(hits)), "pair_width": float(np.mean(widths))}


def covers(interval: Interval, truth: float) -> bool:
    # A truth of 0 or 1 is met on the dot by intervals that end there; rounding must not decide.
    return interval.low - 1e-12 <= truth <= interval.high + 1e-12


# --- tables ---------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """One figure of every profile or pair at every number of trials."""

    title: Words
    column: str
    form: str
    rows: tuple[Words, ...]


_NAMES = tuple(profile.name for profile in PROFILES)
TABLES = (
    Table(Words("Interval of corrected T: coverage in %", "校正 T 的区间：覆盖率（%）"), "interval", "{:.1f}", _NAMES),
    Table(Words("Interval of corrected T: mean width", "校正 T 的区间：平均宽度"), "width", "{:.3f}", _NAMES),
    Table(Words("T as the document has it: mean error", "文件所定义的 T：平均偏差"), "bias", "{:+.3f}", _NAMES),
    Table(Words("Corrected T: mean error", "校正 T：平均偏差"), "bias_corrected", "{:+.3f}", _NAMES),
    Table(
        Words("Basic bootstrap of T, for contrast: coverage in %", "T 的基本自助区间，作对照：覆盖率（%）"),
        "bootstrap",
        "{:.1f}",
        _NAMES,
    ),
    Table(
        Words(
            "*Percentile* bootstrap of T, for contrast (not offered): coverage in %",
            "T 的*百分位*自助区间，仅作对照（不提供）：覆盖率（%）",
        ),
        "percentile",
        "{:.1f}",
        _NAMES,
    ),
    Table(
        Words("Paired difference in corrected T: coverage in %", "校正 T 的成对差：覆盖率（%）"),
        "pair",
        "{:.1f}",
        tuple(pair.name for pair in PAIRS),
    ),
    Table(
        Words("Paired difference in corrected T: mean width", "校正 T 的成对差：平均宽度"),
        "pair_width",
        "{:.3f}",
        tuple(pair.name for pair in PAIRS),
    ),
)

Found = dict[tuple[str, int], dict[str, float]]


def signature(repetitions: tuple[int, int], language: str) -> str:
    """Return the line that says how the tables came to be."""
    plain, few = repetitions
    if language == "zh":
        return (
            f"模拟版本 {VERSION}，种子 {SEED}；重复 {plain} 次，自助法与成对差重复 {few} 次，自助法每次抽取 {DRAWS} 个；"
            "λ = 1，名义水平 95 %。"
        )
    return (
        f"Simulation version {VERSION}, seed {SEED}; {plain} repetitions, {few} for bootstraps and pairs, bootstraps of "
        f"{DRAWS} draws; λ = 1, nominal level 95 %."
    )


def figures(repetitions: tuple[int, int], workers: int) -> Found:
    """Return the figures of all profiles and pairs at all numbers of trials, by their English names."""
    with ProcessPoolExecutor(workers) as pool:
        jobs = {
            **{
                (profile.name.en, size): pool.submit(cell, number, size, repetitions)
                for number, profile in enumerate(PROFILES)
                for size in SIZES
            },
            **{
                (pair.name.en, size): pool.submit(pair_cell, number, size, repetitions[1])
                for number, pair in enumerate(PAIRS)
                for size in SIZES
            },
        }
        return {key: job.result() for key, job in jobs.items()}


def markdown(found: Found, repetitions: tuple[int, int], language: str) -> str:
    """Return the tables in a language."""
    pick: Callable[[Words], str] = lambda words: str(getattr(words, language))  # noqa: E731
    lines = [signature(repetitions, language)]
    head = Words("tasks per class", "每类任务数")
    for table in TABLES:
        lines += ["", f"**{pick(table.title)}**", ""]
        lines += [f"| {pick(head)} | " + " | ".join(map(str, SIZES)) + " |", "| --- |" + " ---: |" * len(SIZES)]
        for row in table.rows:
            numbers = (table.form.format(found[row.en, size][table.column]) for size in SIZES)
            shown = " | ".join(
                number.replace("-", "−").replace("−0.000", "0.000").replace("+0.000", "0.000") for number in numbers
            )
            lines += [f"| {pick(row)} | {shown} |"]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate how far T and its intervals may be trusted.")
    parser.add_argument("--quick", action="store_true", help="a few repetitions, printed and not written")
    quick = parser.parse_args().quick
    repetitions = (20, 4) if quick else (REPETITIONS, DRAWN_REPETITIONS)
    found = figures(repetitions, 1 if quick else os.cpu_count() or 1)
    pages = Path(__file__).parents[1] / "explanation"
    for language, name in (("en", "home-generalisation.md"), ("zh", "home-generalisation.zh.md")):
        tables = markdown(found, repetitions, language)
        if quick:
            print(tables)
        else:
            replace_between_marks(pages / name, tables)


if __name__ == "__main__":
    main()
