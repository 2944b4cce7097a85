"""Products that are services: answers, failures, and data that never leaves this machine."""

import contextlib
import email.utils
import json
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects import http_product
from mindsight.subjects.http_product import HttpProduct
from mindsight.subjects.product import Job
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import parse_subject
from subjects.conftest import NewJob
from subjects.services import PNG, Reply, Script, Service

TIMEOUT_S = 10.0
NewService = Callable[..., Service]


@pytest.fixture
def service() -> Iterator[NewService]:
    with contextlib.ExitStack() as stack:

        def make(script: Script | Reply, greeting: Reply | None = None) -> Service:
            found = Service(script if callable(script) else lambda _asked, _number: script, greeting)
            stack.callback(found.close)
            return found

        yield make


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Skip the waits between requests, and return their lengths."""
    pauses: list[float] = []
    monkeypatch.setattr("mindsight.subjects.http_product.time.sleep", pauses.append)
    return pauses


def product(served: Service, timeout_s: float = TIMEOUT_S) -> HttpProduct:
    return HttpProduct(served.url, timeout_s)


def failure(served: Service, job: Job, timeout_s: float = TIMEOUT_S) -> ProductError:
    with pytest.raises(ProductError) as failed:
        product(served, timeout_s).process(job)
    assert [file.name for file in job.workspace.iterdir() if file.stat().st_size > 1 << 20] == []
    return failed.value


def test_a_picture_travels_as_its_bytes_and_comes_back_as_its_bytes(service: NewService, new_job: NewJob) -> None:
    served = service(Reply(b"\xff\xd8 a photograph", "image/jpeg"))
    job = new_job()
    output = open_product(parse_subject(f"http:{served.url}")).process(job)
    assert (output.name, output.parent, output.read_bytes()) == ("output.jpg", job.workspace, b"\xff\xd8 a photograph")
    asked = served.asked[0]
    assert asked.body == job.input.read_bytes()
    told = {name: value for name, value in asked.headers.items() if name.startswith(("Mindsight", "Content", "Accept"))}
    told["Accept"] = told["Accept"].partition(",")[0]
    assert told == {
        "Mindsight-Protocol": "1",
        "Mindsight-Id": "0001",
        "Mindsight-Answer": "picture",
        "Mindsight-Width": "16",
        "Mindsight-Height": "12",
        "Content-Type": "image/png",
        "Content-Length": str(len(asked.body)),
        "Accept-Encoding": "identity",
        "Accept": "image/avif",
    }


@pytest.mark.parametrize(
    ("kind", "body", "name", "words"),
    [
        ("text/plain", "猫|cat".encode(), "output.txt", "猫|cat"),
        ("text/plain; charset=GBK", "猫|cat\r\n".encode("gbk"), "output.txt", "猫|cat\r\n"),
        ("Application/JSON; charset=utf-8", b'[{"label": "cat"}]', "output.json", '[{"label": "cat"}]'),
        ("text/plain", b"", "output.txt", ""),
    ],
)
def test_labels(kind: str, body: bytes, name: str, words: str, service: NewService, new_job: NewJob) -> None:
    served = service(Reply(body, kind))
    labeller = open_product(parse_subject(f"http:{served.url}"), answer="labels")
    output = labeller.process(new_job()._replace(answer="labels", width=0, height=0))
    assert (output.name, output.read_bytes().decode()) == (name, words)
    assert served.asked[0].headers["Accept"] == "application/json, text/plain"
    assert "Mindsight-Width" not in served.asked[0].headers
    assert served.greeted[0].headers["Mindsight-Answer"] == "labels"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (
            Reply(b"<!DOCTYPE html>", "text/html; charset=utf-8"),
            "the service answered with text/html instead of a picture",
        ),
        (Reply(b"{}", "application/json"), "the service answered with application/json instead of a picture"),
        (Reply(PNG, None), "the service answered with no content type instead of a picture"),
        (Reply(PNG, "imagery"), "the service answered with imagery instead of a picture"),
        (Reply(PNG, headers={"Content-Encoding": "gzip"}), "the service compressed its answer; it must not"),
    ],
)
def test_what_is_no_picture(reply: Reply, reason: str, service: NewService, new_job: NewJob) -> None:
    failed = failure(service(reply), new_job())
    assert failed.outcome == "unreadable"
    assert str(failed).startswith(reason)


@pytest.mark.parametrize("kind", ["image/png", "text/html", "application/json5"])
def test_what_are_no_labels(kind: str, service: NewService, new_job: NewJob) -> None:
    failed = failure(service(Reply(b"cat", kind)), new_job()._replace(answer="labels"))
    assert (failed.outcome, str(failed)) == (
        "unreadable",
        f"the service answered with {kind} instead of labels (text/plain or application/json)",
    )


@pytest.mark.parametrize("charset", ["gbk", "klingon", "\x1b[2J"])
def test_labels_in_another_charset_than_they_say(charset: str, service: NewService, new_job: NewJob) -> None:
    failed = failure(
        service(Reply(b"\xff\xff\xff", f"text/plain; charset={charset}")), new_job()._replace(answer="labels")
    )
    assert failed.outcome == "unreadable"
    assert str(failed).isprintable()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirections_are_not_followed(status: int, service: NewService, new_job: NewJob) -> None:
    target = service(Reply())
    served = service(Reply(b"", None, status, {"Location": target.url + "?token=hunter2"}))
    failed = failure(served, new_job())
    assert failed.outcome == "unreachable"
    assert "which is not followed" in str(failed)
    assert "hunter2" not in str(failed)
    assert target.asked == []


@pytest.mark.parametrize("status", [400, 404, 413, 415, 418, 422])
def test_a_picture_may_be_refused(status: int, service: NewService, new_job: NewJob) -> None:
    said = "\x1b[31mtoo\r\nsmall\u202e, api_key=hunter2 " + "x" * 100_000
    served = service(Reply(said.encode(), "text/plain", status))
    failed = failure(served, new_job())
    assert failed.outcome == "refused"
    assert str(failed).startswith(f"the service refused the picture with status {status}: too small , api_key=***")
    assert len(str(failed)) < 400
    assert str(failed).isprintable()
    assert len(served.asked) == 1


@pytest.mark.parametrize("status", [201, 204, 500, 501, 507])
def test_another_status_is_the_products_failure(status: int, service: NewService, new_job: NewJob) -> None:
    served = service(Reply(b"" if status == 204 else b"out of film", "text/plain", status))
    failed = failure(served, new_job())
    assert failed.outcome == "crashed"
    assert str(failed).startswith(f"the service answered with status {status}: ")
    assert len(served.asked) == 1


# Waiting


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_service_that_is_not_ready_is_asked_again(
    status: int, service: NewService, new_job: NewJob, at_once: list[float]
) -> None:
    served = service(lambda _asked, number: Reply() if number == 4 else Reply(b"busy", "text/plain", status))
    assert product(served).process(new_job()).read_bytes() == PNG
    assert at_once == [0.5, 1, 2]
    assert [asked.headers["Mindsight-Id"] for asked in served.asked] == ["0001"] * 4


def test_a_service_says_how_long_it_wants_to_be_left_alone(
    service: NewService, new_job: NewJob, at_once: list[float]
) -> None:
    later = email.utils.formatdate(time.time() + 30, usegmt=True)
    values = ["7", later, "soon", email.utils.formatdate(0), "-3"]
    served = service(
        lambda _asked, number: Reply(b"", None, 503, {"Retry-After": values[number - 1]}) if number < 5 else Reply()
    )
    assert product(served).process(new_job()).read_bytes() == PNG
    assert [round(pause) for pause in at_once] == [7, pytest.approx(30, abs=2), 2, 0]


@pytest.mark.parametrize(
    "wish",
    ["61", "9" * 500, email.utils.formatdate(time.time() + 9000, usegmt=True)],
    ids=["seconds", "absurd", "date"],
)
def test_no_wait_is_endless(wish: str, service: NewService, new_job: NewJob, at_once: list[float]) -> None:
    served = service(Reply(b"come back later", "text/plain", 503, {"Retry-After": wish}))
    failed = failure(served, new_job())
    assert (failed.outcome, at_once) == ("unreachable", [])
    assert str(failed) == "the service was not ready after 1 requests (status 503: come back later)"


def reset(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def half(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 9999\r\n\r\n" + PNG)


def noise(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\0\1\2 this is no HTTP\r\n\r\n")


def endless_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X-Noise: hm\r\n" * 100_000)


@pytest.mark.parametrize("broken", [None, reset, half, noise, endless_headers])
def test_broken_connections_are_tried_again_and_then_given_up(
    broken: Any, service: NewService, new_job: NewJob, at_once: list[float]
) -> None:
    served = service(lambda _asked, _number: broken)
    failed = failure(served, new_job())
    assert failed.outcome == "unreachable"
    assert str(failed).startswith("the service was not ready after 5 requests (")
    assert len(served.asked) == 5
    assert at_once == [0.5, 1, 2, 4]


def test_a_connection_that_breaks_once_costs_nothing(
    service: NewService, new_job: NewJob, at_once: list[float]
) -> None:
    served = service(lambda _asked, number: half if number == 1 else Reply())
    assert product(served).process(new_job()).read_bytes() == PNG
    assert len(at_once) == 1


def test_three_pictures_in_a_row_without_an_answer_end_the_run(
    service: NewService, new_job: NewJob, at_once: list[float]
) -> None:
    served = service(Reply())
    asking = product(served)
    served.script = lambda asked, _number: Reply() if b"good" in asked.headers["Mindsight-Id"].encode() else None
    for number in ("0001", "0002", "good", "0003", "0004"):
        with contextlib.suppress(ProductError):
            asking.process(new_job()._replace(id=number))
    with pytest.raises(SubjectError, match="did not answer for 3 pictures in a row") as lost:
        asking.process(new_job())
    assert lost.value.exit_code == 3


# Time and size


def hang(handler: BaseHTTPRequestHandler) -> None:
    handler.owner.stopped.wait(30)  # type: ignore[attr-defined]


def drip(start: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    def dripping(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(start)
        while not handler.owner.stopped.wait(0.05):  # type: ignore[attr-defined]
            handler.wfile.write(b"x")

    return dripping


@pytest.mark.parametrize(
    "slow",
    [hang, drip(b"HTTP/1.1 200 OK\r\nX-Slow: "), drip(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"),
     drip(b"HTTP/1.1 400 Bad\r\nContent-Length: 9999\r\n\r\n")],
    ids=["hang", "drip headers", "drip body", "drip refusal"],
)  # fmt: skip
def test_the_time_limit_holds_however_the_time_is_lost(slow: Any, service: NewService, new_job: NewJob) -> None:
    served = service(lambda _asked, _number: slow)
    asking = product(served, timeout_s=0.6)
    started = time.monotonic()
    with pytest.raises(ProductError, match=r"the service did not answer within 0\.6 s") as failed:
        asking.process(new_job())
    assert failed.value.outcome == "timeout"
    assert time.monotonic() - started < 3
    assert len(served.asked) == 1


def test_an_endless_picture_is_cut_off(service: NewService, new_job: NewJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_product, "_HEADROOM", 1 << 20)
    sent = 0

    def flood(handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
        while True:
            sent += handler.wfile.write(b"x" * 65536)

    failed = failure(service(lambda _asked, _number: flood), new_job())
    assert (failed.outcome, str(failed)) == ("unreadable", "the service's answer is larger than 1 MiB")
    assert sent < 64 << 20


def test_a_picture_that_announces_too_much_is_not_read(service: NewService, new_job: NewJob) -> None:
    failed = failure(service(Reply(PNG, length=3 << 30)), new_job())
    assert str(failed) == "the service's answer is larger than 64 MiB"


def test_labels_are_no_more_than_a_mebibyte(service: NewService, new_job: NewJob) -> None:
    for length in (None, -1):
        served = service(Reply(b"x" * (http_product.LARGEST_LABELS + 1), "text/plain", length=length))
        with pytest.raises(ProductError, match="larger than 1 MiB"):
            product(served).process(new_job()._replace(answer="labels"))


# What keeps a service from being used at all


def test_a_service_that_is_not_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SubjectError, match=rf"http://127\.0\.0\.1:{port}/x: cannot be reached") as lost:
        open_product(parse_subject(f"http:http://127.0.0.1:{port}/x"))
    assert lost.value.exit_code == 3


def test_a_service_that_says_nothing_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_product, "_GREETING_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(SubjectError, match="did not answer within"):
        HttpProduct(f"http://127.0.0.1:{silent.getsockname()[1]}/", TIMEOUT_S)


@pytest.mark.parametrize("status", [200, 404, 405, 500, 503])
def test_any_answer_to_the_greeting_will_do(status: int, service: NewService) -> None:
    product(service(Reply(), Reply(b"", None, status)))


def test_a_service_that_redirects_the_greeting(service: NewService) -> None:
    with pytest.raises(SubjectError, match="redirects to https://elsewhere/, which is not followed"):
        product(service(Reply(), Reply(b"", None, 301, {"Location": "https://elsewhere/"})))


@pytest.mark.parametrize(
    "url",
    ["", "album", "ftp://host/x", "http://", "http:///x", "http://host:0/", "http://host:99999/", "http://[::1/x",
     "http://ho st/", "http://host/\n", "file:///etc/passwd", "http://host/\x1b[2J"],
)  # fmt: skip
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(InputError, match="http: write an address such as"):
        HttpProduct(url, TIMEOUT_S)


@pytest.mark.parametrize("written", ["http:{url}", "{url}"])
def test_an_address_may_be_given_without_a_scheme(written: str, service: NewService) -> None:
    open_product(parse_subject(written.format(url=service(Reply()).url)))
    assert str(parse_subject("https://album.example/x")) == "http:https://album.example/x"


# Keys


def test_a_key_travels_in_its_header_only(
    service: NewService, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALBUM_KEY", " hunter2 ")
    served = service(lambda asked, _number: Reply(json.dumps(asked.headers).encode(), "text/plain", 400))
    asking = open_product(parse_subject(f"http:{served.url}"), key_env="ALBUM_KEY")
    with pytest.raises(ProductError) as failed:
        asking.process(new_job())
    assert served.asked[0].headers["Authorization"] == served.greeted[0].headers["Authorization"] == "Bearer hunter2"
    assert "hunter2" not in str(failed.value)


def test_a_key_at_the_edge_of_what_is_quoted_is_not_cut_in_two(
    service: NewService, new_job: NewJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALBUM_KEY", "hunter2hunter2")
    for before in range(285, 301):
        served = service(Reply(b"x" * before + b" hunter2hunter2", "text/plain", 400))
        with pytest.raises(ProductError) as failed:
            HttpProduct(served.url, TIMEOUT_S, key_env="ALBUM_KEY").process(new_job())
        assert "hun" not in str(failed.value)


@pytest.mark.parametrize("value", [None, "", "  ", "hunter2\nX-Evil: 1", "schlüssel"])
def test_what_is_no_key(value: str | None, service: NewService, monkeypatch: pytest.MonkeyPatch) -> None:
    if value is not None:
        monkeypatch.setenv("ALBUM_KEY", value)
    with pytest.raises(SubjectError, match="the environment variable ALBUM_KEY holds no key") as refused:
        HttpProduct(service(Reply()).url, TIMEOUT_S, key_env="ALBUM_KEY")
    assert "hunter2" not in str(refused.value)


def test_a_key_that_is_refused(service: NewService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALBUM_KEY", "hunter2")
    with pytest.raises(SubjectError, match=r"refuses access \(status 401\)"):
        HttpProduct(service(Reply(), Reply(b"", None, 401)).url, TIMEOUT_S, key_env="ALBUM_KEY")


def test_a_key_is_not_sent_unprotected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALBUM_KEY", "hunter2")
    with pytest.raises(InputError, match="a key is sent to https:// addresses only"):
        HttpProduct("http://album.example/enhance", TIMEOUT_S, key_env="ALBUM_KEY")


def test_an_address_with_a_password() -> None:
    with pytest.raises(InputError, match="must hold no name and password") as refused:
        HttpProduct("https://me:hunter2@album.example/", TIMEOUT_S)
    assert "hunter2" not in str(refused.value)


def test_an_untrusted_certificate(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
               "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
               "-keyout", str(key), "-out", str(certificate)]  # fmt: skip
    try:
        subprocess.run(command, check=True, capture_output=True)
    except OSError:
        pytest.skip("openssl is not installed")
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        with pytest.raises(SubjectError, match=r"cannot be reached \(.*certificate"):
            HttpProduct(f"https://127.0.0.1:{server.server_address[1]}/", TIMEOUT_S)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
