"""Keys, signing and checking from the command line."""

import os
import pty
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.errors import InputError, MissingExtra, RecordError
from record import trial
from signing import authority
from signing.conftest import RECORD
from signing.translog import Log

AGREES = 3
"""What ``verify`` says of an honest record of version 0.1.0, whose pages another version cannot write."""
SECRET = "correct-horse-battery"  # noqa: S105


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RECORD, tmp_path / "run"))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    assert mindsight(["key", "new", "--out", str(tmp_path / "lab.key"), "--name", "实验室 A"]) == 0
    return tmp_path / "lab.key"


def public(key: Path) -> str:
    return f"{key}.pub"


def test_make_a_key_sign_and_verify(tmp_path: Path, run: Path) -> None:
    made = trial.mindsight("key", "new", "--out", tmp_path / "lab.key", "--name", "Example laboratory")
    assert (made.returncode, made.stdout[:20]) == (0, "fingerprint: sha256-")
    fingerprint = made.stdout.split("sha256-")[1].strip()
    assert "no one else may read it" in made.stderr
    signed = trial.mindsight("sign", run, "--key", tmp_path / "lab.key", "--role", "tested", "--note", "as agreed")
    assert (signed.returncode, signed.stdout) == (0, f"{run}/signatures/001-{fingerprint[:8]}.json\n")
    assert fingerprint in signed.stderr
    done = trial.mindsight("verify", run, "--public-key", tmp_path / "lab.key.pub")
    assert done.returncode == AGREES
    lines = [line for line in done.stdout.splitlines() if line.startswith("signatures/")]
    file = f"signatures/001-{fingerprint[:8]}.json"
    assert lines[0] == f"{file}: valid: tested by Example laboratory, key sha256-{fingerprint}"
    assert lines[1].startswith(f"{file}: made at 20")
    assert lines[2] == f"{file}: note: as agreed"


def test_without_a_key_nobody_vouches(run: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mindsight(["sign", str(run), "--key", str(key)]) == 0
    capsys.readouterr()
    assert mindsight(["verify", str(run)]) == AGREES
    shown = capsys.readouterr()
    assert "intact, but by a key that you did not give" in shown.out
    assert "nobody vouches for these signatures" in shown.err


def test_a_run_without_a_signature_by_the_key_fails(
    run: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mindsight(["verify", str(run), "--public-key", public(key)]) == 1
    assert "no valid signature by the key sha256-" in capsys.readouterr().out
    mindsight(["key", "new", "--out", str(tmp_path / "other.key")])
    mindsight(["sign", str(run), "--key", str(tmp_path / "other.key")])
    assert mindsight(["verify", str(run), "--public-key", public(key)]) == 1
    mindsight(["sign", str(run), "--key", str(key), "--role", "reviewed"])
    assert mindsight(["verify", str(run), "--public-key", public(key)]) == AGREES
    assert (
        mindsight(["verify", str(run), "--public-key", public(key), "--public-key", f"{tmp_path}/other.key.pub"])
        == AGREES
    )


def test_a_damaged_signature_fails_with_and_without_a_key(
    run: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mindsight(["sign", str(run), "--key", str(key)])
    (file,) = (run / "signatures").iterdir()
    file.write_bytes(file.read_bytes().replace(b'"sig": "', b'"sig": "AA'))
    assert mindsight(["verify", str(run)]) == 1
    assert "invalid: its signature has 66 bytes" in capsys.readouterr().out
    assert mindsight(["verify", str(run), "--public-key", public(key)]) == 1


def test_a_record_that_differs_from_what_is_rebuilt_is_not_signed(run: Path, key: Path) -> None:
    # What the stand-alone checker leaves to verify: a page that no one who reads only numbers would miss.
    (run / "report.html").write_bytes((run / "report.html").read_bytes().replace(b"</body>", b"<p>best</p></body>"))
    manifest = trial.read_page(run, "manifest.json")
    manifest["software"]["mindsight"] = metadata.version("mindsight")
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert mindsight(["verify", str(run)]) == 1
    with pytest.raises(RecordError, match="is not signed, since its record does not hold"):
        mindsight(["sign", str(run), "--key", str(key)])
    assert not (run / "signatures").exists()


def test_everything_is_said_in_chinese(run: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mindsight(["sign", str(run), "--key", str(key)])
    capsys.readouterr()
    assert mindsight(["--lang", "zh", "verify", str(run), "--public-key", public(key)]) == AGREES
    shown = capsys.readouterr().out
    assert "有效：实验室 A" in shown
    mindsight(["--lang", "en", "clauses", "album"])


def test_signing_does_not_disturb_the_packed_checker(run: Path, key: Path, tmp_path: Path) -> None:
    from mindsight.checker.pack import pack

    mindsight(["sign", str(run), "--key", str(key)])
    checker = str(tmp_path / "checker.py")
    Path(checker).write_bytes(pack())
    assert subprocess.run([sys.executable, checker, str(run)], check=False, capture_output=True).returncode == 0
    (run / "signatures" / "more.txt").write_bytes(b"")
    done = subprocess.run([sys.executable, checker, str(run)], check=False, capture_output=True, text=True)
    assert (done.returncode, "signatures/more.txt" in done.stdout) == (1, True)


def test_a_signed_run_keeps_its_seal(run: Path, key: Path) -> None:
    mindsight(["sign", str(run), "--key", str(key)])
    before = trial.contents(run)
    with pytest.raises(RecordError, match="is signed"):
        mindsight(["--lang", "zh", "report", str(run)])
    assert trial.contents(run) == before
    mindsight(["--lang", "en", "clauses", "album"])


# --- the secret ---


def test_neither_key_nor_passphrase_reaches_anything(tmp_path: Path, run: Path) -> None:
    told = trial.environment(MINDSIGHT_KEY_PASSPHRASE=SECRET)
    key = tmp_path / "lab.key"
    said = [trial.mindsight("key", "new", "--out", key, env=told)]
    private = "".join(key.read_text().splitlines()[1:-1])
    wrong = trial.environment(MINDSIGHT_KEY_PASSPHRASE=f"not-{SECRET}")
    for environment, code in ((told, 0), (wrong, 2), (trial.environment(), 2)):
        done = trial.mindsight("sign", run, "--key", key, "--debug" if code == 0 else "--lang=zh", env=environment)
        assert done.returncode == code
        said.append(done)
    said.append(trial.mindsight("sign", run, "--key", key, "--debug", env=wrong))
    said.append(trial.mindsight("verify", run, "--public-key", key, env=told))
    written = b"".join(trial.contents(run).values()) + "".join(each.stdout + each.stderr for each in said).encode()
    assert SECRET.encode() not in written
    assert not any(private[place : place + 24].encode() in written for place in range(24, len(private) - 24))
    # Nor does the key itself, as bytes, in the spellings that a careless line would give it.
    from mindsight.signing.keys import read_private

    raw = read_private(key, lambda: SECRET)._key.private_bytes_raw()
    assert not any(one in written for one in (raw, raw.hex().encode()))


def test_a_passphrase_is_typed_unseen(tmp_path: Path) -> None:
    shown = typed(tmp_path, ["key", "new", "--out", "lab.key", "--passphrase"], [SECRET, SECRET])
    assert "passphrase" in shown
    assert SECRET not in shown
    assert b"ENCRYPTED" in (tmp_path / "lab.key").read_bytes()
    shown = typed(tmp_path, ["key", "new", "--out", "other.key", "--passphrase"], [SECRET, "another"])
    assert "typed in two ways" in shown
    assert not (tmp_path / "other.key").exists()


def typed(folder: Path, words: list[str], lines: list[str]) -> str:
    """Return what a terminal shows where somebody types lines at it."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-m", "mindsight", *words], {**os.environ, "LC_ALL": "C"})  # noqa: S606
    shown = b""
    for line in lines:
        while not shown.rstrip(b" ").endswith(b":"):
            shown += os.read(terminal, 1)
        os.write(terminal, line.encode() + b"\n")
        shown += b"|"
    try:
        while piece := os.read(terminal, 1024):
            shown += piece
    except OSError:
        pass  # the other end is closed
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode()


def test_nobody_there_to_be_asked_is_one_sentence(tmp_path: Path) -> None:
    done = trial.mindsight("key", "new", "--out", tmp_path / "key", "--passphrase")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nobody can be asked for a passphrase here; set MINDSIGHT_KEY_PASSPHRASE" in done.stderr


# --- others who vouch ---


def test_time_stamp_and_log_are_shown(run: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from mindsight.signing.envelope import parse
    from mindsight.signing.keys import read_public

    root, log = authority.make(tmp_path / "tsa"), Log()
    with authority.serving(lambda question: (200, authority.reply(tmp_path / "tsa", question))) as url:
        assert mindsight(["sign", str(run), "--key", str(key), "--timestamp", url]) == 0
    (file,) = (run / "signatures").glob("*.json")
    bundle = log.bundle(parse(file.read_bytes()), read_public(Path(public(key))))
    file.with_suffix(".sigstore.json").write_text(json.dumps(bundle))
    (tmp_path / "log.pub").write_bytes(log.public)
    trusted = ["--public-key", public(key), "--timestamp-root", str(root), "--log-key", f"{tmp_path}/log.pub"]
    capsys.readouterr()
    assert mindsight(["verify", str(run), *trusted]) == AGREES
    shown = capsys.readouterr().out
    assert "attested by a time stamp" in shown
    assert "stands in the log “log.example - 42” as entry 4 of 7" in shown
    assert mindsight(["report", str(run), "--out", str(tmp_path / "page.html"), *trusted]) == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert read_public(Path(public(key))).fingerprint in page
    assert ", attested" in page
    assert 'id="signatures"' in page


def test_a_report_with_signatures_is_a_page_of_its_own(run: Path, key: Path, tmp_path: Path) -> None:
    mindsight(["sign", str(run), "--key", str(key)])
    before = trial.contents(run)
    assert mindsight(["report", str(run), "--out", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "nobody vouches for the keys above" in page
    assert "时间戳" in page
    assert trial.contents(run) == before
    assert 'id="signatures"' not in (run / "report.html").read_text("utf-8")
    for words in (["--out", str(run / "page.html")], ["--public-key", public(key)]):
        with pytest.raises(InputError):
            mindsight(["report", str(run), *words])
    with pytest.raises(InputError, match="one run"):
        mindsight(["report", str(run), str(run), "--out", str(tmp_path / "page.html")])


def test_a_commitment_is_signed_and_checked(
    run: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from mindsight.record import canonical

    file = tmp_path / "commitment.json"
    file.write_bytes(canonical.page({"format": "mindsight.home-commitment", "version": 1, "commitment": "ab" * 32}))
    assert mindsight(["sign", str(file), "--key", str(key)]) == 0
    mindsight(["sign", str(run), "--key", str(key)])
    capsys.readouterr()
    # This run was tested under no commitment; the signature is checked all the same.
    assert mindsight(["verify", str(run), "--commitment", str(file), "--public-key", public(key)]) == 1
    assert "commitment.signature-" in capsys.readouterr().out
    assert mindsight(["verify", str(run), "--commitment", "ab" * 32, "--public-key", public(key)]) == 1
    assert "commitment.signature-" not in capsys.readouterr().out


def test_without_the_libraries_verify_says_what_it_did_not_do(
    run: Path, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mindsight(["sign", str(run), "--key", str(key)])
    capsys.readouterr()
    monkeypatch.setattr("mindsight.signing.extra.find_spec", lambda _name: None)
    assert mindsight(["verify", str(run)]) == AGREES
    assert "signatures, which were not checked; run: pip install 'mindsight[sign]'" in capsys.readouterr().err
    for words in (["verify", str(run), "--public-key", public(key)], ["sign", str(run), "--key", str(key)]):
        with pytest.raises(MissingExtra, match=r"signing lacks cryptography, rfc3161_client; .*mindsight\[sign\]"):
            mindsight(words)


# --- sealed tasks ---


@pytest.fixture
def sealed(tmp_path: Path) -> tuple[Path, Path]:
    """A run of sealed tasks, revealed, and the commitment under which it was made."""
    from mindsight.record import canonical

    run = Path(shutil.copytree(RECORD.with_name("home-sealed"), tmp_path / "sealed-run"))
    value = trial.read_page(run, "manifest.json")["plan"]["sealed"]
    file = tmp_path / "seal" / "commitment.json"
    file.parent.mkdir()
    file.write_bytes(canonical.page({"format": "mindsight.home-commitment", "version": 1, "commitment": value}))
    return run, file


def test_a_sealed_run_and_its_commitment_are_checked_with_one_key(
    sealed: tuple[Path, Path], key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, file = sealed
    words = ["verify", str(run), "--commitment", str(file), "--public-key", public(key)]
    mindsight(["sign", str(run), "--key", str(key)])
    assert mindsight(words) == AGREES
    assert "the commitment is not signed" in capsys.readouterr().err
    mindsight(["sign", str(file), "--key", str(key), "--role", "approved"])
    assert mindsight(words) == AGREES
    assert "valid: approved by 实验室 A" in capsys.readouterr().out
    mindsight(["key", "new", "--out", str(tmp_path / "other.key")])
    mindsight(["sign", str(run), "--key", str(tmp_path / "other.key")])
    assert mindsight([*words, "--public-key", f"{tmp_path}/other.key.pub"]) == 1


def test_a_signed_run_is_not_revealed(sealed: tuple[Path, Path], key: Path, tmp_path: Path) -> None:
    from mindsight.home.sealing.seal import Opening, Seal, check_revealable
    from mindsight.record.folder import RunFolder

    run, _ = sealed
    opening = Opening.model_validate(trial.read_page(run, "reveal.json"))
    (run / "reveal.json").unlink()
    RunFolder(run).seal()
    check_revealable(Seal(tmp_path / "seal", opening), RunFolder(run))
    mindsight(["sign", str(run), "--key", str(key)])
    with pytest.raises(RecordError, match="is signed"):
        check_revealable(Seal(tmp_path / "seal", opening), RunFolder(run))
