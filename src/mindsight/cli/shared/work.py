"""How the items of a run are shared out: processes of this machine, and shards of machines that know nothing of each other."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.options import one_of
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.parallel import Engine
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text

SHARD = typer.Option(
    None,
    "--shard",
    metavar="K/N",
    help=mark("Test every n-th item from the k-th on; mindsight merge joins the shards."),
)


ENGINE = typer.Option(
    None,
    "--engine",
    metavar="serial|local|ray",
    help=mark("Where items are tested: one by one, in processes, on a cluster."),
)
ADDRESS = typer.Option(
    None, "--address", help=mark("Address of a Ray cluster; by default RAY_ADDRESS, else one is started here.")
)


@dataclass(frozen=True)
class Work:
    """Who does the work of a run: how many processes where, and of which shard, written ``k/n``, if not of the whole."""

    workers: int = 1
    shard: str | None = None
    chosen: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The engine that was chosen, or what the number of workers says."""
        return self.chosen or ("local" if self.workers > 1 else "serial")


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


def on_engine(work: Work, engine: str | None, address: str | None, *, counted: bool) -> Work:
    """Return work as it is done on an engine; without a number of workers on every CPU that it has.

    Args:
        work: The work.
        engine: Name of the engine; None leaves it to the number of workers.
        address: Address of a cluster.
        counted: Whether the number of workers was given.

    Raises:
        InputError: There is no such engine, or the options contradict each other.
    """
    if address is not None:
        if engine != "ray":
            raise InputError("--address: is for --engine ray")
        # The variable that Ray reads itself, also in the processes that it starts.
        os.environ["RAY_ADDRESS"] = address
    if engine is None:
        return work
    one_of("--engine", engine, ("serial", "local", "ray"))
    if engine == "serial" and work.workers > 1:
        raise InputError("--engine serial: tests one item after another; leave out --workers")
    chosen: Engine = "serial" if engine == "serial" else "local" if engine == "local" else "ray"
    return replace(work, chosen=chosen, workers=work.workers if counted or engine == "serial" else 0)


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
