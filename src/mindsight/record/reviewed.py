"""A run that rests on a review of its data: its manifest names the review, and does not say that there was none."""

from mindsight.record.model import DataReview, Manifest

NONE = "departure-review"
"""The note of generated data that nobody reviewed them."""


def resting_on(manifest: Manifest, review: DataReview) -> Manifest:
    """Return the manifest of a run that rests on a review."""
    departures = tuple(one for one in manifest.departures if one.id != NONE)
    return manifest.model_copy(update={"review": review, "departures": departures})


def as_reviewed(again: Manifest, before: Manifest) -> Manifest:
    """Return a manifest that was made once more, with the note where the run's own has it: runs once had it beside a review too."""
    if before.review is None or any(one.id == NONE for one in before.departures):
        return again
    return resting_on(again, before.review)
