"""How often does each interval of ``mindsight.statistics`` really cover the truth?

Run from the root of the repository; about two minutes on two cores. The tables go between the marks of
``docs/explanation/statistics.md`` and its Chinese twin, the prose around them stays::

    python -m docs.simulations.coverage            write the tables
    python -m docs.simulations.coverage --quick    few repetitions, printed and not written
"""

import argparse
import os
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from docs.simulations import trials

VERSION = 1  # goes up whenever a change can move a number of the tables
SEED = 20261120
T_REPETITIONS = 5_000  # for what is computed in one step
DRAWN_REPETITIONS = 1_000  # for what draws resamples or sign patterns
BEGIN, END = "<!-- coverage:begin -->", "<!-- coverage:end -->"

SIZES = (5, 10, 20, 31, 50, 100)

Trial = Callable[[int, np.random.Generator], dict[str, bool]]


class Words(NamedTuple):
    """The same in both languages of the documentation."""

    en: str
    zh: str


class Experiment(NamedTuple):
    """Rows of a table that come from the same trials: ``trial`` says for each row whether its event occurred."""

    name: str
    trial: Trial
    rows: dict[str, Words]
    repetitions: int = DRAWN_REPETITIONS


class Table(NamedTuple):
    """Experiments whose rates stand under the same sizes."""

    title: Words
    head: Words
    sizes: tuple[int, ...]
    experiments: tuple[Experiment, ...]


# --- tables ---------------------------------------------------------------------------------------------------------

PERCENTILE = Words("*percentile* interval, for contrast (not offered)", "*百分位*区间，仅作对照（不提供）")
IGNORED = Words("the same data, clusters ignored, for contrast", "同样的数据但忽略分组，仅作对照")

TABLES = (
    Table(
        Words("Mean of independent items: coverage in %", "独立样本的均值：覆盖率（%）"),
        Words("items", "样本数"),
        SIZES,
        (
            Experiment(
                "mean skewed",
                partial(trials.mean_trial, trials.skewed, 80),
                {"t": Words("t interval, skewed scores 0–100", "t 区间，偏态得分 0–100")},
                T_REPETITIONS,
            ),
            Experiment(
                "mean failures",
                partial(trials.mean_trial, trials.with_failures, 72),
                {"t": Words("t interval, a tenth of the scores is 0", "t 区间，十分之一的得分为 0")},
                T_REPETITIONS,
            ),
            Experiment(
                "mean 0.7",
                partial(trials.mean_trial, partial(trials.right_or_wrong, 0.7), 0.7),
                {"t": Words("t interval, right or wrong, 70 % right", "t 区间，对或错，70 % 正确")},
                T_REPETITIONS,
            ),
            Experiment(
                "mean 0.95",
                partial(trials.mean_trial, partial(trials.right_or_wrong, 0.95), 0.95),
                {"t": Words("t interval, right or wrong, 95 % right", "t 区间，对或错，95 % 正确")},
                T_REPETITIONS,
            ),
            Experiment(
                "mean bootstrap",
                trials.mean_bootstrap_trial,
                {"bootstrap": Words("basic bootstrap, a tenth of the scores is 0", "基本自助区间，十分之一的得分为 0")},
            ),
        ),
    ),
    Table(
        Words("Mean of items in clusters: coverage in %", "分组样本的均值：覆盖率（%）"),
        Words("clusters", "组数"),
        SIZES,
        (
            Experiment(
                "equal clusters",
                trials.equal_clusters_trial,
                {
                    "clusters": Words("clustered t interval, 6 items each", "分组 t 区间，每组 6 个样本"),
                    "ignored": IGNORED,
                },
                T_REPETITIONS,
            ),
            Experiment(
                "unequal clusters",
                trials.unequal_clusters_trial,
                {"unequal": Words("clustered t interval, 1 to 11 items each", "分组 t 区间，每组 1 至 11 个样本")},
                T_REPETITIONS,
            ),
            Experiment(
                "cluster bootstrap",
                trials.cluster_bootstrap_trial,
                {"bootstrap": Words("clustered basic bootstrap, 6 items each", "分组基本自助区间，每组 6 个样本")},
            ),
        ),
    ),
    Table(
        Words(
            "T of home formula 1, Annex A model 1 as the truth: coverage in %",
            "home 公式 1 的 T，以附录 A 模型 1 为真值：覆盖率（%）",
        ),
        Words("trials per class", "每类试验数"),
        (10, 20, 50, 100),
        (
            Experiment(
                "T",
                trials.generalisation_trial,
                {
                    "basic": Words("basic bootstrap within task classes", "按任务类别分层的基本自助区间"),
                    "percentile": PERCENTILE,
                },
            ),
        ),
    ),
    Table(
        Words("Macro-F1 of five classes, about 0.79: coverage in %", "五个类别的 Macro-F1（约 0.79）：覆盖率（%）"),
        Words("pictures per class", "每类图像数"),
        (11, 20, 31, 50, 100),
        (
            Experiment(
                "macro-F1",
                trials.macro_f1_trial,
                {
                    "basic": Words("basic bootstrap within true classes", "按真实类别分层的基本自助区间"),
                    "percentile": PERCENTILE,
                },
            ),
        ),
    ),
    Table(
        Words("Difference of two systems on the same items: coverage in %", "两个系统在相同样本上的差：覆盖率（%）"),
        Words("items or clusters", "样本数或组数"),
        SIZES,
        (
            Experiment(
                "paired scores",
                trials.paired_scores_trial,
                {"scores": Words("paired interval, scores 0–100", "成对区间，得分 0–100")},
                T_REPETITIONS,
            ),
            Experiment(
                "paired clusters",
                trials.paired_clusters_trial,
                {"clusters": Words("paired interval, right or wrong in clusters", "成对区间，分组的对或错")},
                T_REPETITIONS,
            ),
        ),
    ),
    Table(
        Words(
            "Two systems that do not differ: how often p ≤ 0.05, in % (5 is right, less is cautious)",
            "两个没有差别的系统：p ≤ 0.05 的频率（%）（5 为正确，更低为保守）",
        ),
        Words("items or clusters", "样本数或组数"),
        SIZES,
        (
            Experiment(
                "equal systems",
                trials.equal_systems_trial,
                {"fair": Words("sign flip, scores 0–100", "符号翻转，得分 0–100")},
            ),
            Experiment(
                "equal systems in clusters",
                trials.equal_clusters_of_systems_trial,
                {
                    "clusters": Words("sign flip of whole clusters, right or wrong", "整组符号翻转，对或错"),
                    "ignored": IGNORED,
                },
            ),
            Experiment(
                "lopsided",
                trials.lopsided_trial,
                {
                    "lopsided": Words(
                        "sign flip, differences strongly skewed (its assumption is broken)",
                        "符号翻转，差值严重偏态（前提不成立）",
                    )
                },
            ),
        ),
    ),
)


def signature(*, repetitions: tuple[int, int], language: str) -> str:
    """Return the line that says how the tables came to be."""
    plain, drawn = repetitions
    if language == "zh":
        return (
            f"模拟版本 {VERSION}，种子 {SEED}；t 区间重复 {plain} 次，其余重复 {drawn} 次，"
            f"每次抽取 {trials.DRAWS} 个；名义水平 95 %。"
        )
    return (
        f"Simulation version {VERSION}, seed {SEED}; {plain} repetitions for t intervals and {drawn} for the rest, "
        f"of {trials.DRAWS} draws each; nominal level 95 %."
    )


def cell(experiment: Experiment, size: int, repetitions: int) -> dict[str, float]:
    """Return the rate of every row of the experiment at a size, in percent; its chance depends on nothing else."""
    rng = np.random.default_rng([SEED, zlib.crc32(f"{experiment.name}, {size}".encode())])
    events = [experiment.trial(size, rng) for _ in range(repetitions)]
    return {row: 100 * sum(event[row] for event in events) / repetitions for row in experiment.rows}


def rates(repetitions: tuple[int, int], workers: int) -> dict[tuple[str, int], dict[str, float]]:
    """Return the rates of all experiments at all their sizes."""
    cells = [(experiment, size) for table in TABLES for experiment in table.experiments for size in table.sizes]
    with ProcessPoolExecutor(workers) as pool:
        jobs = [
            pool.submit(cell, experiment, size, repetitions[experiment.repetitions != T_REPETITIONS])
            for experiment, size in cells
        ]
        result = {}
        for (experiment, size), job in zip(cells, jobs, strict=True):
            result[experiment.name, size] = job.result()
            print(f"{experiment.name}, {size}: {job.result()}", file=sys.stderr)
    return result


def markdown(found: dict[tuple[str, int], dict[str, float]], repetitions: tuple[int, int], language: str) -> str:
    """Return the tables in a language."""
    lines = [signature(repetitions=repetitions, language=language)]
    for table in TABLES:
        lines += ["", f"**{getattr(table.title, language)}**", ""]
        lines += [f"| {getattr(table.head, language)} | " + " | ".join(map(str, table.sizes)) + " |"]
        lines += ["| --- |" + " ---: |" * len(table.sizes)]
        for experiment in table.experiments:
            for row, words in experiment.rows.items():
                numbers = (f"{found[experiment.name, size][row]:.1f}" for size in table.sizes)
                lines += [f"| {getattr(words, language)} | " + " | ".join(numbers) + " |"]
    return "\n".join(lines)


def replace_between_marks(page: Path, tables: str) -> None:
    """Put the tables between the marks of a page."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate the coverage of the intervals of mindsight.statistics.")
    parser.add_argument("--quick", action="store_true", help="a few repetitions, printed and not written")
    quick = parser.parse_args().quick
    repetitions = (20, 4) if quick else (T_REPETITIONS, DRAWN_REPETITIONS)
    found = rates(repetitions, 1 if quick else os.cpu_count() or 1)
    pages = Path(__file__).parents[1] / "explanation"
    for language, name in (("en", "statistics.md"), ("zh", "statistics.zh.md")):
        tables = markdown(found, repetitions, language)
        if quick:
            print(tables)
        else:
            replace_between_marks(pages / name, tables)


if __name__ == "__main__":
    main()
