"""What a seal fixes of a run in which a subject is left alone: its rooms, how they are run, and what its texts are compared by."""

from collections.abc import Mapping
from typing import Any

from mindsight.home.autonomy.runs.plan import AlonePlan

_DECIDED = ("tasks", "scenes", "empty", "alpha", "interface")


def decided(plan: AlonePlan, embedder: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sealed part of a plan, as its record will state it.

    Args:
        plan: The plan.
        embedder: The identity of the embedding.
    """
    page = {name: getattr(plan, name) for name in _DECIDED}
    page |= {"setting": plan.setting.sealed, "embedder": dict(embedder)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in page.items()}
