"""Prices of a model, as they are given or as Inspect's data have them, without network access."""

import math
import os
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.harness.runs.settings import Prices
from mindsight.subjects.spec import SubjectSpec

TABLE = "INSPECT_EVAL_MODEL_COST_CONFIG"
"""The environment variable with the path of Inspect's price file (``--model-cost-config``)."""


def prices_of(spec: SubjectSpec, *, price: str | None, limit: float | None, dry_run: bool) -> Prices | None:
    """Return the prices of a model: from ``--price``, else known ones; None if not needed or unknown.

    Raises:
        InputError: There is a cost limit and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    prices = None if price is None else _prices(price)
    if prices is None and spec.scheme == "model" and (dry_run or limit is not None):
        prices = known_prices(spec.rest)
    if limit is not None and prices is None:
        raise InputError(
            "--max-cost: what {model} costs is not known; give --price IN,OUT, the money for a million tokens in and out",
            model=spec.rest,
        )
    return prices


def known_prices(name: str) -> Prices | None:
    """Return the prices of a model from Inspect's price file, else from its list of models; None if neither has them.

    Raises:
        InputError: The file cannot be read.
    """
    table = os.environ.get(TABLE)
    entry = _entries(Path(table)).get(name) if table else None
    if entry is None:
        from inspect_ai.model import get_model_info

        info = get_model_info(name) if "/" in name else None
        entry = None if info is None or info.cost is None else info.cost.model_dump()
    return None if entry is None else Prices(input=entry["input"], output=entry["output"])


def _entries(path: Path) -> dict[str, Any]:
    import yaml  # type: ignore[import-untyped]  # comes with Inspect

    try:
        # JSON is YAML.
        found = yaml.safe_load(path.read_text("utf-8"))
        for entry in found.values():
            Prices(input=entry["input"], output=entry["output"])
    except decoder_errors(OSError) as error:
        raise InputError("{variable}: {file} holds no prices of models", variable=TABLE, file=str(path)) from error
    return dict(found)


def _prices(value: str) -> Prices:
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
