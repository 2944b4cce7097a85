"""The folder of a pool: ``pool.json`` (what it is), ``questions.jsonl`` (a question a line), ``media`` and ``findings.jsonl``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from mindsight.decoding import refuse_endless
from mindsight.engine.seeds import stream
from mindsight.errors import RecordError
from mindsight.home.classes import Dimension
from mindsight.home.imported.mapping import Form
from mindsight.home.questions.question import Question
from mindsight.record import canonical
from mindsight.text import Language

HEADER, QUESTIONS, MEDIA, FINDINGS = "pool.json", "questions.jsonl", "media", "findings.jsonl"
FORMAT = "mindsight.question-pool"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoolClass(_Part):
    """A class of a pool: how the data set calls it, what it is here, and how many questions it has with an answer and without."""

    key: str
    named: str
    dimension: Dimension
    form: Form
    title: dict[Language, str]
    ability: dict[Language, str]
    numbers: int
    valid: int
    irrelevant: int


class SourceFile(_Part):
    """A file that listed the rows."""

    name: str
    sha256: str
    bytes: int


class PoolHeader(_Part):
    """``pool.json``. ``twins`` says where the pictures of unanswerable twins come from: ``set``, ``folder`` or nowhere."""

    format: Literal["mindsight.question-pool"] = "mindsight.question-pool"
    version: Literal[1] = 1
    name: str
    language: Language
    form: str
    files: tuple[SourceFile, ...]
    mapping: str
    mapping_sha256: str
    twins: Literal["", "set", "folder"]
    seed: int
    rows: int
    left_out: int
    refused: int
    classes: tuple[PoolClass, ...]
    questions_sha256: str


class Pool:
    """A pool on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.media = folder / MEDIA
        page = canonical.load(folder / HEADER)
        try:
            self.header = PoolHeader.model_validate(page)
        except ValidationError as error:
            raise RecordError(
                "{folder}: is no pool of questions; make one with mindsight home import", folder=str(folder)
            ) from error

    @property
    def sha256(self) -> str:
        """Hash of everything that the pool's questions are: the header names their list, which names the pictures."""
        return canonical.digest(self.header.model_dump(mode="json"))

    def questions(self) -> Iterator[Question]:
        """Yield the questions in the order of the data set.

        Raises:
            RecordError: The list was damaged or changed.
        """
        return (question for _, question in self._places())

    def drawn(self, keys: tuple[str, ...], trials: int | None, seed: int) -> Iterator[Question]:
        """Yield all questions of some classes, or of each so many, drawn by a seed; each with its twin.

        Raises:
            RecordError: The list was damaged or changed.
        """
        wanted: dict[str, set[int] | None] = {}
        for one in self.header.classes:
            if one.key in keys:
                few = trials is not None and trials < one.numbers
                rng = stream(seed, "pool", one.key)
                wanted[one.key] = set((rng.permutation(one.numbers)[:trials] + 1).tolist()) if few else None
        order = {key: number for number, key in enumerate(keys)}
        # Of each question only its place is held: a pool can be larger than the memory.
        found: list[tuple[int, int, str, int]] = []
        for place, question in self._places():
            if question.kind in wanted:
                numbers, number = wanted[question.kind], number_of(question)
                if numbers is None or number in numbers:
                    found.append((order[question.kind], number, question.id, place))
        with (self.folder / QUESTIONS).open("rb") as lines:
            for *_, place in sorted(found):
                lines.seek(place)
                yield Question.model_validate_json(lines.readline())

    def _places(self) -> Iterator[tuple[int, Question]]:
        """Yield where each question begins in the list, and the question."""
        file = self.folder / QUESTIONS
        damaged = RecordError("{file}: was damaged or changed; import the questions again", file=str(file))
        refuse_endless(file, RecordError)
        try:
            if canonical.sha256_of_file(file) != self.header.questions_sha256:
                raise damaged
            with file.open("rb") as lines:
                place = 0
                for line in lines:
                    yield place, Question.model_validate_json(line)
                    place += len(line)
        except (OSError, ValidationError) as error:
            raise damaged from error


def number_of(question: Question) -> int:
    """Return the number of a question in its class; its twin has the same."""
    return int(question.id.rsplit("-", 2)[1])
