"""The clips of the canaries: drawn frames, a beep, a spoken digit; nothing comes from a data set.

The digits are sound files that come with mindsight (``digits``, with their origin), so that a canary needs no speech program
and sounds the same on every machine.
"""

import io
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.text import Language
from mindsight.vsig.canaries.questions import BEEP_MS, SIZE, Canary, Film, Sound, Timeline
from mindsight.vsig.media.decoding import Image, library
from mindsight.vsig.media.sound import RATE

_STEP_MS = 200.0
_GREY, _WHITE, _BLACK, _RED = (72, 72, 72), (255, 255, 255), (0, 0, 0), (225, 20, 20)
_DISC, _LETTER, _BOX = 26, 130, 150
_BEEP_HZ = 1000
_PIECE = 1024
_ROUNDING = 1e-6


def write_clip(path: Path, canary: Canary, times: Timeline, language: Language) -> None:
    """Write a canary's clip: its film with its sound.

    Raises:
        MissingExtra: PyAV is not installed.
    """
    av = library()
    with av.open(str(path), "w", format="mp4") as container:
        film: Any = container.add_stream(
            "libx264", rate=5, options={"preset": "ultrafast", "crf": "12", "threads": "1"}
        )
        film.width, film.height = SIZE
        film.pix_fmt = "yuv420p"
        film.time_base = film.codec_context.time_base = Fraction(1, 1000)
        voice: Any = container.add_stream("aac", rate=RATE, layout="mono")
        for ms, picture in frames(canary.film, times):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            # Rounded down: a frame sampled at the beginning of a slot must belong to it.
            frame.pts, frame.time_base = int(ms + _ROUNDING), Fraction(1, 1000)
            container.mux(film.encode(frame))
        container.mux(film.encode())
        heard = samples(canary.sound, times, language)
        for place in range(0, len(heard), _PIECE):
            piece = av.AudioFrame.from_ndarray(heard[None, place : place + _PIECE], format="s16", layout="mono")
            piece.sample_rate, piece.time_base, piece.pts = RATE, Fraction(1, RATE), place
            container.mux(voice.encode(piece))
        container.mux(voice.encode())


def frames(film: Film, times: Timeline) -> Iterator[tuple[float, Image]]:
    """Yield a film's frames with their times in ms; the last frame is a picture of its own."""
    letters = dict(film.letters)
    for slot in range(times.slots):
        shown = picture(film, letters.get(slot, ""), flash=slot == film.flash)
        count = max(1, round(times.slot_ms / _STEP_MS))
        for number in range(count):
            yield (slot + number / count) * times.slot_ms, shown
    yield times.last_ms, picture(film, film.last, last=True)


def picture(film: Film, letter: str = "", *, flash: bool = False, last: bool = False) -> Image:
    """Return one frame: the disc and a letter on grey; white during the flash; the last frame's letter in a black box."""
    from PIL import Image as Pictures
    from PIL import ImageDraw, ImageFont

    drawn = Pictures.new("RGB", SIZE, _WHITE if flash else _GREY)
    if not flash:
        pen = ImageDraw.Draw(drawn)
        x, y = film.disc[0] * SIZE[0], film.disc[1] * SIZE[1]
        pen.ellipse((x - _DISC, y - _DISC, x + _DISC, y + _DISC), fill=_RED)
        middle = (SIZE[0] / 2, SIZE[1] / 2)
        if last:
            pen.rectangle((*(side - _BOX / 2 for side in middle), *(side + _BOX / 2 for side in middle)), fill=_BLACK)
        if letter:
            # Pillow's own typeface is the same on every machine.
            pen.text(middle, letter, fill=_WHITE, font=ImageFont.load_default(_LETTER), anchor="mm")
    return np.asarray(drawn, np.uint8)


def samples(sound: Sound, times: Timeline, language: Language) -> NDArray[np.int16]:
    """Return the samples of a canary's sound: the digit and the beep in silence."""
    heard = np.zeros(round(times.last_ms * RATE / 1000), np.int16)
    _lay(heard, spoken(sound.digit, language), sound.digit_ms)
    _lay(heard, beep(), sound.beep_ms)
    return heard


def beep() -> NDArray[np.int16]:
    """Return a tone that fades in and out."""
    count = round(BEEP_MS * RATE / 1000)
    ends = np.minimum(1, np.minimum(np.arange(count), np.arange(count)[::-1]) / (RATE / 100))
    tone = 0.5 * ends * np.sin(2 * np.pi * _BEEP_HZ * np.arange(count) / RATE)
    return np.asarray(np.round(32767 * tone), np.int16)


def spoken(digit: int, language: Language) -> NDArray[np.int16]:
    """Return the recording of a spoken digit."""
    av = library()
    held = (resources.files("mindsight.vsig.canaries") / "digits" / f"{language}-{digit}.ogg").read_bytes()
    with av.open(io.BytesIO(held), format="ogg") as container:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        pieces = [piece for frame in [*container.decode(audio=0), None] for piece in resampler.resample(frame)]
    return np.concatenate([np.asarray(piece.to_ndarray()[0], np.int16) for piece in pieces])


def _lay(heard: NDArray[np.int16], piece: NDArray[np.int16], ms: float) -> None:
    place = round(ms * RATE / 1000)
    heard[place : place + len(piece)] = piece[: len(heard) - place]
