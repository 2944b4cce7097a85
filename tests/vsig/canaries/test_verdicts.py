"""Verdicts on canaries: the probability that guesses pass, what counts as right, and that every slot of a film is sent."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from mindsight.answers.conventions import DEFAULT, model_profile
from mindsight.vsig.canaries import clips
from mindsight.vsig.canaries.questions import (
    CELLS,
    DIGITS,
    LETTERS,
    Name,
    asked_for,
    canaries,
    digit_word,
    guessed,
    sample_of,
    timeline,
)
from mindsight.vsig.canaries.verdicts import (
    ALPHA,
    NAMES,
    Reply,
    digits_in,
    expected,
    is_right,
    letters_in,
    needed,
    pass_probability,
    verdicts,
)
from mindsight.vsig.media.clips import probe, sampled
from mindsight.vsig.media.conditions import Condition
from mindsight.vsig.models.answers.predictions import Prediction

PROFILE = model_profile(DEFAULT)
CONDITIONS = [
    Condition(given="video"),
    Condition(given="frames-audio"),
    Condition(given="frames-words"),
    Condition(given="frames", frames=5),
    Condition(given="frames", timestamps=False),
]


@given(asked=st.integers(1, 12), guess=st.floats(0.001, 0.9))
def test_luck_is_the_tail_of_a_binomial_distribution(asked: int, guess: float) -> None:
    for right in range(asked + 1):
        assert pass_probability(asked, right, guess) == pytest.approx(binom.sf(right - 1, asked, guess), abs=1e-12)


@given(asked=st.integers(1, 12), guess=st.floats(0.001, 0.9))
def test_as_few_are_needed_as_luck_allows(asked: int, guess: float) -> None:
    least = needed(asked, guess)
    assert 1 <= least <= asked
    assert least == asked or pass_probability(asked, least, guess) <= ALPHA + 1e-9
    assert least == 1 or pass_probability(asked, least - 1, guess) > ALPHA


@pytest.mark.parametrize(
    "condition",
    [CONDITIONS[1], *(pytest.param(one, marks=pytest.mark.slow) for one in CONDITIONS if one != CONDITIONS[1])],
    ids=str,
)
def test_blind_guesses_pass_no_more_often_than_stated(condition: Condition) -> None:
    """Guessers that know all the options; 400 films of other seeds, each guessed once."""
    chance, runs = random.Random(3), 400
    passed: dict[str, int] = dict.fromkeys(NAMES, 0)
    stated: dict[str, float] = {}
    for seed in range(runs):
        asked = canaries(condition, seed)
        replies = [
            Reply(
                one,
                sample_of(one, condition, "zh"),
                (640, 360),
                tuple(guess(name, one, condition, chance) for name in asked_for(one, condition)),
            )
            for one in asked
        ]
        for verdict in verdicts(asked, replies, condition, PROFILE):
            passed[verdict.name] += verdict.status == "passed"
            if verdict.chance is not None:
                stated[verdict.name] = verdict.chance
    assert stated
    for name, share in stated.items():
        # More than that in one case of ten thousand.
        assert passed[name] <= binom.ppf(0.9999, runs, share), name


def guess(name: Name, canary: Any, condition: Condition, chance: random.Random) -> Prediction:
    """Return the answer of a guesser that knows how canaries are made and, for order, even the letters."""
    match name:
        case "digit" | "swap":
            return Prediction(description=str(chance.choice(DIGITS)))
        case "order":
            letters = [letter for _, letter in canary.film.letters]
            return Prediction(description=" ".join(chance.sample(letters, len(letters))))
        case "last":
            return Prediction(description=chance.choice(LETTERS))
        case "disc":
            column, row = chance.choice(CELLS)
            return Prediction(point=((column + 0.5) / 4, (row + 0.5) / 4))
    return Prediction(time_ms=chance.uniform(0, timeline(condition).last_ms))


@given(
    frames=st.one_of(st.none(), st.integers(1, 200)),
    fps=st.floats(0.05, 60),
    seed=st.integers(0, 10_000),
    data=st.data(),
)
def test_every_slot_is_sent_under_every_choice_of_frames(
    frames: int | None, fps: float, seed: int, data: st.DataObject
) -> None:
    condition = Condition(given="frames", frames=frames, fps=None if frames else fps)
    times = timeline(condition)
    if frames is None:
        sent = [number * 1000 / fps for number in range(int(times.last_ms * fps / 1000) + 1)]
    else:
        sent = [float(ms) for ms in np.linspace(0, times.last_ms, frames)[:-1]]
    slots = {int(ms / times.slot_ms + 1e-9) for ms in sent if ms < times.last_ms}
    if times.can_ask_times:
        assert slots == set(range(times.slots))
    first, other = canaries(condition, seed)[:2]
    assert first.film.cell != other.film.cell
    if times.can_ask_times:
        places = [slot for slot, _ in first.film.letters]
        assert places == sorted(set(places))
        assert first.film.flash not in {0, *places}
        shown = [letter for _, letter in first.film.letters]
        assert len({*shown, first.film.last}) == len(shown) + 1
    name = data.draw(st.sampled_from(sorted(asked_for(first, condition))))
    assert 0 < guessed(name, condition) <= 1


def test_no_answer_fits_both_films_or_both_sounds() -> None:
    condition = Condition(given="frames-audio")
    for seed in range(200):
        asked = canaries(condition, seed)
        own = [one for one in asked if not one.swapped]
        for name in NAMES:
            spans = [
                expected(name, one, condition, sample_of(one, condition, "zh"))
                for one in own
                if name in asked_for(one, condition)
            ]
            for left, right in itertools.combinations(spans, 2):
                assert left != right, (seed, name)


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("7", {7}), ("七", {7}), ("数字七", {7}), ("seven", {7}), ("Number seven.", {7}), ("７", {7}), ("零", {0}),
        ("〇", {0}), ("zero", {0}), ("17", set()), ("3 or 4", {3, 4}), ("不知道", set()), ("unknown", set()), ("", set()),
        ("someone", set()), ("二（2）", {2}),
    ],
)  # fmt: skip
def test_digits_are_read_as_they_are_written(words: str, digits: set[int]) -> None:
    assert digits_in(words) == digits


@pytest.mark.parametrize(
    ("words", "letters"),
    [
        ("K M R", "KMR"), ("K, M, R", "KMR"), ("KMR", "KMR"), ("k m r", "KMR"), ("K、M、R", "KMR"), ("K → M → R", "KMR"),
        ("K K M R", "KMR"), ("The letters K, M and R", "KMR"), ("字母 K M R", "KMR"), ("unknown", "UNKNOWN"), ("", ""),
        ("Ｋ Ｍ Ｒ", "KMR"),
    ],
)  # fmt: skip
def test_letters_are_read_as_they_are_written(words: str, letters: str) -> None:
    assert letters_in(words, 3) == letters


def test_the_last_frames_letter_may_stand_at_the_end_of_the_order() -> None:
    assert is_right("order", "KMR", Prediction(description="K M R T"), "T")
    assert not is_right("order", "KMR", Prediction(description="K R M"), "T")
    assert not is_right("order", "KMR", Prediction(description="K M"), "T")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_ten_digits_are_spoken_and_no_two_of_them_are_alike(language: Any) -> None:
    sounds = [clips.spoken(digit, language) for digit in range(10)]
    assert all(0.3 < len(sound) / 16_000 < 0.7 for sound in sounds)
    assert all(np.abs(sound).max() > 10_000 for sound in sounds)
    for left, right in itertools.combinations(sounds, 2):
        size = min(len(left), len(right))
        a, b = left[:size].astype(float), right[:size].astype(float)
        assert abs(a @ b) / np.linalg.norm(a) / np.linalg.norm(b) < 0.5
    assert len({digit_word(digit, language) for digit in range(10)}) == 10


def test_a_clip_holds_what_was_drawn(tmp_path: Any) -> None:
    condition = Condition(given="frames-audio", frames=5)
    times, canary = timeline(condition), canaries(condition, 7)[0]
    path = tmp_path / "clip.mp4"
    clips.write_clip(path, canary, times, "zh")
    facts = probe(path)
    assert (facts.size, facts.has_sound, facts.last_ms) == ((640, 360), True, times.last_ms)
    shown = sampled(path, count=5)
    for slot, frame in enumerate(shown[:-1]):
        drawn = clips.picture(canary.film, dict(canary.film.letters).get(slot, ""), flash=slot == canary.film.flash)
        assert np.abs(frame.image.astype(int) - drawn.astype(int)).mean() < 4, slot
    last = clips.picture(canary.film, canary.film.last, last=True)
    assert np.abs(shown[-1].image.astype(int) - last.astype(int)).mean() < 4
