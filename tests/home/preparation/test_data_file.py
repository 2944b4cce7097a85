"""The list of tasks in a run from elsewhere: a malformed one is refused in one sentence, before any episode."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import RecordError
from mindsight.home.episodes.sessions import read_sessions
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.wordings import read_wordings

SENTENCE = r"instances\.json: is not a list of household tasks; the file was damaged or changed"


@pytest.mark.parametrize(
    ("read", "page"),
    [
        *((read_instances, page) for page in ([], 5, {}, {"items": []}, {"items": 5}, {"items": [{}]}, {"items": [5]})),
        *((read_sessions, page) for page in ([], {"sittings": 5}, {"sittings": [{}]}, {"sittings": [{"name": "a"}]})),
        *((read_wordings, page) for page in ([], {"wordings": 5}, {"wordings": {"a": {"x": {"en": 5}}}})),
    ],
)
def test_a_malformed_list_of_tasks_is_named(tmp_path: Path, read: Callable[[Path], Any], page: Any) -> None:
    file = tmp_path / "instances.json"
    file.write_text(json.dumps(page), "utf-8")
    with pytest.raises(RecordError, match=SENTENCE):
        read(file)


def test_a_list_without_sessions_or_other_wordings_has_none(tmp_path: Path) -> None:
    file = tmp_path / "instances.json"
    file.write_text('{"items": []}', "utf-8")
    assert read_sessions(file) == []
    assert read_wordings(file) == {}
