"""What people declared of a data set, by the names of Croissant and its terms for responsible use."""

from collections.abc import Iterator
from typing import Any

from mindsight.review.declarations import Declarations, People, Source


def described_by(declared: Declarations) -> dict[str, Any]:
    """Return the fields that declarations answer; what nobody declared is left out."""
    licences = sorted({one.licence for one in declared.sources})
    people, upkeep, process = declared.people, declared.upkeep, declared.annotation
    found: dict[str, Any] = {
        "license": licences[0] if len(licences) == 1 else licences,
        "datePublished": declared.by.on.isoformat(),
        "creator": {"@type": "sc:Person", "name": declared.by.name},
        "rai:dataCollection": "; ".join(map(_source, declared.sources)),
        "rai:dataLimitations": "; ".join(f"{name}: {value}" for name, value in declared.diversity.items()),
        "rai:personalSensitiveInformation": "" if people is None else "; ".join(_people(people)),
        "version": "" if upkeep is None else upkeep.version,
        "rai:dataReleaseMaintenancePlan": "" if upkeep is None else f"{upkeep.owner}, next review {upkeep.next_review}",
        "rai:dataAnnotationProtocol": process.task_document or "",
    }
    return {name: value for name, value in found.items() if value}


def _source(one: Source) -> str:
    return ", ".join(str(part) for part in (one.source, one.origin, one.collected_by, one.collected) if part)


def _people(people: People) -> Iterator[str]:
    if not people.shown:
        yield "no persons are shown"
        return
    yield "persons are shown"
    if people.consent is not None:
        reach = ", ".join((*people.consent.covers, *people.consent.regions))
        yield f"consent {people.consent.record}: {reach}"
    if people.groups:
        yield f"groups: {', '.join(people.groups)}"
