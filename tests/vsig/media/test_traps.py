"""Peculiarities of recorders, each alone, compared with FFmpeg's own program."""

import struct
from collections.abc import Sequence
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from mindsight.errors import InputError
from mindsight.vsig.media import clips, decoding
from vsig.clips import write_clip
from vsig.media.test_clips import samples_of
from vsig.programs import decoded, ffmpeg, heard, needs_ffmpeg, shown_times
from vsig.speaking import RATE

SIZE = (96, 64)


def scene(count: int, size: tuple[int, int] = SIZE) -> list[NDArray[np.uint8]]:
    """Return frames in which each corner has a colour of its own and a bar walks with time."""
    width, height = size
    still = np.full((height, width, 3), 120, np.uint8)
    still[: height // 4, : width // 4] = (220, 30, 30)
    still[: height // 4, -width // 4 :] = (30, 200, 30)
    still[-height // 4 :, : width // 4] = (30, 30, 220)
    frames = []
    for number in range(count):
        frame = still.copy()
        left = (number * 7) % (width - 8)
        frame[height // 2 : height // 2 + 8, left : left + 8] = 250
        frames.append(frame)
    return frames


def tone(seconds: float, hertz: float = 440) -> NDArray[np.int16]:
    return np.asarray(12_000 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE), np.int16)


def assert_like_ffmpeg(path: Path, size: tuple[int, int]) -> list[clips.Frame]:
    frames = list(clips.pictures(path))
    assert [frame.ms for frame in frames] == pytest.approx(shown_times(path), abs=0.01)
    theirs = decoded(path, size)
    assert len(frames) == len(theirs)
    ours = np.array([frame.image for frame in frames]).astype(int)
    assert np.abs(ours - theirs).mean() < 0.6
    facts = clips.probe(path)
    assert (facts.size, facts.frames, facts.last_ms) == (size, len(frames), frames[-1].ms)
    assert np.array_equal(clips.last_frame(path).image, frames[-1].image)
    return frames


@needs_ffmpeg
@pytest.mark.parametrize(
    ("matrix", "rotation"),
    [
        ((1, 0, 0, 1), 0),
        ((0, 1, -1, 0), 90),
        ((-1, 0, 0, -1), 180),
        ((0, -1, 1, 0), 270),
        ((0, 1, 1, 0), 90),
        *(
            pytest.param(*pair, marks=pytest.mark.slow)
            for pair in (((-1, 0, 0, 1), 0), ((1, 0, 0, -1), 180), ((0, -1, -1, 0), 270))
        ),
    ],
)
def test_turned_and_mirrored_recordings(tmp_path: Path, matrix: Sequence[int], rotation: int) -> None:
    path = write_clip(tmp_path / "turned.mp4", scene(6))
    a, b, c, d = matrix
    place = path.read_bytes().index(b"tkhd") + 44
    with path.open("r+b") as file:
        file.seek(place)
        file.write(struct.pack(">9i", a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30))
    frames = assert_like_ffmpeg(path, SIZE if a else (SIZE[1], SIZE[0]))
    assert clips.probe(path).rotation == rotation
    sent = tmp_path / "sent.mp4"
    sent.write_bytes(clips.clip(path))
    assert np.abs(clips.last_frame(sent).image.astype(int) - frames[-1].image).mean() < 8


@needs_ffmpeg
def test_variable_rate(tmp_path: Path) -> None:
    times = [0, 33, 67, 300, 1000, 1010, 1033, 2000, 3500, 3966.0]
    path = write_clip(tmp_path / "variable.mp4", scene(len(times)), times_ms=times)
    frames = assert_like_ffmpeg(path, SIZE)
    assert [frame.ms for frame in frames] == times
    assert clips.probe(path).variable_rate
    assert [frame.ms for frame in clips.sampled(path, fps=2)] == [0, 300, 1000, 1033, 2000, 3500, 3966]
    assert [frame.ms for frame in clips.sampled(path, count=3)] == [0, 1033, 3966]


@needs_ffmpeg
def test_reordered_frames(tmp_path: Path) -> None:
    options = {"preset": "medium", "bf": "4", "x264-params": "b-adapt=0:open-gop=1:keyint=10"}
    path = write_clip(tmp_path / "reordered.mp4", scene(45), options=options)
    with av.open(str(path)) as container:
        stamps = [packet.pts for packet in container.demux(video=0) if packet.pts is not None]
    assert stamps != sorted(stamps)
    assert len(assert_like_ffmpeg(path, SIZE)) == 45


@needs_ffmpeg
@pytest.mark.parametrize("begin", [0.3, *(pytest.param(late, marks=pytest.mark.slow) for late in (1.15, 2.0))])
def test_edit_lists_hide_frames(tmp_path: Path, begin: float) -> None:
    options = {"x264-params": "keyint=40", "bf": "2", "preset": "medium"}
    whole = write_clip(tmp_path / "whole.mp4", scene(120), options=options, sound=tone(4))
    path = tmp_path / "cut.mp4"
    ffmpeg("-ss", str(begin), "-i", whole, "-c", "copy", path)
    with av.open(str(path)) as container:
        stored = sum(1 for packet in container.demux(video=0) if packet.size)
    frames = assert_like_ffmpeg(path, SIZE)
    assert stored >= len(frames) == pytest.approx(120 - begin * 30, abs=3)
    assert frames[0].ms == 0


@needs_ffmpeg
def test_webm_without_counts(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.webm", scene(40), codec="libvpx", sound=tone(1.3, 300), rate=48_000)
    frames = assert_like_ffmpeg(path, SIZE)
    assert len(frames) == 40
    assert clips.probe(path).has_sound


@needs_ffmpeg
@pytest.mark.parametrize("begin_ms", [476, 1500])
def test_sound_that_begins_late_is_padded(tmp_path: Path, begin_ms: float) -> None:
    path = write_clip(tmp_path / "late.mp4", scene(90), sound=tone(1), sound_begins_ms=begin_ms)
    data = clips.sound(path)
    assert data is not None
    ours, theirs = samples_of(data).astype(int), heard(path).astype(int)
    onset = int(np.flatnonzero(np.abs(ours) > 3000)[0]) / 16
    assert onset == pytest.approx(begin_ms, abs=8)
    shared = min(len(ours), len(theirs))
    assert np.abs(ours[:shared] - theirs[:shared]).max() <= 600
    # AAC begins with some silence of its own.
    assert clips.probe(path).sound_begins_ms == pytest.approx(begin_ms, abs=70)


def test_sound_before_the_first_frame_is_cut(tmp_path: Path) -> None:
    spoken = np.concatenate([tone(0.5, 300), np.zeros(RATE // 2, np.int16), tone(0.5, 600)])
    times = [1000 * (0.7 + number / 10) for number in range(15)]
    path = write_clip(tmp_path / "early.mp4", scene(15), times_ms=times, sound=spoken)
    frames = list(clips.pictures(path))
    assert (frames[0].ms, frames[-1].ms) == (0, 1400)
    data = clips.sound(path)
    assert data is not None
    samples = samples_of(data)
    loud = np.flatnonzero(np.abs(samples.astype(int)) > 3000) / 16
    assert loud[0] == pytest.approx(300, abs=8)
    assert loud[-1] == pytest.approx(800, abs=8)
    assert clips.probe(path).sound_begins_ms == pytest.approx(-700, abs=1)
    sent = tmp_path / "sent.mp4"
    sent.write_bytes(clips.clip(path))
    again = clips.sound(sent)
    assert again is not None
    loud = np.flatnonzero(np.abs(samples_of(again).astype(int)) > 3000) / 16
    assert loud[0] == pytest.approx(300, abs=8)


def test_other_rates_and_channels_of_sound(tmp_path: Path) -> None:
    rate = 44_100
    samples = np.asarray(12_000 * np.sin(2 * np.pi * 440 * np.arange(2 * rate) / rate), np.int16)
    path = write_clip(tmp_path / "cd.mov", scene(60), sound=samples, rate=rate)
    data = clips.sound(path)
    assert data is not None
    found = samples_of(data).astype(float)
    assert len(found) == pytest.approx(2 * 16_000, abs=1600)
    spectrum = np.abs(np.fft.rfft(found[8000:24000]))
    assert int(spectrum.argmax()) == 440


def test_odd_sizes(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "odd.mp4", scene(4, (97, 63)), pix_fmt="yuv444p")
    assert clips.probe(path).size == (97, 63)
    sent = tmp_path / "sent.mp4"
    sent.write_bytes(clips.clip(path))
    assert clips.probe(sent).size == (96, 62)


def test_one_frame_is_a_clip(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "one.mp4", scene(1))
    facts = clips.probe(path)
    assert (facts.frames, facts.last_ms, facts.variable_rate) == (1, 0, False)
    assert [frame.ms for frame in clips.sampled(path, count=8)] == [0]
    assert [frame.ms for frame in clips.sampled(path, fps=4)] == [0]


@needs_ffmpeg
def test_hlg_is_taken_as_it_is(tmp_path: Path) -> None:
    colours = {"color_trc": 18, "color_primaries": 9, "colorspace": 9, "color_range": 1}
    path = write_clip(
        tmp_path / "hlg.mp4", scene(3), codec="libx265", pix_fmt="yuv420p10le", colours=colours,
        options={"x265-params": "log-level=none"},
    )  # fmt: skip
    assert clips.probe(path).transfer == "hlg"
    assert_like_ffmpeg(path, SIZE)


def pq_code(nits: float) -> float:
    share = (nits / 10_000) ** (2610 / 16384)
    c1, c2, c3 = 3424 / 4096, 2413 / 128, 2392 / 128
    return float(((c1 + c2 * share) / (1 + c3 * share)) ** (2523 / 32))


@needs_ffmpeg
def test_pq_is_mapped_to_the_tones_of_a_screen(tmp_path: Path) -> None:
    steps = [0.0, 1.0, 10.0, 50.0, 100.0, 203.0, 500.0, 1000.0, 4000.0]
    ramp = np.repeat(np.array([255 * pq_code(nits) for nits in steps]).round().astype(np.uint8), 16)
    frame = np.repeat(np.repeat(ramp[None, :, None], 64, 0), 3, 2)
    colours = {"color_trc": 16, "color_primaries": 9, "colorspace": 9, "color_range": 1}
    path = write_clip(
        tmp_path / "pq.mp4", [frame] * 3, codec="libx265", pix_fmt="yuv420p10le", colours=colours,
        options={"x265-params": "log-level=none:lossless=1"},
    )  # fmt: skip
    assert clips.probe(path).transfer == "pq"
    image = clips.last_frame(path).image
    found = image[32, 8::16].astype(int)
    assert (found.max(1) - found.min(1)).max() <= 4, "grey stays grey"
    grey = found.mean(1)
    assert all(np.diff(grey[:8]) > 0)
    assert grey[0] <= 2
    assert 190 < grey[5] < 235, "paper white"
    assert grey[7] > 250, "the peak"
    if b"zscale" not in ffmpeg("-hide_banner", "-filters"):
        pytest.skip("this ffmpeg maps no tones")
    mapping = "zscale=t=linear:npl=203,tonemap=reinhard:param=0.6:desat=0,zscale=t=iec61966-2-1:m=709:r=full:p=709"
    theirs = decoded(path, (len(ramp), 64), scale=mapping)[-1][32, 8::16].mean(1)
    assert np.corrcoef(grey, theirs)[0, 1] > 0.97


def test_files_that_break_off_are_refused(tmp_path: Path) -> None:
    whole = write_clip(tmp_path / "whole.mp4", scene(60), sound=tone(2))
    fast = tmp_path / "fast.mp4"
    with av.open(str(whole)) as source, av.open(str(fast), "w", options={"movflags": "faststart"}) as target:
        twins = {stream.index: target.add_stream_from_template(stream) for stream in source.streams}
        for packet in source.demux():
            if packet.dts is not None:
                packet.stream = twins[packet.stream_index]
                target.mux(packet)
    clips.probe(fast)
    data = fast.read_bytes()
    for share in (0, 0.01, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97):
        fast.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(InputError, match=r"fast\.mp4: cannot be used as a video: .*; export it once more"):
            clips.probe(fast)


def test_damaged_files_are_refused_or_whole(tmp_path: Path) -> None:
    whole = write_clip(tmp_path / "whole.mp4", scene(30), sound=tone(1))
    facts, data = clips.probe(whole), whole.read_bytes()
    rng = np.random.default_rng(7)
    refused = 0
    for _ in range(60):
        spoilt = bytearray(data)
        for place in rng.integers(0, len(data), rng.choice((1, 8, 60))):
            spoilt[place] = rng.integers(256)
        path = tmp_path / "spoilt.mp4"
        path.write_bytes(spoilt)
        try:
            found = clips.probe(path)
        except InputError:
            refused += 1
        else:
            # A change that still decodes: of a field without effect, or of a time.
            assert found.size[0] * found.size[1] <= decoding.MOST_PIXELS
            assert 0 < found.frames <= facts.frames
    assert refused > 30


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no video at all",
        b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        b"ffconcat version 1.0\nfile '/etc/passwd'\n",
        b"\x89PNG\r\n\x1a\n" + bytes(100),
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
        bytes(5000),
    ],
)
def test_files_that_are_not_videos_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(content)
    for read in (clips.probe, clips.last_frame, clips.sound, clips.clip):
        with pytest.raises(InputError, match=r"clip\.mp4: cannot be used as a video: "):
            read(path)


def test_a_folder_is_not_a_video(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be used as a video"):
        clips.probe(tmp_path)


def test_sound_alone_is_not_a_video(tmp_path: Path) -> None:
    path = tmp_path / "alone.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=RATE, layout="mono")
        frame = av.AudioFrame.from_ndarray(tone(0.06)[None, :], format="s16", layout="mono")
        frame.sample_rate = RATE
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    with pytest.raises(InputError, match="holds no pictures"):
        clips.probe(path)


def test_limits_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_clip(tmp_path / "long.mp4", scene(50), fps=10, sound=tone(5))
    monkeypatch.setattr(decoding, "MOST_FRAMES", 40)
    with pytest.raises(InputError, match="longer than 40 frames or 600 s"):
        clips.probe(path)
    monkeypatch.setattr(decoding, "LONGEST_S", 3)
    with pytest.raises(InputError, match="3 s"):
        clips.last_frame(path)
    monkeypatch.setattr(decoding, "MOST_PIXELS", 96 * 64 - 1)
    with pytest.raises(InputError, match="96 × 64"):
        clips.clip(path)


def test_names_of_any_kind(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.mp4", scene(3))
    for name in ("视频 🎬.MP4", "file:x.mov", "-i.mp4", "http:x.MOV", "a%03d.mp4", "pipe:0"):
        odd = tmp_path / name
        odd.write_bytes(path.read_bytes())
        assert clips.probe(odd).frames == 3
