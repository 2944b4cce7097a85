"""Commitments of sealed tasks are signed with the same keys, in the same form."""

import json
from pathlib import Path

import pytest

from mindsight.errors import InputError, RecordError
from mindsight.record import canonical
from mindsight.signing.check import Trust
from mindsight.signing.commitment import check_commitment, sign_commitment
from mindsight.signing.envelope import parse, seal_in
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.sealed import sign_run
from signing import authority


@pytest.fixture
def commitment(tmp_path: Path) -> Path:
    file = tmp_path / "commitment.json"
    file.write_bytes(canonical.page({"format": "mindsight.home-commitment", "version": 1, "commitment": "ab" * 32}))
    return file


def test_a_commitment_is_signed_beside_itself(commitment: Path, key: PrivateKey, other: PrivateKey) -> None:
    before = commitment.read_bytes()
    written = sign_commitment(commitment, key, Hand("approved"))
    assert written.name == f"commitment.signature-{key.public.fingerprint[:8]}.json"
    assert commitment.read_bytes() == before
    sign_commitment(commitment, other, Hand("witnessed"))
    report = check_commitment(commitment, Trust((key.public, other.public)))
    assert report.fine
    assert [one.state for one in report.signatures] == ["valid", "valid"]
    page = json.loads(parse(written.read_bytes()).payload)
    assert page["predicateType"] == "urn:mindsight:home-commitment:v1"
    assert page["predicate"]["commitment"] == "ab" * 32


def test_a_changed_commitment_is_found(commitment: Path, key: PrivateKey) -> None:
    sign_commitment(commitment, key, Hand())
    commitment.write_bytes(commitment.read_bytes().replace(b"ab", b"cd"))
    report = check_commitment(commitment, Trust((key.public,)))
    assert not report.fine
    assert "over another file than commitment.json" in str(report.signatures[0].trouble)


def test_a_key_that_has_not_signed_is_missed_and_no_signature_is_no_fault(
    commitment: Path, key: PrivateKey, other: PrivateKey
) -> None:
    assert check_commitment(commitment, Trust((key.public,))).fine
    sign_commitment(commitment, key, Hand())
    assert check_commitment(commitment, Trust((other.public,))).missing == (other.public,)


def test_a_signature_of_a_run_is_none_of_a_commitment(commitment: Path, run: Path, key: PrivateKey) -> None:
    written = sign_commitment(commitment, key, Hand())
    written.write_bytes(sign_run(run, key, Hand()).read_bytes())
    assert "something else than a commitment" in str(check_commitment(commitment, Trust()).signatures[0].trouble)


def test_a_signature_of_a_commitment_is_none_of_a_run(commitment: Path, run: Path, key: PrivateKey) -> None:
    from mindsight.signing.check import check_signatures

    page = json.loads(parse(sign_commitment(commitment, key, Hand()).read_bytes()).payload)
    signed = sign_run(run, key, Hand())
    page["subject"] = json.loads(parse(signed.read_bytes()).payload)["subject"]
    signed.write_bytes(seal_in(page, key).page)
    reason = str(check_signatures(run).signatures[0].reason)
    assert reason == "it signs urn:mindsight:home-commitment:v1, not a test result"


def test_a_signature_is_not_overwritten_and_a_link_not_followed(
    commitment: Path, key: PrivateKey, tmp_path: Path
) -> None:
    written = sign_commitment(commitment, key, Hand())
    with pytest.raises(RecordError, match="never overwritten"):
        sign_commitment(commitment, key, Hand())
    written.unlink()
    written.symlink_to(tmp_path / "nowhere")
    with pytest.raises(RecordError, match="is a link"):
        sign_commitment(commitment, key, Hand())


@pytest.mark.parametrize("content", [b"{}", b"[]", b'{"format": "mindsight.home-commitment"}', b"no JSON"])
def test_what_is_no_commitment_is_not_signed(tmp_path: Path, key: PrivateKey, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(InputError):
        sign_commitment(tmp_path / "file", key, Hand())


def test_a_time_stamp_stands_beside_it(commitment: Path, key: PrivateKey, tmp_path: Path) -> None:
    from mindsight.signing.witnesses.timestamps import read_roots

    root = authority.make(tmp_path / "tsa")
    with authority.serving(lambda question: (200, authority.reply(tmp_path / "tsa", question))) as url:
        sign_commitment(commitment, key, Hand(timestamp=url))
    report = check_commitment(commitment, Trust((key.public,), read_roots([root])))
    assert report.fine
    assert report.signatures[0].stamp is not None
    assert report.signatures[0].stamp.state == "valid"


def test_a_signature_that_names_another_commitment_is_found(commitment: Path, key: PrivateKey) -> None:
    written = sign_commitment(commitment, key, Hand())
    page = json.loads(parse(written.read_bytes()).payload)
    page["predicate"]["commitment"] = "cd" * 32
    written.write_bytes(seal_in(page, key).page)
    trouble = str(check_commitment(commitment, Trust((key.public,))).signatures[0].trouble)
    assert trouble.endswith("it names another commitment than commitment.json")
