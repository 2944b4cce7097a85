"""``--scale`` and ``--probe`` of ``mindsight album kit enhancement``: the factor by which a product enlarges, stated or measured."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import tell
from mindsight.errors import InputError
from mindsight.text import text

if TYPE_CHECKING:
    from fractions import Fraction

    from mindsight.subjects.product import Product

_PROBED = ("command", "http", "python")
"""Schemes of subjects that can process a picture immediately."""


def factor_of(scale: str | None, probe: str | None, photos: Path, megapixels: float) -> Fraction | None:
    """Return the factor by which the product enlarges, given or measured; None if it keeps the size.

    Raises:
        InputError: The factor is invalid, or the product cannot process a picture immediately.
        KitError: There are no photographs, or the product does not enlarge all pictures by one factor.
        SubjectError: The product cannot be reached.
    """
    if scale is not None and probe is not None:
        raise InputError("--scale and --probe exclude each other; give only one of them")
    if probe is not None:
        return _measured(probe, photos, megapixels)
    return None if scale is None else _given(scale)


def _given(scale: str) -> Fraction:
    from fractions import Fraction

    try:
        factor = Fraction(scale)
    except (ValueError, ZeroDivisionError) as error:
        raise InputError("--scale: {value} is not a factor; write 2 or 3/2", value=scale) from error
    if not 1 < factor <= 16 or factor.denominator > 16:
        raise InputError("--scale: {value} is out of range; a factor is above 1 and at most 16", value=scale)
    return factor


def _measured(probe: str, photos: Path, megapixels: float) -> Fraction | None:
    from mindsight.album.enhancement.preparation import probe_scale
    from mindsight.album.kits.photographs import find_photos

    first = find_photos(photos)[0][0]
    with closing(_opened(probe)) as product, tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        factor = probe_scale(product, first, Path(workspace), megapixels=megapixels)
    tell(text("probed: the product enlarges by {factor}", factor=str(factor or 1)))
    return factor


def _opened(probe: str) -> Product:
    """Open the product named by ``--probe``, directly or as the enhancement function of a product file."""
    from mindsight.subjects.product import DEFAULT_TIMEOUT_S
    from mindsight.subjects.products import open_product
    from mindsight.subjects.spec import SCHEMES, parse_subject

    timeout, key, spec = DEFAULT_TIMEOUT_S, None, None
    # A command may also end with the name of a file.
    if probe.endswith(".toml") and probe.partition(":")[0] not in SCHEMES:
        from mindsight.album.products.product_file import ProductFile

        file = ProductFile(Path(probe))
        functions = file.sorting()["enhancement"]
        if len(functions) != 1 or file.spec(functions[0]) is None:
            raise InputError(
                "--probe: {file}: has {count} functions of image enhancement; where that is not one with a subject, name "
                "the subject itself",
                file=probe,
                count=len(functions),
            )
        timeout, key, spec = functions[0].timeout or timeout, functions[0].key_env, file.spec(functions[0])
    spec = spec or parse_subject(probe, _PROBED)
    if spec.scheme == "baseline":
        raise InputError("--probe: a baseline resizes to the size it is given; give --scale instead")
    if spec.scheme not in _PROBED:
        raise InputError(
            "--probe: {scheme}: subjects cannot be measured; use one of {known}, or give --scale",
            scheme=spec.scheme,
            known=", ".join(_PROBED),
        )
    return open_product(spec, timeout_s=timeout, key_env=key)
