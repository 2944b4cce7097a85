"""Time stamps by RFC 3161: a service that the user names vouches that a signature existed at a time."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha512
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from mindsight.decoding import whole
from mindsight.errors import InputError
from mindsight.reasons import reason_of, system_reason
from mindsight.signing.envelope import Malformed
from mindsight.signing.extra import need_sign
from mindsight.signing.witnesses.der import with_sorted_certificates
from mindsight.text import Text, text

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

_MOST_BYTES = 256 * 1024
_SECONDS = 30
_GRANTED = 0


@dataclass(frozen=True)
class Stamp:
    """What a time stamp says: the time in UTC, and whether a root that the reader trusts stands behind it."""

    time: str
    state: Literal["valid", "unchecked", "invalid"]
    reason: Text | None = None


def request(url: str, signature: bytes) -> bytes:
    """Ask a service for a time stamp over a signature and return its answer, the file that is kept.

    Raises:
        InputError: The address is none, the service cannot be reached, or its answer does not belong to the question.
    """
    need_sign()
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    question = TimestampRequestBuilder().data(signature).hash_algorithm(HashAlgorithm.SHA512).build()
    host = _host_of(url)
    data = _post(url, host, question.as_bytes())
    try:
        answer = _decoded(data)
        if answer.tst_info.nonce != question.nonce:
            raise Malformed(text("it answers another question"))
        _check_imprint(answer, signature)
    except Malformed as error:
        raise InputError(
            "the time-stamping service {host} gave no usable time stamp: {reason}", host=host, reason=error.reason
        ) from None
    return data


def check(data: bytes, signature: bytes, roots: Sequence[Certificate]) -> Stamp:
    """Check a kept answer against the signature and the roots that the reader trusts, without a network."""
    try:
        answer = _decoded(data)
        time = answer.tst_info.gen_time.strftime("%Y-%m-%dT%H:%M:%SZ")
        _check_imprint(answer, signature)
    except Malformed as error:
        return Stamp("", "invalid", error.reason)
    if not roots:
        return Stamp(time, "unchecked")
    problems = [_problem(answer, signature, root) for root in roots]
    if None in problems:
        return Stamp(time, "valid")
    return Stamp(time, "invalid", problems[0])


def read_roots(files: Sequence[Path]) -> tuple[Certificate, ...]:
    """Read root certificates, one or more in each file.

    Raises:
        InputError: A file holds none.
    """
    if not files:
        return ()
    need_sign()
    from cryptography.x509 import load_pem_x509_certificates

    found: list[Certificate] = []
    for file in files:
        try:
            found += load_pem_x509_certificates(whole(file))
        except OSError as error:
            raise InputError(
                "{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error)
            ) from error
        except ValueError:
            raise InputError("{file}: holds no certificate in PEM", file=str(file)) from None
    return tuple(found)


def _problem(answer: Any, signature: bytes, root: Certificate) -> Text | None:
    """Return why a root does not stand behind a time stamp, None if it does."""
    from rfc3161_client import VerificationError, VerifierBuilder

    try:
        VerifierBuilder().add_root_certificate(root).build().verify_message(answer, signature)
    except (VerificationError, ValueError) as error:
        return text(
            "its certificate does not lead to the root given ({reason})", reason=reason_of(error, "rfc3161-client")
        )
    return None


def _decoded(data: bytes) -> Any:
    from rfc3161_client import decode_timestamp_response

    if len(data) > _MOST_BYTES:
        raise Malformed(text("is larger than {most} bytes", most=_MOST_BYTES))
    try:
        answer = decode_timestamp_response(with_sorted_certificates(data))
        status = answer.status
        if status == _GRANTED:
            answer.tst_info  # noqa: B018  (read once, so that what is damaged shows here)
    except Exception:  # noqa: BLE001  (a parser of foreign bytes may raise anything)
        raise Malformed(text("is no time stamp by RFC 3161")) from None
    if status != _GRANTED:
        raise Malformed(text("the service refused (status {status})", status=status))
    return answer


def _check_imprint(answer: Any, signature: bytes) -> None:
    imprint = answer.tst_info.message_imprint
    # Asked for by us; another one is not a time stamp that we kept.
    if bytes(imprint.message) != sha512(signature).digest():
        raise Malformed(text("is over something else than this signature"))


def _host_of(url: str) -> str:
    """Return the host of an address; what else stands in it may be a secret and is never shown."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    if parts.scheme not in {"http", "https"} or not host:
        raise InputError("--timestamp: give the address of a time-stamping service, http:// or https://")
    return host


def _post(url: str, host: str, question: bytes) -> bytes:
    headers = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}
    asked = urllib.request.Request(url, question, headers)  # noqa: S310  (the scheme was checked)
    try:
        with urllib.request.urlopen(asked, timeout=_SECONDS) as answer:  # noqa: S310
            return bytes(answer.read(_MOST_BYTES + 1))
    except urllib.error.HTTPError as error:
        reason = text("it answers with HTTP {code}", code=error.code)
    except urllib.error.URLError as error:
        inner = error.reason
        reason = system_reason(inner) if isinstance(inner, OSError) else reason_of(str(inner), "urllib")
    except OSError as error:
        reason = system_reason(error)
    raise InputError("the time-stamping service {host} cannot be reached ({reason})", host=host, reason=reason)
