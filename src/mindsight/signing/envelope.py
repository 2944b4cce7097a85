"""The signed form: a DSSE envelope (Dead Simple Signing Envelope, version 1) with one Ed25519 signature."""

import base64
import binascii
import json
from dataclasses import dataclass
from typing import Any

from mindsight.record import canonical
from mindsight.signing.keys import PrivateKey, PublicKey
from mindsight.text import Text, text

PAYLOAD_TYPE = "application/vnd.in-toto+json"
MOST_BYTES = 1024 * 1024
"""The largest envelope that is read."""
_SIGNATURE_BYTES = 64


class Malformed(Exception):  # noqa: N818  (no error of the user's: it becomes a finding)
    """What stands in a file is not what it should be; ``reason`` says why in one sentence."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True)
class Envelope:
    """What was signed, by the key of which fingerprint, and the signature."""

    payload: bytes
    key_id: str
    signature: bytes

    @property
    def message(self) -> bytes:
        """The bytes that are signed: type and content with their lengths (pre-authentication encoding)."""
        return pae(PAYLOAD_TYPE, self.payload)

    @property
    def page(self) -> bytes:
        """The file."""
        return canonical.page(
            {
                "payload": base64.b64encode(self.payload).decode(),
                "payloadType": PAYLOAD_TYPE,
                "signatures": [{"keyid": self.key_id, "sig": base64.b64encode(self.signature).decode()}],
            }
        )

    def is_by(self, key: PublicKey) -> bool:
        """Return whether the key made the signature."""
        return self.key_id == key.fingerprint and key.verifies(self.signature, self.message)


def pae(kind: str, payload: bytes) -> bytes:
    """Return DSSE's encoding of what is signed: ``DSSEv1 <length> <type> <length> <payload>``."""
    name = kind.encode()
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(payload), payload)


def seal_in(statement: dict[str, Any], key: PrivateKey) -> Envelope:
    """Return a statement signed by a key."""
    payload = canonical.line(statement)[:-1]
    return Envelope(payload, key.public.fingerprint, key.sign(pae(PAYLOAD_TYPE, payload)))


def parse(data: bytes) -> Envelope:
    """Read an envelope from bytes that may come from anybody.

    Raises:
        Malformed: Says in one sentence why it is none of ours.
    """
    if len(data) > MOST_BYTES:
        raise Malformed(text("is larger than {most} bytes", most=MOST_BYTES))
    return from_object(load(data))


def from_object(page: Any) -> Envelope:
    """Return an envelope that was read as JSON; fields that the form does not know are passed over, as it demands.

    Raises:
        Malformed: Says in one sentence why it is none of ours.
    """
    if not isinstance(page, dict):
        raise Malformed(text("is no JSON object"))
    kind, signatures = page.get("payloadType"), page.get("signatures")
    if kind != PAYLOAD_TYPE:
        raise Malformed(text("holds {found}, not {expected}", found=_brief(kind), expected=PAYLOAD_TYPE))
    if not isinstance(signatures, list) or len(signatures) != 1 or not isinstance(signatures[0], dict):
        raise Malformed(text("does not hold exactly one signature"))
    key_id = signatures[0].get("keyid", "")
    if not isinstance(key_id, str):
        raise Malformed(text("its field {field} is not as it should be", field="keyid"))
    signature = decoded(signatures[0].get("sig"), "sig")
    if len(signature) != _SIGNATURE_BYTES:
        raise Malformed(text("its signature has {count} bytes; Ed25519 gives 64", count=len(signature)))
    return Envelope(decoded(page.get("payload"), "payload"), key_id, signature)


def load(data: bytes) -> Any:
    """Return JSON in which no name occurs twice in an object: two readers must not see two things.

    Raises:
        Malformed: It is none.
    """
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Malformed(text("is not valid JSON")) from None


def decoded(value: Any, field: str) -> bytes:
    """Return the bytes of a field in base64.

    Raises:
        Malformed: It is none.
    """
    if isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            pass
    raise Malformed(text("its field {field} is not base64", field=field))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(_constant: str) -> None:
    raise ValueError


def _brief(value: Any) -> str:
    shown = value if isinstance(value, str) else json.dumps(value)
    return shown if len(shown) <= 80 else shown[:80] + "…"
