"""What a merge costs beside reading and hashing the shards: of a table, where there are only lines, and of pictures of 1080p.

Each way in turn in one process, in CPU seconds: the bytes read and hashed line by line, the lines parsed besides, the shards joined, and
the whole merge with its numbers and its report.
"""

import argparse
import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks import many
from benchmarks.album import Seconds, cpu, in_turn, material, ratio_of
from benchmarks.rows import Row
from mindsight import merging
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.procedure import ClassificationTest
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.plan import AlbumPlan
from mindsight.merging import joining
from mindsight.pipeline import run_test, take_shard
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, MEDIA, media_files
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec

ROWS, PICTURES, SHARDS, ROUNDS = 20_000, 200, 2, 3
_TARGET = 2.0


def measure() -> Iterator[Row]:
    """Yield the ratios of both kinds."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        place, table = many.make(Path(folder), ROWS)
        kit = ClassificationKit(place)
        yield from _ratios(f"a table of {ROWS:,} rows", ClassificationTest, kit, table, Path(folder))
    with material(1920, 1080, PICTURES) as made, tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        yield from _ratios(f"{PICTURES} pictures of 1080p", EnhancementTest, made.kit, made.outputs, Path(folder))


def _ratios(name: str, kind: Any, kit: Any, answers: Path, folder: Path) -> Iterator[Row]:
    shards = [folder / f"shard-{part}" for part in range(1, SHARDS + 1)]
    spec = SubjectSpec("folder", str(answers))
    for part, shard in enumerate(shards, 1):
        test = kind(kit, spec, Subject(spec=str(spec), name="benchmark"), AlbumPlan())
        take_shard(test, f"{part}/{SHARDS}")
        run_test(test, shard)
    ways: list[Callable[[], object]] = [
        lambda: _read(shards, lambda _: None),
        lambda: _read(shards, canonical.parsed),
        lambda: _merged(shards, kit.path, whole=False),
        lambda: _merged(shards, kit.path, whole=True),
    ]
    bare, parsed, joined, whole = in_turn(ways, cpu, rounds=ROUNDS)
    items = kit.header.count

    def each(seconds: list[float]) -> str:
        return f"{min(seconds) / items * 1e6:,.1f} µs an item"

    told = f"{each(bare)} to read and hash, {each(parsed)} with the lines parsed, {each(joined)} joined, {each(whole)} in all"
    ratio = ratio_of(joined, bare)
    yield Row(f"merge of {name}: joined / read and hashed", ratio, "×", f"≤ {_TARGET:g}", ratio <= _TARGET, told)
    yield Row(f"merge of {name}: joined / read, parsed and hashed", ratio_of(joined, parsed), "×", "told", True, told)
    yield Row(
        f"merge of {name}: with numbers and report / read and hashed", ratio_of(whole, bare), "×", "told", True, told
    )


def _read(shards: list[Path], look: Callable[[bytes], object]) -> None:
    for shard in shards:
        with (shard / ITEMS).open("rb") as lines:
            for line in lines:
                hashlib.sha256(line).hexdigest()
                look(line)
        for picture in media_files(shard / MEDIA):
            hashlib.sha256(picture.read_bytes()).hexdigest()


def _merged(shards: list[Path], kit: Path, *, whole: bool) -> Seconds:
    """Merge, with the numbers and the report or without both."""
    numbers = nullcontext() if whole else patch.object(joining, "finish")
    with numbers, tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        began = cpu()
        run = merging.merge(shards, Path(folder) / "run", kit=kit)
        if whole:
            write_report(run)
        return Seconds(cpu() - began)


def main() -> None:
    """Print each row as it is measured."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for row in measure():
        print(f"{row.name}: {row.value:.1f} {row.unit} ({row.target}); {row.limit}", flush=True)


if __name__ == "__main__":
    main()
