"""What a data set says of itself in Croissant: whether it is valid, which fields it lacks, and which hashes it states."""

from pathlib import Path, PurePosixPath

from mindsight.croissant import described, is_croissant
from mindsight.errors import InputError
from mindsight.review.checks.check import Description
from mindsight.review.examining.files import readable
from mindsight.review.readers.listing import Listing
from mindsight.text import storable

ASKED = {
    "license": "license",
    "version": "version",
    "datePublished": "date_published",
    "rai:dataCollection": "data_collection",
    "rai:dataUseCases": "data_use_cases",
    "rai:dataLimitations": "data_limitations",
    "rai:personalSensitiveInformation": "personal_sensitive_information",
}
"""Fields that a description must have, though Croissant itself asks for fewer, and how the library calls them."""


def descriptions(root: Path, listing: Listing) -> tuple[Description, ...]:
    """Return what the descriptions at the root of a data set say.

    Raises:
        MissingExtra: There is one, and mlcroissant is not installed.
    """
    found = (
        name
        for name in listing.files
        if PurePosixPath(readable(name)).parent == PurePosixPath() and name.endswith(".json")
    )
    return tuple(
        _description(root / name, readable(name))
        for name in found
        if not (root / name).is_symlink() and is_croissant(root / name)
    )


def _description(file: Path, name: str) -> Description:
    try:
        metadata = described(file)
    except InputError as error:
        return Description(name, error.text)
    hashes = [
        (storable(str(one.content_url)), str(one.sha256))
        for one in metadata.distribution
        if getattr(one, "sha256", None) and getattr(one, "content_url", None) and "://" not in str(one.content_url)
    ]
    return Description(
        name, None, tuple(key for key, field in ASKED.items() if not getattr(metadata, field, None)), tuple(hashes)
    )
