"""Read the list of tasks that a run holds, reporting damage or changes as errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.record import canonical


@contextmanager
def reading(path: Path) -> Iterator[Any]:
    """Provide the content of a run's data file; errors in reading it become one sentence.

    Raises:
        RecordError: The file cannot be read, or does not have the expected form.
    """
    page = canonical.load(path)
    try:
        yield page
    except decoder_errors() as error:
        raise damaged(path) from error


def damaged(path: Path) -> RecordError:
    """Return the error about a data file that does not have the expected form."""
    return RecordError("{file}: is not a list of household tasks; the file was damaged or changed", file=str(path))
