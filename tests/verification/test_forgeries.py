"""Forgeries that the stand-alone checker leaves to rebuilding: verify finds each."""

from pathlib import Path

import pytest

from checker.handed_to_verify import FORGERIES
from mindsight import checker
from mindsight.record.folder import RunFolder
from mindsight.verification.verifying import rebuild_and_compare


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_that_the_checker_cannot_see_is_found(name: str, tmp_path: Path) -> None:
    make, spoil = FORGERIES[name]
    run = make(tmp_path)
    assert checker.check(str(run))[0] == []
    spoil(run)
    assert checker.check(str(run))[0] or rebuild_and_compare(RunFolder(run), scope="numbers").findings
