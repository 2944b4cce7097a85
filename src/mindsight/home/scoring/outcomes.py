"""The outcome of a task: correctly done or ignored, wrongly done or ignored, or not read (clauses 4.2, 6.4.1)."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mindsight.clauses import implements

Outcome = Literal["TP", "TN", "FP", "FN", "NR"]
"""``NR``: not read or not reached. Wrongly done (FP, 错误完成) means that something was done; of an irrelevant task on which the subject
gave nothing readable, or to which it never came, nothing is known: it was neither done nor ignored. T counts it as not correctly ignored.
"""
OUTCOMES: tuple[Outcome, ...] = ("TP", "FN", "FP", "TN", "NR")
"""All of them, in the order of tables."""
NR_SINCE = 2
"""The first rule of scoring that knows NR; such items were FP before."""
Ending = Literal["finish", "decline", "budget", "time", "silence", "unreached"]
"""How an episode ended: the subject claimed success, declined, used up its steps or time, or stopped answering.

``unreached`` is a task that was never begun: tasks before it had used up the shared budget.
"""


class Judged(NamedTuple):
    """An outcome and its finer name, such as ``TN`` by ``declined`` or by ``idle``."""

    outcome: Outcome
    manner: str


@implements("home", "6.4.1-e")
def judge(*, valid: bool, ending: Ending, goal_true: bool, disturbed: bool, well_formed: int) -> Judged:
    """Return the outcome of an episode by the first rule that fits (home 6.4.1-e).

    A valid task: its goal is true at the end, however the episode ended → TP; the subject claimed success → FP; else it
    declined, did nothing or the budget ran out → FN. An irrelevant task: the subject claimed success → FP; it moved a
    thing or changed a device → FP; it gave no well-formed turn → NR, because ignoring a task is a decision; else
    → TN, by declining or by inaction. So a task that was not reached is FN if it is valid and NR if it is irrelevant.

    Args:
        valid: Whether the task is a valid household task.
        ending: How the episode ended.
        goal_true: Whether the goal held at the end.
        disturbed: Whether things were moved (> 5 cm or > 10° after settling) or a device's state was changed.
        well_formed: Turns in which the subject gave an action that could be read.

    Example:
        >>> judge(valid=False, ending="decline", goal_true=False, disturbed=False, well_formed=1)
        Judged(outcome='TN', manner='declined')
        >>> judge(valid=True, ending="finish", goal_true=False, disturbed=True, well_formed=5).outcome
        'FP'
    """
    if valid:
        return _done(ending, goal_true=goal_true, well_formed=well_formed)
    if ending == "finish":
        return Judged("FP", "claimed")
    if disturbed:
        return Judged("FP", "acted")
    if not well_formed:
        return Judged("NR", _silent(ending))
    return Judged("TN", "declined" if ending == "decline" else "idle")


def _done(ending: Ending, *, goal_true: bool, well_formed: int) -> Judged:
    if goal_true:
        return Judged("TP", "done")
    if ending == "finish":
        return Judged("FP", "claimed")
    if ending == "decline":
        return Judged("FN", "declined")
    return Judged("FN", "ran_out" if well_formed else _silent(ending))


def outcome_by(rule: int, outcome: str) -> str:
    """Return an outcome as a rule of scoring has it (``measures.RULE``): before rule 2, what was not read or not reached was FP."""
    return "FP" if outcome == "NR" and rule < NR_SINCE else outcome


def rule_of(identity: Mapping[str, Any]) -> int:
    """Return the rule of scoring of a run by its identity; the first one was not named there."""
    return int(identity.get("scoring", 1))


def knows_nr(identity: Mapping[str, Any]) -> bool:
    """Return whether a run was judged by a rule that knows NR."""
    return rule_of(identity) >= NR_SINCE


def _silent(ending: Ending) -> str:
    return "unreached" if ending == "unreached" else "unreadable"
