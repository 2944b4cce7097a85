"""What decoders raise on bytes that are not as they should be, and the one sentence that a user reads instead.

There is one list for all formats. Libraries stand in it by name: ``except decoder_errors()`` is looked up when something was raised, and by
then whichever library raised it is loaded. ``reading`` is for whole files; a reader of rows says ``why`` and goes on.
"""

import errno
import json
import stat
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mindsight.errors import InputError, MindsightError
from mindsight.reasons import reason_of, system_reason
from mindsight.text import Text, storable, text

_PLAIN = (
    *(ArithmeticError, AssertionError, AttributeError, EOFError, LookupError),
    *(MemoryError, RuntimeError, SyntaxError, TypeError, ValueError),
)
"""Errors of Python itself. A number of too many digits is a ValueError, nesting too deep a RuntimeError, as is what is not implemented."""
_NAMED = (
    *("PIL.Image.DecompressionBombError", "PIL.Image.DecompressionBombWarning", "PIL.ImageCms.PyCMSError"),
    *("av.FFmpegError", "cv2.error", "wave.Error"),
    *("csv.Error", "ijson.JSONError", "pyarrow.ArrowException", "struct.error", "yaml.YAMLError"),
    *("lzma.LZMAError", "tarfile.TarError", "zipfile.BadZipFile", "zlib.error", "zstandard.ZstdError"),
    *("openpyxl.utils.exceptions.InvalidFileException", "defusedxml.DefusedXmlException"),
    *("sqlite3.Error", "sqlalchemy.exc.SQLAlchemyError"),
    *("cryptography.exceptions.InvalidSignature", "cryptography.exceptions.UnsupportedAlgorithm"),
)
"""Errors that are none of Python's; bz2, gzip, Pillow and pyarrow raise an OSError without a number, too."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_SHOWN = 160
_MOST_BYTES = 1 << 26
"""Of a file that is read at once."""
_SAID: dict[type[BaseException], Text] = {
    RecursionError: text("nested too deeply"),
    MemoryError: text("too large for the memory"),
    UnicodeEncodeError: text("holds half a character (a lone surrogate)"),
    **dict.fromkeys((KeyError, AttributeError, TypeError), text("something is missing, or is of another kind")),
}
_DIGITS = text("a number has too many digits")


def decoder_errors(*others: type[BaseException]) -> tuple[type[BaseException], ...]:
    """Return what a decoder may raise, and others, for an ``except``; of libraries only what is loaded."""
    return others + _PLAIN + tuple(kind for name in _NAMED for kind in loaded(name))


def loaded(name: str) -> Iterator[type[BaseException]]:
    """Yield the error of a name, if its library is loaded."""
    module, _, path = name.rpartition(".")
    if module in sys.modules and hasattr(sys.modules[module], path):
        yield attrgetter(path)(sys.modules[module])


@contextmanager
def reading(file: Path | str, form: str | Text, kind: type[InputError] = InputError) -> Iterator[None]:
    """Turn what a decoder raises within into one sentence: which file, what is wrong with it, what to do.

    Args:
        file: The file, as the user calls it.
        form: What it should be, such as JSON.
        kind: The error to raise.

    Raises:
        InputError: The file cannot be read or is damaged. Our own errors pass, and so does a full disk.
    """
    if isinstance(file, Path):
        refuse_endless(file, kind)
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise
        if error.errno is not None:
            raise unread(file, error, kind) from error
        raise invalid(file, form, error, kind) from error
    except decoder_errors() as error:
        raise invalid(file, form, error, kind) from error


def refuse_endless(path: Path, kind: type[MindsightError] = InputError, *, piped: bool = False) -> None:
    """Refuse a pipe or a device in the place of a file: a reader would wait, or never come to an end; ``piped`` allows a pipe.

    Raises:
        InputError: It is one.
    """
    with suppress(OSError, ValueError):
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (piped and stat.S_ISFIFO(mode))):
            raise kind("{file}: is no ordinary file; nothing can be read from it", file=str(path))


def whole(path: Path, most: int = _MOST_BYTES, *, piped: bool = False) -> bytes:
    """Return all bytes of a file that people write, or programs for them, or of a pipe where one may be given.

    Raises:
        InputError: It is a pipe or a device, or larger than any such file.
        OSError: It cannot be read.
    """
    refuse_endless(path, piped=piped)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise InputError("{file}: is larger than {limit} bytes", file=str(path), limit=most)
    return data


def is_full(error: OSError) -> bool:
    """Return whether an error says that the disk is full: that is no fault of the file that was read."""
    return error.errno in _FULL


def unread(file: Path | str, error: OSError, kind: type[InputError] = InputError) -> InputError:
    """Return the sentence that the system refuses to read a file."""
    return kind("{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error))


def invalid(
    file: Path | str, form: str | Text, error: BaseException, kind: type[InputError] = InputError
) -> InputError:
    """Return the sentence that a file is not of its form; a field that a model refuses is named."""
    if isinstance(error, ValidationError) and (first := error.errors(include_url=False, include_input=False)[0])["loc"]:
        field = storable(".".join(map(str, first["loc"])))[:_SHOWN]
        reason = reason_of(first["msg"], "pydantic")
        return kind("{file}: field {field}: {reason}", file=str(file), field=field, reason=reason)
    return kind(
        "{file}: is not valid {form} ({reason}); correct or restore the file",
        file=str(file), form=form, reason=why(error, form),
    )  # fmt: skip


def why(error: BaseException, library: str | Text) -> Text:
    """Return in words what a decoder found; what only its library says is quoted."""
    for kind, sentence in _SAID.items():
        if isinstance(error, kind):
            return sentence
    if isinstance(error, ValidationError):
        return reason_of(error.errors(include_url=False, include_input=False)[0]["msg"], "pydantic")
    if isinstance(error, OSError) and error.errno is not None:
        return system_reason(error)
    said = storable(str(error)) or type(error).__name__
    return _DIGITS if said.startswith(("Exceeds the limit", "a number has too many")) else reason_of(said, library)


def json_in(data: bytes) -> Any:
    """Return what JSON says, if it can be written again.

    Raises:
        ValueError: It is no JSON, or holds half a character, which no file of ours can.
        RecursionError: It is nested too deeply.
    """
    words = data.decode(json.detect_encoding(data))
    value = json.loads(words)
    if "\\ud" in words or "\\uD" in words:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def toml_in(data: bytes) -> dict[str, Any]:
    """Return what TOML in UTF-8 says, with or without a byte order mark.

    Raises:
        ValueError: It is no TOML, no UTF-8, or has a number of too many digits.
        RecursionError: It is nested too deeply.
    """
    return tomllib.loads(data.decode("utf-8-sig"))
