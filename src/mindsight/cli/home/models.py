"""What a home run may use of a model, from the command line: requests at once, money, and prices to count it by."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from mindsight.errors import InputError

if TYPE_CHECKING:
    from mindsight.cli.home.choices import Choices
    from mindsight.harness.runs.settings import Prices
    from mindsight.home.plan import Means
    from mindsight.subjects.spec import SubjectSpec


def means_of(choices: Choices, spec: SubjectSpec, *, dry_run: bool = False) -> Means:
    """Return what a run may use; prices are looked up only where money is counted.

    Raises:
        InputError: There is a limit of money and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    from mindsight.home.plan import Means

    prices = prices_of(spec, price=choices.price, limit=choices.max_cost, dry_run=dry_run)
    means = Means(cost=choices.max_cost, prices=prices)
    return means if choices.connections is None else replace(means, connections=choices.connections)


def prices_of(spec: SubjectSpec, *, price: str | None, limit: float | None, dry_run: bool) -> Prices | None:
    """Return what a model costs: as ``--price`` says, else as is known; None where nobody asks or knows.

    Raises:
        InputError: There is a limit of money and no price.
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
