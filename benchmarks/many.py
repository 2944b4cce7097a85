"""Memory and time of every command over a classification table of more and more rows: both must stay what they are a row.

The kit's rows share a few small pictures, and nothing is decoded; the commands are those that users type, each in a process of its own.
"""

import argparse
import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.memory import MAKERS, peak_mib
from mindsight.album.kits.kit import write_kit

COUNTS = (10_000, 100_000, 1_000_000)
_CLASSES = ("day", "night")


class Cost(NamedTuple):
    """What a command took: processor seconds, and its peak of memory."""

    command: str
    cpu_s: float
    peak_mib: float

    def row(self, count: int) -> str:
        """Return a line to print, with the number of items."""
        return f"{count:>9,}  {self.command:<12} {self.cpu_s:8.1f} CPU s {self.peak_mib:8.0f} MiB"


def make(folder: Path, count: int) -> tuple[Path, Path]:
    """Write a kit of ``count`` rows and a table that answers them, every third row wrong; return both."""
    small = MAKERS["classification"](folder / "small").kit
    entries = [entry for entry, _ in small.items()]
    places = {one: next(entry for entry in entries if entry.actual == one) for one in _CLASSES}
    (folder / "kit").mkdir()
    (small.path / "inputs").rename(folder / "kit" / "inputs")

    def items() -> Iterator[Any]:
        for index in range(count):
            number = f"{index + 1:07d}"
            yield places[_CLASSES[index % 2]].model_copy(
                update={"id": number, "source": f"{number}.png", "cluster": number}
            )

    classes = tuple(one.model_copy(update={"count": count // 2}) for one in small.header.classes)
    write_kit(folder / "kit", small.header.model_copy(update={"count": count, "classes": classes}), items())
    with (folder / "answers.csv").open("w", encoding="utf-8") as table:
        table.write("number,predicted\n")
        table.writelines(f"{index + 1:07d},{_CLASSES[index % 3 % 2]}\n" for index in range(count))
    return folder / "kit", folder / "answers.csv"


def costs(folder: Path, count: int) -> Iterator[Cost]:
    """Yield what each command costs for so many rows."""
    kit, table = make(folder, count)
    run, other = folder / "run", folder / "other"
    parts = [folder / "one", folder / "two"]
    score = ("album", "score", kit, table)
    yield cost_of("score", *score, "--out", run)
    yield cost_of("score again", *score, "--out", other)
    for number, part in enumerate(parts, 1):
        yield cost_of(f"shard {number}/2", *score, "--shard", f"{number}/2", "--out", part)
    yield cost_of("merge", "merge", *parts, "--kit", kit, "--out", folder / "merged")
    yield cost_of("verify", "verify", run)
    yield cost_of("report", "report", run)
    yield cost_of("rescore", "rescore", run)
    yield cost_of("compare", "compare", run, other, "--out", folder / "page.html")
    yield cost_of("items", "items", run, "--where", "outcome=scored", "--out", folder / "scored.csv")


def cost_of(name: str, *words: object) -> Cost:
    """Run a command in a process of its own and return what it took."""
    before = _children_s()
    peak = peak_mib(*map(str, words))
    return Cost(name, _children_s() - before, peak)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(
    about: str | None, counts: Sequence[int], costs: Callable[[Path, int], Iterator[Cost]]
) -> Iterator[tuple[int, Path]]:
    """Print what each command costs for each number that the command line names; yield it with the folder, while that is there."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("counts", nargs="*", type=int, default=list(counts))
    for count in parser.parse_args().counts:
        with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
            for cost in costs(Path(folder), count):
                print(cost.row(count), flush=True)
            yield count, Path(folder)


def main() -> None:
    """Print what each command costs for each number of rows."""
    for _ in told(__doc__, COUNTS, costs):
        pass


if __name__ == "__main__":
    main()
