"""``mindsight home import``: make a pool of questions from a data set that somebody brings along."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.interrupts import explained
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.errors import InputError
from mindsight.text import Text, mark, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mindsight.home.imported.importing import Found
    from mindsight.home.imported.pool import Pool

HALF = ".half"
"""What the name of a pool ends with for as long as it is made."""
SOURCE = typer.Argument(
    None,
    metavar="DATASET",
    help=mark(
        "Folder, file or archive: JSON Lines, JSON, CSV, Parquet, COCO or Croissant, with its pictures and clips."
    ),
)
OUT = typer.Option(None, "--out", "-o", metavar="FOLDER", help=mark("Folder for the pool; must not exist yet."))


def import_pool(
    source: Path | None = SOURCE,
    mapping: str = typer.Option(
        "own", "--mapping", metavar="NAME|FILE", help=mark("What the fields mean: a TOML file, or one that is shipped.")
    ),
    list_mappings: bool = typer.Option(False, "--mappings", help=mark("List the mappings that are shipped.")),
    irrelevant_from: str = typer.Option(
        "",
        "--irrelevant-from",
        metavar="set|FOLDER",
        help=mark(
            "Make a twin of each question that cannot be answered, with pictures of other questions of the set or of a folder."
        ),
    ),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the exchanged pictures.")),
    limit: int = typer.Option(None, "--limit", metavar="N", min=1, help=mark("Read no more than so many rows.")),
    where: Path | None = OUT,
    as_json: bool = AS_JSON,
) -> int:
    """Make questions of a data set that home ask can test; what cannot be used is listed and stops nothing."""
    from mindsight.home.imported.importing import FROM_SET, Wanted, import_questions
    from mindsight.home.imported.mapping import read_mapping, shipped
    from mindsight.home.imported.readers.opening import open_source

    if list_mappings:
        for name, about in shipped().items():
            show(f"{name}: {about}")
        return 0
    if source is None or where is None:
        raise InputError("home import: name the data set, and with --out the folder for the pool")
    if where.exists():
        raise InputError("{folder}: exists already; choose another name", folder=str(where))
    if irrelevant_from not in {"", FROM_SET} and not Path(irrelevant_from).is_dir():
        raise InputError("--irrelevant-from: {value} is neither “set” nor a folder of pictures", value=irrelevant_from)
    read, sha256 = read_mapping(mapping)
    name = mapping if mapping in shipped() else Path(mapping).name
    with _unpacked(source) as root:
        wanted = Wanted(open_source(root, read.files), read, name, sha256, irrelevant_from, seed, limit)
        with _made_whole(where) as folder, progress(text("reading rows")) as step:
            pool, found = import_questions(wanted, folder, step)
    _say(pool, found, where, as_json=as_json)
    return EXIT_ITEMS_FAILED if found.refused else 0


@contextmanager
def _unpacked(source: Path) -> Iterator[Path]:
    """Give the data set; an archive is unpacked for as long as it is read."""
    from mindsight.home.imported.readers.archives import is_archive, unpack

    if not is_archive(source):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="mindsight-") as place:
        unpack(source, Path(place))
        # Most archives hold one folder, which is the data set.
        inside = list(Path(place).iterdir())
        yield inside[0] if len(inside) == 1 and inside[0].is_dir() else Path(place)


@contextmanager
def _made_whole(where: Path) -> Iterator[Path]:
    """Give a folder that gets its name only if all went well; one that was stopped half-way stays, for the same command to go on with."""
    partial = where.with_name(f"{where.name}{HALF}")
    partial.mkdir(parents=True, exist_ok=True)
    with explained(_left, partial):
        yield partial
    partial.rename(where)


def _left(partial: Path) -> Text:
    return text(
        "stopped; what was taken over is kept in {folder}. Give the same command again to go on, or delete it",
        folder=str(partial),
    )


def _say(pool: Pool, found: Found, where: Path, *, as_json: bool) -> None:
    from mindsight.home.imported.pool import FINDINGS

    header = pool.header
    if as_json:
        page = {**header.model_dump(mode="json"), "folder": str(where)}
        print(json.dumps(page))
        return
    for place, problem in found.first:
        tell(text("{id}: {reason}", id=place, reason=problem), style="yellow")
    if found.refused > len(found.first):
        tell(
            text(
                "and {count} more; {file} lists them all",
                count=found.refused - len(found.first),
                file=str(where / FINDINGS),
            ),
            style="yellow",
        )
    for one in header.classes:
        show(
            text(
                "{key} ({title}): {valid} questions with an answer, {irrelevant} without",
                key=one.key,
                title=one.title[settings.language],
                valid=one.valid,
                irrelevant=one.irrelevant,
            )
        )
    if header.twins and (alone := sum(found.valid.values()) - found.twins):
        tell(
            text(
                "{count} questions have no twin without an answer: no question of another group shows as many pictures; "
                "--irrelevant-from takes a folder of pictures, too",
                count=alone,
            ),
            style="yellow",
        )
    show(
        text(
            "{rows} rows read, {left} of no class of the mapping, {refused} refused",
            rows=header.rows,
            left=header.left_out,
            refused=header.refused,
        )
    )
    show(text("next: mindsight home ask --pool {folder} --model …", folder=str(where)))
