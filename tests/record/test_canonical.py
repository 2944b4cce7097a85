"""Equal content has equal bytes, and what JSON cannot hold is refused."""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.errors import RecordError
from mindsight.record import canonical

texts = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def turned(value: Any) -> Any:
    """Return the same content with every object's keys in reverse order."""
    if isinstance(value, dict):
        return {key: turned(inner) for key, inner in reversed(value.items())}
    return [turned(inner) for inner in value] if isinstance(value, list) else value


@given(values)
def test_the_order_of_keys_does_not_matter(value: Any) -> None:
    assert canonical.line(value) == canonical.line(turned(value))
    assert canonical.page(value) == canonical.page(turned(value))
    assert canonical.digest(value) == canonical.digest(turned(value))


@given(values)
def test_what_is_read_back_is_spelled_the_same(value: Any) -> None:
    for spell in (canonical.line, canonical.page):
        spelled = spell(value)
        assert spell(json.loads(spelled)) == spelled
        assert spelled.endswith(b"\n")
    assert canonical.line(value).count(b"\n") == 1
    assert canonical.digest(value) == hashlib.sha256(canonical.line(value)[:-1]).hexdigest()


def test_the_spelling_itself() -> None:
    assert canonical.line({"b": 1.0, "a": "五", "c": [None, True]}) == '{"a":"五","b":1.0,"c":[null,true]}\n'.encode()
    assert canonical.page({"b": [1], "a": {}}) == b'{\n "a": {},\n "b": [\n  1\n ]\n}\n'


@pytest.mark.parametrize("spell", [canonical.line, canonical.page, canonical.digest])
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(spell: Any, number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        spell({"a": [number]})


def test_a_file_has_the_hash_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc" * 100_000)
    assert canonical.sha256_of_file(tmp_path / "file") == hashlib.sha256(b"abc" * 100_000).hexdigest()


def test_a_page_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nothing\.json: cannot be read \(No such file"):
        canonical.load(tmp_path / "nothing.json")
    for content in (b"", b"{", b"\xff\xfe", b'{"a": 1}x', b"[" * 100_000):
        (tmp_path / "page.json").write_bytes(content)
        with pytest.raises(RecordError, match=r"page\.json: is not valid JSON"):
            canonical.load(tmp_path / "page.json")
