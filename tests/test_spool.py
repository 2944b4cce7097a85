"""Values that are put aside come back by their number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.spool import Spool


@given(st.lists(st.binary(max_size=40), max_size=20), st.lists(st.binary(max_size=40), max_size=5))
def test_what_was_put_aside_comes_back_and_more_can_follow(before: list[bytes], after: list[bytes]) -> None:
    spool = Spool()
    for value in before:
        spool.add(value)
    assert list(spool) == before
    for value in after:
        spool.add(value)
    assert list(spool) == [*before, *after]
    assert len(spool) == len(before) + len(after)
    with pytest.raises(IndexError):
        spool[len(spool)]
