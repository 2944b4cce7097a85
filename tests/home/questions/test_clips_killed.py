"""kill -9 while clips are made: none is made twice, and in the end all are there, byte for byte as without kills."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from home.questions.clips_begun import KEY

TESTS = Path(__file__).parents[2]


class Making:
    """The making of clips of a class into a cache, and what its journal says of it."""

    def __init__(self, folder: Path, key: str, clips: int) -> None:
        folder.mkdir()
        self.cache, self.journal = folder / "cache", folder / "journal.txt"
        self._arguments = [key, str(clips), str(self.cache), str(self.journal)]

    def start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "home.questions.clips_begun", *self._arguments]
        return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(TESTS)})

    def begun(self) -> list[str]:
        """Return the seeds of the sets that were begun, in their order."""
        return self.journal.read_text("ascii").split() if self.journal.exists() else []

    def whole(self) -> set[str]:
        """Return the seeds of the sets that are whole."""
        return {file.parent.name for file in self.cache.rglob("set.json")}

    def files(self) -> dict[str, bytes]:
        return {
            str(file.relative_to(self.cache)): file.read_bytes() for file in self.cache.rglob("*") if file.is_file()
        }

    def killed_after(self, sets: int, wait_s: float) -> None:
        """Go on making, kill it when it has begun so many more sets, and check that nothing whole was begun again."""
        whole, before = self.whole(), len(self.begun())
        process = self.start()
        while len(self.begun()) < before + sets and process.poll() is None:
            time.sleep(0.005)
        time.sleep(wait_s)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        assert whole.isdisjoint(self.begun()[before:])

    def finish(self) -> None:
        whole, before = self.whole(), len(self.begun())
        assert self.start().wait(3000) == 0
        assert whole.isdisjoint(self.begun()[before:])


def resumed(folder: Path, key: str, clips: int, kills: int, most_sets: int, within_s: float) -> None:
    """Make clips with and without kills and compare all files."""
    straight, broken = Making(folder / "straight", key, clips), Making(folder / "broken", key, clips)
    straight.finish()
    rng = random.Random(2027)
    for _ in range(kills):
        broken.killed_after(rng.randint(1, most_sets), rng.uniform(0, within_s))
    broken.finish()
    sets = len(straight.begun())
    assert sets == len(straight.whole()) >= clips / 4
    assert len(broken.begun()) <= sets + kills, "each kill costs at most the set that was being drawn"
    assert broken.files() == straight.files()


def test_clips_survive_kills(tmp_path: Path) -> None:
    resumed(tmp_path, KEY, 40, kills=2, most_sets=5, within_s=0.03)


@pytest.mark.slow
def test_two_hundred_clips_survive_kills(tmp_path: Path) -> None:
    resumed(tmp_path, KEY, 200, kills=8, most_sets=6, within_s=0.03)


@pytest.mark.slow
def test_clips_of_rooms_survive_kills(tmp_path: Path) -> None:
    resumed(tmp_path, "event.possible", 8, kills=3, most_sets=1, within_s=8.0)
