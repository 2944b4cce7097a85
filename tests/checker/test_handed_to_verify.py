"""What is handed to ``verify`` is a forgery, and one that the items' terms do not tell."""

from pathlib import Path

import pytest

from checker.handed_to_verify import FORGERIES
from mindsight import checker
from record import trial


@pytest.mark.parametrize("name", FORGERIES)
def test_the_checker_alone_cannot_tell(name: str, tmp_path: Path) -> None:
    run = FORGERIES[name].make(tmp_path)
    assert [finding.say() for finding in checker.check(str(run))[0]] == []
    before = trial.contents(run)
    FORGERIES[name].spoil(run)
    assert trial.contents(run) != before
    assert [finding.say() for finding in checker.check(str(run))[0]] == []
