"""A bucket on this machine: moto's server behind a door that can be slow, refuse, cut off, or change what lies there."""

import http.client
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import boto3

KEY, SECRET = "AKIAQQTESTQQTESTQQ00", "vErYsEcReTvErYsEcReTvErYsEcReTvErYsEcReT"
NAME = "laboratory"


@dataclass
class Fault:
    """What happens to requests of a method whose path is like this, so many times."""

    method: str
    path: str
    times: int
    status: int = 0
    cut: bool = False
    before: Callable[[], object] | None = None


@dataclass
class Bucket:
    """A bucket, what clients need to reach it, and the faults that are still to come."""

    door: str
    behind: str
    faults: list[Fault] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": self.door,
        }

    @property
    def client(self) -> Any:
        """A client that the faults do not touch."""
        return boto3.client(
            "s3", endpoint_url=self.behind, aws_access_key_id=KEY, aws_secret_access_key=SECRET, region_name="us-east-1"
        )

    def url(self, name: str) -> str:
        return f"s3://{NAME}/{name}"

    def put(self, folder: Path, name: str) -> str:
        """Copy a folder into the bucket and return its URL."""
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                self.write(f"{name}/{file.relative_to(folder).as_posix()}", file.read_bytes())
        return self.url(name)

    def write(self, key: str, data: bytes) -> None:
        self.client.put_object(Bucket=NAME, Key=key, Body=data)

    def read(self, key: str) -> bytes:
        return bytes(self.client.get_object(Bucket=NAME, Key=key)["Body"].read())

    def keys(self, name: str) -> list[str]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=NAME, Prefix=f"{name}/")
        return sorted(one["Key"].removeprefix(f"{name}/") for page in pages for one in page.get("Contents", ()))

    def take(self, name: str, folder: Path) -> Path:
        """Copy what lies in the bucket to a folder, by a client of its own."""
        for key in self.keys(name):
            target = folder / key
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(self.read(f"{name}/{key}"))
        return folder


@contextmanager
def served() -> Iterator[Bucket]:
    """Serve an empty bucket on loopback."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    door = ThreadingHTTPServer(("127.0.0.1", 0), _Door)
    bucket = Bucket(f"http://127.0.0.1:{door.server_address[1]}", f"http://127.0.0.1:{port}")
    setattr(door, "bucket", bucket)  # noqa: B010  (where the handler finds it)
    threading.Thread(target=door.serve_forever, daemon=True).start()
    bucket.client.create_bucket(Bucket=NAME)
    try:
        yield bucket
    finally:
        door.shutdown()
        door.server_close()
        server.stop()


class _Door(BaseHTTPRequestHandler):
    """Passes requests on, unless a fault is due."""

    protocol_version = "HTTP/1.1"

    def _pass_on(self) -> None:
        bucket: Bucket = self.server.bucket  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        bucket.asked.append(f"{self.command} {self.path}")
        fault = next(
            (f for f in bucket.faults if f.times and f.method == self.command and re.search(f.path, self.path)), None
        )
        if fault is not None:
            fault.times -= 1
            if fault.before is not None:
                fault.before()
            if fault.status:
                self._answer(fault.status, [], b"")
                return
        host = bucket.behind.removeprefix("http://")
        inner = http.client.HTTPConnection(host, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
        inner.request(self.command, self.path, body=body, headers={**headers, "Host": host})
        answer = inner.getresponse()
        data = answer.read()
        inner.close()
        kept = [
            (n, v)
            for n, v in answer.getheaders()
            if n.lower() not in {"content-length", "transfer-encoding", "connection"}
        ]
        size = answer.getheader("Content-Length") if self.command == "HEAD" else None
        self._answer(answer.status, kept, data, size=size, cut=fault is not None and fault.cut)

    def _answer(
        self, status: int, headers: list[tuple[str, str]], data: bytes, *, size: str | None = None, cut: bool = False
    ) -> None:
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", size or str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self.close_connection = True

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _pass_on  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""
