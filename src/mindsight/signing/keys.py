"""Ed25519 keys: made once, the private one readable by its owner alone, the public one for everybody.

A public key file is PEM with a line ``Name: …`` above it, which readers of PEM skip. A key is known by its fingerprint: the
SHA-256 of the public key as SubjectPublicKeyInfo in DER, what ``openssl pkey -pubin -outform DER | sha256sum`` prints.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.errors import InputError
from mindsight.reasons import system_reason
from mindsight.signing.extra import need_sign
from mindsight.signing.reading import read_plain

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PUBLIC = ".pub"
MOST_NAME = 200
_MOST_BYTES = 64 * 1024
_NAME = "Name: "
_PEM = b"-----BEGIN "


@dataclass(frozen=True)
class PublicKey:
    """A public key: its SubjectPublicKeyInfo in DER, and what its file calls it."""

    der: bytes
    name: str = ""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the SubjectPublicKeyInfo in hexadecimal."""
        return hashlib.sha256(self.der).hexdigest()

    @property
    def spelled(self) -> str:
        """The key as one word for JSON."""
        return base64.b64encode(self.der).decode()

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Return whether the signature is one of this key over the message."""
        from cryptography.exceptions import InvalidSignature

        try:
            _loaded(self.der).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class PrivateKey:
    """A private key that was read; it never shows itself."""

    _key: Ed25519PrivateKey
    public: PublicKey

    def sign(self, message: bytes) -> bytes:
        """Return the signature over the message, 64 bytes."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"PrivateKey({self.public.fingerprint})"


def create(file: Path, *, name: str = "", passphrase: str = "") -> PublicKey:
    """Make a key pair: the private key in the file, mode 0600, the public one beside it with ``.pub`` added.

    Raises:
        InputError: One of the files is there already, or the name is no name.
    """
    need_sign()
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    check_name(name)
    beside = file.with_name(file.name + PUBLIC)
    for each in (file, beside):
        if os.path.lexists(each):
            raise InputError(
                "{file}: is there already; a key is never overwritten, choose another --out", file=str(each)
            )
    key = Ed25519PrivateKey.generate()
    closed = form.BestAvailableEncryption(passphrase.encode()) if passphrase else form.NoEncryption()
    private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, closed)
    public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    file.parent.mkdir(parents=True, exist_ok=True)
    _write_new(file, private, 0o600)
    _write_new(beside, (f"{_NAME}{name}\n".encode() if name else b"") + public, 0o644)
    return PublicKey(_der(key.public_key()), name)


def check_name(name: str, what: str = "--name") -> None:
    """Refuse a name that would not stay on its line.

    Raises:
        InputError: It has control characters, or is too long.
    """
    if len(name) > MOST_NAME or not name.isprintable():
        raise InputError("{option}: give one line of at most {most} characters", option=what, most=MOST_NAME)


def read_public(file: Path) -> PublicKey:
    """Read a public key.

    Raises:
        InputError: The file holds no Ed25519 public key.
    """
    need_sign()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    data = _bytes_of(file)
    if b"PRIVATE KEY" in data:
        raise InputError("{file}: is a private key; give the public one, {file}.pub", file=str(file))
    try:
        key = load_pem_public_key(data)
    except (ValueError, UnsupportedAlgorithm):
        raise InputError("{file}: is no public key in PEM", file=str(file)) from None
    return PublicKey(_der(_only_ed25519(key, file)), _name_in(data))


def read_private(file: Path, passphrase: Callable[[], str]) -> PrivateKey:
    """Read a private key that only its owner may read.

    Args:
        file: The key.
        passphrase: Called where the key is closed by a passphrase.

    Raises:
        InputError: It is no such key, others may read it, or the passphrase is wrong. No message holds anything of either.
    """
    need_sign()
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    data = _bytes_of(file, private=True)
    secret = passphrase().encode() if b"ENCRYPTED" in data else None
    if secret == b"":
        raise InputError("{file}: is closed by a passphrase, and none was given", file=str(file))
    try:
        key = load_pem_private_key(data, secret)
    except Exception:  # noqa: BLE001  (whatever a library says of a key or a passphrase is not repeated)
        if secret is not None:
            raise InputError("{file}: the passphrase is wrong, or the key is damaged", file=str(file)) from None
        raise InputError("{file}: is no private key in PEM (PKCS #8)", file=str(file)) from None
    found = _private_ed25519(key, file)
    beside = file.with_name(file.name + PUBLIC)
    name = read_public(beside).name if beside.is_file() else ""
    return PrivateKey(found, PublicKey(_der(found.public_key()), name))


def public_from(spelled: str) -> PublicKey | None:
    """Return the key that a statement carries as one word, None if it is no Ed25519 key."""
    try:
        der = base64.b64decode(spelled, validate=True)
        return PublicKey(_der(_loaded(der)))
    except (ValueError, TypeError):
        return None


def _loaded(der: bytes) -> Ed25519PublicKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        key = load_der_public_key(der)
    except UnsupportedAlgorithm as error:
        raise ValueError from error
    if not isinstance(key, Ed25519PublicKey):
        raise TypeError
    return key


def _only_ed25519(key: object, file: Path) -> Ed25519PublicKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not isinstance(key, Ed25519PublicKey):
        raise _other_kind(file)
    return key


def _private_ed25519(key: object, file: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not isinstance(key, Ed25519PrivateKey):
        raise _other_kind(file)
    return key


def _other_kind(file: Path) -> InputError:
    return InputError("{file}: is a key of another kind; only Ed25519 is used here", file=str(file))


def _der(key: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _name_in(data: bytes) -> str:
    above = data.partition(_PEM)[0].decode("utf-8", "replace")
    names = [line.removeprefix(_NAME).strip() for line in above.splitlines() if line.startswith(_NAME)]
    return names[0][:MOST_NAME] if names and names[0].isprintable() else ""


def _bytes_of(file: Path, *, private: bool = False) -> bytes:
    """Return what a small plain file holds; of a private one only if nobody else may read it."""
    try:
        found = read_plain(file, _MOST_BYTES, follow=True)
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(file), reason=system_reason(error)) from error
    if found is None:
        raise InputError("{file}: is no file", file=str(file))
    if private and found.mode & 0o077:
        raise InputError(
            "{file}: others may read or change it (mode {mode}); if nobody has, run chmod 600 {file}, else make another key",
            file=str(file),
            mode=f"{found.mode:04o}",
        )
    if len(found.data) > _MOST_BYTES:
        raise InputError("{file}: is too large for a key", file=str(file))
    return found.data


def _write_new(file: Path, data: bytes, mode: int) -> None:
    """Write a file that was not there, with its rights from the first byte on."""
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    except FileExistsError as error:
        raise InputError(
            "{file}: is there already; a key is never overwritten, choose another --out", file=str(file)
        ) from error
    with os.fdopen(opened, "wb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
