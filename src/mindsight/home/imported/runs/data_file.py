"""The questions of a run as a file, with the header of the pool that they are from."""

from collections.abc import Sequence
from pathlib import Path

from mindsight.home.imported.pool import PoolHeader
from mindsight.home.preparation.data_file import reading
from mindsight.home.questions.data_file import FORMAT
from mindsight.home.questions.question import Question
from mindsight.record import canonical


def write_chosen(path: Path, header: PoolHeader, questions: Sequence[Question]) -> None:
    """Write questions of a pool as a run's data file."""
    items = [one.model_dump(mode="json") for one in questions]
    page = {"format": FORMAT, "version": 1, "pool": header.model_dump(mode="json"), "items": items}
    path.write_bytes(canonical.page(page))


def pool_of(path: Path) -> PoolHeader:
    """Read the header of the pool that a run's questions are from.

    Raises:
        RecordError: The file is not a list of imported questions.
    """
    with reading(path) as page:
        return PoolHeader.model_validate(page["pool"])
