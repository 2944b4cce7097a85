"""One spelling for JSON, so that equal content has equal bytes and equal hashes."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json

from mindsight.decoding import json_in, reading
from mindsight.errors import RecordError
from mindsight.record.reading.strict import refuse_overfull

LONGEST_PAGE = 1 << 29
"""Bytes of a page; the stand-alone checker has the same limit. A giant would only fill the memory."""
# Made once: json.dumps makes a new encoder for each call with options.
_COMPACT = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def line(value: Any) -> bytes:
    """Return the value as one line of canonical JSON: sorted keys, no spaces, UTF-8, no NaN, newline at the end."""
    return _COMPACT.encode(value).encode() + b"\n"


def page(value: Any) -> bytes:
    """Return the value as indented canonical JSON, for files that people read."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n").encode()


def model_page(model: BaseModel) -> bytes:
    """Return a model as indented canonical JSON."""
    return page(model.model_dump(mode="json", by_alias=True))


def sha256(data: bytes) -> str:
    """Return the SHA-256 of the bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of_pieces(pieces: Iterable[bytes]) -> str:
    """Return the SHA-256 of bytes that come by pieces."""
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece)
    return found.hexdigest()


def sha256_of_file(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, reading it in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def parsed(data: bytes) -> Any:
    """Return what JSON says, read by the quickest reader at hand; what that one refuses, the usual one may know.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deeply.
    """
    try:
        return from_json(data)
    except ValueError:
        return json.loads(data)


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value's canonical line (without its newline)."""
    return sha256(line(value)[:-1])


def load(path: Path, *, page: bool = False) -> Any:
    """Read a JSON file; ``page`` says that it is a page of a record, and no list of its data.

    Raises:
        RecordError: The file is missing or not JSON; names the file and the place.
    """
    with reading(path, "JSON", RecordError):
        if path.stat().st_size > LONGEST_PAGE:
            raise RecordError(
                "{file}: is larger than {bytes} bytes, as no page of a record is", file=str(path), bytes=LONGEST_PAGE
            )
        data = path.read_bytes()
        if page:
            refuse_overfull(data)
        return json_in(data)
