"""A folder of photographs: folders are classes, parts of the data, or masks beside their pictures, by their names."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Literal

from mindsight.review.catalogue import Amount, Catalogue, Entry
from mindsight.review.examining.clips import SUFFIXES as CLIPS
from mindsight.review.examining.files import readable
from mindsight.review.examining.pictures import SUFFIXES
from mindsight.review.readers.listing import Listing

Purpose = Literal["classification", "enhancement", "segmentation"]
MASKS = frozenset(("mask", "masks", "truth", "gt", "alpha", "alphas", "trimaps"))
SPLITS = frozenset(("train", "val", "valid", "validation", "test", "dev", "known", "unknown"))
LEAST_PER_CLASS, LEAST_IMAGES = 11, 31
"""Album 5.3: more than 10 images of each class, more than 30 images else."""


def read_pictures(root: Path, listing: Listing, purpose: Purpose | None) -> Catalogue:
    """Return the catalogue of a folder of photographs; ``purpose`` is what somebody says that it is for."""
    entries = tuple(_entry(readable(name)) for name in listing.files)
    kind = purpose or _purpose_of(entries)
    return Catalogue(
        root=root,
        name=root.resolve().name,
        layout="pictures",
        files=listing.files,
        entries=entries,
        # What nobody said the folder is for cannot lack anything; the counts are shown all the same.
        amounts=tuple(amounts_of(entries, kind, strict=purpose is not None)),
    )


def amounts_of(entries: tuple[Entry, ...], purpose: Purpose, *, strict: bool) -> Iterator[Amount]:
    """Yield how many pictures feed each measure of a kind of function (album 5.3)."""
    pictures = [one for one in entries if one.role in {"picture", "reference"}]
    if not pictures and not strict:
        return
    if purpose == "classification":
        for label, count in sorted(Counter(one.label for one in pictures).items()):
            least = LEAST_PER_CLASS if strict else 0
            yield Amount("album.macro_f1", "album 5.3-classification-a", label, count, least, "share")
        return
    names = {
        "enhancement": ("album.psnr", "album.ssim", "album.enhancement_opinion"),
        "segmentation": ("album.iou", "album.pixel_accuracy", "album.segmentation_opinion"),
    }[purpose]
    masks = {PurePosixPath(one.path).stem for one in entries if one.role == "mask"}
    fit = [one for one in pictures if purpose == "enhancement" or PurePosixPath(one.path).stem in masks]
    for name in names:
        yield Amount(name, f"album 5.3-{purpose}-a", "", len(fit), LEAST_IMAGES if strict else 0)


def _purpose_of(entries: tuple[Entry, ...]) -> Purpose:
    if any(one.role == "mask" for one in entries):
        return "segmentation"
    pictures = [one for one in entries if one.role == "picture"]
    labels = {one.label for one in pictures}
    return "classification" if len(labels) > 1 and "" not in labels else "enhancement"


def _entry(path: str) -> Entry:
    parts = PurePosixPath(path).parts[:-1]
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in CLIPS:
        return Entry(path, "clip")
    if suffix not in SUFFIXES:
        return Entry(path, "table")
    split = next((part.lower() for part in parts if part.lower() in SPLITS), "")
    folders = [part for part in parts if part.lower() not in SPLITS]
    if any(part.lower() in MASKS for part in folders):
        return Entry(path, "mask", split=split)
    return Entry(path, "picture", label=folders[0] if folders else "", split=split)
