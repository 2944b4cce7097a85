"""What of a manifest follows from its plan and its data list: identity, departures, readings, seeds, document, canaries.

The rest nobody can compute again: it is *asserted* by whoever ran the test, and listed in ``ASSERTED``.
"""

from collections.abc import Iterator
from typing import Any

from mindsight.kinds import kind_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest, as_reviewed
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
    """Build it by the kind that it names; whether the data were reviewed is taken over."""
    before = run.manifest
    return as_reviewed(kind_of(before, run.path.name).manifest_again(run), before)
