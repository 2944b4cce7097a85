"""The demonstration asks about every dimension, and shows clips as videos beside its pages."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from home.questions.made_up import question
from mindsight.cli import demo_questions
from mindsight.cli.shared.settings import settings
from mindsight.errors import MissingExtra
from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.asking.files import Pictures


def test_there_is_a_class_of_each_dimension_and_people_are_apart() -> None:
    pool, sets = classes.load(), scenes.load()
    chosen = (*demo_questions.CLASSES, *demo_questions.OF_PEOPLE)
    assert [pool[key].dimension for key in chosen] == list(dict.fromkeys(pool[key].dimension for key in chosen)), (
        "each dimension once"
    )
    assert {pool[key].dimension for key in chosen} == {*DIMENSIONS}
    assert [sets[pool[key].scenes].people for key in chosen] == [False] * 5 + [True] * 2


def test_without_bodies_clips_of_people_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise MissingExtra("people need a body")

    monkeypatch.setattr("mindsight.engine.figures.people.anatomy.need_bodies", missing)
    assert demo_questions._chosen() == demo_questions.CLASSES
    assert "The clips of people are left out: people need a body" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "said"), [("en", "What colour is the mug?"), ("zh", "马克杯是什么颜色？")])
def test_a_clip_of_each_class_about_time_is_written_and_its_question_said(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    av = pytest.importorskip("av")
    shown = []
    for grey in (40, 120, 200):
        file = io.BytesIO()
        Image.fromarray(np.full((48, 64, 3), grey, np.uint8)).save(file, "JPEG")
        shown.append(file.getvalue())
    monkeypatch.setattr(Pictures, "of", lambda *_: shown)
    monkeypatch.setattr(settings, "language", language)
    names = ("0" * 64,) * 3
    asked = [
        question(),
        question(reason="absent", kind="event.possible", pictures=names),
        question(kind="event.possible", pictures=names),
        question(kind="emotion.shown", pictures=names),
    ]
    demo_questions._show(asked, tmp_path / "clips")
    assert sorted(file.name for file in (tmp_path / "clips").iterdir()) == ["emotion.shown.mp4", "event.possible.mp4"]
    with av.open(str(tmp_path / "clips" / "event.possible.mp4")) as clip:
        assert [round(frame.to_ndarray(format="gray").mean(), -1) for frame in clip.decode(video=0)] == [40, 120, 200]
    assert said in capsys.readouterr().err
