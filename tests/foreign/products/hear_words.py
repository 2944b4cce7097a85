"""Hear English words with PocketSphinx: ``[path, text]`` as JSON on each line of stdin, on stdout a line of JSON for each.

An answer holds ``heard``, the sentence as recognised without help, and ``words``, the begin and end in ms of each word of ``text``, null
if the text could not be laid over the sound. The sound is 16 kHz.
"""

import json
import sys
import wave

from pocketsphinx import Decoder

decoder = Decoder(samprate=16_000, loglevel="FATAL")
FRAME_MS = 10


def decode(sound: bytes) -> None:
    """Decode a whole file."""
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()


for line in sys.stdin:
    path, text = json.loads(line)
    with wave.open(path) as file:
        sound = file.readframes(file.getnframes())
    decoder.activate_search()
    decode(sound)
    best = decoder.hyp()
    decoder.set_align_text(text)
    decode(sound)
    parts = [part for part in decoder.seg() or () if part.word[0] not in "<["]
    times = [[part.start_frame * FRAME_MS, (part.end_frame + 1) * FRAME_MS] for part in parts]
    answer = {"heard": best.hypstr if best else "", "words": times if len(times) == len(text.split()) else None}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
