"""``mindsight items``: what it shows is what ``scores.csv`` says."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.record.scores import FIXED
from record import trial


def items(run: Path, *more: str | Path) -> list[dict[str, object]]:
    done = trial.mindsight("items", run, "--json", *more)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_pages_and_columns(sealed: Path) -> None:
    whole = items(sealed)
    assert [item["id"] for item in whole] == ["0001", "0002", "0003", "0004", "0005"]
    assert items(sealed, "--skip", "1", "--limit", "2") == whole[1:3]
    by_score = items(sealed, "--sort", "album.ssim", "--descending", "--columns", "id,album.ssim", "--limit", "1")
    assert by_score == [{"id": "0004", "album.ssim": 100.0}]
    assert whole[3]["album.psnr_db"] == "inf"


def test_a_table_for_people(sealed: Path) -> None:
    shown = trial.mindsight("items", sealed, "--where", "status=failed", "--columns", "id,status,outcome").stdout
    assert shown.splitlines()[0] == "Items 1 to 1"
    assert "0005" in shown
    assert "0001" not in shown
    assert "没有符合条件的样本" in trial.mindsight("items", sealed, "--where", "id=9", "--lang", "zh").stdout


def test_a_file_holds_the_rows_as_they_are(sealed: Path, tmp_path: Path) -> None:
    file = tmp_path / "failed.csv"
    assert trial.mindsight("items", sealed, "--where", "status!=failed", "--out", file).returncode == 0
    with (sealed / "scores.csv").open(newline="") as table:
        rows = list(csv.reader(table))
    with file.open(newline="") as table:
        assert list(csv.reader(table)) == [row for row in rows if row[2] != "failed"]
    assert "exists; choose another --out" in trial.mindsight("items", sealed, "--out", file).stderr


def test_what_would_be_written_in_another_form_is_refused(sealed: Path, tmp_path: Path) -> None:
    for words, said in (
        (("--out", tmp_path / "x.txt"), "write a table as .csv or .parquet"),
        (("--out", tmp_path / "x.csv", "--json"), "give one of them"),
    ):
        done = trial.mindsight("--lang", "en", "items", sealed, *words)
        assert (done.returncode, said in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_parquet_file_holds_the_same_rows_with_numbers_as_numbers(sealed: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "all.parquet"
    assert "5 items" in trial.mindsight("items", sealed, "--out", file).stdout
    with (sealed / "scores.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    found = parquet.read_table(file)
    assert found.to_pylist() == [
        {name: cell if name in FIXED else float(cell) if cell else None for name, cell in row.items()} for row in rows
    ]
    assert {str(found.schema.field(name).type) for name in found.column_names} == {"string", "double"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--where", "psnr<1"), "there is no column psnr"),
        (("--columns", "id,nothing"), "there is no column nothing"),
        (("--sort", "nothing"), "there is no column nothing"),
        (("--descending",), "give the column with --sort"),
    ],
)
def test_what_cannot_be_shown(sealed: Path, options: tuple[str, ...], sentence: str) -> None:
    done = trial.mindsight("items", sealed, *options)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_the_output_may_not_lie_in_the_run(sealed: Path) -> None:
    assert "choose another --out" in trial.mindsight("items", sealed, "--out", sealed / "more.csv").stderr


def test_scores_that_were_changed_since_they_were_sealed_are_refused(sealed: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    table = run / "scores.csv"
    table.write_text(table.read_text().replace("scored", "exact", 1))
    result = trial.mindsight("items", run)
    assert (result.returncode, result.stdout) == (2, "")
    assert "was changed since it was sealed; see how with: mindsight verify" in result.stderr
    assert trial.mindsight("rescore", run).returncode == 0
    assert trial.mindsight("items", run).stderr == ""


def test_no_spreadsheet_takes_a_name_for_a_formula(sealed: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    rows = list(csv.reader((run / "scores.csv").read_text("utf-8").splitlines()))
    for row, cluster in zip(rows[1:], ("=1+1", "@SUM(1)", "-x", "+x", "photo"), strict=True):
        row[1] = cluster
    with (run / "scores.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    trial.reseal(run)
    assert mindsight(["items", str(run), "--out", str(tmp_path / "items.csv")]) == 0
    written = list(csv.DictReader((tmp_path / "items.csv").read_text("utf-8").splitlines()))
    assert [row["cluster"] for row in written] == ["'=1+1", "'@SUM(1)", "'-x", "'+x", "photo"]
    assert [row["album.psnr"] for row in written] == [row[rows[0].index("album.psnr")] for row in rows[1:]]


def test_a_table_that_cannot_be_finished_is_not_there(
    sealed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("mindsight.album.kits.tables.as_text", stopped)
    with pytest.raises(KeyboardInterrupt):
        mindsight(["items", str(sealed), "--out", str(tmp_path / "items.csv")])
    assert list(tmp_path.iterdir()) == []
