"""The provider ``mindsight/<model>`` in Inspect's registry: importing this file registers it, whether or not mindsight is installed."""

from typing import Any

from inspect_ai.model import modelapi


@modelapi(name="mindsight")
def mindsight() -> Any:
    """Return the provider's class; its libraries are loaded only when a model of it is used."""
    from mindsight.harness.models.provider import provider

    return provider()
