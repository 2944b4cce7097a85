"""The server as the command starts it: TLS for other machines, a disk that fills up and is emptied again, a clock that jumps."""

import datetime as dt
import resource
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from mindsight.rating.events import read_ratings
from mindsight.web.database.tables import Answer
from mindsight.web.store import closing
from web.campaigns import Browser, Clock, application, campaign_in, invited, right
from web.conftest import Make
from web.test_faults import PLAIN, Remote, free_port, served


def certificate(folder: Path) -> tuple[Path, Path]:
    """Write a certificate for this machine that nobody has signed but itself, and its key."""
    x509 = pytest.importorskip("cryptography.x509", reason="the sign extra is not installed")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    begins = dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + dt.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = (folder / "server.pem", folder / "server.key")
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return files


def command(folder: Path, *words: object) -> list[str]:
    return [sys.executable, "-m", "mindsight", "rate", "serve", str(folder), *map(str, words)]


@contextmanager
def started(*words: object, folder: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command(folder, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_another_address_is_not_served_without_tls_or_a_proxy(host: str, tmp_path: Path) -> None:
    campaign_in(tmp_path / "campaign").engine.dispose()
    refused = subprocess.run(
        command(tmp_path / "campaign", "--host", host, "--port", free_port()),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert "--tls-certificate" in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104
def test_over_tls_links_and_cookies_are_encrypted(host: str, tmp_path: Path) -> None:
    pem, key = certificate(tmp_path)
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    _, token = invited(store)
    port = free_port()
    trusted = ssl.create_default_context(cafile=str(pem))
    words = ("--host", host, "--port", port, "--tls-certificate", pem, "--tls-key", key)
    with started(*words, folder=store.folder.path) as process:
        with httpx.Client(base_url=f"https://localhost:{port}", verify=trusted, follow_redirects=True) as http:
            for _ in range(600):
                try:
                    http.get("/static/icon.svg").raise_for_status()
                    break
                except httpx.TransportError:
                    assert process.poll() is None, process.stderr and process.stderr.read()
                    time.sleep(0.1)
            opened = http.post(f"/i/{token}", follow_redirects=False)
            given = opened.headers["set-cookie"].lower()
            assert given.startswith("__host-mindsight=")
            assert "secure" in given
            assert 'action="/instructed"' in http.get("/").text
        # Nobody is served in the clear at the same port.
        with pytest.raises(httpx.TransportError), httpx.Client() as plain:
            plain.get(f"http://localhost:{port}/static/icon.svg")
        with pytest.raises(httpx.ConnectError, match="certificate"), httpx.Client() as stranger:
            stranger.get(f"https://localhost:{port}/static/icon.svg")
        process.terminate()
        assert process.stdout is not None
        assert f"https://{host}:{port}/i/" in process.stdout.read()
    store.engine.dispose()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process are a matter of Linux")
def test_on_a_full_disk_nothing_is_acknowledged_and_afterwards_everything_goes_on(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", items=200, **PLAIN)
    _, token = invited(store)
    database = store.folder.path / "campaign.db"
    acknowledged: list[str] = []
    with served(store.folder.path) as (base, process):
        browser = Remote(base, token)
        browser.start()

        def answer(page: str, number: int) -> httpx.Response:
            return browser.answer(page, 50.0, f"disk-{number:06}-abcdefgh")

        for number in range(5):
            assert answer(browser.page(), number).status_code == 200
            acknowledged.append(f"disk-{number:06}-abcdefgh")
        # From here on no file of the server may grow, as on a disk without a free block.
        longest = max(file.stat().st_size for file in (database, database.with_name("campaign.db-wal")))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (longest + 3 * 4096, resource.RLIM_INFINITY))
        codes, number, page = [], 5, browser.page()
        while 503 not in codes and number < 2000:
            found = answer(page, number)
            codes.append(found.status_code)
            if found.status_code == 200:
                acknowledged.append(f"disk-{number:06}-abcdefgh")
                number += 1
                shown = browser.http.get("/")
                if shown.status_code == 503:
                    break
                page = shown.text
        refused = browser.answer(page, 50.0, f"disk-{number:06}-abcdefgh")
        assert refused.status_code in {409, 503}
        assert {*codes} <= {200, 409, 503}
        # A page that only reads is still there, or says in one sentence what is wrong.
        shown = browser.http.get("/")
        assert shown.status_code in {200, 503}
        # Room again: the same answer goes through, and no other was lost or saved twice.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        page = browser.page()
        assert answer(page, number).status_code == 200
        acknowledged.append(f"disk-{number:06}-abcdefgh")
        browser.http.close()
    with store.read() as session:
        kept = session.execute(select(Answer.key, Answer.place).order_by(Answer.id)).all()
    assert [key for key, _ in kept] == acknowledged
    assert [place for _, place in kept] == [*range(1, len(kept) + 1)]
    assert len(list(read_ratings(closing.close(store)))) == len(acknowledged)
    store.engine.dispose()


def test_no_answer_is_lost_while_the_clock_jumps(make: Make, clock: Clock) -> None:
    store = make(break_after_min=240.0, least_viewing_s=1.0, **PLAIN)
    name, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    jumps = (0, 0.5, 20, -50, -3000, 3000, 24, -1, 13, 1e4, -1e4, 0)
    refused = 0
    for hours in jumps:
        page = browser.page()
        place = browser.place(page)
        assert place is not None
        clock.move(hours=hours, seconds=4)
        value = right(store, name, place)
        found = browser.answer(value, page=page)
        if found.status_code == 401:
            # Far ahead the visit has ended. Nothing was saved, and all goes on when the clock is put right.
            refused += 1
            clock.move(hours=-hours)
            found = browser.answer(value, page=page)
        assert found.status_code == 200, hours
    assert refused == 5
    found_ratings = list(read_ratings(closing.close(store)))
    assert [one.order for one in found_ratings] == [*range(1, len(jumps) + 1)]
