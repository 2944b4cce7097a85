"""Estimate of a model's run: from what is to be sent, and from what finished samples took."""

from collections.abc import Sequence
from typing import NamedTuple

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.estimates import picture_tokens
from mindsight.harness.runs.settings import Prices
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.conditions import FPS, Condition, condition_of
from mindsight.vsig.media.decoding import fitted
from mindsight.vsig.models.usage import usage_of
from mindsight.vsig.plan import Plan

_WORDS_TOKENS, _WORD_TOKENS, _SOUND_TOKENS_S = 700, 12, 32
_ANSWER_TOKENS, _TARGET_TOKENS = 60, 60
_VIDEO_FPS = 1.0
"""Frames per second that servers sample from a clip; a common choice."""


class RunEstimate(NamedTuple):
    """Requests, tokens and money that the missing samples will take.

    ``learnt_from`` counts the finished samples that corrected it, ``canaries`` the requests before the first sample, ``probe`` the one
    before these that a run begins with.
    """

    requests: int
    sent: int
    received: int
    cost: float | None
    learnt_from: int
    canaries: int = 0
    probe: int = 0


def estimate_run(
    plan: Plan,
    samples: Sequence[Sample],
    finished: Sequence[Item],
    prices: Prices | None,
    *,
    canaries: Sequence[Sample] = (),
    probe: Sequence[Sample] = (),
) -> RunEstimate:
    """Return the estimate for the missing samples of a model's run, by common rules or by what the finished ones took.

    ``canaries`` are those still to be asked, ``probe`` the trial question of a run that has not begun.
    """
    missing = [*probe, *canaries, *samples]
    took = [usage for item in finished if (usage := usage_of(item)).total]
    if took:
        whole = sum(took, Usage())
        sent = round(whole.input / len(took) * len(missing))
        received = round(whole.output / len(took) * len(missing))
    else:
        condition = condition_of(plan.input)
        sent = sum(_sent(sample, condition) for sample in missing)
        received = sum(_ANSWER_TOKENS + _TARGET_TOKENS * len(sample.targets) for sample in missing)
    cost = None if prices is None else prices.of(sent, received)
    return RunEstimate(len(missing), sent, received, cost, len(took), len(canaries), len(probe))


def _sent(sample: Sample, condition: Condition) -> int:
    """Return the approximate tokens of a question: words, pictures by OpenAI's rule, sound by Gemini's."""
    words = _WORDS_TOKENS
    if condition.words_timed and sample.speech is not None:
        words += _WORD_TOKENS * len(sample.speech.words)
    sound = _SOUND_TOKENS_S * sample.length_ms / 1000 if condition.heard and sample.has_sound else 0
    pictures = _pictures(sample, condition) * picture_tokens(*fitted(*sample.size, condition.size))
    return round(words + sound + pictures)


def _pictures(sample: Sample, condition: Condition) -> int:
    if not condition.shown:
        return 0
    if condition.frames is not None and condition.shows_frames:
        return condition.frames
    rate = _VIDEO_FPS if condition.shows_video else condition.fps or FPS
    return 2 + int(sample.last_ms * rate / 1000)
