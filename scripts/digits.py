"""Make the spoken digits of the canaries anew: eSpeak NG speaks, Opus packs. Only needed to change them.

Run it where ``espeak-ng`` is installed: ``python scripts/digits.py``. The sounds that come with mindsight were made so by
eSpeak NG 1.51.
"""

import io
import subprocess
import wave
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

TARGET = Path(__file__).parents[1] / "src" / "mindsight" / "vsig" / "canaries" / "digits"
RATE = 48_000
WORDS = {
    # Pinyin: what Debian calls Mandarin (cmn) reads Chinese characters as English letters.
    "zh": ("cmn-latn-pinyin", "110", "ling2 yi1 er4 san1 si4 wu3 liu4 qi1 ba1 jiu3"),
    "en": ("en-us", "130", "zero one two three four five six seven eight nine"),
}


def main() -> None:
    """Write a file for each digit of each language."""
    TARGET.mkdir(exist_ok=True)
    for language, (voice, speed, words) in WORDS.items():
        for digit, word in enumerate(words.split()):
            command = ["espeak-ng", "-v", voice, "-s", speed, "--stdout", word]
            said = subprocess.run(command, check=True, capture_output=True).stdout
            pack(TARGET / f"{language}-{digit}.ogg", *trimmed(said))


def trimmed(said: bytes) -> tuple[NDArray[np.int16], int]:
    """Return sound without the silence around it, at 70 % of full scale, and its rate."""
    with wave.open(io.BytesIO(said)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(2**30), "<i2").astype(float)
    loud = np.flatnonzero(np.abs(samples) > 0.02 * np.abs(samples).max())
    samples = samples[max(0, loud[0] - rate // 50) : loud[-1] + rate // 50]
    return np.asarray(samples * 0.7 * 32767 / np.abs(samples).max(), np.int16), rate


def pack(path: Path, samples: NDArray[np.int16], rate: int) -> None:
    """Write sound as Ogg Opus."""
    with av.open(str(path), "w", format="ogg", options={"fflags": "bitexact"}) as container:
        stream = container.add_stream("libopus", rate=RATE, layout="mono")
        stream.bit_rate = 24_000
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE, frame_size=960)
        whole = av.AudioFrame.from_ndarray(samples[None], format="s16", layout="mono")
        whole.sample_rate = rate
        for piece in [*resampler.resample(whole), *resampler.resample(None)]:
            piece.pts = None
            container.mux(stream.encode(piece))
        container.mux(stream.encode())


if __name__ == "__main__":
    main()
