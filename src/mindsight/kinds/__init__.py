"""The table of kinds of run: what verifying, merging, comparing, rating, exporting and reporting have to know of each.

Open ``kind`` first: the columns, each with what it means. ``album``, ``home`` and ``vsig`` are the rows. What lies in a suite is written
``module:name`` and imported when it is used: this table knows no suite, and lists and help load none.

Code that needs to know what a run is asks ``kind_of(manifest)``; it compares neither suite nor kind with a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindsight.errors import RecordError
from mindsight.kinds import album, home, vsig
from mindsight.kinds.kind import Kind, Lazy, Order

if TYPE_CHECKING:
    from pathlib import Path

    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Manifest, Results
    from mindsight.record.scores import ScoreTable

__all__ = ["KINDS", "Kind", "Lazy", "Order", "kind_of", "rescore"]

KINDS: dict[str, Kind] = {kind.key: kind for kind in (*album.KINDS, *home.KINDS, *vsig.KINDS)}
"""By suite and kind, such as ``album.enhancement``."""


def kind_of(manifest: Manifest, folder: Path | str = "manifest.json") -> Kind:
    """Return the kind of run that a manifest names; ``folder`` is the run's, for the error.

    Raises:
        RecordError: This version does not know it.
    """
    kind = KINDS.get(f"{manifest.document.suite}.{manifest.kind}")
    if kind is None:
        raise RecordError(
            "{folder}: this version of mindsight has no suite {suite} {kind}",
            folder=str(folder),
            suite=manifest.document.suite,
            kind=manifest.kind,
        )
    return kind


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Return table and results of a run from its record alone, by the kind that its manifest names.

    Raises:
        RecordError: This version does not know the kind.
    """
    return kind_of(run.manifest, run.path).rescore(run)
