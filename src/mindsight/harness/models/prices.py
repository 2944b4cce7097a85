"""Look up the prices of a model in Inspect's data, without network access."""

import os
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.harness.runs.settings import Prices

TABLE = "INSPECT_EVAL_MODEL_COST_CONFIG"
"""The environment variable with the path of Inspect's price file (``--model-cost-config``)."""


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
