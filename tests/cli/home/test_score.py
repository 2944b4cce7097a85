"""``mindsight home score``: the form of table A.1, stable JSON, and names that cannot control a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from home.test_results_file import TABLE_A1
from mindsight.record.model import Measure
from record import trial

COUNTS = "model,class,tp,fp_valid,fn,tn_declined,tn_idle,fp_irrelevant\n"


@pytest.fixture
def annex(tmp_path: Path) -> Path:
    file = tmp_path / "a1.csv"
    file.write_text(TABLE_A1, "utf-8")
    return file


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    file = tmp_path / "counts.csv"
    lines = [f"able,class {m},{20 + m},2,{8 - m},25,3,2" for m in range(4)] + [
        f"refuser,class {m},0,0,30,30,0,0" for m in range(4)
    ]
    file.write_text(COUNTS + "\n".join(lines), "utf-8")
    return file


def printed(*arguments: str | Path) -> str:
    done = trial.mindsight("home", "score", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def scored(*arguments: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(*arguments, "--json"))
    return found


def measures(subject: dict[str, Any]) -> dict[str, Measure]:
    return {one["name"]: Measure(**one) for one in subject["measures"]}


def refused(*arguments: str | Path) -> str:
    done = trial.mindsight("home", "score", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_table_a1_comes_back_with_the_t_of_annex_a(annex: Path) -> None:
    head, _, titles, _, first, second, *_ = printed(annex).splitlines()
    assert head == "Task generalisation in the form of table A.1: accuracy of each class in %, and T"
    assert titles.split() == ["Model", *TABLE_A1.splitlines()[0].split(",")[1:], "mean", "spread", "σ", "T", "rank"]
    # Mean and spread by hand: 239 / 8 and 163 / 8; 29.875 − 12.673 = 17.2, 20.375 − 9.539 = 10.8.
    accuracies = ["55.0", "40.0", "30.0", "29.0", "33.0", "13.0", "24.0", "15.0"]
    assert first.split() == ["大模型1", *accuracies, "29.9", "12.7", "0.172", "1"]
    accuracies = ["5.0", "33.0", "13.0", "34.0", "27.0", "20.0", "15.0", "16.0"]
    assert second.split() == ["大模型2", *accuracies, "20.4", "9.5", "0.108", "2"]


def test_both_languages_say_the_same_numbers(annex: Path) -> None:
    chinese = printed(annex, "--lang", "zh")
    assert "任务泛化能力" in chinese
    assert "0.172" in chinese


def test_json_of_accuracies(annex: Path) -> None:
    found = scored(annex)
    assert [subject["name"] for subject in found["subjects"]] == ["大模型1", "大模型2"]
    assert found["differences"] == []
    one = measures(found["subjects"][0])
    assert round(one["home.T"].value or 0, 3) == 0.172
    assert one["home.f.整理行李箱"].value == 0.55
    assert one["home.T_corrected"].status == one["home.T_valid"].status == one["home.T_gain"].status == "not_estimable"
    assert one["home.T"].signature.identity["penalty"] == 1.0
    assert found["subjects"][0]["indicative"] is True


def test_json_of_counts(counts: Path) -> None:
    found = scored(counts, "--unknown", "class 3")
    able, refuser = (measures(subject) for subject in found["subjects"])
    assert able["home.f.class 0"].value == pytest.approx(48 / 60)
    interval = able["home.T_corrected"].interval
    assert interval is not None
    assert interval.low < (able["home.T_corrected"].value or 0) < interval.high
    assert refuser["home.T"].value == refuser["home.T_trivial.refuse"].value == 0.5
    assert refuser["home.T_valid"].value == refuser["home.T_gain"].value == 0
    assert refuser["home.precision.class 0"].status == "not_estimable"
    assert able["home.T_gap"].value == pytest.approx(able["home.T_known"].value - able["home.T_unknown"].value)
    assert able["home.T_at.0"].value == able["home.f_mean"].value
    (gap,) = found["differences"]
    assert (gap["first"], gap["second"]) == ("refuser", "able")
    assert gap["interval"]["high"] < 0
    assert found["subjects"][0]["indicative"] is False


@pytest.mark.slow
def test_what_misleads_is_said(counts: Path, annex: Path) -> None:
    assert "refuser: T is not above that of a subject that refuses every task" in printed(counts)
    assert "The table holds no counts of tasks." in printed(annex)


def test_few_tasks_are_indicative(tmp_path: Path) -> None:
    file = tmp_path / "few.csv"
    file.write_text("model,class,tp,tn,fp,fn\nm,a,5,5,1,1\nm,b,3,3,3,3\n", "utf-8")
    shown = printed(file)
    assert "Indicative: a class has fewer than 50 tasks." in shown
    assert "do not separate valid from irrelevant tasks" in shown


def test_the_penalty_is_taken(annex: Path) -> None:
    one = measures(scored(annex, "--penalty", "0")["subjects"][0])
    assert one["home.T"].value == pytest.approx(0.29875)


@pytest.mark.slow
def test_names_drive_neither_terminal_nor_spreadsheet(tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text("model,@class,[red]b\n=1+2,0.5,0.5\n+x\x1b[31m\u202e,0.5,0.5\n", "utf-8")
    shown = printed(file)
    assert "'=1+2" in shown
    assert "'@class" in shown
    assert "[red]b" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    for line in shown.splitlines():
        assert not line.startswith(("=", "+", "-", "@"))
    found = printed(file, "--json")
    assert found.isascii()
    assert [subject["name"] for subject in json.loads(found)["subjects"]] == ["=1+2", "+x\x1b[31m\u202e"]


def test_a_long_table_is_shown_whole(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text("model,a\n" + "".join(f"m{number},0.5\n" for number in range(45)), "utf-8")
    shown = printed(file)
    assert all(f"m{number} " in shown for number in range(45))
    assert "results.json" not in shown


def test_a_wide_table_is_shown_whole(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_text("model," + ",".join(f"class-{n}" for n in range(40)) + "\nm" + ",0.5" * 40 + "\n", "utf-8")
    shown = printed(file)
    assert all(f"class-{number}" in shown for number in range(40))


def test_a_table_is_read_from_a_pipe(annex: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "mindsight", "home", "score", "/dev/stdin", "--json"]
    done = subprocess.run(command, input=annex.read_bytes(), capture_output=True, check=True, timeout=60)
    assert len(json.loads(done.stdout)["subjects"]) == 2


@pytest.mark.parametrize(
    ("content", "arguments", "sentence"),
    [
        ("model,a\nm,55\n", [], 'row 2, column a: found "55", expected a number from 0 to 1'),
        ("model,a\nm,0.5\n", ["--unknown", "b"], '--unknown: the table has no class "b"; it has a'),
        ("model,a\nm,0.5\n", ["--penalty", "-1"], "--penalty"),
        ("model,a\nm,0.5\n", ["--penalty", "nan"], "--penalty"),
        ("model,a\nm,0.5\n", ["--penalty", "inf"], "--penalty: inf is not a number that can be used"),
        ("model,a\nm,0.5\n", ["--penalty", "1e200"], "--penalty: 1e+200 is not a number that can be used"),
        (
            "model,class,tp,tn,fp,fn\nm,a,0,0,0,0\n",
            [],
            '"m" has no tasks of the class "a"; its accuracy is undefined, not 0',
        ),
        (COUNTS + "m,a,3,0,2,0,0,0\n", [], '"m" has 5 valid and 0 irrelevant tasks of the class "a"; clause 6.4.1 c)'),
    ],
)
def test_what_cannot_be_scored_is_one_sentence(
    content: str, arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.csv"
    file.write_text(content, "utf-8")
    assert sentence in refused(file, *arguments)


@pytest.mark.slow
def test_a_table_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    assert "nowhere.csv" in refused(tmp_path / "nowhere.csv")
    assert str(tmp_path) in refused(tmp_path)


def test_the_wrong_cell_is_named_in_chinese(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("模型,拼图\n甲,好\n", "utf-8")
    assert '第 2 行，列 拼图：内容为 "好"，应为 0 到 1 的数' in refused(file, "--lang", "zh")
