"""``mindsight home bias`` as a user meets it."""

import csv
import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from mindsight.cli import run as mindsight
from mindsight.cli.shared.guard import run_guarded


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindsight.home.bias.forecasts.REPEATS", 1)
    monkeypatch.setattr("mindsight.home.bias.forecasts._TREES", 30)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        run_guarded(lambda: mindsight(["home", "bias", *words]))
    return int(left.value.code or 0)


def table(tmp_path: Path, *, leaky: bool) -> Path:
    rng = np.random.default_rng(2)
    rows = []
    for number in range(120):
        answer = ("yes", "no")[rng.integers(2)]
        hint = answer if leaky else ("yes", "no")[number % 2]
        rows.append({"id": f"=q{number}", "question": f"Say {hint}: is a cup on the shelf?", "answer": answer})
    file = tmp_path / "q.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_biased_questions_exit_with_1_and_leave_three_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert run("--questions", str(table(tmp_path, leaky=True)), "--out", str(folder), "--json") == 1
    said = capsys.readouterr()
    page = json.loads(said.out)
    assert page == json.loads((folder / "bias.json").read_bytes())
    assert page["sets"][0]["verdict"] == "above"
    assert page["sets"][0]["auc"]["ngrams"]["value"] > 0.9
    assert "the words give it away" in said.err
    rows = list(csv.DictReader((folder / "bias.csv").read_text().splitlines()))
    assert len(rows) == 120
    assert rows[0]["id"].startswith("'=q")
    assert min(float(row["s"]) for row in rows) > 0.5
    html = (folder / "bias.html").read_text()
    assert "<svg" in html
    assert "random forest" in html


def test_the_same_questions_give_the_same_files(tmp_path: Path) -> None:
    file = table(tmp_path, leaky=False)
    for name in ("one", "two"):
        run("--questions", str(file), "--out", str(tmp_path / name))
    for name in ("bias.json", "bias.csv", "bias.html"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_folder_that_is_not_empty_and_contradicting_options_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table(tmp_path, leaky=False)
    assert run("--questions", str(file), "--out", str(tmp_path)) == 2
    assert "is not empty" in capsys.readouterr().err
    assert run("--questions", str(file), "--run", str(tmp_path)) == 2
    assert "not both" in capsys.readouterr().err
    assert run("--run", str(tmp_path / "none")) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert run("--tasks", ",") == 2
    assert "names no class" in capsys.readouterr().err
    assert run("--language", "fr") == 2


def test_without_scikit_learn_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "mindsight.home.bias.forecasts.find_spec", lambda name: None if name == "sklearn" else real(name)
    )
    assert run("--questions", str(table(tmp_path, leaky=False))) == 2
    assert "mindsight[bias]" in capsys.readouterr().err


def test_drawn_buttons_are_within_the_limits_where_twins_share_words(capsys: pytest.CaptureFixture[str]) -> None:
    run("--tasks", "buttons", "--instances", "40", "--language", "zh", "--json")
    sets = {one["kind"]: one for one in json.loads(capsys.readouterr().out)["sets"]}
    assert sets["valid"]["groups_of_same_words"] == 20
    assert sets["valid"]["verdict"] == "within"
    assert sets["worded"]["verdict"] is None
