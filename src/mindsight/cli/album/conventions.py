"""Build the conventions of a product from command-line options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from mindsight.errors import InputError

if TYPE_CHECKING:
    from mindsight.album.products.conventions import Conventions


def conventions_of(class_map: Path | None, clusters: bool, kit: Path) -> Conventions:
    """Return the conventions for class names from the command-line options; the kit tells which names are its classes."""
    from mindsight.album.products.conventions import Conventions

    return Conventions(
        answers="clusters" if clusters else "labels",
        class_map=() if class_map is None else _class_map(class_map, kit),
    )


def _class_map(table: Path, kit: Path) -> tuple[tuple[str, str], ...]:
    from mindsight.album.classification.record import read_class_map
    from mindsight.album.suite import open_kit

    header: Any = open_kit(kit).header
    classes = header.classes if header.kind == "classification" else ()
    return read_class_map(table, [name for one in classes for name in one.names])


def with_cut_outs(
    conventions: Conventions,
    mask_from: str | None,
    background: str | None,
    tolerance: int | None,
    threshold: int | None,
    cropped: bool,
) -> Conventions:
    """Return the conventions with the command-line options for cut-outs added.

    Raises:
        InputError: An option has an unknown value, or options contradict each other.
    """
    known = get_args(type(conventions).model_fields["mask_from"].annotation)
    if mask_from is not None and mask_from not in known:
        raise InputError(
            "--mask-from: {value} is not known; use one of {known}", value=mask_from, known=", ".join(known)
        )
    if background is not None and mask_from != "colour":
        raise InputError("--background is the colour that --mask-from colour leaves out; give both options")
    said = {
        "mask_from": mask_from,
        "background": None if background is None else _colour(background),
        "tolerance": tolerance,
        "threshold": threshold,
        "placement": "cropped" if cropped else None,
    }
    return conventions.model_copy(update={name: value for name, value in said.items() if value is not None})


def _colour(value: str) -> tuple[int, int, int]:
    found = re.fullmatch(r"#?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", value)
    if found is None:
        raise InputError("--background: {value} is not a colour; write '#RRGGBB', such as '#ffffff'", value=value)
    red, green, blue = (int(part, 16) for part in found.groups())
    return red, green, blue
