"""What a second worker is worth, and what Ray costs beside processes of one machine: pictures, and household tasks.

In CPU seconds of the whole process tree, which a busy machine disturbs less than the clock: each engine does a few items and many, and the
difference is what an item costs without the start. Two workers on two idle cores can then be at most so much faster than one; the time by
the clock is told beside it, with the load of the machine.
"""

import argparse
import importlib.util
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.album import _many, material, score
from benchmarks.parallel import _tree_cpu_s
from benchmarks.rows import Row
from mindsight.album.plan import AlbumPlan
from mindsight.execution.parallel import Engine, map_items

PICTURES, FEW, MANY, WORKERS = 12, 48, 144, 2
"""Few are enough that both workers start."""
FEW_TRIALS, MANY_TRIALS = 2, 10
_TWO_WORKERS, _RAY = 1.7, 1.10
_REST_S = 20.0
PARTS = ("album", "home", "ray")
_HOME = (
    "home run --prompt-lang en --subject baseline:idle --tasks buttons --trials {trials} --engine {engine} --out {out}"
)


class Cost(NamedTuple):
    """CPU seconds of an item and of a start, and seconds of the many items by the clock."""

    item_s: float
    start_s: float
    wall_s: float


def measure(parts: Sequence[str] = PARTS) -> Iterator[Row]:
    """Yield a row for two local workers of each suite, and two for Ray where it is installed."""
    if "home" in parts:
        alone, together = (_cost(_household, engine, FEW_TRIALS, MANY_TRIALS) for engine in ("serial", "local"))
        yield _two(f"home, {MANY_TRIALS} trials", alone, together, MANY_TRIALS)
    if "album" in parts:
        yield from _album("album", 1920, 1080)
    # The goal is for items of 50 ms and more, which those of 1080p are not.
    if "ray" in parts and importlib.util.find_spec("ray"):
        yield from _album("ray", 2560, 1440)


def _album(part: str, width: int, height: int) -> Iterator[Row]:
    with material(width, height, PICTURES) as made:
        many = _many(made, MANY // PICTURES)

        def pictures(engine: Engine, number: int) -> tuple[float, float]:
            began = time.perf_counter()
            workers = 1 if engine == "serial" else WORKERS
            chosen = AlbumPlan(keep_outputs=False, limit=number)
            used = score(many, chosen, _tree_cpu_s, engine=engine, workers=workers)
            return used, time.perf_counter() - began

        two = _cost(pictures, "local", FEW, MANY)
        if part == "album":
            yield _two(f"album, {MANY} pictures of {height}p", _cost(pictures, "serial", FEW, MANY), two, MANY)
        else:
            yield from _ray(f"album, {height}p", two, pictures)


def _cost(work: Callable[[Engine, int], tuple[float, float]], engine: Engine, few: int, many: int) -> Cost:
    little, _ = work(engine, few)
    much, wall = work(engine, many)
    item = (much - little) / (many - few)
    return Cost(item, little - few * item, wall)


def _two(name: str, one: Cost, two: Cost, items: int) -> Row:
    ratio = WORKERS * one.item_s / two.item_s
    whole = (one.start_s + items * one.item_s) / (two.start_s + items * two.item_s) * WORKERS
    told = (
        f"{one.item_s * 1000:.0f} and {two.item_s * 1000:.0f} CPU ms an item; starts {one.start_s:.1f} and {two.start_s:.1f} s, "
        f"with these at most {whole:.2f}; by the clock {one.wall_s / two.wall_s:.2f} at load {os.getloadavg()[0]:.1f} "
        f"on {os.cpu_count()} cores"
    )
    name = f"{name}: two workers / one, on idle cores"
    return Row(name, ratio, "×", f"≥ {_TWO_WORKERS}", ratio >= _TWO_WORKERS, told)


def _ray(name: str, local: Cost, pictures: Callable[[Engine, int], tuple[float, float]]) -> Iterator[Row]:
    import ray

    # Ray starts its workers with a lower priority than those of this machine have, and would wait where others do not.
    os.environ.setdefault("RAY_worker_niceness", "0")
    began, used = time.perf_counter(), _tree_cpu_s()
    list(map_items(abs, range(WORKERS), engine="ray", workers=WORKERS))  # starts the cluster
    start, start_cpu = time.perf_counter() - began, _tree_cpu_s() - used
    pictures("ray", FEW)  # its workers stay, and load what they need only once
    used = _tree_cpu_s()
    time.sleep(_REST_S)
    rest = (_tree_cpu_s() - used) / _REST_S
    (little, short), (much, long) = (pictures("ray", number) for number in (FEW, MANY))
    ray.shutdown()
    whole = (much - little) / (MANY - FEW)
    own = (much - little - rest * (long - short)) / (MANY - FEW)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    told = (
        f"{own * 1000:.0f} and {local.item_s * 1000:.0f} CPU ms an item; at rest the cluster's services take {rest:.2f} of a core, "
        f"which are not counted here; the cluster starts in {start:.0f} s and {start_cpu:.0f} CPU s; {load}"
    )
    ratio = own / local.item_s
    yield Row(f"{name}: Ray / local, CPU of an item", ratio, "×", f"≤ {_RAY}", ratio <= _RAY, told)
    told = f"the same with the services, {long - short:.0f} s for {MANY - FEW} pictures"
    yield Row(f"{name}: Ray with its services / local", whole / local.item_s, "×", "told", True, told)


def _household(engine: Engine, trials: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        line = _HOME.format(trials=trials, engine=engine, out=Path(folder) / "run")
        words = [*shlex.split(line), *(["--workers", str(WORKERS)] if engine == "local" else [])]
        variables = {**os.environ, "XDG_CACHE_HOME": folder}
        began, used = time.perf_counter(), _tree_cpu_s()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([sys.executable, "-m", "mindsight", *words], env=variables, check=True, **quiet)  # type: ignore[call-overload]
        return _tree_cpu_s() - used, time.perf_counter() - began


def main() -> None:
    """Print each row as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="parts to measure; all by default")
    for row in measure(parser.parse_args().parts or PARTS):
        print(f"{row.name}: {row.value:.2f} {row.unit} ({row.target}); {row.limit}", flush=True)


if __name__ == "__main__":
    main()
