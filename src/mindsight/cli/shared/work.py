"""How the items of a run are shared out: processes of this machine, and shards of machines that know nothing of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.parser.planned import option_of, was_given
from mindsight.execution.making import WHOLE, Making, Work
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text

__all__ = ["ADDRESS", "ENGINE", "KEEP_OUTPUT", "KEEP_PICTURES", "SHARD", "WHOLE", "Work", "part_of", "shared_out"]

SHARD = option_of(Making, "shard")
KEEP_PICTURES = option_of(Making, "keep_pictures")
ENGINE = option_of(Making, "engine")
ADDRESS = option_of(Making, "address")
KEEP_OUTPUT = option_of(Making, "keep_output")


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
    given: dict[str, Any] = {
        "shard": shard, "engine": engine, "address": address, "keep_pictures": pictures, "keep_output": output,
    }  # fmt: skip
    if was_given(context, "workers"):
        given["workers"] = workers
    return Making.of(given).work(dry_run=dry_run)


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
