"""The guide to signing is walked as its page says, and its table is the one that reports show."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from docs_pages import commands, page_named
from mindsight.cli import run as mindsight
from mindsight.record import canonical
from mindsight.signing.blocks import COVERAGE
from mindsight.signing.envelope import parse
from mindsight.signing.keys import read_public
from mindsight.text import LANGUAGES, Language, say
from signing import authority
from signing.conftest import RECORD
from signing.translog import Log

PAGE = page_named("sign.md")
SERVICE = "https://tsa.example/tsr"
IN_PART = 3  # the record here is one of version 0.1.0, whose pages another version cannot write
NO_COMMITMENT = 1  # the run here was tested under none


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(RECORD, tmp_path / "runs" / "home")
    commitment = tmp_path / "seal-2026" / "commitment.json"
    commitment.parent.mkdir()
    commitment.write_bytes(
        canonical.page({"format": "mindsight.home-commitment", "version": 1, "commitment": "ab" * 32})
    )
    root, log = authority.make(tmp_path / "tsa"), Log()
    shutil.copy(root, tmp_path / "tsa-root.pem")
    (tmp_path / "log.pub").write_bytes(log.public)
    heard: dict[str, str] = {}
    with authority.serving(lambda question: (200, authority.reply(tmp_path / "tsa", question))) as url:
        for command in commands(PAGE):
            code = mindsight(shlex.split(command.replace(SERVICE, url))[1:])
            agrees = IN_PART if command.startswith("mindsight verify") else 0
            assert code == (NO_COMMITMENT if "--commitment" in command else agrees), command
            heard[command] = capsys.readouterr().out
            if "--timestamp-root" in command and "verify" in command:
                put_into_log(tmp_path, log)
    said = "".join(heard.values())
    assert "valid: reviewed by Example reviewer" in said
    assert "attested by a time stamp" in said
    assert "stands in the log" in said
    assert "commitment.signature-" in said
    assert "Example reviewer" in (tmp_path / "report-signed.html").read_text("utf-8")
    walk_without_mindsight(tmp_path)


def put_into_log(folder: Path, log: Log) -> None:
    """Put the first signature into a log, as another program would."""
    (signed,) = (folder / "runs" / "home" / "signatures").glob("001-*.json")
    key = read_public(folder / "laboratory.key.pub")
    signed.with_suffix(".sigstore.json").write_text(json.dumps(log.bundle(parse(signed.read_bytes()), key)))


def walk_without_mindsight(folder: Path) -> None:
    """Run what the page says of openssl, for the third signature, which has a time stamp."""
    for file in (folder / "runs" / "home" / "signatures").glob("*.sigstore.json"):
        file.unlink()
    (block,) = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["sh", "-e", "-c", block.replace("001-*", "003-*")], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert "Verification: OK" in done.stdout + done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_the_one_that_reports_show(language: Language) -> None:
    page = page_named("sign.zh.md" if language == "zh" else "sign.md").read_text("utf-8")
    rows = ["| " + " | ".join(say(cell, language) for cell in row) + " |" for row in COVERAGE]
    assert "\n".join(rows) in page
