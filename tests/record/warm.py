"""Commands without the seconds that imports take: one process has imported everything and forks itself for each command.

What is forked is a process of its own in every respect but one: modules are there before it asks for them. Tests of that,
of signals, terminals and environments start Python anew.
"""

import atexit
import functools
import gc
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

LIMIT_S = 120
OURS = ("album", "cli", "clauses", "execution", "record", "report", "statistics", "subjects")
"""Packages that the commands of most tests need."""
FOREIGN = ("jinja2", "rich.markdown", "rich.progress", "rich.table", "scipy.stats")


def run(arguments: list[str], plain: dict[str, str], environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run ``python -m mindsight`` with an empty stdin in an environment, and return what it said.

    Args:
        arguments: The words of the command.
        plain: The environment in which all commands together have imported.
        environment: What the command shall find.
    """
    server = _server(tuple(plain.items()))
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("out", "err")]
        server.send((Path.cwd(), arguments, environment, streams))
        code = server.recv()
        said = [stream.read_text(encoding="utf-8") for stream in streams]
    return subprocess.CompletedProcess(["mindsight", *arguments], code, *said)


@functools.cache
def _server(environment: tuple[tuple[str, str], ...]) -> "Connection[object, int]":
    """Start the process that waits for commands; it ends with us."""
    ours, theirs = Pipe()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno())]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=dict(environment), pass_fds=[theirs.fileno()])
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def serve(requests: "Connection[int, tuple[Path, list[str], dict[str, str], list[Path]]]") -> None:
    """Run one command after the other until nobody asks any more."""
    for name in (*_modules(), *FOREIGN):
        import_module(name)
    gc.freeze()
    while True:
        try:
            folder, arguments, environment, streams = requests.recv()
        except EOFError:
            return
        if (child := os.fork()) == 0:
            requests.close()
            os.environ.clear()
            os.environ.update(environment)
            become(folder, arguments, streams)
            return
        requests.send(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def become(folder: Path, arguments: list[str], streams: list[Path]) -> None:
    """Be the process of one command, and end as it ends."""
    signal.alarm(LIMIT_S)
    for stream, descriptor in zip(streams, (sys.stdout, sys.stderr), strict=True):
        with stream.open("wb") as file:
            os.dup2(file.fileno(), descriptor.fileno())
    os.chdir(folder)
    sys.path[0] = str(folder)
    sys.argv[1:] = arguments
    runpy.run_module("mindsight", run_name="__main__", alter_sys=True)


def _modules() -> list[str]:
    packages = [import_module(f"mindsight.{name}") for name in OURS]
    return [
        found.name for package in packages for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])))
