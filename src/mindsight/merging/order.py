"""The order in which the items of a run's plan are tested, from its data list."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.kinds import kind_of
from mindsight.record.columns import Names
from mindsight.record.folder import RunFolder
from mindsight.record.reading.streaming import read_through


def order_of(run: RunFolder) -> Sequence[str]:
    """Return the ids of the items of a run's plan in the order in which they are tested.

    Raises:
        RecordError: The data list is none, or of a kind that this version does not know.
    """
    manifest = run.manifest
    kind = kind_of(manifest, run.path)
    ends, listed, count = _ends(run), Names(), manifest.data.instances
    path = str(run.path / manifest.data.file)
    if read_through(path, kind.entries, lambda entry, *_: listed.add(_id_of(entry))) is None:
        raise _unreadable(run)
    ids: Sequence[str] = Names(islice(listed, max(count, 0) // len(ends)))
    if len(ids) * len(ends) != count:
        raise _unreadable(run)
    if kind.order == "task_by_task":
        return Names(f"{id_}{end}" for id_ in ids for end in ends)
    if kind.order == "by_id":
        ids = sorted(ids)
    if ends != [""]:
        ids = Names(f"{id_}{end}" for end in ends for id_ in ids)
    return sorted(ids, key=lambda id_: id_.rpartition("-")[2]) if kind.order == "far_apart" else ids


def _ends(run: RunFolder) -> list[str]:
    """Return what the ids of an entry's items end with: the key of each condition, or the number of each time it is put."""
    plan, most = run.manifest.plan, run.manifest.data.instances
    conditions, epochs = plan.get("conditions") or [], plan.get("epochs", 1)
    if (
        not isinstance(conditions, list)
        or not isinstance(epochs, int)
        or max(len(conditions), epochs, 1) > max(most, 1)
    ):
        raise _unreadable(run)
    try:
        keys = [f"@{condition['key']}" for condition in conditions]
    except decoder_errors() as error:
        raise _unreadable(run) from error
    return keys or ([f"@{number}" for number in range(1, epochs + 1)] if epochs > 1 else [""])


def _unreadable(run: RunFolder) -> RecordError:
    return RecordError("{folder}: this version cannot read the list of its items", folder=str(run.path))


def _id_of(entry: Any) -> str:
    """Return the id of an entry whose text was read a character a byte."""
    found = str(entry.get("id")) if isinstance(entry, dict) else ""
    return found if found.isascii() else found.encode("latin-1").decode("utf-8")
