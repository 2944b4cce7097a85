"""A manifest that was damaged is named in plain words, and what can still be checked is checked."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from record import trial


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def sentences(run: Path, language: str = "en") -> list[str]:
    return [finding.say(language) for finding in checker.check(str(run))[0]]


BROKEN = [b"", b"{}\n", b"[]\n", b"null\n", b'{"a', b"\xff\xfe", b'{\n "state": 7\n}\n', b'{\n "data": []\n}\n']


@pytest.mark.parametrize("content", BROKEN, ids=lambda content: repr(content)[:24])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_sentence_speaks_of_none(run: Path, content: bytes, language: str) -> None:
    (run / "manifest.json").write_bytes(content)
    trial.reseal(run)
    found = sentences(run, language)
    assert found
    assert any(sentence.startswith("manifest.json") for sentence in found)
    assert not any("None" in sentence for sentence in found)


@pytest.mark.parametrize("path", ["state", "kind", "document.suite", "data.file", "items", "document", "data"])
@pytest.mark.parametrize("value", [None, 7, [], {}, ""], ids=str)
def test_what_a_manifest_fails_to_say_is_named(run: Path, path: str, value: Any) -> None:
    manifest = trial.read_page(run, "manifest.json")
    *outer, last = path.split(".")
    holder = manifest
    for name in outer:
        holder = holder[name]
    holder[last] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    field = {"document": "document.suite", "data": "data.file"}.get(path, path)
    assert f"manifest.json: does not say {field}; it was damaged or changed" in sentences(run)
    assert f"manifest.json：没有 {field}，文件已损坏或被改动" in sentences(run, "zh")
    assert not any("None" in sentence for sentence in sentences(run))


def test_the_items_are_checked_without_a_manifest_all_the_same(run: Path) -> None:
    (run / "manifest.json").write_text("no JSON")
    lines = (run / "items.jsonl").read_bytes().replace(b'"outcome":"scored"', b'"outcome":"Scored"', 1)
    (run / "items.jsonl").write_bytes(lines)
    trial.reseal(run)
    found = sentences(run)
    assert found[0] == "manifest.json: not a JSON object as mindsight writes it"
    assert any("the hash chain breaks" in sentence for sentence in found)


def test_verify_says_it_in_one_clear_sentence(run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    del manifest["data"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    done = trial.mindsight("verify", run)
    assert (done.returncode, done.stderr) == (1, "")
    assert "manifest.json: does not say data.file; it was damaged or changed" in done.stdout
    assert "None" not in done.stdout
