"""How the items of a run are shared out: processes of this machine, and shards of machines that know nothing of each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text

SHARD = typer.Option(
    None,
    "--shard",
    metavar="K/N",
    help=mark("Test every n-th item from the k-th on; mindsight merge joins the shards."),
)


@dataclass(frozen=True)
class Work:
    """Who does the work of a run: how many processes, and of which shard, written ``k/n``, if not of the whole."""

    workers: int = 1
    shard: str | None = None


WHOLE = Work()
"""One process, all items."""


def shared_out(workers: int, shard: str | None, *, dry_run: bool = False) -> Work:
    """Return the work that the options ask for.

    Raises:
        InputError: The shard is none, or a rehearsal of it is asked for.
    """
    from mindsight.parallel import parse_shard

    if shard is not None:
        parse_shard(shard)
        if dry_run:
            raise InputError("--dry-run: is about the whole plan, which every shard has; leave out --shard")
    return Work(workers, shard)


def part_of(run: RunFolder) -> Text:
    """Return the sentence about a shard that has ended."""
    manifest = run.manifest
    return text(
        "{folder}: shard {shard} with {count} of the {all} items of its plan. Join the shards with: mindsight merge",
        folder=str(run.path),
        shard=manifest.shard or "",
        count=manifest.items.count if manifest.items else 0,
        all=manifest.data.instances,
    )
