"""An import that was stopped goes on where it was, and gives the pool that one without a stop gives."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.home.imported.importing import Wanted, import_questions
from mindsight.home.imported.mapping import read_mapping
from mindsight.home.imported.readers.opening import open_source
from mindsight.home.imported.taken import JOURNAL, Shown, Taken
from record import trial

from .sets import own_set, pool_of
from .test_readers import croissant

COUNT = 150


def spoil(folder: Path) -> None:
    """Make the pictures of a set unreadable, so that nothing of a file's place, size and age tells."""
    for one in folder.glob("*.png"):
        stat = one.stat()
        one.write_bytes(b"?" * stat.st_size)
        os.utime(one, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_what_was_taken_over_is_not_read_again(tmp_path: Path) -> None:
    data = own_set(tmp_path / "set", COUNT)
    whole, _ = pool_of(data, tmp_path / "whole", twins="set")
    read, sha256 = read_mapping("own")
    wanted = Wanted(open_source(data, read.files), read, "own", sha256, "set", 7)

    def stop(done: int, _all: int) -> None:
        if done >= 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_questions(wanted, tmp_path / "pool", stop)
    taken = {one.stem for one in (tmp_path / "pool" / "media").iterdir()}
    assert 0 < len(taken) < len(list(whole.media.iterdir()))
    # The pictures that were taken over cannot be read any more, the others can.
    kept = tmp_path / "kept"
    shutil.copytree(data, kept)
    spoil(data)
    for number in range(len(taken), COUNT):
        shutil.copy2(kept / f"{number}.png", data / f"{number}.png")
    pool, found = import_questions(wanted, tmp_path / "pool", lambda _done, _all: None)
    assert found.refused == 0
    assert files_of(pool.folder) == files_of(whole.folder)


def test_a_killed_import_goes_on_with_the_same_command_and_names_its_folder(tmp_path: Path) -> None:
    data = own_set(tmp_path / "set", 1200)
    pool, half = tmp_path / "pool", tmp_path / "pool.half"
    words = [sys.executable, "-m", "mindsight", "--lang", "en", "home", "import", str(data), "--out", str(pool)]
    for number in (signal.SIGKILL, signal.SIGTERM):
        before = len(list(half.glob("media/*")))
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        # So many that two hundred are written down before the kill.
        while len(list(half.glob("media/*"))) < before + 250 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
        assert not pool.exists()
        assert len(list(half.glob("media/*"))) < 1200
        if number == signal.SIGTERM:
            assert "stopped; what was taken over is kept in" in said
            assert "pool.half" in said
    made = {one.name: one.stat().st_mtime_ns for one in half.glob("media/*")}
    done = trial.mindsight("--lang", "en", "home", "import", data, "--out", pool)
    assert done.returncode == 0, done.stderr
    assert not half.exists()
    assert {name: (pool / "media" / name).stat().st_mtime_ns for name in made} == made
    whole, _ = pool_of(data, tmp_path / "whole")
    assert files_of(pool) == files_of(whole.folder)


def test_half_of_another_import_and_one_that_is_being_written_are_left_alone(tmp_path: Path) -> None:
    data = own_set(tmp_path / "set", 4)
    half = tmp_path / "pool.half"
    half.mkdir()
    with Taken(half, half / "media", "another"):
        busy = trial.mindsight("--lang", "en", "home", "import", data, "--out", tmp_path / "pool")
    assert busy.returncode == 2
    assert "another import is writing it" in busy.stderr
    other = trial.mindsight("--lang", "en", "home", "import", data, "--out", tmp_path / "pool")
    assert other.returncode == 2
    assert "is half of another import; delete it, or choose another name" in other.stderr
    (half / JOURNAL).write_bytes(b"no database at all, and long enough to be looked at" * 40)
    broken = trial.mindsight("--lang", "en", "home", "import", data, "--out", tmp_path / "pool")
    assert broken.returncode == 2
    assert "was damaged; delete it" in broken.stderr


def test_an_import_without_any_question_leaves_nothing(tmp_path: Path) -> None:
    data = own_set(tmp_path / "set", 2)
    spoil(data)
    with pytest.raises(InputError, match="none of 4 rows"):
        pool_of(data, tmp_path / "pool")
    assert not (tmp_path / "pool").exists()


def test_a_picture_that_was_lost_is_taken_over_again(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    (media / "a.jpg").write_bytes(b"a")
    with Taken(tmp_path, media, "one") as taken:
        assert taken.get(["a"], lambda: Shown(("a",))) == Shown(("a",))
    (media / "a.jpg").unlink()
    (media / "b.jpg").write_bytes(b"b")
    with Taken(tmp_path, media, "one") as taken:
        assert taken.before == 1
        assert taken.get(["a"], lambda: Shown(("b",), (0.5,))) == Shown(("b",), (0.5,))
    with Taken(tmp_path, media, "one") as taken:
        assert taken.get(["a"], lambda: Shown(("never",))) == Shown(("b",), (0.5,))


def test_a_refused_import_leaves_nothing_in_the_way_of_the_next(tmp_path: Path) -> None:
    folder = croissant(tmp_path / "set")
    right = (folder / "croissant.json").read_text("utf-8")
    # A context that lies elsewhere: reading it would ask the network.
    wrong = {**json.loads(right), "@context": "https://example.org/mlcommons.org/croissant/1.0"}
    (folder / "croissant.json").write_text(json.dumps(wrong), "utf-8")
    command = ["home", "import", str(folder), "--out", str(tmp_path / "pool")]
    with pytest.raises(InputError, match="its context lies elsewhere"):
        mindsight(command)
    assert not (tmp_path / "pool.half").exists()
    (folder / "croissant.json").write_text(right, "utf-8")
    assert mindsight(command) == 0
