"""5.3, segmentation b): convert a product's output to a grey mask by declared conventions, never guessed ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np

from mindsight.album.kits.pictures import Pixels, decode_rgba, over
from mindsight.album.products.conventions import Conventions
from mindsight.album.segmentation.masks import BAND, alpha_of, grey_of
from mindsight.album.segmentation.placement import find_place, placed
from mindsight.errors import InputError, ProductError
from mindsight.text import Text, text


class Cutout(NamedTuple):
    """The mask of an output (255 object, 0 background), the facts read from its file, and notes.

    ``values`` are the smallest and the largest value of the mask, of a cropped output before it is put in its place.
    """

    mask: Pixels
    parsed: dict[str, Any]
    notes: tuple[Text, ...]
    values: tuple[int, int]


@dataclass(frozen=True)
class Export:
    """What is known of an output before it is decoded.

    ``original`` gives the original's RGB pixels, upright; it is called only if they are needed. ``resize`` allows resizing an output of
    another size to the original's, by nearest pixel.
    """

    name: str
    width: int
    height: int
    original: Callable[[], Pixels]
    resize: bool
    megapixels: float


def check_conventions(conventions: Conventions) -> None:
    """Refuse conventions that contradict each other.

    Raises:
        InputError: They do.
    """
    if conventions.placement == "cropped" and conventions.mask_from in ("mask", "difference"):
        raise InputError(
            "--cropped needs the object's own pixels and nothing else: use it with --mask-from alpha or colour, not {value}",
            value=conventions.mask_from,
        )
    if conventions.threshold is not None and conventions.mask_from in ("colour", "difference"):
        raise InputError(
            "--threshold needs masks or alpha channels with values between: use it with --mask-from alpha or mask, not {value}",
            value=conventions.mask_from,
        )


def cut_out(data: bytes, conventions: Conventions, export: Export) -> Cutout:
    """Return the mask of an output at the original's size; a cropped output is placed where it belongs.

    Raises:
        PictureError: The file cannot be decoded.
        ProductError: It contradicts the conventions, has another size than the original, or matches no place in it.
    """
    picture = decode_rgba(data, name=export.name, megapixels=export.megapixels)
    height, width = picture.pixels.shape[:2]
    parsed = picture.facts
    pixels, notes = picture.pixels, picture.notes
    cropped = conventions.placement == "cropped"
    if not cropped and (width, height) != (export.width, export.height):
        pixels = _at_size(pixels, export)
        # The record states both what was compared and what the product exported.
        parsed |= {"width": export.width, "height": export.height, "exported": [width, height]}
        notes = (
            *notes,
            text("output of {width}×{height} pixels brought to its mask's size", width=width, height=height),
        )
    mask = _MASKS[conventions.mask_from](pixels, conventions, export)
    if conventions.threshold is not None:
        mask = np.asarray(cv2.threshold(mask, conventions.threshold - 1, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)
    least, largest, *_ = cv2.minMaxLoc(mask)
    values = (round(least), round(largest))
    if not cropped:
        return Cutout(mask, parsed, notes, values)
    colours = over(pixels, conventions.background)
    place = find_place(export.original(), colours, mask, tolerance=conventions.tolerance, name=export.name)
    found = {} if place is None else {"left": place.left, "top": place.top, "apart": place.apart}
    return Cutout(placed(mask, place, export.width, export.height), parsed | found, notes, values)


def _at_size(pixels: Pixels, export: Export) -> Pixels:
    height, width = pixels.shape[:2]
    if not export.resize:
        raise ProductError(
            "the output {file} is {width}×{height} pixels, its mask {wanted_width}×{wanted_height}; export it at full size "
            "and upright, or declare --cropped if it shows the object alone",
            outcome="wrong_size",
            file=export.name,
            width=width,
            height=height,
            wanted_width=export.width,
            wanted_height=export.height,
        )
    size = (export.width, export.height)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_NEAREST_EXACT), dtype=np.uint8)


def _alpha(pixels: Pixels, _conventions: Conventions, export: Export) -> Pixels:
    alpha = alpha_of(pixels)
    if alpha is None:
        raise ProductError(
            "the output {file} has no alpha channel; export PNG with a transparent background, or declare what it is with "
            "--mask-from mask, colour or difference",
            outcome="no_alpha",
            file=export.name,
        )
    return alpha


def _mask(pixels: Pixels, conventions: Conventions, export: Export) -> Pixels:
    alpha = alpha_of(pixels)
    if alpha is not None and alpha.min() < 255:
        raise ProductError(
            "the output {file} has transparent pixels, so it is not a mask; declare --mask-from alpha if it is a cut-out",
            outcome="no_mask",
            file=export.name,
        )
    mask = grey_of(pixels, tolerance=conventions.tolerance)
    if mask is None:
        raise ProductError(
            "the output {file} shows colours, so it is not a mask; declare what it is with --mask-from alpha, colour or "
            "difference",
            outcome="no_mask",
            file=export.name,
        )
    return mask


def _colour(pixels: Pixels, conventions: Conventions, _export: Export) -> Pixels:
    """Return the mask of pixels that differ from the background's colour; transparent pixels count as background."""
    ground = np.empty((BAND, pixels.shape[1], 3), np.uint8)
    ground[:] = conventions.background
    colours = over(pixels, conventions.background)
    return _compared(colours, lambda band: ground[: len(colours[band])], conventions.tolerance, cv2.THRESH_BINARY)


def _difference(pixels: Pixels, conventions: Conventions, export: Export) -> Pixels:
    """Return the mask of pixels that are unchanged from the original."""
    original, colours = export.original(), over(pixels, conventions.background)
    return _compared(colours, lambda band: original[band], conventions.tolerance, cv2.THRESH_BINARY_INV)


def _compared(colours: Pixels, other: Callable[[slice], Pixels], tolerance: int, way: int) -> Pixels:
    """Return the mask of pixels in which any channel differs by more than the tolerance or, inverted, none does."""
    mask = np.empty(colours.shape[:2], np.uint8)
    apart = np.empty((BAND, *colours.shape[1:]), np.uint8)
    channels = [np.empty((BAND, colours.shape[1]), np.uint8) for _ in range(3)]
    for top in range(0, len(colours), BAND):
        band = slice(top, top + BAND)
        rows = len(colours[band])
        red, green, blue = (channel[:rows] for channel in channels)
        cv2.absdiff(colours[band], other(band), dst=apart[:rows])
        cv2.split(apart[:rows], mv=(red, green, blue))
        cv2.max(cv2.max(red, green, dst=red), blue, dst=red)
        cv2.threshold(red, tolerance, 255, way, dst=mask[band])
    return mask


_MASKS = {"alpha": _alpha, "mask": _mask, "colour": _colour, "difference": _difference}
