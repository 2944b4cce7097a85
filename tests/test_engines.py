"""``--engine`` of every suite: wherever the work is done, the bytes are those of one process, also where workers or a node are killed."""

import contextlib
import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden.difference import How, differences
from record import trial
from vsig.making import make_data

SUITES = {
    "album": "album run {place}/kit --subject baseline:nlmeans --name product",
    "stored": "vsig score {place}/clips {place}/answered",
    "vsig": "vsig run --data {place}/clips --subject baseline:random",
    "controls": "vsig controls --data {place}/clips --subject baseline:random --controls text",
    "tasks": "home run --prompt-lang en --subject baseline:oracle --tasks buttons --trials 4",
    "questions": "home run --prompt-lang en --subject baseline:oracle --tasks object.block_colour --trials 4",
    "alone": "home run --prompt-lang en --subject baseline:oracle --mode autonomous --tasks blocks --scenes 2",
    "robustness": "home robustness --prompt-lang en --subject baseline:blind --tasks buttons --trials 2 --conditions blur-2",
}
"""One test of each suite, and of each way in which its pictures come about."""
MADE = {
    "synth": "vsig synth --count 2 --templates 2 --size 320x180 --fps 5 --silent",
    "review": "review {place}/kit --on 2026-06-01",
}
"""What makes a folder that is no run."""
LONG = {"tasks", "alone", "robustness", "synth"}
"""Draws rooms, for which there are other tests every day."""
SELDOM = pytest.mark.slow
MEMORY = 100 * 2**20

pytestmark = pytest.mark.filterwarnings(
    # Ray leaves files and sockets to its exit handlers, and announces changes of its own by FutureWarning.
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::FutureWarning:ray",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a kit, made clips, and a run whose answers can be scored again."""
    folder = tmp_path_factory.mktemp("engines")
    trial.make_kit(folder / "kit", 7)
    make_data(folder / "clips", fps=5)
    made(folder, SUITES["vsig"], folder / "answered", "cache")
    return folder


class Nodes:
    """Two nodes of a cluster as processes of their own, each with a folder of its own for what it keeps while it works."""

    def __init__(self, cluster: Any, folders: tuple[Path, Path]) -> None:
        self.cluster, self.folders = cluster, folders
        self._nodes = [self._added(number) for number in range(2)]

    @property
    def environment(self) -> dict[str, str]:
        """What a command has to know of the cluster."""
        # Without a token: Ray reads that once, when a process first imports it, and this process may have.
        return {"RAY_ADDRESS": self.cluster.address, "RAY_AUTH_MODE": "disabled"}

    def processes(self, number: int, *, workers: bool) -> list[int]:
        """Return the processes of a node: those that work, or all of them."""
        mine = f"TMPDIR={self.folders[number]}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                own = folder.name.isdecimal() and mine in (folder / "environ").read_bytes().split(b"\0")
                if own and (not workers or (folder / "cmdline").read_bytes().startswith(b"ray::")):
                    found.append(int(folder.name))
        return found

    def strike(self, how: str) -> None:
        """Kill the workers of the second node, or all of the node."""
        workers = how == "worker"
        trial.wait_for(lambda: self.processes(1, workers=workers))
        for process in self.processes(1, workers=workers):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def replace(self) -> None:
        """Start another node in the place of the second, which was killed."""
        self.cluster.remove_node(self._nodes[1], allow_graceful=False)
        self._nodes[1] = self._added(1)

    def _added(self, number: int) -> Any:
        folder = self.folders[number]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
            patch.setenv("TMPDIR", str(folder))
            return self.cluster.add_node(num_cpus=1, object_store_memory=MEMORY, include_dashboard=False)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mindsight[cluster]'")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.delenv("RAY_ADDRESS", raising=False)
        # The head of the cluster does no work itself: both nodes can be lost.
        head = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        yield Nodes(cluster, (tmp_path_factory.mktemp("node"), tmp_path_factory.mktemp("node")))
        cluster.shutdown()


def made(place: Path, line: str, out: Path, cache: str, *more: str, **variables: str) -> Path:
    """Run a command with a cache of its own, and return the folder that it makes."""
    words = [*line.format(place=place).split(), "--out", str(out), *more]
    env = trial.environment(XDG_CACHE_HOME=str(place / cache), **variables)
    result = trial.mindsight(*words, env=env) if not variables else trial.mindsight(*words, env=env, timeout=600)
    assert result.returncode in {0, 1}, result.stderr
    return out


def serial(place: Path, name: str) -> Path:
    """Return what one process makes. Not to be changed."""
    out = place / f"serial-{name}"
    return out if out.exists() else made(place, (SUITES | MADE)[name], out, f"cache-serial-{name}")


@pytest.mark.parametrize("name", [pytest.param(name, marks=SELDOM if name in LONG else ()) for name in SUITES | MADE])
def test_processes_of_this_machine_make_the_same(place: Path, name: str, tmp_path: Path) -> None:
    line = (SUITES | MADE)[name]
    out = made(place, line, tmp_path / "out", f"cache-local-{name}", "--engine", "local", "--workers", "2")
    assert differences(serial(place, name), out, How()) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [*SUITES, *MADE])
def test_two_nodes_make_the_same(place: Path, nodes: Nodes, name: str, tmp_path: Path) -> None:
    line = (SUITES | MADE)[name]
    out = made(place, line, tmp_path / "out", f"cache-ray-{name}", "--engine", "ray", **nodes.environment)
    assert differences(serial(place, name), out, How()) == []
    if name in SUITES:
        assert trial.mindsight("verify", out).returncode == 0


SLOW = {
    "album": (
        "album run {place}/kit --subject 'command:sh {place}/slow.sh {{input}} {{output}}' --product-version 1",
        1,
    ),
    "vsig": (SUITES["vsig"], 0),
    "tasks": (SUITES["tasks"], 1),
}
"""Commands that are struck, and after how many items."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("name", "how"),
    [
        *((name, how) for name in SLOW for how in ("worker", "node")),
        ("album", "command"),
    ],
)
def test_what_is_killed_changes_no_byte(place: Path, nodes: Nodes, name: str, how: str, tmp_path: Path) -> None:
    (place / "slow.sh").write_text('sleep 0.5\ncp "$1" "$2"\n')
    line, after = SLOW[name]
    words, out, undisturbed = shlex.split(line.format(place=place)), tmp_path / "out", place / f"undisturbed-{name}"
    env = trial.environment(XDG_CACHE_HOME=str(place / f"cache-{name}"), **nodes.environment)
    if not undisturbed.exists():
        assert trial.mindsight(*words, "--out", undisturbed, env=env, timeout=300).returncode == 0
    spread = [*words, "--engine", "ray"]
    with subprocess.Popen(trial.command(*spread, "--out", out), env=env, stderr=subprocess.PIPE, text=True) as process:
        trial.wait_for(lambda: (out / "items.jsonl").exists() and trial.whole_lines(out) >= after, seconds=300)
        if how == "command":
            process.kill()
        else:
            nodes.strike(how)
        said = process.communicate(timeout=300)[1]
    if how == "command":
        assert trial.whole_lines(out) < 7
        assert trial.mindsight(*spread, "--resume", out, env=env, timeout=300).returncode == 0
    else:
        assert process.returncode == 0, said
    if how == "node":
        nodes.replace()
    assert differences(undisturbed, out, How()) == []
    assert trial.mindsight("verify", out).returncode == 0
