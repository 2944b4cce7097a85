"""A folder of this machine and its place in a bucket: brought, sent, resumed; slow, refusing, cutting off, changing storage."""

import json
import shutil
import time
from pathlib import Path

import pytest

from mindsight.errors import InputError, MindsightError, RecordError, StorageError
from mindsight.storage import remote
from mindsight.storage.address import Address, address_of
from mindsight.storage.cache import Cache
from mindsight.storage.growing import Growing
from mindsight.storage.mirror import Mirror
from storage.bucket import KEY, SECRET, Bucket, Fault

ROOM = 10**9


@pytest.fixture(autouse=True)
def reached(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in bucket.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(remote, "_PAUSE_S", 0.01)
    bucket.faults.clear()


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", ROOM)


@pytest.fixture
def place(request: pytest.FixtureRequest) -> str:
    """A folder of the bucket that no other test uses."""
    return request.node.name.replace("[", "-").replace("]", "")


def mirror(bucket: Bucket, name: str, cache: Cache, **how: bool) -> Mirror:
    address = address_of(bucket.url(name))
    assert isinstance(address, Address)
    return Mirror(address, cache, **how)


def brought(bucket: Bucket, name: str, cache: Cache) -> dict[str, bytes]:
    """Bring a folder and return what then lies here."""
    here = mirror(bucket, name, cache)
    here.open()
    here.close()
    return {str(f.relative_to(here.path)): f.read_bytes() for f in here.path.rglob("*") if f.is_file()}


def fetched(bucket: Bucket, since: int) -> list[str]:
    return [one for one in bucket.asked[since:] if one.startswith("GET") and "list-type" not in one]


def test_what_is_here_is_not_fetched_again(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.txt", b"one")
    bucket.write(f"{place}/deep/er/two.txt", b"two")
    assert brought(bucket, place, cache) == {"one.txt": b"one", "deep/er/two.txt": b"two"}
    before = len(bucket.asked)
    assert brought(bucket, place, cache) == {"one.txt": b"one", "deep/er/two.txt": b"two"}
    assert fetched(bucket, before) == []
    bucket.write(f"{place}/one.txt", b"new")
    bucket.client.delete_object(Bucket="laboratory", Key=f"{place}/deep/er/two.txt")
    assert brought(bucket, place, cache) == {"one.txt": b"new"}
    assert len(fetched(bucket, before)) == 1


def test_a_file_that_was_changed_here_is_known_by_its_hash_and_fetched_again(
    bucket: Bucket, cache: Cache, place: str
) -> None:
    bucket.write(f"{place}/one.txt", b"one")
    here = mirror(bucket, place, cache)
    here.open()
    here.close()
    (here.path / "one.txt").write_bytes(b"two")
    assert brought(bucket, place, cache) == {"one.txt": b"one"}


def test_one_file_may_be_a_url_too(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/table.csv", b"number\n")
    here = mirror(bucket, f"{place}/table.csv", cache)
    here.open()
    assert here.path.read_bytes() == b"number\n"
    here.close()
    with pytest.raises(StorageError, match="nothing is there"):
        brought(bucket, f"{place}/nothing", cache)


def test_storage_that_is_slow_refuses_and_cuts_off_is_asked_again(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.bin", b"1" * 100_000)
    bucket.faults += [
        Fault("GET", "list-type", 2, status=503),
        Fault("GET", "one.bin", 2, status=503),
        Fault("GET", "one.bin", 2, cut=True),
        Fault("GET", "one.bin", 1, before=lambda: time.sleep(1)),
    ]
    assert brought(bucket, place, cache) == {"one.bin": b"1" * 100_000}
    assert [fault for fault in bucket.faults if fault.times] == []


def test_storage_that_always_refuses_is_named_and_leaves_nothing_half(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.bin", b"1" * 1000)
    bucket.write(f"{place}/two.bin", b"2" * 1000)
    bucket.faults.append(Fault("GET", "two.bin", 1000, status=403))
    with pytest.raises(StorageError, match="no permission"):
        brought(bucket, place, cache)
    here = mirror(bucket, place, cache).path
    assert {file.name for file in here.rglob("*")} <= {"one.bin"}
    bucket.faults.clear()
    assert brought(bucket, place, cache).keys() == {"one.bin", "two.bin"}


def test_what_changes_under_our_feet_is_refused_and_right_the_next_time(
    bucket: Bucket, cache: Cache, place: str
) -> None:
    bucket.write(f"{place}/one.bin", b"1" * 1000)
    bucket.faults.append(Fault("GET", "one.bin", 1, before=lambda: bucket.write(f"{place}/one.bin", b"2" * 1000)))
    with pytest.raises(StorageError, match=r"one\.bin was changed by somebody else"):
        brought(bucket, place, cache)
    assert brought(bucket, place, cache) == {"one.bin": b"2" * 1000}


def test_a_new_folder_goes_to_an_empty_place_only(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.bin", b"1")
    with pytest.raises(RecordError, match="is not empty; choose another --out"):
        mirror(bucket, place, cache, written=True, new=True).open()


def test_what_is_written_here_is_there_and_the_seal_comes_last(bucket: Bucket, cache: Cache, place: str) -> None:
    here = mirror(bucket, place, cache, written=True, new=True)
    here.open()
    (here.path / "media").mkdir(parents=True)
    for name in ("SHA256SUMS", "manifest.json", "items.jsonl", "media/b", "report.html", ".lock"):
        (here.path / name).write_text(name)
    before = len(bucket.asked)
    assert here.send() == 5
    put = [one.rpartition("/")[2] for one in bucket.asked[before:] if one.startswith("PUT")]
    assert put[-3:] == ["items.jsonl", "manifest.json", "SHA256SUMS"]
    assert bucket.keys(place) == ["SHA256SUMS", "items.jsonl", "manifest.json", "media/b", "report.html"]
    (here.path / "SHA256SUMS").unlink()
    assert here.send() == 0
    assert "SHA256SUMS" not in bucket.keys(place)
    here.close()


def test_nothing_is_written_over_what_somebody_else_wrote(bucket: Bucket, cache: Cache, place: str) -> None:
    here = mirror(bucket, place, cache, written=True, new=True)
    here.open()
    here.path.mkdir()
    (here.path / "manifest.json").write_text("ours")
    bucket.write(f"{place}/manifest.json", b"theirs")
    with pytest.raises(StorageError, match=r"manifest\.json was changed there by somebody else"):
        here.send()
    here.close()
    assert bucket.read(f"{place}/manifest.json") == b"theirs"
    assert (here.path / "manifest.json").read_text() == "ours"
    # Nor later, by a command that only reads.
    with pytest.raises(StorageError, match="the results made here lie in"):
        brought(bucket, place, cache)


def test_what_could_not_be_sent_stays_and_is_sent_by_the_next_command(bucket: Bucket, cache: Cache, place: str) -> None:
    here = mirror(bucket, place, cache, written=True, new=True)
    here.open()
    here.path.mkdir()
    for name in ("items.jsonl", "manifest.json", "SHA256SUMS"):
        (here.path / name).write_text(name)
    bucket.faults.append(Fault("PUT", "manifest.json", 1000, status=403))
    with pytest.raises(StorageError, match="no permission"):
        here.send()
    here.close()
    assert bucket.keys(place) == ["items.jsonl"]
    bucket.faults.clear()
    assert brought(bucket, place, cache).keys() == {"items.jsonl", "manifest.json", "SHA256SUMS"}
    assert bucket.keys(place) == ["SHA256SUMS", "items.jsonl", "manifest.json"]


def test_a_growing_run_can_be_resumed_from_every_beginning(bucket: Bucket, cache: Cache, place: str) -> None:
    here = mirror(bucket, place, cache, written=True, new=True)
    here.open()
    (here.path / "media").mkdir(parents=True)
    (here.path / "manifest.json").write_text("{}")
    warned: list[str] = []
    bucket.faults.append(Fault("PUT", "items", 1, status=403))
    with Growing(here, 0.05, lambda error: warned.append(str(error))):
        for number in range(400):
            (here.path / "media" / f"{number:03}").write_text("picture")
            with (here.path / "items.jsonl").open("a") as items:
                items.write(f"{number:03}\n")
            time.sleep(0.05)
            present = set(bucket.keys(place))
            # Items last: what they name is there already, whenever somebody looks.
            lines = bucket.read(f"{place}/items.jsonl").decode().split() if "items.jsonl" in present else []
            assert {f"media/{line}" for line in lines} <= set(bucket.keys(place))
            if number >= 39 and lines:  # on a busy machine sending takes longer
                break
    assert len(warned) == 1
    assert 0 < len(lines) <= number + 1
    (here.path / "SHA256SUMS").write_text("seal")
    here.send(growing=True)
    assert "SHA256SUMS" not in bucket.keys(place)
    here.send()
    here.close()
    assert len(brought(bucket, place, Cache(cache.folder / "another-machine", ROOM))) == number + 4


def test_the_cache_has_a_limit_and_gives_up_what_was_not_used_for_longest(
    bucket: Bucket, tmp_path: Path, place: str
) -> None:
    small = Cache(tmp_path / "cache", 25_000)
    for name in ("a", "b", "c"):
        bucket.write(f"{place}-{name}/one.bin", name.encode() * 10_000)
    used = mirror(bucket, f"{place}-a", small)
    used.open()
    brought(bucket, f"{place}-b", small)
    brought(bucket, f"{place}-c", small)
    held = {name for name in "abc" if mirror(bucket, f"{place}-{name}", small).path.exists()}
    assert held == {"a", "c"}  # a is the oldest, but in use
    used.close()
    bucket.write(f"{place}-d/one.bin", b"d" * 30_000)
    with pytest.raises(StorageError, match="MINDSIGHT_STORAGE_LIMIT"):
        brought(bucket, f"{place}-d", small)


def test_two_commands_share_what_they_read_and_not_what_they_write(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.bin", b"1")
    one, two = mirror(bucket, place, cache), mirror(bucket, place, cache)
    one.open()
    two.open()
    bucket.write(f"{place}/one.bin", b"2")
    with pytest.raises(StorageError, match="while another command on this machine uses it"):
        mirror(bucket, place, cache).open()
    with pytest.raises(StorageError, match="another command on this machine uses it"):
        mirror(bucket, place, cache, written=True).open()
    one.close()
    two.close()
    assert brought(bucket, place, cache) == {"one.bin": b"2"}


def test_a_folder_that_was_taken_away_here_empties_nothing_there(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/manifest.json", b"{}")
    here = mirror(bucket, place, cache, written=True)
    here.open()
    shutil.rmtree(here.path)
    assert here.send() == 0
    here.close()
    assert bucket.keys(place) == ["manifest.json"]


@pytest.mark.parametrize("name", ["../out", "a//b", "a/./b"])
def test_a_name_that_leaves_the_folder_is_refused(bucket: Bucket, cache: Cache, place: str, name: str) -> None:
    found = remote.Remote(Address(bucket.url("x")))
    found._found = lambda: iter([(name, remote.Stamp(1, "1"))])  # type: ignore[method-assign]
    with pytest.raises(StorageError, match="no folder can hold"):
        found.listing()


def test_a_name_of_a_file_and_of_a_folder_is_refused(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/a", b"1")
    bucket.write(f"{place}/a/b", b"1")
    with pytest.raises(StorageError, match="in the place of a folder and of a file"):
        brought(bucket, place, cache)


@pytest.mark.parametrize(
    "url",
    [
        f"s3://{KEY}:{SECRET}@bucket/run",
        f"https://user:{SECRET}@host/kit",
        f"HTTP://user:{SECRET}@host/kit",
        f"https://host/kit?X-Amz-Signature={SECRET}",
    ],
)
def test_a_credential_in_a_url_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(InputError, match="credentials come from the environment") as refused:
        address_of(url)
    assert SECRET not in str(refused.value)
    assert KEY not in str(refused.value)


def test_a_file_url_is_the_path_itself_and_others_are_known_or_refused(cache: Cache) -> None:
    assert address_of("file:///mnt/share/a%20run") == Path("/mnt/share/a run")
    for url, said in {
        "file://share/run": "file:///mnt", "s3://": "is no URL", "s3://b/../c": "is no URL", "s3::zip://a": "is no URL",
        "http://[::1]:8000/run": "IPv6 cannot be used here", "s3://a::zip/b": "no user, password",
    }.items():  # fmt: skip
        with pytest.raises(InputError, match=said):
            address_of(url)
    assert address_of("S3://bucket/run") == Address("s3://bucket/run")
    for scheme in ("gopher", "memory"):
        with pytest.raises(MindsightError, match=f"no storage {scheme}://"):
            Mirror(Address(f"{scheme}://a/b"), cache).open()
    with pytest.raises(MindsightError, match="is no URL"):
        Mirror(Address("github://a:b/c"), cache).open()
    with pytest.raises(MindsightError, match="pip install gcsfs"):
        Mirror(Address("gs://a/b"), cache).open()


def test_a_web_server_that_cannot_be_reached_is_not_called_empty(cache: Cache) -> None:
    with pytest.raises(StorageError, match="does not serve this"):
        Mirror(Address("http://127.0.0.1:9/run"), cache).open()


def test_no_credential_is_remembered(bucket: Bucket, cache: Cache, place: str) -> None:
    bucket.write(f"{place}/one.bin", b"1")
    brought(bucket, place, cache)
    indices = list(cache.folder.rglob("index.json"))
    assert json.loads(indices[0].read_text())["url"] == bucket.url(place)
    for file in filter(Path.is_file, cache.folder.rglob("*")):
        assert not any(secret in file.read_text() for secret in (KEY, SECRET))
