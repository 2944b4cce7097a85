"""Questions that give their answer away are caught; innocent ones pass; pairs stay in one fold."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.model_selection import GroupKFold

from mindsight.home.bias.audit import MOST_LABELS, Asked, audit, coded_of
from mindsight.home.bias.features import features_of, numbers_of, vocabulary, words_of
from mindsight.home.bias.forecasts import MODELS, forecasts
from mindsight.home.bias.question import Question


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn once instead of three times, from a smaller forest."""
    monkeypatch.setattr("mindsight.home.bias.forecasts.REPEATS", 1)
    monkeypatch.setattr("mindsight.home.bias.forecasts._TREES", 30)


NAMES = ("cup", "book", "doll", "lamp", "fork", "sock")


def asked(questions: list[Question], kind: str = "answer") -> Asked:
    return Asked("made", "en", kind, tuple(questions))  # type: ignore[arg-type]


def innocent(n: int, seed: int) -> list[Question]:
    """Return questions whose answer has nothing to do with their words."""
    rng = np.random.default_rng(seed)
    return [
        Question(
            f"q{i}",
            f"How many {NAMES[rng.integers(6)]}s lie on shelf {rng.integers(9)}?",
            str(rng.integers(3)),
            f"g{i}",
        )
        for i in range(n)
    ]


def leaky(n: int, seed: int, share: float = 1.0) -> list[Question]:
    """Return the same with a word that tells the answer in a share of them."""
    rng = np.random.default_rng(seed)
    hints = ("none of the", "any of the", "all of the")
    found = []
    for one in innocent(n, seed):
        told = int(one.label) if rng.random() < share else int(rng.integers(3))
        found.append(Question(one.id, f"{one.words} Count {hints[told]} shelves.", one.label, one.group))
    return found


def test_words_that_tell_the_answer_are_caught_by_both_models() -> None:
    found = audit(asked(leaky(150, 1)))
    assert found.verdict == "above"
    for model in MODELS:
        assert found.areas[model].value > 0.9
        assert found.areas[model].low > 0.55
        assert found.accuracies[model].value > 0.9
    assert np.mean([item.s for item in found.items]) > 0.6


def test_a_number_that_tells_the_answer_is_caught_by_the_forest() -> None:
    rng = np.random.default_rng(4)
    questions = []
    for i in range(160):
        number = int(rng.integers(100, 1000))
        questions.append(
            Question(f"q{i}", f"Is there a cup in room {number}?", "yes" if number > 550 else "no", f"g{i}")
        )
    assert audit(asked(questions)).areas["forest"].value > 0.9


def test_the_longest_option_is_caught() -> None:
    rng = np.random.default_rng(6)
    questions = []
    for i in range(160):
        right = int(rng.integers(3))
        options = tuple("".join(rng.choice(list("abcdefgh"), 12 if place == right else 6)) for place in range(3))
        questions.append(Question(f"q{i}", "Which one is it?", "ABC"[right], f"g{i}", options=options))
    assert audit(asked(questions)).areas["forest"].value > 0.9


def test_shuffled_answers_pass() -> None:
    questions = leaky(150, 2)
    labels = np.random.default_rng(0).permutation([one.label for one in questions])
    shuffled = [Question(q.id, q.words, str(label), q.group) for q, label in zip(questions, labels, strict=True)]
    found = audit(asked(shuffled))
    assert found.verdict in {"within", "unclear"}
    for model in MODELS:
        assert abs(found.areas[model].value - 0.5) < 0.12


def test_what_the_template_asks_on_purpose_is_no_bias() -> None:
    rng = np.random.default_rng(8)
    questions = []
    for i in range(160):
        trip = ("the sea", "the hills")[i % 2]
        # At the sea always more than in the hills; within a journey words tell nothing.
        number = int(rng.integers(2)) + 2 * (i % 2)
        questions.append(Question(f"q{i}", f"Pack for {trip}, please.", str(number), f"g{i}", trip))
    found = audit(asked(questions))
    assert found.verdict != "above"
    assert 0.45 < found.chance < 0.65
    # Without templates, the same questions are as guessable as they seem.
    bare = [Question(q.id, q.words, q.label, q.group) for q in questions]
    assert audit(asked(bare)).verdict == "above"


def twins(n: int) -> list[Question]:
    rng = np.random.default_rng(11)
    found = []
    for i in range(n):
        words = f"Please put the {NAMES[rng.integers(6)]} and {rng.integers(10, 9999)} other things away."
        found += [Question(f"{i}-{label}", words, label, f"pair {i}") for label in ("valid", "irrelevant")]
    return found


def test_twins_of_the_same_words_are_at_chance_exactly() -> None:
    found = audit(asked(twins(40), "valid"))
    assert (found.alike, found.groups, found.n) == (40, 40, 80)
    assert found.verdict == "within"
    for model in MODELS:
        assert found.areas[model].value == found.accuracies[model].value == 0.5
        assert found.areas[model].p == 1.0


def test_folds_that_part_twins_would_hide_leaks() -> None:
    questions = twins(60)
    together, apart = coded_of(questions), coded_of([Question(q.id, q.words, q.label, q.id) for q in questions])
    folds = forecasts(questions, together)["ngrams"][0].folds
    assert all(folds[i] == folds[i + 1] for i in range(0, len(folds), 2))
    parted = forecasts(questions, apart)["ngrams"][0]
    right = parted.probabilities[np.arange(len(questions)), apart.labels]
    assert right.mean() < 0.45  # worse than blind: the twin in the training set has the other label


def test_a_leak_between_twins_is_caught() -> None:
    questions = [
        Question(
            q.id,
            q.words.replace("Please", "Kindly") if q.label == "irrelevant" and i % 4 else q.words,
            q.label,
            q.group,
        )
        for i, q in enumerate(twins(60))
    ]
    found = audit(asked(questions, "valid"))
    assert found.verdict == "above"
    assert found.alike < 60


@given(st.permutations(range(48)))
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_order_of_the_questions_does_not_matter(order: list[int]) -> None:
    questions = leaky(48, 3, share=0.5)
    assert audit(asked([questions[i] for i in order])) == audit(asked(questions))


def test_other_names_of_the_labels_change_no_n_gram_result() -> None:
    questions = leaky(100, 9, share=0.4)
    renamed = [Question(q.id, q.words, {"0": "x", "1": "y", "2": "z"}[q.label], q.group) for q in questions]
    first, second = audit(asked(questions)), audit(asked(renamed))
    assert first.areas == second.areas
    assert first.chance == second.chance


def test_few_or_uniform_questions_are_not_estimable() -> None:
    assert audit(asked(innocent(19, 1))).verdict == "not_estimable"
    assert (
        audit(asked([Question(f"q{i}", f"What {i}?", "same", f"g{i}") for i in range(50)])).verdict == "not_estimable"
    )


def test_rare_labels_are_one_label() -> None:
    questions = [Question(f"q{i}", f"What is {i}?", f"answer {i // 2}", f"g{i}") for i in range(60)]
    assert audit(asked(questions)).labels == MOST_LABELS + 1


def test_words_numbers_and_pairs_of_characters() -> None:
    assert words_of("Don't put 3 cups away") == ["don't", "put", "cups", "away"]
    assert words_of("放进抽屉。") == ["放进", "进抽", "抽屉"]
    assert numbers_of("3 cups, 2.5 m, 9块") == [3.0, 2.5, 9.0]
    assert numbers_of("1" * 400) == [1e9]


def test_the_vocabulary_holds_what_recurs() -> None:
    questions = [Question("a", "put cups away", "x", "1"), Question("b", "put forks away", "y", "2")]
    known = vocabulary(questions)
    assert known == {"put", "away"}
    found = features_of(questions[0], known)
    assert found["word=put"] == 1.0
    assert "word=cups" not in found
    assert found["length.words"] == 3.0


def test_folds_are_those_of_whole_groups() -> None:
    questions = innocent(50, 3)
    coded = coded_of(questions)
    folds = forecasts(questions, coded)["forest"][0].folds
    expected = np.zeros(50, np.int64)
    for number, (_, test) in enumerate(GroupKFold(5, shuffle=True, random_state=0).split(folds, folds, coded.groups)):
        expected[test] = number
    assert folds.tolist() == expected.tolist()
    assert np.bincount(folds) == pytest.approx([10] * 5)
