"""4.3 a): formula (2) against tables worked by hand, the table of how it behaves, and what must hold for any input."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn.metrics.pairwise import cosine_similarity

from mindsight.home.autonomy.scoring.relevance import (
    best_match,
    perfect_relevance,
    relevance,
    similarities,
    task_relevances,
    weights_of,
)

shares = st.floats(0, 1)
tables = st.integers(1, 6).flatmap(
    lambda needs: st.tuples(
        arrays.arrays(float, st.tuples(st.integers(0, 7), st.just(needs)), elements=shares),
        st.lists(st.floats(0.01, 100), min_size=needs, max_size=needs),
    )
)


def test_relevance_by_hand() -> None:
    # Two tasks, three needs: r1 = .5·.8 + .3·.4 + .2·.1 = .54; r2 = .5·0 + .3·1 + .2·.5 = .40; R = .47.
    near = np.array([[0.8, 0.4, 0.1], [0.0, 1.0, 0.5]])
    weights = weights_of([5, 3, 2])
    assert task_relevances(near, weights).tolist() == pytest.approx([0.54, 0.40])
    assert relevance(near, weights) == pytest.approx(0.47)
    assert best_match(near) == pytest.approx(0.9)


def test_cosines_by_hand() -> None:
    # 3-4-5 triangles: cos((3,4), (4,3)) = 24/25; opposite vectors count as the same; a zero vector as nothing.
    texts = np.array([[3.0, 4.0], [-4.0, -3.0], [0.0, 0.0]])
    needs = np.array([[4.0, 3.0], [-3.0, 4.0]])
    expected = [[0.96, 7 / 25], [1.0, 0.0], [0.0, 0.0]]
    assert similarities(texts, needs) == pytest.approx(np.array(expected))


def test_nothing_done_is_of_no_relevance() -> None:
    assert relevance(np.zeros((0, 4)), weights_of([1, 1, 1, 1])) == 0
    assert best_match(np.zeros((0, 4))) == 0


@given(tables)
def test_relevance_is_that_of_exact_fractions(table: tuple[np.ndarray, list[float]]) -> None:
    near, relative = table
    weights = weights_of(relative)
    total = sum(map(Fraction, relative))
    rows = [sum(Fraction(w) * Fraction(x) for w, x in zip(relative, row, strict=True)) / total for row in near.tolist()]
    expected = float(sum(rows) / len(rows)) if rows else 0.0
    assert relevance(near, weights) == pytest.approx(expected, abs=1e-12)


@given(tables, st.randoms())
def test_relevance_lies_in_its_range_whatever_the_order(table: tuple[np.ndarray, list[float]], chance: object) -> None:
    near, relative = table
    weights = weights_of(relative)
    found = relevance(near, weights)
    assert 0 <= found <= 1
    assert found <= best_match(near) + 1e-12
    rng = np.random.default_rng(7)
    rows, columns = rng.permutation(len(near)), rng.permutation(len(weights))
    assert relevance(near[rows][:, columns], weights[columns]) == pytest.approx(found, abs=1e-12)
    assert best_match(near[rows][:, columns]) == pytest.approx(best_match(near), abs=1e-12)


@given(tables)
def test_doing_everything_twice_changes_nothing(table: tuple[np.ndarray, list[float]]) -> None:
    near, relative = table
    weights = weights_of(relative)
    assert relevance(np.vstack([near, near]), weights) == pytest.approx(relevance(near, weights), abs=1e-12)


@given(tables, shares)
def test_a_nearer_task_raises_the_relevance(table: tuple[np.ndarray, list[float]], step: float) -> None:
    near, relative = table
    weights = weights_of(relative)
    assert relevance(near + step * (1 - near), weights) >= relevance(near, weights) - 1e-12


@given(
    arrays.arrays(float, (3, 4), elements=st.floats(-1e100, 1e100)),
    arrays.arrays(float, (2, 4), elements=st.floats(-1e100, 1e100)),
)
def test_cosines_agree_with_a_second_library(texts: np.ndarray, needs: np.ndarray) -> None:
    found = similarities(texts, needs)
    assert np.all((found >= 0) & (found <= 1))
    # The second library squares numbers as they are, so it gets them in a range that it can square.
    scaled = [
        part / (np.abs(part).max(axis=1, keepdims=True) + (part == 0).all(axis=1, keepdims=True))
        for part in (texts, needs)
    ]
    assert found == pytest.approx(np.abs(cosine_similarity(*scaled)), abs=1e-9)
    assert similarities(-texts, needs) == pytest.approx(found)


def random_needs(count: int, length: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((count, length))


def test_the_perfect_set_and_the_repeated_central_need() -> None:
    """The defect of the weighted sum: repeating the most central need gets more than doing them all."""
    centre = random_needs(1, 64, 1)
    needs = random_needs(10, 64, 2) + 0.7 * centre
    weights = weights_of([1] * 10)
    among = similarities(needs, needs)
    perfect = perfect_relevance(among, weights)
    assert perfect == pytest.approx(float(among.mean()))
    best = int(among.mean(axis=0).argmax())
    repeated = np.repeat(among[best : best + 1], 10, axis=0)
    assert relevance(repeated, weights) > perfect
    assert best_match(repeated) == pytest.approx(best_match(among)) == pytest.approx(1)


def test_random_directions_are_hardly_relevant() -> None:
    """In d dimensions the mean |cos| of random directions is near √(2/πd): 0.041 for the 384 of MiniLM."""
    needs, texts = random_needs(10, 384, 3), random_needs(2000, 384, 4)
    found = relevance(similarities(texts, needs), weights_of([1] * 10))
    assert found == pytest.approx(math.sqrt(2 / (math.pi * 384)), rel=0.02)
    assert round(found, 2) == 0.04
    # The largest of ten is near 1.88 standard deviations.
    assert best_match(similarities(texts, needs)) == pytest.approx(1.88 / math.sqrt(384), rel=0.02)


@pytest.mark.parametrize(
    ("near", "weights"),
    [
        (np.array([[0.5, 0.5]]), np.array([1.0])),
        (np.array([[1.5]]), np.array([1.0])),
        (np.array([[-0.1]]), np.array([1.0])),
        (np.array([[math.nan]]), np.array([1.0])),
        (np.array([[0.5, 0.5]]), np.array([0.6, 0.6])),
        (np.zeros((0, 0)), np.zeros(0)),
    ],
)
def test_input_out_of_range_is_refused(near: np.ndarray, weights: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"weights|similarit"):
        relevance(near, weights)


@pytest.mark.parametrize("relative", [[], [0.0], [1.0, -1.0], [math.inf]])
def test_weights_out_of_range_are_refused(relative: list[float]) -> None:
    with pytest.raises(ValueError, match="weight"):
        weights_of(relative)


def test_vectors_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="same length"):
        similarities(np.zeros((1, 3)), np.zeros((1, 4)))
    with pytest.raises(ValueError, match="not finite"):
        similarities(np.array([[math.nan, 1.0]]), np.ones((1, 2)))
