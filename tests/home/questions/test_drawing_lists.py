"""Drawn questions are in the cache on the disk, not in memory: a list of any length is written one question after another."""

import tracemalloc
from pathlib import Path

from home.questions.test_data_file import RUNS, questions
from mindsight.home.questions import classes
from mindsight.home.questions.data_file import QuestionFile, write_questions
from mindsight.home.questions.drawing import prepare, set_folder
from mindsight.home.questions.question import Question
from mindsight.record import canonical

KEY = "object.colour"
SEED = 3


def fill(cache: Path, sets: int, runs: int) -> None:
    """Write sets as a drawer leaves them; every third gives the class nothing."""
    kind = classes.load()[KEY].scenes
    for number in range(sets):
        folder = set_folder(cache, kind, SEED * 1_000_000 + number)
        folder.mkdir(parents=True)
        four = [
            one.model_copy(update={"seed": number, "kind": KEY}).model_dump(mode="json") for one in questions(4, runs)
        ]
        page = {"questions": {KEY: four} if number % 3 else {}, "seen": {}}
        (folder / "set.json").write_bytes(canonical.page(page))


def drawn(cache: Path, wordings: int) -> list[Question]:
    return list(prepare((KEY,), trials=4 * wordings, seed=SEED, cache=cache))


def test_a_class_takes_its_wordings_from_the_first_sets_that_give_one(tmp_path: Path) -> None:
    fill(tmp_path, 12, 3)
    found = drawn(tmp_path, 5)
    assert [one.id for one in found] == [
        f"{KEY}-{number:04d}-{place}" for number in range(1, 6) for place in range(1, 5)
    ]
    assert [one.seed for one in found[::4]] == [1, 2, 4, 5, 7]


def test_memory_for_a_list_does_not_grow_with_the_questions(tmp_path: Path) -> None:
    peaks = []
    for wordings in (5, 30):
        cache = tmp_path / str(wordings)
        fill(cache, 4 * wordings, RUNS)
        tracemalloc.start()
        write_questions(cache / "questions.json", prepare((KEY,), trials=4 * wordings, seed=SEED, cache=cache))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(QuestionFile(cache / "questions.json")) == 4 * wordings
    # Held, the hundred questions more are above 10 MiB.
    assert peaks[1] - peaks[0] < 500 * 1024
