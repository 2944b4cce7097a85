"""``mindsight album``: kits of classes, runs, the record, and the score of a table without a run."""

import json
from pathlib import Path

import pytest
from sklearn.metrics import f1_score

from album.classes import CLASSES, make_images, truth, write_answers
from mindsight.album.kits.tables import read_rows, write_table
from record.trial import mindsight


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    make_images(folder / "images", CLASSES)
    done = mindsight("album", "kit", "classification", folder / "images", "-o", folder / "kit", "--trial")
    assert done.returncode == 0, done.stderr
    assert "10 images of 3 classes" in done.stdout
    assert "non-conforming trial" in done.stderr
    return folder / "kit"


@pytest.mark.slow
def test_a_kit_without_enough_images_is_refused_in_both_languages(kit: Path, tmp_path: Path) -> None:
    images = kit.with_name("images")
    for language, said in (("en", "at least 11"), ("zh", "超过 10 张")):
        done = mindsight("--lang", language, "album", "kit", "classification", images, "-o", tmp_path / "kit")
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_kit_from_a_table_of_another_program(kit: Path, tmp_path: Path) -> None:
    images = kit.with_name("images")
    rows = [
        "文件名;类别",
        *(f"{file.relative_to(images)};{file.parent.name}" for file in sorted(images.rglob("*.png"))),
    ]
    (tmp_path / "classes.csv").write_bytes("\r\n".join(rows).encode("gbk"))
    options = ("--images", images, "--trial", "-o", tmp_path / "kit")
    done = mindsight("album", "kit", "classification", tmp_path / "classes.csv", *options)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "kit" / "kit.json").read_bytes() == (kit / "kit.json").read_bytes()


@pytest.mark.slow
def test_what_an_operator_brought_back_becomes_a_run_and_a_record(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    answers = {number: own.upper() if own != "shoes" else "sneakers" for number, own in actual.items()}
    table = write_answers(tmp_path / "answers.csv", answers)
    (tmp_path / "map.csv").write_text("name,class\nsneakers,shoes\n", "utf-8")
    options = ("--class-map", tmp_path / "map.csv", "--name", "album", "-o", tmp_path / "run")
    done = mindsight("album", "score", kit, table, *options)
    assert done.returncode == 0, done.stderr
    assert "100.00" in done.stdout
    assert mindsight("verify", tmp_path / "run").returncode == 0
    for name in ("record.csv", "record.xlsx"):
        done = mindsight("--lang", "zh", "album", "record", tmp_path / "run", "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        rows = list(read_rows(tmp_path / name))
        assert rows == [["编号", "实际类别", "相册分类的类别"], *([n, own, own] for n, own in sorted(actual.items()))]
    assert mindsight("album", "record", tmp_path / "run", "-o", tmp_path / "run" / "r.csv").returncode == 2
    assert mindsight("verify", tmp_path / "run").returncode == 0


def test_a_run_of_a_baseline_says_what_it_is(kit: Path, tmp_path: Path) -> None:
    done = mindsight("album", "run", kit, "--subject", "baseline:majority", "-o", tmp_path / "run", "--json")
    assert done.returncode == 0, done.stderr
    measures = {measure["name"] for measure in json.loads(done.stdout)["measures"]}
    assert {"album.macro_f1", "album.accuracy", "album.recall.hat"} <= measures
    subject = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))["subject"]
    assert subject["name"] == "mindsight baseline: majority"
    assert "leave one out" in subject["details"]["learns_from"]


@pytest.mark.slow
def test_a_missing_answer_is_reported_and_ends_with_its_own_status(kit: Path, tmp_path: Path) -> None:
    answers = dict(sorted(truth(kit).items())[1:])
    done = mindsight("album", "score", kit, write_answers(tmp_path / "a.csv", answers), "-o", tmp_path / "run")
    assert done.returncode == 1
    assert "0001: no row for number 0001" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_finished_table_is_scored_without_a_run(suffix: str, tmp_path: Path) -> None:
    pairs = [("hat", "hat"), ("hat", "Cap"), ("shirt", "hat"), ("shirt", "SHIRT"), ("shoes", "people"), ("shoes", "")]
    write_table(
        tmp_path / f"t{suffix}", [["编号", "实际类别", "相册类别"], *([str(n), *p] for n, p in enumerate(pairs))]
    )
    write_table(tmp_path / "map.csv", [["product", "class"], ["cap", "hat"]])
    options = ("--class-map", tmp_path / "map.csv", "--json")
    done = mindsight("album", "table", tmp_path / f"t{suffix}", *options)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    mapped = ["hat", "hat", "hat", "shirt", "people", ""]
    labels = ["hat", "shirt", "shoes"]
    expected = f1_score([own for own, _ in pairs], mapped, labels=labels, average="macro", zero_division=0)
    assert found["macro_f1"]["value"] == pytest.approx(100 * expected)
    assert found["confusion"] == [[2, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 2]]
    assert found["unlisted"] == {"people": 1}
    assert found["classes"]["shoes"]["recall"]["value"] == 0
    assert "fewer than 11" in done.stderr
    shown = mindsight("--lang", "zh", "album", "table", tmp_path / f"t{suffix}")
    assert "召回率" in shown.stdout
    assert "people" in shown.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1,hat,hat", "2,hat"], "row 3: has 2 cells"),
        (["1,hat,hat", "", "2,,hat"], "row 4: has no actual class"),
        (["1,hat,hat", "x.jpg,hat,hat", "x.png,hat,hat", "0001.jpg,hat,hat"], "row 5: number 0001.jpg"),
        (["1,hat,hat", "2,hat,hat", ",hat,hat"], "row 4: has no number"),
        ([], "no rows"),
    ],
)
def test_a_wrong_row_in_a_long_table_is_named(lines: list[str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("number,actual,predicted\n" + "\n".join(lines) + "\n", "utf-8")
    done = mindsight("album", "table", path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "table.csv" in done.stderr


def test_a_number_that_comes_again_after_many_rows_is_found(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    rows = [f"{number},hat,hat" for number in range(100_000)]
    path.write_text("\n".join(["number,actual,predicted", *rows, "7,hat,hat"]), "utf-8")
    done = mindsight("album", "table", path)
    assert "row 100002: number 7 is already in an earlier row" in done.stderr
