"""Speech of synthetic clips: its times are exact to the sample, and are read as intended."""

import io
import itertools
import wave

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.vsig.dataset.samples import Speech, Word
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.sound import Piece, in_room, lay
from mindsight.vsig.synthesis.speech.timing import LEAD_S, RETRACT_S, draw_timing, mute_windows
from mindsight.vsig.synthesis.speech.wording import BESIDE, SIDES, STROKES, Clause, draw_wording

needs_voice = pytest.mark.skipif(not voice.is_there(), reason="espeak-ng is not installed")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("template", [2, 3, 4, 5, 6])
def test_every_wording_is_cut_where_it_was_meant(template, language) -> None:
    for sides in itertools.product(SIDES, repeat=BESIDE.get(template, 0)):
        for seed in range(6):
            wording = draw_wording(template, language, sides, np.random.default_rng(seed))
            assert len(wording.clauses) == STROKES[template]
            assert len(wording.side_names) == len(sides)
            words, meant = _timed(wording.clauses)
            found = spans_of(template, Speech(text="", words=words))
            assert found.status == "ok", words
            if template > 2:
                assert [(span.begin_ms, span.end_ms) for span in found.spans] == meant
            else:
                demonstrative = next(word for word in words if word.text in {"这个", "this", "that"})
                assert found.spans[0].begin_ms == demonstrative.begin_ms
                assert found.spans[0].end_ms == demonstrative.end_ms


def _timed(clauses: tuple[Clause, ...]) -> tuple[tuple[Word, ...], list[tuple[float, float]]]:
    now, words, meant = 0.0, [], []
    for clause in clauses:
        now += 700
        begin = now
        for place, word in enumerate(clause.words):
            after = clause.after if place == len(clause.words) - 1 else ""
            words.append(Word(text=word + after, begin_ms=now, end_ms=now + 210))
            now += 230
        meant.append((begin, now - 20))
    return tuple(words), meant


@given(seed=st.integers(0, 10_000), count=st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_strokes_lead_their_words_and_never_overlap(seed, count) -> None:
    rng = np.random.default_rng(seed)
    windows = mute_windows(count, rng)
    timing = draw_timing(windows, rng)
    for (begin, end), (said, _) in zip(timing.strokes, windows, strict=True):
        assert LEAD_S[0] <= said - begin <= LEAD_S[1]
        assert end > said, "the stroke and its words share a time"
    for (_, end), (begin, _) in itertools.pairwise(timing.strokes):
        assert begin - end > 0.3
    assert timing.length_s - timing.strokes[-1][1] - RETRACT_S > 0.9, "the last frame is without the hand"


def test_words_begin_and_end_at_the_samples_where_they_were_laid() -> None:
    rate = 1000
    first = [Piece("a", np.full(300, 0.5, np.float32)), Piece("b", np.full(200, 0.5, np.float32), ".")]
    heard = lay([first, [Piece("c", np.full(100, 0.5, np.float32))]], [0.7, 0.4], rate, "nobody")
    assert [(word.text, word.begin_ms, word.end_ms) for word in heard.words] == [
        ("a", 700, 1000),
        ("b", 1000, 1200),
        ("c", 1600, 1700),
    ]
    assert [word.after for word in heard.words] == ["", ".", ""]
    assert heard.windows == ((700, 1200), (1600, 1700))
    assert np.flatnonzero(heard.samples)[[0, -1]].tolist() == [700, 1699]


def test_a_room_adds_noise_and_moves_no_word() -> None:
    samples = np.zeros(22_050, np.float32)
    samples[8000:9000] = np.sin(np.arange(1000))
    heard = in_room(samples, 22_050, 2.0, np.random.default_rng(1))
    assert len(heard) == 44_100
    assert np.abs(heard[:8000]).max() < 0.01 < np.abs(heard[8000:8100]).max()


def test_speech_without_gaps_is_synthesised_word_by_word(monkeypatch) -> None:
    asked: list[str] = []

    def said(words: str, _manner: voice.Manner) -> tuple[np.ndarray, int]:
        asked.append(words)
        return np.full(5 * len(words), 0.5, np.float32), 1000

    monkeypatch.setattr(voice, "_said", said)
    pieces, _ = voice.speak(Clause(("pick", "it", "up"), "."), voice.Manner("en-us", 150, 50), "en")
    assert asked == ["pick it up.", "pick", "it", "up"]
    assert [(piece.text, len(piece.samples), piece.after) for piece in pieces] == [
        ("pick", 20, ""),
        ("it", 10, ""),
        ("up", 10, "."),
    ]


def test_waves_are_read_as_they_are_written() -> None:
    held = io.BytesIO()
    with wave.open(held, "wb") as opened:
        opened.setnchannels(2)
        opened.setsampwidth(2)
        opened.setframerate(8000)
        opened.writeframes(np.array([[16384, 0], [-16384, -16384]], "<i2").tobytes())
    samples, rate = voice.read_wave(held.getvalue())
    assert rate == 8000
    assert samples.tolist() == [0.25, -0.5]


@needs_voice
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_voice_parts_its_words(language) -> None:
    clause = (
        Clause(("放到", "它的", "右边"), "。")
        if language == "zh"
        else Clause(("to", "the", "right", "of", "that"), ".")
    )
    for name in voice.VOICES[language]:
        samples, rate = voice._said(("" if language == "zh" else " ").join(clause.words), voice.Manner(name, 160, 50))
        parts = voice._pieces(samples, rate)
        assert len(parts) == (6 if language == "zh" else 5), name
        pieces, rate = voice.speak(clause, voice.Manner(name, 160, 50), language)
        assert [piece.text for piece in pieces] == list(clause.words)
        assert all(0.05 < len(piece.samples) / rate < 1.2 for piece in pieces)
        assert pieces[-1].after in {"。", "."}
