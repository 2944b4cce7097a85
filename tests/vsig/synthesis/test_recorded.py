"""People's recordings for synthetic clips: unusable ones are refused with the file and the reason."""

import json
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.errors import InputError
from mindsight.vsig.synthesis.speech.recorded import read_recordings


def word(begin: float, end: float, said: str = "this") -> dict[str, Any]:
    return {"text": said, "begin_time": begin, "end_time": end}


GOOD: dict[str, Any] = {
    "file": "one.wav",
    "template": 4,
    "language": "en",
    "sides": ["right"],
    "side_names": ["right"],
    "clauses": [[word(300, 450, "put"), word(450, 700)], [word(1400, 1700, "right"), word(1700, 2000, "of")]],
}


def folder_of(folder: Path, *, rate: int = 8000, seconds: float = 2.5, **more: Any) -> Path:
    """Write a recording and its list."""
    with wave.open(str(folder / "one.wav"), "wb") as opened:
        opened.setnchannels(1)
        opened.setsampwidth(2)
        opened.setframerate(rate)
        opened.writeframes(np.zeros(round(seconds * rate), "<i2").tobytes())
    (folder / "speech.json").write_text(json.dumps([{**GOOD, **more}]), "utf-8")
    return folder


def test_a_recording_is_read_with_its_words_and_times(tmp_path: Path) -> None:
    (found,) = read_recordings(folder_of(tmp_path))
    assert [[one.text for one in clause] for clause in found.words] == [["put", "this"], ["right", "of"]]
    assert (found.words[1][0].begin_ms, found.words[1][1].end_ms) == (1400, 2000)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"clauses": [[word(300, 700)], [word(1400, float("nan"))]]}, "1.0.end_time: "),
        ({"clauses": [[word(300, 700)], [word(1400, 9000)]]}, "run backwards or beyond its end"),
        ({"clauses": [[word(700, 300)], [word(1400, 2000)]]}, "run backwards or beyond its end"),
        ({"clauses": [[word(300, 700)], [word(1099, 2000)]]}, "399 ms lie between clauses 1 and 2"),
        ({"clauses": [[word(300, 499)], [word(1400, 2000)]]}, "clause 1 lasts 199 ms"),
        ({"clauses": [[word(300, 700)]]}, "has 1 clauses"),
        ({"clauses": [[word(-5, 700)], [word(1400, 2000)]]}, "begin_time"),
        ({"clauses": [[], [word(1400, 2000)]]}, "clauses"),
        ({"sides": []}, "names 0 sides"),
        ({"file": "../one.wav"}, "is not a file name"),
        ({"file": "two.wav"}, "two.wav: cannot be read"),
        ({"seconds": 31}, "lasts 31 s"),
    ],
)
def test_a_recording_that_cannot_be_used_is_named(tmp_path: Path, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        read_recordings(folder_of(tmp_path, **more))
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("page", ["vsig-clips.md", "vsig-clips.zh.md"])
def test_the_example_of_the_guide_can_be_used(tmp_path: Path, page: str) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "how-to" / page).read_text("utf-8")
    example = json.loads(guide.partition("```json")[2].partition("```")[0])
    (found,) = read_recordings(folder_of(tmp_path, **example[0]))
    assert found.template == 4
    assert [len(clause) for clause in found.words] == [len(clause) for clause in example[0]["clauses"]]


def test_a_sound_without_a_rate_is_refused(tmp_path: Path) -> None:
    sound = folder_of(tmp_path) / "one.wav"
    held = bytearray(sound.read_bytes())
    held[24:28] = bytes(4)
    sound.write_bytes(bytes(held))
    with pytest.raises(InputError, match=r"one\.wav: is not valid 16-bit WAV"):
        read_recordings(tmp_path)


def test_devices_are_not_read(tmp_path: Path) -> None:
    sound = folder_of(tmp_path) / "one.wav"
    sound.unlink()
    sound.symlink_to("/dev/null")
    with pytest.raises(InputError, match=r"one\.wav: is not a file"):
        read_recordings(tmp_path)
