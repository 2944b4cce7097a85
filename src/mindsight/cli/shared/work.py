"""How the items of a run are shared out: processes of this machine, and shards of machines that know nothing of each other."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

import typer

from mindsight.cli.shared.options import one_of, was_given
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.parallel import Engine
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text

    Pictures = Literal["worst", "sampled"]

SHARD = typer.Option(
    None,
    "--shard",
    metavar="K/N",
    help=mark("Test every n-th item from the k-th on; mindsight merge joins the shards."),
)
KEEP_PICTURES = typer.Option(
    "all",
    "--keep-pictures",
    metavar="all|worst|sampled",
    help=mark("Whose pictures stay: of all items, or of the worst 1,000, or of 1,000 drawn by chance."),
)
KEEP_OUTPUT = typer.Option(
    False,
    "--keep-output",
    help=mark(
        "Record the last 2,000 characters that a failing program printed, not only its last line; secrets are hidden."
    ),
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
    """Who does the work of a run: how many processes where (0: on every CPU of the cluster), and of which shard, ``k/n``, if not of all.

    ``pictures`` says whose pictures stay when it is done, if not those of all items.
    """

    workers: int = 1
    shard: str | None = None
    chosen: Engine | None = None
    pictures: Pictures | None = None

    @property
    def engine(self) -> Engine:
        """The engine that was chosen, or what the number of workers says."""
        return self.chosen or ("local" if self.workers > 1 else "serial")

    @property
    def at_home(self) -> Work:
        """The same work without a cluster: for what must not leave this machine."""
        return replace(self, workers=1, chosen=None) if self.chosen == "ray" else self


WHOLE = Work()
"""One process, all items."""


def shared_out(
    context: typer.Context,
    workers: int,
    engine: str | None,
    address: str | None,
    shard: str | None = None,
    *,
    dry_run: bool = False,
    pictures: str = "all",
    output: bool = False,
) -> Work:
    """Return the work that the options ask for; on an engine without a number of workers, every CPU that it has is used.

    Raises:
        InputError: The shard is none, or a rehearsal of it is asked for; there is no such engine, or the options contradict each other.
    """
    from mindsight.parallel import parse_shard, usable_cpus
    from mindsight.subjects.printed import keep_output

    keep_output(output)
    if shard is not None:
        parse_shard(shard)
        if dry_run:
            raise InputError("--dry-run: is about the whole plan, which every shard has; leave out --shard")
    if address is not None:
        if engine != "ray":
            raise InputError("--address: is for --engine ray")
        # The variable that Ray reads itself, also in the processes that it starts.
        os.environ["RAY_ADDRESS"] = address
    one_of("--keep-pictures", pictures, ("all", "worst", "sampled"))
    few = None if pictures == "all" else cast("Pictures", pictures)
    if engine is None:
        return Work(workers, shard, None, few)
    one_of("--engine", engine, ("serial", "local", "ray"))
    if engine == "serial":
        if workers > 1:
            raise InputError("--engine serial: tests one item after another; leave out --workers")
        return Work(1, shard, "serial", few)
    counted = was_given(context, "workers")
    if engine == "local":
        return Work(workers if counted else usable_cpus(), shard, "local", few)
    return Work(workers if counted else 0, shard, "ray", few)


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
