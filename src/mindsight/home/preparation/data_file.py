"""Read the list of tasks that a run holds, which may have been changed since it was written."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindsight.errors import RecordError
from mindsight.record import canonical


@contextmanager
def reading(path: Path) -> Iterator[Any]:
    """Give the page of a run's data file; what does not stand in it as it should is said in one sentence.

    Raises:
        RecordError: The file cannot be read, or holds something else.
    """
    page = canonical.load(path)
    try:
        yield page
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(
            "{file}: is not a list of household tasks; the file was damaged or changed", file=str(path)
        ) from error
