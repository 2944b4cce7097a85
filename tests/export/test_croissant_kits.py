"""Album kits in Croissant: read by mlcroissant, complete with declarations by our own review, and never of a kit that was changed."""

import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pytest

from mindsight.errors import InputError
from mindsight.export.croissant_kit import write_kit
from mindsight.export.declared import described_by
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from record import trial
from review import making
from review.test_declared import FULL


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("kits") / "kit")


def test_a_kit_is_read_by_mlcroissant(kit: Path, tmp_path: Path) -> None:
    done = trial.mindsight("export", kit, "--to", "croissant", "--out", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlc.Dataset(jsonld=str(tmp_path / "data" / "croissant.json"))
        assert not dataset.metadata.ctx.issues.errors
        rows = {row["instances/id"].decode(): row for row in dataset.records("instances")}
    items = {f"enhancement-{one['id']}": one for one in json.loads((kit / "kit.json").read_bytes())["items"]}
    assert set(rows) == set(items)
    for id_, item in items.items():
        assert json.loads(rows[id_]["instances/entry"]) == item
        for part in ("input", "reference"):
            assert rows[id_][f"instances/{part}"].decode() == item[part]["path"]
            copied = tmp_path / "data" / item[part]["path"]
            assert copied.read_bytes() == (kit / item[part]["path"]).read_bytes()
    write_kit(kit, tmp_path / "without", media=False, said={})
    assert {one.name for one in (tmp_path / "without").iterdir()} == {"data.jsonl", "croissant.json"}


def test_with_declarations_the_review_finds_the_description_complete(kit: Path, tmp_path: Path) -> None:
    making.declarations(tmp_path, FULL)
    for name, more in (("bare", ()), ("declared", ("--declare", tmp_path / "declarations.toml"))):
        done = trial.mindsight("export", kit, "--to", "croissant", "--no-media", "--out", tmp_path / name, *more)
        assert done.returncode == 0, done.stderr
    assert making.states(tmp_path / "bare", tmp_path / "first")["d4"] == "failure"
    assert making.states(tmp_path / "declared", tmp_path / "second")["d4"] == "good"
    page = json.loads((tmp_path / "declared" / "croissant.json").read_bytes())
    assert page["license"] == ["CC-BY-4.0", "CC0-1.0"]
    assert page["rai:personalSensitiveInformation"] == "persons are shown; consent C-1: testing, export; groups: adults"


def test_what_nobody_declared_is_left_out(tmp_path: Path) -> None:
    few = making.declarations(tmp_path, '[by]\nname = "Li Hua"\non = 2026-11-01\n')
    assert set(described_by(few.values)) == {"datePublished", "creator"}


def changed_picture(kit: Path) -> None:
    (kit / "inputs" / "0001.png").write_bytes(b"other")


def no_picture(kit: Path) -> None:
    (kit / "inputs" / "0001.png").unlink()


def outside(kit: Path) -> None:
    rename(kit, "../secret.png")
    (kit.parent / "secret.png").write_bytes(b"secret")


def last_picture(kit: Path) -> None:
    page = json.loads((kit / "kit.json").read_bytes())
    page["items"][-1]["input"]["sha256"] = "0" * 64
    (kit / "kit.json").write_text(json.dumps(page), "utf-8")


def damaged(kit: Path) -> None:
    rename(kit, None)


def rename(kit: Path, path: Any) -> None:
    page = json.loads((kit / "kit.json").read_bytes())
    page["items"][0]["input"] = {"path": path, "sha256": "0" * 64} if path else 3
    (kit / "kit.json").write_text(json.dumps(page), "utf-8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed_picture, "was changed since the kit was prepared"),
        (last_picture, "was changed since the kit was prepared"),
        (no_picture, "is not in it"),
        (outside, "is not in it"),
        (damaged, "is damaged; prepare the kit again"),
    ],
)
def test_a_kit_that_does_not_hold_what_it_says_is_refused(change: Any, words: str, kit: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(kit, tmp_path / "kit"))
    change(copy)
    with pytest.raises(InputError, match=words):
        write_kit(copy, tmp_path / "out", media=True, said={})
    assert not (tmp_path / "out").exists()


def test_declarations_are_for_croissant_only(kit: Path, tmp_path: Path) -> None:
    making.declarations(tmp_path, FULL)
    done = trial.mindsight(
        "--lang", "en", "export", kit, "--to", "junit", "--out", tmp_path / "x", "--declare", tmp_path / "declarations.toml"
    )  # fmt: skip
    assert (done.returncode, "is for --to croissant only" in done.stderr) == (2, True)


def test_a_run_on_a_kit_is_a_run_and_no_kit(kit: Path, tmp_path: Path) -> None:
    # A run keeps a copy of its kit's list, and not its pictures.
    run = trial.sealed_run(kit, tmp_path / "run", SubjectSpec("baseline", "identity"))
    done = trial.mindsight("--lang", "en", "export", run, "--to", "croissant", "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = list(mlc.Dataset(jsonld=str(tmp_path / "out" / "croissant.json")).records("instances"))
    assert len(rows) == RunFolder.open(run).manifest.data.instances
