"""What somebody puts into the folder of signatures: one clear sentence each, no traceback, and never valid."""

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec, rsa, x25519
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight.signing import statement
from mindsight.signing.check import check_signatures
from mindsight.signing.envelope import Envelope, Malformed, pae, parse, seal_in
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey, PublicKey
from mindsight.signing.sealed import sign_run


@pytest.fixture
def signed(run: Path, key: PrivateKey) -> Path:
    return sign_run(run, key, Hand())


def trouble(run: Path, folder: Path) -> str:
    """Return what is said of the only signature; it must not hold."""
    report = check_signatures(run, [folder / "laboratory.key.pub"])
    assert not report.fine
    assert [one.state for one in report.signatures] == ["invalid"]
    return str(report.signatures[0].reason)


CONTENTS = {
    "empty": (b"", "is not valid JSON"),
    "no JSON": (b"\xff\xfe", "is not valid JSON"),
    "deep": (b"[" * 100_000, "is not valid JSON"),
    "a number": (b"7", "is no JSON object"),
    "a long number": (b"1" * 10_000, "is not valid JSON"),
    "NaN": (b'{"payload": NaN}', "is not valid JSON"),
    "huge": (b" " * 2_000_000, "is larger than 1048576 bytes"),
    "a name twice": (b'{"payload": "", "payload": ""}', "is not valid JSON"),
    "nothing in it": (b"{}", "holds null, not application/vnd.in-toto+json"),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_what_is_no_envelope(run: Path, folder: Path, signed: Path, name: str) -> None:
    content, sentence = CONTENTS[name]
    signed.write_bytes(content)
    assert trouble(run, folder) == sentence


ENVELOPES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another type": (lambda one: one.update(payloadType="text/plain"), "holds text/plain, not application/vnd.in-toto+json"),
    "type of no word": (lambda one: one.update(payloadType=["a"]), 'holds ["a"], not application/vnd.in-toto+json'),
    "payload of no word": (lambda one: one.update(payload=7), "its field payload is not base64"),
    "payload of spaces": (lambda one: one.update(payload=" " + one["payload"]), "its field payload is not base64"),
    "payload cut": (lambda one: one.update(payload=one["payload"][:-1]), "its field payload is not base64"),
    "payload of no statement": (lambda one: one.update(payload="e30="), "its content is no in-toto statement, version 1"),
    "payload of a list": (lambda one: one.update(payload="W10="), "its content is no in-toto statement, version 1"),
    "no signature": (lambda one: one.update(signatures=[]), "does not hold exactly one signature"),
    "two signatures": (lambda one: one["signatures"].append(one["signatures"][0]), "does not hold exactly one signature"),
    "signature of no object": (lambda one: one.update(signatures=["a"]), "does not hold exactly one signature"),
    "signature no base64": (lambda one: one["signatures"][0].update(sig="é"), "its field sig is not base64"),
    "signature too short": (lambda one: one["signatures"][0].update(sig="AAAA"), "its signature has 3 bytes; Ed25519 gives 64"),
    "signature of zeros": (
        lambda one: one["signatures"][0].update(sig=base64.b64encode(bytes(64)).decode()),
        "its signature is not one of its key over its content; it was changed",
    ),
    "key id of no word": (lambda one: one["signatures"][0].update(keyid={}), "its field keyid is not as it should be"),
    "another key id": (lambda one: one["signatures"][0].update(keyid="0" * 64), "it names another key than it carries"),
}  # fmt: skip


@pytest.mark.parametrize("name", ENVELOPES)
def test_envelopes_that_are_none_of_ours(run: Path, folder: Path, signed: Path, name: str) -> None:
    change, sentence = ENVELOPES[name]
    page = json.loads(signed.read_bytes())
    change(page)
    signed.write_text(json.dumps(page))
    assert trouble(run, folder) == sentence


def test_fields_that_the_form_does_not_know_are_passed_over(run: Path, folder: Path, signed: Path) -> None:
    signed.write_text(json.dumps({**json.loads(signed.read_bytes()), "more": 1}))
    assert check_signatures(run, [folder / "laboratory.key.pub"]).fine


def ours(page: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = page["predicate"]["configuration"][0]["annotations"]["mindsight_signature"]
    return found


MOVED = "it follows another signature than the one before it: one was removed, exchanged or moved"
NO_FILES = "its statement does not name files with their SHA-256"
OTHER_SEAL, OTHER_RESULTS = (
    "it is over another seal than SHA256SUMS of this folder",
    "it is over other results than results.json of this folder",
)
STATEMENTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another type": (lambda one: one.update(_type="https://in-toto.io/Statement/v0.1"), "its content is no in-toto statement, version 1"),
    "another predicate": (lambda one: one.update(predicateType="https://slsa.dev/provenance/v1"), "its field role is not as it should be"),
    "no predicate": (lambda one: one.update(predicate=None), "its statement is not of the form that mindsight signs"),
    "no configuration": (lambda one: one["predicate"].update(configuration=[]), "its statement is not of the form that mindsight signs"),
    "no subject": (lambda one: one.update(subject=[]), NO_FILES),
    "subject of no object": (lambda one: one.update(subject=[1]), NO_FILES),
    "a subject twice": (lambda one: one["subject"].append(one["subject"][0]), NO_FILES),
    "another seal": (lambda one: one["subject"][0]["digest"].update(sha256="0" * 64), OTHER_SEAL),
    "other results": (lambda one: one["subject"][1]["digest"].update(sha256="0" * 64), OTHER_RESULTS),
    "an unknown role": (lambda one: ours(one).update(role="blessed"), "its role blessed is not known"),
    "role of no word": (lambda one: ours(one).update(role=7), "its field role is not as it should be"),
    "no time": (lambda one: ours(one).pop("time"), "its field time is not as it should be"),
    "a time that is none": (lambda one: ours(one).update(time="yesterday"), "its field time is not as it should be"),
    "number as a word": (lambda one: ours(one).update(number="1"), "its field number is not as it should be"),
    "another number": (lambda one: ours(one).update(number=2), "its name does not fit its number and key"),
    "another past": (lambda one: ours(one).update(previous="1" * 64), MOVED),
    "other measures": (lambda one: ours(one)["run"].update(measures={}), "what it says of the run is not what the record says: measures"),
    "nothing of the run": (lambda one: ours(one).pop("run"), "what it says of the run is not what the record says: document"),
    "a key that is none": (lambda one: ours(one).update(key="AAAA"), "its key is no Ed25519 key"),
    "a key of no word": (lambda one: ours(one).update(key=None), "its field key is not as it should be"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_that_do_not_fit_though_the_key_signed_them(
    run: Path, folder: Path, key: PrivateKey, signed: Path, name: str
) -> None:
    change, sentence = STATEMENTS[name]
    page = json.loads(parse(signed.read_bytes()).payload)
    change(page)
    signed.write_bytes(seal_in(page, key).page)
    assert trouble(run, folder) == sentence


KEYS = {
    "rsa": lambda: rsa.generate_private_key(65537, 2048),
    "ecdsa": lambda: ec.generate_private_key(ec.SECP256R1()),
    "x25519": x25519.X25519PrivateKey.generate,
}


@pytest.mark.parametrize("kind", KEYS)
def test_keys_of_other_kinds_sign_nothing(run: Path, folder: Path, key: PrivateKey, signed: Path, kind: str) -> None:
    public = KEYS[kind]().public_key().public_bytes(form.Encoding.DER, form.PublicFormat.SubjectPublicKeyInfo)
    page = json.loads(parse(signed.read_bytes()).payload)
    ours(page)["key"] = base64.b64encode(public).decode()
    envelope = seal_in(page, key)
    signed.write_bytes(Envelope(envelope.payload, PublicKey(public).fingerprint, envelope.signature).page)
    assert trouble(run, folder) in {"its key is no Ed25519 key", "its field key is not as it should be"}


def test_a_key_that_pretends_to_be_the_trusted_one(run: Path, folder: Path, signed: Path, other: PrivateKey) -> None:
    page = json.loads(parse(signed.read_bytes()).payload)
    forged = seal_in(page, other)
    signed.write_bytes(Envelope(forged.payload, parse(signed.read_bytes()).key_id, forged.signature).page)
    assert trouble(run, folder) == "its signature is not one of its key over its content; it was changed"


def test_the_type_is_signed_with_the_content() -> None:
    assert pae("application/vnd.in-toto+json", b"ab") == b"DSSEv1 28 application/vnd.in-toto+json 2 ab"


def test_links_pipes_and_folders_are_not_read(run: Path, folder: Path, signed: Path, tmp_path: Path) -> None:
    signed.rename(tmp_path / "elsewhere")
    signed.symlink_to(tmp_path / "elsewhere")
    assert trouble(run, folder) == "is a link"
    signed.unlink()
    os.mkfifo(signed)
    assert trouble(run, folder) == "is no file"
    signed.unlink()
    signed.mkdir()
    assert trouble(run, folder) == "is no file"


def test_a_folder_behind_a_link_is_not_read(run: Path, folder: Path, signed: Path, tmp_path: Path) -> None:
    signed.parent.rename(tmp_path / "elsewhere")
    (run / "signatures").symlink_to(tmp_path / "elsewhere")
    report = check_signatures(run, [folder / "laboratory.key.pub"])
    assert not report.fine
    assert [str(one) for one in report.problems] == ["signatures: is no folder; signatures behind a link are not read"]


@pytest.mark.parametrize("name", ["note.txt", "001-0000000g.json", "1-00000000.json", ".hidden", "002-00000000.tsr"])
def test_files_that_belong_to_no_signature_are_named(run: Path, signed: Path, name: str) -> None:
    (signed.parent / name).write_bytes(b"")
    report = check_signatures(run)
    assert not report.fine
    assert f"signatures/{name}: belongs to no signature" in map(str, report.problems)


def test_one_number_is_given_once(run: Path, folder: Path, signed: Path) -> None:
    (signed.parent / "001-00000000.json").write_bytes(signed.read_bytes())
    report = check_signatures(run, [folder / "laboratory.key.pub"])
    assert [str(one.reason) for one in report.signatures] == ["there is more than one signature with the number 1"] * 2
    assert not report.fine


def test_a_name_cannot_drive_a_terminal(run: Path, key: PrivateKey, signed: Path) -> None:
    from mindsight.cli.shared.console import localized, printable

    page = json.loads(parse(signed.read_bytes()).payload)
    ours(page)["name"] = "\x1b[31m\u202eevil\n"
    signed.write_bytes(seal_in(page, key).page)
    shown = printable(localized(next(check_signatures(run).sentences())))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\n" not in shown


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(data=st.data())
def test_one_changed_byte_is_never_valid(key: PrivateKey, data: st.DataObject) -> None:
    good = seal_in({"_type": statement.TYPE, "a": "b"}, key)
    place = data.draw(st.integers(0, len(good.page) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda one: one != good.page[place]))
    damaged = good.page[:place] + bytes([value]) + good.page[place + 1 :]
    try:
        found = parse(damaged)
    except Malformed:
        return
    same = (found.payload, found.signature) == (good.payload, good.signature)
    assert same or not found.is_by(key.public)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)
    )
)
def test_any_json_is_malformed(page: Any) -> None:
    with pytest.raises(Malformed):
        parse(json.dumps(page).encode())
