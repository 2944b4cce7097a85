"""TOML files that users fill in: read whole, checked by a model, and refused in one sentence."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from mindsight.decoding import reading, toml_in
from mindsight.errors import InputError

_LARGEST = 1 << 22
Model = TypeVar("Model", bound=BaseModel)


def read_filled(path: Path, kind: type[Model]) -> tuple[Model, bytes]:
    """Return what is filled in, and the bytes of the file.

    Raises:
        InputError: The file cannot be read, is too large, is not TOML, or has a field that is unknown or wrong; names the field.
    """
    with reading(path, "TOML"):
        if path.stat().st_size > _LARGEST:
            raise InputError("{file}: is too large to have been filled in by hand", file=str(path))
        data = path.read_bytes()
        return kind.model_validate(toml_in(data)), data
