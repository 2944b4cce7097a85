"""Values and numbers that are put aside come back by their place, however many there are."""

import io
import tempfile
from array import array
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.record.columns import Numbers
from mindsight.record.reading.spill import Spool

SLICES = st.slices(30)
MANY = 20_000
"""More than is in memory at a time."""


@given(st.lists(st.binary(max_size=40), max_size=20), st.lists(st.binary(max_size=40), max_size=5), SLICES)
def test_what_was_put_aside_comes_back_and_more_can_follow(
    before: list[bytes], after: list[bytes], rows: slice
) -> None:
    spool = Spool()
    for value in before:
        spool.add(value)
    assert list(spool) == before
    for value in after:
        spool.add(value)
    assert list(spool) == [*before, *after]
    assert spool[rows] == [*before, *after][rows]
    assert len(spool) == len(before) + len(after)
    with pytest.raises(IndexError):
        spool[len(spool)]


def test_long_values_lie_in_a_file_and_come_back() -> None:
    values = [bytes([number % 251]) * (number % 9) * 100 for number in range(1000)]
    spool = Spool()
    for value in values:
        spool.add(value)
    assert list(spool) == values
    assert [spool[place] for place in (0, 8, 500, 997, 999, -1)] == [
        values[place] for place in (0, 8, 500, 997, 999, -1)
    ]
    assert spool[:1000:7] == values[::7]
    assert spool[990:] == values[990:]


@given(
    st.sampled_from(["few", "B", "I", "q", "d"]),
    st.integers(0, MANY),
    st.integers(0, 3),
    st.lists(st.integers(-MANY, MANY), max_size=5),
    st.slices(MANY),
)
def test_numbers_are_those_of_an_array(kind: str, many: int, more: int, places: list[int], rows: slice) -> None:
    typecode = "d" if kind == "few" else kind
    count = many % 100 if kind == "few" else many
    expected = array(typecode, (number % 199 for number in range(count)))
    numbers = Numbers(typecode, expected)
    for _ in range(more):
        numbers.add_array(np.arange(200))
        numbers.append(7)
        expected += array(typecode, [*range(200), 7])
    assert len(numbers) == len(expected)
    assert numbers.array().tobytes() == expected.tobytes()
    assert array(typecode, numbers) == expected
    assert numbers[rows] == expected[rows].tolist()
    assert [numbers[place] for place in places if -len(expected) <= place < len(expected)] == [
        expected[place] for place in places if -len(expected) <= place < len(expected)
    ]


def test_a_full_disk_costs_memory_and_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.FileIO):
        def write(self, data: Any) -> int:
            return super().write(bytes(data)[: max(0, 100_000 - self.tell())])

    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: Full(tempfile.mkstemp()[1], "r+"))
    numbers = Numbers("q", range(60_000))
    assert list(numbers) == list(range(60_000))
    assert numbers[59_999] == 59_999
