"""A run's list of questions as a file."""

from collections.abc import Sequence
from pathlib import Path

from mindsight.home.preparation.data_file import reading
from mindsight.home.questions.question import Question
from mindsight.record import canonical

FORMAT = "mindsight.home-questions"


def write_questions(path: Path, questions: Sequence[Question]) -> None:
    """Write questions as a run's data file."""
    items = [one.model_dump(mode="json") for one in questions]
    path.write_bytes(canonical.page({"format": FORMAT, "version": 1, "items": items}))


def read_questions(path: Path) -> list[Question]:
    """Read the questions of a run's data file.

    Raises:
        RecordError: The file is not a list of questions.
    """
    with reading(path) as page:
        found = [Question.model_validate(entry) for entry in page["items"]]
        if not found:
            raise ValueError("no questions")
        return found
