"""The events of a campaign: what is refused, and what a killed process leaves."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from mindsight.errors import RecordError
from mindsight.rating.events import Change, Rating, RatingDraft, RatingLog, Viewing, final_ratings, read_ratings
from mindsight.rating.rated_run import read_events
from rating.material import draft

HASH = "ab" * 32


@pytest.mark.parametrize(
    "fields",
    [
        {"value": 100.5},
        {"value": -1.0},
        {"value": float("nan")},
        {"value": True},
        {"value": "80"},
        {"order": 0},
        {"rater": ""},
        {"run": "short"},
        {"phase": "final"},
        {"question": "comparison"},
        {"question": "comparison", "run": HASH, "other": HASH, "value": 4.0},
        {"other": HASH},
        {"against": "reference"},
        {"side": "left"},
        {"question": "comparison", "run": HASH, "other": HASH},
        {"question": "comparison", "run": HASH, "other": "cd" * 32, "against": "reference", "value": 1.0},
        {"question": "comparison", "run": None, "against": "reference", "value": 1.0},
        {"question": "comparison", "phase": "gold", "run": None, "other": HASH, "value": 1.0},
        {"expected": (90.0, 80.0)},
        {"expected": (0.0, 101.0)},
        {"changes": (Change(value=120.0, after_s=1.0),)},
        {"time_s": -0.1},
        {"at": "yesterday"},
        {"at": "2026-11-24T10:00:00+08:00"},
        {"score": 3},
    ],
    ids=repr,
)
def test_what_is_no_answer_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        draft(None, 1, **fields)


def test_an_answer_holds_everything_and_is_read_back(tmp_path: Path) -> None:
    whole = draft(
        None,
        7,
        session="2",
        phase="gold",
        expected=(0.0, 20.0),
        changes=(Change(value=40.0, after_s=2.5), Change(value=10.0, after_s=3)),
        value=10.0,
        time_s=4.25,
        at="2026-11-24T10:00:00.125Z",
        viewing=Viewing(zoom=1.0, screen=(1920, 1080), light="dim", details={"browser": "a"}),
    )
    with RatingLog(tmp_path / "ratings.jsonl") as log:
        log.append(whole)
        log.append(draft(None, 8, question="comparison", run=HASH, other="cd" * 32, value=-3.0))
    first, second = read_ratings(tmp_path / "ratings.jsonl")
    assert first == Rating(**whole.model_dump(), previous="0" * 64)
    assert first.right is True
    assert second.right is None


def test_a_torn_last_line_is_left_out_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    with RatingLog(path) as log:
        log.append(draft(None, 1))
        log.append(draft(None, 2))
    path.write_bytes(path.read_bytes()[:-20])
    assert [one.id for one in read_ratings(path)] == ["event-1"]
    assert read_events(path).lines == 1
    with RatingLog(path) as log:
        assert set(log.finished) == {"event-1"}
        log.append(draft(None, 3))
    assert [one.id for one in read_ratings(path)] == ["event-1", "event-3"]
    assert read_events(path).lines == 2


def test_a_changed_answer_breaks_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    with RatingLog(path) as log:
        for number in range(1, 4):
            log.append(draft(None, number))
    path.write_bytes(path.read_bytes().replace(b'"value":50.0', b'"value":60.0', 1))
    with pytest.raises(RecordError, match="line 2 does not follow"):
        read_events(path)
    path.write_bytes(b'{"id":"x","previous":"' + b"0" * 64 + b'"}\n')
    with pytest.raises(RecordError, match="line 1"):
        list(read_ratings(path))


def test_of_answers_to_one_place_the_last_counts() -> None:
    def rating(number: int, **fields: Any) -> Rating:
        return Rating(**draft(None, number, **fields).model_dump(), previous="0" * 64)

    events = [
        rating(1, order=1, value=10.0),
        rating(2, order=2, value=20.0),
        rating(3, order=1, value=30.0),
        rating(4, order=1, value=40.0, rater="r2"),
        rating(5, order=1, value=50.0, campaign="autumn"),
    ]
    assert [one.id for one in final_ratings(iter(events))] == ["event-2", "event-3", "event-4", "event-5"]


def test_drafts_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        draft(None, 1).value = 3.0  # type: ignore[misc]
    assert isinstance(draft(None, 1), RatingDraft)
