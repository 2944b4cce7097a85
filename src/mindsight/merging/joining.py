"""The order of the work: check the shards, copy their pictures and lines, compute the numbers and seal the whole run."""

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from mindsight.errors import InputError, RecordError
from mindsight.kinds import kind_of
from mindsight.merging.lines import Values, following
from mindsight.merging.order import order_of
from mindsight.merging.shards import Shard, changed, named, opened, refuse_missing, refuse_other
from mindsight.pipeline import Recorded, Scoring, finish
from mindsight.record import canonical
from mindsight.record.checker import Finding
from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RunFolder, media_files, put_media, refuse_occupied
from mindsight.record.log import GENESIS, chained_lines, naming
from mindsight.record.model import Manifest, Scalar, Seal
from mindsight.text import Language

Progress = Callable[[int, int], None]
_UNTOLD = frozenset({"time_s", "previous"})
"""What two makings of one item may differ in: the time it took, and the line before it."""


def merge(
    folders: Sequence[Path],
    out: Path,
    *,
    kit: Path | None = None,
    language: Language = "en",
    progress: Progress = lambda _done, _all: None,
) -> RunFolder:
    """Join shards and return the sealed run; a merge that fails leaves nothing behind, and one that is killed no run.

    Args:
        folders: The shards' folders, in any order; a shard may be given twice if both hold the same items.
        out: The folder of the whole run.
        kit: The kit of an album run, from which the pictures of its report are cut.
        language: That of what is said of a shard that was changed.
        progress: Called with (finished, all) as items are written.

    Raises:
        InputError: A folder is no shard, one is missing, or an album run comes without its kit.
        RecordError: A shard was changed, is not finished, or belongs to another run; something lies in the folder of the whole run.
    """
    refuse_occupied(out, resumable=False)
    with ExitStack() as open_files:
        shards = sorted((opened(folder, language) for folder in folders), key=lambda shard: shard.index)
        for shard in shards:
            open_files.enter_context(closing(shard.lines))
        first = shards[0]
        for other in shards[1:]:
            refuse_other(first, other)
        refuse_missing(shards)
        order = order_of(first.run)
        again = _finisher(first.run, kit)
        partial = _emptied(out.resolve().with_name(f".{out.resolve().name}.merging"))
        run = RunFolder.create(partial, _whole(shards), data=first.run.path / first.manifest.data.file)
        try:
            with run.locked():
                _copy_pictures(run, shards, language)
                seal = _write(run, shards, order, progress)
                _refuse_rest(shards, order, language)
                finish(again, run, sealed=seal)
            _put(partial, out)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    return RunFolder(out)


def _emptied(partial: Path) -> Path:
    """Return the folder in which the run is made until it is whole, without what a killed merge left there.

    Raises:
        RecordError: Another merge is at work on the same run.
    """
    if partial.is_dir():
        with RunFolder(partial).locked():
            shutil.rmtree(partial)
    return partial


def _put(partial: Path, out: Path) -> None:
    """Give the whole run its folder; one that is there already, such as the current one, is filled and not replaced.

    Raises:
        RecordError: Meanwhile something was put there.
    """
    refuse_occupied(out, resumable=False)
    if not out.exists():
        partial.rename(out)
        return
    for left in out.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    # The manifest last: it makes a run of the folder.
    for file in sorted(partial.iterdir(), key=lambda file: file.name == MANIFEST):
        file.rename(out / file.name)
    partial.rmdir()


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


def _copy_pictures(run: RunFolder, shards: Sequence[Shard], language: Language) -> None:
    """Copy pictures, each read once: it must have the hash that is its name."""
    for shard in shards:
        for file in media_files(shard.run.path / MEDIA):
            data = file.read_bytes()
            if canonical.sha256(data) != file.name.partition(".")[0]:
                finding = Finding("media", file=str(file.relative_to(shard.run.path)))
                raise changed(shard.run.path, finding, language)
            put_media(run.path / MEDIA, data, "".join(file.suffixes), digest=file.name.partition(".")[0])


def _write(run: RunFolder, shards: Sequence[Shard], order: Sequence[str], progress: Progress) -> Seal:
    """Write each item behind the one before it in the plan, and return how many there are and the hash of the last."""
    by_index: dict[int, list[Shard]] = {}
    for shard in shards:
        by_index.setdefault(shard.index, []).append(shard)
    head, count = GENESIS, len(by_index)
    # Not flushed line by line, as a run does that may be killed: of a merge that fails nothing stays.
    with naming(run.path / ITEMS), (run.path / ITEMS).open("wb", buffering=1 << 20) as file:
        for place, id_ in enumerate(order):
            line = following(*_item(by_index[place % count + 1], id_, order), head)
            file.write(line)
            head = canonical.sha256(line[:-1])
            progress(place + 1, len(order))
    return Seal(count=len(order), head=head)


def _item(shards: Sequence[Shard], id_: str, order: Sequence[str]) -> tuple[bytes, Values]:
    """Return an item's line and what it says from the shards that shall hold it; it must be the same in all of them."""
    first, *others = shards
    line, values = _taken(first, id_, order)
    for other in others:
        if _untimed(_taken(other, id_, order)[1]) != _untimed(values):
            raise RecordError(
                "{folder}: its item {id} is another than that of {other}; name only one of the two",
                folder=str(other.run.path),
                id=id_,
                other=str(first.run.path),
            )
    return line, values


def _taken(shard: Shard, id_: str, order: Sequence[str]) -> tuple[bytes, Values]:
    found = shard.lines.take(id_)
    if found is None:
        raise _refusal(shard, order)
    return found


def _refuse_rest(shards: Sequence[Shard], order: Sequence[str], language: Language) -> None:
    """Refuse shards that hold more than their items, or end otherwise than they were sealed."""
    for shard in shards:
        if shard.lines.more():
            raise _refusal(shard, order)
        found, sealed = shard.lines.seal(), shard.manifest.items
        if found != sealed:
            expected = None if sealed is None else sealed.count
            finding = Finding("head", file=ITEMS, byte=shard.lines.last, found=found.count, expected=expected)
            raise changed(shard.run.path, finding, language)


def _refusal(shard: Shard, order: Sequence[str]) -> RecordError:
    """Return the error of a shard that lacks items, holds those of another, or one of its own twice."""
    held = Counter(values["id"] for _, values, _ in chained_lines(shard.run.path / ITEMS))
    wanted = set(order[shard.index - 1 :: shard.count])
    strange = sorted(id_ for id_ in wanted | held.keys() if held[id_] != (id_ in wanted))
    return RecordError(
        "{folder}: does not hold the items of shard {shard}: {items}; test this shard again",
        folder=str(shard.run.path),
        shard=shard.manifest.shard or "",
        items=named(strange),
    )


def _untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _untimed(inner) for name, inner in value.items() if name not in _UNTOLD}
    return [_untimed(inner) for inner in value] if isinstance(value, list) else value


def _finisher(run: RunFolder, kit: Path | None) -> Scoring:
    """Return what computes the numbers of the run: its test, where a report shows pictures of the kit."""
    on_kit = kind_of(run.manifest, run.path).on_kit
    if on_kit is None:
        if kit is not None:
            raise InputError("--kit: is for album runs; leave it out")
        return Recorded()
    if kit is None:
        raise InputError("the report of an album run shows pictures of its kit; give the kit with --kit")
    test: Scoring = on_kit(run, kit)
    return test
