"""``items.jsonl``: what is on the disk survives, what is torn is dropped, what was changed is refused."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight.errors import RecordError
from mindsight.record.folder import RunFolder
from mindsight.record.log import GENESIS, InOrder, ItemLog, read_items
from mindsight.record.model import Draft, Seal
from mindsight.text import text

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def draft(name: str, **more: object) -> Draft:
    values = {"id": name, "instance": "0" * 64, "cluster": "c", "status": "scored", "outcome": "scored"}
    return Draft.model_validate({**values, **more})


def written(path: Path, *names: str) -> bytes:
    with ItemLog(path) as log:
        for name in names:
            log.append(draft(name))
    return path.read_bytes()


def test_the_chain_starts_at_zeros_and_each_line_holds_the_hash_of_the_one_before(tmp_path: Path) -> None:
    lines = written(tmp_path / "items.jsonl", "1", "2", "3").splitlines()
    import hashlib

    expected = [GENESIS, *(hashlib.sha256(line).hexdigest() for line in lines[:2])]
    assert [json.loads(line)["previous"] for line in lines] == expected


def test_reopening_appends_to_the_same_chain(tmp_path: Path) -> None:
    at_once = written(tmp_path / "once", "1", "2", "3")
    written(tmp_path / "twice", "1")
    written(tmp_path / "twice")
    assert written(tmp_path / "twice", "2", "3") == at_once
    with ItemLog(tmp_path / "twice") as log:
        assert set(log.finished) == {"1", "2", "3"}
        assert log.seal().count == 3


def test_an_empty_log_ends_where_it_begins(tmp_path: Path) -> None:
    with ItemLog(tmp_path / "items.jsonl") as log:
        assert log.seal() == Seal(count=0, head=GENESIS)


def test_an_item_is_in_the_file_as_soon_as_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    with ItemLog(path) as log:
        for number in range(3):
            log.append(draft(str(number)))
            assert [item.id for item in read_items(path)] == [str(n) for n in range(number + 1)]


@pytest.mark.parametrize("names", [["1", "2", "3"], ["3", "10", "é", "", "2", "x" * 40, "1"], []])
def test_items_in_the_order_of_their_ids_can_be_gone_through_again(tmp_path: Path, names: list[str]) -> None:
    path = tmp_path / "items.jsonl"
    whole = written(path, *names)
    path.write_bytes(whole + b'{"id":"0",')  # torn
    items = InOrder(path)
    for _ in range(2):
        assert [item.id for item in items] == sorted(names)
    assert sorted(items, key=lambda item: item.previous) == sorted(read_items(path), key=lambda item: item.previous)


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(texts, min_size=1, max_size=5, unique=True), st.floats(0, 1))
def test_a_cut_at_any_byte_keeps_exactly_the_whole_lines(tmp_path: Path, names: list[str], place: float) -> None:
    path = tmp_path / "items.jsonl"
    path.unlink(missing_ok=True)
    whole = written(path, *names)
    cut = whole[: round(place * len(whole))]
    path.write_bytes(cut)
    kept = cut[: cut.rfind(b"\n") + 1]
    assert [item.id for item in read_items(path)] == names[: kept.count(b"\n")]
    with ItemLog(path) as log:
        assert set(log.finished) == set(names[: kept.count(b"\n")])
    assert path.read_bytes() == kept
    # What was lost is appended again, and nobody can tell.
    assert written(path, *names[kept.count(b"\n") :]) == whole


def test_every_cut_of_a_small_log(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    whole = written(path, "1", "2")
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        with ItemLog(path) as log:
            assert len(log.finished) == whole.count(b"\n", 0, size)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"id":"1"', b'"id":"7"', 2),
        (b'"outcome":"scored"', b'"outcome":"scoref"', 2),
        (b'"id":"2"', b'"id":"9"', 3),
        (b'"id":"1"', b'"ID":"1"', 1),
        (b'{"answer"', b'["answer"', 1),
        (b'"previous":"000', b'"previous":"100', 1),
    ],
)
def test_a_changed_line_is_refused_and_the_file_left_alone(tmp_path: Path, old: bytes, new: bytes, line: int) -> None:
    path = tmp_path / "items.jsonl"
    changed = written(path, "1", "2", "3").replace(old, new, 1)
    path.write_bytes(changed)
    with pytest.raises(RecordError, match=rf"items\.jsonl: line {line} "):
        ItemLog(path)
    assert path.read_bytes() == changed


@pytest.mark.parametrize(
    "raw",
    [b"\n", b"5\n", b"[]\n", b"null\n", b"\xff\n", b'{"previous":1,"id":"1"}\n', b"{}\n", b"[" * 100_000 + b"\n"],
)
def test_a_line_that_is_no_item_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "items.jsonl"
    path.write_bytes(raw)
    with pytest.raises(RecordError, match="line 1 is not an item of a record"):
        ItemLog(path)
    with pytest.raises(RecordError, match="line 1 is not an item of a record"):
        list(read_items(path))


def test_a_line_without_the_fields_of_an_item_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_bytes(json.dumps({"previous": GENESIS, "id": "1"}).encode() + b"\n")
    with pytest.raises(RecordError, match="line 1 is not an item of a record"):
        list(read_items(path))


def test_a_missing_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"items\.jsonl: cannot be read \(No such file"):
        list(RunFolder(tmp_path).items)


def test_whatever_a_product_called_its_file_can_be_recorded(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    name = os.fsdecode(b"0001.\xff\n\x1b[2J")
    with ItemLog(path) as log:
        log.append(draft("1", answer={"file": name, "bytes": 3}, error=text("found {file}", file=name)))
    (item,) = read_items(path)
    assert item.answer == {"file": "0001.\\udcff\n\x1b[2J", "bytes": 3}
    assert str(item.error) == "found 0001.\\udcff\n\x1b[2J"


def test_a_write_that_the_disk_refuses_half_way_leaves_a_log_that_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "items.jsonl"
    whole = written(tmp_path / "whole", "1", "2")

    class Full:
        """A file on a disk with forty bytes left."""

        def __init__(self, file: object) -> None:
            self.file = file
            self.left = 40

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

        def write(self, data: bytes) -> int:
            if not self.left:
                raise OSError(28, "No space left on device")
            written = min(self.left, len(data))
            self.left -= written
            return self.file.write(data[:written])  # type: ignore[attr-defined,no-any-return]

    log = ItemLog(path)
    log.append(draft("1"))
    monkeypatch.setattr(log, "_file", Full(log._file))
    with pytest.raises(OSError, match="No space left"):
        log.append(draft("2"))
    assert set(log.finished) == {"1"}
    log.close()
    del log
    assert path.read_bytes() == whole[: whole.index(b"\n") + 41]
    assert written(path, "2") == whole
