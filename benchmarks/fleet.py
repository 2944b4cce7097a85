"""A small cluster of real Ray nodes, each with processes of its own, that can be killed, frozen and replaced."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

MEMORY = 100 * 2**20
HEAD = "head"
_MARK = "MINDSIGHT_FLEET"
"""Variable by which the processes of a node are found."""
Blow = Literal["worker", "node", "freeze", "head"]


class Fleet:
    """A head that does no work itself, and two nodes; each keeps what it needs while it works in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        from ray.cluster_utils import Cluster

        self._folder = folder
        # Without a token: Ray reads that once, when a process first imports it, and this process may have.
        with _variables(RAY_USAGE_STATS_ENABLED="0", RAY_ADDRESS=None, **{_MARK: str(folder / HEAD)}):
            options = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
            self._cluster = Cluster(initialize_head=True, head_node_args=options)
        self._nodes = [self._added(number) for number in range(2)]

    @property
    def environment(self) -> dict[str, str]:
        """What a command has to know of the cluster."""
        return {"RAY_ADDRESS": self._cluster.address, "RAY_AUTH_MODE": "disabled"}

    def processes(self, name: int | str, *, workers: bool = False) -> list[int]:
        """Return the processes of a node by its number, or of the head: all of them, or those that are at work."""
        mine = f"{_MARK}={self._folder / str(name)}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                own = folder.name.isdecimal() and mine in (folder / "environ").read_bytes().split(b"\0")
                if own and (not workers or b"_on_cluster" in (folder / "cmdline").read_bytes()):
                    found.append(int(folder.name))
        return found

    def strike(self, blow: Blow, *, seconds: float = 60) -> list[int]:
        """Kill the workers of the second node, all of it, or the head, or freeze the second node; return the processes.

        The node is struck when it is at work, or as it is if it gets no work for so long.
        """
        if blow != "head":
            wait_until(lambda: self.processes(1, workers=True), seconds)
        struck = self.processes(HEAD if blow == "head" else 1, workers=blow == "worker")
        send(struck, signal.SIGSTOP if blow == "freeze" else signal.SIGKILL)
        return struck

    def replace(self) -> None:
        """End what is left of the second node and start another in its place."""
        send(self.processes(1), signal.SIGKILL)
        self._cluster.remove_node(self._nodes[1], allow_graceful=False)
        self._nodes[1] = self._added(1)

    def close(self) -> None:
        """End every process of the cluster."""
        for name in (HEAD, 0, 1):
            send(self.processes(name), signal.SIGKILL)
        self._cluster.shutdown()

    def _added(self, number: int) -> Any:
        own = str(self._folder / str(number))
        Path(own).mkdir(parents=True, exist_ok=True)
        with _variables(XDG_CACHE_HOME=f"{own}/cache", TMPDIR=own, **{_MARK: own}):
            return self._cluster.add_node(num_cpus=1, object_store_memory=MEMORY, include_dashboard=False)


def send(processes: list[int], number: signal.Signals) -> None:
    """Send a signal to processes, some of which may have ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def wait_until(happened: Callable[[], object], seconds: float) -> bool:
    """Wait until something is true, but not for ever; return whether it is."""
    end = time.monotonic() + seconds
    while not (found := bool(happened())) and time.monotonic() < end:
        time.sleep(0.01)
    return found


@contextlib.contextmanager
def _variables(**changes: str | None) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changes}
    _set(changes)
    try:
        yield
    finally:
        _set(before)


def _set(changes: dict[str, str | None]) -> None:
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
