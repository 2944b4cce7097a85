"""What of a manifest follows from its plan and its data list: identity, departures, readings, seeds, document, canaries.

The rest nobody can compute again: it is *asserted* by whoever ran the test, and listed in ``ASSERTED``.
"""

from collections.abc import Iterator
from typing import Any

from mindsight.errors import RecordError
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.verification.differences import Difference, differences

ASSERTED = ("software", "hardware", "started", "ended", "resumed", "state", "items", "strangers", "review", "pictures")
"""Fields that are not rebuilt here: facts that nobody can compute again, and what other checks prove."""


def manifest_differences(run: RunFolder) -> Iterator[Difference]:
    """Yield where a run's manifest is not what its plan, its data list and its canaries' answers give."""
    yield from differences(_plain(run.manifest), _plain(manifest_again(run)))


def _plain(manifest: Manifest) -> dict[str, Any]:
    # What a plan gives that was changed may be of any type; that it is, the comparison says.
    return manifest.model_dump(mode="json", exclude=set(ASSERTED), warnings=False)


def manifest_again(run: RunFolder) -> Manifest:
    """Build it by the suite that the manifest names."""
    suite = run.manifest.document.suite
    if run.manifest.kind.endswith("_opinion"):
        from mindsight.rating.rated_run import manifest_again as of_ratings

        return of_ratings(run)
    if suite == "album":
        from mindsight.album.rebuilding import manifest_again as of_album

        return of_album(run)
    if suite == "home":
        from mindsight.home.rebuilding import manifest_again as of_home

        return of_home(run)
    if suite == "vsig":
        from mindsight.vsig.rebuilding import manifest_again as of_vsig

        return of_vsig(run)
    raise RecordError("{folder}: this version of mindsight has no suite {suite}", folder=run.path.name, suite=suite)
