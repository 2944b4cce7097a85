"""A transparency log for tests: a tree built the slow way, its key, signed checkpoints, and bundles as Sigstore writes them."""

import base64
import hashlib
import json
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from mindsight.signing.envelope import Envelope
from mindsight.signing.keys import PublicKey

ORIGIN = "log.example - 42"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def tree_root(entries: list[bytes]) -> bytes:
    """Return the Merkle tree hash as RFC 6962, section 2.1, defines it, word for word."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(b"\x01" + tree_root(entries[:k]) + tree_root(entries[k:])).digest()


def audit_path(index: int, entries: list[bytes]) -> list[bytes]:
    """Return the Merkle audit path as RFC 6962, section 2.1.1, defines it, word for word."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if index < k:
        return [*audit_path(index, entries[:k]), tree_root(entries[k:])]
    return [*audit_path(index - k, entries[k:]), tree_root(entries[:k])]


def split(count: int) -> int:
    """Return the largest power of two below the count."""
    return 1 << (count - 1).bit_length() - 1


class Log:
    """A log with entries of others before and after ours."""

    def __init__(self, *, before: int = 4, after: int = 2, elliptic: bool = True) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1()) if elliptic else ed25519.Ed25519PrivateKey.generate()
        self.before, self.after = before, after

    @property
    def public(self) -> bytes:
        """The log's public key in PEM."""
        return self.key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)

    def checkpoint(self, size: int, root: bytes) -> str:
        """Return a signed note over a tree."""
        body = f"{ORIGIN}\n{size}\n{b64(root)}\n"
        if isinstance(self.key, ec.EllipticCurvePrivateKey):
            signature = self.key.sign(body.encode(), ec.ECDSA(hashes.SHA256()))
        else:
            signature = self.key.sign(body.encode())
        hint = hashlib.sha256(self.public).digest()[:4]
        return f"{body}\n— log.example {b64(hint + signature)}\n"

    def bundle(self, envelope: Envelope, key: PublicKey, *, version: str = "0.0.1") -> dict[str, Any]:
        """Return the bundle of an envelope that stands in the log."""
        body = entry(envelope, key, version)
        entries = [b"before %d" % one for one in range(self.before)]
        entries += [body] + [b"after %d" % one for one in range(self.after)]
        root = tree_root(entries)
        proof = {
            "logIndex": str(self.before),
            "rootHash": b64(root),
            "treeSize": str(len(entries)),
            "hashes": [b64(one) for one in audit_path(self.before, entries)],
            "checkpoint": {"envelope": self.checkpoint(len(entries), root)},
        }
        return {
            "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
            "verificationMaterial": {
                "publicKey": {"hint": key.fingerprint},
                "tlogEntries": [
                    {
                        "logIndex": "900000",
                        "kindVersion": {"kind": "dsse", "version": version},
                        "inclusionProof": proof,
                        "canonicalizedBody": b64(body),
                    }
                ],
            },
            "dsseEnvelope": json.loads(envelope.page),
        }


def entry(envelope: Envelope, key: PublicKey, version: str) -> bytes:
    """Return the entry of an envelope as Rekor keeps it."""
    pem = f"-----BEGIN PUBLIC KEY-----\n{key.spelled}\n-----END PUBLIC KEY-----\n".encode()
    payload = hashlib.sha256(envelope.payload)
    if version == "0.0.2":
        verifier = {"keyDetails": "PKIX_ED25519", "publicKey": {"rawBytes": b64(key.der)}}
        spec: dict[str, Any] = {
            "dsseV002": {
                "payloadHash": {"algorithm": "SHA2_256", "digest": b64(payload.digest())},
                "signatures": [{"content": b64(envelope.signature), "verifier": verifier}],
            }
        }
    else:
        spec = {
            "envelopeHash": {"algorithm": "sha256", "value": hashlib.sha256(envelope.page).hexdigest()},
            "payloadHash": {"algorithm": "sha256", "value": payload.hexdigest()},
            "signatures": [{"signature": b64(envelope.signature), "verifier": b64(pem)}],
        }
    return json.dumps({"apiVersion": version, "kind": "dsse", "spec": spec}, sort_keys=True).encode()
