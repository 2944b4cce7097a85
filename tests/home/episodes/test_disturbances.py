"""Disturbed pictures: the effect of each disturbance, its repeatability, and its place in a run's identity."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from mindsight.engine.seeds import stream
from mindsight.home.episodes.disturbances import STRENGTHS, Pixels, disturbed
from mindsight.home.episodes.episode import Episode
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.setting import Disturbance, Setting

RNG = stream(7, "noise")


def picture() -> Pixels:
    rows, columns = np.mgrid[0:96, 0:128]
    waves = [127 + 120 * np.sin(rows / (3 + colour)) * np.cos(columns / (5 + colour)) for colour in range(3)]
    return np.stack(waves, axis=-1).astype(np.uint8)


def test_without_a_disturbance_nothing_changes() -> None:
    assert not Disturbance()
    assert (disturbed(picture(), Disturbance(), RNG) == picture()).all()
    assert "disturbance" not in Setting().model_dump()
    assert "wording" not in Setting().model_dump(mode="json")


def test_a_setting_with_a_disturbance_survives_its_record() -> None:
    setting = Setting(disturbance=Disturbance(blur=2, dark=4), wording="b")
    page = setting.model_dump(mode="json")
    assert Setting.model_validate(page) == setting
    assert str(setting.disturbance) == "blur:2,dark:4"


def test_blur_is_gaussian() -> None:
    point = np.zeros((41, 41, 3), np.uint8)
    point[20, 20] = 255
    seen = disturbed(point, Disturbance(blur=1), RNG).astype(float)
    # The middle of a Gaussian of σ 1 px is 1/2π of the whole, its neighbours e^-1/2 and e^-1 of that.
    middle = 255 / (2 * math.pi)
    assert seen[20, 20, 0] == pytest.approx(middle, abs=1)
    assert seen[20, 21, 1] == pytest.approx(middle * math.exp(-0.5), abs=1)
    assert seen[21, 21, 2] == pytest.approx(middle * math.exp(-1), abs=1)


def test_blur_agrees_with_another_library() -> None:
    # Pillow's is made of box filters and differs by a little; colours must not run into each other.
    own = disturbed(picture(), Disturbance(blur=4), RNG).astype(float)
    other = np.asarray(Image.fromarray(picture()).filter(ImageFilter.GaussianBlur(4)), dtype=float)
    assert np.abs(own - other)[16:-16, 16:-16].mean() < 1.5


def test_noise_has_the_strength_asked_for_and_is_independent_in_each_channel() -> None:
    grey = np.full((200, 200, 3), 128, np.uint8)
    seen = disturbed(grey, Disturbance(noise=25), stream(1, "noise")).astype(float) - 128
    assert seen.std() == pytest.approx(25, rel=0.02)
    assert abs(seen.mean()) < 0.5
    assert abs(np.corrcoef(seen[..., 0].ravel(), seen[..., 1].ravel())[0, 1]) < 0.02


def test_every_stop_halves_the_light() -> None:
    # sRGB codes half of the light of white as 188 and a quarter as 137 (IEC 61966-2-1).
    white = np.full((2, 2, 3), 255, np.uint8)
    assert {stops: int(disturbed(white, Disturbance(dark=stops), RNG)[0, 0, 0]) for stops in (0.0, 1, 2)} == {
        0.0: 255,
        1: 188,
        2: 137,
    }
    assert disturbed(np.zeros((2, 2, 3), np.uint8), Disturbance(dark=4), RNG).max() == 0


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_stronger_disturbance_changes_more(name: str) -> None:
    errors = [
        float(np.abs(disturbed(picture(), Disturbance(**{name: strength}), stream(3)).astype(int) - picture()).mean())
        for strength in (0.0, *STRENGTHS[name])
    ]
    assert errors == sorted(errors)
    assert errors[0] == 0
    assert len(set(errors)) == 4


@settings(deadline=None, max_examples=30)
@given(st.floats(0, 8), st.floats(0, 80), st.floats(0, 8), st.integers(0, 5))
def test_the_same_generator_gives_the_same_picture(blur: float, noise: float, dark: float, seed: int) -> None:
    by = Disturbance(blur=blur, noise=noise, dark=dark)
    first, again = (disturbed(picture()[:24, :24], by, stream(seed, "a")) for _ in range(2))
    assert first.dtype == np.uint8
    assert first.shape == (24, 24, 3)
    assert (first == again).all()


@pytest.mark.parametrize("by", [{"blur": -1}, {"noise": 256}, {"dark": math.inf}, {"haze": 1}])
def test_impossible_strengths_are_refused(by: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        Disturbance(**by)


@pytest.mark.slow
def test_an_episode_sends_disturbed_pictures_and_is_otherwise_the_same(proved: Path) -> None:
    (instance, *_) = read_instances(proved)
    pictures, prints = {}, {}
    for name, setting in (
        ("plain", Setting()),
        ("noisy", Setting(disturbance=Disturbance(noise=25))),
        ("again", Setting(disturbance=Disturbance(noise=25))),
    ):
        with Episode(instance, setting) as episode:
            episode.act({"verb": "wait", "seconds": 0.1})
            pictures[name], prints[name] = list(episode.pictures), episode.world.fingerprint()
    assert pictures["noisy"] == pictures["again"]
    assert len(set(pictures["noisy"])) == 2
    assert not set(pictures["plain"]) & set(pictures["noisy"])
    assert len(set(prints.values())) == 1
