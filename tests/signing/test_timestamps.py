"""Time stamps: asked for once, kept, and checked without a network against a root that the reader trusts."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.errors import InputError
from mindsight.signing.check import check_signatures
from mindsight.signing.envelope import parse
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.sealed import sign_run
from mindsight.signing.witnesses import timestamps
from mindsight.signing.witnesses.der import with_sorted_certificates
from signing import authority


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    """The address of a service; its root is ``tsa/root.pem``."""
    authority.make(tmp_path / "tsa")
    with authority.serving(lambda question: (200, authority.reply(tmp_path / "tsa", question))) as url:
        yield url


@pytest.fixture
def stamped(run: Path, key: PrivateKey, service: str) -> Path:
    """A signature with a time stamp beside it."""
    return sign_run(run, key, Hand(timestamp=service))


def test_a_time_stamp_is_kept_and_checked_against_a_root(
    run: Path, folder: Path, stamped: Path, tmp_path: Path
) -> None:
    keys, root = [folder / "laboratory.key.pub"], tmp_path / "tsa" / "root.pem"
    report = check_signatures(run, keys, timestamp_roots=[root])
    assert report.fine
    stamp = report.signatures[0].stamp
    assert stamp is not None
    assert (stamp.state, stamp.time[:2]) == ("valid", "20")
    assert "attested by a time stamp" in str(list(report.sentences())[1])
    unchecked = check_signatures(run, keys)
    assert unchecked.fine
    assert "not checked; --timestamp-root names the root" in str(list(unchecked.sentences())[1])


def test_openssl_verifies_the_kept_answer(run: Path, stamped: Path, tmp_path: Path) -> None:
    (tmp_path / "signature").write_bytes(parse(stamped.read_bytes()).signature)
    root = str(tmp_path / "tsa" / "root.pem")
    command = [
        "openssl",
        "ts",
        "-verify",
        "-data",
        str(tmp_path / "signature"),
        "-in",
        str(stamped.with_suffix(".tsr")),
    ]
    done = subprocess.run([*command, "-CAfile", root], capture_output=True, text=True, check=False)
    assert "Verification: OK" in done.stdout + done.stderr


def test_certificates_may_come_in_any_order(run: Path, key: PrivateKey, tmp_path: Path) -> None:
    # The service's certificate is longer than the root's: DER would have it behind, and openssl sends it first.
    root = authority.make(tmp_path / "tsa", chain=True)
    with authority.serving(lambda question: (200, authority.reply(tmp_path / "tsa", question))) as url:
        signed = sign_run(run, key, Hand(timestamp=url))
    assert check_signatures(run, timestamp_roots=[root]).fine
    data = signed.with_suffix(".tsr").read_bytes()
    assert sorted(with_sorted_certificates(data)) == sorted(data)
    assert with_sorted_certificates(data) != data


@pytest.mark.parametrize(
    "data", [b"", b"0", b"\x30\x00", b"\x30\x84\xff\xff\xff\xff", b"\x30\x80\x00\x00", b"\xa0\x01\x00"]
)
def test_what_has_no_certificates_stays_as_it_is(data: bytes) -> None:
    assert with_sorted_certificates(data) == data


@given(st.binary(max_size=60))
def test_sorting_never_fails(data: bytes) -> None:
    assert sorted(with_sorted_certificates(b"\x30" + data)) == sorted(b"\x30" + data)


def test_another_root_does_not_stand_behind_it(run: Path, stamped: Path, tmp_path: Path) -> None:
    strange = authority.make(tmp_path / "strange")
    report = check_signatures(run, timestamp_roots=[strange])
    assert not report.fine
    assert "does not lead to the root given" in str(report.signatures[0].trouble)
    both = check_signatures(run, timestamp_roots=[strange, tmp_path / "tsa" / "root.pem"])
    assert both.fine


def test_a_time_stamp_of_another_signature_is_found(run: Path, key: PrivateKey, stamped: Path, service: str) -> None:
    second = sign_run(run, key, Hand(timestamp=service))
    second.with_suffix(".tsr").write_bytes(stamped.with_suffix(".tsr").read_bytes())
    trouble = str(check_signatures(run).signatures[1].trouble)
    assert trouble.endswith("its time stamp is invalid: is over something else than this signature")


def test_a_damaged_time_stamp_is_never_valid_with_another_time(stamped: Path, tmp_path: Path) -> None:
    data, roots = stamped.with_suffix(".tsr").read_bytes(), timestamps.read_roots([tmp_path / "tsa" / "root.pem"])
    signature = parse(stamped.read_bytes()).signature
    good = timestamps.check(data, signature, roots)
    assert good.state == "valid"
    for place in range(0, len(data), 7):
        damaged = data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :]
        found = timestamps.check(damaged, signature, roots)
        # Some bytes, such as those of optional fields, carry nothing that a reader is shown.
        assert found.state == "invalid" or found == good, place
        assert timestamps.check(data[:place], signature, roots).state == "invalid"


@pytest.mark.parametrize("content", [b"", b"no DER", b"\x30\x03\x02\x01\x00", b"\x30\x80" * 1000, b"\0" * 300_000])
def test_what_is_no_time_stamp_is_one_sentence(run: Path, key: PrivateKey, content: bytes) -> None:
    sign_run(run, key, Hand()).with_suffix(".tsr").write_bytes(content)
    report = check_signatures(run)
    assert not report.fine
    assert "its time stamp is invalid" in str(report.signatures[0].trouble)


def test_nothing_is_written_when_the_service_fails(run: Path, key: PrivateKey, tmp_path: Path) -> None:
    answers = {
        "HTTP 503": (503, b""),
        "no time stamp by RFC 3161": (200, b"<html>"),
    }
    for problem, answer in answers.items():
        with (
            authority.serving(lambda _question, answer=answer: answer) as url,
            pytest.raises(InputError, match=problem),
        ):  # type: ignore[misc]
            sign_run(run, key, Hand(timestamp=url))
    with pytest.raises(InputError, match="cannot be reached"):
        sign_run(run, key, Hand(timestamp="http://127.0.0.1:9/tsa"))
    assert not (run / "signatures").exists()


def test_an_answer_to_another_question_is_refused(run: Path, key: PrivateKey, stamped: Path) -> None:
    kept = stamped.with_suffix(".tsr").read_bytes()
    with authority.serving(lambda _question: (200, kept)) as url, pytest.raises(InputError, match="another question"):
        sign_run(run, key, Hand(timestamp=url))


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "ftp://somewhere", "http://", "http://[", "tsa.example"])
def test_an_address_that_is_none_is_refused(run: Path, key: PrivateKey, url: str) -> None:
    with pytest.raises(InputError, match="--timestamp"):
        sign_run(run, key, Hand(timestamp=url))


def test_a_secret_in_the_address_is_in_no_message(run: Path, key: PrivateKey) -> None:
    with pytest.raises(InputError) as caught:
        sign_run(run, key, Hand(timestamp="http://user:geheim@127.0.0.1:9/tsa?token=geheim"))
    assert "geheim" not in str(caught.value)


def test_a_root_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "root").write_bytes(b"nothing")
    for place, problem in (("root", "holds no certificate"), ("nowhere", "cannot be read")):
        with pytest.raises(InputError, match=problem):
            timestamps.read_roots([tmp_path / place])
