"""Estimate of what judging will take: from the length of the rubric, and from what was judged already."""

from collections.abc import Iterable, Sequence

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.settings import Prices
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.estimate import RunEstimate
from mindsight.vsig.judge.asking import trial
from mindsight.vsig.judge.judge import Judge
from mindsight.vsig.judge.rubric import question_for
from mindsight.vsig.models.usage import usage_of

_CHARACTERS = {"zh": 1.2, "en": 3.5}
"""Characters per token, a cautious estimate."""
_ENTRY_TOKENS, _REPLY_TOKENS = 120, 45
"""The codes alone take about twenty tokens in each of an entry's three lines."""


def estimate_judging(
    judge: Judge, missing: Sequence[Sample], judged: Iterable[Item], prices: Prices | None
) -> RunEstimate:
    """Return the estimate for judging the missing samples if every answer can be read; unreadable ones need no judge."""
    took = [usage for one in judged if (usage := usage_of(one)).total]
    if took:
        whole = sum(took, Usage())
        sent = round(whole.input / len(took) * len(missing))
        received = round(whole.output / len(took) * len(missing))
    else:
        rubric = len(question_for(trial(judge), "0" * 32, judge.language).system) / _CHARACTERS[judge.language]
        entries = sum(len(sample.targets) + 1 for sample in missing)
        sent = round(rubric * len(missing) + _ENTRY_TOKENS * entries)
        received = _REPLY_TOKENS * (entries + len(missing))
    return RunEstimate(len(missing), sent, received, None if prices is None else prices.of(sent, received), len(took))
