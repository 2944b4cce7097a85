"""How a product exports its results: declared in its product file or on the command line, never guessed."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Conventions(BaseModel):
    """The properties of a product that are needed to read its results.

    A convention belongs to the product, not to the test: products with different conventions are comparable.

    Attributes:
        suffix: Text between the number and the extension of an exported file: ``_enhanced`` in ``0001_enhanced.jpg``.
        answers: Whether the product names classes, or only groups images into clusters without names.
        class_map: Pairs (product's name, class of the test).
        mask_from: How the mask of a cut-out is found: its ``alpha`` channel; the output is the ``mask`` itself; every pixel that differs
            from one background ``colour``; every pixel that does not ``differ`` from the input.
        background: The background's colour, RGB, if ``mask_from`` is ``colour``.
        tolerance: Largest difference of a channel, in grey levels, that counts as equal.
        threshold: Values of an output's alpha or mask from this one on are inside; None leaves it to the kit's profile.
        placement: Whether the output shows the ``whole`` image or is ``cropped`` to the object.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suffix: str = Field(default="", max_length=100)
    answers: Literal["labels", "clusters"] = "labels"
    class_map: tuple[tuple[str, str], ...] = ()
    mask_from: Literal["alpha", "mask", "colour", "difference"] = "alpha"
    background: tuple[int, int, int] = (255, 255, 255)
    tolerance: int = Field(default=16, ge=0, le=254)
    threshold: int | None = Field(default=None, ge=1, le=255)
    placement: Literal["whole", "cropped"] = "whole"
