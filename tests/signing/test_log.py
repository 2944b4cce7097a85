"""A signature in a transparency log: the kept proof is checked without a network, against a log key that the reader trusts."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.signing.check import check_signatures
from mindsight.signing.envelope import parse
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.sealed import sign_run
from mindsight.signing.witnesses.checkpoint import read_log_keys
from signing.translog import ORIGIN, Log, b64


@pytest.fixture
def signed(run: Path, key: PrivateKey) -> Path:
    return sign_run(run, key, Hand())


def logged(signed: Path, key: PrivateKey, log: Log, **options: Any) -> dict[str, Any]:
    """Put a signature into a log, keep the bundle and return it."""
    bundle = log.bundle(parse(signed.read_bytes()), key.public, **options)
    keep(signed, bundle)
    (signed.parents[2] / "log.pub").write_bytes(log.public)
    return bundle


def keep(signed: Path, bundle: Any) -> None:
    signed.with_suffix(".sigstore.json").write_text(json.dumps(bundle))


@pytest.mark.parametrize("elliptic", [True, False])
@pytest.mark.parametrize("version", ["0.0.1", "0.0.2"])
def test_an_entry_of_a_log_is_checked(run: Path, key: PrivateKey, signed: Path, elliptic: bool, version: str) -> None:
    logged(signed, key, Log(elliptic=elliptic), version=version)
    report = check_signatures(run, log_keys=[run.parent / "log.pub"])
    assert report.fine
    assert f"stands in the log “{ORIGIN}” as entry 4 of 7" in " ".join(map(str, report.sentences()))
    unchecked = check_signatures(run)
    assert unchecked.fine
    assert "--log-key names the key to trust" in " ".join(map(str, unchecked.sentences()))


@pytest.mark.parametrize(("before", "after"), [(0, 0), (0, 1), (1, 0), (6, 7), (16, 0)])
def test_it_may_stand_anywhere(run: Path, key: PrivateKey, signed: Path, before: int, after: int) -> None:
    logged(signed, key, Log(before=before, after=after))
    assert check_signatures(run, log_keys=[run.parent / "log.pub"]).fine


def test_protobuf_leaves_zeros_and_empty_lists_out(run: Path, key: PrivateKey, signed: Path) -> None:
    bundle = logged(signed, key, Log(before=0, after=0))
    proof = bundle["verificationMaterial"]["tlogEntries"][0]["inclusionProof"]
    del proof["logIndex"], proof["hashes"]
    keep(signed, bundle)
    assert check_signatures(run, log_keys=[run.parent / "log.pub"]).fine


def test_another_log_key_is_not_the_one(run: Path, key: PrivateKey, signed: Path) -> None:
    logged(signed, key, Log())
    (run.parent / "log.pub").write_bytes(Log().public)
    report = check_signatures(run, log_keys=[run.parent / "log.pub"])
    assert not report.fine
    assert "not signed by the log key given" in str(report.signatures[0].trouble)


def test_a_proof_of_another_signature_is_none(run: Path, key: PrivateKey, signed: Path) -> None:
    bundle = logged(signed, key, Log())
    second = sign_run(run, key, Hand("reviewed"))
    keep(second, bundle)
    assert "over something else than this signature" in str(check_signatures(run).signatures[1].trouble)
    swapped = {**bundle, "dsseEnvelope": json.loads(second.read_bytes())}
    keep(second, swapped)
    assert "its log entry is of another signature" in str(check_signatures(run).signatures[1].trouble)


def entry(bundle: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = bundle["verificationMaterial"]["tlogEntries"][0]
    return found


def proof(bundle: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = entry(bundle)["inclusionProof"]
    return found


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "media type": lambda one: one.update(mediaType="application/vnd.dev.sigstore.bundle+json;version=0.1"),
    "no envelope": lambda one: one.pop("dsseEnvelope"),
    "no entry": lambda one: one["verificationMaterial"].update(tlogEntries=[]),
    "two entries": lambda one: one["verificationMaterial"]["tlogEntries"].append(entry(one)),
    "entry of no object": lambda one: one["verificationMaterial"].update(tlogEntries=[7]),
    "material of no object": lambda one: one.update(verificationMaterial=[]),
    "no proof": lambda one: entry(one).pop("inclusionProof"),
    "body": lambda one: entry(one).update(canonicalizedBody=b64(b"{}")),
    "body no base64": lambda one: entry(one).update(canonicalizedBody="*"),
    "body no JSON": lambda one: entry(one).update(canonicalizedBody=b64(b"\xff")),
    "body of a list": lambda one: entry(one).update(canonicalizedBody=b64(b"[1]")),
    "body of another kind": lambda one: entry(one).update(canonicalizedBody=b64(b'{"kind": "hashedrekord"}')),
    "index": lambda one: proof(one).update(logIndex="3"),
    "index beyond": lambda one: proof(one).update(logIndex="7"),
    "index negative": lambda one: proof(one).update(logIndex="-1"),
    "index true": lambda one: proof(one).update(logIndex=True),
    "index huge": lambda one: proof(one).update(logIndex="9" * 40),
    "size": lambda one: proof(one).update(treeSize="8"),
    "root": lambda one: proof(one).update(rootHash=b64(bytes(32))),
    "path": lambda one: proof(one)["hashes"].pop(),
    "path reversed": lambda one: proof(one)["hashes"].reverse(),
    "path of short hashes": lambda one: proof(one).update(hashes=["AAAA"]),
    "path of thousands": lambda one: proof(one).update(hashes=[b64(bytes(32))] * 5000),
    "path no list": lambda one: proof(one).update(hashes="AAAA"),
    "no checkpoint": lambda one: proof(one).pop("checkpoint"),
    "empty checkpoint": lambda one: proof(one).update(checkpoint={"envelope": ""}),
    "unsigned checkpoint": lambda one: proof(one)["checkpoint"].update(
        envelope=proof(one)["checkpoint"]["envelope"].partition("\n\n")[0] + "\n\n"
    ),
    "other checkpoint": lambda one: proof(one)["checkpoint"].update(
        envelope=proof(one)["checkpoint"]["envelope"].replace("\n7\n", "\n9\n")
    ),
    "half a character": lambda one: proof(one)["checkpoint"].update(envelope="\ud800\n7\nAAAA\n\n— a AAAAAAAA\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_bundle_is_never_valid(run: Path, key: PrivateKey, signed: Path, change: str) -> None:
    bundle = copy.deepcopy(logged(signed, key, Log()))
    CHANGES[change](bundle)
    keep(signed, bundle)
    report = check_signatures(run, log_keys=[run.parent / "log.pub"])
    assert not report.fine
    assert "its log proof is invalid: " in str(report.signatures[0].trouble)


def test_a_log_key_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import rsa

    public = rsa.generate_private_key(65537, 2048).public_key()
    (tmp_path / "rsa").write_bytes(public.public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo))
    (tmp_path / "nothing").write_bytes(b"")
    for place, problem in (("rsa", "another kind"), ("nothing", "no public key"), ("nowhere", "cannot be read")):
        with pytest.raises(InputError, match=problem):
            read_log_keys([tmp_path / place])
