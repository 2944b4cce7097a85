"""Remove, replace and measure the sound of an encoded clip."""

import io
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.vsig.media.decoding import library


def without_sound(clip: bytes) -> bytes:
    """Return an encoded clip without its sound; the pictures are copied."""
    av = library()
    options = {"movflags": "faststart", "fflags": "bitexact"}
    # A file, since the head of a clip is written last.
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        target = Path(folder) / "clip.mp4"
        with (
            av.open(io.BytesIO(clip)) as source,
            av.open(str(target), "w", format="mp4", container_options=options) as container,
        ):
            pictures = source.streams.video[0]
            stream: Any = container.add_stream_from_template(pictures)
            for packet in source.demux(pictures):
                if packet.dts is not None:
                    packet.stream = stream
                    container.mux(packet)
        return target.read_bytes()


def with_sound(clip: bytes, wav: bytes | None) -> bytes:
    """Return a clip with the sound of a WAV file, cut at the clip's end; the pictures are copied."""
    if wav is None:
        return clip
    av = library()
    options = {"movflags": "faststart", "fflags": "bitexact"}
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        target = Path(folder) / "clip.mp4"
        with (
            av.open(io.BytesIO(clip)) as source,
            av.open(io.BytesIO(wav)) as heard,
            av.open(str(target), "w", format="mp4", container_options=options) as container,
        ):
            pictures, sound = source.streams.video[0], heard.streams.audio[0]
            film: Any = container.add_stream_from_template(pictures)
            voice: Any = container.add_stream("aac", rate=sound.rate, layout="mono")
            end_s = 0.0
            for packet in source.demux(pictures):
                if packet.dts is not None:
                    end_s = max(end_s, float(((packet.pts or 0) + (packet.duration or 0)) * (packet.time_base or 0)))
                    packet.stream = film
                    container.mux(packet)
            for frame in heard.decode(sound):
                if frame.time is not None and frame.time < end_s:
                    container.mux(voice.encode(frame))
            container.mux(voice.encode())
        return target.read_bytes()


class ClipFacts(NamedTuple):
    """The codec and (width, height) of an encoded clip's pictures, and whether it holds sound."""

    codec: str
    size: tuple[int, int]
    heard: bool


def facts_of(clip: bytes) -> ClipFacts:
    """Return what an encoded clip holds, as its file says."""
    with library().open(io.BytesIO(clip)) as source:
        coder = source.streams.video[0].codec_context
        return ClipFacts(coder.name, (coder.width, coder.height), bool(source.streams.audio))


def sound_s(medium: bytes) -> float:
    """Return the seconds of sound in a clip or a WAV file."""
    with library().open(io.BytesIO(medium)) as source:
        if not source.streams.audio:
            return 0.0
        stream = source.streams.audio[0]
        return round(float((stream.duration or 0) * Fraction(stream.time_base or 0)), 3)
