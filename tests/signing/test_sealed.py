"""Sign a run: what is signed, in which order, and what is refused."""

import json
import os
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.errors import InputError, RecordError
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.signing.check import check_signatures
from mindsight.signing.envelope import parse
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.sealed import refuse_key_in, sign_run


def statement(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(parse(file.read_bytes()).payload)
    return found


def test_a_signature_is_over_the_seal_and_leaves_it_as_it_is(run: Path, key: PrivateKey) -> None:
    seal = (run / "SHA256SUMS").read_bytes()
    written = sign_run(run, key, Hand(note="as agreed"))
    assert written == run / "signatures" / f"001-{key.public.fingerprint[:8]}.json"
    assert (run / "SHA256SUMS").read_bytes() == seal
    assert checker.check(str(run))[0] == []
    said = statement(written)
    assert said["subject"][0] == {"name": "SHA256SUMS", "digest": {"sha256": canonical.sha256(seal)}}  # type: ignore[index]
    RunFolder(run).seal()
    assert (run / "SHA256SUMS").read_bytes() == seal


def test_a_statement_says_what_was_measured(run: Path, key: PrivateKey) -> None:
    predicate = statement(sign_run(run, key, Hand()))["predicate"]
    assert isinstance(predicate, dict)
    ours = predicate["configuration"][0]["annotations"]["mindsight_signature"]
    results = RunFolder(run).results
    assert ours["run"]["measures"] == {
        one.name: {"value": one.value, "status": one.status, "n": one.n} for one in results.measures
    }
    assert predicate["result"] == "WARNED"  # a trial
    assert (ours["role"], ours["name"]) == ("tested", "实验室 A")


def test_signatures_are_a_chain_of_hand_overs(run: Path, folder: Path, key: PrivateKey, other: PrivateKey) -> None:
    files = [sign_run(run, key, Hand()), sign_run(run, other, Hand("reviewed")), sign_run(run, key, Hand("approved"))]
    report = check_signatures(run, [folder / "laboratory.key.pub", folder / "reviewer.key.pub"])
    assert report.fine
    assert [one.state for one in report.signatures] == ["valid"] * 3
    assert [one.who for one in report.signatures] == ["实验室 A", "Reviewer", "实验室 A"]
    assert [one.signed.role for one in report.signatures if one.signed] == ["tested", "reviewed", "approved"]
    hashes = ["0" * 64, *(canonical.sha256_of_file(file) for file in files[:2])]
    assert [one.signed.previous for one in report.signatures if one.signed] == hashes


def test_a_key_that_has_not_signed_is_missed(run: Path, folder: Path, key: PrivateKey, other: PrivateKey) -> None:
    sign_run(run, key, Hand())
    report = check_signatures(run, [folder / "reviewer.key.pub"])
    assert not report.fine
    assert [one.state for one in report.signatures] == ["unknown"]
    assert report.missing == (other.public,)
    assert "no valid signature by the key" in str(list(report.sentences())[-1])


def test_without_a_key_a_signature_is_intact_and_no_more(run: Path, key: PrivateKey) -> None:
    sign_run(run, key, Hand())
    report = check_signatures(run)
    assert report.fine
    assert "by a key that you did not give" in str(next(report.sentences()))


@pytest.mark.parametrize("removed", [0, 1])
def test_one_that_is_removed_is_missed(run: Path, key: PrivateKey, other: PrivateKey, removed: int) -> None:
    files = [sign_run(run, one, Hand()) for one in (key, other, key)]
    files[removed].unlink()
    report = check_signatures(run)
    assert not report.fine
    assert "was removed" in str(next(one.reason for one in report.signatures if one.state == "invalid"))


def test_renumbering_hides_no_removal(run: Path, key: PrivateKey, other: PrivateKey) -> None:
    first, second = sign_run(run, key, Hand()), sign_run(run, other, Hand())
    first.unlink()
    second.rename(second.with_name(second.name.replace("002", "001")))
    assert [str(one.reason) for one in check_signatures(run).signatures] == ["its name does not fit its number and key"]


def test_two_that_change_places_are_found(run: Path, key: PrivateKey) -> None:
    first, second = sign_run(run, key, Hand()), sign_run(run, key, Hand("reviewed"))
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    assert [one.state for one in check_signatures(run).signatures] == ["invalid", "invalid"]


def test_a_signature_of_another_run_is_none_of_this(run: Path, key: PrivateKey, tmp_path: Path) -> None:
    written = sign_run(run, key, Hand())
    (run / "SHA256SUMS").write_bytes(b"")
    report = check_signatures(run)
    assert str(report.signatures[0].reason) == "it is over another seal than SHA256SUMS of this folder"
    assert written.exists()


def test_a_signed_run_is_not_sealed_anew_with_other_content(run: Path, key: PrivateKey) -> None:
    sign_run(run, key, Hand())
    before = (run / "report.html").read_bytes()
    with pytest.raises(RecordError, match="is signed"):
        RunFolder(run).publish({"report.html": b"another"}, seal=True)
    assert (run / "report.html").read_bytes() == before
    RunFolder(run).publish({"report.html": before}, seal=True)


# --- refusals ---


def test_a_run_that_does_not_hold_is_not_signed(run: Path, key: PrivateKey) -> None:
    (run / "scores.csv").write_bytes(b"forged")
    with pytest.raises(RecordError, match=r"its record does not hold: scores\.csv"):
        sign_run(run, key, Hand())
    (run / "SHA256SUMS").unlink()
    with pytest.raises(RecordError, match="the seal SHA256SUMS is missing"):
        sign_run(run, key, Hand())
    assert not (run / "signatures").exists()


def test_an_unfinished_run_is_not_signed(run: Path, key: PrivateKey) -> None:
    manifest = json.loads((run / "manifest.json").read_bytes())
    (run / "manifest.json").write_bytes(canonical.page({**manifest, "state": "interrupted"}))
    with pytest.raises(RecordError, match="the run is not complete"):
        sign_run(run, key, Hand())


def test_nobody_signs_after_a_signature_that_does_not_hold(run: Path, key: PrivateKey) -> None:
    first = sign_run(run, key, Hand())
    first.write_bytes(b"{}")
    with pytest.raises(RecordError, match="a signature before does not hold"):
        sign_run(run, key, Hand())


def test_nothing_is_signed_through_a_link(run: Path, key: PrivateKey, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(run)
    with pytest.raises(RecordError, match="is a link"):
        sign_run(tmp_path / "link", key, Hand())
    (run / "signatures").symlink_to(tmp_path)
    with pytest.raises(RecordError, match="is a link"):
        sign_run(run, key, Hand())


def test_a_private_key_in_the_run_is_refused(run: Path, folder: Path, key: PrivateKey) -> None:
    refuse_key_in(folder / "laboratory.key", run)
    with pytest.raises(InputError, match="lies in"):
        refuse_key_in(run / "media" / ".." / "laboratory.key", run)
    (folder / "link").symlink_to(run / "laboratory.key")
    with pytest.raises(InputError, match="lies in"):
        refuse_key_in(folder / "link", run)
    (run / "link").symlink_to(folder / "laboratory.key")
    with pytest.raises(InputError, match="leads to the private key"):
        refuse_key_in(folder / "laboratory.key", run)
    (run / "link").unlink()
    os.link(folder / "laboratory.key", run / "twin")
    with pytest.raises(InputError, match="leads to the private key"):
        refuse_key_in(folder / "laboratory.key", run)


@pytest.mark.parametrize(
    ("hand", "option"),
    [
        (Hand("baked"), "--role"),
        (Hand(name="a\nb"), "--name"),
        (Hand(note="x" * 1001), "--note"),
        (Hand(note="\x1b"), "--note"),
    ],
)
def test_words_that_are_none_are_refused(run: Path, key: PrivateKey, hand: Hand, option: str) -> None:
    with pytest.raises(InputError, match=option):
        sign_run(run, key, hand)
    assert not (run / "signatures").exists()


def test_a_signed_run_is_not_unsealed(run: Path, key: PrivateKey) -> None:
    sign_run(run, key, Hand())
    with pytest.raises(RecordError, match="is signed"):
        RunFolder(run).unseal()
    assert checker.check(str(run))[0] == []
