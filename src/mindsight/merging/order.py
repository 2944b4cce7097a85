"""The order in which the items of a run's plan are tested, from its data list."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from mindsight.errors import RecordError
from mindsight.kinds import kind_of
from mindsight.record.columns import Names
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.record.reading.streaming import read_through


def order_of(run: RunFolder) -> Sequence[str]:
    """Return the ids of the items of a run's plan in the order in which they are tested.

    Raises:
        RecordError: The data list is none, or of a kind that this version does not know.
    """
    manifest = run.manifest
    kind = kind_of(manifest, run.path)
    ends, listed = _ends(manifest), Names()
    path = str(run.path / manifest.data.file)
    if read_through(path, kind.entries, lambda entry, *_: listed.add(_id_of(entry))) is None:
        raise RecordError("{folder}: this version cannot read the list of its items", folder=str(run.path))
    ids: Sequence[str] = Names(islice(listed, manifest.data.instances // len(ends)))
    if kind.order == "task_by_task":
        return Names(f"{id_}{end}" for id_ in ids for end in ends)
    if kind.order == "by_id":
        ids = sorted(ids)
    if ends != [""]:
        ids = Names(f"{id_}{end}" for end in ends for id_ in ids)
    return sorted(ids, key=lambda id_: id_.rpartition("-")[2]) if kind.order == "far_apart" else ids


def _ends(manifest: Manifest) -> list[str]:
    """Return what the ids of an entry's items end with: the key of each condition, or the number of each time it is put."""
    if conditions := manifest.plan.get("conditions"):
        return [f"@{condition['key']}" for condition in conditions]
    epochs = manifest.plan.get("epochs", 1)
    return [f"@{number}" for number in range(1, epochs + 1)] if epochs > 1 else [""]


def _id_of(entry: Any) -> str:
    """Return the id of an entry whose text was read a character a byte."""
    found = str(entry.get("id")) if isinstance(entry, dict) else ""
    return found if found.isascii() else found.encode("latin-1").decode("utf-8")
