"""Clips and sound reach a real multimodal server: ``transformers serve`` with a tiny Qwen2.5-Omni of random weights.

Its answers are garbage; the number of prompt tokens proves which media were processed.
"""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.tinies import tiny_server
from vsig.asked import LEFT_BY_INSPECT, apart

pytest.importorskip("inspect_ai")

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.suite import DATA_FILE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), *LEFT_BY_INSPECT]
SIDE = 28
"""Side in pixels of the square that is one token of a picture."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("tiny")
    gc.collect()


@pytest.fixture(scope="module")
def tiny(folder: Path) -> Iterator[tuple[str, str]]:
    """The server's address and its model's name."""
    model = folder / "mindsight" / "model"
    with tiny_server("make_omni.py", model, TINY_HEARS="1") as url:
        yield url, str(model)


@pytest.fixture
def data(real_data: Path) -> Path:
    found = real_data / "vsig_real"
    if not found.is_dir():
        pytest.skip("no real clip; MINDSIGHT_TEST_DATA names the folder that holds vsig_real")
    return found


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, folder: Path, tiny: tuple[str, str]) -> None:
    apart(monkeypatch, folder / "cache")
    monkeypatch.setenv("OPENAI_BASE_URL", tiny[0])


def asked(data: Path, tiny: tuple[str, str], out: Path, *more: str) -> Item:
    """Test the model on the one real clip and return its item."""
    command = ["--lang", "en", "vsig", "run", "--data", str(data), "--model", tiny[1], "--out", str(out)]
    assert mindsight([*command, "--prompt-lang", "en", "--no-canaries", *more]) == 0
    assert [finding.say() for finding in checker.check(str(out))[0]] == []
    (item,) = RunFolder.open(out).items
    return item


def tokens(item: Item) -> int:
    """Return the number of prompt tokens that the server counted."""
    said: Any = item.answer["said"]
    return int(said["tokens"]["input"])


def sent(item: Item) -> Any:
    return item.answer["sent"]


def of_picture(size: list[int]) -> int:
    """Return the tokens of a picture: one for each square, and two marks around them."""
    width, height = size
    return round(width / SIDE) * round(height / SIDE) + 2


def of_sound(seconds: float) -> int:
    """Return the tokens of a sound: 100 windows a second, halved twice as the model's two convolutions do; two marks."""
    windows = int(seconds * 100)
    return (((windows - 1) // 2 + 1) - 2) // 2 + 1 + 2


def test_frames_and_sound_of_a_real_clip_arrive(data: Path, tiny: tuple[str, str], tmp_path: Path) -> None:
    shape = ("--size", "448", "--no-timestamps")
    two, four = (
        asked(data, tiny, tmp_path / count, "--input", "frames", "--frames", count, *shape) for count in ("2", "4")
    )
    assert sent(two)["size"] == [448, 252]
    # Two more pictures and no other word: each is 16 × 9 squares.
    assert tokens(four) - tokens(two) == 2 * of_picture([448, 252]) == 2 * (16 * 9 + 2)
    heard = asked(data, tiny, tmp_path / "heard", "--input", "frames-audio", "--frames", "2", *shape)
    words = "This is the sound of the video, from its beginning on:"
    assert sent(heard)["sound_s"] == pytest.approx(4.37, abs=0.1)
    # A letter is a token of this model.
    assert tokens(heard) - tokens(two) == of_sound(sent(heard)["sound_s"]) + len(words)


def test_a_real_clip_itself_and_its_sound_arrive(data: Path, tiny: tuple[str, str], tmp_path: Path) -> None:
    silent = asked(data, tiny, tmp_path / "frame", "--input", "frames", "--frames", "1", "--size", "448")
    clip = asked(data, tiny, tmp_path / "clip", "--input", "video", "--size", "448", "--dialect", "vllm")
    assert set(sent(clip)["bytes"]) == {"video", "image", "audio"}
    assert sent(clip)["frames"] == 1
    assert sent(clip)["sound_s"] == pytest.approx(4.37, abs=0.1)
    # Besides the last frame, a few hundred tokens of words, and the sound: 32 frames, two at a time.
    seen = tokens(clip) - tokens(silent) - of_sound(sent(clip)["sound_s"])
    assert seen > 16 * 50


def test_what_it_says_is_kept_whatever_it_is(data: Path, tiny: tuple[str, str], tmp_path: Path) -> None:
    item = asked(data, tiny, tmp_path / "run", "--input", "frames-words", "--frames", "2", "--size", "224")
    again = asked(data, tiny, tmp_path / "again", "--input", "frames-words", "--frames", "2", "--size", "224")
    assert item.outcome == "parse_error"
    assert (item.answer["text"], item.answer["sent"]) == (again.answer["text"], again.answer["sent"])
    (sample,) = SampleList(tmp_path / "run" / DATA_FILE)
    assert item.instance == sample.fingerprint
    assert len(item.terms["targets"]) == len(sample.targets) == 2  # type: ignore[arg-type]
    metrics = json.loads((tmp_path / "run" / "metrics.json").read_bytes())
    assert metrics["overall_score"] == 0.0
