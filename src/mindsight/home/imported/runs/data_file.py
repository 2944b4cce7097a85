"""The questions of a run as a file, with the header of the pool that they are from."""

from collections.abc import Iterable
from pathlib import Path

from mindsight.decoding import decoder_errors
from mindsight.home.imported.pool import PoolHeader
from mindsight.home.preparation.data_file import damaged
from mindsight.home.questions.data_file import read_after, write_questions
from mindsight.home.questions.question import Question


def write_chosen(path: Path, header: PoolHeader, questions: Iterable[Question]) -> None:
    """Write questions of a pool as a run's data file, one by one."""
    write_questions(path, questions, pool=header.model_dump(mode="json"))


def pool_of(path: Path) -> PoolHeader:
    """Read the header of the pool that a run's questions are from.

    Raises:
        RecordError: The file is not a list of imported questions.
    """
    page = read_after(path)
    try:
        return PoolHeader.model_validate(page["pool"])
    except decoder_errors() as error:
        raise damaged(path) from error
