"""Memory, time and files of a run of many pictures that keeps those of the worst: what is left must not grow with the run.

Inputs are hard links to four small pictures; every output is another one.
"""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.many import Cost, cost_of, told
from benchmarks.memory import MAKERS, enlarged

COUNTS = (1_000, 100_000)
_CALLS = itertools.count()


def marked(input_path: str, output_path: str) -> None:
    """Write the number of the call into the first row of a picture: the product under test."""
    number, picture = next(_CALLS), np.asarray(cv2.imread(input_path))
    bits = np.array([number >> place & 1 for place in range(24)], np.uint8)
    picture[0, : len(bits), 0] = bits * 3 + picture[0, : len(bits), 0] // 2
    cv2.imwrite(output_path, picture)


def costs(folder: Path, count: int) -> Iterator[Cost]:
    """Yield what each command costs for so many pictures; the run is left in ``run``."""
    enlarged(MAKERS["enhancement"](folder / "small"), folder, count)
    run = folder / "run"
    tested = ("--subject", f"python:benchmarks.kept_pictures:{marked.__name__}", "--product-version", "1")
    yield cost_of("run", "album", "run", folder / "kit", *tested, "--keep-pictures", "worst", "--out", run)
    for name in ("verify", "report", "rescore"):
        yield cost_of(name, name, run)


def most_files(run: Path) -> tuple[int, int]:
    """Return how many files a run has, and how many the fullest of its folders."""
    counts = [len(names) for _, _, names in os.walk(run)]
    return sum(counts), max(counts)


def main() -> None:
    """Print what each command costs for each number of pictures, and what is left of them."""
    for count, folder in told(__doc__, COUNTS, costs):
        files, most = most_files(folder / "run")
        page = (folder / "run" / "report.html").stat().st_size / 2**20
        print(f"{count:>9,}  {files:,} files, at most {most:,} in a folder; page of {page:.1f} MiB", flush=True)


if __name__ == "__main__":
    main()
