"""6.3.1, 6.4.1 in a product report: rated runs, each beside the run whose outputs people rated."""

from collections.abc import Sequence

from mindsight.album.reporting.product_blocks import Part
from mindsight.errors import InputError, RecordError
from mindsight.kinds import kind_of
from mindsight.record.model import Manifest
from mindsight.text import Text, text


def rated_kind(manifest: Manifest) -> str | None:
    """Return the kind of run that was rated; None if the manifest is not that of a rated run."""
    kind = kind_of(manifest)
    return kind.question if kind.is_rated else None


def joined_opinions(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts, each rated run under the function of the run that it rates.

    Raises:
        InputError: Two rated runs rate the same run.
        RecordError: A rated run rates a run that was not given.
    """
    tested = {part.seal: part for part in parts if part.rates is None}
    seen: dict[str, Part] = {}
    found = []
    for part in parts:
        if part.rates is None:
            found.append(part)
            continue
        if part.rates not in tested:
            raise RecordError(
                "{run}: holds ratings of the run {name}, which was not given; give that run too",
                run=part.function,
                name=str(part.manifest.plan["rated"]["run"]),
            )
        own = part._replace(function=tested[part.rates].function)
        if part.rates in seen:
            raise InputError("{run}: two sets of ratings were given of this run; give one of them", run=own.function)
        seen[part.rates] = own
        found.append(own)
    return tuple(found)


def missing_raters(opinion: Part) -> Text:
    """Return how many raters a rated run lacks for a score."""
    plan = opinion.manifest.plan
    return text("waits for {count} more raters", count=int(plan["least_raters"]) - len(plan["raters"]))
