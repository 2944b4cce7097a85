"""The truth of prepared samples, recovered from the clips themselves: pixels, sound, and the pointing hand."""

import io
import wave

import numpy as np
import pytest
from numpy.typing import NDArray

from mindsight.vsig.dataset.targets.masks import full
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.media import clips
from vsig.making import HAND, Drawn, Made, found_in
from vsig.running import Prepared

_LOUD = 3000
_RATE = 16_000


@pytest.fixture(scope="module", params=range(1, 7))
def pair(request: pytest.FixtureRequest, made: list[Made], ready: Prepared) -> tuple[Made, str]:
    """A clip of each template, alternating between the languages."""
    language = ("zh", "en")[request.param % 2]
    found = next(one for one in made if (one.template, one.language) == (request.param, language))
    return found, found.id


def loud(sound: bytes) -> NDArray[np.int64]:
    """Return the times at which the sound becomes loud and silent, in ms, in turn."""
    with wave.open(io.BytesIO(sound)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
    level = np.convolve(np.abs(samples), np.ones(80) / 80, "same") > _LOUD
    return np.asarray(np.flatnonzero(np.diff(level.astype(int))) * 1000 / _RATE)


def test_masks_are_the_pixels_of_the_last_frame(pair: tuple[Made, str], ready: Prepared) -> None:
    clip, name = pair
    last = clips.last_frame(clip.video).image
    by_name: dict[str, Drawn] = {drawn.name: drawn for drawn in clip.objects}
    checked = 0
    for target in ready.samples[name].targets:
        for said, mask, points in (
            (target.name, target.mask, target.points),
            *(((target.reference.name, target.reference.mask, target.reference.points),) if target.reference else ()),
        ):
            if mask is None:
                continue
            found, own = found_in(last, by_name[said]), full(mask)
            assert (found & own).sum() / (found | own).sum() > 0.8, said
            for x, y in points:
                assert found[int(y * found.shape[0]), int(x * found.shape[1])], (said, x, y)
            checked += 1
    assert checked >= 1


def test_spans_begin_and_end_where_the_sound_does(pair: tuple[Made, str], ready: Prepared) -> None:
    clip, name = pair
    sample = ready.samples[name]
    data = clips.sound(clip.video)
    assert data is not None
    edges = loud(data)
    if sample.speech is None:
        assert len(edges) == 0, "nothing is said, so nothing is heard"
        return
    spans = spans_of(sample.template, sample.speech).spans
    assert len(spans) == len(sample.targets)
    for span in spans:
        begins, ends = edges[::2], edges[1::2]
        if span.interpolated:  # it begins or ends within a word, so during a tone
            assert ((begins - 8 <= span.begin_ms) & (span.begin_ms < ends)).any()
            assert ((begins < span.end_ms) & (span.end_ms <= ends + 8)).any()
            continue
        assert np.abs(begins - span.begin_ms).min() <= 8
        assert np.abs(ends - span.end_ms).min() <= 8


def test_the_hand_stays_at_each_target_while_it_is_meant(pair: tuple[Made, str]) -> None:
    clip, _ = pair
    frames = list(clips.pictures(clip.video))
    for target in clip.targets:
        middle = sum(target.stroke) / 2
        frame = min(frames, key=lambda one: abs(one.ms - middle))
        rows, columns = np.nonzero(np.abs(frame.image.astype(np.int16) - np.array(HAND)).max(2) < 24)
        width, height = clip.size
        tip = columns[rows == rows.min()].mean() / width, rows.min() / height
        assert tip == pytest.approx((target.centre[0], target.centre[1] + 0.1), abs=0.03)


def test_the_last_frame_and_the_length_are_those_that_were_made(made: list[Made], ready: Prepared) -> None:
    samples = ready.samples
    for clip in made[::7]:
        sample = samples[clip.id]
        assert sample.size == clip.size
        assert sample.last_ms == pytest.approx(clip.last_ms, abs=0.1)
        assert sample.length_ms == pytest.approx(clip.last_ms * clip.frames / (clip.frames - 1), abs=1)
        assert sample.sha256 == clips.sha256(clip.video)
