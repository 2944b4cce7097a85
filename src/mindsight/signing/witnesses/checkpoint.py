"""A log's checkpoint: how large its tree is and what its root is, as a note signed by the log's key (C2SP signed note)."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.decoding import whole
from mindsight.errors import InputError
from mindsight.reasons import system_reason
from mindsight.signing.envelope import Malformed
from mindsight.signing.extra import need_sign
from mindsight.signing.witnesses.merkle import HASH_BYTES
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIGNATURE = "— "
_HINT_BYTES = 4
_MOST_SIGNATURES = 100


@dataclass(frozen=True)
class Checkpoint:
    """The head of a log's tree, and whether a key that the reader trusts signed it."""

    origin: str
    size: int
    root: bytes


def open_note(note: str, keys: Sequence[Any]) -> Checkpoint:
    """Return the checkpoint of a note that one of the keys signed; without keys, what it says.

    Raises:
        Malformed: It is none, or none of the keys signed it.
    """
    body, gap, tail = note.encode("utf-8", "replace").decode().rpartition("\n\n")
    lines = (body + "\n").split("\n")
    signatures = [_signature(line) for line in tail.split("\n")[:-1][:_MOST_SIGNATURES]]
    if not gap or not tail.endswith("\n") or not signatures:
        raise Malformed(text("its checkpoint is no signed note"))
    try:
        origin, size, root = lines[0], lines[1], base64.b64decode(lines[2], validate=True)
    except (IndexError, binascii.Error, ValueError):
        raise Malformed(text("its checkpoint is no signed note")) from None
    if not origin or not _is_count(size) or len(root) != HASH_BYTES:
        raise Malformed(text("its checkpoint is no signed note"))
    # The four bytes before a signature only help to find the key; here each key is tried.
    if keys and not any(verifies(key, one, (body + "\n").encode()) for key in keys for one in signatures):
        raise Malformed(text("its checkpoint is not signed by the log key given"))
    return Checkpoint(origin, int(size), root)


def verifies(key: Any, signature: bytes, message: bytes) -> bool:
    """Return whether a log's key (Ed25519, or ECDSA with SHA-256) signed the message."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.hashes import SHA256

    try:
        if isinstance(key, EllipticCurvePublicKey):
            key.verify(signature, message, ECDSA(SHA256()))
        else:
            key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def read_log_keys(files: Sequence[Path]) -> tuple[Any, ...]:
    """Read the public keys of logs.

    Raises:
        InputError: A file holds none, or one of another kind.
    """
    if not files:
        return ()
    need_sign()
    return tuple(_log_key(file) for file in files)


def _log_key(file: Path) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(whole(file))
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error)) from error
    except (ValueError, UnsupportedAlgorithm):
        raise InputError("{file}: is no public key in PEM", file=str(file)) from None
    if not isinstance(key, EllipticCurvePublicKey | Ed25519PublicKey):
        raise InputError("{file}: is a key of another kind; logs sign with Ed25519 or ECDSA", file=str(file))
    return key


def _signature(line: str) -> bytes:
    name, _, spelled = line.removeprefix(_SIGNATURE).rpartition(" ")
    try:
        data = base64.b64decode(spelled, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not line.startswith(_SIGNATURE) or not name or len(data) <= _HINT_BYTES:
        raise Malformed(text("its checkpoint is no signed note"))
    return data[_HINT_BYTES:]


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 18 and (word == "0" or not word.startswith("0"))
