"""5.3, segmentation a): make a kit from originals and their masks made by hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.kits.kit import INPUTS, TRUTH, write_kit, write_picture
from mindsight.album.kits.photographs import Cluster, Photo, Progress, bytes_of, find_photos, number_photos, prepare_all
from mindsight.album.kits.pictures import DEFAULT_MEGAPIXELS, Picture, Pixels, decode, encode_png
from mindsight.album.profile import SegmentationProfile
from mindsight.album.segmentation.formulas import MaskTerms, mask_terms, thresholds_of
from mindsight.album.segmentation.kit import MaskCounts, SegmentationEntry, SegmentationHeader, stored
from mindsight.album.segmentation.masks import Mask
from mindsight.album.segmentation.sources import (
    Finder,
    MaskedPhoto,
    Source,
    claimed_once,
    masks_in,
    other_size,
    photos_and_masks,
)
from mindsight.clauses import implements
from mindsight.errors import InputError, PictureError
from mindsight.files.whole import whole_folder
from mindsight.record.folder import refuse_inside
from mindsight.text import Text, mark, text

TURNED = text("the photograph is stored turned or mirrored, and its mask fits both ways; it is taken as upright")
TRIMAP = mark("the mask has the values 0, {value} and 255, as a trimap has; {value} is taken as it is")
LABELS = mark(
    "the mask has areas of the values {values}, as a map of labels has; the object is what has {threshold} or more"
)
GREY = text("most pixels of the mask are neither nearly black nor nearly white, as in a photograph")
"""Notes of an entry whose mask may be wrong; whoever makes the kit is asked to look at these."""
_MOST_LABELS = 16
"""Most values of a map of labels: a mask with smoothed edges has more, or no areas of values between."""
_NEARLY = 32
_UPSIDE_DOWN = (2, 3, 4)


@dataclass(frozen=True)
class MaskRecipe:
    """How masks are read: the profile, and the grey value of undecided pixels, if any."""

    profile: SegmentationProfile
    undecided: int | None = None
    demonstration: bool = False
    megapixels: float = DEFAULT_MEGAPIXELS


@dataclass(frozen=True)
class Material:
    """Originals and the finder of their masks; ``sources`` are all folders and files that are read."""

    folder: Path
    photos: Sequence[Path]
    finder: Finder
    others: Sequence[str]
    sources: tuple[Path, ...]


def material(folder: Path, masks: Path | Finder | None = None, *, read: Path | None = None) -> Material:
    """Return the originals of a folder and the finder of their masks.

    Args:
        folder: The originals; without ``masks``, also their masks: PNG files of the same names.
        masks: Folder of mask files, or a function that finds the mask of an original.
        read: The file or folder that the finder reads.

    Raises:
        InputError: The folders cannot be used.
    """
    if masks is None:
        photos, others, finder = photos_and_masks(folder)
        return Material(folder, photos, finder, others, (folder,))
    pictures, others = find_photos(folder)
    if isinstance(masks, Path):
        finder, read = masks_in(masks), masks
        # Masks may lie in a sub-folder of the originals.
        inner = masks.resolve()
        pictures = [path for path in pictures if not path.resolve().is_relative_to(inner)]
        if not pictures:
            raise InputError("{folder}: holds masks only; name the folder of the originals first", folder=str(folder))
    else:
        finder = masks
    return Material(folder, pictures, finder, others, (folder,) if read is None else (folder, read))


@implements("album", "5.3-segmentation-a")
def make_segmentation_kit(
    found: Material,
    kit: Path,
    recipe: MaskRecipe,
    *,
    trial: bool = False,
    cluster: Cluster = "file",
    workers: int = 1,
    progress: Progress = lambda _done, _all: None,
    beside: Callable[[Path], object] = lambda _kit: None,
) -> list[str]:
    """Prepare originals and masks (5.3 segmentation a): more than 30 originals, each with a mask made by hand.

    Args:
        found: The originals and where their masks are.
        kit: Folder to create; must not exist, or be empty.
        recipe: How masks are read.
        trial: Allow fewer originals than the document asks for; everything made from the kit then states so.
        cluster: Whether single originals or only those of different sub-folders are independent.
        workers: Number of processes that prepare pictures.
        progress: Called with (finished, all).
        beside: Called with the kit's folder, before it has its name: writes what lies beside the kit.

    Returns:
        Names of files in the folder that are not originals and were left out.

    Raises:
        InputError: Too few originals, or the folders cannot be used.
        KitError: Some originals or masks cannot be used; the message gives file, finding and remedy for each.
    """
    least = recipe.profile.least_images
    if len(found.photos) < least and not trial:
        raise InputError(
            "{folder}: holds {found} originals with masks, clause 5.3 needs more than 30 (at least {needed}); add some or "
            "ask for a non-conforming trial with --trial",
            folder=str(found.folder),
            found=len(found.photos),
            needed=least,
        )
    refuse_inside(kit, *found.sources)
    plan = claimed_once([_with_mask(photo, found) for photo in number_photos(found.photos, found.folder, cluster)])
    with whole_folder(kit, INPUTS, TRUTH) as partial:
        entries = prepare_all(plan, _Preparation(partial, recipe), workers, progress)
        header = SegmentationHeader(
            profile=recipe.profile,
            undecided=recipe.undecided,
            trial=trial and len(entries) < least,
            demonstration=recipe.demonstration,
            count=len(entries),
        )
        write_kit(partial, header, entries)
        beside(partial)
    return list(found.others)


def _with_mask(photo: Photo, found: Material) -> MaskedPhoto:
    mask = found.finder(photo.path.relative_to(found.folder))
    return MaskedPhoto(photo.id, photo.number, photo.path, photo.source, photo.cluster, mask)


@dataclass(frozen=True)
class _Preparation:
    """Prepares one original and returns its entry, or a sentence saying what is wrong with it or its mask."""

    kit: Path
    recipe: MaskRecipe

    def __call__(self, photo: MaskedPhoto) -> tuple[SegmentationEntry, str] | Text:
        cv2.setNumThreads(1)
        if isinstance(photo.mask, Text):
            return photo.mask
        try:
            return self._prepare(photo, photo.mask)
        except PictureError as error:
            return error.text

    def _prepare(self, photo: MaskedPhoto, source: Source) -> tuple[SegmentationEntry, str]:
        data = bytes_of(photo)
        picture = decode(data, name=photo.source, megapixels=self.recipe.megapixels)
        mask = self._mask(source, picture.pixels)
        terms = self._terms(mask.pixels, source.name)
        suffix = photo.path.suffix.lower()
        entry = SegmentationEntry(
            id=photo.id,
            source=photo.source,
            cluster=photo.cluster,
            input=write_picture(self.kit, f"{INPUTS}/{photo.id}{suffix}", data, picture.pixels.shape),
            mask=write_picture(self.kit, f"{TRUTH}/{photo.id}.png", encode_png(mask.pixels), mask.pixels.shape),
            mask_terms=MaskCounts.model_validate(stored(terms)),
            notes=(
                *picture.notes,
                *mask.notes,
                *_notes(terms, self.recipe.profile.threshold),
                *self._doubts(picture, source, mask),
            ),
        )
        return entry, picture.sha256

    def _doubts(self, picture: Picture, source: Source, mask: Mask) -> Iterator[Text]:
        """Yield what may be wrong with a mask, and only people can decide."""
        height, width = picture.pixels.shape[:2]
        # A picture that is stored on its side has the other size, which a mask of that size betrays, unless it is square or states none.
        if picture.orientation in _UPSIDE_DOWN or (picture.orientation > 1 and (width == height or not source.sized)):
            yield TURNED
        counts = np.bincount(mask.pixels.ravel(), minlength=256)
        values = [int(value) for value in np.flatnonzero(counts)]
        middle = [value for value in _middle_values(mask, values) if value != self.recipe.undecided]
        if middle and len(values) == 3 and values[-1] == 255:
            yield Text(message=TRIMAP, args={"value": middle[0]})
        elif middle:
            shown = ", ".join(str(value) for value in (*middle, values[-1]))
            yield Text(message=LABELS, args={"values": shown, "threshold": self.recipe.profile.threshold})
        elif len(values) > _MOST_LABELS and 2 * counts[_NEARLY:-_NEARLY].sum() > mask.pixels.size:
            yield GREY

    def _mask(self, source: Source, original: Pixels) -> Mask:
        height, width = original.shape[:2]
        mask = source.read(width, height, megapixels=self.recipe.megapixels)
        if mask.pixels.shape != (height, width):
            found = (mask.pixels.shape[1], mask.pixels.shape[0])
            raise other_size(source.name, found, (width, height))
        return mask

    def _terms(self, mask: Pixels, name: str) -> MaskTerms:
        """Return the terms of a mask; refuse a grey picture that is not a mask."""
        threshold = self.recipe.profile.threshold
        terms = mask_terms(mask, thresholds_of(threshold), undecided=self.recipe.undecided)
        if terms.border == terms.pixels:
            raise PictureError("{file}: every pixel of the mask is undecided", file=name)
        if terms.grey and not terms.objects[threshold] and not terms.border:
            raise PictureError(
                "{file}: the largest value of the mask is {value}, an object needs {threshold} or more; write the object as "
                "255 and the background as 0",
                file=name,
                value=int(mask.max()),
                threshold=threshold,
            )
        return terms


def _middle_values(mask: Mask, values: Sequence[int]) -> list[int]:
    """Return the values between 0 and the largest that fill areas of a mask, as labels and undecided bands do and smoothed edges do not."""
    if not 3 <= len(values) <= _MOST_LABELS or values[0] != 0:
        return []
    middle = [value for value in values if mask.noise < value < values[-1] - mask.noise]
    return middle if len(values) == 3 else [value for value in middle if _has_area(mask.pixels == value)]


def _has_area(pixels: NDArray[np.bool_]) -> bool:
    """Return whether three pixels by three are set somewhere."""
    return bool(cv2.erode(pixels.astype(np.uint8), np.ones((3, 3), np.uint8)).any())


def _notes(terms: MaskTerms, threshold: int) -> tuple[Text, ...]:
    decided = terms.pixels - terms.border
    notes = []
    if terms.objects[threshold] == 0:
        notes.append(text("the mask is empty: no pixel belongs to an object"))
    if terms.objects[threshold] == decided:
        notes.append(text("the mask is full: every pixel belongs to the object"))
    if terms.border:
        notes.append(text("{count} pixels of the mask are undecided", count=terms.border))
    return tuple(notes)
