"""Run every benchmark, print each figure beside its target and its limit, and fail if a target is missed."""

import argparse
import sys
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.table import Table

from benchmarks import (
    album,
    album_masks,
    album_tables,
    clips,
    engines,
    harness,
    home,
    memory,
    parallel,
    questions,
    rating,
    reviewing,
    verifying,
    vsig_asking,
    vsig_media,
    vsig_scoring,
)
from benchmarks.rows import Row

PARTS: dict[str, Callable[[], Iterable[Row]]] = {
    "album": album.measure,
    "album-masks": album_masks.measure,
    "album-tables": album_tables.measure,
    "parallel": parallel.measure,
    "engines": engines.measure,
    "memory": memory.measure,
    "verifying": verifying.measure,
    "rating": rating.measure,
    "reviewing": reviewing.measure,
    "home": home.measure,
    "clips": clips.measure,
    "harness": harness.measure,
    "home-questions": questions.measure,
    "vsig-asking": vsig_asking.measure,
    "vsig-media": vsig_media.measure,
    "vsig-scoring": vsig_scoring.measure,
}


def main() -> int:
    """Run the named parts, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="parts to run; all by default")
    wanted = parser.parse_args().parts or list(PARTS)
    table = Table("measured", "value", "target", "met", "limit", box=None)
    missed = 0
    for part in wanted:
        for row in PARTS[part]():
            missed += not row.met
            table.add_row(row.name, f"{row.value:.2f} {row.unit}", row.target, "yes" if row.met else "NO", row.limit)
            print(f"{row.name}: {row.value:.2f} {row.unit} ({row.target})", file=sys.stderr, flush=True)
    Console(width=160).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
