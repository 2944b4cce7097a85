"""The order in which the items of a run's plan are tested, from its data list."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from mindsight.checker.checking import KINDS
from mindsight.checker.lazily import read_through
from mindsight.errors import RecordError
from mindsight.kinds import kind_of
from mindsight.record.folder import RunFolder
from mindsight.record.words import Names


def order_of(run: RunFolder) -> Sequence[str]:
    """Return the ids of the items of a run's plan in the order in which they are tested.

    Raises:
        RecordError: The data list is none, or of a kind that this version does not know.
    """
    manifest = run.manifest
    page = manifest.model_dump(mode="json")
    kind = kind_of(manifest, run.path)
    checked = KINDS[kind.key]
    listed = Names()
    path = str(run.path / manifest.data.file)
    if read_through(path, checked.entries, lambda entry, *_: listed.add(_id_of(entry))) is None:
        raise RecordError("{folder}: this version cannot read the list of its items", folder=str(run.path))
    ends = checked.repeats(page)
    ids: Sequence[str] = Names(islice(listed, manifest.data.instances // len(ends)))
    if kind.order == "task_by_task":
        return Names(f"{id_}{end}" for id_ in ids for end in ends)
    if kind.order == "by_id":
        ids = sorted(ids)
    if ends != [""]:
        ids = Names(f"{id_}{end}" for end in ends for id_ in ids)
    return sorted(ids, key=lambda id_: id_.rpartition("-")[2]) if kind.order == "far_apart" else ids


def _id_of(entry: Any) -> str:
    """Return the id of an entry whose text was read a character a byte."""
    found = str(entry.get("id")) if isinstance(entry, dict) else ""
    return found if found.isascii() else found.encode("latin-1").decode("utf-8")
