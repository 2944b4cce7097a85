"""Product files, the report over a product's runs, and PhotoPrism's labels, on the command line."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.shared.test_guard import refused
from mindsight import checker
from mindsight.record.folder import RunFolder
from record import trial
from subjects.services import Reply, Service

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "product.toml"
FILE = """
[product]
name = "Album"
version = "5.2"
device = "Phone"
system = "Android 16"
network = "none"
operator = "Laboratory 3"

[[functions]]
name = "Identity"
kind = "enhancement"
subject = "baseline:identity"
timeout = 7

[[functions]]
name = "By hand"
kind = "enhancement"
conventions = { suffix = "_x" }

[[functions]]
name = "Service"
kind = "enhancement"
subject = "http:URL"
key_env = "ALBUM_KEY"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "product.toml"
    path.write_text(FILE.replace("http:URL", "http:https://album.example/"), "utf-8")
    return path


def done(*arguments: str | Path, code: int = 0, **variables: str) -> str:
    found = trial.mindsight(*arguments, env=trial.environment(**variables))
    assert found.returncode == code, found.stderr
    assert "Traceback" not in found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def run(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the first function. Not to be changed."""
    base = tmp_path_factory.mktemp("product")
    (base / "product.toml").write_text(FILE.replace("http:URL", "http:https://album.example/"), "utf-8")
    done("album", "run", kit, "--product", base / "product.toml", "--function", "identity", "--out", base / "run")
    return base / "run"


@pytest.mark.slow
def test_a_product_file_is_checked_and_its_functions_are_sorted() -> None:
    said = done("album", "product", EXAMPLE)
    for words in ("Example Album", "Functions by kind (clause 5.2)", "Photo restoration", "operated by people"):
        assert words in said
    assert "功能确认（5.2）" in done("--lang", "zh", "album", "product", EXAMPLE)
    found = json.loads(done("album", "product", EXAMPLE, "--json"))
    assert [one["name"] for one in found["functions"]["segmentation"]] == ["Smart cut-out"]
    assert found["product"]["date"] == "2026-01-15"


@pytest.mark.slow
def test_a_run_takes_what_the_file_says(run: Path) -> None:
    manifest = RunFolder(run).manifest
    subject = manifest.subject
    assert (subject.spec, subject.name, subject.version) == ("baseline:identity", "Album", "5.2")
    assert (subject.device, subject.system, subject.network) == ("Phone", "Android 16", "none")
    assert subject.details["function"] == "Identity"
    assert subject.details["operator"] == "Laboratory 3"
    assert manifest.plan["timeout_s"] == 7
    assert not any(note.clause in ("4.1-a", "4.1-b", "4.1-c") for note in manifest.departures)
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
def test_options_go_before_the_file(kit: Path, file: Path, tmp_path: Path) -> None:
    more = ("--subject", "baseline:nlmeans", "--device", "Tablet", "--timeout", "9", "--limit", "1")
    done("album", "run", kit, "--product", file, "--function", "Identity", *more, "--out", tmp_path / "run")
    manifest = RunFolder(tmp_path / "run").manifest
    assert (manifest.subject.spec, manifest.subject.device) == ("baseline:nlmeans", "Tablet")
    assert (manifest.plan["timeout_s"], manifest.subject.name) == (9, "Album")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--product", "FILE"], "the product has 3 functions of image enhancement; choose one with --function"),
        (["--product", "FILE", "--function", "Identidy"], 'did you mean "Identity"?'),
        (["--product", "FILE", "--function", "By hand"], '"By hand" has no subject, so it is operated by hand'),
        (["--function", "Identity"], "give --product too"),
        (["--product", "none.toml"], "none.toml: cannot be read"),
        ([], "name what is tested: give --subject, or --product"),
    ],
)
def test_what_cannot_be_chosen(arguments: list[str], sentence: str, kit: Path, file: Path) -> None:
    said = refused("album", "run", kit, *(str(file) if word == "FILE" else word for word in arguments))
    assert sentence in said


# Results brought back by hand


@pytest.fixture
def outputs(kit: Path, tmp_path: Path) -> Path:
    plain, folder = trial.make_outputs(kit, tmp_path / "plain"), tmp_path / "outputs"
    folder.mkdir()
    for picture in plain.iterdir():
        shutil.copyfile(picture, folder / f"{picture.stem}_x{picture.suffix}")
    (folder / "0001.png").write_bytes(b"the original, left there")
    return folder


@pytest.mark.slow
def test_results_are_paired_by_the_suffix_of_the_file_or_of_the_option(
    kit: Path, file: Path, outputs: Path, tmp_path: Path
) -> None:
    ways = {"file": ["--product", str(file), "--function", "by hand"], "option": ["--suffix", "_x"]}
    for name, way in ways.items():
        done("album", "score", kit, outputs, *way, "--out", tmp_path / name, code=1)
        found = RunFolder(tmp_path / name)
        assert [item.status for item in found.items] == ["scored"] * 4 + ["failed"]
        assert found.manifest.plan["suffix"] == "_x"
        assert found.manifest.strangers is not None
        assert found.manifest.strangers.names == ("0001.png",)
        assert checker.check(str(tmp_path / name))[0] == []


@pytest.mark.slow
def test_results_are_paired_by_a_table(kit: Path, outputs: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("编号,文件\n1,0002_x.png\n2,0001_x.png\n9,0003_x.png\n", "gbk")
    done("album", "score", kit, outputs, "--pairing", table, "--out", tmp_path / "run", code=1)
    found = RunFolder(tmp_path / "run")
    assert [(item.status, item.answer.get("file")) for item in found.items] == [
        ("scored", "0002_x.png"), ("scored", "0001_x.png"), ("failed", None), ("failed", None), ("failed", None),
    ]  # fmt: skip
    assert found.manifest.plan["pairing"].startswith("sha256-")
    assert found.manifest.strangers is not None
    assert found.manifest.strangers.names == ("0001.png", "0003_x.png", "0004_x.png")
    # A table that was changed is another test.
    table.write_text("number,file\n1,0001_x.png\n", "utf-8")
    again = trial.mindsight("album", "score", kit, outputs, "--pairing", table, "--resume", tmp_path / "run")
    assert again.returncode == 2
    assert "was started with another plan.pairing" in again.stderr


@pytest.fixture
def service() -> Iterator[Service]:
    served = Service(lambda asked, _number: Reply(asked.body))
    yield served
    served.close()


@pytest.mark.slow
def test_a_service_is_asked_with_its_key_which_is_written_nowhere(
    kit: Path, file: Path, service: Service, tmp_path: Path
) -> None:
    file.write_text(FILE.replace("URL", service.url), "utf-8")
    service.script = lambda asked, number: Reply(asked.body) if number > 1 else Reply(b"key hunter2hunter2?", None, 400)
    choice = ("--product", str(file), "--function", "service", "--out", str(tmp_path / "run"))
    done("album", "run", kit, *choice, code=1, ALBUM_KEY="hunter2hunter2")
    assert {asked.headers["Authorization"] for asked in service.asked} == {"Bearer hunter2hunter2"}
    items = list(RunFolder(tmp_path / "run").items)
    assert [item.outcome for item in items] == ["refused"] + ["scored"] * 4
    for place, _, names in os.walk(tmp_path / "run"):
        assert not any(b"hunter2" in (Path(place) / name).read_bytes() for name in names)
    assert checker.check(str(tmp_path / "run"))[0] == []


@pytest.mark.slow
def test_a_key_is_not_sent_where_the_command_line_names_another_address(
    kit: Path, file: Path, service: Service, tmp_path: Path
) -> None:
    more = ("--function", "Service", "--subject", f"http:{service.url}", "--limit", "1", "--out", str(tmp_path / "run"))
    done("album", "run", kit, "--product", file, *more, ALBUM_KEY="hunter2hunter2")
    assert all("Authorization" not in asked.headers for asked in service.asked)


def test_a_service_that_is_not_there(kit: Path, tmp_path: Path, service: Service) -> None:
    service.close()
    said = refused("album", "run", kit, "--subject", f"http:{service.url}", "--out", tmp_path / "run", code=3)
    assert f"{service.url}: cannot be reached" in said
    assert not (tmp_path / "run").exists()


# The report over a product's runs


@pytest.mark.slow
def test_runs_are_joined_on_a_page(run: Path, file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    said = done("album", "report", run, "--product", file, "--out", page)
    for words in ("Results in the form of table 1", "waits for raters", "not tested", "not applicable", "6.3.2"):
        assert words in said
    assert os.path.relpath(run / "report.html", tmp_path) in page.read_text("utf-8")
    zh = done("--lang", "zh", "album", "report", run, "--product", file, "--out", page)
    assert "待主观评估" in zh
    found = json.loads(done("album", "report", run, "--out", page, "--json"))
    assert {row["name"] for row in found["rows"] if row["state"] == "scored"} == {"album.psnr", "album.ssim"}


@pytest.mark.slow
def test_a_run_that_was_changed_is_not_joined(run: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copytree(run, tmp_path / "changed"))
    results = (changed / "results.json").read_text("utf-8")
    (changed / "results.json").write_text(results.replace('"n": 5', '"n": 6', 1), "utf-8")
    page = tmp_path / "page.html"
    assert "is left out, because the checker finds: " in refused("album", "report", run, changed, "--out", page)
    assert "is not a run folder" in refused("album", "report", tmp_path / "none", "--out", page)
    assert not page.exists()


def test_a_run_that_is_not_complete_is_not_joined(run: Path, tmp_path: Path) -> None:
    stopped = Path(shutil.copytree(run, tmp_path / "stopped"))
    (stopped / "SHA256SUMS").unlink()
    manifest = (stopped / "manifest.json").read_text("utf-8")
    (stopped / "manifest.json").write_text(manifest.replace('"complete"', '"running"', 1), "utf-8")
    said = refused("album", "report", stopped, "--out", tmp_path / "page.html")
    assert said == f"{stopped}: the run is not complete; finish it with --resume"


@pytest.mark.slow
def test_a_page_takes_no_other_files_place(run: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    assert "choose another --out" in refused("album", "report", run, "--out", tmp_path / "notes.txt")
    assert "choose another --out" in refused("album", "report", run, "--out", run / "page.html")


# PhotoPrism


def test_labels_of_photoprism_become_a_table(tmp_path: Path) -> None:
    label = {"LabelSrc": "image", "Uncertainty": 12, "Label": {"Name": "=Cat"}}
    by_hand = label | {"LabelSrc": "manual"}
    answers = tmp_path / "photos.json"
    answers.write_text(json.dumps([{"UID": "p1", "OriginalName": "0001", "Labels": [by_hand, label]}]), "utf-8")
    table = tmp_path / "labels.csv"
    found = trial.mindsight("album", "photoprism", answers, "--out", table)
    assert (found.returncode, found.stdout) == (0, f"1 photos: {table}\n")
    assert "labels of manual (1)" in found.stderr
    assert table.read_text("utf-8-sig").splitlines() == ["number,predicted class,uncertainty", "0001,'=Cat,12"]
    assert "exists already; choose another --out" in refused("album", "photoprism", answers, "--out", table)
