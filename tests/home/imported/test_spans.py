"""Questions about when: the truth is a run of the pictures shown, and an answer is right that shares half of it."""

from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.home.imported.mapping import Kind
from mindsight.home.imported.spans import span_of
from mindsight.home.imported.taken import Shown
from mindsight.record.folder import RunFolder
from record import trial

from .benchmarks import write_clip
from .sets import write_lines, write_pictures

PICTURES = Kind(dimension="event", form="span")
SECONDS = Kind(dimension="event", form="span", span_in="seconds")
EIGHT = Shown(tuple("abcdefgh"), tuple(0.5 + number for number in range(8)))


@pytest.mark.parametrize("said", [[3, 5], (3.0, 5.0), "3-5", "[3, 5]", "3 to 5"])
def test_numbers_of_pictures(said: Any) -> None:
    assert span_of(said, PICTURES, [EIGHT]).value == [3, 5]


@pytest.mark.parametrize(("said", "value"), [([2.0, 4.9], [3, 5]), ("0,0.5", [1, 1]), ([7.5, 99], [8, 8])])
def test_seconds_of_a_clip_are_the_frames_that_lie_in_them(said: Any, value: list[int]) -> None:
    assert span_of(said, SECONDS, [EIGHT]).value == value


def test_chance_is_that_of_two_numbers_drawn() -> None:
    # Of one picture of two: (1, 1) is right, and both orders of 1 and 2 share half of it.
    assert span_of([1, 1], PICTURES, [Shown(("a", "b"))]).chance == pytest.approx(3 / 4)
    assert span_of([1, 1], PICTURES, [Shown(("a",))]).chance == 1


@pytest.mark.parametrize(
    ("said", "kind", "why"),
    [
        ([5, 3], PICTURES, "no span of two numbers"),
        ([1, 2, 3], PICTURES, "no span of two numbers"),
        ("soon", PICTURES, "no span of two numbers"),
        (None, PICTURES, "no span of two numbers"),
        ([float("nan"), 2], PICTURES, "no span of two numbers"),
        ([0, 2], PICTURES, "no span of the 8 pictures"),
        ([2, 9], PICTURES, "no span of the 8 pictures"),
        ([1.5, 2], PICTURES, "no span of the 8 pictures"),
        ([2.6, 3.4], SECONDS, "none of the 8 frames shown lies in the span"),
    ],
)
def test_what_is_no_span_is_refused(said: Any, kind: Kind, why: str) -> None:
    with pytest.raises(InputError, match=why):
        span_of(said, kind, [EIGHT])


def test_seconds_need_one_clip() -> None:
    for shown in ([Shown(("a", "b"))], [EIGHT, EIGHT]):
        with pytest.raises(InputError, match="does not show one clip"):
            span_of([0, 1], SECONDS, shown)


def test_a_run_over_spans_is_scored_and_verified(tmp_path: Path) -> None:
    data = tmp_path / "set"
    write_pictures(data, 9)
    write_clip(data / "clip.mp4")
    shown = [f"{number}.png" for number in range(9)]
    # Twenty-four frames at eight a second: of eight shown, those at 0.125, 0.5, 0.875 … 2.75 seconds.
    rows = [
        {"question": "From which picture to which is it red?", "pictures": shown, "answer": [4, 6], "kind": "span"},
        {"question": "When does it get bright?", "clip": "clip.mp4", "answer": [0.8, 1.7], "kind": "span_s"},
        {"question": "When does it get dark?", "clip": "clip.mp4", "answer": [9, 10], "kind": "span_s"},
    ]
    write_lines(data / "rows.jsonl", rows)
    made = trial.mindsight("--lang", "en", "home", "import", data, "--out", tmp_path / "pool")
    assert made.returncode == 1
    assert "none of the 8 frames shown lies in the span" in made.stderr
    done = trial.mindsight(
        "--lang",
        "en",
        "home",
        "run",
        "--pool",
        tmp_path / "pool",
        "--subject",
        "baseline:first",
        "--out",
        tmp_path / "run",
    )
    assert done.returncode == 0, done.stderr
    items = {item.terms["task"]: item for item in RunFolder.open(tmp_path / "run").items}
    # Without looking: the middle third.
    assert (items["event.own_span"].parsed["value"], items["event.own_span"].outcome) == ([4, 6], "TP")
    assert (items["event.own_span_s"].parsed["value"], items["event.own_span_s"].outcome) == ([3, 5], "TP")
    assert trial.mindsight("verify", tmp_path / "run").returncode == 0
