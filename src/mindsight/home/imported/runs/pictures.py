"""Find the pictures of imported questions: among the media of the run, or in the pool; those of generated ones as ever."""

from collections.abc import Collection
from pathlib import Path

from mindsight.errors import RecordError
from mindsight.home.questions.asking.files import SUFFIX, Pictures
from mindsight.home.questions.question import Question
from mindsight.record.canonical import sha256


class PoolPictures(Pictures):
    """The pictures of a run's imported questions, and of the ``generated`` classes beside them; can be sent to another process."""

    def __init__(self, pool: Path, media: Path | None = None, generated: Collection[str] = ()) -> None:
        super().__init__(media)
        self._folders = (pool,) if media is None else (media, pool)
        self._generated = generated

    def _read(self, question: Question, name: str) -> bytes:
        if question.kind in self._generated:
            return super()._read(question, name)
        for folder in self._folders:
            file = folder / f"{name}{SUFFIX}"
            if file.is_file() and sha256(data := file.read_bytes()) == name:
                return data
        raise RecordError(
            "{id}: its picture {name} is in neither the run nor the pool; name the pool that the run was begun with",
            id=question.id,
            name=name[:12],
        )
