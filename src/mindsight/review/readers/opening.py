"""Recognise a data set by the files that it holds."""

from pathlib import Path, PurePosixPath

from mindsight.errors import InputError
from mindsight.review.catalogue import Catalogue
from mindsight.review.examining.files import readable
from mindsight.review.readers.clips import ANNOTATIONS, TRUTHS, read_clips
from mindsight.review.readers.household import FORMATS, read_household
from mindsight.review.readers.kits import FORMAT, KIT_FILE, read_kit
from mindsight.review.readers.listing import Listing, is_page, list_files
from mindsight.review.readers.pictures import Purpose, read_pictures
from mindsight.review.readers.pools import FORMAT as POOL
from mindsight.review.readers.pools import POOL_FILE, read_pool


def open_data_set(root: Path, purpose: Purpose | None = None) -> tuple[Catalogue, Listing]:
    """Return the catalogue of a data set, and the listing it was made from.

    Raises:
        InputError: It is no folder, holds nothing, or its list of contents is damaged.
    """
    listing = list_files(root)
    for name, form in FORMATS.items():
        if is_page(root, name, form):
            return read_household(root, listing, name), listing
    if is_page(root, "manifest.json", "mindsight.run"):
        raise InputError(
            "{folder}: is a run; review the data that it was made on: the kit, or the folder of clips", folder=str(root)
        )
    if is_page(root, KIT_FILE, FORMAT):
        return read_kit(root, listing), listing
    if is_page(root, POOL_FILE, POOL):
        return read_pool(root, listing), listing
    if any(PurePosixPath(readable(name)).name in {ANNOTATIONS, TRUTHS} for name in listing.files):
        return read_clips(root, listing), listing
    return read_pictures(root, listing, purpose), listing
