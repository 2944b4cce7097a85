"""6.2 a): whether pictures of persons may be sent to where a subject runs, by what the review says that their consent covers."""

from mindsight.errors import InputError
from mindsight.review.declarations import People, is_country
from mindsight.review.findings import Limits
from mindsight.text import Text, text

HERE = "here"
"""How a run says that its subject runs on this machine."""


def is_region(value: str) -> bool:
    """Return whether a word names where a subject may run: a country, or this machine."""
    return value == HERE or is_country(value)


class SendingError(InputError):
    """Pictures of persons would be sent to where their consent does not reach."""


def limits_of(people: People | None) -> Limits | None:
    """Return where pictures may be sent; None if nobody is known to be shown or the consent has no bounds."""
    if people is None or not people.shown:
        return None
    if people.consent is None:
        return Limits(regions=())
    return None if "export" in people.consent.covers else Limits(regions=people.consent.regions)


def refusal(limits: Limits | None, region: str | None) -> Text | None:
    """Return why a subject in a region may not get the pictures, None if it may; ``region`` is None if nobody said where it runs."""
    if limits is None or region == HERE or region in limits.regions:
        return None
    allowed = ", ".join((HERE, *limits.regions))
    if region is None:
        return text(
            "the data show persons, whose consent covers only: {allowed}; say with --region where the subject runs",
            allowed=allowed,
        )
    return text(
        "the data show persons, whose consent covers only: {allowed}; they may not be sent to {region}",
        allowed=allowed,
        region=region,
    )
