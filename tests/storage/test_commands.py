"""Commands whose kit, data and run lie in a bucket or behind HTTP: the record of a run on this machine, and no credential in it."""

import functools
import json
import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import DEVNULL, CompletedProcess, Popen

import pytest

from golden.difference import How, differences
from record import trial
from storage.bucket import KEY, SECRET, Bucket, Fault

RUN = ("--subject", "baseline:nlmeans", "--name", "product")


@pytest.fixture
def machine(bucket: Bucket, tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has the credentials and an empty cache."""
    bucket.faults.clear()
    return trial.environment(XDG_CACHE_HOME=str(tmp_path / "cache"), **bucket.environment)


@pytest.fixture(scope="module")
def stored(bucket: Bucket, kit: Path) -> str:
    return bucket.put(kit, "stored/kit")


def done(machine: dict[str, str], *words: str | Path, code: int = 0) -> CompletedProcess[str]:
    result = trial.mindsight(*words, env=machine)
    assert result.returncode == code, result.stderr
    return result


def test_a_run_in_a_bucket_has_the_bytes_of_one_here_and_no_credential(
    bucket: Bucket, machine: dict[str, str], stored: str, own: Path, tmp_path: Path
) -> None:
    run = bucket.url("single/run")
    result = done(machine, "album", "run", stored, *RUN, "--out", run)
    assert f"{run}/report.html" in result.stdout
    assert "files written" in result.stderr
    taken = bucket.take("single/run", tmp_path / "taken")
    assert differences(own, taken, How()) == []
    assert "agrees" in done(machine, "verify", run).stdout
    for file in filter(Path.is_file, tmp_path.rglob("*")):
        data = file.read_bytes()
        assert not any(secret.encode() in data for secret in (KEY, SECRET, bucket.door)), file
        if file.is_relative_to(taken):
            assert b"mindsight/storage" not in data, file
            assert b"s3://" not in data, file


def test_what_changes_a_record_changes_it_there(
    bucket: Bucket, machine: dict[str, str], own: Path, tmp_path: Path
) -> None:
    run = bucket.put(own, "changed/run")
    done(machine, "report", run, "--lang", "zh")
    taken = bucket.take("changed/run", tmp_path / "taken")
    assert 'lang="zh' in (taken / "report.html").read_text("utf-8")
    assert trial.mindsight("verify", taken).returncode == 0
    rows = done(machine, "items", run, "--json").stdout.splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["0001", "0002", "0003"]


def test_an_interrupted_run_is_resumed_from_the_bucket_by_another_machine(
    bucket: Bucket, machine: dict[str, str], stored: str, own: Path, tmp_path: Path
) -> None:
    slow = tmp_path / "slow.sh"
    slow.write_text('#!/bin/sh\ncp "$1" "$2"\n[ -e go ] || sleep 3\n')
    slow.chmod(0o755)
    words = ("album", "run", stored, "--subject", f"command:{slow} {{input}} {{output}}", "--name", "product")
    run, often = bucket.url("killed/run"), {**machine, "MINDSIGHT_STORAGE_EVERY": "0.2"}
    process = Popen(trial.command(*words, "--out", run), env=often, cwd=tmp_path, stdout=DEVNULL, stderr=DEVNULL)
    try:
        for _ in range(400):
            if "items.jsonl" in bucket.keys("killed/run") and bucket.read("killed/run/items.jsonl"):
                break
            time.sleep(0.1)
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    kept = bucket.read("killed/run/items.jsonl").decode().splitlines()
    assert 1 <= len(kept) < 3
    (tmp_path / "go").touch()
    # A machine that has never heard of this run.
    other = {**machine, "XDG_CACHE_HOME": str(tmp_path / "other")}
    resumed = trial.mindsight(*words, "--resume", run, env=other, cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    taken = bucket.take("killed/run", tmp_path / "taken")
    assert (taken / "items.jsonl").read_text().splitlines()[: len(kept)] == kept
    assert trial.mindsight("verify", taken).returncode == 0
    # The machine that was killed has an older run, which nobody may send over this one.
    late = trial.mindsight(*words, "--resume", run, env=machine, cwd=tmp_path)
    assert late.returncode == 2
    assert "was changed there by somebody else" in late.stderr
    assert (
        bucket.take("killed/run", tmp_path / "again").joinpath("SHA256SUMS").read_bytes()
        == (taken / "SHA256SUMS").read_bytes()
    )


def test_a_run_that_cannot_be_sent_is_kept_and_sent_later(
    bucket: Bucket, machine: dict[str, str], stored: str, own: Path, tmp_path: Path
) -> None:
    run = bucket.url("unsent/run")
    bucket.faults.append(Fault("PUT", "unsent", 10_000, status=403))
    said = done(machine, "album", "run", stored, *RUN, "--out", run, code=2).stderr
    kept = re.search(r"kept in (\S+)", said)
    assert kept is not None
    assert "no permission" in said
    assert trial.mindsight("verify", kept[1]).returncode == 0
    bucket.faults.clear()
    assert run in done(machine, "verify", run).stdout
    assert differences(own, bucket.take("unsent/run", tmp_path / "taken"), How()) == []


def test_shards_of_a_bucket_are_merged_into_it(
    bucket: Bucket, machine: dict[str, str], stored: str, own: Path, tmp_path: Path
) -> None:
    runs = [bucket.url(f"shards/{part}") for part in (1, 2)]
    for part, run in enumerate(runs, start=1):
        done(machine, "album", "run", stored, *RUN, "--shard", f"{part}/2", "--out", run)
    done(machine, "merge", *runs, "--kit", stored, "--out", bucket.url("shards/whole"))
    assert differences(own, bucket.take("shards/whole", tmp_path / "taken"), How()) == []


def test_a_kit_that_changes_between_two_commands_is_refused_by_its_hash(
    bucket: Bucket, machine: dict[str, str], kit: Path
) -> None:
    url = bucket.put(kit, "restless/kit")
    picture = next(key for key in bucket.keys("restless/kit") if key.startswith("inputs/"))
    bucket.write(f"restless/kit/{picture}", (kit / picture).read_bytes() + b"x")
    result = done(machine, "album", "run", url, *RUN, "--out", bucket.url("restless/run"), code=2)
    assert f"{picture}: was changed since the kit was made" in result.stderr
    assert "SHA256SUMS" not in bucket.keys("restless/run")


def test_outputs_in_a_bucket_are_named_by_their_url_in_the_record(
    bucket: Bucket, machine: dict[str, str], stored: str, kit: Path, tmp_path: Path
) -> None:
    shutil.copytree(kit / "truth", tmp_path / "outputs")
    outputs = bucket.put(tmp_path / "outputs", "outputs/made")
    done(machine, "album", "score", stored, outputs, "--out", tmp_path / "run")
    assert trial.read_page(tmp_path / "run", "manifest.json")["subject"]["spec"] == f"folder:{outputs}"
    assert trial.mindsight("verify", tmp_path / "run").returncode == 0


def test_urls_may_stand_in_plans_and_variables(
    bucket: Bucket, machine: dict[str, str], stored: str, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f'[album.run]\nsubject = "baseline:identity"\nout = "{bucket.url("planned/run")}"\n')
    done(machine, "album", "run", stored, "--plan", plan)
    assert "SHA256SUMS" in bucket.keys("planned/run")
    done(machine | {"MINDSIGHT_ALBUM_RUN_OUT": bucket.url("varied/run")}, "album", "run", stored, *RUN)
    assert "SHA256SUMS" in bucket.keys("varied/run")


def test_what_keeps_secrets_or_a_database_stays_here(bucket: Bucket, machine: dict[str, str], own: Path) -> None:
    for words in (("key", "new", "--out"), ("rate", "status"), ("home", "seal", "--out")):
        assert "kept on this machine" in done(machine, *words, bucket.url("secret"), code=2).stderr
    assert bucket.keys("secret") == []
    twice = done(machine, "merge", bucket.url("a"), "--out", bucket.url("a"), code=2)
    assert "given twice" in twice.stderr


def test_what_would_lie_beside_a_url_is_refused(bucket: Bucket, machine: dict[str, str]) -> None:
    words = ("home", "run", "--subject", "baseline:refuse", "--tasks", "buttons", "--trials", "2", "--anchors")
    refused = done(machine, *words, "--out", bucket.url("anchored/run"), code=2)
    assert f"--anchors: makes a second run beside {bucket.url('anchored/run')}" in refused.stderr


def test_without_credentials_the_sentence_says_so(bucket: Bucket, machine: dict[str, str], stored: str) -> None:
    without = {name: value for name, value in machine.items() if "KEY" not in name} | {
        "AWS_EC2_METADATA_DISABLED": "true"
    }
    said = done(without | {"HOME": "/nonexistent"}, "verify", stored, code=2).stderr
    assert "set the credentials of the storage in the environment" in said
    assert len(said.splitlines()) == 1


@pytest.fixture
def page(kit: Path, own: Path, tmp_path: Path) -> Iterator[str]:
    """A server that shows a folder with a kit and a run as pages of links."""
    (tmp_path / "shown" / "a kit").mkdir(parents=True)
    (tmp_path / "shown" / "a kit" / "kit").symlink_to(kit)
    (tmp_path / "shown" / "run").symlink_to(own)
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "shown"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_http_is_read_and_never_written(machine: dict[str, str], page: str, own: Path, tmp_path: Path) -> None:
    done(machine, "album", "run", f"{page}/a%20kit/kit", *RUN, "--out", tmp_path / "run")
    assert differences(own, tmp_path / "run", How()) == []
    assert "agrees" in done(machine, "verify", f"{page}/run").stdout
    assert "can only be read" in done(machine, "report", f"{page}/run", code=2).stderr
    assert "nothing is there" in done(machine, "verify", f"{page}/nothing", code=2).stderr


def test_a_file_url_is_a_folder_of_this_machine(kit: Path, own: Path, tmp_path: Path) -> None:
    place = f"file://{tmp_path}/share/run"
    done(trial.environment(), "album", "run", f"file://{kit}", *RUN, "--out", place)
    assert differences(own, tmp_path / "share" / "run", How()) == []
