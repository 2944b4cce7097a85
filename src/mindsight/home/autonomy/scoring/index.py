"""Home 4.3 c) and 6.4.2 f): from relevance and coverage to the score of a class (formula 4), and to S."""

import math

from mindsight.clauses import implements
from mindsight.statistics.arrays import Values, mean_of, sample_of

ALPHA = 0.5
"""Weight of the relevance by default; the document states none."""


@implements("home", "4.3-c")
def autonomy_score(relevance: float, coverage: float, *, alpha: float = ALPHA) -> float:
    """Return the score of autonomous tasks: α·R + (1 - α)·TC (4.3 c), formula 4).

    Args:
        relevance: R (任务相关性), in [0, 1].
        coverage: TC (任务覆盖度), in [0, 1].
        alpha: Weight α of the relevance (任务相关性权重), in [0, 1].

    Returns:
        The score in [0, 1].

    Raises:
        ValueError: A number lies outside [0, 1].

    Example:
        >>> autonomy_score(0.25, 0.75)
        0.5
    """
    check_alpha(alpha)
    for name, value in (("relevance", relevance), ("coverage", coverage)):
        if not 0 <= value <= 1:
            raise ValueError(f"a {name} of {value}; expected 0 … 1")
    return min(math.fsum((alpha * relevance, (1 - alpha) * coverage)), 1.0)


@implements("home", "6.4.2-f")
def autonomy_index(scores: Values) -> float:
    """Return S (自主生成任务指标得分): the plain mean of the scores of all M classes (6.4.2 f)).

    Raises:
        ValueError: No class was given, or a score is not finite.

    Example:
        >>> autonomy_index([0.25, 0.75])
        0.5
    """
    return mean_of(sample_of(scores, "scores"))


def check_alpha(alpha: float) -> None:
    """Raise ValueError unless the weight α lies in [0, 1]."""
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha {alpha}; expected a number from 0 to 1, such as 0.5")
