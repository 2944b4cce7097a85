"""What people answer: read like any subject's answers, counted by class; bad tables are refused in one sentence."""

from pathlib import Path

import pytest

from home.questions.made_up import REGION, question
from mindsight.errors import InputError
from mindsight.home.questions.people.answers import agreements, read_answers, reading_of
from mindsight.home.questions.scoring.reading import Reading

QUESTIONS = [
    question(id="a-0001-1", kind="object.colour"),
    question(id="a-0001-2", kind="object.colour", reason="absent"),
    question("point", None, id="b-0001-1", kind="object.point", truth={"regions": (REGION,)}),
]


def table(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "ann.csv"
    path.write_text("\n".join(("id,answer", *rows)), "utf-8")
    return path


def test_answers_are_judged_and_counted_by_class(tmp_path: Path) -> None:
    person = read_answers(table(tmp_path, "a-0001-1,B", "a-0001-2,无法回答", 'b-0001-1,"[950, 150]"'), QUESTIONS)
    assert person.left == 0
    found = {one.kind: (one.right, one.asked) for one in agreements([person, person], QUESTIONS)}
    assert found == {"object.colour": (4, 4), "object.point": (0, 2)}
    assert agreements([], QUESTIONS) == []


def test_an_empty_cell_is_no_answer(tmp_path: Path) -> None:
    person = read_answers(table(tmp_path, "a-0001-1,", "a-0001-2,red"), QUESTIONS)
    assert (len(person.judged), person.left) == (1, 2)


@pytest.mark.parametrize(
    ("form", "said", "reading"),
    [
        ("choice", "蓝色", Reading("answer", "blue")),
        ("choice", "Cannot", Reading("cannot", reason="Cannot")),
        ("point", "[150, 150]", Reading("answer", (150.0, 150.0))),
        ("sequence", "A, C", Reading("answer", ["red", "dark_blue"])),
        ("sequence", "[A, C]", Reading("answer", ["red", "dark_blue"])),
        ("sequence", "（A、C）", Reading("answer", ["red", "dark_blue"])),
        ("number", "三", Reading("answer", 3.0)),
        ("choice", "perhaps", Reading("unreadable")),
    ],
)
def test_what_people_write(form: str, said: str, reading: Reading) -> None:
    assert reading_of(said, question(form)) == reading


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["z-0001-1,B"], "row 2: there is no question z-0001-1"),
        (["a-0001-1,B", "a-0001-1,C"], "row 3: question a-0001-1 occurs twice"),
        (["a-0001-1,B,C"], "row 2: found 3 cells, expected 2"),
    ],
)
def test_a_bad_table_is_refused(tmp_path: Path, rows: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_answers(table(tmp_path, *rows), QUESTIONS)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"name,answer\n"])
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(InputError):
        read_answers(path, QUESTIONS)
