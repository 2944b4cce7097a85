"""Tables of questions from elsewhere: read, and refused in one sentence."""

from pathlib import Path

import pytest

from mindsight.errors import InputError
from mindsight.home.bias import imported
from mindsight.home.bias.imported import read_questions


def write(tmp_path: Path, name: str, content: str | bytes) -> Path:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_json_lines_with_options_groups_and_templates(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "q.jsonl",
        '{"id": "a", "question": "Which?", "answer": "red", "options": ["blue", "red"], "group": "v1", "template": "colour"}\n'
        "\n"
        '{"question": "How many?", "answer": 3}\n'
        '{"question": "Which\u2028one?", "answer": "(b)", "options": ["x", "y"]}\n',
    )
    first, second, third = read_questions(file)
    assert (first.id, first.label, first.group, first.template, first.options) == (
        "a",
        "B",
        "v1",
        "colour",
        ("blue", "red"),
    )
    assert (second.id, second.label, second.group) == ("2", "3", "question 2")
    assert third.label == "B"


def test_csv_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = write(tmp_path, "q.csv", '\ufeffquestion,answer,options\n哪个？,红,蓝|红\n"a, b",1,\n')
    first, second = read_questions(file)
    assert (first.words, first.label, first.options) == ("哪个？", "B", ("蓝", "红"))
    assert (second.words, second.label) == ("a, b", "1")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("q.txt", "x", "is no table of questions"),
        ("q.jsonl", "", "holds no questions"),
        ("q.jsonl", b"\xff\xfe", "is not UTF-8"),
        ("q.jsonl", "[1]\n", "line 1: is no JSON object"),
        ("q.jsonl", '{"question": "a", "answer": "b"}\n{"question":\n', "line 2: is no JSON object"),
        ("q.jsonl", "[" * 100_000, "line 1: is no JSON object"),
        ("q.jsonl", '{"question": "a"}\n', "line 1: answer is empty"),
        ("q.jsonl", '{"question": " ", "answer": "b"}\n', "line 1: question is empty"),
        ("q.jsonl", '{"question": "a", "answer": true}\n', "line 1: answer is no text"),
        ("q.jsonl", '{"question": "a", "answer": {"b": 1}}\n', "line 1: answer is no text"),
        ("q.jsonl", '{"question": "a", "answer": NaN}\n', "line 1: answer is nan, which is no number"),
        ("q.jsonl", '{"question": "a", "answer": "1", "options": [1, 1e999]}\n', "line 1: options is inf, which is no number"),
        ("q.jsonl", '{"question": "a", "answer": "b", "options": "b"}\n', "line 1: options is no list"),
        ("q.jsonl", '{"question": "a", "answer": "z", "options": ["b", "c"]}\n', "the answer z is none of its options"),
        ("q.jsonl", '{"question": "a", "answer": "b", "options": ["b", "b", "b"]}\n', "1: the answer b is none of"),
        ("q.jsonl", '{"id": 1, "question": "a", "answer": "b"}\n' * 2, "line 2: the id 1 stands in line 1 already"),
        ("q.jsonl", '{"question": "%s", "answer": "b"}\n' % ("a" * 20_001), "question is longer than 20000"),
        ("q.csv", "question\nx\n", "needs one column answer"),
        ("q.csv", "question,answer,answer\nx,y,z\n", "needs one column answer"),
        ("q.csv", "question,answer\nx\n", "line 2: has 1 cells, expected 2"),
        ("q.csv", 'question,answer\n"x" y,z\n', "is no line of CSV"),
        ("q.csv", "question,answer\n", "holds no questions"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_sentence(
    tmp_path: Path, name: str, content: str | bytes, said: str
) -> None:
    file = write(tmp_path, name, content)
    with pytest.raises(InputError) as error:
        read_questions(file)
    assert said in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500


def test_a_table_that_is_too_long_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_questions(tmp_path / "none.jsonl")
    file = write(tmp_path, "q.jsonl", '{"question": "a", "answer": "b"}\n' * 3)
    monkeypatch.setattr(imported, "MOST_QUESTIONS", 2)
    with pytest.raises(InputError, match="more than 2 questions"):
        read_questions(file)
    monkeypatch.setattr(imported, "MOST_BYTES", 2)
    with pytest.raises(InputError, match="larger than 2 bytes"):
        read_questions(file)


def test_half_of_a_surrogate_pair_can_be_written_again(tmp_path: Path) -> None:
    file = write(tmp_path, "q.jsonl", '{"question": "a \\ud800 b", "answer": "c"}\n')
    assert read_questions(file)[0].words == "a ? b"
