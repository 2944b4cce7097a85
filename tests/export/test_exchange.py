"""Formats of other evaluation systems, read back by their own validators and readers; exports read items one by one."""

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pyarrow.json as pj
import pytest

from mindsight.errors import InputError, RecordError
from mindsight.export.contents import Contents, Items, read_contents
from mindsight.export.croissant import write_croissant
from mindsight.export.every_eval_ever import write_every_eval_ever
from mindsight.export.junit import write_junit
from mindsight.export.parquet import write_parquet
from mindsight.export.samples import write_samples
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from record import trial

from .conftest import RECORDS
from .python312 import validator


@pytest.mark.slow
def test_every_eval_ever_is_valid_for_its_own_validator(
    contents: Contents, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    files = write_every_eval_ever(contents, tmp_path, "Example laboratory")
    aggregate, samples = (json.loads(file.read_text("utf-8").splitlines()[0]) if file.suffix == ".jsonl"
                          else json.loads(file.read_bytes()) for file in files)  # fmt: skip
    assert {one["evaluation_result_id"]: one["score_details"]["score"] for one in aggregate["evaluation_results"]} == {
        one.name: one.value for one in contents.measures if one.value is not None
    }
    assert samples["evaluation_id"] == aggregate["evaluation_id"]
    lines = files[1].read_text("utf-8").splitlines()
    assert len(lines) == aggregate["detailed_evaluation_results"]["total_rows"] >= contents.count
    assert write_every_eval_ever(contents, tmp_path, "Example laboratory") == files
    done = subprocess.run(
        [validator(), "validate", "--format", "json", *(str(one.relative_to(tmp_path)) for one in files)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout or not [one for one in json.loads(done.stdout) if one.get("warnings")]


def test_lmms_eval_samples_load_as_a_table(contents: Contents, tmp_path: Path) -> None:
    samples, results = write_samples(contents, tmp_path)
    # What the datasets library reads JSON Lines with, as lmms-eval's users do.
    rows = {row["id"]: row for row in pj.read_json(samples).to_pylist()}
    assert set(rows) == {one.id for one in contents.items}
    for item in contents.items:
        row = rows[item.id]
        assert {name: row[name] for name in contents.scores[item.id]} == contents.scores[item.id]
        assert {"doc_id", "input", "target", "filtered_resps", "doc_hash", "prompt_hash", "target_hash"} <= set(row)
    ((task, values),) = json.loads(results.read_bytes())["results"].items()
    assert samples.name.endswith(f"_samples_{task}.jsonl")
    for one in contents.measures:
        assert values.get(f"{one.name},none") == one.value


@pytest.fixture(params=["tasks", "questions"])
def asked(request: pytest.FixtureRequest, mixed: Path) -> tuple[Contents, dict[str, dict[str, str]]]:
    """A run, and the words of each of its instances in both languages, read from its list of data."""
    run, listed, field = {
        "tasks": (RECORDS / "home-model", "instances.json", "instruction"),
        "questions": (mixed, "questions.json", "words"),
    }[request.param]
    page = json.loads((run / listed).read_bytes())
    return read_contents(RunFolder.open(run)), {one["id"]: one[field] for one in page["items"]}


def test_the_words_and_the_truth_of_an_instance_are_in_its_sample(
    asked: tuple[Contents, dict[str, dict[str, str]]], tmp_path: Path
) -> None:
    contents, words = asked
    samples, _ = write_samples(contents, tmp_path)
    for line in samples.read_text("utf-8").splitlines():
        row = json.loads(line)
        assert row["input"] in words[row["id"]].values()


def test_the_data_of_a_run_are_read_by_mlcroissant(
    asked: tuple[Contents, dict[str, dict[str, str]]], tmp_path: Path
) -> None:
    contents, words = asked
    write_croissant(contents, tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlc.Dataset(jsonld=str(tmp_path / "croissant.json"))
        assert not dataset.metadata.ctx.issues.errors
        rows = {row["instances/id"].decode(): row for row in dataset.records("instances")}
    assert set(rows) == set(contents.asked)
    for id_, entry in contents.asked.items():
        assert json.loads(rows[id_]["instances/entry"]) == entry
        assert rows[id_]["instances/words_en"].decode() == words[id_]["en"]
        shown = json.loads(rows[id_]["instances/media"])
        assert all((tmp_path / "media" / name).read_bytes() == contents.media(name) for name in shown)


def test_pictures_of_the_data_are_beside_the_description(tmp_path: Path) -> None:
    contents = read_contents(RunFolder.open(RECORDS / "enhancement-python"))
    names = {name for item in contents.items for name in item.media.values()}
    write_croissant(contents, tmp_path / "with")
    write_croissant(contents, tmp_path / "without", media=False)
    assert {one.name for one in (tmp_path / "with" / "media").iterdir()} == names
    assert not (tmp_path / "without" / "media").exists()


def test_pictures_of_other_data_are_not_counted_to_these(mixed: Path, tmp_path: Path) -> None:
    for run in (RECORDS / "enhancement-python", RECORDS / "enhancement-python"):
        write_croissant(read_contents(RunFolder.open(run)), tmp_path)
    before = {one: one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()}
    with pytest.raises(InputError, match="is none of these data"):
        write_croissant(read_contents(RunFolder.open(mixed)), tmp_path)
    assert {one: one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()} == before


def test_every_kind_of_record_is_exported_or_refused_in_one_sentence(tmp_path: Path) -> None:
    for folder in sorted(RECORDS.iterdir()):
        if not (folder / "manifest.json").is_file():
            continue
        contents = read_contents(RunFolder.open(folder))
        assert write_every_eval_ever(contents, tmp_path / folder.name)
        assert write_samples(contents, tmp_path / folder.name)
        if contents.asked:
            assert write_croissant(contents, tmp_path / folder.name)
        else:
            with pytest.raises(RecordError, match="no list of instances"):
                write_croissant(contents, tmp_path / folder.name)


class Counted(Items):
    """Items that know how many of them are alive at once."""

    def __init__(self, run: RunFolder, times: int) -> None:
        super().__init__(run)
        self._times, self.alive, self.most = times, 0, 0

    def __iter__(self) -> Iterator[Item]:
        for number in range(self._times):
            for item in super().__iter__():
                self.alive += 1
                self.most = max(self.most, self.alive)
                one = item.model_copy(update={"id": f"{item.id}-{number}"})
                object.__setattr__(one, "_guard", _Guard(self))
                del item
                yield one
                del one


class _Guard:
    def __init__(self, counted: Counted) -> None:
        self._counted = counted

    def __del__(self) -> None:
        self._counted.alive -= 1


@pytest.mark.parametrize(
    "write", [write_samples, write_every_eval_ever, lambda one, to: write_junit(one, to, {}), write_parquet]
)
def test_items_are_never_all_in_memory(write: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindsight.export.parquet._BATCH", 10)
    whole = read_contents(RunFolder.open(RECORDS / "home-model"))
    counted = Counted(whole.folder, 60)
    write(Contents(whole.manifest, whole.results, counted, whole.scores, whole.folder), tmp_path)
    assert counted.most <= 30
    held = list(counted)
    assert counted.most >= len(held) > 200


@pytest.mark.parametrize("form", ["croissant", "lmms-eval", "every-eval-ever"])
def test_the_command_writes_each_format(form: str, tmp_path: Path) -> None:
    done = trial.mindsight("--lang", "en", "export", RECORDS / "home-model", "--to", form, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert all(Path(line).is_file() for line in done.stdout.split())
    wrong = trial.mindsight(
        "--lang", "en", "export", RECORDS / "home-model", "--to", form, "--out", tmp_path / "out", "--dataset", "a/b"
    )
    assert wrong.returncode == 2


def test_the_writer_needs_nothing_of_every_eval_ever() -> None:
    code = "import sys, mindsight.export.every_eval_ever; assert 'every_eval_ever' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
