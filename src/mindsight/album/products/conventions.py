"""How a product exports its results: declared in its product file or on the command line, never guessed."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from mindsight.plans import Option, PlanModel, RefusedValueError
from mindsight.text import mark, text

_CUT_OUTS = ("segmentation",)
Channel = Annotated[int, Field(ge=0, le=255)]
_FOLDERS = ("folder",)
_LABELS = ("classification",)


class Conventions(PlanModel):
    """The properties of a product that are needed to read its results.

    A convention belongs to the product, not to the test: products with different conventions are comparable.

    Attributes:
        suffix: Text between the number and the extension of an exported file: ``_enhanced`` in ``0001_enhanced.jpg``.
        class_map: Pairs (product's name, class of the test).
        answers: Whether the product names classes, or only groups images into clusters without names.
        mask_from: How the mask of a cut-out is found: its ``alpha`` channel; the output is the ``mask`` itself; every pixel that differs
            from one background ``colour``; every pixel that does not ``differ`` from the input.
        background: The background's colour, RGB, if ``mask_from`` is ``colour``; also written ``#rrggbb``.
        tolerance: Largest difference of a channel, in grey levels, that counts as equal.
        threshold: Values of an output's alpha or mask from this one on are inside; None leaves it to the kit's profile.
        placement: Whether the output shows the ``whole`` image or is ``cropped`` to the object.

    Example:
        >>> Conventions(suffix="_enhanced").suffix
        '_enhanced'
    """

    suffix: Annotated[
        str,
        Option(
            mark("Text between the number and the extension of an output, such as _enhanced."),
            only_for=_FOLDERS,
            recorded="changed",
        ),
    ] = Field(default="", max_length=100)
    class_map: tuple[tuple[str, str], ...] = ()
    answers: Annotated[
        Literal["labels", "clusters"],
        Option(
            mark("The product names no classes: match its clusters to the classes, one to one."),
            name="clusters",
            sets="clusters",
            only_for=_LABELS,
            recorded="always",
        ),
    ] = "labels"
    mask_from: Annotated[
        Literal["alpha", "mask", "colour", "difference"],
        Option(
            mark(
                "Where a cut-out's mask is: alpha channel, the output itself, all but a background colour, or all that equals the "
                "original."
            ),
            only_for=_CUT_OUTS,
            recorded="always",
        ),
    ] = "alpha"
    background: Annotated[
        tuple[Channel, Channel, Channel],
        Option(
            mark("Background colour of --mask-from colour; white by default."), metavar="'#RRGGBB'", only_for=_CUT_OUTS
        ),
    ] = (255, 255, 255)
    tolerance: Annotated[
        int,
        Option(
            mark("Grey levels by which a channel may differ and still count as equal."),
            only_for=_CUT_OUTS,
            recorded="always",
        ),
    ] = Field(default=16, ge=0, le=254)
    threshold: Annotated[
        int | None,
        Option(
            mark(
                "Values of an output's alpha channel or mask from this one on are inside, such as 1 if the object is 1."
            ),
            shown="128",
            only_for=_CUT_OUTS,
            recorded="changed",
        ),
    ] = Field(default=None, ge=1, le=255)
    placement: Annotated[
        Literal["whole", "cropped"],
        Option(
            mark("Outputs are cropped to the object; each is looked for in its original."),
            name="cropped",
            sets="cropped",
            only_for=_CUT_OUTS,
            recorded="always",
        ),
    ] = "whole"

    @field_validator("background", mode="before")
    @classmethod
    def _colour(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if re.fullmatch(r"#?[0-9a-fA-F]{6}", value) is None:
            raise RefusedValueError(text("{value} is not a colour; write '#RRGGBB', such as '#ffffff'", value=value))
        return tuple(bytes.fromhex(value.removeprefix("#")))


def conventions_of(page: Mapping[str, Any]) -> Conventions:
    """Return the conventions of the page of a record's plan."""
    return Conventions.of({name: page[name] for name in Conventions.model_fields if page.get(name) is not None})
