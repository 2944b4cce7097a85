"""A time-stamping service for tests: certificates made here, answers by openssl, served on this machine alone."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CONFIG = """
[tsa]
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
"""


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def make(folder: Path, *, chain: bool = False) -> Path:
    """Make a root, a service's certificate below it, and the configuration; return the root's file.

    With ``chain`` the service sends the root's certificate along, after its own.
    """
    folder.mkdir()
    root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    begin = datetime.now(UTC) - timedelta(days=1)

    def builder(subject: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        made = x509.CertificateBuilder().subject_name(_name(subject)).issuer_name(_name("Root of tests"))
        made = made.public_key(key.public_key()).serial_number(x509.random_serial_number())
        return made.not_valid_before(begin).not_valid_after(begin + timedelta(days=30))

    above = builder("Root of tests", root).add_extension(
        x509.BasicConstraints(ca=True, path_length=None), critical=True
    )
    below = builder("Time of tests", own).add_extension(
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True
    )
    (folder / "root.pem").write_bytes(above.sign(root, hashes.SHA256()).public_bytes(form.Encoding.PEM))
    (folder / "tsa.pem").write_bytes(below.sign(root, hashes.SHA256()).public_bytes(form.Encoding.PEM))
    private = own.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    (folder / "tsa.key").write_bytes(private)
    (folder / "tsa.cnf").write_text(CONFIG.format(folder=folder) + (f"certs = {folder}/root.pem\n" if chain else ""))
    (folder / "serial").write_text("01\n")
    return folder / "root.pem"


def reply(folder: Path, question: bytes) -> bytes:
    """Answer a question as the service does."""
    (folder / "question").write_bytes(question)
    command = ["openssl", "ts", "-reply", "-config", str(folder / "tsa.cnf"), "-section", "tsa"]
    command += ["-queryfile", str(folder / "question"), "-out", str(folder / "answer")]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "answer").read_bytes()


@contextmanager
def serving(answer: Callable[[bytes], tuple[int, bytes]]) -> Iterator[str]:
    """Serve answers to questions on this machine; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, body = answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/tsa"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
