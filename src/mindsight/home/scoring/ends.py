"""What the end of a valid task was: how done, seen together with what the subject said of it. It stands beside the outcome of 4.2.

A TP is a task whose goal holds at the end, whatever was said of it; an FP or FN does not tell a task that was never done from one
that was done and spoilt again. VIGIL (arXiv 2605.08747) takes these apart; its names stand in ``VIGIL``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from mindsight.home.scoring.dependence import Ended, design_effect, effective_interval
from mindsight.home.scoring.outcomes import Ending
from mindsight.record.model import Interval, Measure, Signature
from mindsight.statistics import wilson_interval

End = Literal["reported", "unreported", "lost", "claimed", "declined", "ran_out"]
"""How a valid task ended; every valid task that was tested has exactly one, if its steps are known."""
ENDS: tuple[End, ...] = get_args(End)
MEASURED: tuple[End, ...] = ("reported", "lost", "claimed", "declined")
"""The ends whose shares are measures: ``home.end.reported`` and so on."""
VIGIL: Mapping[End, str] = {
    "reported": "verified success",
    "lost": "post-attainment drift",
    "claimed": "unsupported commitment",
    "declined": "missed execution",
    "ran_out": "missed execution",
}
"""VIGIL's name of an end. ``unreported`` has none: there a success must be reported, here it need not be (TP all the same)."""
LEVEL = 0.95


class ValidTask(NamedTuple):
    """A valid task that was tested: its cluster, and its end; None if the record does not say whether the goal ever held."""

    cluster: str
    end: End | None


def end_of(*, goal_true: bool, ending: Ending, attained: bool | None) -> End | None:
    """Return the end of a valid task by the first rule that fits.

    Its goal holds at the end: the subject said that it is done → ``reported``; anything else, be it that it declined, ran out of
    steps or fell silent → ``unreported``. The goal does not hold at the end: it did after an earlier step → ``lost``, whatever was
    said; the subject said that it is done → ``claimed``; it declined → ``declined``; else its steps or its time ran out, it fell
    silent, or its turn never came → ``ran_out``.

    So ``reported`` and ``unreported`` together are the TP of 4.2, and the other four its FP and FN.

    Args:
        goal_true: Whether the goal held at the end.
        ending: How the episode ended.
        attained: Whether the goal held after any step; None if that is not known.

    Returns:
        The end; None where it hangs on ``attained`` and that is not known.
    """
    if goal_true:
        return "reported" if ending == "finish" else "unreported"
    if attained is None:
        return None
    if attained:
        return "lost"
    if ending == "finish":
        return "claimed"
    return "declined" if ending == "decline" else "ran_out"


def counts_of(tasks: Sequence[ValidTask]) -> dict[End | None, int]:
    """Return how many tasks had each end; those whose end is not known are counted under None."""
    found = Counter(one.end for one in tasks)
    return {end: found[end] for end in (*ENDS, None)}


def end_measures(tasks: Sequence[ValidTask], signature: Signature, *, together: bool = False) -> Iterator[Measure]:
    """Yield the shares of valid tasks with each of the four measured ends, k / n with Wilson's interval.

    k tasks of the n valid ones that were tested, all classes together, had this end. Where tasks share a budget (``together``) the
    interval is that of the effective sample, from the design effect over their rounds. Not estimable without valid tasks;
    only ``reported`` is estimable if the end of any task is not known.

    Args:
        tasks: The valid tasks that were tested.
        signature: The signature of the measures.
        together: Whether tasks of one cluster shared a budget, so that they depend on each other.
    """
    n, counts = len(tasks), counts_of(tasks)
    for end in MEASURED:
        known = n > 0 and (end == "reported" or not counts[None])
        yield Measure(
            name=f"home.end.{end}",
            value=counts[end] / n if known else None,
            status="scored" if known else "not_estimable",
            unit="share",
            clause="4.2",
            n=n,
            interval=_interval(tasks, end, together=together) if known else None,
            low=0.0,
            high=1.0,
            better="higher" if end == "reported" else "lower",
            signature=signature,
        )


def _interval(tasks: Sequence[ValidTask], end: End, *, together: bool) -> Interval | None:
    count, n = sum(one.end == end for one in tasks), len(tasks)
    if not together:
        return Interval(**wilson_interval(count, n, LEVEL)._asdict())
    effect = design_effect([Ended(one.cluster, valid=True, right=one.end == end) for one in tasks])
    limits = effective_interval(count, n, effect, level=LEVEL)
    return None if limits is None else Interval(**limits._asdict())
