"""The kit of a segmentation test: originals byte for byte as they were given, and a mask made by hand for each."""

from typing import Any, Literal, Self

from pydantic import Field, StrictInt, field_validator, model_validator

from mindsight.album.kits.kit import Kit, KitEntry, KitFile, KitHeader, KitPart, KitPicture
from mindsight.album.profile import SegmentationProfile
from mindsight.album.segmentation.formulas import OBJECT, THRESHOLDS, MaskTerms, is_of_a_mask, thresholds_of
from mindsight.text import Text, text


class MaskCounts(KitPart):
    """Counts of a mask: all pixels, undecided ones, sum of the decided values, and object pixels by threshold."""

    pixels: int = Field(gt=0, strict=True)
    border: int = Field(ge=0, strict=True)
    grey: int = Field(ge=0, strict=True)
    objects: dict[str, StrictInt]

    @field_validator("objects")
    @classmethod
    def _by_threshold(cls, objects: dict[str, int]) -> dict[str, int]:
        if any(str(step) not in objects for step in THRESHOLDS) or not all(map(_is_step, objects)):
            raise ValueError("the counts are not at the usual thresholds")
        return objects

    @model_validator(mode="after")
    def _of_one_mask(self) -> Self:
        if not is_of_a_mask(self.terms):
            raise ValueError("no mask has these counts")
        return self

    @property
    def terms(self) -> MaskTerms:
        """The counts as used by the formulas."""
        objects = {int(step): count for step, count in self.objects.items()}
        return MaskTerms(self.pixels, self.border, self.grey, objects)


class SegmentationEntry(KitEntry):
    """An original, its upright size, and its mask with the mask's own terms."""

    input: KitPicture
    mask: KitPicture
    mask_terms: MaskCounts

    @property
    def files(self) -> tuple[KitFile, ...]:
        """Original and mask."""
        return self.input, self.mask


class SegmentationHeader(KitHeader):
    """Header of a segmentation kit; ``undecided`` is the grey value of undecided pixels, null if there are none."""

    kind: Literal["segmentation"] = "segmentation"
    profile: SegmentationProfile
    undecided: int | None = Field(ge=1, le=254, strict=True)

    @model_validator(mode="after")
    def _says_that_it_is_a_trial(self) -> Self:
        if not self.trial and self.count < self.profile.least_images:
            raise ValueError(f"{self.count} images, but not marked as a trial")
        return self


class SegmentationKit(Kit[SegmentationHeader, SegmentationEntry]):
    """Kit of a segmentation test: originals byte for byte, only renamed; masks as grey PNG."""

    headers = SegmentationHeader
    entries = SegmentationEntry
    files = 2

    def contradiction(self, entry: SegmentationEntry) -> Text | None:
        """Return what is wrong if the sizes of original, mask and counts contradict each other, or thresholds are missing."""
        source, mask, truth = entry.input, entry.mask, entry.mask_terms
        if (source.width, source.height) != (mask.width, mask.height) or truth.pixels != mask.width * mask.height:
            return text("the sizes of original and mask do not agree, or not with the number of pixels")
        if {*map(int, truth.objects)} != {*thresholds_of(self.header.profile.threshold)}:
            return text("the counts of the mask are not at the profile's thresholds")
        if truth.border and self.header.undecided is None:
            return text("the mask has undecided pixels, but the kit has no value for them")
        return None


def stored(terms: MaskTerms) -> dict[str, Any]:
    """Return a mask's counts as stored in files."""
    return {**terms._asdict(), "objects": {str(step): count for step, count in terms.objects.items()}}


def _is_step(word: str) -> bool:
    return word.isascii() and word.isdecimal() and word == str(int(word[:4])) and 1 <= int(word) <= OBJECT
