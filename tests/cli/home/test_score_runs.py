"""``mindsight home score RUN RUN``: T over household tasks and questions, which are run apart."""

import json
import shutil
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from mindsight.record.folder import RunFolder
from record import trial


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("runs")
    asked, done = folder / "questions", folder / "tasks"
    same = ("--subject", "baseline:random", "--no-media", "--out")
    for options in (
        ("object.count", "--trials", "8", *same, asked),
        ("blocks", "--trials", "2", "--renderer", "fast", *same, done),
    ):
        _succeeds("home", "run", "--tasks", *options)
    return asked, done


def _succeeds(*arguments: str | Path) -> None:
    done = trial.mindsight(*arguments)
    assert done.returncode == 0, done.stderr


def refused(*arguments: str | Path) -> str:
    done = trial.mindsight("home", "score", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_t_is_over_the_classes_of_all_runs(runs: tuple[Path, Path]) -> None:
    (subject,) = json.loads(trial.mindsight("home", "score", *runs, "--json").stdout)["subjects"]
    found = {one["name"]: one for one in subject["measures"]}
    apart = [
        next(one.value for one in RunFolder.open(run).results.measures if one.name == f"home.f.{key}")
        for run, key in zip(runs, ("object.count", "blocks"), strict=True)
    ]
    # Formula (1) by the standard library.
    assert found["home.T"]["value"] == pytest.approx(fmean(apart) - pstdev(apart))
    assert [found[f"home.f.{key}"]["value"] for key in ("object.count", "blocks")] == apart
    # Both classes are of the first dimension of table 1.
    assert found["home.dimension.object"]["value"] == pytest.approx(fmean(apart))


def test_questions_of_one_wording_are_not_counted_as_independent(runs: tuple[Path, Path]) -> None:
    (subject,) = json.loads(trial.mindsight("home", "score", *runs, "--json").stdout)["subjects"]
    (over_all,) = [one for one in subject["measures"] if one["name"] == "home.f.object.count"]
    (own,) = [one for one in RunFolder.open(runs[0]).results.measures if one.name == "home.f.object.count"]
    assert own.interval is not None
    assert over_all["interval"] == own.interval.model_dump()


def test_what_no_class_was_tested_in_is_said(runs: tuple[Path, Path]) -> None:
    lines = trial.mindsight("home", "score", *runs).stdout.splitlines()
    assert any(line.startswith("emotions") and "not tested" in line for line in lines)


def test_a_class_counts_once(runs: tuple[Path, Path]) -> None:
    assert "has results of object.count in another of these runs, too" in refused(runs[0], runs[0])


def test_subjects_of_other_classes_are_not_put_side_by_side(runs: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(runs[1], tmp_path / "other")
    manifest = tmp_path / "other" / "manifest.json"
    page = json.loads(manifest.read_text("utf-8"))
    page["subject"]["name"] = "somebody else"
    manifest.write_text(json.dumps(page), "utf-8")
    trial.reseal(tmp_path / "other")
    assert "were not tested on the same classes" in refused(*runs, tmp_path / "other")


def test_runs_in_two_languages_are_not_put_together(runs: tuple[Path, Path], tmp_path: Path) -> None:
    _succeeds(
        "home", "run", "--tasks", "state.reach", "--trials", "4", "--subject", "baseline:random", "--prompt-lang", "en",
        "--out", tmp_path / "english",
    )  # fmt: skip
    assert "lang is en" in refused(*runs, tmp_path / "english")


def test_what_is_no_run_or_one_table_too_many_is_refused(runs: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("model,a\nm,0.5\n", "utf-8")
    assert "is not a run folder" in refused(runs[0], tmp_path)
    assert "give one table or protocol, or several run folders" in refused(tmp_path / "a.csv", tmp_path / "a.csv")
    assert "--percent is for" in refused(*runs, "--percent")


def test_a_run_that_lost_items_is_refused(runs: tuple[Path, Path], tmp_path: Path) -> None:
    run = Path(shutil.copytree(runs[0], tmp_path / "cut"))
    lines = (run / "items.jsonl").read_bytes().splitlines(keepends=True)
    (run / "items.jsonl").write_bytes(b"".join(lines[:-1]))
    assert "items.jsonl: was changed since it was sealed" in refused(run)
