"""The verdict of a gate from what each measure of two runs gives; pure.

A regression is *shown* where the measure fell by more than its policy allows and the fall is significant after Holm over all measures, so
that two equal versions fail with a probability of at most ``alpha``. A fall beyond the guard that is not significant certifies nothing, and
neither does a test that would hardly have seen one: both are inconclusive. A measure with a limit of its own says what happened in the new
run and is not tested: it is held or over.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scipy import stats

from mindsight.gate.policy import Policy, Rule
from mindsight.statistics import holm

State = Literal["held", "regression", "drop", "weak", "over", "missing"]
Verdict = Literal["GO", "NO-GO", "INCONCLUSIVE"]


@dataclass(frozen=True)
class Case:
    """A measure of both runs: its values, how much better the new one is (below 0: worse), and how sure that is.

    ``gained`` and ``lost`` count items that flipped, where an item is either right or wrong. ``error`` is the standard error of the
    difference. A value is None where a run has none.
    """

    base: float | None
    new: float | None
    better: float | None = None
    p: float | None = None
    error: float | None = None
    n: int = 0
    gained: int | None = None
    lost: int | None = None


class Judged(NamedTuple):
    """A rule with its case: what came of it, p after Holm, and the chance that a fall as large as the guard would have been shown."""

    rule: Rule
    case: Case
    state: State
    p: float | None
    power: float | None


class Decision(NamedTuple):
    """The verdict and what it rests on, in the order of the policy."""

    verdict: Verdict
    judged: tuple[Judged, ...]


def decide(policy: Policy, cases: Sequence[Case]) -> Decision:
    """Return the verdict; ``cases`` has one entry for each rule of the policy, in its order.

    Critical measures decide: a regression is NO-GO, and what is not certified is INCONCLUSIVE. A supporting measure that fell or is
    missing makes a GO inconclusive; advisory ones are shown only.
    """
    rules = zip(policy.measures, cases, strict=True)
    tested = [place for place, (rule, case) in enumerate(rules) if rule.at_most is None and case.p is not None]
    adjusted = dict(zip(tested, holm([cases[place].p or 0.0 for place in tested]), strict=True)) if tested else {}
    judged = tuple(
        _judge(policy, rule, case, adjusted.get(place))
        for place, (rule, case) in enumerate(zip(policy.measures, cases, strict=True))
    )
    return Decision(_verdict(judged), judged)


def _verdict(judged: Sequence[Judged]) -> Verdict:
    states = {tier: {one.state for one in judged if one.rule.tier == tier} for tier in ("critical", "supporting")}
    if states["critical"] & {"regression", "over"}:
        return "NO-GO"
    # With nothing critical, nothing was certified.
    if not states["critical"] or states["critical"] - {"held"} or states["supporting"] - {"held", "weak"}:
        return "INCONCLUSIVE"
    return "GO"


def _judge(policy: Policy, rule: Rule, case: Case, p: float | None) -> Judged:
    if rule.at_most is not None and case.new is not None:
        return Judged(rule, case, "over" if case.new > rule.at_most else "held", None, None)
    if case.base is None or case.new is None or case.better is None:
        return Judged(rule, case, "missing", None, None)
    allowed = rule.most_drop * abs(case.base)
    tested = sum(one.at_most is None for one in policy.measures)
    power = _power(allowed, case, policy.alpha / tested)
    state: State = "held"
    if case.better < 0 and -case.better >= allowed:
        state = "regression" if p is not None and p <= policy.alpha else "drop"
    elif power is None or power < policy.power:
        state = "weak"
    return Judged(rule, case, state, p, power)


def _power(fall: float, case: Case, alpha: float) -> float | None:
    """Return the chance that a two-sided test at this level shows a fall of this size; normal approximation."""
    if case.error is None or fall <= 0:
        return None
    if case.error == 0:
        return 1.0
    return float(stats.norm.cdf(fall / case.error - stats.norm.isf(alpha / 2))) if math.isfinite(case.error) else 0.0
