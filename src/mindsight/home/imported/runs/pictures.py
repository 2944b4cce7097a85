"""Find the pictures of imported questions: among the media of the run, or in the pool."""

from pathlib import Path

from mindsight.errors import RecordError
from mindsight.home.questions.asking.files import SUFFIX, Pictures
from mindsight.home.questions.question import Question
from mindsight.record.canonical import sha256


class PoolPictures(Pictures):
    """The pictures of a run's imported questions; can be sent to another process."""

    def __init__(self, *folders: Path) -> None:
        super().__init__()
        self._folders = folders

    def _read(self, question: Question, name: str) -> bytes:
        for folder in self._folders:
            file = folder / f"{name}{SUFFIX}"
            if file.is_file() and sha256(data := file.read_bytes()) == name:
                return data
        raise RecordError(
            "{id}: its picture {name} is in neither the run nor the pool; name the pool that the run was begun with",
            id=question.id,
            name=name[:12],
        )
