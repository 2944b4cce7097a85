"""A run's list of questions: read as it was written, by one or all at once, and never held whole."""

import tracemalloc
from pathlib import Path

import pytest

from home.questions.made_up import question
from mindsight.errors import RecordError
from mindsight.home.questions.data_file import FORMAT, QuestionFile, read_questions, write_questions
from mindsight.home.questions.question import Question, Region
from mindsight.record import canonical

RUNS = 2_000
"""Runs of pixels of a question here, more than most have."""


def questions(count: int, runs: int = 3) -> list[Question]:
    region = Region(picture=0, size=(800, 600), runs=tuple(range(1000, 1000 + 2 * runs)))
    return [
        question("choice", "a").model_copy(
            update={
                "id": f"object.colour-{number:04d}-1",
                "evidence": (region,),
                "words": {"zh": "“{”\n", "en": "  {\n  }\n"},
            }
        )
        for number in range(count)
    ]


def test_a_list_is_written_one_by_one_as_one_canonical_page(tmp_path: Path) -> None:
    asked = questions(3)
    write_questions(tmp_path / "questions.json", asked)
    items = [one.model_dump(mode="json") for one in asked]
    page = canonical.page({"format": FORMAT, "version": 1, "items": items})
    assert (tmp_path / "questions.json").read_bytes() == page


def test_questions_are_read_by_id_and_in_order(tmp_path: Path) -> None:
    asked = questions(5)
    write_questions(tmp_path / "questions.json", asked)
    assert read_questions(tmp_path / "questions.json") == asked
    found = QuestionFile(tmp_path / "questions.json")
    assert [*found] == [one.id for one in asked]
    assert [*found.values()] == asked
    assert found[asked[3].id] == asked[3]
    assert "object.colour-0009-1" not in found


def test_a_long_list_takes_no_more_memory_than_its_ids(tmp_path: Path) -> None:
    peaks = []
    for count in (20, 120):
        write_questions(tmp_path / "questions.json", questions(count, RUNS))
        tracemalloc.start()
        found = QuestionFile(tmp_path / "questions.json")
        assert sum(len(one.evidence[0].runs) for one in found.values()) == 2 * RUNS * count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # Held, a hundred such questions are more than 10 MiB.
    assert peaks[1] - peaks[0] < 100 * 1024


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: page.replace(b'"kind_version"', b'"kind"'),
        lambda page: page.replace(b"-0001-1", b"-0000-1"),
        lambda page: page[: len(page) // 2].replace(b"\n  }", b"\n }"),
        lambda page: page.replace(b'"zh"', b'"zh'),
        lambda _: b"",
        lambda _: b'{"items": []}',
    ],
    ids=["field", "twice", "cut", "quotes", "empty", "none"],
)
def test_a_damaged_list_is_refused(tmp_path: Path, damage: object) -> None:
    file = tmp_path / "questions.json"
    write_questions(file, questions(2))
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    with pytest.raises(RecordError, match=r"questions\.json"):
        QuestionFile(file)


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"questions\.json: cannot be read"):
        QuestionFile(tmp_path / "questions.json")
