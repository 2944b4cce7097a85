"""Each format is read back by the tool that it is meant for, and holds the numbers of the record."""

import base64
import json
import math
import os
import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from huggingface_hub import parse_eval_result_entries
from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries, read_eval_log_samples
from junitparser import Error, Failure, JUnitXml

from mindsight.errors import InputError, RecordError
from mindsight.export import inspect
from mindsight.export.contents import Contents, read_contents
from mindsight.export.hf import to_hf
from mindsight.export.inspect import write_inspect
from mindsight.export.junit import unmet, write_junit
from mindsight.export.parquet import write_parquet
from mindsight.export.samples import target_of
from mindsight.record.folder import RunFolder
from mindsight.text import text
from record import trial

from .conftest import RECORDS


def test_parquet_is_read_by_pyarrow_with_every_number(contents: Contents, tmp_path: Path) -> None:
    write_parquet(contents, tmp_path)
    items, measures = (pq.read_table(tmp_path / name) for name in ("items.parquet", "measures.parquet"))
    rows = {row["id"]: row for row in items.to_pylist()}
    assert list(rows) == [one.id for one in contents.items]
    for one in contents.items:
        assert json.loads(rows[one.id]["answer"]) == one.answer
        assert {name: rows[one.id][name] for name in contents.scores[one.id]} == contents.scores[one.id]
    assert {row["name"]: row["value"] for row in measures.to_pylist()} == {
        one.name: one.value for one in contents.measures
    }
    assert json.loads(items.schema.metadata[b"mindsight.manifest"])["items"]["count"] == contents.count


def test_junit_is_read_by_junitparser(contents: Contents, tmp_path: Path) -> None:
    scored = next(one for one in contents.measures if one.value is not None)
    assert scored.value is not None
    step = math.ulp(scored.value) if scored.better == "higher" else -math.ulp(scored.value)
    for threshold, fails in ((scored.value, False), (scored.value + step, True)):
        found = JUnitXml.fromfile(str(write_junit(contents, tmp_path, {scored.name: threshold})))
        measures, items = found
        assert [one.name for one in measures] == [one.name for one in contents.measures]
        assert [one.name for one in items] == [one.id for one in contents.items]
        failed = [case.name for case in measures if any(isinstance(one, Failure) for one in case.result)]
        assert failed == ([scored.name] if fails else [])
        assert (measures.failures, measures.errors) == (len(failed), 0)
        assert unmet(contents, {scored.name: threshold}) == failed


def test_a_measure_without_value_and_an_item_without_answer_are_errors(contents: Contents, tmp_path: Path) -> None:
    first = contents.measures[0].model_copy(update={"value": None, "status": "not_scored"})
    said = text("a reply that XML cannot hold: {reply}", reply="\x00\x1b<&\ud800")
    broken, *rest = contents.items
    broken = broken.model_copy(update={"status": "failed", "error": said})
    changed = replace(
        contents,
        results=contents.results.model_copy(update={"measures": (first, *contents.measures[1:])}),
        items=(broken, *rest),
    )
    measures, items = JUnitXml.fromfile(str(write_junit(changed, tmp_path, {first.name: 0.0})))
    assert [case.name for case in measures if any(isinstance(one, Error) for one in case.result)] == [first.name]
    assert broken.id in [case.name for case in items if any(isinstance(one, Error) for one in case.result)]
    assert unmet(changed, {first.name: 0.0}) == [first.name]


def test_an_unknown_measure_is_refused(contents: Contents, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no measure home\.X"):
        write_junit(contents, tmp_path, {"home.X": 0.3})


def test_an_inspect_log_is_read_back_with_scores_and_pictures(contents: Contents, tmp_path: Path) -> None:
    (file,) = write_inspect(contents, tmp_path / "new")
    assert [one.name for one in file.parent.iterdir()] == ["run.eval"]
    log = read_eval_log(str(file))
    assert log.status == "success"
    assert log.samples is not None
    assert log.results is not None
    found = {str(one.id): one for one in log.samples}
    assert set(found) == {one.id for one in contents.items}
    for item in contents.items:
        sample = found[item.id]
        assert json.loads(sample.output.completion) == item.answer
        (message,) = sample.input
        assert not isinstance(message, str)
        assert message.text == contents.words_of(item)
        assert json.loads(str(sample.target) or "null") == target_of(contents, item)
        scores = {name: score.value for name, score in (sample.scores or {}).items()}
        assert scores == pytest.approx(contents.scores[item.id])
    assert {one.name: one.metrics["value"].value for one in log.results.scores} == {
        one.name: pytest.approx(one.value) for one in contents.measures if one.value is not None
    }


def test_pictures_of_a_run_are_in_its_log(tmp_path: Path) -> None:
    contents = read_contents(RunFolder.open(RECORDS / "enhancement-python"))
    (file,) = write_inspect(contents, tmp_path)
    samples = {str(one.id): one for one in read_eval_log_samples(str(file), resolve_attachments="full")}
    assert len(samples) == contents.count
    for item in contents.items:
        (name,) = item.media.values()
        (message,) = samples[item.id].input
        assert not isinstance(message, str)
        images = [one.image for one in message.content if not isinstance(one, str) and one.type == "image"]
        assert [base64.b64decode(one.partition(",")[2]) for one in images] == [contents.media(name)]


def test_a_log_of_many_items_is_written_without_holding_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = read_contents(RunFolder.open(RECORDS / "enhancement-python"))
    first = next(iter(few.items))
    picture = os.urandom(200_000)
    monkeypatch.setattr(Contents, "media", lambda _contents, _name: picture)
    monkeypatch.setattr(inspect, "_MOST_BYTES", 1 << 20)
    peaks = []
    for count in (10, 10, 80):
        items = tuple(first.model_copy(update={"id": f"{number:04d}"}) for number in range(count))
        tracemalloc.start()
        (file,) = write_inspect(replace(few, items=items), tmp_path / str(count))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        found = [(str(one.id), one.epoch) for one in read_eval_log_sample_summaries(str(file))]
        assert found == [(one.id, 1) for one in items]
    # Held, the pictures of seventy items more are 18 MiB.
    assert peaks[2] - peaks[1] < 3 << 20


def test_entries_of_the_hub_are_read_by_its_library(contents: Contents) -> None:
    (name, data), *benchmark = to_hf(contents, "example/household").items()
    assert name == f".eval_results/mindsight-{contents.manifest.document.suite}.yaml"
    entries = parse_eval_result_entries(yaml.safe_load(data))
    assert {one.task_id: one.value for one in entries} == {
        one.name: one.value for one in contents.measures if one.value is not None
    }
    assert {one.dataset_id for one in entries} == {"example/household"}
    # Inspect runs the tasks of the suite, not questions that somebody brought along.
    can_run = contents.manifest.document.suite == "home" and contents.manifest.kind != "imported"
    assert [one for one, _ in benchmark] == (["eval.yaml"] if can_run else [])
    for _, page in benchmark:
        declared = yaml.safe_load(page)
        assert declared["evaluation_framework"] == "inspect-ai"
        assert {one["id"] for one in declared["tasks"]} == {one.task_id for one in entries}
    for wrong in (None, "household", "../x/y"):
        with pytest.raises(InputError, match="OWNER/NAME"):
            to_hf(contents, wrong)


def test_a_run_that_did_not_end_is_refused(tmp_path: Path) -> None:
    run = Path(shutil.copytree(RECORDS / "home-model", tmp_path / "run"))
    page = json.loads((run / "manifest.json").read_bytes())
    (run / "manifest.json").write_text(json.dumps({**page, "state": "interrupted"}), "utf-8")
    with pytest.raises(RecordError, match="not complete"):
        read_contents(RunFolder.open(run))


@pytest.mark.parametrize(("threshold", "code"), [("home.T=-1", 0), ("home.T=0.99", 1), ("home.T", 2)])
def test_the_command_ends_as_the_threshold_says(threshold: str, code: int, tmp_path: Path) -> None:
    words = ("export", RECORDS / "home-model", "--to", "junit", "--out", tmp_path, "--fail-under", threshold)
    done = trial.mindsight("--lang", "en", *words)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "junit.xml").is_file() == (code != 2)


def test_a_record_that_was_changed_is_not_exported(tmp_path: Path) -> None:
    run = shutil.copytree(RECORDS / "home-model", tmp_path / "run")
    with (run / "items.jsonl").open("ab") as file:
        file.write(b"\xff\x00 more")
    done = trial.mindsight("--lang", "en", "export", run, "--to", "junit", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "was changed since it was sealed" in done.stderr
    assert not (tmp_path / "out").exists()
