"""The sound of a clip, aligned with its pictures, in the format that speech models take.

Recorders start the microphone before or after the camera. Joining the decoded samples without gaps, as most tools do, would shift every
word; here a sample's position is its time since the first frame.
"""

import io
import wave
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.text import text
from mindsight.vsig.media.decoding import LONGEST_S, broken, known, library, opened, shown, unreadable

if TYPE_CHECKING:
    import av
    from av.container import InputContainer

RATE = 16_000
"""Samples per second of the sound for models."""
_JITTER = RATE // 50
"""Samples by which neighbouring pieces may overlap or be apart because a container rounds their times."""


class Heard(NamedTuple):
    """Mono sound from the first frame on; ``begins_ms`` is when it really begins, None if there is none."""

    begins_ms: float | None
    samples: NDArray[np.int16]


def sound(path: Path) -> bytes | None:
    """Return the sound as 16 kHz mono WAV that starts with the first frame; None if there is none.

    Sound before the first frame is cut off; gaps are filled with silence.

    Raises:
        InputError: The file cannot be used as a video.
    """
    with opened(path) as container:
        start = next(shown(container, path)).time_s
    heard = hear(path, start)
    return None if heard.begins_ms is None else wav(heard.samples)


def wav(samples: NDArray[np.int16]) -> bytes:
    """Return mono samples as a WAV file."""
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    return held.getvalue()


def hear(path: Path, start: Fraction) -> Heard:
    """Return the sound from a time of the container's clock on.

    Raises:
        InputError: The file cannot be used as a video.
    """
    laid = np.zeros(0, np.int16)
    filled = 0
    begins: float | None = None
    with opened(path) as container:
        for time, piece in _pieces(container, path):
            at = round((time - start) * RATE)
            if begins is None:
                begins = float((time - start) * 1000)
            elif abs(at - filled) <= _JITTER:
                at = filled
            skipped = min(max(0, filled - at, -at), len(piece))
            own, at = piece[skipped:], at + skipped
            if not len(own):
                continue
            end = at + len(own)
            if end > LONGEST_S * RATE:
                raise unreadable(path, text("its sound is longer than {seconds} s", seconds=LONGEST_S))
            if end > len(laid):
                laid = np.concatenate([laid, np.zeros(max(end - len(laid), len(laid), RATE), np.int16)])
            laid[at:end] = own
            filled = end
    return Heard(begins, laid[:filled])


def _pieces(container: "InputContainer", path: Path) -> Iterator[tuple[Fraction, NDArray[np.int16]]]:
    """Yield mono pieces at the output rate with their times; a gap in the recording starts a new run."""
    streams = [stream for stream in container.streams.audio if known(stream)]
    if not streams:
        return
    run: _Run | None = None
    for frame in _frames(container, streams[0], path):
        time = (frame.pts or 0) * Fraction(frame.time_base or 0)
        if run is None or abs(time - run.due) > Fraction(_JITTER, RATE):
            if run is not None:
                yield from run.put(None)
            run = _Run(time)
        yield from run.put(frame)
    if run is not None:
        yield from run.put(None)


class _Run:
    """Resamples sound without a gap; ``due`` is the time at which the next piece without a gap begins."""

    def __init__(self, begin: Fraction) -> None:
        self.due = begin
        self._next = begin
        self._resampler = library().AudioResampler(format="s16", layout="mono", rate=RATE)

    def put(self, frame: "av.AudioFrame | None") -> Iterator[tuple[Fraction, NDArray[np.int16]]]:
        """Yield the resampled pieces that are ready; None ends the run."""
        if frame is not None:
            self.due += Fraction(frame.samples, frame.sample_rate)
            # Times are kept here: with them the resampler would drop or repeat samples.
            frame.pts = None
        for piece in self._resampler.resample(frame):
            samples = piece.to_ndarray()[0]
            yield self._next, samples
            self._next += Fraction(len(samples), RATE)


def _frames(container: "InputContainer", stream: "av.AudioStream", path: Path) -> Iterator["av.AudioFrame"]:
    for packet in container.demux(stream):
        if packet.is_corrupt:
            raise broken(path)
        for frame in packet.decode():
            if frame.pts is not None and frame.samples:
                yield frame
