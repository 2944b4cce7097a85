"""Programs of others read and verify what is signed: securesystemslib, in-toto's own bindings, and openssl."""

import base64
import json
import subprocess
from pathlib import Path

import pytest
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey

from mindsight.record import canonical
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.sealed import sign_run


@pytest.fixture
def page(run: Path, key: PrivateKey) -> dict[str, object]:
    """A signature as JSON."""
    found: dict[str, object] = json.loads(sign_run(run, key, Hand(note="签")).read_bytes())
    return found


def foreign_key(public: Path, fingerprint: str) -> SSlibKey:
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    return SSlibKey.from_crypto(load_pem_public_key(public.read_bytes()), keyid=fingerprint)  # type: ignore[arg-type]


def test_securesystemslib_verifies_the_envelope(page: dict[str, object], folder: Path, key: PrivateKey) -> None:
    public = foreign_key(folder / "laboratory.key.pub", key.public.fingerprint)
    assert set(Envelope.from_dict(page).verify([public], 1)) == {key.public.fingerprint}


def test_securesystemslib_refuses_another_content(page: dict[str, object], folder: Path, key: PrivateKey) -> None:
    public = foreign_key(folder / "laboratory.key.pub", key.public.fingerprint)
    envelope = Envelope.from_dict(page)
    envelope.payload = envelope.payload.replace(b"tested", b"proved")
    with pytest.raises(VerificationError):
        envelope.verify([public], 1)


def test_in_toto_reads_the_statement_and_its_predicate(page: dict[str, object], run: Path) -> None:
    payload = base64.b64decode(str(page["payload"]))
    read = json_format.Parse(payload, statement_pb2.Statement())
    statement = Statement.copy_from_pb(read)
    statement.validate()
    assert read.predicate_type == "https://in-toto.io/attestation/test-result/v0.1"
    assert read.subject[0].digest["sha256"] == canonical.sha256_of_file(run / "SHA256SUMS")
    predicate = json_format.ParseDict(json.loads(payload)["predicate"], test_result_pb2.TestResult())
    assert predicate.result in {"PASSED", "WARNED", "FAILED"}
    assert predicate.configuration[0].name == "manifest.json"
    assert predicate.configuration[0].annotations["mindsight_signature"]["note"] == "签"


def test_openssl_verifies_the_bytes_that_the_specification_names(
    page: dict[str, object], folder: Path, tmp_path: Path
) -> None:
    kind, payload = str(page["payloadType"]), base64.b64decode(str(page["payload"]))
    signed = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
    (tmp_path / "signed").write_bytes(signed)
    (tmp_path / "signature").write_bytes(base64.b64decode(page["signatures"][0]["sig"]))  # type: ignore[index]
    command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", str(folder / "laboratory.key.pub")]
    command += ["-in", str(tmp_path / "signed"), "-sigfile", str(tmp_path / "signature")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    (tmp_path / "signed").write_bytes(signed + b" ")
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0
