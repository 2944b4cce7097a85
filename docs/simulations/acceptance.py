"""How many raw seeds give a household task or a room, and which rules reject the others.

Prints the table of ``docs/how-to/home-task``; with ``--alone`` that of ``docs/autonomy/alone``, for rooms with needs and the same in order.

``python docs/simulations/acceptance.py [CLASS ...]`` tries thirty seeds of each class; all eight take ten processor minutes.
With ``--kept FILE`` each seed is noted when it has been tried, and a run that was stopped goes on where it was.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from mindsight.home import tasks
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.runs.proving import prove_room
from mindsight.home.preparation.proving import prove
from mindsight.statistics.intervals import wilson_interval

HEAD = """\
| task | seeds | accepted | rejected by | axis values that occurred | CPU s, median |
| --- | --- | --- | --- | --- | --- |"""
HEAD_ALONE = """\
| class | seeds | accepted | rejected by | CPU s, median |
| --- | --- | --- | --- | --- |"""


@dataclass(frozen=True)
class Tried:
    """What became of a seed: the rule that rejected it (empty: none), its values on the difficulty axes, CPU seconds."""

    task: str
    seed: int
    rule: str
    cell: dict[str, str | int]
    cpu_s: float


def tried(key: str, seed: int) -> Tried:
    """Draw and prove the valid task of a seed."""
    task = tasks.load()[key]
    started = time.process_time()
    try:
        made = prove(task, seed, "")
    except tasks.Rejected as error:
        return Tried(key, seed, error.rule, {}, time.process_time() - started)
    return Tried(key, seed, "", {axis: made.difficulty[axis] for axis in task.axes}, time.process_time() - started)


def tried_alone(key: str, seed: int) -> Tried:
    """Draw and prove the room of a seed with needs and in order."""
    started = time.process_time()
    try:
        with tempfile.TemporaryDirectory() as cache:
            prove_room(rooms.load()[key], seed, with_needs=False, cache=Path(cache))
    except tasks.Rejected as error:
        return Tried(key, seed, error.rule, {}, time.process_time() - started)
    return Tried(key, seed, "", {}, time.process_time() - started)


def row(key: str, found: list[Tried], *, alone: bool) -> str:
    """Return the line of a class."""
    rules = Counter(one.rule for one in found if one.rule)
    met = len({pair for one in found for pair in one.cell.items()})
    told = ", ".join(f"{rule} {times}" for rule, times in rules.most_common()) or "–"
    accepted = sum(not one.rule for one in found)
    limits = wilson_interval(accepted, len(found))
    share = f"{100 * accepted / len(found):.1f} % ({100 * limits.low:.1f}–{100 * limits.high:.1f})"
    cpu = statistics.median(one.cpu_s for one in found)
    possible = 0 if alone else sum(len(values) for values in tasks.load()[key].axes.values())
    axes = "" if alone else f" {met} of {possible} |"
    return f"| {key} | {len(found)} | {share} | {told} |{axes} {cpu:.1f} |"


def noted(file: Path | None) -> Iterator[Tried]:
    """Yield what was tried before; a line that was cut off is tried again."""
    for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else ():
        try:
            yield Tried(**json.loads(line))
        except (ValueError, TypeError):
            continue


def main() -> None:
    """Print one line a class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", choices=[[], *tasks.load(), *rooms.load()], metavar="CLASS")
    parser.add_argument("--alone", action="store_true", help="rooms in which a subject is left alone")
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--kept", type=Path, help="file of what was tried, one line a seed")
    asked = parser.parse_args()
    known = {(one.task, one.seed): one for one in noted(asked.kept)}
    trial, pool_of = (tried_alone, rooms.load()) if asked.alone else (tried, tasks.load())
    print(HEAD_ALONE if asked.alone else HEAD)
    with ProcessPoolExecutor(asked.workers) as pool:
        for key in asked.classes or pool_of:
            seeds = range(asked.first, asked.first + asked.seeds)
            for done in as_completed([pool.submit(trial, key, seed) for seed in seeds if (key, seed) not in known]):
                one = done.result()
                known[key, one.seed] = one
                if asked.kept is not None:
                    with asked.kept.open("a", encoding="utf-8") as notes:
                        notes.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
            print(row(key, [known[key, seed] for seed in seeds], alone=asked.alone), flush=True)


if __name__ == "__main__":
    main()
