"""Home 4.3 b), formula (3): how many of the task types a system completes."""

from collections.abc import Set as AbstractSet

from mindsight.clauses import implements


@implements("home", "4.3-b")
def coverage(completed: AbstractSet[str], present: AbstractSet[str]) -> float:
    """Return TC (任务覆盖度): the share of the task types in the test of which a task was completed (4.3 b), formula 3).

    Args:
        completed: The types of the completed tasks, 成功完成的任务类型集合. Types that the test does not contain do not count.
        present: All types in the test, 测试中所有任务类型的集合, at least one.

    Returns:
        TC in [0, 1].

    Raises:
        ValueError: There is no type in the test, so that TC is undefined.

    Example:
        >>> coverage({"wipe"}, {"wipe", "tidy"})
        0.5
    """
    if not present:
        raise ValueError("the test has no task type; the coverage is undefined")
    return len(completed & present) / len(present)
