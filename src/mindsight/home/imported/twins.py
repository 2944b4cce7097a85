"""Questions that cannot be answered: the words of one that can, with pictures that belong to something else.

That nothing in the other pictures answers the words is assumed, not proved; pools and reports say so. Pictures come from other questions of
the set (of another group, as many as the question shows), or from a folder in which nothing is seen of what is asked.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from mindsight.engine.seeds import stream
from mindsight.errors import InputError
from mindsight.home.imported.pictures import as_jpeg
from mindsight.home.questions.question import Question, Truth
from mindsight.record.folder import put_media

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
_KEPT = 128
"""Candidates kept for each number of pictures."""
_TRIES = 8


class Twins(Protocol):
    """Finds other pictures for questions."""

    def add(self, question: Question) -> None:
        """Learn a question whose pictures another may get."""

    def of(self, question: Question) -> Question | None:
        """Return the question with other pictures; None if there are none for it yet."""


class FromOthers:
    """Pictures of other questions of the set; of all that were read, a random few are kept."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = stream(seed, "twins")
        self._kept: defaultdict[int, list[Question]] = defaultdict(list)
        self._seen: defaultdict[int, int] = defaultdict(int)

    def add(self, question: Question) -> None:
        """Learn a question whose pictures another may get."""
        count = len(question.pictures)
        kept, self._seen[count] = self._kept[count], self._seen[count] + 1
        if len(kept) < _KEPT:
            kept.append(question)
        elif (place := int(self._rng.integers(self._seen[count]))) < _KEPT:
            kept[place] = question

    def of(self, question: Question) -> Question | None:
        """Return the question with the pictures of one of another group."""
        rng = stream(self._seed, "twin", question.id)
        kept = self._kept[len(question.pictures)]
        for _ in range(_TRIES if kept else 0):
            other = kept[int(rng.integers(len(kept)))]
            if other.group != question.group and not set(other.pictures) & set(question.pictures):
                return twin_of(question, other.pictures)
        return None


class FromFolder:
    """Pictures of a folder, drawn for each question."""

    def __init__(self, folder: Path, media: Path, seed: int) -> None:
        files = sorted(one for one in folder.iterdir() if one.suffix.lower() in SUFFIXES and one.is_file())
        if not files:
            raise InputError("--irrelevant-from: {folder} holds no pictures", folder=str(folder))
        self._seed = seed
        self._names = [
            put_media(media, as_jpeg(one.read_bytes(), one.name), ".jpg").removesuffix(".jpg") for one in files
        ]

    def add(self, question: Question) -> None:
        """Learn nothing: the pictures are those of the folder."""

    def of(self, question: Question) -> Question | None:
        """Return the question with as many pictures of the folder; some come twice if it has too few."""
        rng = stream(self._seed, "twin", question.id)
        places = rng.choice(len(self._names), len(question.pictures), replace=len(self._names) < len(question.pictures))
        return twin_of(question, [self._names[int(place)] for place in places])


def twin_of(question: Question, pictures: Sequence[str]) -> Question:
    """Return a question with other pictures, for which there is no answer."""
    return question.model_copy(
        update={
            "id": f"{question.id.rpartition('-')[0]}-2",
            "pictures": tuple(pictures),
            "truth": Truth(reason="missing_information", chance=question.truth.chance),
            "asked": {**question.asked, "twin": "exchanged pictures"},
        }
    )


def finding(twins: Twins, questions: Iterator[Question]) -> Iterator[Question]:
    """Yield questions, each followed by its twin as soon as there is one; those that find none wait, the last of them in vain."""
    waiting: list[Question] = []
    for question in questions:
        yield question
        if not question.valid:
            continue
        twins.add(question)
        waiting.append(question)
        if len(waiting) > _KEPT:
            left = []
            for one in waiting:
                found = twins.of(one)
                if found is None:
                    left.append(one)
                else:
                    yield found
            waiting = left[-10_000:]
    for one in waiting:
        if (found := twins.of(one)) is not None:
            yield found
