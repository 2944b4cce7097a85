"""Profiles of model families: the right one for a name, and places and times that survive a round trip."""

from pathlib import Path

import pytest

from mindsight.answers.conventions import (
    DEFAULT,
    ModelProfile,
    built_in,
    dialect_for,
    model_profile,
    profile_for,
)
from mindsight.errors import InputError

NAMES = {
    "Qwen3-Omni-30B-A3B-Instruct": "qwen3",
    "qwen3.8-omni-flash": "qwen3",
    "Qwen/Qwen3-VL-30B-A3B-Instruct": "qwen3",
    "Qwen/Qwen2.5-VL-7B-Instruct": "qwen2.5",
    "qwen2.5-omni-7b": "qwen2.5",
    "Qwen2-VL-7B": "qwen2",
    "google/gemini-3-pro": "gemini",
    "gemini-robotics-er-1.5-preview": "gemini",
    "openai/gpt-4o": "gpt",
    "gpt-5-mini": "gpt",
    "openai/o3": "gpt",
    "anthropic/claude-opus-4-5": "claude",
    "OpenGVLab/InternVL3_5-8B": "internvl",
    "GLM-4.5V": "glm",
    "openbmb/MiniCPM-o-2_6": "minicpm",
    "allenai/Molmo-72B-0924": "molmo",
    "RoboPoint-13B": "robopoint",
    "doubao-seed-1-6-vision": "seed",
    "google/paligemma2-3b": "paligemma",
    "llama-4-maverick": "default",
    "seedling/proto3": "default",
    "": "default",
}
CENTRE_RIGHT = (0.75, 0.25)
SIZE = (640, 360)
# What each family is known to write for the point (0.75, 0.25) of a picture of 640 × 360.
WRITTEN = {
    "qwen3": (750, 250),
    "qwen2.5": (483, 91),  # of 644 × 364
    "gemini": (250, 750),
    "molmo": (75, 25),
    "robopoint": (0.75, 0.25),
    "seed": (749.25, 249.75),
    "paligemma": (255.75, 767.25),
    "claude": (480, 90),
}


@pytest.mark.parametrize(("model", "name"), NAMES.items())
def test_a_name_finds_its_family(model: str, name: str) -> None:
    assert profile_for(model).name == name


@pytest.mark.parametrize("name", built_in())
def test_every_profile_brings_a_point_back(name: str) -> None:
    profile = model_profile(name)
    assert profile.notes
    for size in (SIZE, (360, 640), (1920, 1080), (1, 1)):
        assert profile.canonical(*profile.said(CENTRE_RIGHT, size), size) == pytest.approx(CENTRE_RIGHT)


@pytest.mark.parametrize(("name", "numbers"), WRITTEN.items())
def test_a_point_is_written_as_the_family_writes_it(name: str, numbers: tuple[float, float]) -> None:
    assert model_profile(name).said(CENTRE_RIGHT, SIZE) == pytest.approx(numbers)


def test_what_lies_outside_stays_outside() -> None:
    assert model_profile("qwen3").canonical(1003, -2, SIZE) == (1.003, -0.002)


@pytest.mark.parametrize(("name", "said"), [("gpt", "61400"), ("qwen3", "61.400"), ("gemini", "01:01.400")])
def test_times_are_written_in_the_profiles_unit(name: str, said: str) -> None:
    assert model_profile(name).moment(61_400.2) == said


def test_the_fingerprint_moves_with_what_is_read_and_with_nothing_else() -> None:
    one = ModelProfile(name="a")
    assert one.fingerprint == ModelProfile(name="b", notes="x", match=("y",), dialect="vllm").fingerprint
    others = [{"order": "yx"}, {"scale": "999"}, {"time": "s"}, {"multiple": 28}]
    assert len({one.fingerprint, *(ModelProfile(name="a", **other).fingerprint for other in others)}) == 5


def test_the_dialect_follows_the_address_before_the_family() -> None:
    profile = model_profile("qwen3")
    assert dialect_for(profile) == "vllm"
    assert dialect_for(profile, "https://dashscope-intl.aliyuncs.com/compatible-mode/v1") == "dashscope"
    assert dialect_for(model_profile(DEFAULT), "http://localhost/v1") == "openai"


def test_a_profile_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('order = "yx"\nscale = "unit"\n', "utf-8")
    assert model_profile(str(file)) == ModelProfile(name="mine", order="yx", scale="unit")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'order = "zz"', "order"),
        (b"order = ", "is not valid TOML"),
        (b"\xff\xfe", "is not valid TOML"),
        (b'unknown = 1\norder = "xy"', "unknown"),
        (b'match = ["("]', "no regular expression"),
        (b"multiple = 0", "multiple"),
        (b"x = " + b"[" * 5000, "is not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(InputError, match=said) as caught:
        model_profile(str(file))
    assert "bad.toml" in str(caught.value)


def test_a_name_that_is_unknown_and_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match='no model profile "gemni"; there are claude, default'):
        model_profile("gemni")
    with pytest.raises(InputError, match="cannot be read"):
        model_profile(str(tmp_path / "none.toml"))
