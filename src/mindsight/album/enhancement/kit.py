"""The kit of an enhancement test: references, their inputs, and the score of each unprocessed input."""

from typing import Literal, Self

from pydantic import Field, StrictInt, field_validator, model_validator

from mindsight.album.enhancement.formulas import check_terms
from mindsight.album.kits.kit import LEAST_IMAGES, Kit, KitEntry, KitFile, KitHeader, KitPicture
from mindsight.album.profile import EnhancementProfile
from mindsight.text import Text, text


class EnhancementEntry(KitEntry):
    """A reference, its input, and the terms of the unprocessed input."""

    reference: KitPicture
    input: KitPicture
    input_terms: dict[str, StrictInt]
    input_windowed: float | None = Field(ge=-1, le=1, strict=True)

    @property
    def original(self) -> KitFile:
        """The reference: noise makes two inputs of one photograph differ."""
        return self.reference

    @property
    def files(self) -> tuple[KitFile, ...]:
        """Input and reference."""
        return self.input, self.reference

    @field_validator("input_terms")
    @classmethod
    def _of_a_pair(cls, terms: dict[str, int]) -> dict[str, int]:
        return check_terms(terms)._asdict()


class EnhancementHeader(KitHeader):
    """Header of an enhancement kit; ``scale`` is the exact factor of both sides (numerator, denominator), null if unchanged."""

    kind: Literal["enhancement"] = "enhancement"
    profile: EnhancementProfile
    seed: StrictInt = Field(ge=0)
    scale: tuple[StrictInt, StrictInt] | None

    @model_validator(mode="after")
    def _says_that_it_is_a_trial(self) -> Self:
        if not self.trial and self.count < LEAST_IMAGES:
            raise ValueError(f"{self.count} references, but not marked as a trial")
        return self


class EnhancementKit(Kit[EnhancementHeader, EnhancementEntry]):
    """Kit of an enhancement test; references are kept byte for byte unless they had to be cropped."""

    headers = EnhancementHeader
    entries = EnhancementEntry
    files = 2

    def contradiction(self, entry: EnhancementEntry) -> Text | None:
        """Return what is wrong if the sizes of reference, input, scale and terms contradict each other."""
        reference, source = entry.reference, entry.input
        up, down = self.header.scale or (1, 1)
        scaled = (reference.width * down, reference.height * down) == (source.width * up, source.height * up)
        values = 3 if self.header.profile.grey == "channels" else 1
        if scaled and entry.input_terms["pixels"] == values * reference.width * reference.height:
            return None
        return text("the sizes of reference and input do not agree with the scale or with the number of pixels")
