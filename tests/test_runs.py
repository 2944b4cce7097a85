"""A test made by a function call, and the run that it returns."""

import csv
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFilter

import mindsight
from album.making import trial_kit
from mindsight.errors import InputError, RecordError, SubjectError


def median(source: str, target: str) -> None:
    with Image.open(source) as picture:
        picture.filter(ImageFilter.MedianFilter(3)).save(target)


def clumsy(source: str, target: str) -> None:
    if source.endswith("0002.png"):
        raise ValueError("no")
    median(source, target)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("runs") / "kit")


@pytest.fixture(scope="module")
def done(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> mindsight.Run:
    return mindsight.album.run(kit, median, out=tmp_path_factory.mktemp("made") / "run", name="median")


def test_a_function_of_this_program_is_tested_like_one_in_a_file_of_its_own(
    kit: Path, done: mindsight.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "median_product.py").write_text(
        "from PIL import Image, ImageFilter\n\n\ndef median(source, target):\n"
        "    with Image.open(source) as picture:\n        picture.filter(ImageFilter.MedianFilter(3)).save(target)\n",
        "utf-8",
    )
    monkeypatch.chdir(folder)
    named = mindsight.album.run(str(kit), "python:median_product:median", out=tmp_path / "run", name="median")
    assert {name: measure.value for name, measure in named.measures.items()} == {
        name: measure.value for name, measure in done.measures.items()
    }
    assert done.manifest.subject.spec == f"python:{__name__}:median"


def test_a_run_gives_its_items_and_a_frame_of_their_scores(done: mindsight.Run) -> None:
    assert [item.id for item in done.items(status="scored")] == ["0001", "0002", "0003", "0004"]
    assert done.items(outcome="crashed") == []
    with pytest.raises(InputError, match="there is no column outcom"):
        done.items(outcom="crashed")
    rows = list(done.rows())
    with (done.path / "scores.csv").open(encoding="utf-8", newline="") as table:
        saved = list(csv.DictReader(table))
    assert [row["id"] for row in rows] == [row["id"] for row in saved]
    assert [row["album.psnr"] for row in rows] == [float(row["album.psnr"]) for row in saved]
    assert len(done.frame()) == 4


def test_a_run_proves_itself_and_shows_itself(done: mindsight.Run, tmp_path: Path) -> None:
    assert done.verify().findings == []
    page = done.report(tmp_path / "page.html", language="zh")
    assert '<html lang="zh">' in page.read_text("utf-8")
    with pytest.raises(InputError):
        done.report(page)
    shown = done._repr_html_()
    assert "album.psnr" in shown
    assert "<script>" not in shown
    assert "median" in repr(done)


def test_a_changed_run_is_not_opened(kit: Path, tmp_path: Path) -> None:
    run = mindsight.album.run(kit, "baseline:identity", out=tmp_path / "run", limit=2)
    assert mindsight.open(run.path).measures.keys() == run.measures.keys()
    (run.path / "scores.csv").write_text("id\n", "utf-8")
    with pytest.raises(RecordError, match="was changed"):
        mindsight.open(run.path)


def test_runs_are_compared_as_on_the_command_line(kit: Path, done: mindsight.Run, tmp_path: Path) -> None:
    idle = mindsight.album.run(kit, "baseline:identity", out=tmp_path / "run")
    compared = mindsight.compare(idle, done.path)
    assert compared.names == ("mindsight baseline: identity", "median")
    by_name = {difference.measure: difference.value for difference in compared.differences}
    assert by_name["album.psnr"] == pytest.approx(done.measures["album.psnr"].value - idle.measures["album.psnr"].value)
    with pytest.raises(InputError):
        mindsight.compare(idle)


def test_a_failing_function_is_recorded_and_the_test_goes_on(kit: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run = mindsight.album.run(
        kit, clumsy, out=tmp_path / "run", progress=lambda finished, every: seen.append((finished, every))
    )
    assert seen[-1] == (4, 4)
    assert [item.id for item in run.items(outcome="crashed")] == ["0002"]


@pytest.mark.parametrize(
    ("subject", "options", "expected"),
    [
        ("baseline:identity", {"limt": 3}, 'there is no option "limt"; did you mean "limit"'),
        ("baseline:identity", {"limit": 0}, "--limit: Input should be greater than or equal to 1"),
        ("baseline:identity", {"limit": 10**30}, "--limit: Input should be less than or equal to"),
        ("baseline:identity", {"background": (300, 0, 0)}, "--background: Input should be less than or equal to 255"),
        (3, {}, 'no subject "3"; write SCHEME:REST'),
        ("baseline:identity", {"mask_from": "ear"}, "--mask-from: ear is not known"),
        ("baseline:identity", {"suffix": "_x"}, "--suffix: is for outputs in a folder"),
        (median, {"workers": 2}, "is called in this process"),
        (None, {}, "name what is tested"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    kit: Path, tmp_path: Path, subject: Any, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        mindsight.album.run(kit, subject, out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_a_product_that_cannot_be_reached_is_an_error_of_its_own(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(SubjectError):
        mindsight.album.run(kit, "python:nowhere:nothing", out=tmp_path / "run")
