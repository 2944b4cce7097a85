"""Home 4.3 a), formula (2): how near the tasks that a system set itself are to what the home needs.

The formula's picture is lost in the document; its list of symbols and the condition Σ w_j = 1 leave the weighted sum

    R = (1/N) Σ_i r(t_i, H)      r(t_i, H) = Σ_j w_j · |cos(E(t_i), E(h_j))|

A weighted sum does not reach 1 for the very needs themselves, and rewards repeating the most central need; so the relevance of
the need set (``perfect_relevance``), the best match and the relevance without duplicates stand beside it.
"""

import numpy as np

from mindsight.clauses import implements
from mindsight.statistics.arrays import ROUNDING, FloatArray, Values, mean_of, sample_of


def similarities(texts: FloatArray, needs: FloatArray) -> FloatArray:
    """Return |cos(E(t_i), E(h_j))| for every text and need.

    Args:
        texts: Embedding vectors of the texts, shape (N, d), finite; N may be 0.
        needs: Embedding vectors of the needs, shape (H, d), finite.

    Returns:
        Shape (N, H), in [0, 1]. A vector of zeros, such as that of an empty text, is similar to nothing: 0.

    Raises:
        ValueError: The vectors have different lengths, or a number is not finite.
    """
    if texts.ndim != 2 or needs.ndim != 2 or texts.shape[1] != needs.shape[1]:
        raise ValueError(f"vectors of shape {texts.shape} and {needs.shape}; expected rows of the same length")
    return np.asarray(np.minimum(np.abs(_unit(texts) @ _unit(needs).T), 1.0), dtype=np.float64)


def weights_of(relative: Values) -> FloatArray:
    """Return the weights w_j of the needs (任务的权重系数): relative weights, each > 0, divided by their sum.

    Example:
        >>> weights_of([1, 3])
        array([0.25, 0.75])
    """
    sample = sample_of(relative, "weights")
    if sample.min() <= 0:
        raise ValueError(f"a weight of {sample.min():g}; expected numbers > 0")
    return np.asarray(sample / sample.sum(), dtype=np.float64)


def task_relevances(near: FloatArray, weights: FloatArray) -> FloatArray:
    """Return r(t_i, H) of each task (任务间相关性): Σ_j w_j · |cos|, in [0, 1].

    Args:
        near: Similarities of the N tasks to the H needs, shape (N, H), each in [0, 1].
        weights: Weights of the needs, shape (H,), H ≥ 1, summing to 1.

    Raises:
        ValueError: The shapes do not fit, a similarity lies outside [0, 1], or the weights do not sum to 1.
    """
    if near.ndim != 2 or weights.shape != (near.shape[1],) or not weights.size:
        raise ValueError(f"similarities of shape {near.shape} for weights of shape {weights.shape}")
    if not np.all((near >= 0) & (near <= 1)):
        raise ValueError("a similarity lies outside 0 … 1")
    if abs(float(weights.sum()) - 1) > len(weights) * ROUNDING:
        raise ValueError(f"the weights sum to {float(weights.sum()):g}; expected 1")
    return np.asarray(np.clip(near @ weights, 0.0, 1.0), dtype=np.float64)


@implements("home", "4.3-a")
def relevance(near: FloatArray, weights: FloatArray) -> float:
    """Return R (相关性): the mean relevance of the tasks that a system set itself (4.3 a), formula 2).

    Args:
        near: Similarities |cos(E(t_i), E(h_j))| of the N tasks to the H needs, shape (N, H), each in [0, 1].
        weights: Weights w_j of the needs, shape (H,), H ≥ 1, summing to 1.

    Returns:
        R in [0, 1]; 0 for N = 0, since nothing that was done was of use.

    Raises:
        ValueError: As for `task_relevances`.

    Example:
        >>> relevance(np.array([[1.0, 0.0], [0.5, 0.5]]), weights_of([1, 1]))
        0.5
    """
    each = task_relevances(near, weights)
    return mean_of(each) if each.size else 0.0


def perfect_relevance(among_needs: FloatArray, weights: FloatArray) -> float:
    """Return R(H): the relevance of the need set itself, each need proposed once in its own words.

    It is what the perfect set of proposals gets, and usually far below 1, but no upper bound: repeating the most central need gets more.

    Args:
        among_needs: Similarities of the needs to each other, shape (H, H), each in [0, 1].
        weights: Weights of the needs, shape (H,), summing to 1.
    """
    return relevance(among_needs, weights)


def best_match(near: FloatArray) -> float:
    """Return the mean over tasks of their similarity to the nearest need, in [0, 1]; 0 without any task. It ignores weights."""
    return mean_of(near.max(axis=1)) if near.size else 0.0


def _unit(vectors: FloatArray) -> FloatArray:
    if not np.isfinite(vectors).all():
        raise ValueError("a number of an embedding vector is not finite")
    # Scaled by the largest entry first: squares of very large or small numbers would leave the range of floats.
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    scaled = np.divide(vectors, largest, out=np.zeros_like(vectors, dtype=np.float64), where=largest > 0)
    length = np.linalg.norm(scaled, axis=1, keepdims=True)
    return np.asarray(np.divide(scaled, length, out=np.zeros_like(scaled), where=length > 0), dtype=np.float64)
