"""What Inspect AI finds through the entry point group ``inspect_ai``: the provider ``mindsight/<model>``."""

from typing import Any

from inspect_ai.model import modelapi


@modelapi(name="mindsight")
def mindsight() -> Any:
    """Return the provider's class; its libraries are loaded only when a model of it is used."""
    from mindsight.harness.provider import provider

    return provider()
