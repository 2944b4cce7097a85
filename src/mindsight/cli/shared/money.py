"""Prices of models and cost limits, from the command line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mindsight.errors import InputError

if TYPE_CHECKING:
    from mindsight.harness.runs.settings import Prices
    from mindsight.subjects.spec import SubjectSpec


def prices_of(spec: SubjectSpec, *, price: str | None, limit: float | None, dry_run: bool) -> Prices | None:
    """Return the prices of a model: from ``--price``, else known ones; None if not needed or unknown.

    Raises:
        InputError: There is a cost limit and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    prices = None if price is None else _prices(price)
    if prices is None and spec.scheme == "model" and (dry_run or limit is not None):
        from mindsight.harness.models.prices import known_prices

        prices = known_prices(spec.rest)
    if limit is not None and prices is None:
        raise InputError(
            "--max-cost: what {model} costs is not known; give --price IN,OUT, the money for a million tokens in and out",
            model=spec.rest,
        )
    return prices


def rounded_tokens(tokens: int) -> int:
    """Return a number of tokens rounded to two digits: more would suggest false precision."""
    return int(float(f"{tokens:.2g}"))


def _prices(value: str) -> Prices:
    from mindsight.harness.runs.settings import Prices

    try:
        sent, received = (float(part) for part in value.split(","))
    except ValueError:
        sent = received = math.nan
    if not (0 <= sent < math.inf and 0 <= received < math.inf):
        raise InputError(
            "--price: write two numbers, the money for a million tokens in and out, such as 2.5,10; got: {value}",
            value=value,
        )
    return Prices(input=sent, output=received)
