"""Requests to the server: complete ones for each input in each dialect, and the record of what was sent."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from harness.server import said
from vsig.asked import LEFT_BY_INSPECT, MODEL, apart, described, media_in, plan_of, serving

pytest.importorskip("inspect_ai")

from mindsight.harness.models.dialects import DIALECTS
from mindsight.harness.questions.asking import ask_all
from mindsight.harness.questions.question import Asking
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media import clips
from mindsight.vsig.media.conditions import GIVEN, Condition, condition_of
from mindsight.vsig.models import outside
from mindsight.vsig.models.asking import Asker
from mindsight.vsig.models.said import Said
from mindsight.vsig.plan import Plan

pytestmark = LEFT_BY_INSPECT
GOLDEN = Path(__file__).parents[1] / "data" / "requests.json"
"""Requests described in words; each was checked with the servers' documentation (see tests/harness/models/test_provider.py)."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("asked")
    gc.collect()


@pytest.fixture(scope="module")
def sample(folder: Path) -> Sample:
    """Three seconds of grey with a tone."""
    return outside.trial(folder)


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    apart(monkeypatch, folder / "cache")


def asked(plan: Plan, sample: Sample, root: Path, monkeypatch: pytest.MonkeyPatch, **more: Any) -> tuple[Any, Said]:
    """Ask a server about a sample; return the request and the recorded answer."""
    with serving(lambda _body, _number: said("{}"), monkeypatch) as server:
        asker = Asker(plan, root, within=outside.sound_within(MODEL, plan), **more)
        asking = Asking(outside.model_spec(MODEL, plan), connections=1)
        (reply,) = ask_all(asking, [asker.question(sample)])
        (body,) = server.requests
        return body, asker.said(sample, reply)


_QUICK = {("vllm", "video"), ("openai", "frames-audio"), ("dashscope", "video"), ("dashscope", "frames-audio")}


def cases() -> Iterator[Any]:
    for dialect in DIALECTS:
        for given in GIVEN:
            quick = (dialect, given) in _QUICK
            yield pytest.param(dialect, given, id=f"{dialect}-{given}", marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize(("dialect", "given"), list(cases()))
def test_a_request_follows_its_dialect_and_input(
    dialect: str, given: str, sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, _ = asked(plan_of(given, dialect=dialect, fps=1.0, language="en"), sample, folder, monkeypatch)
    golden = json.loads(GOLDEN.read_text("utf-8"))
    system, *messages = described(body["messages"])
    assert system == {"role": "system", "content": golden["system"]}
    assert messages == golden["messages"][f"{dialect} {given}"]
    assert {name: value for name, value in body.items() if name != "messages"} == {
        **golden["rest"],
        **({"stream": True, "stream_options": {"include_usage": True}} if dialect == "dashscope" else {}),
    }


@pytest.mark.parametrize(
    "given", [one if one in {"frames-audio", "text"} else pytest.param(one, marks=pytest.mark.slow) for one in GIVEN]
)
def test_the_record_says_what_was_sent(
    given: str, sample: Sample, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "media").mkdir()
    plan = plan_of(given, dialect="vllm", frames=4, keep_media=True)
    body, recorded = asked(plan, sample, folder, monkeypatch, kept=tmp_path / "media")
    held = media_in(body)
    counted = {
        kind: sum(len(one.data) for one in held if one.mime.startswith(kind))
        for kind in ("image", "audio", "video")
        if any(one.mime.startswith(kind) for one in held)
    }
    sent = recorded.sent
    assert sent["bytes"] == counted
    assert sent["size"] == [320, 180]
    assert sent["frames"] == len(sent["frames_ms"]) == sum(one.mime == "image/jpeg" for one in held)
    assert sent["sound_s"] == pytest.approx(3.0 if given in {"video", "frames-audio"} else 0.0, abs=0.1)
    if given == "text":
        assert (held, recorded.last) == ([], None)
    else:
        assert sent["frames_ms"][-1] == pytest.approx(sample.last_ms, abs=0.1)
        # The last picture is the exact last frame, whatever comes before.
        last = clips.jpeg(clips.last_frame(folder / sample.video).image)
        assert [one.data for one in held if one.mime == "image/jpeg"][-1] == last
    # Everything that was sent is kept, each medium once under its hash.
    assert [(tmp_path / "media" / name).read_bytes() for name in recorded.media.values()] == [one.data for one in held]
    assert recorded.said["tokens"] == {"input": 100, "output": 5, "cached": 0, "reasoning": 0}
    assert recorded.size == (320, 180)


def test_frames_are_as_large_and_as_many_as_chosen(
    sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large, _ = asked(plan_of(frames=5, quality=95), sample, folder, monkeypatch)
    small, _ = asked(plan_of(frames=2, size=160, quality=20), sample, folder, monkeypatch)
    assert [str(one) for one in media_in(large)] == ["<jpeg 320×180>"] * 5
    assert [str(one) for one in media_in(small)] == ["<jpeg 160×90>"] * 2
    assert len(media_in(small)[0].data) < len(media_in(large)[0].data)


def test_without_timestamps_no_time_is_stated(sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, _ = asked(plan_of("frames", fps=1.0, timestamps=False, language="en"), sample, folder, monkeypatch)
    texts = [part["text"] for part in body["messages"][1]["content"] if part["type"] == "text"]
    assert texts == [
        "These are 4 frames of the video in their order.",
        "The last frame. Every point is a place on this frame:",
        "There is one target, so point_list has one entry: target_object.\nNow answer.",
    ]


def test_a_clip_without_sound_is_said_to_have_none(
    sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mute = sample.model_copy(update={"has_sound": False})
    body, recorded = asked(plan_of("frames-audio", language="en"), mute, folder, monkeypatch)
    assert {one.mime for one in media_in(body)} == {"image/jpeg"}
    assert "The video has no sound." in json.dumps(body)
    assert recorded.sent["sound_s"] == 0.0


def test_every_dialect_is_known_to_the_goldens() -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    from mindsight.answers.conventions import Dialect

    assert set(golden["messages"]) == {f"{dialect} {given}" for dialect in get_args(Dialect) for given in GIVEN}


@pytest.mark.parametrize(("dialect", "beside"), [("vllm", ["inside", "beside"]), ("dashscope", ["inside"])])
def test_the_clips_own_file_is_sent_where_that_is_wanted(
    dialect: str, beside: list[str], sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, recorded = asked(plan_of("video", dialect=dialect, original=True), sample, folder, monkeypatch)
    (clip,) = [one for one in media_in(body) if one.mime.startswith("video")]
    assert clip.data == (folder / sample.video).read_bytes()
    assert recorded.sent["clip"] == {"original": True, "codec": "h264", "size": [320, 180], "sound": beside}
    assert recorded.sent["sound_s"] == pytest.approx(3.0, abs=0.1)


@pytest.mark.parametrize(("dialect", "sound"), [("vllm", ["beside"]), ("dashscope", ["inside"])])
def test_a_clip_encoded_anew_is_recorded_as_such(
    dialect: str, sound: list[str], sample: Sample, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, recorded = asked(plan_of("video", dialect=dialect, size=160), sample, folder, monkeypatch)
    assert recorded.sent["clip"] == {"original": False, "codec": "h264", "size": [160, 90], "sound": sound}


def test_the_clip_that_is_sent_is_part_of_the_identity_and_comes_back() -> None:
    original = Condition(given="video", original=True)
    assert original.identity()["clip"] == "original"
    assert condition_of(original.identity()).original
    assert condition_of(original.identity()).identity() == original.identity()
    assert "clip" not in Condition(given="video").identity()
    for more in ({"given": "frames"}, {"given": "video", "speech_of": "another"}):
        with pytest.raises(ValueError, match="sent as it is"):
            Condition(original=True, **more)  # type: ignore[arg-type]
