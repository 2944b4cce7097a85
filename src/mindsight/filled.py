"""TOML files that users fill in: read whole, checked by a model, and refused in one sentence."""

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from mindsight.errors import InputError
from mindsight.reasons import reason_of, system_reason

_LARGEST = 1 << 22
Model = TypeVar("Model", bound=BaseModel)


def read_filled(path: Path, kind: type[Model]) -> tuple[Model, bytes]:
    """Return what is filled in, and the bytes of the file.

    Raises:
        InputError: The file cannot be read, is too large, is not TOML, or has a field that is unknown or wrong; names the field.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError("{file}: is too large to have been filled in by hand", file=str(path))
        data = path.read_bytes()
        return kind.model_validate(tomllib.loads(data.decode("utf-8-sig"))), data
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(
            "{file}: field {field} is not as it should be ({reason})",
            file=str(path),
            field=".".join(str(part) for part in first["loc"]) or "?",
            reason=reason_of(first["msg"], "pydantic"),
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(
            "{file}: is not valid TOML ({reason})", file=str(path), reason=reason_of(error, "tomllib")
        ) from error
