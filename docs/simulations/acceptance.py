"""How many raw seeds give a household task, and which rules reject the others. Prints the table of ``docs/home-task``.

Run it as ``python docs/simulations/acceptance.py [SEEDS [FIRST]]``; two hundred seeds of three tasks take a quarter of an
hour on two cores.
"""

import itertools
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from mindsight.home import tasks
from mindsight.home.proving import prove


class Tried(NamedTuple):
    """What became of a seed: the rule that rejected it (empty: none), its cell of the difficulty axes, CPU seconds."""

    rule: str
    cell: tuple[tuple[str, str | int], ...]
    cpu_s: float


def tried(key: str, seed: int) -> Tried:
    """Draw and prove the valid task of a seed."""
    task = tasks.load()[key]
    started = time.process_time()
    try:
        made = prove(task, seed, "")
    except tasks.Rejected as error:
        return Tried(error.rule, (), time.process_time() - started)
    cell = tuple((axis, made.difficulty[axis]) for axis in task.axes)
    return Tried("", cell, time.process_time() - started)


def main(count: int, first: int) -> None:
    """Print one line a task."""
    print("| task | raw seeds | accepted | rejected by | values of the axes met | CPU s, median |")
    print("| --- | --- | --- | --- | --- | --- |")
    with ProcessPoolExecutor() as pool:
        for key, task in tasks.load().items():
            found = list(pool.map(tried, itertools.repeat(key, count), range(first, first + count)))
            rules = Counter(one.rule for one in found if one.rule)
            met = len({pair for one in found for pair in one.cell})
            possible = sum(len(values) for values in task.axes.values())
            told = ", ".join(f"{rule} {times}" for rule, times in rules.most_common()) or "–"
            accepted = 100 * sum(not one.rule for one in found) / count
            cpu = statistics.median(one.cpu_s for one in found)
            print(f"| {key} | {count} | {accepted:.1f} % | {told} | {met} of {possible} | {cpu:.1f} |", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] + ["200", "0"][len(sys.argv) - 1 :])))
