"""Keys: made once, private, and of one kind."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec, rsa, x25519

from mindsight.errors import InputError
from mindsight.signing.keys import create, read_private, read_public


def openssl(*arguments: object) -> bytes:
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True).stdout


def test_a_private_key_is_its_owners_alone_and_the_public_one_everybodys(tmp_path: Path) -> None:
    made = create(tmp_path / "new" / "key", name="实验室 A")
    assert (tmp_path / "new" / "key").stat().st_mode & 0o777 == 0o600
    assert read_public(tmp_path / "new" / "key.pub") == made
    assert read_private(tmp_path / "new" / "key", str).public == made


def test_openssl_reads_the_keys_and_gives_the_same_fingerprint(tmp_path: Path) -> None:
    made = create(tmp_path / "key", name="with a name above the PEM")
    assert b"ED25519 Private-Key" in openssl("pkey", "-in", tmp_path / "key", "-noout", "-text")
    der = openssl("pkey", "-pubin", "-in", tmp_path / "key.pub", "-outform", "DER")
    assert hashlib.sha256(der).hexdigest() == made.fingerprint


@pytest.mark.parametrize("there", ["key", "key.pub"])
def test_no_key_is_overwritten(tmp_path: Path, there: str) -> None:
    (tmp_path / there).symlink_to("nowhere")
    with pytest.raises(InputError, match="never overwritten"):
        create(tmp_path / "key")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_passphrase_closes_a_key_and_stands_in_no_error(tmp_path: Path) -> None:
    create(tmp_path / "key", passphrase="correct horse")  # noqa: S106
    assert b"ENCRYPTED" in (tmp_path / "key").read_bytes()
    assert read_private(tmp_path / "key", lambda: "correct horse").public.fingerprint
    with pytest.raises(InputError, match="passphrase is wrong") as caught:
        read_private(tmp_path / "key", lambda: "battery staple")
    assert "battery" not in repr(caught.value) + str(caught.value.__context__ and None)
    with pytest.raises(InputError, match="none was given"):
        read_private(tmp_path / "key", str)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_private_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    create(tmp_path / "key")
    (tmp_path / "key").chmod(mode)
    with pytest.raises(InputError, match="others may read or change it"):
        read_private(tmp_path / "key", str)


OTHERS = {
    "rsa": lambda: rsa.generate_private_key(65537, 2048),
    "ecdsa": lambda: ec.generate_private_key(ec.SECP256R1()),
    "x25519": x25519.X25519PrivateKey.generate,
}


@pytest.mark.parametrize("kind", OTHERS)
def test_keys_of_other_kinds_are_refused(tmp_path: Path, kind: str) -> None:
    made = OTHERS[kind]()
    closed = form.NoEncryption()
    (tmp_path / "key").write_bytes(made.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, closed))
    (tmp_path / "key").chmod(0o600)
    public = made.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "key.pub").write_bytes(public)
    with pytest.raises(InputError, match="only Ed25519"):
        read_private(tmp_path / "key", str)
    with pytest.raises(InputError, match="only Ed25519"):
        read_public(tmp_path / "key.pub")


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"-----BEGIN PUBLIC KEY-----\n!!\n-----END PUBLIC KEY-----\n"])
def test_what_is_no_key_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "key").write_bytes(content)
    (tmp_path / "key").chmod(0o600)
    with pytest.raises(InputError, match="is no private key"):
        read_private(tmp_path / "key", str)
    with pytest.raises(InputError, match="is no public key"):
        read_public(tmp_path / "key")


def test_what_is_no_file_is_one_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place, problem in (("pipe", "is no file"), (".", "is no file"), ("nowhere", "cannot be read")):
        with pytest.raises(InputError, match=problem):
            read_public(tmp_path / place)
    (tmp_path / "large").write_bytes(b"x" * 100_000)
    with pytest.raises(InputError, match="too large"):
        read_public(tmp_path / "large")


def test_a_private_key_is_not_taken_for_a_public_one(tmp_path: Path) -> None:
    create(tmp_path / "key")
    with pytest.raises(InputError, match="is a private key; give the public one"):
        read_public(tmp_path / "key")


@pytest.mark.parametrize("name", ["two\nlines", "x" * 201, "\x1b[31m"])
def test_a_name_stays_on_its_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="--name"):
        create(tmp_path / "key", name=name)
