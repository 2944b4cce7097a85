"""Whatever is changed in a sealed run folder is found, and the finding names the file."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.checker import Finding
from record import trial

PAGES = ("manifest.json", "results.json")
# Each example puts back what it changed, so one folder serves them all.
RESTORED = {"suppress_health_check": [HealthCheck.function_scoped_fixture], "deadline": None}


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


@contextmanager
def replaced(path: Path, data: bytes) -> Iterator[None]:
    before = path.read_bytes()
    path.write_bytes(data)
    try:
        yield
    finally:
        path.write_bytes(before)


def check(run: Path) -> list[Finding]:
    findings, _ = checker.check(str(run))
    for finding in findings:
        assert finding.say("en").isprintable()
        assert finding.say("zh").isprintable()
    return findings


def names(findings: list[Finding], name: str) -> bool:
    return any(name in finding.say() for finding in findings)


def first_change(before: bytes, after: bytes) -> int:
    pairs = zip(before, after, strict=False)
    return next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))


# A byte: its place is drawn as a fraction, so that one strategy serves files of any length.
places = st.floats(0, 1, exclude_max=True)
bytes_ = st.integers(0, 255)


@st.composite
def byte_changes(draw: st.DrawFn, data: bytes) -> bytes:
    at = int(draw(places) * len(data))
    how = draw(st.sampled_from(("bit", "byte", "drop", "insert")))
    if how == "bit":
        return data[:at] + bytes([data[at] ^ 1 << draw(st.integers(0, 7))]) + data[at + 1 :]
    if how == "byte":
        return data[:at] + bytes([draw(bytes_)]) + data[at + 1 :]
    if how == "drop":
        return data[:at] + data[at + 1 :]
    return data[:at] + bytes([draw(bytes_)]) + data[at:]


@st.composite
def line_changes(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    at, other = (int(draw(places) * len(lines)) for _ in range(2))
    how = draw(st.sampled_from(("drop", "duplicate", "swap", "insert", "truncate", "append")))
    if how == "drop":
        del lines[at]
    elif how == "duplicate":
        lines.insert(at, lines[at])
    elif how == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif how == "insert":
        lines.insert(at, draw(st.sampled_from((b"\n", b"{}\n", b"5\n", b'"\n', b"\xff\n", lines[other]))))
    elif how == "truncate":
        return data[: int(draw(places) * len(data))]
    else:
        lines.append(draw(st.binary(min_size=1, max_size=5)))
    return b"".join(lines)


def assert_found(run: Path, name: str, after: bytes) -> None:
    """The changed file is named; where a byte is claimed, the first change is not before it."""
    before = (run / name).read_bytes()
    if after == before:
        return
    with replaced(run / name, after):
        findings = check(run)
    assert names(findings, name)
    at = first_change(before, after)
    claims = [finding for finding in findings if finding.values["file"] == name and "byte" in finding.values]
    if name == "items.jsonl":
        assert_line_is_named(claims, after, at)
    if name == "scores.csv":
        assert all(claim.values["byte"] <= at for claim in claims)


def assert_line_is_named(claims: list[Finding], after: bytes, at: int) -> None:
    first = claims[0]
    line = after.count(b"\n", 0, at) + 1
    # A line that is still well spelled betrays itself by the hash in the next one, the last line by the manifest.
    allowed = {"chain": (line, line + 1), "head": (None,)}.get(first.key, (line,))
    assert first.values.get("line") in allowed
    assert first.values["byte"] <= at


def some_file(run: Path, data: st.DataObject) -> str:
    return data.draw(st.sampled_from(sorted(trial.contents(run))))


@pytest.mark.slow
@settings(max_examples=120, **RESTORED)
@given(data=st.data())
def test_a_changed_byte_of_any_file_is_found(run: Path, data: st.DataObject) -> None:
    name = some_file(run, data)
    assert_found(run, name, data.draw(byte_changes((run / name).read_bytes())))


@pytest.mark.slow
@settings(max_examples=120, **RESTORED)
@given(data=st.data())
def test_changed_lines_of_any_file_are_found(run: Path, data: st.DataObject) -> None:
    name = some_file(run, data)
    assert_found(run, name, data.draw(line_changes((run / name).read_bytes())))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["items.jsonl", "scores.csv", "SHA256SUMS", *PAGES])
@settings(max_examples=120, **RESTORED)
@given(data=st.data())
def test_a_change_of_the_record_itself_is_found(run: Path, name: str, data: st.DataObject) -> None:
    change = data.draw(st.sampled_from((byte_changes, line_changes)))
    assert_found(run, name, data.draw(change((run / name).read_bytes())))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@settings(max_examples=20_000, **RESTORED)
@given(data=st.data())
def test_twenty_thousand_changes_are_found(run: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(("items.jsonl", "scores.csv", "SHA256SUMS", "kit.json", *PAGES)))
    change = data.draw(st.sampled_from((byte_changes, line_changes)))
    assert_found(run, name, data.draw(change((run / name).read_bytes())))


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
@settings(max_examples=120, **RESTORED)
@given(data=st.data())
def test_an_odd_spelling_is_claimed_at_or_before_the_changed_byte(run: Path, name: str, data: st.DataObject) -> None:
    before = (run / name).read_bytes()
    after = data.draw(byte_changes(before))
    with replaced(run / name, after):
        odd = [finding for finding in check(run) if finding.key == "not_canonical" and finding.values["file"] == name]
    at = first_change(before, after)
    for finding in odd:
        assert finding.values["byte"] <= at
        assert finding.values["line"] <= after.count(b"\n", 0, at) + 1


def test_bits_all_along_an_item_are_guarded(run: Path) -> None:
    before = (run / "items.jsonl").read_bytes()
    start = before.index(b"\n") + 1
    for at in range(start, before.index(b"\n", start) + 1, 5):
        assert_found(run, "items.jsonl", before[:at] + bytes([before[at] ^ 1 << at % 8]) + before[at + 1 :])


@pytest.mark.slow
def test_a_truncation_at_any_byte_of_the_items_is_found(run: Path) -> None:
    before = (run / "items.jsonl").read_bytes()
    for size in range(0, len(before), 23):
        with replaced(run / "items.jsonl", before[:size]):
            assert names(check(run), "items.jsonl")


def test_each_deleted_file_is_found(run: Path) -> None:
    for name, data in trial.contents(run).items():
        (run / name).unlink()
        assert names(check(run), name)
        (run / name).write_bytes(data)
    assert check(run) == []


def test_each_renamed_file_is_found(run: Path) -> None:
    for name in trial.contents(run):
        (run / name).rename(run / (name + "~"))
        assert names(check(run), name)
        (run / (name + "~")).rename(run / name)
    assert check(run) == []


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt",
        ".hidden",
        "media/extra.png",
        "media/.hidden",
        "media/deeper/x.png",
        "media/SHA256SUMS",
        "new/folder/file",
        "a\nb",
        "\x1b[31mred",
        "\u202egnp.evil",
        os.fsdecode(b"\xff.png"),
    ],
)
def test_an_added_file_is_found(run: Path, name: str) -> None:
    (run / name).parent.mkdir(parents=True, exist_ok=True)
    (run / name).write_bytes(b"more")
    assert check(run)[0].key == "unlisted"


def test_what_hides_in_the_lock_file_is_found(run: Path) -> None:
    (run / ".lock").touch()
    assert check(run) == []
    (run / ".lock").write_bytes(b"more")
    assert names(check(run), ".lock")


def test_links_folders_and_pipes_in_place_of_files_are_found(run: Path) -> None:
    for name, data in trial.contents(run).items():
        for put in (lambda path: path.symlink_to("/nowhere"), Path.mkdir, os.mkfifo):
            (run / name).unlink()
            put(run / name)
            assert check(run)
            (run / name).rmdir() if (run / name).is_dir() else (run / name).unlink()
            (run / name).write_bytes(data)
    (run / "elsewhere").symlink_to("/", target_is_directory=True)
    assert names(check(run), "elsewhere")


def test_the_untouched_folder_is_good(sealed: Path) -> None:
    findings, counts = checker.check(str(sealed))
    assert findings == []
    assert counts["items"] == 5
    assert counts["measures"] == 2
    assert counts["files"] == len(trial.contents(sealed)) - 1
