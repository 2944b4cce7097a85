"""5.3, segmentation b): from what a product exported to a grey mask, by conventions that were declared, never guessed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np

from mindsight.album.conventions import Conventions
from mindsight.album.masks import has_colours
from mindsight.album.pictures import Pixels, decode_rgba, grey, over
from mindsight.album.placement import find_place, placed
from mindsight.errors import InputError, ProductError
from mindsight.text import Text, text


class Cutout(NamedTuple):
    """What an output says of each pixel: 255 object, 0 background; what was understood of its file, and notes."""

    mask: Pixels
    parsed: dict[str, Any]
    notes: tuple[Text, ...]


@dataclass(frozen=True)
class Export:
    """What is known of an output before it is looked at.

    ``original`` gives the original's RGB pixels, upright; it is asked for only where they are needed. ``resize`` brings
    an output of another size to the original's, nearest pixel.
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


def cut_out(data: bytes, conventions: Conventions, export: Export) -> Cutout:
    """Return the mask of an output of the original's size, or put in its place.

    Raises:
        PictureError: The file cannot be decoded.
        ProductError: It is not what the conventions say, has another size than the original, or fits nowhere into it.
    """
    picture = decode_rgba(data, name=export.name, megapixels=export.megapixels)
    height, width = picture.pixels.shape[:2]
    parsed: dict[str, Any] = {"format": picture.format, "width": width, "height": height}
    pixels, notes = picture.pixels, picture.notes
    cropped = conventions.placement == "cropped"
    if not cropped and (width, height) != (export.width, export.height):
        pixels = _at_size(pixels, export)
        notes = (
            *notes,
            text("output of {width}×{height} pixels brought to its mask's size", width=width, height=height),
        )
    mask = _MASKS[conventions.mask_from](pixels, conventions, export)
    if not cropped:
        return Cutout(mask, parsed, notes)
    colours = over(pixels, conventions.background)
    place = find_place(export.original(), colours, mask, tolerance=conventions.tolerance, name=export.name)
    found = {} if place is None else {"left": place.left, "top": place.top, "apart": place.apart}
    return Cutout(placed(mask, place, export.width, export.height), parsed | found, notes)


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
    if pixels.shape[2] == 3:
        raise ProductError(
            "the output {file} has no alpha channel; export PNG with a transparent background, or declare what it is with "
            "--mask-from mask, colour or difference",
            outcome="no_alpha",
            file=export.name,
        )
    return np.ascontiguousarray(pixels[:, :, 3])


def _mask(pixels: Pixels, conventions: Conventions, export: Export) -> Pixels:
    if pixels.shape[2] == 4 and pixels[:, :, 3].min() < 255:
        raise ProductError(
            "the output {file} has transparent pixels, so it is no mask; declare --mask-from alpha if it is a cut-out",
            outcome="no_mask",
            file=export.name,
        )
    opaque = np.ascontiguousarray(pixels[:, :, :3])
    if has_colours(opaque, conventions.tolerance):
        raise ProductError(
            "the output {file} shows colours, so it is no mask; declare what it is with --mask-from alpha, colour or "
            "difference",
            outcome="no_mask",
            file=export.name,
        )
    return grey(opaque)


def _colour(pixels: Pixels, conventions: Conventions, _export: Export) -> Pixels:
    """Return every pixel that differs from the background's colour; transparent ones show it."""
    colours = over(pixels, conventions.background)
    low, high = (
        [value + step for value in conventions.background] for step in (-conventions.tolerance, conventions.tolerance)
    )
    ground = cv2.inRange(colours, np.array(low, np.float64), np.array(high, np.float64))
    return np.asarray(cv2.bitwise_not(ground), dtype=np.uint8)


def _difference(pixels: Pixels, conventions: Conventions, export: Export) -> Pixels:
    """Return every pixel that is as it was in the original."""
    apart = cv2.absdiff(over(pixels, conventions.background), export.original())
    most = np.asarray(apart, dtype=np.uint8).max(axis=2)
    return np.asarray(cv2.threshold(most, conventions.tolerance, 255, cv2.THRESH_BINARY_INV)[1], dtype=np.uint8)


_MASKS = {"alpha": _alpha, "mask": _mask, "colour": _colour, "difference": _difference}
