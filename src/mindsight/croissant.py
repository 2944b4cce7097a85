"""Read a description in Croissant by ``mlcroissant``, without the network: for imports and for reviews."""

import json
import warnings
from pathlib import Path
from typing import Any

from mindsight.errors import InputError, MissingExtra
from mindsight.text import storable

_LARGEST = 1 << 26


def is_croissant(file: Path) -> bool:
    """Return whether a JSON file is a description in Croissant."""
    try:
        with file.open("rb") as stream:
            return b"mlcommons.org/croissant" in stream.read(1 << 16)
    except OSError:
        return False


def described(file: Path) -> Any:
    """Return what a description says, as the library's metadata.

    Raises:
        InputError: The description is not valid.
        MissingExtra: mlcroissant is not installed.
    """
    try:
        import mlcroissant
    except ImportError as error:
        raise MissingExtra("Croissant needs mlcroissant; run: pip install 'mindsight[import]'") from error
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError("it is too large")
        page = json.loads(file.read_bytes())
        if _asks_the_network(page):
            raise ValueError("its context lies elsewhere")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return mlcroissant.Dataset(jsonld=page).metadata
    except Exception as error:
        reason = storable(" ".join(str(error).split())[:300]) or type(error).__name__
        raise InputError("{file}: is no valid Croissant ({reason})", file=str(file), reason=reason) from error


def _asks_the_network(page: Any) -> bool:
    """Return whether a description names contexts by address, which reading it would fetch."""
    if isinstance(page, list):
        return any(map(_asks_the_network, page))
    if not isinstance(page, dict):
        return False
    context = page.get("@context", {})
    return not isinstance(context, dict) or "@import" in context or any(map(_asks_the_network, page.values()))
