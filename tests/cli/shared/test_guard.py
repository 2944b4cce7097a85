"""Every error is one sentence on stderr and an exit status of its kind."""

import os
import shutil
from pathlib import Path

import pytest

from mindsight.record.folder import RunFolder
from record import trial


def refused(*arguments: str | Path, code: int = 2) -> str:
    """Run a command that must fail, and return its one sentence."""
    done = trial.mindsight(*arguments)
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    return line.removeprefix("error: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["album", "nonsense"], "No such command 'nonsense'"),
        (["--nonsense"], "there is no option --nonsense"),
        (["verify", "x", "--nonsense"], "there is no option --nonsense"),
        (["verify"], "is missing; see --help"),
        (["album", "run", "kit"], "name what is tested: give --subject, or --product with a product file"),
        (["album", "run", "kit", "--subject", "baseline:identity", "--workers", "0"], "--workers"),
        (["album", "run", "kit", "--subject", "baseline:identity", "--workers", "many"], "--workers"),
        (["--lang", "xx", "verify", "x"], '--lang: "xx" is not a language of mindsight; use zh or en'),
        (["verify", "x", "--lang"], '--lang: "" is not a language of mindsight; use zh or en'),
        (["--lang=", "verify", "x"], '--lang: "'),
        (["clauses", "albun"], "album"),
        (["album", "run", "nowhere", "--subject", "baseline:identity"], "nowhere: is not a kit (it has no kit.json)"),
        (["album", "kit", "enhancement", "nowhere", "--out", "kit"], "nowhere: is not a folder"),
        (["rescore", "nowhere"], "nowhere: is not a run folder"),
        (["report", "nowhere"], "nowhere: is not a run folder"),
        (["compare", "nowhere"], "run"),
        (["compare", "nowhere", "elsewhere"], "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_mistyped(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(*arguments)


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ("identity", 'no subject "identity"; write SCHEME:REST'),
        ("baselin:identity", 'did you mean "baseline:…"'),
        ("baseline:", 'nothing follows "baseline:"'),
        ("baseline:identiti", 'did you mean "identity"'),
        ("command:cp 'a", "command: No closing quotation"),
        ("command:cp a b", "the template must hold {input} {output}"),
        ("python:nothing", "write package.module:function"),
        (
            "model:openai/gpt-4o",
            "model: subjects process no pictures; use one of baseline, command, folder, http, python",
        ),
        ("http:127.0.0.1:9", "http: write an address such as http:https://album.example/enhance, got: 127.0.0.1:9"),
        ("http:ftp://127.0.0.1:9", "http: write an address such as"),
    ],
)
def test_subjects_that_are_not_written_as_they_should_be(kit: Path, subject: str, sentence: str) -> None:
    assert sentence in refused("album", "run", kit, "--subject", subject)


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ("command:no-such-program-at-all {input} {output}", "the program no-such-program-at-all was not found"),
        ("folder:/nowhere/at/all", "/nowhere/at/all: is not a folder"),
        ("python:no_such_module_at_all:f", "no_such_module_at_all:f could not be loaded"),
    ],
)
def test_a_subject_that_cannot_be_reached_is_status_3(kit: Path, tmp_path: Path, subject: str, sentence: str) -> None:
    assert sentence in refused("album", "run", kit, "--subject", subject, "--out", tmp_path / "run", code=3)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_subject_that_goes_away_in_the_middle_is_status_3_and_can_be_resumed(kit: Path, tmp_path: Path) -> None:
    program, run = tmp_path / "product.sh", tmp_path / "run"
    program.write_text(f'#!/bin/sh\ncp "$1" "$2"\n[ "$(basename "$1")" != 0002.png ] || rm {program}\n')
    program.chmod(0o755)
    whole = program.read_text()
    arguments = ("album", "run", kit, "--subject", f"command:{program} {{input}} {{output}}", "--json")
    done = trial.mindsight(*arguments, "--out", run)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"the program {program} cannot be started (No such file or directory)" in done.stderr
    assert RunFolder(run).manifest.state == "interrupted"
    assert trial.whole_lines(run) == 2
    program.write_text(whole)
    program.chmod(0o755)
    assert trial.mindsight(*arguments, "--resume", run).returncode == 0
    assert RunFolder(run).manifest.state == "complete"
    assert trial.mindsight("verify", run).returncode == 0


def test_too_few_photographs(tmp_path: Path) -> None:
    photos = trial.make_photos(tmp_path / "photos", 3)
    assert "clause 5.3 needs more than 30 references" in refused(
        "album", "kit", "enhancement", photos, "--out", tmp_path / "kit"
    )
    assert not (tmp_path / "kit").exists()


def test_a_folder_that_is_not_empty(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("dear")
    said = refused("album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path)
    assert said == f"{tmp_path}: is not empty; choose another --out or continue with --resume"
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_a_damaged_record(sealed: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    (run / "items.jsonl").write_bytes(b"nonsense\n")
    for command in ("rescore", "report"):
        assert "was changed and is not sealed again: items.jsonl" in refused(command, run)
    (run / "manifest.json").write_bytes(b"{")
    for command in ("rescore", "report"):
        assert "manifest.json: is not valid JSON" in refused(command, run)


def test_debug_shows_where_it_happened() -> None:
    for arguments in (["--debug", "rescore", "nowhere"], ["rescore", "nowhere", "--debug"]):
        done = trial.mindsight(*arguments)
        assert done.returncode != 0
        assert "Traceback (most recent call last)" in done.stderr
        assert "RecordError: nowhere: is not a run folder" in done.stderr


def test_the_sentence_comes_in_the_users_language() -> None:
    done = trial.mindsight("rescore", "nowhere", "--lang", "zh")
    assert done.returncode == 2
    assert done.stderr.startswith("错误")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_may_not_be_written(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    run = tmp_path / "closed" / "run"
    assert "Permission denied" in refused("album", "run", kit, "--subject", "baseline:identity", "--out", run)


def test_a_path_through_a_file(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused("album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path / "file" / "run")
    assert "Not a directory" in said


def test_an_argument_that_is_not_utf8() -> None:
    assert refused("verify", os.fsdecode(b"caf\xe9")) == "caf\\udce9: is not UTF-8; rename the file or folder"
