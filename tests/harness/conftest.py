import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.server import Script, Server

ROOT = Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            # Inspect leaves streams in memory to the collector.
            item.add_marker(pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"))
            item.add_marker(pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"))


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Let workers import the toy, and remove the machine's variables."""
    paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "INSPECT_", "MINDSIGHT_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    # Collect only the objects of this test and not those of its libraries.
    gc.freeze()
    yield
    gc.collect()


@pytest.fixture
def serve() -> Iterator[Callable[[Script], Server]]:
    """Start scripted servers; they end with the test."""
    servers: list[Server] = []

    def start(script: Script) -> Server:
        servers.append(Server(script))
        return servers[-1]

    yield start
    for server in servers:
        server.close()
