import hashlib
import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from mindsight.errors import InputError
from mindsight.vsig.media import clips
from mindsight.vsig.media.blob_store import BlobStore
from mindsight.vsig.media.cache import MediaCache, cache_folder
from vsig.making import Made


def key(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.slow
def test_media_are_what_they_would_be_without_it(made: list[Made], tmp_path: Path) -> None:
    video = made[0].video
    digest = clips.sha256(video)
    cache = MediaCache(tmp_path)
    for _ in range(2):
        stills = cache.frames(video, digest, fps=2, longest=100, quality=70)
        frames = clips.sampled(video, fps=2)
        assert [still.ms for still in stills] == [frame.ms for frame in frames]
        assert [still.jpeg for still in stills] == [clips.jpeg(frame.image, 100, 70) for frame in frames]
        for still in stills:
            with Image.open(io.BytesIO(still.jpeg)) as shown:
                assert shown.size == still.size
        assert cache.sound(video, digest) == clips.sound(video)
        assert cache.clip(video, digest, longest=96) == clips.clip(video, longest=96)
        assert cache.facts(video) == clips.probe(video)
        assert cache.last(video, digest).jpeg == clips.jpeg(clips.last_frame(video).image, 1280, 85)


def test_nothing_is_made_twice_and_equal_clips_share(
    made: list[Made], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = made[0].video
    digest = clips.sha256(video)
    MediaCache(tmp_path).frames(video, digest, count=3)
    MediaCache(tmp_path).sound(video, digest)
    twin = tmp_path / "twin.mp4"
    twin.write_bytes(video.read_bytes())
    kept = len(files_in(tmp_path))

    def never(*_: object, **__: object) -> None:
        raise AssertionError("made twice")

    for name in ("sampled", "sound", "sha256"):
        monkeypatch.setattr(clips, name, never)
    again = MediaCache(tmp_path)
    assert len(again.frames(twin, digest, count=3)) == 3
    assert again.sound(twin, digest)
    assert len(files_in(tmp_path)) == kept
    with pytest.raises(AssertionError, match="made twice"):
        again.frames(twin, digest, count=3, quality=84)


def test_facts_of_another_version_are_found_anew(made: list[Made], tmp_path: Path) -> None:
    cache = MediaCache(tmp_path)
    facts = cache.facts(made[0].video)
    (file,) = files_in(tmp_path)
    cache._store.put(file.name, b'{"frames": 3}')
    assert cache.facts(made[0].video) == facts


def test_silence_is_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"a clip")
    calls: list[Path] = []
    monkeypatch.setattr(clips, "sound", calls.append)
    cache = MediaCache(tmp_path / "kept")
    assert cache.sound(path, clips.sha256(path)) is None
    assert cache.sound(path, clips.sha256(path)) is None
    assert len(calls) == 1


def test_another_clip_is_never_kept_under_a_hash(made: list[Made], tmp_path: Path) -> None:
    cache = MediaCache(tmp_path)
    with pytest.raises(InputError, match="was changed since the run began"):
        cache.frames(made[0].video, clips.sha256(made[1].video), count=1)
    assert not files_in(tmp_path)


@pytest.mark.parametrize("harm", ["cut", "empty", "other", "longer"])
def test_spoilt_entries_are_made_again(tmp_path: Path, harm: str) -> None:
    store = BlobStore(tmp_path)
    store.put(key(1), b"content" * 100)
    (file,) = files_in(tmp_path)
    held = file.read_bytes()
    file.write_bytes({"cut": held[:-5], "empty": b"", "other": held[:-1] + b"\0", "longer": held + b"x"}[harm])
    assert store.get(key(1)) is None
    store.put(key(1), b"content" * 100)
    assert store.get(key(1)) == b"content" * 100


def test_the_least_used_make_room(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, most_bytes=40_000)
    now = time.time()
    for number in range(200):
        store.put(key(number), bytes(968))
        path = tmp_path / key(number)[:2] / key(number)
        os.utime(path, (now - 1000 + number,) * 2)
        if number % 5 == 0:
            assert store.get(key(0)) is not None, "what is used stays"
    kept = sum(path.stat().st_size for path in files_in(tmp_path))
    assert 20_000 < kept <= 40_000 * 17 / 16
    assert store.get(key(199)) is not None
    assert store.get(key(1)) is None


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, most_bytes=1000)
    store.put(key(1), bytes(2000))
    assert store.get(key(1)) is None
    assert not files_in(tmp_path)


def test_without_a_writable_folder_all_is_made_each_time(made: list[Made], tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    cache = MediaCache(tmp_path / "file")
    digest = clips.sha256(made[0].video)
    assert cache.last(made[0].video, digest) == cache.last(made[0].video, digest)


def test_parts_of_dead_processes_are_removed(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, most_bytes=10_000)
    store.put(key(1), bytes(10))
    old, new = (tmp_path / key(1)[:2] / f".{name}.7.7.partial" for name in ("old", "new"))
    for part in (old, new):
        part.write_bytes(bytes(50))
    os.utime(old, (time.time() - 7200,) * 2)
    BlobStore(tmp_path, most_bytes=10_000).put(key(2), bytes(10))
    assert not old.exists()
    assert new.exists(), "its process may live"


def test_the_folder_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "mindsight" / "vsig"
    MediaCache()._store.put(key(1), b"x")
    (file,) = files_in(tmp_path)
    assert file.parent.stat().st_mode & 0o077 == 0, "only its owner reads what people recorded"


_WRITER = """
import hashlib, random, sys
from pathlib import Path
from mindsight.vsig.media.blob_store import BlobStore
store = BlobStore(Path(sys.argv[1]), most_bytes=3_000_000)
rng = random.Random(int(sys.argv[2]))
print("ready", flush=True)
while True:
    number = rng.randrange(40)
    key = hashlib.sha256(str(number).encode()).hexdigest()
    data = bytes([number]) * (100_000 + number)
    found = store.get(key)
    assert found is None or found == data, "half an entry"
    if found is None or rng.random() < 0.5:
        store.put(key, data)
"""


@pytest.mark.slow
def test_killed_writers_leave_whole_entries_or_none(tmp_path: Path) -> None:
    rng = random.Random(7)
    for trial in range(12):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", _WRITER, str(tmp_path), str(2 * trial + one)], stdout=subprocess.PIPE
            )
            for one in range(2)
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
        time.sleep(rng.uniform(0.0, 0.15))
        for writer in writers:
            assert writer.poll() is None, "found half an entry"
            os.kill(writer.pid, signal.SIGKILL)
            writer.communicate()
        store = BlobStore(tmp_path, most_bytes=3_000_000)
        for number in range(40):
            assert store.get(key(number)) in {None, bytes([number]) * (100_000 + number)}
    whole = [path for path in files_in(tmp_path) if not path.name.endswith(".partial")]
    assert len(whole) > 5
    assert sum(path.stat().st_size for path in whole) <= 3_000_000 * 1.2
