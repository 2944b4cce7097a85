import gc
import io
import math
import wave
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mindsight.errors import InputError
from mindsight.vsig.media import clips
from vsig.clips import write_clip
from vsig.making import Made, found_in
from vsig.programs import decoded, heard, needs_ffmpeg, shown_times
from vsig.speaking import RATE

REAL = Path("vsig_real", "办公环境", "指令4", "IMG_3590.MOV")


@pytest.fixture(scope="session")
def real_clip(real_data: Path) -> Path:
    if not (real_data / REAL).is_file():
        pytest.skip("the real clip is not among the real data")
    return real_data / REAL


@pytest.fixture(scope="module")
def six(made: list[Made]) -> Made:
    return next(sample for sample in made if sample.template == 6)


def samples_of(data: bytes) -> NDArray[np.int16]:
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def test_facts_of_a_made_clip(six: Made) -> None:
    facts = clips.probe(six.video)
    assert facts.size == six.size
    assert facts.frames == six.frames
    assert facts.last_ms == pytest.approx(six.last_ms)
    assert facts.length_ms == pytest.approx(4000)
    assert (facts.rotation, facts.transfer, facts.codec, facts.variable_rate) == (0, "sdr", "h264", False)
    assert facts.has_sound
    assert facts.sound_begins_ms == 0
    assert facts.sha256 == clips.sha256(six.video)


@needs_ffmpeg
def test_every_frame_and_time_is_the_one_that_ffmpeg_shows(six: Made) -> None:
    frames = list(clips.pictures(six.video))
    assert [frame.ms for frame in frames] == pytest.approx(shown_times(six.video), abs=0.001)
    assert np.array_equal([frame.image for frame in frames], decoded(six.video, six.size))


def test_the_last_frame_is_the_last_one(six: Made) -> None:
    *_, last = clips.pictures(six.video)
    found = clips.last_frame(six.video)
    assert found.ms == last.ms == pytest.approx(six.last_ms)
    assert np.array_equal(found.image, last.image)


def test_masks_are_found_again_in_the_pixels_of_the_last_frame(made: list[Made]) -> None:
    for sample in made[::5]:
        last = clips.last_frame(sample.video).image
        for drawn in sample.objects:
            found = found_in(last, drawn)
            both, either = (found & drawn.pixels).sum(), (found | drawn.pixels).sum()
            assert both / either > 0.8, (sample.id, drawn.name)


@pytest.mark.parametrize("count", [1, 2, 5, 60, 200])
def test_a_number_of_frames_is_spread_from_the_first_to_the_exact_last(six: Made, count: int) -> None:
    every = [frame.ms for frame in clips.pictures(six.video)]
    found = [frame.ms for frame in clips.sampled(six.video, count=count)]
    wanted = [every[-1]] if count == 1 else np.linspace(0, every[-1], count)
    assert found == sorted({max(ms for ms in every if ms <= at + 1e-6) for at in wanted})
    assert len(found) == min(count, 60)


@pytest.mark.parametrize("fps", [0.1, 1, 2, 7.5, 15, 100])
def test_a_rate_ends_with_the_exact_last_frame(six: Made, fps: float) -> None:
    every = [frame.ms for frame in clips.pictures(six.video)]
    found = [frame.ms for frame in clips.sampled(six.video, fps=fps)]
    wanted = [number * 1000 / fps for number in range(math.floor(every[-1] * fps / 1000) + 1)]
    assert found == sorted({max(ms for ms in every if ms <= at + 1e-6) for at in wanted} | {every[-1]})


@pytest.mark.parametrize(
    "choice", [{}, {"fps": 2, "count": 8}, {"fps": 0}, {"count": -3}, {"fps": math.nan}, {"fps": 1e9}]
)
def test_invalid_choices_are_refused(six: Made, choice: dict[str, float]) -> None:
    with pytest.raises(InputError, match="rate or by a number"):
        clips.sampled(six.video, **choice)  # type: ignore[arg-type]


def test_tones_are_heard_where_the_words_are(six: Made) -> None:
    data = clips.sound(six.video)
    assert data is not None
    loud = np.convolve(np.abs(samples_of(data).astype(float)), np.ones(80) / 80, "same") > 3000
    edges = np.flatnonzero(np.diff(loud.astype(int)))
    onsets, ends = edges[::2] / 16, edges[1::2] / 16
    assert onsets == pytest.approx([word.begin_ms for word in six.words], abs=8)
    assert ends == pytest.approx([word.end_ms for word in six.words], abs=8)


@needs_ffmpeg
def test_sound_is_what_ffmpeg_hears(six: Made) -> None:
    data = clips.sound(six.video)
    assert data is not None
    ours, theirs = samples_of(data).astype(int), heard(six.video).astype(int)
    assert abs(len(ours) - len(theirs)) <= 1024
    shared = min(len(ours), len(theirs))
    assert np.abs(ours[:shared] - theirs[:shared]).max() <= 2


def test_silent_clips_have_no_sound(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "silent.mp4", [np.full((64, 96, 3), 90, np.uint8)] * 5)
    assert clips.sound(path) is None
    facts = clips.probe(path)
    assert (facts.has_sound, facts.sound_begins_ms) == (False, None)


def test_jpeg_is_no_longer_than_asked_and_never_larger(six: Made) -> None:
    image = clips.last_frame(six.video).image
    with Image.open(io.BytesIO(clips.jpeg(image))) as same:
        assert same.size == (320, 180)
    with Image.open(io.BytesIO(clips.jpeg(image, longest=128, quality=95))) as small:
        assert small.size == (128, 72)
        assert not small.getexif()
        found = np.asarray(small.resize((320, 180), Image.Resampling.BICUBIC)).astype(int)
    assert np.abs(found - image).mean() < 6


def test_a_clip_for_models_shows_the_same_at_the_same_times(six: Made, tmp_path: Path) -> None:
    path = tmp_path / "sent.mp4"
    path.write_bytes(clips.clip(six.video))
    before, after = clips.probe(six.video), clips.probe(path)
    assert (after.codec, after.size, after.frames) == ("h264", before.size, before.frames)
    assert after.last_ms == pytest.approx(before.last_ms, abs=0.02)
    shown, sent = clips.last_frame(six.video).image, clips.last_frame(path).image
    assert np.abs(shown.astype(int) - sent).mean() < 6
    ours, theirs = clips.sound(six.video), clips.sound(path)
    assert ours is not None
    assert theirs is not None
    one, two = samples_of(ours).astype(float), samples_of(theirs).astype(float)
    shared = min(len(one), len(two))
    assert np.corrcoef(one[:shared], two[:shared])[0, 1] > 0.98


def test_a_clip_for_models_is_never_longer_than_asked(six: Made, tmp_path: Path) -> None:
    path = tmp_path / "sent.mp4"
    path.write_bytes(clips.clip(six.video, longest=101))
    assert clips.probe(path).size == (100, 56)


def test_no_word_of_place_or_device_leaves_with_a_clip(tmp_path: Path) -> None:
    metadata = {
        "location": "+39.9042+116.4074/",
        "com.apple.quicktime.location.ISO6709": "+39.9042+116.4074+043.500/",
        "com.apple.quicktime.make": "Grapefruit",
        "com.apple.quicktime.model": "gPhone 19",
        "creation_time": "2026-11-22T10:11:12.000000Z",
        "title": "at home",
    }
    tone = np.zeros(RATE, np.int16)
    pictures = [np.full((64, 96, 3), 90, np.uint8)] * 15
    path = write_clip(tmp_path / "told.mov", pictures, fps=15, sound=tone, metadata=metadata)
    secrets = [b"+39.9042", b"Grapefruit", b"gPhone", b"at home", b"ISO6709"]
    assert [secret for secret in secrets if secret in path.read_bytes()] == secrets
    sent = clips.clip(path)
    assert not [secret for secret in [*secrets, b"2026", b"Lavf"] if secret in sent]
    assert not [secret for secret in secrets if secret in clips.jpeg(clips.last_frame(path).image)]


def test_the_same_clip_gives_the_same_bytes(six: Made) -> None:
    assert clips.clip(six.video) == clips.clip(six.video)


def test_missing_files_are_named(tmp_path: Path) -> None:
    for read in (clips.probe, clips.last_frame, clips.sound, clips.clip, clips.sha256):
        with pytest.raises(InputError, match=r"gone\.mp4"):
            read(tmp_path / "gone.mp4")


@pytest.mark.slow
@needs_ffmpeg
def test_the_real_clip(real_clip: Path) -> None:
    facts = clips.probe(real_clip)
    assert (facts.size, facts.frames, facts.last_ms) == ((1920, 1080), 131, 4335.0)
    assert facts.length_ms == pytest.approx(4368.333, abs=0.01)
    assert (facts.codec, facts.transfer, facts.rotation, facts.variable_rate) == ("hevc", "hlg", 0, False)
    last = clips.last_frame(real_clip)
    assert last.ms == 4335.0
    theirs = decoded(real_clip, (1920, 1080), scale="select=eq(n\\,130)")[-1]
    assert np.abs(last.image.astype(int) - theirs).mean() < 1.5
    assert (last.image == 255).mean() < 0.01
    data = clips.sound(real_clip)
    assert data is not None
    ours, cli = samples_of(data).astype(int), heard(real_clip).astype(int)
    assert len(ours) == 69_952
    assert np.abs(ours - cli[: len(ours)]).max() <= 2


@pytest.mark.slow
def test_frames_are_let_go_of_at_once(six: Made) -> None:
    """A frame in a reference cycle would stay until garbage collection: megabytes for each, on long runs."""
    clips.sampled(six.video, fps=2)
    gc.collect()
    gc.disable()
    try:
        clips.sampled(six.video, fps=7.5)
        clips.clip(six.video, longest=64)
        clips.probe(six.video)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kept = [frame for frame in gc.garbage if isinstance(frame, av.VideoFrame)]
        assert max((frame.width for frame in kept), default=0) <= 2
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
