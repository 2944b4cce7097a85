"""Read files of stored answers, whole or line by line, and turn their entries into text.

What a model wrote may hold half characters; they are spelled out where the answer is recorded, so they are no reason to refuse a file.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors, why
from mindsight.errors import InputError
from mindsight.reasons import system_reason

MOST_BYTES = 1 << 30
_FAILED = "FAILED_INFERENCE"
_OURS = ("video_name", "_model_input", "_model_output", "visualization_rel_path", "id")


def page_of(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        InputError: It cannot be read, or is not JSON.
    """
    try:
        return json.loads(_bytes(path).decode("utf-8-sig"))
    except decoder_errors() as error:
        raise _no_json(path, "", error) from error


def lines_of(path: Path) -> Iterator[Any]:
    """Yield the values of a file with one JSON value per line.

    Raises:
        InputError: It cannot be read, or a line is not JSON.
    """
    for number, line in enumerate(_lines(path), 1):
        if line.strip():
            try:
                yield json.loads(line.decode("utf-8-sig"))
            except decoder_errors() as error:
                raise _no_json(path, f":{number}", error) from error


def text_of(answer: Any) -> str:
    """Return a stored answer as the subject's text, without what the other benchmarks added to it."""
    if isinstance(answer, str):
        return answer
    if answer is None:
        return ""
    if isinstance(answer, dict):
        said = answer.get("_model_output")
        # One key holds the model's own list, with the same content as the other keys.
        answer = said if isinstance(said, dict) else {key: value for key, value in answer.items() if key not in _OURS}
        if answer.get("explicit_command") == _FAILED:
            return ""
    try:
        return json.dumps(answer, ensure_ascii=False)
    except RecursionError:
        # Nested a thousand deep: not an answer.
        return ""


def _lines(path: Path) -> Iterator[bytes]:
    with _reading(path), path.open("rb") as file:
        yield from file


def _bytes(path: Path) -> bytes:
    with _reading(path):
        return path.read_bytes()


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Refuse a file that is too large, and name one that cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError("{file}: is larger than {limit} bytes", file=str(path), limit=MOST_BYTES)
        yield
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error


def _no_json(path: Path, place: str, error: BaseException) -> InputError:
    if isinstance(error, UnicodeDecodeError):
        return InputError("{file}: is not UTF-8 text; save it as UTF-8", file=str(path))
    return InputError(
        "{file}{place}: is not JSON ({reason}); correct or restore the file",
        file=str(path),
        place=place,
        reason=why(error, "JSON"),
    )
