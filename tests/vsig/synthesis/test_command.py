"""``mindsight vsig synth``: refusals, messages, and recorded sentences; nothing is drawn here."""

import json
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.vsig.synthesis import dataset
from mindsight.vsig.synthesis.clip import Order
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.recorded import LIST, chosen, read_recordings

_WORDS = [
    [{"text": "put", "begin_time": 300, "end_time": 450}, {"text": "this", "begin_time": 450, "end_time": 700}],
    [{"text": "here", "begin_time": 1400, "end_time": 1700, "punctuation": "."}],
]


def _record(folder: Path, **more: Any) -> Path:
    folder.mkdir(exist_ok=True)
    with wave.open(str(folder / "one.wav"), "wb") as opened:
        opened.setnchannels(1)
        opened.setsampwidth(2)
        opened.setframerate(8000)
        opened.writeframes((8000 * np.sin(np.arange(16_000) / 3)).astype("<i2").tobytes())
    entry = {"file": "one.wav", "template": 3, "language": "en", "clauses": _WORDS, **more}
    (folder / LIST).write_text(json.dumps([entry]), encoding="utf-8")
    return folder


def test_a_recorded_sentence_keeps_its_times_after_the_pause_for_the_hand(tmp_path: Path) -> None:
    recording = chosen(read_recordings(_record(tmp_path)), Order(3, "en", 4))
    assert recording is not None
    heard = recording.utterance(Order(3, "en", 4))
    later = heard.words[0].begin_ms - 300
    assert later > 500
    assert [(word.begin_ms - later, word.end_ms - later) for word in heard.words] == [
        (300, 450),
        (450, 700),
        (1400, 1700),
    ]
    assert np.flatnonzero(np.abs(heard.samples) > 0.01)[0] == pytest.approx(later * 8, abs=8)
    assert chosen((recording,), Order(3, "zh", 4)) is None
    assert [word for clause in recording.wording.clauses for word in clause.words] == ["put", "this", "here"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"file": "../one.wav"}, "paths are not followed"),
        ({"file": "two.wav"}, "cannot be read"),
        ({"file": LIST}, "is not valid 16-bit WAV"),
        ({"clauses": _WORDS[:1]}, "has 1 clauses; template 3 has 2 gestures"),
        ({"sides": ["left"], "side_names": ["left"]}, "names 1 sides; template 3 has 0"),
        ({"clauses": _WORDS[::-1]}, "run backwards"),
        ({"clauses": [_WORDS[0], [{"text": "here", "begin_time": 1400, "end_time": 9000}]]}, "beyond its end"),
        ({"template": 1}, "template"),
        ({"speaker": "x"}, "speaker"),
    ],
)
def test_recordings_that_cannot_be_used_are_refused_in_one_sentence(tmp_path: Path, change, words) -> None:
    with pytest.raises(InputError, match=words):
        read_recordings(_record(tmp_path, **change))


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_recordings(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--templates", "0-3"), "not a list of templates"),
        (("--templates", "5-2"), "not a list of templates"),
        (("--templates", "１"), "not a list of templates"),
        (("--languages", "fr"), "not a list of languages"),
        (("--size", "640x480"), "cannot be used"),
        (("--size", "wide"), "cannot be used"),
        (("--layout", "coco"), "use vsig or ecog"),
        (("--silent", "--speech", "."), "exclude each other"),
    ],
)
def test_options_without_effect_are_refused(tmp_path: Path, arguments, words) -> None:
    with pytest.raises(InputError, match=words):
        mindsight(["--lang", "en", "vsig", "synth", "--out", str(tmp_path / "data"), *arguments])
    assert not (tmp_path / "data").exists()


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="holds something else"):
        mindsight(["--lang", "en", "vsig", "synth", "--out", str(tmp_path), "--silent", "--count", "1"])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_without_a_voice_the_clips_are_silent_and_it_is_said(tmp_path: Path, capsys, monkeypatch) -> None:
    from mindsight.vsig.synthesis import dataset

    asked: list[dataset.Wanted] = []
    monkeypatch.setattr(voice, "is_there", lambda: False)

    def write(_root: Path, wanted: dataset.Wanted, **_more: Any) -> list[dataset.Made]:
        asked.append(wanted)
        return [dataset.Made(0, Order(2, "zh", 1), 0, 1, False)]

    monkeypatch.setattr(dataset, "write_dataset", write)
    assert mindsight(["--lang", "en", "vsig", "synth", "--out", str(tmp_path / "data"), "--count", "1"]) == 0
    assert "espeak-ng is not installed: the clips are silent" in capsys.readouterr().err
    assert not asked[0].spoken


@pytest.mark.parametrize(
    ("count", "listed", "balanced"), [(4, "zh 4, en 0", 8), (8, "zh 4, en 4", None), (9, "zh 5, en 4", 16)]
)
def test_how_many_clips_each_language_has_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int, listed: str, balanced: int | None
) -> None:
    """Drawing is left out: only the clips' orders count."""
    monkeypatch.setattr(
        dataset,
        "write_dataset",
        lambda _folder, wanted, **_how: [
            dataset.Made(number, order, 0, 1, known=False) for number, order in enumerate(dataset.orders_of(wanted))
        ],
    )
    options = ["--count", str(count), "--templates", "2,4,5,6", "--languages", "zh,en", "--silent", "--out", "clips"]
    assert mindsight(["--lang", "en", "vsig", "synth", *options]) == 0
    said = capsys.readouterr()
    assert f"clips by language: {listed}" in said.out
    told = " ".join(said.err.split())
    assert ("equally often" in told) == (balanced is not None)
    assert balanced is None or f"--count {balanced} would be balanced" in told
