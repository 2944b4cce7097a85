"""The built-in subject that follows the finger: where it rested last, and the thing nearest to that."""

import json
from pathlib import Path

import pytest

from mindsight.answers.conventions import DEFAULT, model_profile
from mindsight.errors import InputError
from mindsight.vsig.dataset.discovery import MADE
from mindsight.vsig.dataset.samples import Sample, Target
from mindsight.vsig.models.baselines import check_baseline
from mindsight.vsig.models.fingertip import Fingertip, last_rest, nearest

_THINGS = [
    {"name": "mug", "named": True, "bbox": [10, 10, 30, 30], "middle": [20.0, 20.0]},
    {"name": "book", "named": True, "bbox": [60, 60, 90, 90], "middle": [75.0, 75.0]},
    {"name": "pen", "named": False, "bbox": [44, 44, 46, 46], "middle": [45.0, 45.0]},
    {"name": "hidden", "named": True, "bbox": None, "middle": None},
]
_PAGE = {
    "order": {"fps": 10},
    "camera": {"size": [100, 100]},
    "things": _THINGS,
    "fingertip": [None, [5.0, 5.0], [15.0, 15.0], [50.0, 52.0], [58.0, 57.0], [99.0, 99.0], None],
    "at_rest": [False, False, True, True, True, False, False],
}


def _sample(**more) -> Sample:
    target = Target(kind="object", name="book", points=((0.7, 0.7),))
    page = {"id": "s", "layout": "vsig", "template": 1, "scene": "x", "language": "en", "recording": "r", "folder": "en/Inst1",
            "video": "a.mp4", "sha256": "0", "size": (100, 100), "last_ms": 600, "length_ms": 700, "has_sound": False,
            "speech": None, "targets": (target, target), **more}  # fmt: skip
    return Sample.model_validate(page)


def test_the_last_rest_is_before_the_hand_leaves() -> None:
    assert last_rest(_PAGE) == ((58.0, 57.0), 400.0)


@pytest.mark.parametrize(("point", "name"), [((58.0, 57.0), "book"), ((25.0, 40.0), "mug"), ((45.0, 45.0), "mug")])
def test_the_nearest_thing_that_has_a_name_is_meant(point, name) -> None:
    assert nearest(_THINGS, point)["name"] == name


def test_every_target_gets_the_same_answer(tmp_path: Path) -> None:
    (tmp_path / "en/Inst1").mkdir(parents=True)
    (tmp_path / "en/Inst1" / MADE).write_text(json.dumps({"a.mp4": _PAGE}), encoding="utf-8")
    said = json.loads(Fingertip(tmp_path)(_sample(), 7, model_profile(DEFAULT)))
    assert [one["description"] for one in said["point_list"]] == ["book", "book"]
    assert said["point_list"][0]["timestamp"] == 400
    assert said["point_list"][0]["point"] == pytest.approx([755, 755])


_NOWHERE = [[float("nan"), 1.0]] * 7


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (None, "cannot be read"),
        ("[" * 100_000, "nested too deeply"),
        ("{", "not valid JSON"),
        ({}, "it does not mention a.mp4"),
        ([], "it does not mention a.mp4"),
        ({"a.mp4": {}}, "its entry is incomplete"),
        ({"a.mp4": {**_PAGE, "at_rest": [False] * 7}}, "never rests in view"),
        ({"a.mp4": {**_PAGE, "at_rest": [True] * 7, "fingertip": _NOWHERE}}, "its entry is incomplete"),
        ({"a.mp4": {**_PAGE, "at_rest": [True] * 7, "fingertip": []}}, "its entry is incomplete"),
        ({"a.mp4": {**_PAGE, "order": {**_PAGE["order"], "fps": 0}}}, "its entry is incomplete"),
        ({"a.mp4": {**_PAGE, "order": {**_PAGE["order"], "fps": 10**350}}}, "its entry is incomplete"),
        ({"a.mp4": {**_PAGE, "camera": {"size": [0, 0]}}}, "its entry is incomplete"),
    ],
)
def test_data_without_a_track_is_refused_in_one_sentence(tmp_path: Path, page, why: str) -> None:
    (tmp_path / "en/Inst1").mkdir(parents=True)
    if page is not None:
        words = page if isinstance(page, str) else json.dumps(page)
        (tmp_path / "en/Inst1" / MADE).write_text(words, encoding="utf-8")
    with pytest.raises(InputError, match=rf"no track of the finger in truth.json \(.*{why}"):
        Fingertip(tmp_path)(_sample(), 7, model_profile(DEFAULT))


def test_it_can_be_selected_by_name() -> None:
    check_baseline("fingertip")
    with pytest.raises(InputError, match="fingertip"):
        check_baseline("fingertips")
