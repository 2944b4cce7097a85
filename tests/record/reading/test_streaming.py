"""Long files are read an entry at a time, and what is read is what a JSON library reads of the whole file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.record.reading.streaming import listing_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
PAGES = st.dictionaries(st.sampled_from(["items", "profile", "名"]) | st.text(max_size=3), VALUES, max_size=4)


@given(page=PAGES, entries=st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), max_size=4))
@pytest.mark.parametrize(("indent", "ascii_only"), [(None, True), (1, False)])
def test_pages_are_read_as_the_library_reads_them(
    page: dict[str, object],
    entries: list[dict[str, object]],
    indent: int | None,
    ascii_only: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    page["items"] = entries
    path = tmp_path_factory.getbasetemp() / f"page-{indent}.json"
    path.write_text(json.dumps(page, indent=indent, ensure_ascii=ascii_only), "utf-8")
    found = listing_of(str(path), "items")
    assert found is not None
    rest, inner = found
    assert list(inner) == entries
    assert len(inner) == len(entries)
    assert {key: value for key, value in page.items() if key in rest} == {
        key: value for key, value in rest.items() if key in page
    }
    assert len(rest) == len(page) - 1


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"[]", b"{", b'{"items": [', b'{"items": [{},]}', b'{"items": [{}] "a": 1}', b'{"items": []} x', b"{1: 2}",
        b'{"a": NaN}', b'{"a": 1e999}', b'{"items": [NaN]}', b'{"a": "\xff"}', b'{"items": [{}],}', b'{"a": ' + b"[" * 100_000,
        b'{"items": [' + b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}", b"\xef\xbb\xbf{}",
    ],
)  # fmt: skip
def test_what_is_no_json_object_is_none(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "page.json"
    path.write_bytes(raw)
    assert listing_of(str(path), "items") is None


def test_an_entry_in_another_encoding_is_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "page.json"
    path.write_bytes(b'{"items": [{"id": "\xff"}, {"id": "b"}, 3]}')
    found = listing_of(str(path), "items")
    assert found is not None
    assert list(found[1]) == [{}, {"id": "b"}, {}]


def test_items_take_little_memory(tmp_path: Path) -> None:
    """Ten thousand items more cost a kilobyte or two each, not the nine of an item in memory."""
    program = (
        "import resource, sys; from mindsight.checker.items import chained; from mindsight.checker.basics import *\n"
        "found = []; items = chained(sys.argv[1], 'items.jsonl', found)[0]\n"
        "print(len(items), len(found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    peaks = []
    for count in (100, 20_000):
        lines = (
            json.dumps(
                {"id": f"{number:06d}", "terms": {str(n): [n, n + 1000] for n in range(40)}}, separators=(",", ":")
            )
            for number in range(count)
        )
        (tmp_path / "items.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)], check=True, capture_output=True, text=True
        )
        read, _, peak = map(int, done.stdout.split())
        assert read == count
        peaks.append(peak)
    assert (peaks[1] - peaks[0]) / 20_000 < 3
