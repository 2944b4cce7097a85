"""Estimates of a run before it begins."""

import pytest

from mindsight.harness.runs.estimates import estimate, picture_tokens
from mindsight.harness.runs.settings import Effort, Found, Limits, Prices

# OpenAI's page on images and vision: 1024 × 1024 in high detail is 765 tokens, 2048 × 4096 is 1105.
PUBLISHED = {(1024, 1024): 765, (2048, 4096): 1105}


@pytest.mark.parametrize("size", PUBLISHED)
def test_pictures_cost_what_is_published(size: tuple[int, int]) -> None:
    assert picture_tokens(*size) == PUBLISHED[size]


def test_requests_tokens_money_and_time_by_hand() -> None:
    found = Found(tools=False, picture_tokens=400, answer_s=2.0)
    expected = estimate(
        [4] * 10,
        limits=Limits(pictures=2),
        effort=Effort(workers=4, connections=2),
        found=found,
        prices=Prices(input=1, output=4),
    )
    # A request has 500 tokens of text, 100 more with each turn, and at most two pictures.
    one_episode = 4 * 500 + 100 * (1 + 2 + 3 + 4) + 400 * (1 + 2 + 2 + 2)
    assert (expected.requests, expected.input_tokens, expected.output_tokens) == (40, 10 * one_episode, 40 * 60)
    assert expected.cost == pytest.approx((10 * one_episode + 4 * 40 * 60) / 1e6)
    assert (expected.seconds, expected.measured) == (40 * 2 / 2, True)


def test_episodes_of_different_lengths_add_up() -> None:
    parts = [estimate([turns], limits=Limits(), effort=Effort()) for turns in (2, 5)]
    both = estimate([2, 5], limits=Limits(), effort=Effort())
    assert both.input_tokens == sum(part.input_tokens for part in parts)
    assert both.output_tokens == sum(part.output_tokens for part in parts)
    assert both.requests == 7


def test_a_model_that_thinks_aloud_says_more() -> None:
    found = Found(tools=False, picture_tokens=400, answer_s=2.0, answer_tokens=300)
    assert estimate([4], limits=Limits(), effort=Effort(), found=found).output_tokens == 1200


def test_nothing_takes_nothing() -> None:
    expected = estimate([], limits=Limits(), effort=Effort(), prices=Prices(input=1, output=1))
    assert (expected.requests, expected.cost, expected.seconds) == (0, 0, 0)


def test_without_prices_there_is_no_cost_and_without_a_probe_nothing_is_measured() -> None:
    expected = estimate([1], limits=Limits(), effort=Effort())
    assert (expected.cost, expected.measured, expected.picture_tokens) == (None, False, 425)
