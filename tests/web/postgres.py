"""A PostgreSQL server of the tests' own: in a temporary folder, reached by a socket, never as root, ended with the tests."""

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USER = "postgres"


def program(name: str) -> str | None:
    """Return a program of PostgreSQL; Debian keeps them out of the way."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)


def as_other(command: list[str]) -> list[str]:
    """Return the command as a user that is not root: the server refuses root."""
    return ["runuser", "-u", USER, "--", *command] if os.geteuid() == 0 else command


@contextmanager
def server() -> Iterator[str]:
    """Start a server and yield the folder of its socket."""
    initdb, control = program("initdb"), program("pg_ctl")
    if initdb is None or control is None:
        pytest.skip("no PostgreSQL here; a system package brings it")
    folder = Path(tempfile.mkdtemp(prefix="ms-pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        data = str(folder / "data")
        quick = {"capture_output": True, "text": True, "timeout": 120, "cwd": folder}
        made = subprocess.run(
            as_other([initdb, "-D", data, "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8"]), check=False, **quick
        )
        assert made.returncode == 0, made.stderr
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_connections=80"
        log = str(folder / "log")
        subprocess.run(
            as_other([control, "-D", data, "-l", log, "-o", options, "-w", "start"]), check=True, timeout=120, cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield str(folder)
        finally:
            subprocess.run(as_other([control, "-D", data, "-m", "immediate", "-w", "stop"]), check=True, **quick)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(folder: str) -> str:
    """Make an empty database and return its address."""
    import psycopg

    name = f"db_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"host={folder} user={USER} dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://{USER}@/{name}?host={folder}"
