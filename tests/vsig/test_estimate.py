"""Estimate of a model's run: from what is sent, and from what finished samples took."""

from pathlib import Path

import pytest

from mindsight.harness.runs.estimates import picture_tokens
from mindsight.harness.runs.settings import Prices
from mindsight.record.model import Item
from mindsight.vsig.estimate import RunEstimate, estimate_run
from mindsight.vsig.media.conditions import Condition
from mindsight.vsig.models.outside import planned_trial, trial
from mindsight.vsig.plan import Plan
from vsig.grounding import sample_of

SAMPLES = [sample_of(4, str(number)) for number in range(10)]


def expected(**condition: object) -> RunEstimate:
    plan = Plan(input=Condition.model_validate(condition).identity())
    return estimate_run(plan, SAMPLES, [], Prices(input=2, output=10))


def test_every_picture_costs_what_one_costs() -> None:
    one, fifteen = expected(given="frames", frames=1), expected(given="frames", frames=15)
    assert fifteen.sent - one.sent == 10 * 14 * picture_tokens(640, 360)
    assert one.requests == 10
    assert one.cost == pytest.approx((one.sent * 2 + one.received * 10) / 1e6)
    # 5 s at 2 per second, and the last frame.
    assert expected(given="frames").sent == expected(given="frames", frames=12).sent


def test_words_and_sound_cost_more_than_nothing() -> None:
    bare = expected(given="frames", frames=1).sent
    assert expected(given="frames-words", frames=1).sent > bare
    assert expected(given="frames-audio", frames=1).sent > bare
    assert expected(given="text").sent < bare < expected(given="video").sent


def test_finished_samples_set_it_right() -> None:
    answer = {"text": "", "said": {"tokens": {"input": 1000, "output": 50}}, "sent": {}}
    item = Item(id="0", instance="", cluster="", status="scored", outcome="scored", answer=answer, previous="0" * 64)
    without = item.model_copy(update={"answer": {"text": "", "said": {}, "sent": {}}})
    found = estimate_run(Plan(), SAMPLES[2:], [item, without], None)
    assert found == RunEstimate(requests=8, sent=8000, received=400, cost=None, learnt_from=1)


def test_the_trial_question_is_a_request_too() -> None:
    prices = Prices(input=2, output=10)
    without = estimate_run(Plan(), SAMPLES, [], prices)
    found = estimate_run(Plan(), SAMPLES, [], prices, probe=[planned_trial()])
    assert (found.requests, found.probe, without.probe) == (without.requests + 1, 1, 0)
    assert found.sent > without.sent
    assert found.received > without.received


def test_the_planned_trial_is_the_one_that_is_asked(tmp_path: Path) -> None:
    asked, planned = trial(tmp_path), planned_trial()
    assert asked.model_copy(update={"sha256": ""}) == planned
