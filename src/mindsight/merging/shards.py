"""The shards of a run, opened: each as it was sealed, and all made by one plan."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mindsight.errors import InputError, RecordError
from mindsight.execution.parallel import parse_shard
from mindsight.kinds import kind_of
from mindsight.merging.lines import Lines
from mindsight.pipeline import TESTED, unlike
from mindsight.record.checker import Finding, seal_findings
from mindsight.record.folder import ITEMS, MEDIA, RunFolder
from mindsight.record.model import Manifest
from mindsight.text import Language

_AGREED = (*TESTED, "version", "seeds", "renderer", "departures", "readings", "strangers", "pictures")
_MOST_NAMED = 10
_UNASKED = frozenset({"running"})
"""State of canaries that are left to the first shard."""


@dataclass(frozen=True)
class Shard:
    """One shard: its folder, its manifest, its place among the shards, and its lines, read when they are asked for."""

    run: RunFolder
    manifest: Manifest
    index: int
    count: int
    lines: Lines


def opened(folder: Path, language: Language) -> Shard:
    """Return a shard that has ended and is as it was sealed, but for its pictures, which are looked at as they are copied.

    Raises:
        InputError: The folder is no shard.
        RecordError: It is not finished, or was changed.
    """
    run = RunFolder.open(folder)
    manifest = run.manifest
    if kind_of(manifest, folder).at_once:
        raise InputError(
            "{folder}: holds what people wrote down, which is counted at once; there are no shards of it to merge",
            folder=str(folder),
        )
    if manifest.shard is None:
        raise InputError("{folder}: is a whole run and no shard of one; there is nothing to merge", folder=str(folder))
    if manifest.state != "part":
        raise RecordError(
            "{folder}: shard {shard} is not finished; finish it with the same command and --resume {folder}",
            folder=str(folder),
            shard=manifest.shard,
        )
    for finding in seal_findings(str(folder), {}, but=MEDIA + "/"):
        raise changed(folder, finding, language)
    return Shard(run, manifest, *parse_shard(manifest.shard), Lines(folder / ITEMS))


def changed(folder: Path, finding: Finding, language: Language) -> RecordError:
    """Return the error of a shard that is not as it was sealed."""
    return RecordError(
        "{folder}: the shard was changed since it was sealed: {finding}",
        folder=str(folder),
        finding=finding.say(language),
    )


def refuse_other(one: Shard, other: Shard) -> None:
    """Refuse two shards that are not of one run; the first field that differs is named, and both values."""
    found = unlike(one.manifest, other.manifest, _AGREED)
    if one.count != other.count:
        found = ("shard", str(one.manifest.shard), str(other.manifest.shard))
    if found is None and not _left_to_the_first(other.manifest):
        found = unlike(one.manifest, other.manifest, ("canaries",))
    if found is not None:
        raise RecordError(
            "{folder}: is no shard of the run that {other} is one of: {field} is {found}, there {expected}",
            folder=str(other.run.path),
            other=str(one.run.path),
            field=found[0],
            found=found[2],
            expected=found[1],
        )


def _left_to_the_first(manifest: Manifest) -> bool:
    return manifest.canaries.get("state") in _UNASKED and not manifest.canaries.get("asked")


def refuse_missing(shards: Sequence[Shard]) -> None:
    """Refuse shards that are not all of their run; the missing ones are named."""
    count = shards[0].count
    held = {shard.index for shard in shards}
    if len(held) < count:
        raise InputError(
            "of {count} shards these are missing: {missing}; name their folders too",
            count=count,
            missing=named(f"{index}/{count}" for index in range(1, count + 1) if index not in held),
        )


def named(names: Iterable[str]) -> str:
    """Return the first of some names as a sentence shows them."""
    # A million may be missing.
    listed = list(islice(names, _MOST_NAMED + 1))
    return ", ".join(listed[:_MOST_NAMED]) + ("…" if len(listed) > _MOST_NAMED else "")
