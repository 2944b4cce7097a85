"""Whether a signature stands in a transparency log, by the proof that was kept: a Sigstore bundle, version 0.3, offline.

The proof is the audit path from the log's entry to the root of its tree, and the root signed by the log. The entry has to be
of this very signature: kind ``dsse``, versions 0.0.1 and 0.0.2 of Rekor.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mindsight.signing.envelope import Envelope, Malformed, decoded, from_object, load
from mindsight.signing.keys import PublicKey, public_from
from mindsight.signing.witnesses.checkpoint import Checkpoint, open_note
from mindsight.signing.witnesses.merkle import HASH_BYTES, includes, leaf_hash
from mindsight.text import Text, text

_MEDIA_TYPES = {
    "application/vnd.dev.sigstore.bundle.v0.3+json",
    "application/vnd.dev.sigstore.bundle+json;version=0.3",
}
_MOST_PATH = 64


@dataclass(frozen=True)
class LogEntry:
    """Where a signature stands in a log, and whether a key that the reader trusts stands behind it."""

    state: Literal["valid", "unchecked", "invalid"]
    origin: str = ""
    index: int = 0
    size: int = 0
    reason: Text | None = None


def check(data: bytes, envelope: Envelope, key: PublicKey, log_keys: Sequence[Any]) -> LogEntry:
    """Check a bundle against the signature and the log keys that the reader trusts."""
    try:
        return _checked(load(data), envelope, key, log_keys)
    except Malformed as error:
        return LogEntry("invalid", reason=error.reason)


def _checked(bundle: Any, envelope: Envelope, key: PublicKey, log_keys: Sequence[Any]) -> LogEntry:
    if not isinstance(bundle, dict) or bundle.get("mediaType") not in _MEDIA_TYPES:
        raise Malformed(text("is no Sigstore bundle, version 0.3"))
    inside = from_object(bundle.get("dsseEnvelope"))
    if (inside.payload, inside.signature) != (envelope.payload, envelope.signature):
        raise Malformed(text("is over something else than this signature"))
    entry = _only_entry(bundle)
    body = decoded(entry.get("canonicalizedBody"), "canonicalizedBody")
    _refuse_another(body, envelope, key)
    proof = entry.get("inclusionProof")
    if not isinstance(proof, dict):
        raise Malformed(text("holds no inclusion proof"))
    index, size = _count(proof, "logIndex"), _count(proof, "treeSize")
    head = open_note(_note(proof), log_keys)
    _refuse_outside(leaf_hash(body), index, size, proof, head)
    return LogEntry("valid" if log_keys else "unchecked", head.origin, index, size)


def _only_entry(bundle: dict[str, Any]) -> dict[str, Any]:
    material = bundle.get("verificationMaterial")
    entries = material.get("tlogEntries") if isinstance(material, dict) else None
    if not isinstance(entries, list) or len(entries) != 1 or not isinstance(entries[0], dict):
        raise Malformed(text("does not hold exactly one entry of a log"))
    return entries[0]


def _refuse_outside(leaf: bytes, index: int, size: int, proof: dict[str, Any], head: Checkpoint) -> None:
    """Refuse a path that does not lead to the root that the log signed."""
    spelled = proof.get("hashes", [])
    if not isinstance(spelled, list) or len(spelled) > _MOST_PATH:
        raise Malformed(text("its field {field} is not as it should be", field="hashes"))
    path = [decoded(one, "hashes") for one in spelled]
    if any(len(one) != HASH_BYTES for one in path):
        raise Malformed(text("its field {field} is not as it should be", field="hashes"))
    root = decoded(proof.get("rootHash"), "rootHash")
    if head.size != size or head.root != root:
        raise Malformed(text("its checkpoint is of another tree than its proof"))
    if not includes(root, leaf, index, size, path):
        raise Malformed(text("its proof does not lead to the root of the log"))


def _refuse_another(body: bytes, envelope: Envelope, key: PublicKey) -> None:
    """Refuse an entry that is not of this content, this signature and this key."""
    payload = hashlib.sha256(envelope.payload).digest()
    if (payload, envelope.signature, key.der) != _named_in(load(body)):
        raise Malformed(text("its log entry is of another signature"))


def _named_in(body: Any) -> tuple[bytes, bytes, bytes]:
    """Return the payload's hash, the signature and the key that an entry names."""
    try:
        if body["kind"] != "dsse":
            raise Malformed(text("its log entry is of another kind than dsse"))
        spec = body["spec"]
        if body["apiVersion"] == "0.0.2":
            inner = spec["dsseV002"]
            (one,) = inner["signatures"]
            hashed = decoded(inner["payloadHash"]["digest"], "payloadHash")
            return (
                hashed,
                decoded(one["content"], "content"),
                decoded(one["verifier"]["publicKey"]["rawBytes"], "rawBytes"),
            )
        (one,) = spec["signatures"]
        hashed = bytes.fromhex(spec["payloadHash"]["value"])
        return hashed, decoded(one["signature"], "signature"), _der(decoded(one["verifier"], "verifier"))
    except (LookupError, TypeError, ValueError):
        raise Malformed(text("its log entry is not of a form that is known here")) from None


def _der(pem: bytes) -> bytes:
    """Return the content of a public key in PEM."""
    inside = [line for line in pem.decode("ascii", "replace").split("\n") if line and not line.startswith("-----")]
    key = public_from("".join(inside))
    return b"" if key is None else key.der


def _note(proof: dict[str, Any]) -> str:
    checkpoint = proof.get("checkpoint")
    note = checkpoint.get("envelope") if isinstance(checkpoint, dict) else None
    if not isinstance(note, str):
        raise Malformed(text("holds no checkpoint of the log"))
    return note


def _count(page: dict[str, Any], field: str) -> int:
    """Return a whole number; JSON made from Protobuf spells it as a string, and leaves a zero out."""
    value = page.get(field, 0)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 18:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**18:
        return value
    raise Malformed(text("its field {field} is not as it should be", field=field))
