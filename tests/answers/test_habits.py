"""Three marks at known places tell in which order and scale a model writes points."""

import io
import json
from itertools import permutations

import pytest
from PIL import Image

from mindsight.answers.conventions import ModelProfile, built_in, model_profile
from mindsight.answers.habits.habit_notes import habit_note, habit_warning
from mindsight.answers.habits.marks import (
    HABITS,
    MARKS,
    SIZE,
    Habit,
    asked_by,
    habit_named,
    habit_of,
    marks_picture,
    points_in,
    proposal,
)
from mindsight.text import say

USUAL = Habit("xy", "thousand")
GEMINI = Habit("yx", "thousand")


def written(habit: Habit, off: float = 0.0) -> list[tuple[float, float]]:
    """Return the marks' places as a model of a habit writes them, each ``off`` by a share of the picture's sides."""
    form = ModelProfile(name="-", order=habit.order, scale=habit.scale)
    return [form.said((x / SIZE[0] + off, y / SIZE[1] + off), SIZE) for _, _, (x, y) in MARKS]


@pytest.mark.parametrize("asked", [USUAL, GEMINI], ids=str)
@pytest.mark.parametrize("habit", HABITS, ids=str)
@pytest.mark.parametrize("off", [-0.03, 0.0, 0.03])
def test_every_order_and_scale_is_told_from_every_other(habit: Habit, asked: Habit, off: float) -> None:
    assert habit_of(written(habit, off), asked) == habit


@pytest.mark.parametrize("habit", HABITS, ids=str)
def test_the_marks_in_another_order_are_no_habit(habit: Habit) -> None:
    first, *others = permutations(written(habit))
    assert habit_of(first, USUAL) == habit
    assert {habit_of(one, USUAL) for one in others} == {None}


@pytest.mark.parametrize(
    "points",
    [[], [(0, 0)] * 3, [(500, 500)] * 3, [(0.5, 0.5)] * 3, [(1, 1)] * 3, written(USUAL)[:2], written(USUAL) * 2],
)
def test_the_same_place_three_times_and_other_numbers_of_points_are_no_habit(points: list[tuple[float, float]]) -> None:
    assert habit_of(points, USUAL) is None


def test_scales_of_999_and_1023_are_taken_for_1000() -> None:
    for scale in ("999", "1023"):
        assert habit_of(written(Habit("yx", scale)), USUAL) == GEMINI  # type: ignore[arg-type]
        assert asked_by(ModelProfile(name="-", order="yx", scale=scale)) == GEMINI  # type: ignore[arg-type]


def test_the_picture_shows_the_marks_where_they_are_said_to_be() -> None:
    picture = Image.open(io.BytesIO(marks_picture())).convert("RGB")
    assert picture.size == SIZE
    assert SIZE[0] != SIZE[1]
    for number, (_, _, place) in enumerate(MARKS):
        pixel = picture.getpixel(place)
        assert isinstance(pixel, tuple)
        assert max(range(3), key=pixel.__getitem__) == number


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ('{"answer": [[67, 98], [129, 512], [333, 251]]}', [(67, 98), (129, 512), (333, 251)]),
        ('```json\n{"answer": [[1, 2], [3, 4], [5, 6]], "cannot": null}\n```', [(1, 2), (3, 4), (5, 6)]),
        ('<think>{"answer": [[9, 9]]}</think>{"answer": [[1, 2], [3, 4], [5, 6]]}', [(1, 2), (3, 4), (5, 6)]),
        ('{"action": "press", "x": 1, "y": 2}\n{"action": "press", "x": 3, "y": 4}', [(1, 2), (3, 4)]),
        ('{"answer": [{"point_2d": [1, 2], "label": "red"}, {"y": 4, "x": 3}]}', [(1, 2), (3, 4)]),
        ("I see three dots.", []),
        ('{"answer": "red"}', []),
        ('{"answer": [[1, 2, 3], [true, false], ["one", "two"], [NaN, 1]]}', []),
        ('{"answer": [["1", "2"], [1' + "0" * 400 + ", 2]]}", [(1, 2)]),
        ("{" * 3000, []),
    ],
)
def test_points_are_found_in_an_answer(said: str, points: list[tuple[float, float]]) -> None:
    assert points_in(said, USUAL) == points


def test_named_axes_are_taken_in_the_order_asked_for() -> None:
    said = '{"x": 1, "y": 2}'
    assert (points_in(said, USUAL), points_in(said, GEMINI)) == ([(1, 2)], [(2, 1)])


@pytest.mark.parametrize(
    ("habit", "model", "name"),
    [
        (GEMINI, "m", "gemini"),
        (Habit("xy", "unit"), "m", "robopoint"),
        (Habit("xy", "percent"), "m", "molmo"),
        (Habit("xy", "pixels"), "m", "claude"),
        (Habit("xy", "pixels"), "Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5"),
        (Habit("xy", "thousand"), "Qwen/Qwen3-VL-8B", "qwen3"),
    ],
)
def test_a_built_in_profile_is_proposed_where_one_fits(habit: Habit, model: str, name: str) -> None:
    assert say(proposal(habit, model), "en") == f"add --model-profile {name}"
    assert asked_by(model_profile(name)) == habit


def test_else_the_lines_of_a_file_are_proposed_which_is_such_a_profile(tmp_path: pytest.TempPathFactory) -> None:
    words = say(proposal(Habit("yx", "unit"), "m"), "en")
    file = tmp_path / "own.toml"  # type: ignore[operator]
    lines = words.partition("lines: ")[2].replace(" and ", ", ").split(", ")
    assert len(lines) == 3
    file.write_text("\n".join(lines), "utf-8")
    assert asked_by(model_profile(str(file))) == ("yx", "unit")


def test_every_habit_has_a_proposal_and_is_known_by_its_key() -> None:
    for habit in HABITS:
        assert "--model-profile" in say(proposal(habit, "m"), "zh")
        assert habit_named(habit.key) == habit
    assert [habit_named(key) for key in (None, "none", "unread", "", 3)] == [None] * 5


def test_the_warning_names_both_habits_and_is_silent_where_points_are_as_asked() -> None:
    assert habit_warning(USUAL, None, "m") is None
    assert habit_warning(GEMINI, built_in()["gemini"], "m") is None
    words = say(habit_warning(GEMINI, None, "m"), "en")  # type: ignore[arg-type]
    assert "wrote points as [y, x], 0 to 1000; it is asked for [x, y], 0 to 1000" in words
    page = json.loads(built_in()["gemini"].model_dump_json())
    notes = [list(habit_note({"points": "yx thousand"}, profile, "model:m")) for profile in (None, page)]
    assert [len(one) for one in notes] == [1, 0]
    assert list(habit_note({}, None, "model:m")) == []
