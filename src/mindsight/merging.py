"""Join the shards of a run that machines made without knowing of each other into the record of the whole run.

Every shard is checked first: that it is as it was sealed, that all were made by one plan, and that together they hold each item.
The items are then chained anew in the order of the plan, and the numbers computed as at the end of any run.
"""

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, overload

from mindsight.checker.checking import KINDS, check
from mindsight.checker.items import chained
from mindsight.checker.lazily import listing_of
from mindsight.errors import InputError, RecordError
from mindsight.parallel import parse_shard
from mindsight.pipeline import TESTED, finish, unlike
from mindsight.record.folder import ITEMS, MEDIA, RunFolder, media_files, media_path
from mindsight.record.model import Manifest, Results, Scalar
from mindsight.record.scores import ScoreTable
from mindsight.record.words import Names
from mindsight.text import Language
from mindsight.verification.rebuilding import beside, recompute

Progress = Callable[[int, int], None]
_AGREED = (*TESTED, "version", "seeds", "renderer", "departures", "readings", "strangers", "pictures")
_MOST_NAMED = 10
_UNTOLD = frozenset({"time_s", "previous", "_byte"})
"""What two makings of one item may differ in: the time it took, and its place in a file."""
_UNASKED = frozenset({"running"})
"""State of canaries that are left to the first shard."""
_FAR_APART = {("home", "questions"), ("home", "imported")}
"""Tests whose questions of one wording are asked far apart: first the first of all wordings, then the second."""

_TASK_BY_TASK = {("home", "validity")}
"""Tests that run a task under every condition before the next task; others run all tasks under one condition before the next."""


@dataclass(frozen=True)
class Shard:
    """One shard: its folder, its manifest, its place among the shards, and its items, read when they are asked for."""

    run: RunFolder
    manifest: Manifest
    index: int
    count: int
    items: Any


def merge(
    folders: Sequence[Path],
    out: Path,
    *,
    kit: Path | None = None,
    language: Language = "en",
    progress: Progress = lambda _done, _all: None,
) -> RunFolder:
    """Join shards and return the sealed run; a merge that fails leaves nothing behind.

    Args:
        folders: The shards' folders, in any order; a shard may be given twice if both hold the same items.
        out: The folder of the whole run.
        kit: The kit of an album run, from which the pictures of its report are cut.
        language: That of what is said of a shard that was changed.
        progress: Called with (finished, all) as items are written.

    Raises:
        InputError: A folder is no shard, one is missing, or an album run comes without its kit.
        RecordError: A shard was changed, is not finished, or belongs to another run.
    """
    shards = sorted((_opened(folder, language) for folder in folders), key=lambda shard: shard.index)
    first = shards[0]
    for other in shards[1:]:
        _refuse_other(first, other)
    order = order_of(first.run)
    _refuse_gaps(shards, order)
    again = _finisher(first.run, kit)
    run = RunFolder.create(out, _whole(shards), data=first.run.path / first.manifest.data.file)
    try:
        with run.locked():
            _write(run, shards, order, progress)
            finish(again, run)
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        raise
    return run


def order_of(run: RunFolder) -> Sequence[str]:
    """Return the ids of the items of a run's plan in the order in which they are tested."""
    manifest = run.manifest
    page = manifest.model_dump(mode="json")
    kind = KINDS.get(f"{manifest.document.suite}.{manifest.kind}")
    found = None if kind is None else listing_of(str(run.path / manifest.data.file), kind.entries)
    if kind is None or found is None:
        raise RecordError("{folder}: this version cannot read the list of its items", folder=str(run.path))
    ends = kind.repeats(page)
    each = manifest.data.instances // len(ends)
    ids: Sequence[str] = _Ids(str(entry.get("id")) for entry in islice(found[1], each))
    if manifest.document.suite == "vsig":
        ids = sorted(ids)
    if (manifest.document.suite, manifest.kind) in _TASK_BY_TASK:
        return _Ids(f"{id_}{end}" for id_ in ids for end in ends)
    names = (f"{id_}{end}" for end in ends for id_ in ids)
    if (manifest.document.suite, manifest.kind) in _FAR_APART:
        return sorted(names, key=lambda id_: id_.rpartition("-")[2])
    return _Ids(names)


class _Ids(Sequence[str]):
    """Ids in an order, of which few are objects at a time."""

    def __init__(self, ids: Iterable[str]) -> None:
        names = Names()
        for id_ in ids:
            names.add(id_)
        self._ids: Any = names.column()

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        found: str | Sequence[str] = self._ids[place]
        return found


def _opened(folder: Path, language: Language) -> Shard:
    run = RunFolder.open(folder)
    manifest = run.manifest
    if manifest.shard is None:
        raise InputError("{folder}: is a whole run and no shard of one; there is nothing to merge", folder=str(folder))
    if manifest.state != "part":
        raise RecordError(
            "{folder}: shard {shard} is not finished; finish it with the same command and --resume {folder}",
            folder=str(folder),
            shard=manifest.shard,
        )
    for finding in check(str(folder))[0]:
        if finding.key != "unfinished":
            raise RecordError(
                "{folder}: the shard was changed since it was sealed: {finding}",
                folder=str(folder),
                finding=finding.say(language),
            )
    return Shard(run, manifest, *parse_shard(manifest.shard), chained(str(folder), ITEMS, [])[0])


def _refuse_other(one: Shard, other: Shard) -> None:
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


def _refuse_gaps(shards: Sequence[Shard], order: Sequence[str]) -> None:
    """Refuse shards that are not together the whole run, each item once."""
    count = shards[0].count
    missing = sorted(set(range(1, count + 1)) - {shard.index for shard in shards})
    if missing:
        raise InputError(
            "of {count} shards these are missing: {missing}; name their folders too",
            count=count,
            missing=_named(f"{index}/{count}" for index in missing),
        )
    by_index: dict[int, Shard] = {}
    for shard in shards:
        wanted = order[shard.index - 1 :: count]
        if len(wanted) != len(shard.items) or any(id_ not in shard.items for id_ in wanted):
            strange = set(shard.items).symmetric_difference(wanted)
            raise RecordError(
                "{folder}: does not hold the items of shard {shard}: {items}; test this shard again",
                folder=str(shard.run.path),
                shard=shard.manifest.shard or "",
                items=_named(sorted(strange)),
            )
        other = by_index.setdefault(shard.index, shard)
        for id_ in wanted if other is not shard else ():
            if _untimed(shard.items[id_]) != _untimed(other.items[id_]):
                raise RecordError(
                    "{folder}: its item {id} is another than that of {other}; name only one of the two",
                    folder=str(shard.run.path),
                    id=id_,
                    other=str(other.run.path),
                )


def _named(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:_MOST_NAMED]) + ("…" if len(listed) > _MOST_NAMED else "")


def _untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _untimed(inner) for name, inner in value.items() if name not in _UNTOLD}
    return [_untimed(inner) for inner in value] if isinstance(value, list) else value


def _whole(shards: Sequence[Shard]) -> Manifest:
    """Return the manifest of the whole run, begun with the first shard and ended with the last."""
    manifests = [shard.manifest for shard in shards]
    hardware: dict[str, Scalar] = {}
    for name in dict.fromkeys(name for manifest in manifests for name in manifest.hardware):
        found = list(dict.fromkeys(manifest.hardware.get(name) for manifest in manifests))
        hardware[name] = found[0] if len(found) == 1 else " | ".join(map(str, found))
    return manifests[0].model_copy(
        update={
            "shard": None,
            "state": "running",
            "items": None,
            "hardware": hardware,
            "started": min(manifest.started for manifest in manifests),
            "ended": max(manifest.ended or manifest.started for manifest in manifests),
            "resumed": tuple(sorted({moment for manifest in manifests for moment in manifest.resumed})),
        }
    )


def _write(run: RunFolder, shards: Sequence[Shard], order: Sequence[str], progress: Progress) -> None:
    for shard in shards:
        for file in media_files(shard.run.path / MEDIA):
            if not (target := media_path(run.path / MEDIA, file.name)).exists():
                shutil.copyfile(file, target)
    by_index = {shard.index: shard for shard in reversed(shards)}
    with run.log() as log:
        for place, id_ in enumerate(order):
            log.append(_Line(by_index[place % len(by_index) + 1].items[id_]))
            progress(place + 1, len(order))


class _Line:
    """An item as it stands in a shard; the log gives it the line before."""

    def __init__(self, values: dict[str, Any]) -> None:
        del values["_byte"]
        self._values = values

    @property
    def id(self) -> str:
        return str(self._values["id"])

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        del mode
        return self._values


class _Recorded:
    """Numbers that follow from the record alone."""

    def table(self, run: RunFolder) -> ScoreTable:
        return recompute(run)[0]

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        del table
        for name, page in beside(run).items():
            run.write(name, page)
        return recompute(run)[1]


def _finisher(run: RunFolder, kit: Path | None) -> Any:
    """Return what computes the numbers of the run: of an album its test, since a report shows pictures of the kit."""
    if run.manifest.document.suite != "album":
        if kit is not None:
            raise InputError("--kit: is for album runs; leave it out")
        return _Recorded()
    if kit is None:
        raise InputError("the report of an album run shows pictures of its kit; give the kit with --kit")
    from mindsight.album.rebuilding import test_on_kit

    return test_on_kit(run, kit)
