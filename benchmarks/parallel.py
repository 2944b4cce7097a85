"""What it costs to map a small function through worker processes instead of here.

Measured in CPU seconds over the whole process tree, which a busy machine disturbs less than wall time. Each engine runs
a short and a long job; the difference is the price of the tasks without the price of starting the workers.
"""

import importlib.util
import os
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from benchmarks.rows import Row
from mindsight.execution.parallel import Engine, map_items

SHORT, LONG = 320, 2240  # tasks
BATCH = 32
WORKERS = 2
REPEATS = 5
TARGET = 1.25
LIMITS: dict[Engine, str] = {
    "local": "each picture is copied through a pipe and rebuilt on the other side; memory bandwidth bounds it",
    "ray": "each picture passes through the object store's process as well, and the cluster's services never rest",
}

Pair = tuple[NDArray[np.uint8], NDArray[np.uint8]]


def similarity(pair: Pair) -> float:
    """Return the mean windowed structural similarity of two small pictures: about 1 ms."""
    a, b = (picture.astype(np.float64) for picture in pair)
    mean_a, mean_b = _blurred(a), _blurred(b)
    both = _blurred(a * b) - mean_a * mean_b
    spread = _blurred(a * a) - mean_a**2 + _blurred(b * b) - mean_b**2
    score = (2 * mean_a * mean_b + 6.5) * (2 * both + 58.5) / ((mean_a**2 + mean_b**2 + 6.5) * (spread + 58.5))
    return float(score.mean())


def measure() -> list[Row]:
    """Return the CPU time per task of every engine at hand, as a ratio to running the function here."""
    rows = [_row("local")]
    if importlib.util.find_spec("ray"):
        import ray

        list(map_items(similarity, _pairs(BATCH), engine="ray"))  # starts the cluster
        rows.append(_row("ray"))
        ray.shutdown()
    return rows


def _blurred(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    blurred: NDArray[np.float64] = gaussian_filter(picture, 1.5)
    return blurred


def _row(engine: Engine) -> Row:
    ratio = median(_task_cpu_s(engine) / _task_cpu_s("serial") for _ in range(REPEATS))
    name = f"parallel: {engine} against serial, tasks of 1 ms in batches of {BATCH}"
    return Row(name, ratio, "× CPU seconds", f"≤ {TARGET}", ratio <= TARGET, LIMITS[engine])


def _task_cpu_s(engine: Engine) -> float:
    return (_run_cpu_s(engine, LONG) - _run_cpu_s(engine, SHORT)) / (LONG - SHORT)


def _run_cpu_s(engine: Engine, count: int) -> float:
    clock = time.process_time if engine == "serial" else _tree_cpu_s
    before = clock()
    for _ in map_items(similarity, _pairs(count), engine=engine, workers=WORKERS, batch=BATCH):
        pass
    return clock() - before


def _pairs(count: int) -> Iterator[Pair]:
    rng = np.random.default_rng(7)
    shape = (BATCH, 2, 128, 128)
    pictures = rng.integers(0, 256, shape, np.uint8)
    return islice(cycle([(a.copy(), b.copy()) for a, b in pictures]), count)


def _tree_cpu_s() -> float:
    """Return the CPU seconds of this process, its descendants and those of them that have ended."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        pid = int(path.parent.name)
        parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks[pid] for pid in family) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    for row in measure():
        print(row)
