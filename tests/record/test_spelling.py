"""The ends of an interval: as exact as the value beside them, and never alike when they differ."""

import pytest

from mindsight.record.spelling import decimals_of_ends, range_of


@pytest.mark.parametrize(
    ("low", "high", "least", "shown"),
    [
        (0.0098, 0.0103, 3, "0.0098 … 0.0103"), (0.0098, 0.0142, 3, "0.010 … 0.014"), (83.123, 84.5, 2, "83.12 … 84.50"),
        (0.5, 0.5, 3, "0.500 … 0.500"), (-1.25, -0.75, 2, "−1.25 … −0.75"), (-0.0001, 0.5, 2, "0.00 … 0.50"),
        (1.0, 1.0 + 1e-12, 2, "1.000000000 … 1.000000000"), (-2e-7, 3e-7, 3, "−0.0000002 … 0.0000003"),
    ],
)  # fmt: skip
def test_ends(low: float, high: float, least: int, shown: str) -> None:
    assert str(range_of(low, high, least)) == shown


def test_the_value_sets_the_least() -> None:
    assert [decimals_of_ends(0.1, 0.2, least) for least in (1, 2, 3)] == [1, 2, 3]
